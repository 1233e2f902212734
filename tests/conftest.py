"""What the tests share: a real store and a real service, started once for each test process and ended with it."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from service import create_app
from service.settings import Settings
from service.store.embedded import EmbeddedServer, die_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask
    from flask.testing import FlaskClient

settings.register_profile("shared-machine", deadline=None)
settings.load_profile("shared-machine")
# A test that waits for its turn on a busy machine has found nothing.

CHECKOUT = Path(__file__).resolve().parent.parent
START_SECONDS = 20


@pytest.fixture(scope="session")
def short_directory() -> Iterator[Path]:
    """A folder whose path is short enough for sockets, which pytest's own may not be."""
    directory = Path(tempfile.mkdtemp(prefix="belote-test-"))
    yield directory
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_url(short_directory: Path) -> Iterator[str]:
    """The URL of a real server with an append-only file; games of all tests of a process share it."""
    server = EmbeddedServer.ensure(
        Settings(data_directory=short_directory / "store", runtime_directory=short_directory)
    )
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def app(redis_url: str) -> Flask:
    return create_app(Settings(redis_url=redis_url))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


class Service:
    """The real service on a free loopback port: gunicorn with our settings, started and stopped by a test."""

    def __init__(
        self, log: Path, environ: Mapping[str, str], port: int | None = None, checkout: Path = CHECKOUT
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        ours = ("BELOTE_", "HOST", "PORT", "REDIS_URL", "WEB_CONCURRENCY")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn"],
                cwd=checkout,
                env={**inherited, "PORT": str(self.port), **environ},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=functools.partial(die_with_parent, os.getpid()),
            )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/livez", timeout=2):
                    return
            except OSError:
                time.sleep(0.03)
        self.stop()
        pytest.fail(f"The service did not start:\n{self.log.read_text()[-4000:]}")

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server_url(redis_url: str, short_directory: Path) -> Iterator[str]:
    """The address of a running service: gunicorn, two workers, the real store.

    It has places for the streams of all tests that share it: one whose page was closed is noticed with the next beat.
    """
    service = Service(
        short_directory / "service.log", {"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2", "BELOTE_THREADS": "128"}
    )
    yield service.url
    service.stop()


@pytest.fixture
def start_service(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Start services with an environment of their own; they end with the test."""
    started: list[Service] = []

    def start(environ: Mapping[str, str], port: int | None = None, checkout: Path = CHECKOUT) -> Service:
        started.append(Service(tmp_path / f"service-{len(started)}.log", environ, port, checkout))
        return started[-1]

    yield start
    for service in started:
        service.stop()
