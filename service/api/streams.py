"""Events of a game, filtered for whoever asks."""

from typing import Any, NamedTuple

from flask import Blueprint, Response

from service.api.access import bearer_of, holds, presented_token
from service.api.event_stream import Told, answer_events
from service.api.game_views import dump_event
from service.api.games import game_not_found, games, loaded
from service.rules.game.events import Event, event_for
from service.rules.game.facts import Bearer
from service.store.documents import Missing
from service.store.games import Games
from service.store.tables import EventId, Forgotten, SeatChange, Table

MOST_EVENTS = 1000
"""How many events of a game one answer has, those of some twenty deals."""

blueprint = Blueprint("events", __name__, url_prefix="/v1/games")


@blueprint.get("/<identity>/events")
def events(identity: str) -> Response:
    """What happened after an event, and what happens from now on."""
    table = loaded(identity).table
    bearer, token = bearer_of(table, identity), presented_token()
    try:
        return answer_events(GameFeed(games(), identity, bearer, token), GameSnapshot(table, bearer, token))
    except Missing:
        raise game_not_found() from None


class GameSnapshot(NamedTuple):
    """A game at one version, as a bearer may be told of it."""

    table: Table
    bearer: Bearer
    token: str | None

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.table.version

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return self.table.game.over

    @property
    def allowed(self) -> bool:
        """Whether the bearer still holds the token that he came with."""
        return holds(self.table, self.bearer, self.token)

    @property
    def most(self) -> int:
        """How many events one answer has."""
        return MOST_EVENTS

    def told(self, last: EventId) -> Told:
        """The events after one, as their bearer may see them."""
        return told(self.table, self.bearer, last)


class GameFeed(NamedTuple):
    """A game as it goes on."""

    games: Games
    identity: str
    bearer: Bearer
    token: str | None

    @property
    def channel(self) -> str:
        """Where new versions are told."""
        return self.games.channel(self.identity)

    def look(self) -> GameSnapshot:
        """The game as it is now."""
        return GameSnapshot(self.games.load(self.identity).table, self.bearer, self.token)


def told(table: Table, bearer: Bearer, last: EventId) -> Told:
    """The events after one, as their bearer may see them.

    Where that one is forgotten, or was never known, `reset` says so: the view of that version has all that matters.
    """
    try:
        happened = table.events_after(last)
    except Forgotten:
        return [{"id": str(table.version), "event": "reset", "version": table.version}]
    return (dump_told(identity, event, bearer) for identity, event in happened)


def dump_told(identity: EventId, event: Event | SeatChange, bearer: Bearer) -> dict[str, Any]:
    """An event with its id, as its bearer may see it."""
    if isinstance(event, SeatChange):
        return {"id": str(identity), "event": "seat-taken" if event.taken else "seat-left", "seat": event.place}
    return {"id": str(identity), **dump_event(event_for(event, bearer))}
