"""Which web pages may call the service from a browser: Cross-Origin Resource Sharing, as the Fetch standard has it."""

from collections.abc import Collection

from flask import Response, request

EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"
"""What a page may read of an answer, beyond what every page may."""

ALLOWED = (
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, "
    "X-Api-Key, X-Request-Id"
)
"""What a page may send."""

PREFLIGHT_SECONDS = 600


class Cors:
    """Tells browsers whose pages may call: those of some origins, or of all."""

    def __init__(self, origins: Collection[str]) -> None:
        self._all = "*" in origins
        self._origins = frozenset(origins)

    def tell(self, response: Response) -> Response:
        """Put the permission on an answer. Cookies are never read, so credentials are never allowed."""
        headers = response.headers
        if self._all:
            headers["Access-Control-Allow-Origin"] = "*"
        else:
            response.vary.add("Origin")
            origin = request.environ.get("HTTP_ORIGIN")
            if origin not in self._origins:
                return response
            headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = EXPOSED
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = ALLOWED
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
        return response
