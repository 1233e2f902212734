"""A proxy before the store that loses an answer on the way: the command arrives, its sender never hears of it."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from urllib.parse import urlsplit


class CuttingProxy:
    """Passes everything on, but cuts the connection in place of an answer to a command that holds the armed word."""

    def __init__(self, redis_url: str) -> None:
        parts = urlsplit(redis_url)
        self._unix = parts.path if parts.scheme == "unix" else None
        self._address = (parts.hostname, parts.port)
        self._word = b""
        self._left = 0
        self._lock = threading.Lock()
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, word: bytes, times: int = 1) -> None:
        """Lose the answers of the next commands that hold a word."""
        with self._lock:
            self._word, self._left = word, times

    def close(self) -> None:
        for opened in self._sockets:
            with contextlib.suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)
            opened.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX if self._unix else socket.AF_INET)
                server.connect(self._unix or self._address)
                self._sockets += [client, server]
                threading.Thread(target=self._serve, args=(client, server), daemon=True).start()

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError), client, server:
            while data := client.recv(1 << 20):
                server.sendall(data)
                answer = server.recv(1 << 20)
                if self._cuts(data) or not answer:
                    return
                client.sendall(answer)

    def _cuts(self, data: bytes) -> bool:
        with self._lock:
            if not self._left or self._word not in data:
                return False
            self._left -= 1
            self.cuts += 1
            return True


def free_identity() -> str:
    """An identity that no other test uses."""
    return os.urandom(8).hex()
