"""The store fails in every way: the stateless half never notices; games say so, go on afterwards, and lose nothing."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.load import Players, Stateless, ask
from tests.faults.store import FailingStore, SlowProxy

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT = 0.5


@pytest.fixture
def store(tmp_path) -> Iterator[FailingStore]:
    store = FailingStore(tmp_path)
    yield store
    store.close()


@pytest.fixture
def service(store, start_service):
    # With the rate limit on, the stateless half has a reason to ask the store.
    return serve(start_service, store.url)


def serve(start_service, url):
    return start_service(
        {
            "REDIS_URL": url,
            "WEB_CONCURRENCY": "2",
            "BELOTE_THREADS": "8",
            "BELOTE_REDIS_TIMEOUT_SECONDS": str(TIMEOUT),
            "BELOTE_RATE_LIMIT": "1000000",
        }
    )


def crash(store):
    store.end(signal.SIGKILL)


def end(store):
    store.end(signal.SIGTERM)


FAULTS = {
    "stopped": (end, FailingStore.start),
    "killed": (crash, FailingStore.start),
    "frozen": (FailingStore.freeze, FailingStore.thaw),
    "full": (FailingStore.fill, FailingStore.empty),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_stateless_half_never_notices_and_games_go_on_afterwards(store, service, fault):
    harm, mend = FAULTS[fault]
    players = Players(service.url, 4)
    players.play_on(40)
    with Stateless(service.port) as stateless:
        time.sleep(0.2)
        harm(store)
        status, headers, document, took = ask(service.port, "POST", "/v1/games", {})
        assert (status, document["reason"]) == (503, "store-unavailable")
        assert headers["Content-Type"] == "application/problem+json"
        assert int(headers["Retry-After"]) > 0
        assert took < 2 * TIMEOUT + 3
        assert ask(service.port, "GET", "/livez")[0] == 200
        assert ask(service.port, "GET", "/readyz")[0] == (200 if fault == "full" else 503)
        time.sleep(1.0)
        mend(store)
        players.play_on(40)
    players.stop()
    stateless.unaffected()
    assert sum(player.unavailable for player in players.players) > 0, "the players saw the fault"
    assert players.check() >= 80


def test_a_hung_store_does_not_take_the_threads_away(store, service):
    """Many more requests for games than there are threads, each of which would wait for two timeouts."""
    status, _, game, _ = ask(service.port, "POST", "/v1/games", {})
    assert status == 201
    store.freeze()
    answers = []

    def look() -> None:
        answers.append(ask(service.port, "GET", f"/v1/games/{game['id']}")[0])

    time.sleep(0.1)
    watchers = [threading.Thread(target=look) for _ in range(60)]
    for watcher in watchers[:4]:
        watcher.start()
    time.sleep(2 * TIMEOUT + 0.5)
    with Stateless(service.port) as stateless:
        for watcher in watchers[4:]:
            watcher.start()
        for watcher in watchers:
            watcher.join(20)
        time.sleep(0.3)
    assert answers == [503] * 60
    # A worker that learns of it only now lets its threads wait once.
    stateless.unaffected(slowest=2 * TIMEOUT + 1)
    store.thaw()
    deadline = time.monotonic() + 5
    while ask(service.port, "GET", f"/v1/games/{game['id']}")[0] != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_slow_store_slows_games_only(store, start_service):
    proxy = SlowProxy(store.port)
    service = serve(start_service, proxy.url)
    players = Players(service.url, 2)
    players.play_on(10)
    proxy.delay = TIMEOUT * 0.6
    with Stateless(service.port) as stateless:
        time.sleep(0.3)  # the first question waits for the store's answer, for as long as a count may take
        stateless.seconds.clear()
        players.play_on(4)
    proxy.delay = 0
    players.stop()
    stateless.unaffected()
    assert players.check() >= 14
    proxy.close()
