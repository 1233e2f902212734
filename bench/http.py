#!/usr/bin/env python3
"""How much of a bare Flask service's throughput is left when the same requests are adjudicated.

    .venv/bin/python bench/http.py [--rounds 9] [--seconds 1] [--parser orjson]

Starts the service and bench/bare.py, each under gunicorn with gunicorn.conf.py, and puts the same requests to both in
turn. Prints requests per second and their ratio. bench/README.md says what is measured.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

# In place of this folder, whose http.py would hide the one of the standard library.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.bodies import bodies_by_path

ROOT = Path(__file__).resolve().parent.parent
CONNECTIONS = 8
"""Open connections of each process of the load; each has one request under way."""


class Server:
    """An application under gunicorn with the settings of the service, on a free port of this machine."""

    def __init__(self, application, workers, redis_url="redis://127.0.0.1:1"):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        # By default no store listens there: none is to be started for requests that need none.
        settings = {"PORT": str(self.port), "WEB_CONCURRENCY": str(workers), "REDIS_URL": redis_url}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", application],
            cwd=ROOT,
            env=os.environ | settings | {"BELOTE_LOG_LEVEL": "error"},
            stdout=subprocess.DEVNULL,
        )

    def wait(self):
        """Return once it listens."""
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                return
        raise SystemExit("a server did not start")

    def stop(self):
        """End it."""
        self.process.terminate()
        self.process.wait()


def request_bytes(path, body):
    """A request as it goes over the wire."""
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def read_answer(connection):
    """Read one whole answer; raises ValueError for any but a 200."""
    data = connection.recv(65536)
    while (end := data.find(b"\r\n\r\n")) < 0:
        if not (more := connection.recv(65536)):
            raise ValueError("the connection was closed")
        data += more
    if not data.startswith(b"HTTP/1.1 200"):
        raise ValueError(data.decode(errors="replace"))
    start = data.index(b"Content-Length: ") + 16
    missing = end + 4 + int(data[start : data.index(b"\r", start)]) - len(data)
    while missing > 0:
        missing -= len(connection.recv(missing))


def drive(port, requests, seconds):
    """Keep `CONNECTIONS` requests under way for so long; how many were answered a second, and how busy this kept us."""
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS)]
    following = itertools.cycle(requests)
    for connection in connections:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(next(following))
    answered, started, busy = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - started < seconds:
        for connection in connections:
            read_answer(connection)
            connection.sendall(next(following))
        answered += len(connections)
    elapsed, busy = time.perf_counter() - started, time.process_time() - busy
    for connection in connections:
        read_answer(connection)
        connection.close()
    return answered / elapsed, busy / elapsed


def load_process(pipe, cores, requests_by_path):
    """A process of the load: told a port, a path and a time, it answers with what `drive` found."""
    if cores:
        os.sched_setaffinity(0, cores)
    while asked := pipe.recv():
        port, path, seconds = asked
        pipe.send(drive(port, requests_by_path[path], seconds))


class Load:
    """Processes that put requests to a server together."""

    def __init__(self, cores, requests_by_path):
        context = multiprocessing.get_context("fork")
        self.pipes, self.processes = [], []
        for core in cores:
            ours, theirs = context.Pipe()
            self.pipes.append(ours)
            process = context.Process(target=load_process, args=(theirs, {core} if core else None, requests_by_path))
            process.start()
            self.processes.append(process)

    def run(self, port, path, seconds):
        """Requests answered a second, and the share of its time that the busiest process was at work."""
        for pipe in self.pipes:
            pipe.send((port, path, seconds))
        found = [pipe.recv() for pipe in self.pipes]
        return sum(rate for rate, _ in found), max(busy for _, busy in found)

    def stop(self):
        """End the processes."""
        for pipe, process in zip(self.pipes, self.processes, strict=True):
            pipe.send(None)
            process.join()


def shared_out():
    """The cores of the servers and those of the load, apart where the system can hold processes to cores."""
    if not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2:
        return None, [None]
    cores = sorted(os.sched_getaffinity(0))
    half = len(cores) // 2
    return cores[:half], cores[half:]


def measure(servers, load, paths, rounds, seconds):
    """The rates of each path and server round by round, the servers taking turns, and how busy the load was."""
    rates = {(path, name): [] for path in paths for name in servers}
    busiest = 0.0
    for number in range(-1, rounds):
        order = list(servers.items())[:: 1 if number % 2 else -1]
        for path in paths:
            for name, server in order:
                rate, busy = load.run(server.port, path, seconds)
                if number >= 0:  # the round before warms everything up
                    rates[path, name].append(rate)
                    busiest = max(busiest, busy)
    return rates, busiest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0, help="of load a server, path and round")
    parser.add_argument("--parser", choices=("json", "orjson"), default="json", help="of the bare service")
    asked = parser.parse_args()
    requests = {path: [request_bytes(path, body) for body in bodies] for path, bodies in bodies_by_path().items()}
    server_cores, load_cores = shared_out()
    load = Load(load_cores, requests)
    if server_cores:
        os.sched_setaffinity(0, server_cores)
    workers = len(server_cores or [None])
    servers = {
        "bare": Server(f"bench.bare:create_app({asked.parser!r})", workers),
        "service": Server("service:create_app()", workers),
    }
    try:
        for server in servers.values():
            server.wait()
        rates, busiest = measure(servers, load, requests, asked.rounds, asked.seconds)
    finally:
        load.stop()
        for server in servers.values():
            server.stop()
    print(f"{workers} workers on cores {server_cores}, load from cores {load_cores}, at most {busiest:.0%} busy")
    print(
        f"{asked.rounds} rounds of {asked.seconds:g} s, Python {sys.version.split()[0]}, bare service by {asked.parser}"
    )
    print(f"{'':<20}{'bare/s':>8}{'ours/s':>8}{'ratio':>8}{'lowest':>8}{'highest':>8}")
    for path in requests:
        bare, ours = rates[path, "bare"], rates[path, "service"]
        ratios = [mine / least for mine, least in zip(ours, bare, strict=True)]
        print(
            f"{path:<20}{statistics.median(bare):>8.0f}{statistics.median(ours):>8.0f}"
            f"{statistics.median(ratios):>8.2f}{min(ratios):>8.2f}{max(ratios):>8.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
