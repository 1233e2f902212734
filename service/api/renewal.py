"""Another token in place of a lost or leaked one, for a score sheet or an evening.

The answer to a renewal holds a secret that is stored nowhere, and yet it may get lost on its way. So where the request
comes with an `Idempotency-Key`, the new secret is made of the token that asked and of the key: who sends the request
again, the old token by now void among what he sends, is told the same.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from flask import Response, request

from service.api.access import SECRET_BYTES, new_token, presented_token, token_of, unauthorized
from service.api.conditional import ATTEMPTS, LONGEST_KEY, answered_version, etag, idempotent_request, stale
from service.api.http import JSON, answer, check_accepts
from service.api.readers import prove
from service.problems import Problem, detail
from service.store.documents import Conflict, Request, Stored
from service.store.sheets import EDIT, Kept, Reader
from service.store.tables import digest_of

SHORTEST_KEY = 16
"""Whoever has the old token could guess a short key, and be told the new token."""


K = TypeVar("K", bound=Kept)


class Renewable(NamedTuple, Generic[K]):
    """A sheet or an evening as a renewal needs it."""

    load: Callable[[], tuple[Stored, K, int]]
    """What is kept, and its version; raises Problem."""
    save: Callable[[Stored, K, Request | None], int]
    """Keep it with other keys, and the version then; raises Conflict, and Problem."""


class Renewal(NamedTuple):
    """A token in place of a reader's, and the request for it."""

    reader: Reader
    digest: bytes
    """What is stored of the token."""
    token: str
    sent: Request | None

    def is_made(self, kept: Kept) -> bool:
        """Whether the reader has this token."""
        return hmac.compare_digest(self.digest, kept.key_of(self.reader))


def renew(identity: str, reader: Reader, store: Renewable[K]) -> Response:
    """Put another token in place of the one that a reader has; the one before is void at once."""
    renewal = asked_renewal(identity, reader)
    for _ in range(ATTEMPTS):
        stored, kept, version = store.load()
        if not is_repeated(renewal, stored, kept, version):
            prove(identity, kept, (EDIT,))
            if is_new(renewal, stored, kept, version):
                try:
                    version = store.save(stored, replace(kept, keys=kept.keys.with_key(*renewal[:2])), renewal.sent)
                except Conflict:
                    continue
        response = answer({"reader": reader, "token": renewal.token})
        response.headers.update({"ETag": etag(version), "Cache-Control": "no-store"})
        return response
    raise stale(version)


def asked_renewal(identity: str, reader: Reader) -> Renewal:
    """The renewal that the request asks for; raises Problem (400, 401, 406)."""
    check_accepts(JSON)
    asking, key = presented_token(), request.headers.get("Idempotency-Key")
    if asking is None:
        raise unauthorized("reader-token-missing")
    if key is None:
        token = new_token(identity, reader)
        return Renewal(reader, digest_of(token), token, None)
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        raise Problem("bad-request", detail("renewal-key", minimum=SHORTEST_KEY, maximum=LONGEST_KEY))
    made = hmac.digest(asking.encode(), f"{reader}:{key}".encode(), hashlib.sha256)[:SECRET_BYTES]
    token = token_of(identity, reader, urlsafe_b64encode(made).decode())
    return Renewal(reader, digest_of(token), token, idempotent_request(EDIT, [request.method, request.path]))


def is_repeated(renewal: Renewal, stored: Stored, kept: Kept, version: int) -> bool:
    """Whether this very request made the token that is valid now, and nothing was written since.

    It proves itself then, by what only the one who sent it first can know: his own token may be void by it.
    """
    earlier = None if renewal.sent is None else stored.remembered(renewal.sent.name)
    return earlier is not None and earlier.version == version and renewal.is_made(kept)


def is_new(renewal: Renewal, stored: Stored, kept: Kept, version: int) -> bool:
    """Whether the renewal of a proven bearer is still to be made.

    Raises Problem where its key was used for another request (422), and where the token was renewed again since (412).
    """
    if answered_version(stored, renewal.sent) is None:
        return True
    if not renewal.is_made(kept):
        raise stale(version)
    return False
