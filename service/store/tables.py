"""A table as it is stored: the game, the keys of its seats and of its host, and who left or took a seat.

Every earlier version of a table follows from the stored one: of the game from its facts, of the seats from the list of
their changes. So neither answers nor events are stored.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from service.rules.game import storage
from service.rules.game.facts import HOST, Bearer, Game
from service.rules.game.history import events_since, states_since, step_of
from service.rules.stored import reading, require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rules.game.events import Event

CHANGES_KEPT = 64
"""How many changes of seats are kept; what happened before an older one is forgotten."""

HOST_PLACE = 4
"""The place of the host among the keys, after the four seats."""

KEY_BYTES = hashlib.sha256().digest_size

ALL_TAKEN = (True, True, True, True)

LAST = 1 << 16
"""After every event of a version."""


class SeatChange(NamedTuple):
    """Somebody left a seat or took it with a new key; for the host's place, its key was changed."""

    version: int
    """The version that the change made."""
    place: int
    taken: bool


class EventId(NamedTuple):
    """The place of an event: the version that it came with, and its number among the events of that version."""

    version: int
    number: int = LAST

    def __str__(self) -> str:
        return f"{self.version}-{self.number}"


class Seats(NamedTuple):
    """Who sits at the table as of a version."""

    version: int = 1
    changes: int = 0
    """How many changes came before."""
    taken: tuple[bool, ...] = ALL_TAKEN

    def after(self, change: SeatChange) -> Seats:
        """The seats after a change."""
        taken = list(self.taken)
        if change.place != HOST_PLACE:
            taken[change.place] = change.taken
        return Seats(change.version, self.changes + 1, tuple(taken))


class Forgotten(LookupError):
    """The version is older than what is remembered, or newer than the table."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table at one version."""

    version: int
    game: Game
    keys: tuple[bytes | None, ...]
    """The SHA-256 of each seat's token and of the host's; None where there is none."""
    first: Seats = Seats()
    """The oldest seats that are remembered."""
    changes: tuple[SeatChange, ...] = ()
    """How they changed since, oldest first."""

    @property
    def seats(self) -> Seats:
        """Who sits at the table."""
        seats = self.first
        for change in self.changes:
            seats = seats.after(change)
        return seats

    def key_of(self, bearer: Bearer) -> bytes | None:
        """The digest of the token of a seat or of the host."""
        return None if bearer is None else self.keys[place_of(bearer)]

    def with_game(self, game: Game) -> Table:
        """The next version, after an action."""
        return replace(self, version=self.version + 1, game=game)

    def with_key(self, bearer: Bearer, key: bytes | None) -> Table:
        """The next version, with another key for a seat or the host, or with none."""
        if bearer is None:
            raise ValueError("a spectator has no key")
        place = place_of(bearer)
        keys = (*self.keys[:place], key, *self.keys[place + 1 :])
        version, first = self.version + 1, self.first
        changes = (*self.changes, SeatChange(version, place, key is not None))
        while len(changes) > CHANGES_KEPT:
            first, changes = first.after(changes[0]), changes[1:]
        return replace(self, version=version, keys=keys, first=first, changes=changes)

    def at(self, version: int) -> Table:
        """The table as it was at an earlier version, but for its keys; raises Forgotten."""
        if version == self.version:
            return self
        if not self.first.version <= version < self.version:
            raise Forgotten(version)
        changes = tuple([change for change in self.changes if change.version <= version])
        game = next(states_since(self.game, self._step(version)))
        return replace(self, version=version, game=game, changes=changes)

    def events_after(self, last: EventId) -> Iterator[tuple[EventId, Event | SeatChange]]:
        """What happened after an event, unfiltered; after version 0, all. Raises Forgotten, at once."""
        oldest = self.first.version if self.first.changes else 0
        if not oldest <= last.version <= self.version:
            raise Forgotten(last.version)
        return (found for found in self._events_from(max(last.version, 1)) if found[0] > last)

    def _events_from(self, version: int) -> Iterator[tuple[EventId, Event | SeatChange]]:
        """Every event of that version and of those after it, but for a change of seats that is forgotten."""
        changes = {change.version: change for change in self.changes}
        if self.first.changes and version == self.first.version:
            version += 1
        step = self._step(version - 1)
        happened = events_since(self.game, step if version > 1 else None)
        for reached in range(version, self.version + 1):
            change = changes.get(reached)
            if change is None:
                for number, event in enumerate(next(happened)[1]):
                    yield EventId(reached, number), event
            elif change.place != HOST_PLACE:  # that the host has another key is nobody's business
                yield EventId(reached, 0), change

    def _step(self, version: int) -> int:
        """How many of the versions up to this one, without the first, an action made."""
        return version - 1 - self.first.changes - sum([change.version <= version for change in self.changes])


def place_of(bearer: Bearer) -> int:
    """The place of a seat or of the host among the keys."""
    return HOST_PLACE if bearer == HOST or bearer is None else int(bearer)


def digest_of(token: str) -> bytes:
    """What is stored of a token: it is random, so that a plain SHA-256 tells nothing of it."""
    return hashlib.sha256(token.encode()).digest()


def opened(game: Game, keys: tuple[bytes | None, ...]) -> Table:
    """A table at its first version."""
    return Table(version=1, game=game, keys=keys)


def dump(table: Table) -> bytes:
    """The bytes of a table; its version stands beside them in the store."""
    return orjson.dumps(_document(table))


def _document(table: Table) -> dict[str, Any]:
    document: dict[str, Any] = {
        "game": storage.dump(table.game),
        "keys": [None if key is None else urlsafe_b64encode(key).decode() for key in table.keys],
    }
    if table.changes:
        document["changes"] = [list(change) for change in table.changes]
    if table.first != Seats():
        document["first"] = [table.first.version, table.first.changes, list(table.first.taken)]
    return document


def load(version: int, body: bytes) -> Table:
    """The table of its bytes; raises NewerFormat where a newer service wrote them, Damaged where none did."""
    with reading():
        document = orjson.loads(body)
        table = _table(version, document)
        _check(table)
        require(_document(table) == document, "not as it was written")
    return table


def _table(version: int, document: dict[str, Any]) -> Table:
    version_first, changes_before, taken = document.get("first", Seats())
    return Table(
        version=version,
        game=storage.load(document["game"]),
        keys=tuple([None if key is None else urlsafe_b64decode(key) for key in document["keys"]]),
        first=Seats(version_first, changes_before, tuple(taken)),
        changes=tuple([SeatChange(*change) for change in document.get("changes", ())]),
    )


def _check(table: Table) -> None:
    """Make sure of what everybody relies on; raises Damaged."""
    require(len(table.keys) == HOST_PLACE + 1, "not a key for each place")
    require(all(key is None or len(key) == KEY_BYTES for key in table.keys), "a key of another size")
    first, changes = table.first, table.changes
    require(0 <= first.changes < first.version and len(first.taken) == len(ALL_TAKEN), "no such seats")
    require(all(type(taken) is bool for taken in first.taken), "no such seats")
    versions = [first.version, *(change.version for change in changes), table.version + 1]
    require(all(one < other for one, other in pairwise(versions)), "changes out of order")
    require(all(0 <= change.place <= HOST_PLACE and type(change.taken) is bool for change in changes), "no such place")
    made = step_of(table.game) + first.changes + len(changes)
    require(table.version == 1 + made, "a version that its changes do not make")
