"""Score sheets and evenings as they are stored: the sheet with the keys of who may edit and who may watch."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import orjson

from service.rules.scoresheet import storage
from service.rules.stored import check_format, reading, require
from service.store.documents import Documents, Missing, Request, Stored
from service.store.games import IDENTITY
from service.store.tables import KEY_BYTES

if TYPE_CHECKING:
    from service.rules.scoresheet.changes import Sheet
    from service.settings import Settings
    from service.store.connection import Store

EDIT: Literal["edit"] = "edit"
WATCH: Literal["watch"] = "watch"
Reader = Literal["edit", "watch"]
"""Who holds a sheet or an evening: who may change it, and who may look."""

EVENING_FORMAT = 1
MOST_TABLES = 200
"""How many tables an evening has; each is read and scored for its ranking."""


class Keys(NamedTuple):
    """The SHA-256 of the two tokens."""

    edit: bytes
    watch: bytes

    def key_of(self, reader: Reader) -> bytes:
        """The digest of the token of one of the two."""
        return self.edit if reader == EDIT else self.watch

    def with_key(self, reader: Reader, key: bytes) -> Keys:
        """The keys with another one for one of the two."""
        return self._replace(edit=key) if reader == EDIT else self._replace(watch=key)


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What is kept of a sheet or of an evening: its keys, and the thing itself."""

    keys: Keys

    def key_of(self, reader: Reader) -> bytes:
        """The digest of the token of one of the two."""
        return self.keys.key_of(reader)


@dataclass(frozen=True, kw_only=True)
class KeptSheet(Kept):
    """A sheet with its keys."""

    sheet: Sheet


@dataclass(frozen=True, kw_only=True)
class Evening(Kept):
    """Many tables and their ranking."""

    name: str
    sheets: tuple[str, ...] = ()
    """The identities of the sheets, in the order of the tables."""

    def with_sheet(self, identity: str) -> Evening:
        """The evening with one more table."""
        return replace(self, sheets=(*self.sheets, identity))


class Sheets:
    """The stored score sheets; every method raises one of `connection.AWAY` where the store is away."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._documents = Documents(store, "sheet")
        self._seconds = settings.sheet_seconds

    def open(self, identity: str, kept: KeptSheet) -> Stored:
        """Keep a new sheet."""
        return self._documents.create(identity, _dump_sheet(kept), seconds=self._seconds)

    def load(self, identity: str) -> tuple[Stored, KeptSheet]:
        """The sheet as it is now; raises Missing, NewerFormat where a newer service wrote it, and Damaged."""
        stored = self._documents.load(checked(identity))
        with reading():
            document = orjson.loads(stored.body)
            kept = KeptSheet(keys=_load_keys(document), sheet=storage.load(document["sheet"]))
            require(_dump_sheet(kept) == stored.body, "not as it was written")
        return stored, kept

    def save(self, stored: Stored, after: KeptSheet, request: Request | None = None) -> Stored:
        """Put the next version in place of the one loaded; raises Conflict and Missing."""
        return self._documents.save(stored, _dump_sheet(after), seconds=self._seconds, request=request)

    def delete(self, identity: str) -> None:
        """Forget a sheet."""
        self._documents.delete(identity)

    def channel(self, identity: str) -> str:
        """Where new versions are told."""
        return self._documents.key(identity)


class Evenings:
    """The stored evenings."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._documents = Documents(store, "evening")
        self._seconds = settings.sheet_seconds

    def open(self, identity: str, evening: Evening) -> Stored:
        """Keep a new evening."""
        return self._documents.create(identity, _dump_evening(evening), seconds=self._seconds)

    def load(self, identity: str) -> tuple[Stored, Evening]:
        """The evening as it is now; raises Missing, NewerFormat where a newer service wrote it, and Damaged."""
        stored = self._documents.load(checked(identity))
        with reading():
            document = orjson.loads(stored.body)
            check_format(document, EVENING_FORMAT)
            evening = Evening(keys=_load_keys(document), name=document["name"], sheets=tuple(document["sheets"]))
            require(type(evening.name) is str and all(map(IDENTITY.fullmatch, evening.sheets)), "no such evening")
            require(_dump_evening(evening) == stored.body, "not as it was written")
        return stored, evening

    def save(self, stored: Stored, after: Evening, request: Request | None = None) -> Stored:
        """Put the next version in place of the one loaded; raises Conflict and Missing."""
        return self._documents.save(stored, _dump_evening(after), seconds=self._seconds, request=request)

    def delete(self, identity: str) -> None:
        """Forget an evening; its sheets stay."""
        self._documents.delete(identity)


def checked(identity: str) -> str:
    """The identity, if it looks like one; raises Missing."""
    if not IDENTITY.fullmatch(identity):
        raise Missing(identity)
    return identity


def _dump_sheet(kept: KeptSheet) -> bytes:
    return orjson.dumps({"keys": _dump_keys(kept.keys), "sheet": storage.dump(kept.sheet)})


def _dump_evening(evening: Evening) -> bytes:
    return orjson.dumps(
        {
            "format": EVENING_FORMAT,
            "keys": _dump_keys(evening.keys),
            "name": evening.name,
            "sheets": evening.sheets,
        }
    )


def _dump_keys(keys: Keys) -> list[str]:
    return [urlsafe_b64encode(key).decode() for key in keys]


def _load_keys(document: dict[str, Any]) -> Keys:
    edit, watch = document["keys"]
    keys = Keys(urlsafe_b64decode(edit), urlsafe_b64decode(watch))
    require(all(len(key) == KEY_BYTES for key in keys), "a key of another size")
    return keys
