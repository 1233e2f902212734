"""Waiting for news: nobody misses any, places are limited, and a stop or an absent store wakes everybody."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from service.settings import Settings
from service.store.breaker import Breaker
from service.store.connection import Store
from service.store.documents import Documents
from service.store.embedded import EmbeddedServer
from service.store.events import POLL_SECONDS, Hub, TooManyWatches
from tests.store.proxy import free_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAY = 86400


@pytest.fixture
def store(redis_url) -> Iterator[Store]:
    store = Store(redis_url)
    yield store
    store.close()


@pytest.fixture
def documents(store) -> Documents:
    return Documents(store, "test")


@pytest.fixture
def make_hub(store) -> Iterator[Callable[..., Hub]]:
    hubs: list[Hub] = []

    def make(*args, **kwargs) -> Hub:
        hubs.append(Hub(*args, **kwargs))
        return hubs[-1]

    yield make
    for hub in hubs:
        hub.close()


def settle(watch) -> None:
    """Wait until the subscription stands."""
    assert watch.wait(5)


def test_a_save_wakes_who_watches_and_nobody_else(make_hub, store, documents):
    one, other = (documents.create(free_identity(), b"", seconds=DAY) for _ in range(2))
    hub = make_hub(store, 4)
    with hub.watch(documents.key(one.identity)) as watch, hub.watch(documents.key(other.identity)) as idle:
        settle(watch)
        settle(idle)
        documents.save(one, b"", seconds=DAY)
        assert watch.wait(5)
        assert not watch.wait(3 * POLL_SECONDS)
        assert not idle.wait(0)


def test_a_delete_wakes_who_watches(make_hub, store, documents):
    document = documents.create(free_identity(), b"", seconds=DAY)
    with make_hub(store, 4).watch(documents.key(document.identity)) as watch:
        settle(watch)
        documents.delete(document.identity)
        assert watch.wait(5)


def test_no_version_is_missed_by_looking_after_each_wait(make_hub, store, documents):
    """However saves fall before, while and after the subscription is made."""
    document = documents.create(free_identity(), b"", seconds=DAY)
    hub = make_hub(store, 8)
    seen: list[int] = []

    def follow() -> None:
        with hub.watch(documents.key(document.identity)) as watch:
            while True:
                version = documents.load(document.identity).version
                seen.append(version)
                if version == 201:
                    return
                assert watch.wait(5)

    threads = [threading.Thread(target=follow) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(200):
        document = documents.save(document, b"", seconds=DAY)
        time.sleep(0.001 * (number % 3 == 0))
    for thread in threads:
        thread.join(10)
    assert seen.count(201) == 4


def test_places_are_limited_and_given_back(make_hub, store):
    hub = make_hub(store, 2)
    with hub.watch("one") as first, hub.watch("one"):
        with pytest.raises(TooManyWatches):
            hub.watch("one")
        first.close()
        first.close()
        hub.watch("two").close()


def test_a_stop_wakes_everybody(make_hub, store):
    stopping = threading.Event()
    with make_hub(store, 2, stopping.is_set).watch("one") as watch:
        settle(watch)
        begin = time.monotonic()
        threading.Timer(0.05, stopping.set).start()
        watch.wait(10)
        assert time.monotonic() - begin < 2


def test_a_fault_of_the_listener_is_told_and_it_begins_anew(make_hub, store, documents, monkeypatch, caplog):
    faults = [ValueError("no such thing"), AttributeError("sendall")]
    real = store.blocking.pubsub

    def pubsub():
        if faults:
            raise faults.pop()
        return real()

    monkeypatch.setattr(store.blocking, "pubsub", pubsub)
    document = documents.create(free_identity(), b"", seconds=DAY)
    hub = make_hub(store, 1)
    with hub.watch(documents.key(document.identity)) as watch:
        while faults:
            assert watch.wait(5), "who waits is told to look again"
        settle(watch)
        documents.save(document, b"next", seconds=DAY)
        assert watch.wait(5)
    assert caplog.text.count("begins anew") == 2


def test_without_a_thread_there_is_no_place_and_with_one_there_is(make_hub, store, monkeypatch):
    hub = make_hub(store, 1)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", no_thread)
        with pytest.raises(TooManyWatches):
            hub.watch("belote:test:one")
    hub.watch("belote:test:one").close()


def no_thread(_thread) -> None:
    raise RuntimeError("can't start new thread")


def test_a_breaker_closes_whatever_asking_raises(caplog):
    answers = [True, OSError("too many files"), False]
    closed = threading.Event()

    def ask() -> bool:
        said = answers.pop()
        if isinstance(said, OSError):
            raise said
        if said:
            closed.set()
        return said

    breaker = Breaker(ask, 0.01)
    assert breaker.trip()
    assert not breaker.trip()
    assert closed.wait(5)
    deadline = time.monotonic() + 5
    while breaker.is_open:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert "is tried again" in caplog.text


def test_a_breaker_that_nobody_could_close_stays_closed(monkeypatch, caplog):
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    breaker = Breaker(lambda: True)
    assert breaker.trip()
    assert not breaker.is_open
    assert "can't start new thread" in caplog.text


def test_watches_outlive_the_store(short_directory):
    server = EmbeddedServer.ensure(Settings(data_directory=short_directory / "away", runtime_directory=short_directory))
    store = Store(server.url, timeout=0.5)
    documents = Documents(store, "test")
    document = documents.create(free_identity(), b"", seconds=DAY)
    hub = Hub(store, 2)
    with hub.watch(documents.key(document.identity)) as watch:
        settle(watch)
        os.kill(server.pid, signal.SIGKILL)
        assert watch.wait(5), "an absent store is told at once"
        deadline = time.monotonic() + 5
        while not server.revive():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        document = documents.save(documents.load(document.identity), b"", seconds=DAY)
        assert watch.wait(5)
    hub.close()
    store.close()
    server.stop()
