"""Requests about dealing: the shuffle and the draw for the first dealer."""

from typing import NamedTuple

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import RulesetField, Text, seat_field
from service.api.schemas.quick import Reader
from service.rules.ruleset import Ruleset

LONGEST_SEED = 200

FIRST_DEALER = 3
"""The dealer where a request names none: seat 0 then speaks and leads first."""


class ShuffleRequest(NamedTuple):
    """A deal to be dealt."""

    ruleset: Ruleset
    dealer: int = FIRST_DEALER
    seed: str | None = None
    taker: int | None = None


class DrawRequest(NamedTuple):
    """A first dealer to be drawn."""

    ruleset: Ruleset
    seed: str | None = None


class ShuffleSchema(RequestSchema):
    """The body of /v1/deals/shuffle."""

    value = ShuffleRequest
    ruleset = RulesetField()
    dealer = seat_field()
    seed = Text(LONGEST_SEED)
    taker = seat_field()


class DrawSchema(RequestSchema):
    """The body of /v1/deals/draw-dealer."""

    value = DrawRequest
    ruleset = RulesetField()
    seed = Text(LONGEST_SEED)


SHUFFLE = Reader(ShuffleSchema())
DRAW = Reader(DrawSchema())
