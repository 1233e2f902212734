"""Documents with a version, each one value of the store, saved only where nobody else saved meanwhile.

What a document holds is its owner's business: here it is bytes. With each the store keeps its version; the requests
that made the latest versions, so that one sent again is known; and marks of the latest saves: redis-py sends a command
again whose answer got lost, and a save that was done must not be done twice nor be taken for a conflict.

The value of a key: version (4 bytes), marks of the latest saves (8 of 8), number of requests remembered (1), those (24
each), the body.
"""

from __future__ import annotations

import hashlib
import os
import struct
from typing import TYPE_CHECKING, NamedTuple, cast

from redis.exceptions import NoScriptError, ResponseError

from service.rules.stored import Damaged, require

if TYPE_CHECKING:
    from service.store.connection import Store

MARK_BYTES = 8
MARKS_KEPT = 8
"""More saves than others can make of a document while one exchange is tried again."""

REQUESTS_KEPT = 16


class _Script:
    """A script with the digest by which a server knows it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


_VERSION = struct.Struct(">I")
_REQUEST = struct.Struct(">12s8sI")
_MARKS_END = _VERSION.size + MARK_BYTES * MARKS_KEPT

# ARGV: the version that is expected, the next one, the mark of this save, what follows the marks, seconds to keep, the
# next version in digits. Answers "ok", or the other version found, or nothing where there is no document.
_SAVE = _Script(f"""
local head = redis.call('GETRANGE', KEYS[1], 0, {_MARKS_END - 1})
local version = string.sub(head, 1, {_VERSION.size})
if version ~= ARGV[1] then
    for place = {_VERSION.size + 1}, #head, {MARK_BYTES} do
        if string.sub(head, place, place + {MARK_BYTES - 1}) == ARGV[3] then
            return 'ok'
        end
    end
    return version
end
local marks = ARGV[3] .. string.sub(head, {_VERSION.size + 1}, {_MARKS_END - MARK_BYTES})
redis.call('SET', KEYS[1], ARGV[2] .. marks .. ARGV[4], 'EX', ARGV[5])
redis.call('PUBLISH', KEYS[1], ARGV[6])
return 'ok'
""")

_DELETE = _Script("""
redis.call('PUBLISH', KEYS[1], '0')
return redis.call('DEL', KEYS[1])
""")


class Conflict(Exception):
    """Somebody else saved the document meanwhile; `version` is the one that is there now."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Missing(LookupError):
    """There is no such document: there never was, it was deleted, or it expired."""


class Request(NamedTuple):
    """A request as the store remembers it."""

    name: bytes
    """12 bytes that name the request: a digest of who asks and of his key."""
    digest: bytes
    """8 bytes that tell its content."""
    version: int | None = None
    """The version that its answer follows from, where its owner counts otherwise than the store."""


class Remembered(NamedTuple):
    """A request that was answered by saving a version; the answer follows from that version."""

    digest: bytes
    version: int


class Stored(NamedTuple):
    """A document as it was loaded."""

    identity: str
    version: int
    """Counted from 1."""
    body: bytes
    requests: bytes = b""

    def remembered(self, name: bytes) -> Remembered | None:
        """What became of a request that was answered before, as long as it is remembered."""
        for found, digest, version in _REQUEST.iter_unpack(self.requests):
            if found == name:
                return Remembered(digest, version)
        return None


class Documents:
    """The documents of one kind; every method raises one of `connection.AWAY` where the store is away."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
        self._kind = kind

    def key(self, identity: str) -> str:
        """The key of a document, and the channel on which its new versions are told; the braces keep one slot."""
        return f"belote:{self._kind}:{{{identity}}}"

    def create(self, identity: str, body: bytes, *, seconds: int) -> Stored:
        """Keep version 1 of a new document for so many seconds; its identity is fresh and random."""
        value = _VERSION.pack(1) + bytes(MARK_BYTES * MARKS_KEPT) + b"\0" + body
        self._store.client.set(self.key(identity), value, ex=seconds)
        return Stored(identity, 1, body)

    def load(self, identity: str) -> Stored:
        """The document as it is now; raises Missing, and Damaged where something else stands in its place."""
        try:
            value = cast("bytes | None", self._store.client.get(self.key(identity)))
        except ResponseError as error:
            if str(error).startswith("WRONGTYPE"):
                raise Damaged("a value of another kind") from error
            raise
        if value is None:
            raise Missing(identity)
        return _read(identity, value)

    def save(self, loaded: Stored, body: bytes, *, seconds: int, request: Request | None = None) -> Stored:
        """Put the next version in place of the one loaded, tell those who wait, and keep it for so many seconds.

        A `request` is remembered with the version that it makes, or the one that it names. Raises Conflict where the
        document has another version by now, and Missing.
        """
        version, requests = loaded.version + 1, loaded.requests
        if request is not None:
            name, digest, answered = request
            made = version if answered is None else answered
            requests = (requests + _REQUEST.pack(name, digest, made))[-_REQUEST.size * REQUESTS_KEPT :]
        rest = bytes([len(requests) // _REQUEST.size]) + requests + body
        mark = os.urandom(MARK_BYTES)
        versions = _VERSION.pack(loaded.version), _VERSION.pack(version)
        found = self._run(_SAVE, loaded.identity, [*versions, mark, rest, seconds, version])
        if found == b"ok":
            return Stored(loaded.identity, version, body, requests)
        if not found:
            raise Missing(loaded.identity)
        raise Conflict(_VERSION.unpack(cast("bytes", found))[0])

    def delete(self, identity: str) -> None:
        """Forget a document, and tell those who wait; one that is not there is no fault."""
        self._run(_DELETE, identity, [])

    def _run(self, script: _Script, identity: str, arguments: list[bytes | int]) -> object:
        client, key = self._store.client, self.key(identity)
        try:
            return client.evalsha(script.digest, 1, key, *arguments)
        except NoScriptError:  # a server that was just started, or has just become the one that is written to
            return client.eval(script.text, 1, key, *arguments)


def _read(identity: str, value: bytes) -> Stored:
    require(len(value) > _MARKS_END, "a value cut off")
    count = value[_MARKS_END]
    body_start = _MARKS_END + 1 + _REQUEST.size * count
    require(count <= REQUESTS_KEPT and len(value) >= body_start, "a value cut off")
    version: int = _VERSION.unpack_from(value)[0]
    requests = value[_MARKS_END + 1 : body_start]
    made = [made for _, _, made in _REQUEST.iter_unpack(requests)]
    require(version and all(1 <= number <= version for number in made), "a version that never was")
    return Stored(identity, version, value[body_start:], requests)
