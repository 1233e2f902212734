"""Requests about whole deals: hands, calls or contract, plays."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import ValidationError, validates_schema

from service.api.schemas.annonces import MOST_DECLARATIONS, DeclarationSchema, Declared
from service.api.schemas.auctions import MOST_CALLS
from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.contracts import CallSchema, ContractSchema, quick_call, quick_contract
from service.api.schemas.fields import (
    ListOf,
    RulesetField,
    WholeNumber,
    card_field,
    cards_field,
    seat_field,
)
from service.api.schemas.quick import NotPlain, Reader, quick_cards, quick_ruleset, quick_seat
from service.api.schemas.scoring import MOST_CARRIED, BeloteSchema, quick_carried
from service.messages import Message
from service.rules.auction.calls import Call
from service.rules.belote import Belote
from service.rules.cards import CARDS_BY_NAME
from service.rules.contract import Contract
from service.rules.deal import Hands
from service.rules.ruleset import Ruleset


class ReplayRequest(NamedTuple):
    """A deal from its cards on; either calls or contract are given."""

    ruleset: Ruleset
    dealer: int
    hands: Hands
    plays: tuple[int, ...]
    turn_up: int | None = None
    calls: tuple[Call, ...] | None = None
    contract: Contract | None = None
    annonces: tuple[Declared, ...] = ()
    belotes: tuple[Belote, ...] | None = None
    carried: int = 0


class ReplaySchema(RequestSchema):
    """The body of /v1/deals/replay."""

    value = ReplayRequest
    ruleset = RulesetField()
    dealer = seat_field(required=True)
    hands = ListOf(cards_field(), length=4, required=True)
    turn_up = card_field(allow_none=True)
    calls = ListOf(Nested(CallSchema()), maximum=MOST_CALLS)
    contract = Nested(ContractSchema())
    plays = cards_field(required=True)
    annonces = ListOf(Nested(DeclarationSchema()), maximum=MOST_DECLARATIONS)
    belotes = ListOf(Nested(BeloteSchema()), maximum=8)
    carried = WholeNumber(0, MOST_CARRIED)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _calls_or_contract(self, _data: Mapping[str, Any], original: Any = None, **_kwargs: Any) -> None:
        if "calls" in original and "contract" in original:
            raise ValidationError({"contract": [Message("fault", "calls-or-contract")]})
        if "calls" not in original and "contract" not in original:
            raise ValidationError({"calls": [Message("fault", "calls-or-contract")]})


def quick_replay(body: Any) -> ReplayRequest:
    """What `ReplaySchema` loads from a plainly valid body without belotes."""
    optional: dict[str, Any] = {name: read(body[name]) for name, read in QUICK_FIELDS.items() if name in body}
    if ("calls" in optional) == ("contract" in optional):
        raise NotPlain
    hands = body["hands"]
    if type(hands) is not list or len(hands) != 4:
        raise NotPlain
    first, second, third, fourth = [quick_cards(hand, 8) for hand in hands]
    return ReplayRequest(
        quick_ruleset(body, 3 + len(optional)),
        quick_seat(body["dealer"]),
        (first, second, third, fourth),
        quick_cards(body["plays"], 32),
        **optional,
    )


def quick_calls(calls: Any) -> tuple[Call, ...]:
    """The calls of an auction."""
    if type(calls) is not list or len(calls) > MOST_CALLS:
        raise NotPlain
    return tuple([quick_call(call) for call in calls])


QUICK_FIELDS: dict[str, Callable[[Any], Any]] = {
    "turn_up": CARDS_BY_NAME.__getitem__,
    "calls": quick_calls,
    "contract": quick_contract,
    "carried": quick_carried,
}

REPLAY = Reader(ReplaySchema(), quick_replay)
