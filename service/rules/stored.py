"""What was written down is read back by whoever wrote it, or refused in one of two ways: too new, or damaged."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.rules.reasons import RuleError
from service.rules.ruleset import RulesetError

MISREADINGS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    RuleError,
    RulesetError,
)
"""What reading raises where something else stands than was written."""


class NewerFormat(Exception):
    """A newer service wrote it."""


class Damaged(ValueError):
    """No service wrote it so: bytes were lost, changed or mixed up. Never written over, so that it can be mended."""


@contextmanager
def reading() -> Iterator[None]:
    """Read what was written down; whatever is wrong with it raises Damaged, a format that is too new NewerFormat."""
    try:
        yield
    except Damaged:
        raise
    except MISREADINGS as error:
        raise Damaged(f"{type(error).__name__}: {error}"[:200]) from error


def require(holds: object, what: str) -> None:
    """Raise Damaged, with what is wrong, unless something holds."""
    if not holds:
        raise Damaged(what)


def is_whole(value: object, minimum: int, maximum: int) -> bool:
    """Whether a value is a whole number within bounds."""
    return type(value) is int and minimum <= value <= maximum


def check_format(document: object, newest: int) -> None:
    """Raise NewerFormat for a format above the newest that is known, and Damaged for one that never was."""
    require(isinstance(document, dict) and type(document.get("format")) is int, "no format")
    number = document["format"]  # type: ignore[index]
    if number > newest:
        raise NewerFormat(f"format {number}; this service reads up to {newest}")
    require(number >= 1, "no such format")
