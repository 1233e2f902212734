"""Quick readers: what a schema loads from a plainly valid body, an order of magnitude faster.

A quick reader takes the commonest form of a request and gives up on everything else by raising one of `NOT_PLAIN`; then
the schema reads the body, and names what is wrong or accepts the rarer form. A test holds the two equal.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from service.api.schemas.base import RequestSchema
from service.rules.cards import CARDS_BY_NAME
from service.rules.ruleset import Ruleset, RulesetError, make_ruleset, parse_ruleset


class NotPlain(Exception):
    """The body is faulty or of a rarer form."""


card_named = CARDS_BY_NAME.__getitem__

NOT_PLAIN = (NotPlain, LookupError, TypeError, AttributeError, RulesetError)


class Reader(NamedTuple):
    """How the body of an operation is read."""

    schema: RequestSchema
    quick: Callable[[Any], Any] | None = None

    def read(self, body: object) -> Any:
        """The value of a JSON document; raises Problem with every fault."""
        if self.quick is not None:
            try:
                return self.quick(body)
            except NOT_PLAIN:
                pass
        return self.schema.read(body)


def quick_ruleset(body: Any, others: int) -> Ruleset:
    """The ruleset of a body, in its text form or left out; gives up unless there are just so many other fields."""
    if "ruleset" in body:
        if len(body) != others + 1:
            raise NotPlain
        return parse_ruleset(body["ruleset"])
    if len(body) != others:
        raise NotPlain
    return make_ruleset()


def quick_cards(cards: Any, most: int) -> tuple[int, ...]:
    """A list of at most so many cards."""
    if type(cards) is not list or len(cards) > most:
        raise NotPlain
    return tuple(map(card_named, cards))


def quick_seat(seat: Any) -> int:
    """A seat, and not true or 1.0."""
    if type(seat) is not int or not 0 <= seat <= 3:
        raise NotPlain
    return seat


def quick_number(number: Any, maximum: int) -> int:
    """A whole number from 0 to a maximum, written as one."""
    if type(number) is not int or not 0 <= number <= maximum:
        raise NotPlain
    return number
