"""Telling what happened: as a stream (Server-Sent Events), or by long poll for clients without.

Both tell the same: every event after the one named, in order, as its bearer may see it. Neither keeps anything: the
events follow from what is stored.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

import orjson
from flask import Response, current_app, request

from service.api.access import unauthorized
from service.api.http import answer, no_content
from service.messages import Message
from service.problems import Problem, detail, invalid_request
from service.rules.stored import Damaged, NewerFormat
from service.store.connection import AWAY
from service.store.documents import Missing
from service.store.events import Hub, TooManyWatches, Watch
from service.store.tables import EventId

EVENT_STREAM = "text/event-stream"
LONGEST_WAIT = 60
BEAT_SECONDS = 10.0
"""How long a stream stays silent: a client that is gone is noticed by it, and a proxy kept from closing."""

RETRY_SECONDS = 2
BUSY_SECONDS = 5
EVENT_ID = re.compile(r'"?[0-9]{1,9}(-[0-9]{1,9})?"?')
NUMBER = re.compile(r"[0-9]{1,9}")

Told = Iterable[dict[str, Any]]
"""Events in order, each made when it is asked for."""


class Snapshot(Protocol):
    """What is told of, at one version."""

    @property
    def version(self) -> int:
        """Its version."""

    @property
    def over(self) -> bool:
        """Whether nothing will happen any more."""

    @property
    def allowed(self) -> bool:
        """Whether the bearer may still look."""

    @property
    def most(self) -> int:
        """How many events one answer has; whoever asks again after its last gets those that follow."""

    def told(self, last: EventId) -> Told:
        """The events after one, as the bearer may see them."""


class Feed(Protocol):
    """Where snapshots come from."""

    @property
    def channel(self) -> str:
        """Where the store tells of new versions."""

    def look(self) -> Snapshot:
        """What is told of, as it is now; raises Missing, and one of `connection.AWAY`."""


def answer_events(feed: Feed, snapshot: Snapshot) -> Response:
    """What happened after an event, and what happens from now on."""
    last, seconds = last_event(), wait_seconds()
    if seconds is not None or not accepts_stream():
        return long_poll(feed, snapshot, last, seconds or 0.0)
    if request.method == "HEAD":
        return Response(mimetype=EVENT_STREAM)
    if snapshot.over and not page_of(snapshot, last):
        return no_content()  # which tells a browser not to come back
    watch = open_watch(feed.channel)
    response = Response(messages(feed, watch, hub().stopping, snapshot, last), mimetype=EVENT_STREAM)
    response.call_on_close(watch.close)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.vary.add("Authorization")
    return response


def long_poll(feed: Feed, snapshot: Snapshot, last: EventId, seconds: float) -> Response:
    """What happened after an event: at once if something did, or else once it does, or when the time is over.

    Raises Missing where what is told of was deleted meanwhile, and Problem where the token was revoked.
    """
    happened = page_of(snapshot, last)
    if not happened and seconds and not snapshot.over:
        deadline = time.monotonic() + seconds
        with open_watch(feed.channel) as watch:
            while not happened and not hub().stopping():
                snapshot = feed.look()
                if not snapshot.allowed:
                    raise unauthorized("token-invalid")
                happened = page_of(snapshot, last)
                left = deadline - time.monotonic()
                if happened or left <= 0:
                    break
                watch.wait(left)
    reached = happened[-1]["id"] if len(happened) == snapshot.most else str(snapshot.version)
    response = answer({"events": happened, "last": reached})
    response.headers["Cache-Control"] = "no-store"
    return response


def page_of(snapshot: Snapshot, last: EventId) -> list[dict[str, Any]]:
    """The events after one that one answer has."""
    return list(islice(snapshot.told(last), snapshot.most))


def messages(
    feed: Feed, watch: Watch, stopping: Callable[[], bool], snapshot: Snapshot, last: EventId
) -> Iterator[bytes]:
    """The stream: events, a beat in silence, and at its end the reason for it."""
    with watch:
        yield b"retry: %d\n\n" % (1000 * RETRY_SECONDS)
        while True:
            for event in snapshot.told(last):
                yield message(event)
            last = EventId(snapshot.version)
            if snapshot.over:
                return
            while True:
                news = watch.wait(BEAT_SECONDS)
                if stopping():
                    return
                if not news:
                    yield b": beat\n\n"
                found = next_snapshot(feed)
                if isinstance(found, bytes):
                    if found:
                        yield found
                    return
                if found is not None and found.version != snapshot.version:
                    snapshot = found
                    break


def next_snapshot(feed: Feed) -> Snapshot | bytes | None:
    """What is told of as it is now; the last bytes where the stream ends; None where the store is away.

    A stream over what cannot be read ends without a word: whoever comes back is told why.
    """
    try:
        snapshot = feed.look()
    except Missing:
        return message({"event": "deleted"}, b"end")
    except (NewerFormat, Damaged):
        return b""
    except AWAY:
        return None
    return snapshot if snapshot.allowed else message({"event": "revoked"}, b"end")


def message(document: dict[str, Any], name: bytes | None = None) -> bytes:
    """One message of a stream."""
    lines = [b"data: " + orjson.dumps(document)]
    if name is not None:
        lines.insert(0, b"event: " + name)
    if "id" in document:
        lines.insert(0, b"id: " + document["id"].encode())
    return b"\n".join(lines) + b"\n\n"


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


def open_watch(channel: str) -> Watch:
    """A place to wait at; raises Problem where all are taken."""
    try:
        return hub().watch(channel)
    except TooManyWatches:
        busy = detail("too-many-streams", seconds=BUSY_SECONDS)
        raise Problem("too-many-streams", busy, headers={"Retry-After": str(BUSY_SECONDS)}) from None
