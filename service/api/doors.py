"""Who may ask, and how often: the API key of a front end, and the rate limit of a key and an address.

Both guard what is under /v1. Probes, the contract and the documentation are open, and so is the question of a browser
whether its page may call. Neither needs the store to let somebody in.
"""

import hashlib
import hmac
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from flask import Response, request

from service.problems import Problem, detail
from service.settings import Settings
from service.store.limits import Limits, Quota

GUARDED = "/v1/"
LONGEST_KEY = 200
CHALLENGE = {"WWW-Authenticate": 'ApiKey realm="belote", header="X-Api-Key"'}
QUOTA = "belote.quota"
POLICY = "default"


class Doors:
    """Lets a request in, or raises Problem: 401 without a key where one is asked, 429 for one too many."""

    def __init__(self, settings: Settings, limits: Limits | None) -> None:
        self._keys = {name: bytes.fromhex(digest) for name, digest in settings.api_keys}
        self._asked_of = settings.api_key_for
        self._proxies = settings.proxies
        self._limits = limits

    def guard(self) -> None:
        """Before a request: who asks is counted first, so that keys cannot be tried at will."""
        environ = request.environ
        if not request.path.startswith(GUARDED) or request.method == "OPTIONS":
            return
        address = address_of(environ, self._proxies)
        name = self._shown_key()
        if self._limits is not None:
            count(self._limits, f"{name or ''} {address}")
        if name is None and (
            self._asked_of == "all" or (self._asked_of == "remote" and not is_local(environ, address))
        ):
            code = "api-key-unknown" if "HTTP_X_API_KEY" in environ else "api-key-missing"
            raise Problem("api-key-required", detail(code), headers=CHALLENGE)

    def _shown_key(self) -> str | None:
        """The name of the key that the request shows, None without one that is known."""
        shown = request.environ.get("HTTP_X_API_KEY")
        if shown is None or len(shown) > LONGEST_KEY:
            return None
        digest = hashlib.sha256(shown.encode("latin-1")).digest()
        # All are compared, each in constant time: how long it takes tells nothing of how near a guess was.
        found = [name for name, known in self._keys.items() if hmac.compare_digest(digest, known)]
        return found[0] if found else None


def count(limits: Limits, caller: str) -> None:
    """Count a request of a caller; raises Problem (429) for one too many."""
    quota = request.environ[QUOTA] = limits.count(caller)
    if quota is not None and quota.is_exceeded:
        raise Problem(
            "too-many-requests",
            detail("too-many-requests", limit=quota.limit, window=quota.seconds, seconds=quota.reset),
            members={"violated-policies": [POLICY]},
            headers={"Retry-After": str(quota.reset)},
        )


def tell_quota(response: Response) -> Response:
    """After a request that was counted: what is left, as the RateLimit header fields say it."""
    quota: Quota | None = request.environ.get(QUOTA)
    if quota is not None:
        response.headers["RateLimit-Policy"] = f'"{POLICY}";q={quota.limit};w={quota.seconds}'
        response.headers["RateLimit"] = f'"{POLICY}";r={quota.remaining};t={quota.reset}'
    return response


def address_of(environ: Mapping[str, Any], proxies: int) -> str:
    """The address that asks: the peer's, or the one that the outermost of our own proxies saw.

    >>> address_of({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "6.6.6.6, 192.0.2.7"}, 1)
    '192.0.2.7'
    """
    peer = str(environ.get("REMOTE_ADDR", ""))
    if not proxies:
        return site_of(peer)
    forwarded = [part.strip() for part in str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
    return site_of(forwarded[-proxies] if len(forwarded) >= proxies else peer)


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """What is counted as one address: of IPv6 the /64 that a household has.

    >>> site_of("2001:db8::1:2:3:4"), site_of("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address[:64])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and not found.is_loopback:
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


def is_local(environ: Mapping[str, Any], address: str) -> bool:
    """Whether a request comes from this machine itself, by loopback or a socket file.

    One that came through a proxy that nobody told us of does not: the proxy is near, its client need not be.
    """
    forwarded = "HTTP_X_FORWARDED_FOR" in environ or "HTTP_FORWARDED" in environ
    peer = str(environ.get("REMOTE_ADDR", ""))
    if forwarded and site_of(peer) == address:
        return False
    return not address or address == "::1" or address.startswith("127.")
