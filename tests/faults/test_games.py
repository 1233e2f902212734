"""One fault after the other, in the middle of many games: what was acknowledged is in the record, once and in order."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from tests.faults.load import Players
from tests.faults.store import FailingStore
from tests.faults.test_processes import workers_of


def crash_store(service, store):
    store.end(signal.SIGKILL)
    time.sleep(0.3)
    store.start()
    return service


def stop_store(service, store):
    store.end(signal.SIGTERM)
    time.sleep(0.3)
    store.start()
    return service


def freeze_store(service, store):
    store.freeze()
    time.sleep(1.2)
    store.thaw()
    return service


def fill_store(service, store):
    store.fill()
    time.sleep(0.5)
    store.empty()
    return service


def kill_worker(service, store):
    os.kill(min(workers_of(service.process.pid)), signal.SIGKILL)
    return service


def reload(service, store):
    service.process.send_signal(signal.SIGHUP)
    return service


FAULTS = (crash_store, kill_worker, freeze_store, reload, fill_store, stop_store)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.parametrize(
    ("count", "rounds", "between"),
    [(6, 1, 30), pytest.param(200, 4, 600, marks=pytest.mark.slow)],
    ids=["short", "long"],
)
def test_what_was_acknowledged_is_in_the_record_once_and_in_order(tmp_path, start_service, count, rounds, between):
    store = FailingStore(tmp_path)
    environ = {"REDIS_URL": store.url, "WEB_CONCURRENCY": "2", "BELOTE_REDIS_TIMEOUT_SECONDS": "0.5"}
    service = start_service(environ)
    players = Players(service.url, count)
    players.play_on(between, seconds=60)
    for _ in range(rounds):
        for fault in FAULTS:
            service = fault(service, store)
            players.play_on(between, seconds=90)
        # The master with its workers, stopped in the middle of play and started again.
        assert service.stop() == 0
        service = start_service(environ, service.port)
        players.play_on(between, seconds=90)
    players.stop()
    checked = players.check()
    games = sum(len(player.acknowledged) for player in players.players)
    torn, refused = (sum(getattr(player, name) for player in players.players) for name in ("torn", "unavailable"))
    print(f"{checked} acknowledged actions of {games} games found; {refused} answers 503, {torn} torn connections")
    assert checked >= rounds * len(FAULTS) * between
    store.close()
