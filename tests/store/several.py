"""Several servers for the tests, of the same program as the embedded one: a Cluster, and a master with Sentinels."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Any

import redis

from service.store.embedded import die_with_parent
from service.store.program import find_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SLOTS = 16384
START_SECONDS = 15


class Servers:
    """Started servers, by port."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, port: int, *options: str, configuration: str | None = None) -> int:
        directory = self._directory / str(port)
        directory.mkdir()
        command: list[Any] = [find_program()]
        if configuration is not None:
            (directory / "server.conf").write_text(configuration)
            command.append(directory / "server.conf")
        command += ["--port", str(port), "--bind", "127.0.0.1", "--dir", directory, "--save", "", *options]
        self.processes[port] = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=functools.partial(die_with_parent, os.getpid()),
        )
        with client_of(port) as client:
            wait_until(client.ping)
        return port

    def kill(self, port: int) -> None:
        self.processes[port].kill()
        self.processes[port].wait()

    def stop(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster_of_three(directory: Path) -> Iterator[tuple[str, Servers]]:
    """A Cluster of three masters; gives its URL and its servers."""
    servers = Servers(directory)
    try:
        options = ("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no", "--appendonly", "yes")
        ports = [servers.start(port, *options) for port in free_ports(3)]
        clients = [client_of(port) for port in ports]
        bounds = [SLOTS * place // 3 for place in range(4)]
        for client, first, end in zip(clients, bounds, bounds[1:], strict=False):
            client.execute_command("CLUSTER", "ADDSLOTS", *range(first, end))
            client.execute_command("CLUSTER", "MEET", "127.0.0.1", ports[0])
        for client in clients:
            wait_until(lambda client=client: b"cluster_state:ok" in raw(client, "CLUSTER", "INFO"))
            wait_until(lambda client=client: b"cluster_known_nodes:3" in raw(client, "CLUSTER", "INFO"))
            client.close()
        yield f"redis+cluster://{','.join(f'127.0.0.1:{port}' for port in ports)}", servers
    finally:
        servers.stop()


@contextlib.contextmanager
def master_with_sentinels(directory: Path) -> Iterator[tuple[str, Servers, int]]:
    """A master, a replica, and three Sentinels; gives the URL, the servers and the master's port."""
    servers = Servers(directory)
    try:
        master, replica, *sentinels = free_ports(5)
        servers.start(master, "--appendonly", "yes")
        servers.start(replica, "--replicaof", "127.0.0.1", str(master), "--repl-diskless-sync-delay", "0")
        with client_of(replica) as client:
            wait_until(lambda: client.info("replication")["master_link_status"] == "up")
        watched = (
            f"sentinel monitor mymaster 127.0.0.1 {master} 2\n"
            "sentinel down-after-milliseconds mymaster 500\n"
            "sentinel failover-timeout mymaster 2000\n"
        )
        for port in sentinels:
            servers.start(port, "--sentinel", configuration=watched)
        for port in sentinels:
            with client_of(port) as client:
                wait_until(lambda client=client: knows_all(client))
        yield f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in sentinels)}/mymaster", servers, master
    finally:
        servers.stop()


def knows_all(sentinel: redis.Redis) -> bool:
    """Whether a Sentinel knows the replica and the two others."""
    state = sentinel.sentinel_master("mymaster")
    return state["num-slaves"] == 1 and state["num-other-sentinels"] == 2


def client_of(port: int) -> redis.Redis:
    return redis.Redis(host="127.0.0.1", port=port, socket_timeout=2)


def raw(client: redis.Redis, *command: str) -> bytes:
    """The answer of a command as it came, whatever redis-py makes of it."""
    connection = client.connection_pool.get_connection()
    try:
        connection.send_command(*command)
        answer = connection.read_response()
    finally:
        client.connection_pool.release(connection)
    return answer if isinstance(answer, bytes) else str(answer).encode()


def wait_until(condition: Callable[[], Any], seconds: float = START_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(redis.RedisError):
            if condition():
                return
        if time.monotonic() > deadline:
            raise TimeoutError("the servers do not come up")
        time.sleep(0.05)


def free_ports(count: int) -> list[int]:
    """Free ports, low enough for a Cluster's second port ten thousand above."""
    found: list[int] = []
    while len(found) < count:
        port = random.randrange(20000, 32000)
        with (
            contextlib.suppress(OSError),
            socket.create_server(("127.0.0.1", port)),
            socket.create_server(("127.0.0.1", port + 10000)),
        ):
            found.append(port)
    return found
