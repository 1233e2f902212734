"""Games while something fails: answers lost on the way, the store away, workers and the master killed."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from service import create_app
from service.settings import Settings
from service.store.embedded import EmbeddedServer
from tests.games.http import PASS, HttpTable, plain_action
from tests.games.remote import HttpClient
from tests.store.proxy import CuttingProxy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@pytest.fixture
def proxy(redis_url) -> Iterator[CuttingProxy]:
    proxy = CuttingProxy(redis_url)
    yield proxy
    proxy.close()


@pytest.fixture
def cut_app(proxy) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=proxy.url))
    yield app
    app.extensions["store"].close()


def play_on(table: HttpTable, actions: int) -> None:
    for _ in range(actions):
        seat = table.to_act
        assert table.act(seat, plain_action(table.view(seat).json)).status_code == 200


def test_an_action_whose_answer_from_the_store_got_lost_is_done_once(proxy, cut_app):
    table = HttpTable(cut_app.test_client(), ruleset="ffb-contree", first_dealer=3)
    for seat in range(3):
        proxy.arm(b"EVAL")
        acted = table.act(seat, PASS, match=seat + 1)
        assert (acted.status_code, acted.json["version"]) == (200, seat + 2)
        assert len(acted.json["deal"]["calls"]) == seat + 1
    assert proxy.cuts == 3
    assert table.version == 4


def test_an_action_that_the_store_did_but_nobody_heard_of_is_answered_when_sent_again(proxy, cut_app):
    """Every attempt of the client library is cut: the answer is a 503, the action is done, the key finds it."""
    table = HttpTable(cut_app.test_client(), ruleset="ffb-contree", first_dealer=3)
    proxy.arm(b"EVAL", times=9)
    lost = table.act(0, PASS, match=1, key="one")
    assert lost.status_code == 503
    assert int(lost.headers["Retry-After"]) > 0
    assert lost.headers["Content-Type"] == "application/problem+json"
    proxy.arm(b"", times=0)
    again = table.act(0, PASS, match=1, key="one")
    assert (again.status_code, again.headers["ETag"]) == (200, '"2"')
    assert len(again.json["deal"]["calls"]) == 1
    assert table.version == 2


def test_a_store_that_is_away_is_said_so_and_the_stateless_half_goes_on(short_directory):
    server = EmbeddedServer.ensure(Settings(data_directory=short_directory / "off", runtime_directory=short_directory))
    app = create_app(Settings(redis_url=server.url, redis_timeout_seconds=0.3))
    table = HttpTable(app.test_client(), ruleset="ffb-contree", first_dealer=3)
    before = table.view(0).data
    server.stop()
    for answer in (
        table.view(0),
        table.act(0, PASS, match=1),
        table.ask("GET", "/events?wait=0", 0),
        table.ask("GET", "/record"),
        table.ask("DELETE", "", "host"),
        table.ask("POST", "/seats/0/token", "host"),
        table.client.post("/v1/games", json={}),
    ):
        assert (answer.status_code, answer.json["reason"]) == (503, "store-unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert str(short_directory) not in answer.text
    stateless = table.client.post("/v1/deals/score", json={"contract": {"taker": 0, "trump": "H"}, "points": [92, 70]})
    assert stateless.status_code == 200
    server = EmbeddedServer.ensure(Settings(data_directory=short_directory / "off", runtime_directory=short_directory))
    assert table.view(0).data == before
    app.extensions["store"].close()
    server.stop()


def test_a_stream_outlives_the_store(short_directory):
    """It tells after the store came back what happened since, each event once."""
    kept = Settings(data_directory=short_directory / "stream", runtime_directory=short_directory)
    server = EmbeddedServer.ensure(kept)
    app = create_app(Settings(redis_url=server.url, redis_timeout_seconds=0.3))
    table = HttpTable(app.test_client(), ruleset="ffb-contree", first_dealer=3)
    stream = table.ask("GET", "/events", 2)
    chunks = (chunk for chunk in stream.response if chunk.startswith(b"id"))
    assert next(chunks).startswith(b"id: 1-0\n")
    table.act(0, PASS)
    assert next(chunks).startswith(b"id: 2-0\n")
    os.kill(server.pid or 0, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while not server.revive():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert table.act(1, PASS).status_code == 200
    assert next(chunks).startswith(b"id: 3-0\n")
    stream.close()
    app.extensions["hub"].close()
    app.extensions["store"].close()
    server.stop()


def test_workers_share_every_game(redis_url, start_service):
    """Nothing of a game is in a worker: requests reach any of four."""
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "4", "BELOTE_THREADS": "4"})
    table = HttpTable(HttpClient(service.url), ruleset="ffb-contree", first_dealer=3)
    play_on(table, 20)
    views = [table.view(2).json for _ in range(12)]
    assert all(view == views[0] for view in views)
    assert views[0]["version"] == 21


class Player(threading.Thread):
    """Plays games one after the other, sends again what was not answered, and notes what was."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.client = HttpClient(url)
        self.stopping = threading.Event()
        self.acknowledged: dict[str, int] = {}
        """The last version of each game that was answered."""
        self.tables: list[HttpTable] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            table = self.asked(lambda: HttpTable(self.client, ruleset="ffb-contree"))
            if table is None:
                return
            self.tables.append(table)
            for number in range(60):
                if not self.play(table, str(number)):
                    return

    def play(self, table: HttpTable, key: str) -> bool:
        """One action, sent with the same key until it is answered."""
        seat = self.asked(lambda: table.to_act)
        version, view = (None, None) if seat is None else self.asked(lambda: self.seen(table, seat)) or (None, None)
        if view is None:
            return False
        body = plain_action(view)
        for _ in range(400):
            acted = self.asked(lambda: table.act(seat, body, match=version, key=key))
            if acted is None:
                return False
            if acted.status_code == 200:
                assert acted.json["version"] == version + 1
                self.acknowledged[table.identity] = version + 1
                return True
            assert acted.status_code == 503, acted.json
            time.sleep(0.02)
        return False

    @staticmethod
    def seen(table: HttpTable, seat: int) -> tuple[int, Any]:
        """The version and the view of a seat; KeyError where the store was away."""
        view = table.view(seat).json
        return view["version"], view

    def asked(self, call: Any) -> Any:
        """The answer of a call that is made until it is answered, or None once the test is over.

        A worker can be killed between any two bytes of an answer: one that is torn is none.
        """
        while not self.stopping.is_set():
            try:
                return call()
            except (OSError, http.client.HTTPException, AssertionError, TypeError, KeyError, ValueError):
                time.sleep(0.02)
        return None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the store with its killed master")
def test_every_acknowledged_action_outlives_workers_and_master(tmp_path, short_directory, start_service):
    """kill -9 of workers, then of the store, then of the master, in the middle of play."""
    data = short_directory / "killed"
    environ = {"BELOTE_DATA": str(data), "XDG_RUNTIME_DIR": str(short_directory), "WEB_CONCURRENCY": "2"}
    service = start_service(environ)
    player = Player(service.url)
    player.start()
    random = Random(1)
    for _ in range(2):
        time.sleep(0.5)
        os.kill(random.choice(children_of(service.process.pid, "gunicorn")), signal.SIGKILL)
    time.sleep(0.5)
    before = sum(player.acknowledged.values())
    os.kill(children_of(service.process.pid, "-server")[0], signal.SIGKILL)
    deadline = time.monotonic() + 15
    while sum(player.acknowledged.values()) < before + 20:
        assert time.monotonic() < deadline, "the store comes back and play goes on"
        time.sleep(0.05)
    service.process.kill()
    service.process.wait()
    time.sleep(0.2)
    acknowledged = dict(player.acknowledged)
    service = start_service(environ, service.port)
    for table in player.tables:
        if table.identity in acknowledged:
            assert table.view().json["version"] >= acknowledged[table.identity]
    time.sleep(0.5)
    player.stopping.set()
    player.join(10)
    assert sum(player.acknowledged.values()) > sum(acknowledged.values()), "play went on"
    for table in player.tables:
        version = player.acknowledged.get(table.identity, 1)
        found = table.view().json
        assert found["version"] in (version, version + 1)
        assert len(table.events(0, after=0)) >= found["version"]


def children_of(pid: int, word: str) -> list[int]:
    """The children of a master with a word in their command: its workers, or its store."""
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    rows = [row.split(maxsplit=1) for row in found.stdout.splitlines()]
    return [int(child) for child, command in rows if word in command]
