"""What an option of a ruleset is: a named value with its allowed values, default and article.

Options are the fields of small frozen dataclasses that live in the module that reads them. `flag`, `choice` and `whole`
declare such a field together with what the option table of the rules says of it.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Literal

Value = bool | int | str
Auction = Literal["turn-up", "bid"]

NONE = "none"
"""The text that stands for "no limit" in options that know one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One row of the option table."""

    name: str
    """As written in a ruleset's text."""
    kind: Literal["flag", "choice", "whole"]
    values: tuple[Value, ...]
    """Every allowed value; of a whole number only the words that may stand in its place."""
    minimum: int
    """Smallest number allowed; 0 where the option is no number."""
    maximum: int
    """Largest number allowed; 0 where the option is no number."""
    default: Value
    article: str
    """The article that reads it."""
    read_by: tuple[Auction, ...]
    """The auctions under which it has an effect."""
    description: str

    @property
    def allowed(self) -> str:
        """The allowed values as a ruleset's text writes them: `1–1000 | none`."""
        numbers = [f"{self.minimum}–{self.maximum}"] if self.kind == "whole" else []
        return " | ".join(numbers + [format_value(value) for value in self.values])

    def accepts(self, value: object) -> bool:
        """Whether a value has the type and lies in the range of the option."""
        if self.kind == "whole" and type(value) is int:
            return self.minimum <= value <= self.maximum
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    def parse(self, text: str) -> Value:
        """The value that a text stands for.

        Raises ValueError naming what is allowed.
        """
        for value in self.values:
            if text == format_value(value):
                return value
        if self.kind == "whole" and text.isascii() and text.isdigit() and len(text) <= 6 and self.accepts(int(text)):
            return int(text)
        raise ValueError(f"{self.name} is {self.allowed}")


def format_value(value: Value) -> str:
    """A value as it stands in the text of a ruleset: `true`, `free`, `80`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


BOTH: tuple[Auction, ...] = ("turn-up", "bid")
TURN_UP: tuple[Auction, ...] = ("turn-up",)
BID: tuple[Auction, ...] = ("bid",)


def flag(default: bool, article: str, description: str, read_by: tuple[Auction, ...] = BOTH) -> Any:
    """Declare an option that is true or false."""
    return _declare("flag", (True, False), default, article, description, read_by)


def choice(
    *values: Value, article: str, description: str, read_by: tuple[Auction, ...] = BOTH, default: Value | None = None
) -> Any:
    """Declare an option with a handful of values; the first is the default unless another is named."""
    return _declare("choice", values, values[0] if default is None else default, article, description, read_by)


def whole(
    minimum: int,
    maximum: int,
    *,
    default: Value,
    article: str,
    description: str,
    or_none: bool = False,
    read_by: tuple[Auction, ...] = BOTH,
) -> Any:
    """Declare an option that is a whole number, or `none` where that is allowed."""
    values = (NONE,) if or_none else ()
    return _declare("whole", values, default, article, description, read_by, minimum, maximum)


def _declare(
    kind: str,
    values: tuple[Value, ...],
    default: Value,
    article: str,
    description: str,
    read_by: tuple[Auction, ...],
    minimum: int = 0,
    maximum: int = 0,
) -> Any:
    numbers = [value for value in values if type(value) is int]
    metadata = {
        "kind": kind,
        "values": values,
        "default": default,
        "article": article,
        "description": description,
        "read_by": read_by,
        "minimum": minimum or min(numbers, default=0),
        "maximum": maximum or max(numbers, default=0),
    }
    return field(default=default, metadata=metadata)


def options_of(group: type) -> list[Option]:
    """The options that a group declares, in the order of its fields."""
    return [Option(name=declared.name, **declared.metadata) for declared in fields(group)]
