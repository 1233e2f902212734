"""Documents: versions, conflicts, requests sent again, answers lost on the way, expiry."""

from __future__ import annotations

import threading

import pytest

from service.store.connection import Store
from service.store.documents import MARKS_KEPT, REQUESTS_KEPT, Conflict, Documents, Missing, Request
from tests.store.proxy import CuttingProxy, free_identity

DAY = 86400


@pytest.fixture
def store(redis_url):
    store = Store(redis_url)
    yield store
    store.close()


@pytest.fixture
def documents(store):
    return Documents(store, "test")


@pytest.fixture
def proxy(redis_url):
    proxy = CuttingProxy(redis_url)
    yield proxy
    proxy.close()


def request_named(name: str, digest: str = "same") -> Request:
    return Request(name.encode().ljust(12), digest.encode().ljust(8))


def test_a_document_goes_and_comes_back(documents):
    identity = free_identity()
    created = documents.create(identity, b"\0first\xff", seconds=DAY)
    assert documents.load(identity) == created
    saved = documents.save(created, b"second", seconds=DAY)
    assert documents.load(identity) == saved
    assert (saved.version, saved.body) == (2, b"second")


def test_an_empty_body_is_a_body(documents):
    created = documents.create(free_identity(), b"", seconds=DAY)
    assert documents.load(created.identity).body == b""


def test_what_was_loaded_too_early_is_not_saved(documents):
    created = documents.create(free_identity(), b"first", seconds=DAY)
    documents.save(created, b"mine", seconds=DAY)
    with pytest.raises(Conflict) as caught:
        documents.save(created, b"yours", seconds=DAY)
    assert caught.value.version == 2
    assert documents.load(created.identity).body == b"mine"


def test_of_many_writers_at_once_one_saves(documents):
    created = documents.create(free_identity(), b"", seconds=DAY)
    barrier = threading.Barrier(8)
    saved, refused = [], []

    def write(name: bytes) -> None:
        barrier.wait()
        try:
            saved.append(documents.save(created, name, seconds=DAY).body)
        except Conflict as conflict:
            refused.append(conflict.version)

    threads = [threading.Thread(target=write, args=(bytes([name]),)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == [2] * 7
    assert documents.load(created.identity).body == saved[0]


def test_a_document_that_is_not_there_is_missing(documents):
    created = documents.create(free_identity(), b"first", seconds=DAY)
    documents.delete(created.identity)
    documents.delete(created.identity)
    with pytest.raises(Missing):
        documents.load(created.identity)
    with pytest.raises(Missing):
        documents.save(created, b"second", seconds=DAY)


def test_requests_are_remembered_with_the_version_they_made(documents):
    document = documents.create(free_identity(), b"", seconds=DAY)
    document = documents.save(document, b"", seconds=DAY, request=request_named("one"))
    document = documents.save(document, b"", seconds=DAY)
    document = documents.save(document, b"", seconds=DAY, request=request_named("two", "other"))
    loaded = documents.load(document.identity)
    assert loaded.remembered(request_named("one").name) == (b"same    ", 2)
    assert loaded.remembered(request_named("two").name) == (b"other   ", 4)
    assert loaded.remembered(request_named("three").name) is None


def test_the_latest_requests_are_remembered(documents):
    document = documents.create(free_identity(), b"body", seconds=DAY)
    for number in range(REQUESTS_KEPT + 1):
        document = documents.save(document, b"body", seconds=DAY, request=request_named(str(number)))
    loaded = documents.load(document.identity)
    assert loaded.remembered(request_named("0").name) is None
    assert loaded.remembered(request_named("1").name)
    assert loaded.remembered(request_named(str(REQUESTS_KEPT)).name)
    assert loaded.body == b"body"


def test_every_save_renews_the_expiry_and_a_load_does_not(store, documents):
    created = documents.create(free_identity(), b"", seconds=100)
    key = documents.key(created.identity)
    assert 98 <= store.client.ttl(key) <= 100
    documents.load(created.identity)
    assert store.client.ttl(key) <= 100
    documents.save(created, b"", seconds=5000)
    assert 4998 <= store.client.ttl(key) <= 5000


def test_an_expired_document_is_missing(store, documents):
    created = documents.create(free_identity(), b"", seconds=100)
    store.client.pexpire(documents.key(created.identity), 1)
    threading.Event().wait(0.01)
    with pytest.raises(Missing):
        documents.load(created.identity)


@pytest.mark.parametrize("others", range(MARKS_KEPT))
def test_a_save_whose_answer_got_lost_is_done_once(redis_url, proxy, documents, others):
    """The client library sends it again; meanwhile others may have saved on top of it."""
    store = Store(proxy.url)
    document = documents.create(free_identity(), b"before", seconds=DAY)
    documents.save(documents.create(free_identity(), b"", seconds=DAY), b"", seconds=DAY)  # the server knows the script
    slow = Documents(store, "test")
    assert slow.load(document.identity) == document
    if others:
        _save_on_top(proxy, slow, document, documents, others)
    else:
        proxy.arm(b"EVAL")
        assert slow.save(document, b"after", seconds=DAY).version == 2
    assert proxy.cuts == 1
    assert documents.load(document.identity).version == 2 + others
    store.close()


def _save_on_top(proxy, slow, document, documents, others):
    original = proxy._cuts

    def cut_and_save(data: bytes) -> bool:
        cut = original(data)
        if cut:
            for _ in range(others):
                loaded = documents.load(document.identity)
                documents.save(loaded, loaded.body + b"+", seconds=DAY)
        return cut

    proxy._cuts = cut_and_save
    proxy.arm(b"EVAL")
    assert slow.save(document, b"after", seconds=DAY).version == 2
    assert documents.load(document.identity).body == b"after" + b"+" * others


def test_a_create_and_a_delete_whose_answers_got_lost_are_done(proxy, documents):
    store = Store(proxy.url)
    slow = Documents(store, "test")
    proxy.arm(b"SET")
    created = slow.create(free_identity(), b"first", seconds=DAY)
    assert documents.load(created.identity) == created
    proxy.arm(b"EVAL")
    slow.delete(created.identity)
    assert proxy.cuts == 2
    with pytest.raises(Missing):
        documents.load(created.identity)
    store.close()


def test_a_server_that_lost_its_scripts_gets_them_again(store, documents):
    created = documents.create(free_identity(), b"", seconds=DAY)
    store.client.script_flush()
    assert documents.save(created, b"after", seconds=DAY).version == 2


def test_all_keys_of_a_document_share_a_hash_tag(documents):
    assert documents.key("abc") == "belote:test:{abc}"
