"""How often somebody asked: counted in the store, for all workers together, in one exchange a request."""

from __future__ import annotations

import hashlib
import logging
import math
from typing import TYPE_CHECKING, NamedTuple, cast

from redis.exceptions import NoScriptError

from service.store.breaker import Breaker
from service.store.connection import AWAY

if TYPE_CHECKING:
    from service.store.connection import Store

LOG = logging.getLogger("service")

# ARGV: the length of the window in milliseconds. Answers how often was asked in it, and what is left of it.
_COUNT = """
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
end
return {count, left}
"""
_COUNT_DIGEST = hashlib.sha1(_COUNT.encode(), usedforsecurity=False).hexdigest()


class Quota(NamedTuple):
    """What somebody has left."""

    limit: int
    """Requests that a window has."""
    seconds: int
    """The length of a window."""
    used: int
    """Requests in this window, this one and refused ones among them."""
    reset: int
    """Seconds until the next window, at least 1."""

    @property
    def is_exceeded(self) -> bool:
        """Whether this request is one too many."""
        return self.used > self.limit

    @property
    def remaining(self) -> int:
        """Requests that are left in this window."""
        return max(0, self.limit - self.used)


class Limits:
    """So many requests in a window of so many seconds for each caller; a window begins with its first request."""

    def __init__(self, store: Store, limit: int, seconds: int) -> None:
        self._store = store
        self._limit = limit
        self._seconds = seconds
        self._breaker = Breaker(store.ping)

    def count(self, caller: str) -> Quota | None:
        """Count a request of a caller; None where the store is away, and nothing can be counted.

        An exchange that is not answered is not tried again, and the ones after it are not begun: limits are no reason
        to answer late, or not to answer.
        """
        if self._breaker.is_open:
            return None
        try:
            used, left = self._run(key(caller), self._seconds * 1000)
        except AWAY as error:
            if self._breaker.trip():
                LOG.warning("the store is away; until it is back, requests are not counted: %s", error)
            return None
        return Quota(self._limit, self._seconds, used, max(1, math.ceil(left / 1000)))

    def _run(self, name: str, milliseconds: int) -> tuple[int, int]:
        client = self._store.quick
        try:
            found = client.evalsha(_COUNT_DIGEST, 1, name, milliseconds)
        except NoScriptError:
            found = client.eval(_COUNT, 1, name, milliseconds)
        used, left = cast("tuple[int, int]", found)
        return used, left


def key(caller: str) -> str:
    """The key of a caller's count; who he is does not stand in the store in the clear."""
    return f"belote:limit:{hashlib.sha256(caller.encode()).hexdigest()[:32]}"
