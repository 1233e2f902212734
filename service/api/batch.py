"""Thousands of rulings in one request: /v1/batch."""

import tempfile
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import orjson
from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import ClientDisconnected

from service.api.http import check_accepts, language
from service.api.lines import numbered_lines, rule_on
from service.problems import Problem, detail

if TYPE_CHECKING:
    from service.settings import Settings

NDJSON = "application/x-ndjson"
MEDIA_TYPES = (NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines")

CHUNK = 64 * 1024
"""How much is read, ruled on and sent at once, in bytes."""

HELD_IN_MEMORY = 1024 * 1024
"""The largest batch that is not put on disk while it is ruled on, in bytes."""

blueprint = Blueprint("batch", __name__, url_prefix="/v1")


class Limits(NamedTuple):
    """What a batch may cost."""

    lines: int
    seconds: int
    line_bytes: int
    grace: float
    """Seconds that a batch may go on after the service was told to stop."""


@blueprint.post("/batch")
def batch() -> Response:
    """Rule on every line: the request is taken in whole, then the rulings are streamed in its order."""
    if request.mimetype not in MEDIA_TYPES:
        raise Problem(
            "unsupported-media-type", detail("unsupported-media-type", wanted=NDJSON), headers={"Accept": NDJSON}
        )
    check_accepts(NDJSON)
    settings: Settings = current_app.extensions["settings"]
    limits = Limits(
        settings.max_batch_lines,
        settings.max_batch_seconds,
        settings.max_body_bytes,
        grace_of(settings.graceful_seconds),
    )
    request.max_content_length = settings.max_batch_bytes
    clock = Clock(limits.seconds, request.environ.get("gunicorn.socket"))
    spoken = language()
    lines = take_in(cast("BinaryIO", request.stream), limits, clock)
    stopping: Callable[[], bool] = current_app.extensions.get("stopping", bool)
    response = current_app.response_class(rulings(lines, limits, clock, spoken, stopping), mimetype=NDJSON)
    response.call_on_close(lines.close)
    response.call_on_close(clock.release)
    response.headers.update(
        {"Content-Language": spoken, "Vary": "Accept-Language", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )
    return response


def grace_of(seconds: int) -> float:
    """How long a batch goes on of the seconds that the service has for its end: some are left for what it says last."""
    return max(seconds - 3, seconds / 2)


class Clock:
    """The time that a batch has, for ruling as for waiting on its client."""

    def __init__(self, seconds: int, socket: Any) -> None:
        self._end = monotonic() + seconds
        self.is_shortened = False
        self._socket = socket
        self._timeout = socket.gettimeout() if socket else None

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return monotonic() > self._end

    def shorten(self, seconds: float) -> None:
        """Leave so many seconds at most from the first such call on."""
        if not self.is_shortened and (end := monotonic() + seconds) < self._end:
            self._end = end
            self.is_shortened = True

    def bound_waiting(self) -> None:
        """Wait for the client no longer than there is time: one that neither sends nor reads would keep a thread."""
        if self._socket:
            self._socket.settimeout(max(0.1, self._end - monotonic()))

    def release(self) -> None:
        """Leave the connection as it was for the requests to come."""
        if self._socket and self._socket.fileno() >= 0:
            self._socket.settimeout(self._timeout)


def take_in(stream: BinaryIO, limits: Limits, clock: Clock) -> BinaryIO:
    """The whole batch, in memory or on disk.

    Many clients read nothing before they have sent everything: with answers streamed meanwhile, both ends would wait
    for the other as soon as the buffers between them are full. Raises Problem where the batch is over a limit.
    """
    taken = cast("BinaryIO", tempfile.SpooledTemporaryFile(max_size=HELD_IN_MEMORY))  # noqa: SIM115 - closed with the answer
    try:
        _copy(stream, taken, limits, clock)
    except ClientDisconnected:
        taken.close()
        raise (too_slow(limits, 1) if clock.is_over else Problem("bad-request", detail("body-torn"))) from None
    except BaseException:
        taken.close()
        raise
    taken.seek(0)
    return taken


def _copy(stream: BinaryIO, taken: BinaryIO, limits: Limits, clock: Clock) -> None:
    """Copy a batch while it is within its limits; raises Problem."""
    lines = 0
    clock.bound_waiting()
    while chunk := stream.read(CHUNK):
        lines += chunk.count(b"\n")
        if lines > limits.lines:
            raise Problem("batch-too-large", detail("batch-lines", maximum=limits.lines))
        if clock.is_over:
            raise too_slow(limits, 1)
        taken.write(chunk)
        clock.bound_waiting()


def rulings(
    lines: BinaryIO, limits: Limits, clock: Clock, spoken: str, stopping: Callable[[], bool]
) -> Iterator[bytes]:
    """The answers in pieces of about `CHUNK` bytes.

    Where the time is over, or the service stops and cannot wait any longer, the last line says so in place of the
    answer to the next line.
    """
    answers = bytearray()
    with lines:
        for line in numbered_lines(lines, limits.line_bytes):
            if clock.is_over:
                problem = stops(line.number) if clock.is_shortened else too_slow(limits, line.number)
                yield bytes(answers) + last_words(problem, line.number, spoken)
                return
            answers += rule_on(line, limits.line_bytes, spoken).text
            if len(answers) >= CHUNK:
                if stopping():
                    clock.shorten(limits.grace)
                clock.bound_waiting()
                yield bytes(answers)
                answers.clear()
    clock.bound_waiting()
    yield bytes(answers)


def too_slow(limits: Limits, line: int) -> Problem:
    """The problem of a batch that takes too long."""
    return Problem("batch-too-large", detail("batch-seconds", maximum=limits.seconds, line=line))


def stops(line: int) -> Problem:
    """The problem of a batch that the service cannot wait for."""
    return Problem("stopping", detail("batch-stopped", line=line))


def last_words(problem: Problem, number: int, spoken: str) -> bytes:
    """The line that ends a batch early: from its number on nothing was ruled on."""
    document = {"id": None, "line": number, "status": problem.status, "body": problem.document(spoken)}
    return orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE)
