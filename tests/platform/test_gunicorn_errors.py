"""Requests that never reach the application are answered with problems too, and the service lives on."""

import json
import socket
import urllib.request
from urllib.parse import urlsplit

import pytest

MALFORMED = {
    "no HTTP at all": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "no version": (b"GET /livez\r\n\r\n", 400),
    "unknown version": (b"GET /livez HTTP/9.9\r\n\r\n", 400),
    "space in a header name": (b"GET /livez HTTP/1.1\r\nHost: a\r\nBad Header : x\r\n\r\n", 400),
    "two hosts": (b"GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    "two lengths": (b"POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    "negative length": (b"POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    "length and chunks": (
        b"POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    "unknown coding": (b"POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n", 501),
    "long request line": (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    "long header": (b"GET /livez HTTP/1.1\r\nHost: a\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 431),
    "many headers": (b"GET /livez HTTP/1.1\r\nHost: a\r\n" + b"X-Many: 1\r\n" * 101 + b"\r\n", 431),
}


def send(url: str, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send raw bytes and read until the server closes the connection."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
        connection.sendall(request)
        received = b""
        while piece := connection.recv(65536):
            received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(status_line.split()[1]), headers, body


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_request_is_answered_with_a_problem(server_url, kind):
    request, expected = MALFORMED[kind]
    status, headers, body = send(server_url, request)
    problem = json.loads(body)
    assert status == expected
    assert headers["content-type"] == "application/problem+json"
    assert int(headers["content-length"]) == len(body)
    assert headers["connection"] == "close"
    assert problem["status"] == status
    assert problem["type"] == f"/problems/{problem['reason']}"
    assert set(problem) == {"type", "title", "status", "detail", "reason"}
    assert len(problem["detail"]) > 10
    with urllib.request.urlopen(f"{server_url}/livez", timeout=10) as answer:
        assert answer.status == 200


def test_a_limit_is_named(server_url):
    _, _, body = send(server_url, MALFORMED["long request line"][0])
    assert json.loads(body)["reason"] == "uri-too-long"
    assert "4094" in json.loads(body)["detail"]


@pytest.mark.parametrize("chunks", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n", b"2;a=\x00\r\n{}\r\n0\r\n\r\n"])
def test_malformed_chunks_of_a_body_are_a_client_error(server_url, chunks):
    head = (
        b"POST /v1/legal-cards HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    status, headers, body = send(server_url, head + chunks)
    assert status == 400
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(body)["reason"] == "bad-request"
