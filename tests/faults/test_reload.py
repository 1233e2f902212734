"""A deploy by SIGHUP, seen by those who have long requests open: batches, event streams, long polls."""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import threading
import time
import urllib.request

import pytest

from tests.batch.lines import GOOD, batch
from tests.conftest import CHECKOUT
from tests.games.http import HttpTable, plain_action
from tests.games.remote import EventSource, HttpClient

LINES = 20_000
ACTIONS = 12
PIECE = 256 * 1024


@pytest.fixture
def service(redis_url, start_service):
    return start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2", "BELOTE_THREADS": "8"})


class Follower(threading.Thread):
    """Takes in the events of a game as its clients do, and comes back after the last one when a request ends."""

    def __init__(self, table, *, streams):
        super().__init__(daemon=True)
        self.table = table
        self.streams = streams
        self.heard = []
        self.torn = []
        self.came_back = 0
        self.done = threading.Event()
        self.start()

    def run(self):
        while not self.done.is_set():
            last = self.heard[-1] if self.heard else "0"
            try:
                self.by_stream(last) if self.streams else self.by_poll(last)
            except (OSError, http.client.HTTPException) as error:
                self.torn.append(repr(error))
            self.came_back += 1

    def by_stream(self, last):
        source = EventSource(self.table, last=last)
        assert source.response.status == 200
        for message in source.messages():
            if "id" in message:
                self.heard.append(message["id"])
            if self.done.is_set():
                break
        source.close()

    def by_poll(self, last):
        self.heard += [event["id"] for event in self.table.events(after=last, wait=5)]


def act(table):
    """One call or card."""
    seat = table.to_act
    assert table.act(seat, plain_action(table.view(seat).json)).status_code == 200


def read_slowly(connection):
    """The lines of a batch's answer, at a pace that makes it last."""
    answer = connection.getresponse()
    assert answer.status == 200
    text = b""
    while piece := answer.read(PIECE):
        text += piece
        time.sleep(0.05)
    return [json.loads(line) for line in text.splitlines()]


def wait_until(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_reload_breaks_no_batch_and_loses_no_event(service):
    table = HttpTable(HttpClient(service.url), ruleset="ffb-contree", first_dealer=3)
    followers = [Follower(table, streams=streams) for streams in (True, True, False)]
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.request("POST", "/v1/batch", batch(*[GOOD] * LINES), {"Content-Type": "application/x-ndjson"})
    act(table)
    service.process.send_signal(signal.SIGHUP)
    rulings = []
    reader = threading.Thread(target=lambda: rulings.extend(read_slowly(connection)))
    reader.start()
    for _ in range(ACTIONS):
        act(table)
        time.sleep(0.1)
    reader.join(30)
    connection.close()
    assert [ruling["line"] for ruling in rulings] == list(range(1, LINES + 1))
    assert {ruling["status"] for ruling in rulings} == {200}
    told = [event["id"] for event in table.events()]
    for follower in followers:
        wait_until(lambda follower=follower: len(follower.heard) >= len(told))
        assert follower.came_back > 0
        follower.done.set()
    act(table)
    for follower in followers:
        follower.join(20)
        assert follower.heard[: len(told)] == told
        assert follower.torn == []


def test_a_reload_takes_up_changed_code(redis_url, start_service, tmp_path):
    """That of modules which the master has imported too."""
    for name in ("service", "docs", "gunicorn.conf.py", "openapi.yaml"):
        copy = shutil.copytree if (CHECKOUT / name).is_dir() else shutil.copy
        copy(CHECKOUT / name, tmp_path / name)
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1"}, checkout=tmp_path)

    def metrics():
        with urllib.request.urlopen(f"{service.url}/metrics", timeout=10) as answer:
            return answer.read().decode()

    assert "Requests answered." in metrics()
    module = tmp_path / "service" / "metrics.py"
    module.write_text(module.read_text("utf-8").replace("Requests answered.", "Requests that were answered."), "utf-8")
    service.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "Requests that were answered." in metrics())
    assert service.process.poll() is None
