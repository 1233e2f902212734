"""The games of the service: tables kept as documents, for as long as somebody acts in them."""

from __future__ import annotations

import base64
import re
import secrets
from typing import TYPE_CHECKING, NamedTuple

from service.store import tables
from service.store.documents import Documents, Missing, Request, Stored

if TYPE_CHECKING:
    from service.settings import Settings
    from service.store.connection import Store
    from service.store.tables import Table

IDENTITY_BYTES = 10
IDENTITY = re.compile(r"[a-z2-7]{16}")
"""What an identity looks like; nothing else is looked up."""


class Seated(NamedTuple):
    """A table as it was loaded, with its document."""

    stored: Stored
    table: Table


class Games:
    """The stored games; every method raises one of `connection.AWAY` where the store is away."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._documents = Documents(store, "game")
        self._idle_seconds = settings.idle_game_seconds
        self._finished_seconds = settings.finished_game_seconds

    def open(self, identity: str, table: Table) -> None:
        """Keep a new table."""
        self._documents.create(identity, tables.dump(table), seconds=self.seconds(table))

    def load(self, identity: str) -> Seated:
        """The table as it is now; raises Missing, and `NewerFormat` where a newer service wrote it."""
        if not IDENTITY.fullmatch(identity):
            raise Missing(identity)
        stored = self._documents.load(identity)
        return Seated(stored, tables.load(stored.version, stored.body))

    def save(self, loaded: Seated, after: Table, request: Request | None = None) -> None:
        """Put the next version in place of the one loaded; raises Conflict and Missing."""
        self._documents.save(loaded.stored, tables.dump(after), seconds=self.seconds(after), request=request)

    def delete(self, identity: str) -> None:
        """Forget a game."""
        self._documents.delete(identity)

    def channel(self, identity: str) -> str:
        """Where new versions are told."""
        return self._documents.key(identity)

    def seconds(self, table: Table) -> int:
        """How long a table is kept when nobody acts any more."""
        return self._finished_seconds if table.game.over else self._idle_seconds


def new_identity() -> str:
    """A fresh identity, which nobody can guess: whoever knows it may watch."""
    return base64.b32encode(secrets.token_bytes(IDENTITY_BYTES)).decode().lower()
