"""The score sheet for the phone: static files that keep it by the public API alone, and what both pages share."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

from service.web.headers import secured

HERE = Path(__file__).resolve().parent

blueprint = Blueprint("score", __name__)


@blueprint.get("/score")
def score() -> Response:
    """The page."""
    return score_file("index.html")


@blueprint.get("/score/<name>")
def score_file(name: str) -> Response:
    """One of its files."""
    response = secured(send_from_directory(HERE / "score", name))
    if name == "worker.js":
        # By itself a worker in this folder would not reach the page above it.
        response.headers["Service-Worker-Allowed"] = "/score"
    return response


@blueprint.get("/shared/<name>")
def shared_file(name: str) -> Response:
    """A file that several pages use."""
    return secured(send_from_directory(HERE / "shared", name))
