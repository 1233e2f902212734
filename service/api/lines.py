"""Many requests as lines: NDJSON in, NDJSON out, one ruling a line.

The batch endpoint, the command `adjudicate` and whatever spreads files over machines all rule on a line by `rule_on`,
and cut a stream into lines by `numbered_lines`.
"""

import logging
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import orjson

from service.api.http import parse_json
from service.api.operations import OPERATIONS, adjudicate
from service.api.schemas.batch import Id, id_of, line_reader
from service.messages import DEFAULT_LANGUAGE
from service.problems import Problem, detail

LOG = logging.getLogger("service")

UTF8_BOM = b"\xef\xbb\xbf"
SKIPPED_AT_ONCE = 64 * 1024

LINE = line_reader(tuple(OPERATIONS))


class Line(NamedTuple):
    """One line of a stream."""

    number: int
    """Its place, the first line being 1; empty lines count."""
    text: bytes | None
    """What it says; None where it is longer than allowed."""


class Ruling(NamedTuple):
    """The answer to a line."""

    text: bytes
    """A line of JSON with its line feed: `{"id", "line", "status", "body"}`."""
    status: int
    """The status that the single endpoint would have answered with."""
    accepted: bool
    """Whether it was answered with 200, and no call, card or deal in it was refused."""


def numbered_lines(stream: BinaryIO, longest: int) -> Iterator[Line]:
    """The lines of a stream that are not empty, without holding more than one of at most `longest` bytes.

    Lines end with LF or CR LF, the last one with or without. A byte order mark before the first is left out.
    """
    number = 0
    while text := stream.readline(longest + 2):
        number += 1
        if number == 1:
            text = text.removeprefix(UTF8_BOM)
        if len(content := text.rstrip(b"\r\n")) > longest:
            _skip_rest(stream, text)
            yield Line(number, None)
        elif content and not content.isspace():
            yield Line(number, content)


def _skip_rest(stream: BinaryIO, text: bytes) -> None:
    while text and not text.endswith(b"\n"):
        text = stream.readline(SKIPPED_AT_ONCE)


def rule_on(line: Line, longest: int, language: str = DEFAULT_LANGUAGE) -> Ruling:
    """The answer to a line; its `body` is, byte for byte, that of the single endpoint."""
    document: object = None
    try:
        document = _document_of(line, longest)
        request = LINE.read(document)
        body = adjudicate(request.op, request.body, language)
    except Problem as problem:
        return _ruling(id_of(document), line.number, problem.status, problem.document(language), accepted=False)
    except Exception:
        # A fault of ours on one line must not take the others with it.
        LOG.exception("unhandled exception on a line of a batch")
        failed = Problem("internal-error", detail("internal-error"))
        return _ruling(id_of(document), line.number, failed.status, failed.document(language), accepted=False)
    accepted = body.get("valid", body.get("legal")) is not False
    return _ruling(request.id, line.number, 200, body, accepted=accepted)


def _document_of(line: Line, longest: int) -> object:
    if line.text is None:
        raise Problem("body-too-large", detail("line-too-long", maximum=longest))
    return parse_json(line.text)


def _ruling(name: Id, number: int, status: int, body: object, *, accepted: bool) -> Ruling:
    answer = {"id": name, "line": number, "status": status, "body": body}
    return Ruling(orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE), status, accepted)
