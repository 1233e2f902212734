"""What a batch may cost, and that a client that goes away or reads nothing costs nothing more."""

import http.client
import json
import re
import signal
import socket
import threading
import time
import urllib.parse
from contextlib import contextmanager
from pathlib import Path

import pytest

from service import create_app
from service.settings import Settings
from tests.batch.lines import GOOD, POSITION, batch, line

NDJSON = {"Content-Type": "application/x-ndjson"}


def client_with(redis_url, **settings):
    return create_app(Settings(redis_url=redis_url, **settings)).test_client()


@contextmanager
def connected(url, timeout=30):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=timeout)
    try:
        yield connection
    finally:
        connection.close()


def test_a_batch_of_too_many_lines_is_refused_before_anything_is_ruled_on(redis_url):
    client = client_with(redis_url, max_batch_lines=3)
    assert client.post("/v1/batch", data=batch(*[GOOD] * 3), headers=NDJSON).status_code == 200
    answer = client.post("/v1/batch", data=batch(*[GOOD] * 4), headers=NDJSON)
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")
    assert answer.json["reason"] == "batch-too-large"
    assert "3 lines" in answer.json["detail"]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_batch_of_too_many_bytes_is_refused(start_service, redis_url, chunked):
    service = start_service({"REDIS_URL": redis_url, "BELOTE_MAX_BATCH_BYTES": "4096", "WEB_CONCURRENCY": "1"})
    data = batch(*[GOOD] * 60)
    with connected(service.url) as connection:
        connection.request("POST", "/v1/batch", iter([data]) if chunked else data, NDJSON, encode_chunked=chunked)
        answer = connection.getresponse()
        problem = json.loads(answer.read())
    assert (answer.status, problem["reason"]) == (413, "body-too-large")
    assert "4096" in problem["detail"]


def test_a_line_that_is_too_long_is_a_fault_of_that_line(redis_url):
    client = client_with(redis_url, max_body_bytes=1024)
    data = batch(GOOD, line("legal-cards", POSITION | {"hand": ["9H"] * 300}, id="long"), GOOD)
    answers = [json.loads(text) for text in client.post("/v1/batch", data=data, headers=NDJSON).text.splitlines()]
    assert [(answer["line"], answer["status"]) for answer in answers] == [(1, 200), (2, 413), (3, 200)]
    assert "1024 bytes" in answers[1]["body"]["detail"]


def test_a_batch_that_takes_too_long_ends_with_the_line_that_says_so(redis_url, monkeypatch):
    client = client_with(redis_url, max_batch_seconds=5)
    now = iter(range(1000))
    monkeypatch.setattr("service.api.batch.monotonic", lambda: next(now))
    answers = [
        json.loads(text)
        for text in client.post("/v1/batch", data=batch(*[GOOD] * 50), headers=NDJSON).text.splitlines()
    ]
    assert 0 < len(answers) < 50
    assert {answer["status"] for answer in answers[:-1]} == {200}
    last = answers[-1]
    assert (last["id"], last["line"], last["status"]) == (None, len(answers), 413)
    assert last["body"]["reason"] == "batch-too-large"
    assert f"line {len(answers)} on" in last["body"]["detail"]


def test_a_large_batch_is_answered_to_a_client_that_sends_all_before_it_reads(server_url):
    """What most libraries do; the answers are far larger than what lies between the two ends."""
    count = 40_000
    with connected(server_url) as connection:
        connection.request("POST", "/v1/batch", batch(*[GOOD] * count), NDJSON)
        time.sleep(0.5)
        answers = connection.getresponse().read().splitlines()
        assert len(answers) == count
        assert json.loads(answers[-1])["line"] == count
        connection.request("POST", "/v1/batch", batch(GOOD), NDJSON)
        assert connection.getresponse().read().count(b"\n") == 1


def head(length):
    names = f"Host: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: {length}"
    return f"POST /v1/batch HTTP/1.1\r\n{names}\r\n\r\n".encode()


def begin(service, count):
    """A batch sent, of whose answer only the head is read."""
    data = batch(*[GOOD] * count)
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    connection.sendall(head(len(data)) + data)
    assert connection.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 200"
    return connection


def read_all(connection):
    """The body of the answer."""
    answer = http.client.HTTPResponse(connection, method="POST")
    answer.begin()
    with answer:
        return answer.read()


def read_slowly(connection):
    """The same at no more than five megabytes a second."""
    answer = http.client.HTTPResponse(connection, method="POST")
    answer.begin()
    with answer:
        pieces = []
        while piece := answer.read(256 * 1024):
            pieces.append(piece)
            time.sleep(0.05)
        return b"".join(pieces)


def answers_soon(service, seconds):
    """Whether every thread of a service is free again within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with connected(service.url, 0.5) as connection:
                connection.request("GET", "/livez")
                return connection.getresponse().status == 200
        except OSError:
            continue
    return False


ONE_AND_A_HALF_WORKERS = {"WEB_CONCURRENCY": "1", "BELOTE_THREADS": "2", "BELOTE_MAX_BATCH_SECONDS": "2"}


def test_clients_that_stop_reading_do_not_keep_the_threads(start_service, redis_url):
    service = start_service({"REDIS_URL": redis_url, **ONE_AND_A_HALF_WORKERS})
    stalled = [begin(service, 50_000) for _ in range(2)]
    assert answers_soon(service, 12)
    for connection in stalled:
        connection.close()


def test_clients_that_stop_sending_do_not_keep_the_threads(start_service, redis_url):
    service = start_service({"REDIS_URL": redis_url, **ONE_AND_A_HALF_WORKERS})
    stalled = []
    for _ in range(2):
        connection = socket.create_connection(("127.0.0.1", service.port), timeout=30)
        connection.sendall(head(999) + GOOD.encode())
        stalled.append(connection)
    assert answers_soon(service, 12)
    for connection in stalled:
        assert connection.recv(12) == b"HTTP/1.1 413"
        connection.close()


def test_a_client_that_goes_away_in_the_middle_ends_its_batch(start_service, redis_url):
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1", "BELOTE_THREADS": "2"})
    for _ in range(4):
        begin(service, 60_000).close()
    assert answers_soon(service, 12)
    assert "Traceback" not in service.log.read_text()


def test_a_service_that_stops_says_from_which_line_on_nothing_was_ruled_on(start_service, redis_url):
    service = start_service(
        {"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1", "BELOTE_THREADS": "2", "BELOTE_GRACEFUL_SECONDS": "4"}
    )
    connection = begin(service, 90_000)
    stop = threading.Thread(target=service.stop, args=(signal.SIGTERM,))
    stop.start()
    answers = [json.loads(text) for text in read_slowly(connection).splitlines()]
    connection.close()
    stop.join()
    assert [answer["line"] for answer in answers] == list(range(1, len(answers) + 1))
    assert {answer["status"] for answer in answers[:-1]} == {200}
    assert (answers[-1]["status"], answers[-1]["body"]["reason"]) == (503, "stopping")


def peak_memory(pid):
    """The largest memory that a process has had so far, in KiB."""
    return int(re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text("ascii"))[1])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read as Linux tells it")
def test_memory_is_flat_from_a_thousand_to_a_million_lines(start_service, redis_url):
    service = start_service(
        {
            "REDIS_URL": redis_url,
            "WEB_CONCURRENCY": "1",
            "BELOTE_MAX_BATCH_LINES": "1000000",
            "BELOTE_MAX_BATCH_BYTES": "1000000000",
            "BELOTE_MAX_BATCH_SECONDS": "600",
        }
    )
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    (worker,) = children.read_text("ascii").split()

    def peak_after(count):
        thousand = batch(*[GOOD] * 1000)
        with connected(service.url, 600) as connection:
            connection.request("POST", "/v1/batch", (thousand for _ in range(count // 1000)), NDJSON)
            answer = connection.getresponse()
            lines = 0
            while piece := answer.read(1 << 20):
                lines += piece.count(b"\n")
        assert lines == count
        return peak_memory(worker)

    small = peak_after(1000)
    large = peak_after(1_000_000)
    assert large < small + 8 * 1024, f"{small} KiB for a thousand lines, {large} KiB for a million"
