"""Fields of requests: a JSON value in, a value of the rules out.

A fault is a `Message`; in the fields of whole lists each faulty item has its own, by its index.
"""

from collections.abc import Collection, Mapping
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field

from service.messages import Message
from service.rules.cards import CARDS_BY_NAME, RANKS, SUITS
from service.rules.ruleset import Ruleset, RulesetError, make_ruleset, parse_ruleset
from service.rules.trumps import TRUMPS_BY_NAME

SHOWN_LENGTH = 40
"""How much of a faulty value a message repeats."""


def shown(value: object) -> str:
    """A faulty value as a message repeats it: as JSON writes simple ones, and never long."""
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    text = repr(value)
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"


def fault(code: str, /, **facts: Any) -> ValidationError:
    """The error of a field with one fault."""
    return ValidationError([Message("fault", code, **facts)])


class RequestField(Field[Any]):
    """A field whose own faults are messages too."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own form
        "required": [Message("fault", "required")],
        "null": [Message("fault", "null")],
    }

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        return self.read(value)

    def read(self, value: Any) -> Any:
        """The rule value of a JSON value that is not null; raises ValidationError."""
        raise NotImplementedError


class WordField(RequestField):
    """One of a few words or numbers that stand for rule values; true and false stand for nothing here."""

    def __init__(self, words: Mapping[Any, Any], code: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words
        self.code = code

    def read(self, value: Any) -> Any:
        """The rule value of a word."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) or type(value) is int:
            found = self.words.get(value)
            if found is not None:
                return found
        raise fault(self.code, value=shown(value), allowed=", ".join(map(str, self.words)))


def card_field(**kwargs: Any) -> WordField:
    """A card (CARD-1)."""
    return WordField(CARDS_BY_NAME, "not-a-card", **kwargs)


def trump_field(**kwargs: Any) -> WordField:
    """A trump: four suits, SA or TA."""
    return WordField(TRUMPS_BY_NAME, "not-a-trump", **kwargs)


def suit_field(**kwargs: Any) -> WordField:
    """A suit, 0 to 3 for S H D C."""
    return WordField({suit: index for index, suit in enumerate(SUITS)}, "not-one-of", **kwargs)


def rank_field(**kwargs: Any) -> WordField:
    """A rank, 0 to 7 for 7 8 9 T J Q K A."""
    return WordField({rank: index for index, rank in enumerate(RANKS)}, "not-one-of", **kwargs)


def seat_field(**kwargs: Any) -> WordField:
    """A seat, 0 to 3 (DEAL-1)."""
    return WordField({seat: seat for seat in range(4)}, "not-a-seat", **kwargs)


def team_field(**kwargs: Any) -> WordField:
    """A team, 0 or 1."""
    return WordField({team: team for team in range(2)}, "not-a-team", **kwargs)


def word_field(words: Collection[Any], **kwargs: Any) -> WordField:
    """One of a few words that stand for themselves."""
    return WordField({word: word for word in words}, "not-one-of", **kwargs)


class WholeNumber(RequestField):
    """A whole number between two bounds; 80.0 is one, "80", 80.5 and true are not."""

    def __init__(self, minimum: int, maximum: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.minimum = minimum
        self.maximum = maximum

    def read(self, value: Any) -> int:
        """The number."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is int and self.minimum <= value <= self.maximum:
            return value
        raise fault("not-a-whole-number", minimum=self.minimum, maximum=self.maximum)


class Flag(RequestField):
    """true or false, and nothing that looks like it."""

    def read(self, value: Any) -> bool:
        """The flag."""
        if isinstance(value, bool):
            return value
        raise fault("not-a-flag")


class Text(RequestField):
    """A text of a bounded length."""

    def __init__(self, maximum: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.maximum = maximum

    def read(self, value: Any) -> str:
        """The text."""
        if not isinstance(value, str):
            raise fault("not-a-text")
        if len(value) > self.maximum:
            raise fault("too-long", maximum=self.maximum)
        return value


class ListOf(RequestField):
    """A list of items of one field; each faulty item is named by its index.

    `length` asks for so many items, `maximum` allows at most so many. A list that is too long is refused before its
    items are looked at.
    """

    def __init__(
        self, item: RequestField, *, maximum: int = 64, length: int | None = None, nulls: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.item = item
        self.maximum = maximum
        self.length = length
        self.nulls = nulls

    def read(self, value: Any) -> tuple[Any, ...]:
        """The items."""
        if not isinstance(value, list):
            raise fault("not-a-list")
        if self.length is not None and len(value) != self.length:
            raise fault("wrong-length", length=self.length)
        if len(value) > self.maximum:
            raise fault("too-long", maximum=self.maximum)
        items, faults = [], {}
        for index, item in enumerate(value):
            try:
                items.append(self._item(item))
            except ValidationError as error:
                faults[index] = error.messages
        if faults:
            raise ValidationError(faults)
        return tuple(items)

    def _item(self, item: Any) -> Any:
        if item is None:
            if self.nulls:
                return None
            raise fault("null")
        return self.item.read(item)


def cards_field(maximum: int = 40, **kwargs: Any) -> ListOf:
    """A list of cards in the order given; how many make sense is for the rules to say."""
    return ListOf(card_field(), maximum=maximum, **kwargs)


class RulesetField(RequestField):
    """A ruleset, as text or as an object with a preset and options; left out, the default one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(load_default=make_ruleset, **kwargs)

    def read(self, value: Any) -> Ruleset:
        """The ruleset."""
        try:
            if isinstance(value, str):
                return parse_ruleset(value)
            if isinstance(value, dict):
                return self._from_object(value)
        except RulesetError as error:
            raise ValidationError(self._faults(error, in_object=isinstance(value, dict))) from None
        raise fault("ruleset-type")

    def _from_object(self, value: dict[str, Any]) -> Ruleset:
        faults = {
            name: [Message("fault", "unknown-field", allowed="preset, options")]
            for name in value
            if name not in ("preset", "options")
        }
        preset, options = value.get("preset"), value.get("options", {})
        if not isinstance(preset, str):
            faults["preset"] = [Message("fault", "not-a-text" if "preset" in value else "required")]
        if not isinstance(options, dict):
            faults["options"] = [Message("fault", "not-an-object")]
        if not faults:
            return make_ruleset(str(preset), options)
        raise ValidationError(faults)

    def _faults(self, error: RulesetError, *, in_object: bool) -> Any:
        """The faults of a ruleset: in its text all at the field, in its object each at its option."""
        messages = [
            (fault.pointer, Message("fault", fault.fault, **{name: _said(fact) for name, fact in fault.facts.items()}))
            for fault in error.faults
        ]
        if not in_object:
            return [message for _, message in messages]
        tree: dict[str | int, Any] = {}
        for pointer, message in messages:
            *path, last = pointer
            branch = tree
            for name in path:
                branch = branch.setdefault(name, {})
            branch.setdefault(last, []).append(message)
        return tree


def _said(fact: object) -> object:
    return fact if type(fact) is int else shown(fact).strip("'") if not isinstance(fact, str) else _short(fact)


def _short(text: str) -> str:
    return text if len(text) <= 1200 else text[:SHOWN_LENGTH] + "…"
