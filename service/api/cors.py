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
        headers, environ = response.headers, request.environ
        origin = environ.get("HTTP_ORIGIN")
        if self._all:
            headers.add("Access-Control-Allow-Origin", "*")
        else:
            response.vary.add("Origin")
        if origin is None or not (self._all or origin in self._origins):
            return response
        if not self._all:
            headers.add("Access-Control-Allow-Origin", origin)
        headers.add("Access-Control-Expose-Headers", EXPOSED)
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            headers.add("Access-Control-Allow-Methods", headers.get("Allow", ""))
            headers.add("Access-Control-Allow-Headers", ALLOWED)
            headers.add("Access-Control-Max-Age", str(PREFLIGHT_SECONDS))
        return response
