"""Requests about auctions."""

from typing import NamedTuple

from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.contracts import CallSchema
from service.api.schemas.fields import ListOf, RulesetField, card_field, seat_field
from service.api.schemas.quick import Reader
from service.rules.auction.calls import Call
from service.rules.ruleset import Ruleset

MOST_CALLS = 1000
"""More than any auction has: the longest ladder is 129 levels and capot, with four calls to each."""


class AuctionRequest(NamedTuple):
    """An auction as far as it went."""

    ruleset: Ruleset
    dealer: int
    calls: tuple[Call, ...]
    turn_up: int | None = None


class AuctionSchema(RequestSchema):
    """The body of /v1/auctions/state."""

    value = AuctionRequest
    ruleset = RulesetField()
    dealer = seat_field(required=True)
    calls = ListOf(Nested(CallSchema()), maximum=MOST_CALLS, required=True)
    turn_up = card_field()


AUCTION = Reader(AuctionSchema())
