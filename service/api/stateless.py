"""The stateless half: every operation of `OPERATIONS` under its own path, and what can be read of the rulesets."""

from collections.abc import Callable

from flask import Blueprint, Response

from service.api import rulesets
from service.api.http import answer, language, read_json
from service.api.operations import OPERATIONS, adjudicate


def create_blueprint() -> Blueprint:
    """The routes of the stateless half, under /v1."""
    blueprint = Blueprint("stateless", __name__, url_prefix="/v1")
    for name in OPERATIONS:
        blueprint.add_url_rule(f"/{name}", name.replace("/", "-"), view_of(name), methods=["POST"])
    blueprint.add_url_rule("/rulesets", "rulesets", list_rulesets)
    blueprint.add_url_rule("/rulesets/<preset>", "ruleset", show_ruleset)
    return blueprint


def view_of(name: str) -> Callable[[], Response]:
    """The view of an operation: parse, load and decide, dump."""

    def view() -> Response:
        spoken = language()
        return answer(adjudicate(name, read_json(), spoken), spoken=spoken)

    return view


def list_rulesets() -> Response:
    """Every preset."""
    return answer(rulesets.list_presets())


def show_ruleset(preset: str) -> Response:
    """One preset with its options."""
    return answer(rulesets.show_preset(preset))
