"""Requests about scores: a deal as a table writes it down, and a match of such deals."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from marshmallow import ValidationError, validates_schema

from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.contracts import ContractSchema, quick_contract
from service.api.schemas.fields import (
    Flag,
    ListOf,
    RequestField,
    RulesetField,
    WholeNumber,
    seat_field,
    suit_field,
    team_field,
    word_field,
)
from service.api.schemas.play import TrickSchema
from service.api.schemas.quick import NotPlain, Reader, quick_number, quick_ruleset, quick_seat
from service.messages import Message
from service.rules.belote import NOTICED, Belote
from service.rules.cards import SUITS
from service.rules.ruleset import Ruleset
from service.rules.scoring.written import WrittenDeal
from service.rules.seats import team_of

MOST_POINTS = 1000
"""More card points or points of annonces than a deal has."""

MOST_CARRIED = 100_000
MOST_DEALS = 1000

ALL_PASS = "all-pass"  # noqa: S105 - a pass of the game


class ScoreRequest(NamedTuple):
    """A deal to be scored."""

    ruleset: Ruleset
    deal: WrittenDeal


class MatchRequest(NamedTuple):
    """A match to be scored."""

    ruleset: Ruleset
    deals: tuple[WrittenDeal | None, ...]
    """The deals in order, None for one that everybody passed."""


def pair_field(maximum: int, **kwargs: Any) -> ListOf:
    """Points by team."""
    return ListOf(WholeNumber(0, maximum), length=2, **kwargs)


class BeloteSchema(RequestSchema):
    """A belote: whose, in which suit, which of the two words were said."""

    seat = seat_field()
    team = team_field()
    suit = suit_field(required=True)
    belote = Flag()
    rebelote = Flag()
    noticed = word_field(NOTICED)

    @staticmethod
    def value(suit: int, seat: int | None = None, team: int | None = None, **said: Any) -> Belote:
        """The belote of these fields."""
        return Belote(team_of(seat) if team is None and seat is not None else int(team or 0), suit, **said)

    @validates_schema
    def _whose(self, data: Mapping[str, Any], **_kwargs: Any) -> None:
        seat, team = data.get("seat"), data.get("team")
        if seat is None and team is None:
            raise ValidationError({"seat": [Message("fault", "seat-or-team")]})
        if seat is not None and team is not None and team_of(seat) != team:
            raise ValidationError({"team": [Message("fault", "seat-of-other-team", seat=seat, team=team)]})


class WrittenDealSchema(RequestSchema):
    """A deal as a table writes it down."""

    value: ClassVar[Any] = WrittenDeal
    contract = Nested(ContractSchema(), required=True)
    points = ListOf(WholeNumber(0, MOST_POINTS), length=2, nulls=True)
    tricks = ListOf(Nested(TrickSchema()), maximum=8)
    capot = team_field(allow_none=True)
    annonces = pair_field(MOST_POINTS)
    declared_annonces = pair_field(MOST_POINTS, allow_none=True)
    belotes = ListOf(Nested(BeloteSchema()), maximum=8)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _points_or_tricks(self, data: Mapping[str, Any], original: Any = None, **_kwargs: Any) -> None:
        if "points" in original and "tricks" in original:
            raise ValidationError({"tricks": [Message("fault", "points-or-tricks")]})
        if "points" not in original and "tricks" not in original:
            raise ValidationError({"points": [Message("fault", "required")]})
        if data.get("points") == (None, None):
            raise ValidationError({"points": [Message("fault", "one-side-at-least")]})


class ScoreSchema(WrittenDealSchema):
    """The body of /v1/deals/score."""

    ruleset = RulesetField()
    carried = WholeNumber(0, MOST_CARRIED)

    @staticmethod
    def value(ruleset: Ruleset, **written: Any) -> ScoreRequest:
        """The request of these fields."""
        return ScoreRequest(ruleset, WrittenDeal(**written))


class PassedDealSchema(RequestSchema):
    """A deal that everybody passed."""

    outcome = word_field((ALL_PASS,), required=True)

    @staticmethod
    def value(**_passed: Any) -> Any:
        """Nothing is to be scored."""


class DealField(RequestField):
    """A deal of a list: as written down, or passed out; what has an outcome is a deal passed out."""

    def __init__(self, written: RequestSchema, passed: RequestSchema, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.written = written
        self.passed = passed

    def read(self, value: Any) -> Any:
        """The value of the deal."""
        return (self.passed if isinstance(value, dict) and "outcome" in value else self.written).load(value)


class MatchSchema(RequestSchema):
    """The body of /v1/matches/score."""

    value = MatchRequest
    ruleset = RulesetField()
    deals = ListOf(DealField(WrittenDealSchema(), PassedDealSchema()), maximum=MOST_DEALS, required=True)


def quick_score(body: Any) -> ScoreRequest:
    """What `ScoreSchema` loads from a plainly valid body: points of both teams, and belotes by seat with both words."""
    optional: dict[str, Any] = {name: read(body[name]) for name, read in QUICK_FIELDS.items() if name in body}
    return ScoreRequest(
        quick_ruleset(body, 2 + len(optional)),
        WrittenDeal(quick_contract(body["contract"]), quick_pair(body["points"]), **optional),
    )


def quick_pair(pair: Any) -> tuple[int, int]:
    """Points of both teams."""
    if type(pair) is not list or len(pair) != 2:
        raise NotPlain
    return quick_number(pair[0], MOST_POINTS), quick_number(pair[1], MOST_POINTS)


def quick_capot(capot: Any) -> int | None:
    """A team, or null."""
    if capot is not None and (type(capot) is not int or capot not in (0, 1)):
        raise NotPlain
    return capot


def quick_carried(carried: Any) -> int:
    """Points held over."""
    return quick_number(carried, MOST_CARRIED)


def quick_belotes(belotes: Any) -> tuple[Belote, ...]:
    """Belotes that name seat and suit and nothing else."""
    if type(belotes) is not list or len(belotes) > 4 or any(len(belote) != 2 for belote in belotes):
        raise NotPlain
    return tuple([Belote(team_of(quick_seat(belote["seat"])), QUICK_SUITS[belote["suit"]]) for belote in belotes])


QUICK_SUITS = {suit: index for index, suit in enumerate(SUITS)}
QUICK_FIELDS = {
    "capot": quick_capot,
    "annonces": quick_pair,
    "declared_annonces": quick_pair,
    "belotes": quick_belotes,
    "carried": quick_carried,
}

SCORE = Reader(ScoreSchema(), quick_score)
MATCH = Reader(MatchSchema())
