"""The worker of gunicorn, made patient with slow clients and firm with too many of them.

gunicorn's threads read a request from its first byte on, so that a few dozen clients that send a byte now and then
would hold all of them. Here a connection takes a thread only when the head of its request is there, the body has to
come at a pace, and a connection too many is answered with a 503 rather than left waiting. Nor does the loop wait for a
client to close its side, as gunicorn's does for two seconds each.
"""

from __future__ import annotations

import contextlib
import errno
import json
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from service.settings import Settings

LEAST_BYTES_A_SECOND = 1024
"""The pace that earns a client more time for the body of its request."""

SEND_SECONDS = 30
"""How long a client may leave an answer unread."""

REQUEST_LINE_BYTES = 4094
"""gunicorn refuses a longer first line, so it is not waited for."""

HEAD_BYTES = 64 * 1024
READ_BYTES = 64 * 1024
RETRY_SECONDS = 2
FAREWELL_SECONDS = 2.0
"""How long a client has to take in its last answer: data of its own that nobody read would cut that short."""

MOST_FAREWELLS = 500


class Worker(ThreadWorker):  # type: ignore[misc]
    """Reads the heads of requests in the loop that waits for connections, and gives whole ones to the threads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = Settings.from_env().client_seconds
        self.farewells: dict[socket.socket, float] = {}

    def accept(self, listener: socket.socket) -> None:
        """Take a new connection in, or turn it away where there are too many."""
        if self.cfg.is_ssl:  # what arrives is no request before a thread has shaken hands
            super().accept(listener)
        else:
            self.take_in(listener)

    def take_in(self, listener: socket.socket) -> bool:
        """Take one connection in; tells whether there was one."""
        try:
            client, address = listener.accept()
        except OSError as error:
            # Another worker was quicker, the client has gone, or no file is left for it: there will be one again.
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EMFILE, errno.ENFILE):
                raise
            return False
        # The last place stays free, or gunicorn would stop to listen and leave clients without an answer.
        if self.nr_conns + 1 >= self.worker_connections:
            self.turn_away(client)
        else:
            self.nr_conns += 1
            self.await_head(Connection(self, client, address, listener.getsockname()))
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        """Begin or end to listen; who came before the worker was told to stop is still taken in."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive or self.cfg.is_ssl:
            return
        for listener in self.sockets:
            while self.take_in(listener):
                pass
            listener.close()

    def await_head(self, connection: Connection) -> None:
        """Read a request from a connection as it comes."""
        connection.sock.setblocking(False)
        connection.timeout = time.monotonic() + self.patience
        self.pending_conns.append(connection)
        readable = partial(self.on_pending_socket_readable, connection)
        self.poller.register(connection.sock, selectors.EVENT_READ, readable)

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """Another request begins on a connection that was kept."""
        if not isinstance(conn, Connection):
            super().on_client_socket_readable(conn, client)
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.await_head(conn)
        self.on_pending_socket_readable(conn, client)

    def on_pending_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """More of a request is there; when its head is, a thread takes over."""
        if not isinstance(conn, Connection):
            super().on_pending_socket_readable(conn, client)
            return
        goes_on = conn.read_head()
        if goes_on and not conn.is_ready:
            return
        self.poller.unregister(client)
        self.pending_conns.remove(conn)
        if goes_on:
            self.enqueue_req(conn)
        else:
            self.nr_conns -= 1
            conn.close()

    def turn_away(self, client: socket.socket) -> None:
        """Tell a client to come again."""
        client.setblocking(False)
        with contextlib.suppress(OSError):
            client.send(TURNED_AWAY)
        self.take_leave(client)

    def take_leave(self, client: socket.socket) -> None:
        """Close a connection from our side, and leave the client a moment to close its own."""
        if client.fileno() < 0:  # a thread closed it
            return
        client.setblocking(False)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_WR)
        self.farewells[client] = time.monotonic() + FAREWELL_SECONDS
        self.poller.register(client, selectors.EVENT_READ, self.on_farewell_readable)
        self.close_farewells()

    def on_farewell_readable(self, client: socket.socket) -> None:
        """The client closed its side, or sends what nobody wants to know any more."""
        try:
            goes_on = bool(client.recv(READ_BYTES))
        except BlockingIOError:
            return
        except OSError:
            goes_on = False
        if not goes_on:
            self.end_farewell(client)

    def end_farewell(self, client: socket.socket) -> None:
        """Close a connection for good."""
        del self.farewells[client]
        self.poller.unregister(client)
        client.close()

    def close_farewells(self) -> None:
        """Close what was left long enough ago."""
        now = time.monotonic()
        while self.farewells:
            client, end = next(iter(self.farewells.items()))
            if end > now and len(self.farewells) <= MOST_FAREWELLS:
                return
            self.end_farewell(client)

    def run(self) -> None:
        """Serve until told to stop; the last answers are not cut short either."""
        super().run()
        end = time.monotonic() + FAREWELL_SECONDS
        for client in self.farewells:
            with contextlib.suppress(OSError), client:
                client.settimeout(max(0.01, end - time.monotonic()))
                while client.recv(READ_BYTES):
                    pass

    def murder_pending(self) -> None:
        """Once in every turn of gunicorn's loop: end what has waited too long."""
        super().murder_pending()
        self.close_farewells()

    def _cap_keepalive(self, deadline: float) -> None:
        """A worker that stops waits no longer for requests that have not come than for kept connections."""
        super()._cap_keepalive(deadline)
        for connection in self.pending_conns:
            connection.timeout = min(connection.timeout, deadline)


class Connection(TConn):  # type: ignore[misc]
    """A connection whose heads are read before a thread has it."""

    def __init__(self, worker: Worker, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        self.head = bytearray()
        self.is_ready = False
        self.data_ready = True  # a thread need not wait for it

    def read_head(self) -> bool:
        """Read what is there; tells whether the client is still there."""
        try:
            received: bytes = self.sock.recv(READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        searched = max(0, len(self.head) - 3)
        self.head += received
        self.is_ready = (
            self.head.find(b"\r\n\r\n", searched) >= 0
            or len(self.head) > HEAD_BYTES
            or (len(self.head) > REQUEST_LINE_BYTES and b"\r\n" not in self.head)
        )
        return bool(received)

    def close(self, graceful: bool = False) -> None:
        """End the connection, in the loop."""
        if graceful:
            self.worker.take_leave(self.sock)
        else:
            super().close()

    def init(self) -> None:
        """Begin a request in a thread."""
        is_new = not self.initialized
        super().init()
        self.sock.settimeout(SEND_SECONDS)
        unreader = self.parser.unreader
        if is_new:
            unreader.sock = PacedSocket(self.sock, self.worker.patience)
        unreader.sock.begin()
        if self.head:
            unreader.unread(bytes(self.head))
            self.head.clear()
        self.is_ready = False


class PacedSocket:
    """What a thread reads a request from: it gives up on a client that sends slower than agreed."""

    def __init__(self, sock: socket.socket, patience: int) -> None:
        self._socket = sock
        self._patience = patience
        self._deadline = 0.0
        self.gettimeout = sock.gettimeout
        self.settimeout = sock.settimeout

    def begin(self) -> None:
        """A request begins."""
        self._deadline = time.monotonic() + self._patience

    def recv(self, size: int) -> bytes:
        """Some bytes, or none at the end; raises ConnectionResetError where the client is too slow."""
        left = self._deadline - time.monotonic()
        timeout = self._socket.gettimeout()
        if left > 0:
            self._socket.settimeout(left if timeout is None else min(left, timeout))
            try:
                received = self._socket.recv(size)
            except TimeoutError:
                if timeout is not None and timeout <= left:
                    raise
            else:
                self._deadline += len(received) / LEAST_BYTES_A_SECOND
                return received
            finally:
                self._socket.settimeout(timeout)
        # gunicorn takes a reset for what it is, the client's affair.
        raise ConnectionResetError(errno.ECONNRESET, "the client sends too slowly")


def _turned_away() -> bytes:
    body = json.dumps(
        {
            "type": "/problems/too-many-connections",
            "title": "Too many connections",
            "status": 503,
            "detail": f"The service has as many connections open as it can have. Try again in {RETRY_SECONDS} s.",
            "reason": "too-many-connections",
        }
    ).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Retry-After: {RETRY_SECONDS}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body


TURNED_AWAY = _turned_away()
