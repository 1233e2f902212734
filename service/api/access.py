"""Who asks: by the token in `Authorization: Bearer …`, that of a seat or of the host, or by none, as a spectator.

A token names what it opens and its bearer, and proves it by 24 random bytes. Only a digest of it is stored: whoever
copies the store can open nothing with it.
"""

import hmac
import secrets
from collections.abc import Collection, Mapping
from typing import Protocol, TypeVar

from flask import request

from service.messages import Message
from service.problems import Problem, detail
from service.rules.game.facts import HOST, Bearer
from service.rules.seats import SEATS
from service.rules.stored import Damaged, NewerFormat
from service.store.tables import Table, digest_of

PREFIX = "belote"
"""Scanners for leaked secrets find tokens by it."""

SECRET_BYTES = 24
LONGEST_TOKEN = 200
MENDED_SECONDS = 600
"""When to ask again for what somebody has to mend."""

ACTORS: tuple[Bearer, ...] = (*SEATS, HOST)
BEARERS: dict[str, Bearer] = {str(bearer): bearer for bearer in ACTORS}

THINGS = {"scoresheets": "sheet", "evenings": "evening"}
"""What is asked for under a blueprint, as the messages name it; under any other it is a game."""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="belote"'}

B = TypeVar("B")
B_contra = TypeVar("B_contra", contravariant=True)


class Keyed(Protocol[B_contra]):
    """What has a token for each of its bearers: a table, a score sheet, an evening."""

    def key_of(self, bearer: B_contra, /) -> bytes | None:
        """The digest of the token that a bearer has now."""


def new_token(identity: str, bearer: object) -> str:
    """A fresh token of a bearer of a game, a sheet or an evening."""
    return token_of(identity, bearer, secrets.token_urlsafe(SECRET_BYTES))


def token_of(identity: str, bearer: object, secret: str) -> str:
    """The token of a bearer with that secret."""
    return f"{PREFIX}_{identity}_{bearer}_{secret}"


def bearer_of(table: Table, identity: str) -> Bearer:
    """Whose token the request bears: a seat's or the host's of this game; None without any.

    Raises Problem: 401 for what is no valid token, one that was revoked among them; 403 for one of another game.
    """
    return proven_bearer(table, identity, BEARERS)


def proven_bearer(keyed: Keyed[B], identity: str, bearers: Mapping[str, B]) -> B | None:
    """Which of some bearers the request's token proves; None without a token. Raises Problem as `bearer_of`."""
    token = presented_token()
    if token is None:
        return None
    prefix, owner, name, _ = [*token.split("_", 3), "", "", ""][:4]
    if prefix != PREFIX or name not in bearers:
        raise unauthorized("token-invalid")
    if owner != identity:
        raise Problem("forbidden", detail("token-of-other-game", thing=thing()))
    bearer = bearers[name]
    if not holds(keyed, bearer, token):
        raise unauthorized("token-invalid")
    return bearer


def holds(keyed: Keyed[B], bearer: B, token: str | None) -> bool:
    """Whether a token is the one that a bearer has now; a spectator needs none."""
    if bearer is None or token is None:
        return bearer is None
    # A bearer without a token is compared all the same: the time tells nothing.
    return hmac.compare_digest(digest_of(token), keyed.key_of(bearer) or bytes(32))


def presented_token() -> str | None:
    """The token in the request, None without one; raises Problem where the header is of another kind."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > LONGEST_TOKEN:
        raise unauthorized("token-invalid")
    return token


def required(bearer: Bearer, allowed: Collection[Bearer], otherwise: Message) -> Bearer:
    """The bearer, if he is one of those who may; raises Problem: 401 for a spectator, 403 for the others."""
    if bearer is None:
        raise unauthorized("token-missing")
    if bearer not in allowed:
        raise Problem("forbidden", otherwise)
    return bearer


def unauthorized(code: str) -> Problem:
    """The problem of a request without a valid token where one is needed."""
    return Problem("unauthorized", detail(code, thing=thing()), headers=CHALLENGE)


def unreadable(error: NewerFormat | Damaged) -> Problem:
    """The problem of what is stored but cannot be read; it is left as it is."""
    if isinstance(error, NewerFormat):
        return Problem("newer-format", detail("newer-format", thing=thing()), headers={"Retry-After": "60"})
    return Problem("damaged", detail("damaged", thing=thing()), headers={"Retry-After": str(MENDED_SECONDS)})


def thing() -> str:
    """What the request is about, for `{thing:thing}` in a message."""
    return THINGS.get(request.blueprint or "", "game")
