"""The games of the service: tables kept as documents, for as long as somebody acts in them."""

from __future__ import annotations

import base64
import re
import secrets
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from service.store import tables
from service.store.documents import Documents, Missing, Request, Stored

if TYPE_CHECKING:
    from service.settings import Settings
    from service.store.connection import Store
    from service.store.tables import Table

RECENT_TABLES = 512
IDENTITY_BYTES = 10
IDENTITY = re.compile(r"[a-z2-7]{16}")
"""What an identity looks like; nothing else is looked up."""


class Seated(NamedTuple):
    """A table as it was loaded, with its document."""

    stored: Stored
    table: Table


class Recent:
    """The latest tables by the bytes that they are stored as, so that a table is not built again for every request.

    What is in the store decides: a table is found only by the very bytes that were loaded.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[bytes, Table] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, stored: Stored) -> Table | None:
        """The table that a document is, if it is one of the latest."""
        table = self._tables.get(stored.body)
        return table if table is not None and table.version == stored.version else None

    def keep(self, body: bytes, table: Table) -> None:
        """Remember a table, and forget the oldest."""
        with self._lock:
            self._tables[body] = table
            if len(self._tables) > self._most:
                self._tables.popitem(last=False)


class Games:
    """The stored games; every method raises one of `connection.AWAY` where the store is away."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._documents = Documents(store, "game")
        self._idle_seconds = settings.idle_game_seconds
        self._finished_seconds = settings.finished_game_seconds
        self._recent = Recent(RECENT_TABLES)

    def open(self, identity: str, table: Table) -> None:
        """Keep a new table."""
        self._documents.create(identity, tables.dump(table), seconds=self.seconds(table))

    def load(self, identity: str) -> Seated:
        """The table as it is now; raises Missing, and `NewerFormat` where a newer service wrote it."""
        if not IDENTITY.fullmatch(identity):
            raise Missing(identity)
        stored = self._documents.load(identity)
        table = self._recent.find(stored)
        if table is None:
            table = tables.load(stored.version, stored.body)
            self._recent.keep(stored.body, table)
        return Seated(stored, table)

    def save(self, loaded: Seated, after: Table, request: Request | None = None) -> None:
        """Put the next version in place of the one loaded; raises Conflict and Missing."""
        body = tables.dump(after)
        self._documents.save(loaded.stored, body, seconds=self.seconds(after), request=request)
        self._recent.keep(body, after)

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
