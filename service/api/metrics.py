"""What the service counts of itself, at /metrics."""

from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app

from service.metrics import METRICS

if TYPE_CHECKING:
    from service.store.connection import Store

TEXT = "text/plain; version=0.0.4; charset=utf-8"

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def metrics() -> Response:
    """All counts of all workers."""
    store: Store = current_app.extensions["store"]
    return current_app.response_class(
        METRICS.text(store.ping), content_type=TEXT, headers={"Cache-Control": "no-store"}
    )
