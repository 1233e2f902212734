"""A stored table: small, whole, and every earlier version of it found again."""

from __future__ import annotations

from random import Random

import pytest

from service.rules.game.events import events_between
from service.rules.game.facts import HOST
from service.store import tables
from service.store.connection import Store
from service.store.documents import Documents, Request
from service.store.tables import CHANGES_KEPT, EventId, Forgotten, SeatChange, digest_of
from tests.games.players import PRESETS, RULESETS, played
from tests.store.proxy import free_identity

KEYS = tuple([digest_of(name) for name in "abcde"])


def history_of(seed: int, ruleset: str = "ffb-annonces", actions: int = 60, changes: float = 0.2) -> list[tables.Table]:
    """Every version of a table where actions and changes of seats come in any order."""
    rng = Random(seed)
    games = played(rng, ruleset, actions)
    versions = [tables.opened(next(games), KEYS)]
    for game in games:
        while rng.random() < changes:
            bearer = rng.choice((0, 1, 2, 3, HOST))
            key = digest_of(str(rng.random())) if bearer == HOST or rng.random() < 0.5 else None
            versions.append(versions[-1].with_key(bearer, key))
        versions.append(versions[-1].with_game(game))
    return versions


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_written_is_what_is_read(ruleset):
    for table in history_of(1, ruleset):
        assert tables.load(table.version, tables.dump(table)) == table


def test_versions_are_counted_from_one_without_a_gap():
    assert [table.version for table in history_of(2)] == list(range(1, len(history_of(2)) + 1))


@pytest.mark.parametrize("seed", range(6))
def test_every_earlier_version_follows_from_the_last(seed):
    versions = history_of(seed)
    for table in versions:
        earlier = versions[-1].at(table.version)
        assert (earlier.version, earlier.game, earlier.seats) == (table.version, table.game, table.seats)


@pytest.mark.parametrize("seed", range(6))
def test_events_follow_each_other_without_gap_or_repetition(seed):
    versions = history_of(seed)
    told = []
    before = None
    for table in versions:
        if before is not None and table.game is before.game:
            change = table.changes[-1]
            events = [change] if change.place < 4 else []
        else:
            events = events_between(before and before.game, table.game)
        told += [(EventId(table.version, number), event) for number, event in enumerate(events)]
        before = table
    last = versions[-1]
    assert list(last.events_after(EventId(0))) == told
    for place, (identity, _) in enumerate(told):
        assert list(last.events_after(identity)) == told[place + 1 :]
    for version in range(1, last.version + 1):
        assert list(last.events_after(EventId(version))) == [item for item in told if item[0].version > version]


def test_a_version_that_is_not_there_yet_is_not_made_up():
    table = history_of(3)[-1]
    with pytest.raises(Forgotten):
        table.events_after(EventId(table.version + 1, 0))
    with pytest.raises(Forgotten):
        table.at(table.version + 1)


def test_of_very_many_changes_the_oldest_are_forgotten_and_it_is_told():
    table = history_of(4, changes=0)[-1]
    start = table.version
    for number in range(CHANGES_KEPT + 3):
        table = table.with_key(2, None if number % 2 else KEYS[2])
    again = tables.load(table.version, tables.dump(table))
    assert again == table
    oldest = start + 3
    assert again.seats.taken == (True, True, True, True)
    assert again.at(oldest).game == again.game
    assert [identity.version for identity, _ in again.events_after(EventId(oldest, 0))] == list(
        range(oldest + 1, table.version + 1)
    )
    for version in (0, 1, oldest - 1):
        with pytest.raises(Forgotten):
            again.events_after(EventId(version))
    with pytest.raises(Forgotten):
        again.at(oldest - 1)


def test_what_happens_after_much_is_forgotten_is_still_told():
    rng = Random(5)
    *_, first, second = played(rng, "ffb-contree", 12)
    table = tables.opened(first, KEYS)
    table = tables.Table(version=12, game=first, keys=KEYS)
    for _ in range(CHANGES_KEPT + 1):
        table = table.with_key(0, KEYS[0])
    after = table.with_game(second)
    events = list(after.events_after(EventId(table.version)))
    assert [event for _, event in events] == events_between(first, second)
    assert after.at(table.version).game == first


def test_a_change_of_seats_is_told_by_seat():
    table = history_of(6, changes=0)[-1].with_key(2, None)
    assert list(table.events_after(EventId(table.version - 1))) == [
        (EventId(table.version, 0), SeatChange(table.version, 2, taken=False))
    ]
    assert table.seats.taken == (True, True, False, True)
    assert table.key_of(2) is None
    assert table.key_of(HOST) == KEYS[4]


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_table_is_small_to_the_end_of_its_match(redis_url, ruleset):
    """With the most that is remembered of requests, in the memory of a server."""
    store = Store(redis_url)
    documents = Documents(store, "test")
    identity = free_identity()
    sizes = []
    for number, table in enumerate(history_of(7, ruleset, actions=10_000, changes=0)):
        body = tables.dump(table)
        if number == 0:
            document = documents.create(identity, body, seconds=60)
        else:
            document = documents.save(document, body, seconds=60, request=Request(b"%12d" % number, b"%8d" % number))
        if number % 10 == 0:
            sizes.append(store.client.memory_usage(documents.key(identity)))
    assert sum(sizes) / len(sizes) < 2048
    store.close()
