"""The headers of all that a browser shows."""

from flask import Response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from outside, and nothing inline: whoever smuggles a text into a page smuggles no script."""


def secured(response: Response) -> Response:
    """A page or a file of one, with what a browser may do with it."""
    response.headers.update(
        {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
        }
    )
    return response
