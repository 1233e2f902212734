"""The table in the browser: static files that play by the public API alone."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

from service.web.headers import secured

FILES = Path(__file__).resolve().parent / "table"

blueprint = Blueprint("table", __name__)


@blueprint.get("/table")
def table() -> Response:
    """The page."""
    return table_file("index.html")


@blueprint.get("/table/<name>")
def table_file(name: str) -> Response:
    """One of its files."""
    return secured(send_from_directory(FILES, name))
