"""Workers killed, the service reloaded and stopped under load, and floods of connections."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

from tests.faults.load import QUESTION, Players, Stateless, ask

HEAD = (
    b"POST /v1/legal-cards HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n" % len(QUESTION)
)


@pytest.fixture
def service(redis_url, start_service):
    return start_service(
        {
            "REDIS_URL": redis_url,
            "WEB_CONCURRENCY": "2",
            "BELOTE_THREADS": "8",
            "BELOTE_CONNECTIONS": "100",
            "BELOTE_CLIENT_SECONDS": "2",
        }
    )


def workers_of(master: int) -> set[int]:
    """The workers of a master; its store would be a child too."""
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(master)], capture_output=True, text=True)
    rows = [row.split(maxsplit=1) for row in listed.stdout.splitlines()]
    return {int(child) for child, command in rows if "gunicorn" in command}


def wait_for_workers(service, count=2, without=()):
    deadline = time.monotonic() + 10
    while len(workers := workers_of(service.process.pid) - set(without)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return workers


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_a_killed_worker_takes_only_what_it_was_answering_with_it(service):
    players = Players(service.url, 4)
    players.play_on(20)
    before = wait_for_workers(service)
    with Stateless(service.port, clients=4) as stateless:
        time.sleep(0.2)
        os.kill(min(before), signal.SIGKILL)
        wait_for_workers(service, without={min(before)})
        players.play_on(20)
    players.stop()
    print(f"{len(stateless.faults)} of {len(stateless.seconds)} questions torn")
    # Each client had one connection, and may have lost that one.
    assert len(stateless.faults) <= 4, stateless.faults
    assert not [fault for fault in stateless.faults if fault[0] in "45"], stateless.faults
    assert players.check() >= 40


@pytest.mark.parametrize("keep", [True, False], ids=["kept connections", "new connections"])
def test_a_reload_loses_no_request(service, keep):
    before = wait_for_workers(service)
    players = Players(service.url, 2)
    players.play_on(10)
    with Stateless(service.port, clients=4, keep=keep) as stateless:
        time.sleep(0.2)
        service.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 15
        while workers_of(service.process.pid) & before:
            assert time.monotonic() < deadline, "the workers before are still there"
            time.sleep(0.1)
        players.play_on(10)
    players.stop()
    print(f"{len(stateless.faults)} of {len(stateless.seconds)} questions torn")
    assert stateless.faults == []
    assert len(stateless.seconds) > 50
    assert sum(player.torn for player in players.players) == 0
    assert players.check() >= 20


def test_a_stop_answers_all_that_was_asked(service):
    """Requests that are under way, and such as are still coming in, are answered before the service ends."""
    with contextlib.ExitStack() as opened:
        under_way = [
            opened.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10)) for _ in range(10)
        ]
        for connection in under_way:
            connection.sendall(HEAD + QUESTION[:20])
        time.sleep(0.3)
        stop = threading.Thread(target=service.stop)
        stop.start()
        time.sleep(0.3)
        for connection in under_way:
            connection.sendall(QUESTION[20:])
        started = time.monotonic()
        for connection in under_way:
            received = b""
            while piece := connection.recv(65536):
                received += piece
            assert received.startswith(b"HTTP/1.1 200"), received
            assert b'"legal":["9H"]' in received
        assert time.monotonic() - started < 6
    stop.join(15)
    assert service.process.returncode == 0


def test_a_stop_under_load_loses_no_request(service):
    """A client gets the right answer, or nobody takes its call."""
    with Stateless(service.port, clients=4, pause=0.001, keep=False) as stateless:
        time.sleep(0.5)
        assert service.stop() == 0
    lost = [fault for fault in stateless.faults if "refused" not in fault]
    print(f"{len(lost)} of {len(stateless.seconds) - len(stateless.faults)} questions torn")
    assert lost == []
    assert len(stateless.faults) < len(stateless.seconds)


def flood(service, held, count):
    """Open so many connections that send half a head; gives how many were told to come again."""
    opened = []
    for _ in range(count):
        with contextlib.suppress(OSError):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=5))
            opened.append(connection)
            connection.sendall(b"GET /livez HTTP/1.1\r\nX-Slow: ")
    time.sleep(0.5)
    return sum(is_refused(connection) for connection in opened)


def is_refused(connection) -> bool:
    """Whether a connection was told to come again."""
    connection.setblocking(False)
    try:
        answer = connection.recv(4096)
    except OSError:
        return False
    if answer:
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"Retry-After: " in answer
    return bool(answer)


@pytest.mark.parametrize("count", [400, pytest.param(4000, marks=pytest.mark.slow)])
def test_a_flood_of_connections_is_told_to_come_again_and_the_service_recovers(service, count):
    with contextlib.ExitStack() as held:
        assert flood(service, held, count) > count / 8
        with contextlib.suppress(OSError, http.client.HTTPException):  # in the flood an answer may get lost or torn
            assert ask(service.port, "GET", "/livez")[0] in (200, 503)
        time.sleep(2.5)  # its clients had two seconds to say what they want
        with Stateless(service.port) as stateless:
            time.sleep(0.5)
    stateless.unaffected()
    assert len(wait_for_workers(service)) == 2
