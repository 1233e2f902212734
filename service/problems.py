"""Faults as RFC 9457 problems: the only table of status codes, and the way from an exception to an answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from service.messages import Message, catalogue_of
from service.rules.reasons import ImpossiblePosition, PointsDoNotAddUp, RuleError

PROBLEM_JSON = "application/problem+json"

STATUS = {
    "bad-request": 400,
    "invalid-json": 400,
    "api-key-required": 401,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "game-not-found": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "action-refused": 409,
    "full": 409,
    "stale": 412,
    "body-too-large": 413,
    "batch-too-large": 413,
    "unsupported-media-type": 415,
    "impossible-position": 422,
    "invalid-request": 422,
    "idempotency-key-reused": 422,
    "points-do-not-add-up": 422,
    "precondition-required": 428,
    "too-many-requests": 429,
    "too-many-streams": 429,
    "internal-error": 500,
    "damaged": 503,
    "newer-format": 503,
    "stopping": 503,
    "store-unavailable": 503,
}
"""The status of each kind of problem; `type` is /problems/ and the kind."""

MOST_ERRORS = 100
"""How many field faults one answer lists, so that a hostile body cannot ask for a much larger answer."""

Pointer = tuple[str | int, ...]


class Problem(Exception):
    """An answer that is not what was asked for.

    `kind` is a key of `STATUS`; `reason` the stable code, the kind itself unless a finer one is known; `errors` the
    faults of single fields with their places; `members` further fields of the answer; `headers` those of its response.
    """

    def __init__(
        self,
        kind: str,
        detail: Message,
        *,
        reason: str | None = None,
        errors: Iterable[tuple[Pointer, Message]] = (),
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.reason = reason or kind
        self.errors = tuple(errors)
        self.members = dict(members or {})
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.kind]

    def document(self, language: str) -> dict[str, Any]:
        """The body of the answer in a language."""
        document: dict[str, Any] = {
            "type": f"/problems/{self.kind}",
            "title": catalogue_of(language)["problem"]["title"][self.kind],
            "status": self.status,
            "detail": self.detail.say(language),
            "reason": self.reason,
            **self.members,
        }
        if self.errors:
            document["errors"] = [
                {"pointer": json_pointer(pointer), "detail": message.say(language)}
                for pointer, message in self.errors[:MOST_ERRORS]
            ]
        return document


def detail(code: str, /, **facts: Any) -> Message:
    """The message of a problem as a whole."""
    return Message("problem.detail", code, **facts)


def invalid_request(errors: Iterable[tuple[Pointer, Message]]) -> Problem:
    """The problem of a body with faulty fields."""
    listed = list(errors)
    said = listed[0][1] if len(listed) == 1 else detail("invalid-request", count=len(listed))
    return Problem("invalid-request", said, errors=listed)


def problem_of(error: RuleError) -> Problem:
    """The problem of what the rules cannot rule on."""
    if isinstance(error, ImpossiblePosition | PointsDoNotAddUp):
        kind = "impossible-position" if isinstance(error, ImpossiblePosition) else "points-do-not-add-up"
        message = Message("impossible", error.fault, **error.facts)
        errors = [(error.pointer, message)] if error.pointer else []
        return Problem(kind, message, errors=errors, members={"article": error.article})
    return invalid_request([(error.pointer, Message("fault", error.fault, **error.facts))])


def json_pointer(pointer: Pointer) -> str:
    """A place in a document as an RFC 6901 pointer: `("hand", 3)` is `/hand/3`."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in pointer)
