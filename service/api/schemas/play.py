"""Requests about the play of the cards."""

from typing import Any, ClassVar, NamedTuple

from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.fields import Flag, RulesetField, card_field, cards_field, seat_field, trump_field
from service.api.schemas.quick import NotPlain, Reader, quick_cards, quick_ruleset, quick_seat
from service.rules.cards import CARDS_BY_NAME
from service.rules.ruleset import Ruleset
from service.rules.trumps import TRUMPS_BY_NAME


class Trick(NamedTuple):
    """Cards on the table in the order played, and the seat that led."""

    leader: int
    cards: tuple[int, ...]


class PositionRequest(NamedTuple):
    """A hand to play from, and the trick so far."""

    ruleset: Ruleset
    trump: int
    trick: Trick
    hand: tuple[int, ...]


class MoveRequest(NamedTuple):
    """A card that a seat wants to play."""

    ruleset: Ruleset
    trump: int
    trick: Trick
    hand: tuple[int, ...]
    card: int
    seat: int | None = None


class TrickRequest(NamedTuple):
    """A whole trick."""

    ruleset: Ruleset
    trump: int
    trick: Trick
    last: bool = False


class TrickSchema(RequestSchema):
    """A trick."""

    value = Trick
    leader = seat_field(required=True)
    cards = cards_field(required=True)


class PositionSchema(RequestSchema):
    """The body of /v1/legal-cards."""

    value: ClassVar[Any] = PositionRequest
    ruleset = RulesetField()
    trump = trump_field(required=True)
    trick = Nested(TrickSchema(), required=True)
    hand = cards_field(required=True)


class MoveSchema(PositionSchema):
    """The body of /v1/moves/validate."""

    value: ClassVar[Any] = MoveRequest
    card = card_field(required=True)
    seat = seat_field()


class WholeTrickSchema(RequestSchema):
    """The body of /v1/tricks/winner."""

    value = TrickRequest
    ruleset = RulesetField()
    trump = trump_field(required=True)
    trick = Nested(TrickSchema(), required=True)
    last = Flag()


def quick_position(body: Any) -> PositionRequest:
    """What `PositionSchema` loads from a plainly valid body."""
    return PositionRequest(
        quick_ruleset(body, 3), TRUMPS_BY_NAME[body["trump"]], quick_trick(body["trick"]), quick_cards(body["hand"], 8)
    )


def quick_move(body: Any) -> MoveRequest:
    """What `MoveSchema` loads from a plainly valid body without a seat."""
    return MoveRequest(
        quick_ruleset(body, 4),
        TRUMPS_BY_NAME[body["trump"]],
        quick_trick(body["trick"]),
        quick_cards(body["hand"], 8),
        CARDS_BY_NAME[body["card"]],
    )


def quick_whole_trick(body: Any) -> TrickRequest:
    """What `WholeTrickSchema` loads from a plainly valid body that does not say whether the trick is the last."""
    return TrickRequest(quick_ruleset(body, 2), TRUMPS_BY_NAME[body["trump"]], quick_trick(body["trick"]))


def quick_trick(trick: Any) -> Trick:
    """What `TrickSchema` loads from a plainly valid trick."""
    if len(trick) != 2:
        raise NotPlain
    return Trick(quick_seat(trick["leader"]), quick_cards(trick["cards"], 4))


POSITION = Reader(PositionSchema(), quick_position)
MOVE = Reader(MoveSchema(), quick_move)
WHOLE_TRICK = Reader(WholeTrickSchema(), quick_whole_trick)
