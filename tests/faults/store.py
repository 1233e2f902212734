"""A store that can be made to fail in every way, and a proxy that makes it slow."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import socket
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import redis

from service.store.embedded import die_with_parent
from service.store.program import find_program
from tests.conftest import free_port

if TYPE_CHECKING:
    from pathlib import Path


class FailingStore:
    """A server with an append-only file on a TCP port, which keeps its port and file when it is started again."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.client = redis.Redis(port=self.port, socket_timeout=5)
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._directory)]
        options += ["--save", "", "--appendonly", "yes", "--maxmemory-policy", "noeviction"]
        self._process = subprocess.Popen(
            [find_program(), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=functools.partial(die_with_parent, os.getpid()),
        )
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with contextlib.suppress(redis.RedisError):
                if self.client.ping():
                    return
            time.sleep(0.02)
        raise TimeoutError("the store does not start")

    def end(self, sign: signal.Signals) -> None:
        self._process.send_signal(sign)
        self._process.wait()

    def freeze(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def fill(self) -> None:
        """No memory for anything more."""
        self.client.config_set("maxmemory", "1")

    def empty(self) -> None:
        self.client.config_set("maxmemory", "0")

    def close(self) -> None:
        self.client.close()
        self._process.kill()
        self._process.wait()


class SlowProxy:
    """Passes everything on, each piece of an answer after a delay."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.delay = 0.0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for opened in self._sockets:
            with contextlib.suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)
            opened.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += [client, server]
                threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, client, True), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, delays: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 20):
                if delays:
                    time.sleep(self.delay)
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
