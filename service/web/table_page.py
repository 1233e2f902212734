"""The table in the browser: static files that play by the public API alone."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

FILES = Path(__file__).resolve().parent / "table"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from outside, and nothing inline: whoever smuggles a text into a page smuggles no script."""

blueprint = Blueprint("table", __name__)


@blueprint.get("/table")
def table() -> Response:
    """The page."""
    return table_file("index.html")


@blueprint.get("/table/<name>")
def table_file(name: str) -> Response:
    """One of its files."""
    response = send_from_directory(FILES, name)
    response.headers.update(
        {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
        }
    )
    return response
