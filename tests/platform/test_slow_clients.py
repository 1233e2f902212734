"""Clients that are slow, silent or too many: they take no thread from the others, and are told what is the matter."""

from __future__ import annotations

import contextlib
import json
import socket
import time
import urllib.request

import pytest

BODY = b'{"trump": "H", "trick": {"leader": 0, "cards": []}, "hand": ["9H"]}'
HEAD = b"POST /v1/legal-cards HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
REQUEST = HEAD % len(BODY) + BODY


@pytest.fixture
def small(redis_url, start_service):
    """One worker with two threads, little patience and few places."""
    return start_service(
        {
            "REDIS_URL": redis_url,
            "WEB_CONCURRENCY": "1",
            "BELOTE_THREADS": "2",
            "BELOTE_CONNECTIONS": "40",
            "BELOTE_CLIENT_SECONDS": "1",
        }
    )


def connect(service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=10)


def answers(service, within: float = 3.0) -> float:
    started = time.perf_counter()
    with urllib.request.urlopen(f"{service.url}/livez", timeout=10) as answer:
        assert answer.status == 200
    took = time.perf_counter() - started
    assert took < within
    return took


def read_answer(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """One answer, whose connection may stay open."""
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65536)
        assert piece, f"closed after {received!r}"
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += connection.recv(65536)
    return int(first.split()[1]), headers, body


@pytest.mark.parametrize(
    "sent", [b"", b"GE", b"GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: "], ids=["silent", "line", "head"]
)
def test_heads_that_do_not_come_take_no_thread_and_are_closed(small, sent):
    slow = [connect(small) for _ in range(20)]
    for connection in slow:
        connection.sendall(sent)
    time.sleep(0.1)
    answers(small)
    started = time.monotonic()
    for connection in slow:
        assert connection.recv(100) == b""
        connection.close()
    assert time.monotonic() - started < 8


def test_a_byte_now_and_then_does_not_buy_time(small):
    connection = connect(small)
    started = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - started < 20:
            connection.sendall(b"a")
            time.sleep(0.2)
    assert 0.8 < time.monotonic() - started < 10
    connection.close()


def test_bodies_that_do_not_come_give_their_threads_back(small):
    slow = [connect(small) for _ in range(2)]
    for connection in slow:
        connection.sendall(HEAD % len(BODY) + BODY[:5])
    time.sleep(0.1)
    answers(small, within=6)
    for connection in slow:
        status, headers, body = read_answer(connection)
        assert (status, json.loads(body)["status"]) == (400, 400)
        assert headers["content-type"] == "application/problem+json"
        assert connection.recv(100) == b"", "what comes next is no request"
        connection.close()


def test_a_request_may_come_in_pieces_and_several_on_one_connection(small):
    connection = connect(small)
    for piece in (REQUEST[:1], REQUEST[1:40], REQUEST[40:-3], REQUEST[-3:]):
        connection.sendall(piece)
        time.sleep(0.05)
    assert read_answer(connection)[0] == 200
    connection.sendall(REQUEST)
    assert read_answer(connection)[0] == 200
    connection.sendall(REQUEST + REQUEST)
    received = b""
    while received.count(b'"legal"') < 2:
        received += connection.recv(65536)
    assert received.count(b"HTTP/1.1 200") == 2
    connection.close()


def test_a_connection_too_many_is_told_so_and_places_become_free_again(redis_url, start_service):
    service = start_service(
        {"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1", "BELOTE_THREADS": "2", "BELOTE_CONNECTIONS": "40"}
    )
    with contextlib.ExitStack() as opened:
        for count in range(1, 60):  # noqa: B007
            connection = opened.enter_context(connect(service))
            connection.settimeout(0.1)
            with contextlib.suppress(TimeoutError):
                status, headers, body = read_answer(connection)
                break
        assert 35 <= count <= 45  # one that is answered late was not the first
        assert (status, headers["content-type"]) == (503, "application/problem+json")
        assert int(headers["retry-after"]) > 0
        assert json.loads(body)["reason"] == "too-many-connections"
        connection.settimeout(10)
        assert connection.recv(100) == b""
    time.sleep(0.5)
    answers(service)


def test_a_stop_does_not_wait_for_requests_that_never_come(small):
    held = [connect(small) for _ in range(5)]
    held[0].sendall(b"GET /livez")
    time.sleep(0.1)
    started = time.monotonic()
    assert small.stop() == 0
    assert time.monotonic() - started < 12
    for connection in held:
        connection.close()


def test_clients_that_do_not_close_hold_nobody_up(small):
    """They read their answer, were told that the connection is over, and stay."""
    staying = [connect(small) for _ in range(8)]
    for connection in staying:
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    for connection in staying:
        assert read_answer(connection)[0] == 200
    answers(small)
    for connection in staying:
        assert connection.recv(100) == b""
        connection.close()
