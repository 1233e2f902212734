"""Whether the service lives, and whether it is ready: /livez, /readyz, and the contract at /openapi.yaml."""

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, send_file

from service.api.http import answer
from service.problems import Problem, detail

if TYPE_CHECKING:
    from service.store.connection import Store

OPENAPI = Path(__file__).resolve().parents[2] / "openapi.yaml"

RETRY_SECONDS = 2
"""When to ask again for a store that is away."""

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers; nothing else is asked."""
    return answer({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """The process answers and the store of games does too."""
    store: Store = current_app.extensions["store"]
    if store.ping():
        return answer({"status": "ok", "checks": {"store": "ok"}})
    raise store_unavailable()


@blueprint.get("/openapi.yaml")
def openapi() -> Response:
    """The contract."""
    return send_file(OPENAPI, mimetype="application/yaml", conditional=True)


def store_unavailable() -> Problem:
    """The problem of a store that does not answer."""
    return Problem(
        "store-unavailable",
        detail("store-unavailable", seconds=RETRY_SECONDS),
        headers={"Retry-After": str(RETRY_SECONDS)},
    )
