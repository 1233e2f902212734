"""A running service over real HTTP: what the test client does, and streams of events as a browser reads them."""

from __future__ import annotations

import contextlib
import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.games.http import HttpTable


class HttpClient:
    """Asks a running service; the test client's `open` and `post`, as far as a table needs them."""

    def __init__(self, url: str) -> None:
        self.url = url

    def post(self, path: str, **options: Any) -> Any:
        return self.open(path, "POST", {}, **options)

    def open(self, path: str, method: str, headers: dict[str, str], json: Any = None) -> Any:
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
        sent = None if json is None else _dump(json)
        typed = headers if json is None else {"Content-Type": "application/json", **headers}
        with contextlib.closing(connection):
            connection.request(method, path, sent, typed)
            return _Answer(connection)


class _Answer:
    def __init__(self, connection: http.client.HTTPConnection) -> None:
        response = connection.getresponse()
        self.status_code = response.status
        self.headers = response.headers
        self.data = response.read()
        self.json = json.loads(self.data) if self.data else None


def _dump(document: Any) -> bytes:
    return json.dumps(document).encode()


class EventSource:
    """A stream of events, as a browser reads it."""

    def __init__(self, table: HttpTable, bearer: Any = None, last: str | None = None) -> None:
        parts = urlsplit(table.client.url)
        self.connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
        headers = {"Accept": "text/event-stream"}
        if bearer is not None:
            headers["Authorization"] = f"Bearer {table.tokens[bearer]}"
        if last is not None:
            headers["Last-Event-ID"] = last
        self.connection.request("GET", f"{table.path}/events", headers=headers)
        self.response = self.connection.getresponse()

    def messages(self) -> Iterator[dict[str, str]]:
        fields: dict[str, str] = {}
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            name, _, value = text.partition(": ")
            if not text and fields:
                yield fields
                fields = {}
            elif name:
                fields[name] = value

    def events(self, count: int | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        if count == 0:
            return found
        for message in self.messages():
            if "id" in message:
                event = json.loads(message["data"])
                assert event["id"] == message["id"]
                found.append(event)
                if len(found) == count:
                    break
        return found

    def close(self) -> None:
        self.response.close()
        self.connection.close()
