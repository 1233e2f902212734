"""Events of a game: as a stream (Server-Sent Events), or by long poll for clients without.

Both tell the same: every event after the one named, in order, as its bearer may see it. Neither keeps anything: the
events follow from the stored game.
"""

import re
import time
from collections.abc import Iterator
from typing import Any

import orjson
from flask import Blueprint, Response, current_app, request

from service.api.access import bearer_of, holds, presented_token
from service.api.game_views import dump_event
from service.api.games import games, loaded, no_content
from service.api.http import answer
from service.messages import Message
from service.problems import Problem, detail, invalid_request
from service.rules.game.events import event_for
from service.rules.game.facts import Bearer
from service.store.connection import AWAY
from service.store.documents import Missing
from service.store.events import Hub, TooManyWatches, Watch
from service.store.tables import EventId, Forgotten, SeatChange, Table

EVENT_STREAM = "text/event-stream"
LONGEST_WAIT = 60
BEAT_SECONDS = 10.0
"""How long a stream stays silent: a client that is gone is noticed by it, and a proxy kept from closing."""

RETRY_SECONDS = 2
BUSY_SECONDS = 5
EVENT_ID = re.compile(r'"?[0-9]{1,9}(-[0-9]{1,9})?"?')
NUMBER = re.compile(r"[0-9]{1,9}")

blueprint = Blueprint("events", __name__, url_prefix="/v1/games")


@blueprint.get("/<identity>/events")
def events(identity: str) -> Response:
    """What happened after an event, and what happens from now on."""
    last, seconds = last_event(), wait_seconds()
    table = loaded(identity).table
    bearer = bearer_of(table, identity)
    if seconds is not None or not accepts_stream():
        return long_poll(identity, table, bearer, last, seconds or 0.0)
    if request.method == "HEAD":
        return Response(mimetype=EVENT_STREAM)
    if table.game.over and not told(table, bearer, last):
        return no_content()  # which tells a browser not to come back
    watch = open_watch(identity)
    stream = Stream(hub(), games(), watch, identity, bearer, presented_token())
    response = Response(stream.messages(table, last), mimetype=EVENT_STREAM)
    response.call_on_close(watch.close)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.vary.add("Authorization")
    return response


def long_poll(identity: str, table: Table, bearer: Bearer, last: EventId, seconds: float) -> Response:
    """What happened after an event: at once if something did, or else once it does, or when the time is over."""
    happened = told(table, bearer, last)
    if not happened and seconds and not table.game.over:
        token, deadline = presented_token(), time.monotonic() + seconds
        with open_watch(identity) as watch:
            while not happened and not hub().stopping():
                table = loaded(identity).table
                if not holds(table, bearer, token):
                    bearer_of(table, identity)
                happened = told(table, bearer, last)
                left = deadline - time.monotonic()
                if happened or left <= 0:
                    break
                watch.wait(left)
    response = answer({"events": happened, "last": str(table.version)})
    response.headers["Cache-Control"] = "no-store"
    return response


class Stream:
    """One open stream: what it tells, and when it ends."""

    def __init__(self, hub: Hub, games: Any, watch: Watch, identity: str, bearer: Bearer, token: str | None) -> None:
        self._hub = hub
        self._games = games
        self._watch = watch
        self._identity = identity
        self._bearer = bearer
        self._token = token

    def messages(self, table: Table, last: EventId) -> Iterator[bytes]:
        """The stream: events, a beat in silence, and at its end the reason for it."""
        with self._watch:
            yield b"retry: %d\n\n" % (1000 * RETRY_SECONDS)
            while True:
                for event in told(table, self._bearer, last):
                    yield message(event)
                last = EventId(table.version)
                if table.game.over:
                    return
                while True:
                    news = self._watch.wait(BEAT_SECONDS)
                    if self._hub.stopping():
                        return
                    if not news:
                        yield b": beat\n\n"
                    found = self._look()
                    if isinstance(found, bytes):
                        yield found
                        return
                    if found is not None and found.version != table.version:
                        table = found
                        break

    def _look(self) -> Table | bytes | None:
        """The table as it is now; the last message where the stream ends; None where the store is away."""
        try:
            table: Table = self._games.load(self._identity).table
        except Missing:
            return message({"event": "deleted"}, b"end")
        except AWAY:
            return None
        if not holds(table, self._bearer, self._token):
            return message({"event": "revoked"}, b"end")
        return table


def message(document: dict[str, Any], name: bytes | None = None) -> bytes:
    """One message of a stream."""
    lines = [b"data: " + orjson.dumps(document)]
    if name is not None:
        lines.insert(0, b"event: " + name)
    if "id" in document:
        lines.insert(0, b"id: " + document["id"].encode())
    return b"\n".join(lines) + b"\n\n"


def told(table: Table, bearer: Bearer, last: EventId) -> list[dict[str, Any]]:
    """The events after one, as their bearer may see them.

    Where that one is forgotten, or was never known, `reset` says so: the view of that version has all that matters.
    """
    try:
        happened = table.events_after(last)
    except Forgotten:
        return [{"id": str(table.version), "event": "reset", "version": table.version}]
    return [
        {"id": str(identity)}
        | (
            {"event": "seat-taken" if event.taken else "seat-left", "seat": event.place}
            if isinstance(event, SeatChange)
            else dump_event(event_for(event, bearer))
        )
        for identity, event in happened
    ]


def last_event() -> EventId:
    """The last event that the client knows: `?after=` or `Last-Event-ID`; before the first without either.

    A version alone, as an ETag has it, stands for all that came with it. Raises Problem.
    """
    given = request.args.get("after", request.headers.get("Last-Event-ID", ""))
    if not given:
        return EventId(0)
    if EVENT_ID.fullmatch(given):
        return EventId(*map(int, given.strip('"').split("-")))
    raise invalid_request([(("after",), Message("fault", "not-an-event"))])


def wait_seconds() -> float | None:
    """How long the client waits for an event; None where it does not say. Raises Problem."""
    given = request.args.get("wait")
    if given is None:
        return None
    if NUMBER.fullmatch(given) and int(given) <= LONGEST_WAIT:
        return float(given)
    raise invalid_request([(("wait",), Message("fault", "not-a-whole-number", minimum=0, maximum=LONGEST_WAIT))])


def accepts_stream() -> bool:
    """Whether the client takes a stream; one that asks for JSON gets a long poll."""
    return not request.accept_mimetypes or bool(request.accept_mimetypes[EVENT_STREAM])


def hub() -> Hub:
    """The watches of this worker."""
    found: Hub = current_app.extensions["hub"]
    return found


def open_watch(identity: str) -> Watch:
    """A place to wait at; raises Problem where all are taken."""
    try:
        return hub().watch(games().channel(identity))
    except TooManyWatches:
        busy = detail("too-many-streams", seconds=BUSY_SECONDS)
        raise Problem("too-many-streams", busy, headers={"Retry-After": str(BUSY_SECONDS)}) from None
