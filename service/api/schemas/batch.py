"""The lines of a batch: what each asks, and how it is called."""

from typing import Any, NamedTuple

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import RequestField, fault, word_field
from service.api.schemas.quick import NotPlain, Reader

LONGEST_ID = 200
HIGHEST_ID = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

Id = str | int | None


class LineRequest(NamedTuple):
    """One line."""

    op: str
    """The path after /v1/."""
    body: Any
    """What the endpoint of that path takes; its own reader says what is wrong with it."""
    id: Id = None
    """Returned with the answer; the service does not ask whether it is unique."""


class IdField(RequestField):
    """A text or a whole number that the client knows the line by."""

    def read(self, value: Any) -> Id:
        """The id."""
        if not is_id(value):
            raise fault("not-an-id", maximum=LONGEST_ID)
        found: Id = value
        return found


class AnyValue(RequestField):
    """Whatever stands there."""

    def read(self, value: Any) -> Any:
        """The value itself."""
        return value


def line_reader(operations: tuple[str, ...]) -> Reader:
    """How a line is read where these are the operations."""

    class LineSchema(RequestSchema):
        value = LineRequest
        op = word_field(operations, required=True)
        body = AnyValue(required=True, allow_none=True)
        id = IdField(allow_none=True)

    known = frozenset(operations)

    def quick_line(line: Any) -> LineRequest:
        """What the schema loads from a plainly valid line."""
        if len(line) != 2 + ("id" in line) or (op := line["op"]) not in known:
            raise NotPlain
        name = line.get("id")
        if not (name is None or is_id(name)):
            raise NotPlain
        return LineRequest(op, line["body"], name)

    return Reader(LineSchema(), quick_line)


def is_id(value: object) -> bool:
    """Whether a value can be an id."""
    if type(value) is str:
        return len(value) <= LONGEST_ID
    return type(value) is int and -HIGHEST_ID <= value <= HIGHEST_ID


def id_of(line: object) -> Id:
    """The id of a line that is faulty otherwise, if it has one."""
    value = line.get("id") if isinstance(line, dict) else None
    return value if is_id(value) else None
