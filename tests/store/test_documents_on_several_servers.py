"""Documents and games on a Cluster and behind Sentinels, while nodes fail too."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from service import create_app
from service.settings import Settings
from service.store.connection import AWAY, Store
from service.store.documents import Conflict, Documents
from service.store.events import Hub
from tests.games.http import HttpTable, plain_action
from tests.store.proxy import free_identity
from tests.store.several import cluster_of_three, master_with_sentinels, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

DAY = 86400


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[str]:
    with cluster_of_three(tmp_path_factory.mktemp("cluster")) as (url, _):
        yield url


def play_a_few(table: HttpTable, actions: int = 12) -> None:
    for _ in range(actions):
        seat = table.to_act
        assert table.act(seat, plain_action(table.view(seat).json)).status_code == 200


def test_documents_in_a_cluster(cluster):
    store = Store(cluster)
    documents = Documents(store, "test")
    slots = set()
    for _ in range(12):
        created = documents.create(free_identity(), b"first", seconds=DAY)
        slots.add(store.client.keyslot(documents.key(created.identity)) * 3 // 16384)
        saved = documents.save(created, b"second", seconds=DAY)
        assert documents.load(created.identity) == saved
        with pytest.raises(Conflict):
            documents.save(created, b"third", seconds=DAY)
    assert len(slots) > 1, "documents lie on several nodes"
    store.close()


def test_news_in_a_cluster_reach_whoever_waits_wherever_the_document_lies(cluster):
    store = Store(cluster)
    documents = Documents(store, "test")
    hub = Hub(store, 16)
    created = [documents.create(free_identity(), b"", seconds=DAY) for _ in range(8)]
    watches = [hub.watch(documents.key(document.identity)) for document in created]
    for document, watch in zip(created, watches, strict=True):
        assert watch.wait(5)
        documents.save(document, b"", seconds=DAY)
        assert watch.wait(5)
        watch.close()
    hub.close()
    store.close()


def test_a_game_in_a_cluster(cluster):
    app = create_app(Settings(redis_url=cluster))
    table = HttpTable(app.test_client(), ruleset="ffb-contree")
    play_a_few(table)
    assert len(table.events(0)) >= 13
    assert table.events(0, after=13, wait=1) == []
    assert table.ask("DELETE", "", "host").status_code == 204
    app.extensions["hub"].close()
    app.extensions["store"].close()


def test_a_node_of_a_cluster_that_fails_takes_its_own_games_only(tmp_path):
    with cluster_of_three(tmp_path) as (url, servers):
        store = Store(url, timeout=0.5)
        documents = Documents(store, "test")
        created = [documents.create(free_identity(), b"", seconds=DAY) for _ in range(24)]
        failed = next(iter(servers.processes))
        lost = {
            document
            for document in created
            if store.client.get_node_from_key(documents.key(document.identity)).port == failed
        }
        assert 0 < len(lost) < 24
        servers.kill(failed)
        begin = time.monotonic()
        for document in created:
            if document in lost:
                with pytest.raises(AWAY):
                    documents.load(document.identity)
            else:
                assert documents.save(document, b"after", seconds=DAY).version == 2
        assert time.monotonic() - begin < 15
        store.close()


def test_after_a_failover_by_sentinels_games_go_on(tmp_path):
    """What the replica had is there; while nobody is master the store is away, and says so in time."""
    with master_with_sentinels(tmp_path) as (url, servers, master):
        app = create_app(Settings(redis_url=url, redis_timeout_seconds=0.5))
        table = HttpTable(app.test_client(), ruleset="ffb-contree")
        play_a_few(table)
        before = table.view(0).data
        store = app.extensions["store"]
        wait_until(lambda: store.client.execute_command("WAIT", 1, 500) == 1)
        servers.kill(master)
        begin = time.monotonic()
        answers = []
        while not answers or answers[-1].status_code != 200:
            assert time.monotonic() - begin < 15
            answers.append(table.view(0))
            time.sleep(0.1)
        assert {answer.status_code for answer in answers} == {200, 503}
        assert all("Retry-After" in answer.headers for answer in answers if answer.status_code == 503)
        assert answers[-1].data == before
        wait_until(lambda: table.act(table.to_act, plain_action(table.view(table.to_act).json)).status_code == 200)
        app.extensions["hub"].close()
        store.close()
