"""The embedded server: started, shared, stopped, and never left behind, whatever happens to its owner."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis

from service.settings import Settings
from service.store.embedded import LONGEST_SOCKET_PATH, EmbeddedServer, socket_path, store_url
from service.store.program import (
    MARKER,
    EmbeddedServerError,
    NoServerProgramError,
    Version,
    claim_data,
    find_program,
    version_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHECKOUT = Path(__file__).resolve().parents[2]
OWNER = """
import sys
from pathlib import Path
from service.settings import Settings
from service.store.embedded import EmbeddedServer
server = EmbeddedServer.ensure(Settings(data_directory=Path(sys.argv[1]), runtime_directory=Path(sys.argv[2])))
print(server.pid or 0, flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture
def settings() -> Iterator[Settings]:
    directory = Path(tempfile.mkdtemp(prefix="belote-test-"))
    yield Settings(data_directory=directory / "data", runtime_directory=directory)
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def server(settings: Settings) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer.ensure(settings)
    yield server
    server.stop()


@pytest.fixture
def start_owner(settings: Settings) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start another process that asks for the same server and says its process id, 0 as a guest."""
    started = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", OWNER, str(settings.data_directory), str(settings.runtime_directory)],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def client_of(settings: Settings) -> redis.Redis:
    return redis.Redis.from_url(store_url(settings))


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 5
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # One that has ended but has not been reaped, where nothing reaps orphans, is gone all the same.
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"


def test_data_is_there_after_a_restart(settings):
    server = EmbeddedServer.ensure(settings)
    with client_of(settings) as client:
        client.set("kept", "yes")
    pid = server.pid
    server.stop()
    assert is_gone(pid)
    assert not server.socket.parent.exists()
    again = EmbeddedServer.ensure(settings)
    with client_of(settings) as client:
        assert client.get("kept") == b"yes"
    again.stop()


def test_only_this_user_can_reach_the_server(server):
    assert server.socket.parent.stat().st_mode & 0o777 == 0o700
    assert server.data_directory.stat().st_mode & 0o777 == 0o700
    with redis.Redis.from_url(server.url) as client:
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_a_second_process_is_a_guest_and_leaves_the_server_alone(settings, server, start_owner):
    guest = start_owner()
    assert guest.stdout.readline().strip() == "0"
    guest.communicate("")
    assert guest.returncode == 0
    with client_of(settings) as client:
        assert client.ping()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_the_server_of_a_killed_owner_ends_and_its_data_is_kept(settings, start_owner):
    owner = start_owner()
    pid = int(owner.stdout.readline())
    with client_of(settings) as client:
        client.set("kept", "yes")
    owner.kill()
    owner.wait()
    after = EmbeddedServer.ensure(settings)
    assert after.is_owner
    assert after.pid != pid
    with client_of(settings) as client:
        assert client.get("kept") == b"yes"
    after.stop()
    assert wait_until(lambda: is_gone(pid))


def test_a_server_left_over_without_an_owner_is_replaced(settings):
    settings.data_directory.mkdir(parents=True)
    path = socket_path(settings.data_directory, settings.runtime_directory)
    path.parent.mkdir(mode=0o700)
    orphan = subprocess.Popen(
        [find_program(), "--port", "0", "--unixsocket", path, "--dir", settings.data_directory, "--appendonly", "yes"],
        stdout=subprocess.DEVNULL,
    )
    assert wait_until(path.exists)
    with client_of(settings) as client:
        client.set("kept", "yes")
    server = EmbeddedServer.ensure(settings)
    assert orphan.wait(5) == 0
    with client_of(settings) as client:
        assert client.get("kept") == b"yes"
    server.stop()


def test_a_killed_server_is_started_again_with_all_that_was_answered(settings, server):
    with client_of(settings) as client:
        client.set("kept", "yes")
    os.kill(server.pid, signal.SIGKILL)
    assert wait_until(server.revive)
    with client_of(settings) as client:
        assert client.get("kept") == b"yes"
    assert not server.revive()


def test_a_stale_socket_is_replaced(settings):
    path = socket_path(settings.data_directory, settings.runtime_directory)
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(path))
    server = EmbeddedServer.ensure(settings)
    with client_of(settings) as client:
        assert client.ping()
    server.stop()


def test_a_forked_worker_owns_nothing(server):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        server.stop()
        os.write(writing, b"1" if server.is_owner else b"0")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 1) == b"0"
    os.close(reading)
    os.close(writing)
    with redis.Redis.from_url(server.url) as client:
        assert client.ping()


def test_data_of_a_newer_server_is_refused_and_left_as_it_is(settings):
    settings.data_directory.mkdir(parents=True)
    marker = settings.data_directory / MARKER
    marker.write_text("valkey 99.0.0\n")
    with pytest.raises(EmbeddedServerError, match=r"written by valkey 99\.0\.0.*BELOTE_REDIS_SERVER.*BELOTE_DATA"):
        EmbeddedServer.ensure(settings)
    assert marker.read_text() == "valkey 99.0.0\n"
    marker.unlink()
    server = EmbeddedServer.ensure(settings)
    assert Version.parse(marker.read_text()) == version_of(server.program)
    server.stop()


@pytest.mark.parametrize(
    ("server", "writer", "reads"),
    [
        ("valkey 8.1.8", "valkey 8.1.8", True),
        ("valkey 8.1.8", "valkey 8.0.1", True),
        ("valkey 8.1.8", "valkey 8.1.9", False),
        ("valkey 8.1.8", "redis 6.2.14", True),
        ("valkey 8.1.8", "redis 7.2.4", True),
        ("valkey 8.1.8", "redis 7.4.0", False),
        ("redis 6.2.14", "redis 7.0.15", False),
        ("redis 8.2.3", "redis 7.0.15", True),
        ("redis 8.2.3", "valkey 7.2.5", False),
    ],
)
def test_a_server_reads_its_own_past_and_valkey_that_of_redis_before_the_fork(server, writer, reads):
    assert Version.parse(server).reads_data_of(Version.parse(writer)) is reads


def test_an_old_server_is_refused_the_many_files_of_a_new_one_that_it_would_ignore(tmp_path):
    (tmp_path / "appendonlydir").mkdir()
    with pytest.raises(EmbeddedServerError, match="version 7 or newer"):
        claim_data(tmp_path, Version("redis", (6, 2, 14)))
    claim_data(tmp_path, Version("redis", (7, 0, 15)))
    assert (tmp_path / MARKER).read_text() == "redis 7.0.15\n"


def test_a_program_that_is_none_is_refused(settings, tmp_path):
    with pytest.raises(EmbeddedServerError, match=r"^BELOTE_REDIS_SERVER is"):
        find_program(tmp_path / "missing")
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho hello\n")
    liar.chmod(0o755)
    with pytest.raises(EmbeddedServerError, match="not the version"):
        version_of(find_program(liar))


def test_a_server_that_does_not_come_up_says_why(settings):
    settings.data_directory.mkdir(parents=True)
    broken = settings.data_directory / "appendonlydir"
    broken.write_text("a file where a folder should be")
    with pytest.raises(EmbeddedServerError, match="did not come up") as caught:
        EmbeddedServer.ensure(settings)
    assert "appendonlydir" in str(caught.value)
    broken.unlink()
    EmbeddedServer.ensure(settings).stop()


def test_without_any_program_the_message_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr("service.store.program._in_wheel", lambda *_: iter(()))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoServerProgramError, match="REDIS_URL"):
        find_program()


def test_a_folder_of_another_kind_is_refused(settings):
    path = socket_path(settings.data_directory, settings.runtime_directory)
    path.parent.symlink_to(settings.runtime_directory)
    with pytest.raises(EmbeddedServerError, match="is a link"):
        EmbeddedServer.ensure(settings)


def test_a_socket_path_is_never_too_long(tmp_path):
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    assert len(os.fsencode(socket_path(tmp_path, deep))) <= LONGEST_SOCKET_PATH
    assert socket_path(tmp_path / "a") != socket_path(tmp_path / "b")
