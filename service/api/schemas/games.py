"""Games: the bodies of POST /v1/games and of actions in, views and events out."""

from typing import Any

from service.messages import Message
from service.rules.game.actions import Action, Refused
from service.rules.game.events import Event
from service.rules.game.view import View


def dump_view(view: View, language: str) -> dict[str, Any]:
    """A view as JSON values."""
    raise NotImplementedError


def dump_event(event: Event) -> dict[str, Any]:
    """An event as its bearer sees it, as JSON values: `{"event": kind, …}`."""
    raise NotImplementedError


def dump_refusal(refused: Refused) -> tuple[Message, dict[str, Any]]:
    """The sentence of a 409 and its members: `reason`, `article`, `legal`."""
    raise NotImplementedError


def read_action(body: object) -> tuple[int | None, Action]:
    """The action of a body, and the seat it names, if it names one; raises Problem with every fault."""
    raise NotImplementedError
