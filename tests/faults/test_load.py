"""Everything at once, for a while: no fault, bounded memory, and what it does to the time of an answer."""

from __future__ import annotations

import contextlib
import http.client
import json
import subprocess
import sys
import threading
import time

import pytest

from tests.faults.load import QUESTION, Players, Stateless
from tests.faults.test_processes import workers_of
from tests.games.http import HttpTable
from tests.games.remote import EventSource, HttpClient

BATCH_LINES = 500


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def memory_of(service):
    """Kilobytes that the workers hold."""
    workers = ",".join(str(worker) for worker in workers_of(service.process.pid))
    listed = subprocess.run(["ps", "-o", "rss=", "-p", workers], check=True, capture_output=True, text=True)
    return sum(int(line) for line in listed.stdout.split())


class Batches(threading.Thread):
    """Sends one batch after the other."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port = port
        self.stopping = threading.Event()
        self.lines = 0
        self.faults = []

    def run(self):
        line = json.dumps({"id": "a", "op": "legal-cards", "body": json.loads(QUESTION)}).encode() + b"\n"
        while not self.stopping.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            with contextlib.closing(connection):
                connection.request("POST", "/v1/batch", line * BATCH_LINES, {"Content-Type": "application/x-ndjson"})
                answers = connection.getresponse().read().splitlines()
            wrong = [answer for answer in answers if json.loads(answer)["status"] != 200]
            self.faults += wrong[:1]
            if len(answers) != BATCH_LINES:
                self.faults.append(f"{len(answers)} answers")
            self.lines += len(answers)
            time.sleep(0.2)


class Listener(threading.Thread):
    """Reads a stream of a game, whose events have to come without a gap."""

    def __init__(self, table):
        super().__init__(daemon=True)
        self.source = EventSource(table, last="1")
        self.versions = [1]
        self.faults = []

    def run(self):
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            for event in self.events():
                version = int(event["id"].partition("-")[0])
                if version not in (self.versions[-1], self.versions[-1] + 1):
                    self.faults.append(f"{version} after {self.versions[-1]}")
                self.versions.append(version)

    def events(self):
        for message in self.source.messages():
            if "id" in message:
                yield message


@pytest.mark.skipif(sys.platform != "linux", reason="looks at memory as Linux shows it")
@pytest.mark.parametrize(
    ("seconds", "streams", "tables"),
    [(4, 20, 4), pytest.param(150, 200, 10, marks=pytest.mark.slow)],
    ids=["short", "long"],
)
def test_mixed_load(redis_url, start_service, seconds, streams, tables):
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2", "BELOTE_THREADS": "128"})
    with Stateless(service.port, clients=1) as idle:
        time.sleep(min(seconds / 4, 5))
    client = HttpClient(service.url)
    followed = [HttpTable(client, ruleset="ffb-contree", first_dealer=3) for _ in range(tables)]
    listeners = [Listener(followed[number % tables]) for number in range(streams)]
    for listener in listeners:
        listener.start()
    players, batches = Players(service.url, 4), Batches(service.port)
    batches.start()
    with Stateless(service.port) as stateless:
        time.sleep(seconds / 4)
        for table in followed:  # what the listeners hear of
            table.act(0, {"action": "call", "call": "pass"}, match=1)
            table.act(1, {"action": "call", "call": "pass"}, match=2)
        memory = []
        for _ in range(4):
            time.sleep(seconds * 3 / 16)
            memory.append(memory_of(service))
    batches.stopping.set()
    batches.join(60)
    players.stop()
    for table in followed:
        table.ask("DELETE", "", "host")  # which ends its streams
    for listener in listeners:
        listener.join(20)
        listener.source.close()
    assert stateless.faults == idle.faults == batches.faults == []
    assert sum(player.unavailable + player.torn for player in players.players) == 0
    assert players.check() > seconds
    assert [listener.faults for listener in listeners if listener.faults or listener.versions[-1] != 3] == []
    # The caches fill at first; a leak would go on at the same pace.
    assert memory[-1] < memory[1] * 1.1 + 10_000, memory
    idle_p99, p99 = quantile(idle.seconds, 0.99), quantile(stateless.seconds, 0.99)
    print(
        f"{len(stateless.seconds)} questions, {players.actions} actions, {batches.lines} lines, {streams} streams, "
        f"{seconds} s: p50 {quantile(stateless.seconds, 0.5) * 1000:.1f} ms (idle "
        f"{quantile(idle.seconds, 0.5) * 1000:.1f}), p99 {p99 * 1000:.1f} ms (idle {idle_p99 * 1000:.1f}), "
        f"ratio {p99 / idle_p99:.1f}; memory {memory} KB"
    )
    assert p99 < 2
