"""A real Valkey or Redis server of our own, on a private socket, for as long as the process that started it lives.

One process at a time owns the server of a data directory: it holds the lock in that directory, the server is its
child and stops with it. A process that asks meanwhile is a guest: it uses the same server and leaves it alone. A server
that outlived a killed owner is stopped in good order before a new one starts on its data.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import fcntl
import functools
import hashlib
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.program import EmbeddedServerError, claim_data, find_program, version_of

if TYPE_CHECKING:
    from service.settings import Settings

START_SECONDS = 10.0
STOP_SECONDS = 10.0
REVIVE_SECONDS = 1.0
# The system's limit for the path of a socket is 104 bytes on macOS and 108 on Linux, its closing zero included.
LONGEST_SOCKET_PATH = 100
# The file reaches the disk every second: a power cut can take the last second, the end of a process nothing.
OPTIONS = {
    "port": "0",
    "unixsocketperm": "600",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": "",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
    "loglevel": "notice",
    "logfile": "server.log",
}


def socket_path(data_directory: Path, runtime_directory: Path | None = None) -> Path:
    """Return where the socket of the server of a data directory is, the same for every process of one user."""
    digest = hashlib.sha256(os.fsencode(data_directory.absolute())).hexdigest()[:12]
    places = [runtime_directory, Path(tempfile.gettempdir()), Path("/tmp")]  # noqa: S108 - the folder below it is private
    for place in places:
        if place is not None and place.is_dir():
            path = place / f"belote-{os.getuid()}-{digest}" / "redis.sock"
            if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
                return path
    raise EmbeddedServerError(
        "There is no folder for a socket: set XDG_RUNTIME_DIR to one that exists and has a short path."
    )


def store_url(settings: Settings) -> str:
    """Return the URL of the store: the one given, or that of the embedded server, whether it runs or not."""
    return settings.redis_url or f"unix://{socket_path(settings.data_directory, settings.runtime_directory)}"


def die_with_parent(parent: int) -> None:
    """In a child about to run its program: ask Linux to stop it when its parent ends, however that ends."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
        if os.getppid() != parent:  # It ended before it could be watched.
            os.kill(os.getpid(), signal.SIGTERM)


class EmbeddedServer:
    """The server of one data directory, as owner or as guest. Start it with `EmbeddedServer.ensure`."""

    def __init__(self, data_directory: Path, socket: Path, program: Path) -> None:
        self.data_directory = data_directory
        self.socket = socket
        self.program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: int | None = None
        self._last_start = 0.0

    @classmethod
    def ensure(cls, settings: Settings) -> EmbeddedServer:
        """Return the running server of the data directory of the settings, started if it is not up.

        Raises `EmbeddedServerError` with what would help: no program, no writable folder, data of a newer server, a
        server that does not come up.
        """
        server = cls(
            settings.data_directory,
            socket_path(settings.data_directory, settings.runtime_directory),
            find_program(settings.redis_server),
        )
        _make_private(server.data_directory, "BELOTE_DATA")
        _make_private(server.socket.parent, "XDG_RUNTIME_DIR")
        server._become_owner_or_guest()
        return server

    @property
    def url(self) -> str:
        """The URL that clients connect to."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int | None:
        """The process id of the server where this process owns it, None for a guest."""
        return self._process.pid if self._process is not None else None

    @property
    def is_owner(self) -> bool:
        """Whether this very process owns the server; in a forked child of the owner it is false."""
        return self._lock is not None

    def revive(self) -> bool:
        """Start the server again if it has ended, at most once a second; return whether it was started.

        For the owner to call now and then. What clients were answered before the end is in the append-only file.
        """
        now = time.monotonic()
        if not self.is_owner or self._process is None or self._process.poll() is None:
            return False
        if now - self._last_start < REVIVE_SECONDS:
            return False
        self._start()
        return True

    def stop(self) -> None:
        """Stop the server in good order, its file written to the end. For all but its owner this does nothing."""
        if not self.is_owner:
            return
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        self.socket.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.socket.parent.rmdir()
        self._release()

    def _become_owner_or_guest(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._acquire():
            if _answers(self.socket):
                return
            if time.monotonic() > deadline:
                raise EmbeddedServerError(
                    f"Another process holds {self.data_directory}, but its server does not answer. Stop that process, "
                    "or name another folder in BELOTE_DATA."
                )
            time.sleep(0.05)
        try:
            self._stop_orphan()
            self._start()
        except BaseException:
            self._release()
            raise
        atexit.register(self.stop)

    def _start(self) -> None:
        self._last_start = time.monotonic()
        claim_data(self.data_directory, version_of(self.program))
        self.socket.unlink(missing_ok=True)
        command = [str(self.program), "--dir", str(self.data_directory), "--unixsocket", str(self.socket)]
        command += [part for name, value in OPTIONS.items() for part in (f"--{name}", value)]
        # A session of its own: the Ctrl-C that stops the service must not stop the store before its last writes.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=functools.partial(die_with_parent, os.getpid()),
        )
        deadline = time.monotonic() + START_SECONDS
        while not _answers(self.socket):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                self._process.wait()
                raise EmbeddedServerError(f"{self.program} did not come up; the end of its log:\n{self._end_of_log()}")
            time.sleep(0.01)

    def _stop_orphan(self) -> None:
        """Stop a server that still serves our socket although its owner, whose lock we now hold, is gone."""
        deadline = time.monotonic() + STOP_SECONDS
        while _answers(self.socket):
            with contextlib.suppress(redis.RedisError), _client(self.socket) as client:
                client.shutdown(nosave=False)
            if time.monotonic() > deadline:
                raise EmbeddedServerError(f"A server left over from before serves {self.socket} and does not stop.")
            time.sleep(0.05)

    def _end_of_log(self) -> str:
        try:
            lines = (self.data_directory / OPTIONS["logfile"]).read_text("utf-8", "replace").splitlines()
        except OSError as error:
            return str(error)
        return "\n".join(lines[-5:])

    def _acquire(self) -> bool:
        lock = os.open(self.data_directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            return False
        self._lock = lock
        # Forked workers would hold the lock on after the owner's end.
        os.register_at_fork(after_in_child=self._release)
        return True

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _make_private(directory: Path, variable: str) -> None:
    """Make a folder that only this user can enter, or refuse one that is somebody else's."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = directory.lstat()
        if stat.S_ISLNK(status.st_mode) or status.st_uid != os.getuid():
            raise EmbeddedServerError(f"{directory} belongs to another user or is a link; name another in {variable}.")
        directory.chmod(0o700)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(f"cannot write to {directory}")
    except OSError as error:
        raise EmbeddedServerError(f"{directory} cannot be used ({error}); name another in {variable}.") from error


def _client(socket: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(socket), socket_timeout=1, retry=Retry(NoBackoff(), 0))


def _answers(socket: Path) -> bool:
    """Tell whether a server is up on the socket; one that still loads its file is."""
    if not socket.exists():
        return False
    with _client(socket) as client:
        try:
            client.ping()
        except redis.exceptions.BusyLoadingError:
            return True
        except redis.RedisError:
            return False
    return True
