"""Requests about annonces: what a hand holds, and which side scores what was declared."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from marshmallow import ValidationError, validates_schema

from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.fields import (
    ListOf,
    RulesetField,
    WordField,
    cards_field,
    rank_field,
    seat_field,
    suit_field,
    trump_field,
)
from service.api.schemas.quick import NotPlain, Reader, quick_cards, quick_ruleset, quick_seat
from service.messages import Message
from service.rules.annonces import KINDS, LOWEST_TOPS, Annonce, Declaration
from service.rules.annonces.kinds import CARRE
from service.rules.cards import RANKS, SUITS, set_of
from service.rules.ruleset import Ruleset
from service.rules.trumps import TRUMPS_BY_NAME

MOST_ANNONCES = 16
"""More than a hand has: what is not in it is false, and not a fault of the request (ANN-10)."""

MOST_DECLARATIONS = 8
"""More than there are seats: that a seat declares twice is for the rules to say."""


class HandRequest(NamedTuple):
    """A hand whose annonces are asked for."""

    ruleset: Ruleset
    trump: int
    hand: tuple[int, ...]


class Declared(NamedTuple):
    """What a seat declared, and its eight cards where they are shown."""

    seat: int
    annonces: tuple[Annonce, ...]
    hand: tuple[int, ...] | None = None

    @property
    def declaration(self) -> Declaration:
        """The same as the rules have it."""
        return Declaration(self.seat, self.annonces, None if self.hand is None else set_of(self.hand))


class ResolveAnnoncesRequest(NamedTuple):
    """Annonces to be compared."""

    ruleset: Ruleset
    trump: int
    leader: int
    declared: tuple[Declared, ...]


class AnnonceSchema(RequestSchema):
    """An annonce as it is declared."""

    value = Annonce
    kind = WordField({name: kind for kind, name in enumerate(KINDS)}, "not-one-of", required=True)
    top = rank_field(required=True)
    suit = suit_field(allow_none=True)

    @validates_schema(skip_on_field_errors=False)
    def _possible(self, data: Mapping[str, Any], **_kwargs: Any) -> None:
        kind, top = data.get("kind"), data.get("top")
        if kind is None:
            return
        faults = {}
        if top is not None and top < LOWEST_TOPS[kind]:
            faults["top"] = Message(
                "fault", "impossible-top", kind=KINDS[kind], allowed=" ".join(RANKS[LOWEST_TOPS[kind] :])
            )
        if kind == CARRE and data.get("suit") is not None:
            faults["suit"] = Message("fault", "carre-has-no-suit")
        if kind != CARRE and data.get("suit", "left out") in (None, "left out"):
            faults["suit"] = Message("fault", "run-has-a-suit")
        if faults:
            raise ValidationError({name: [message] for name, message in faults.items()})


class DeclarationSchema(RequestSchema):
    """What a seat declares, in a deal whose hands are known."""

    value: ClassVar[Any] = Declared
    seat = seat_field(required=True)
    annonces = ListOf(Nested(AnnonceSchema()), maximum=MOST_ANNONCES, required=True)


class ShownDeclarationSchema(DeclarationSchema):
    """What a seat declares, and its hand as dealt where it is shown."""

    hand = cards_field(allow_none=True)


class HandSchema(RequestSchema):
    """The body of /v1/annonces/detect."""

    value = HandRequest
    ruleset = RulesetField()
    trump = trump_field(required=True)
    hand = cards_field(required=True)


class ResolveAnnoncesSchema(RequestSchema):
    """The body of /v1/annonces/resolve."""

    value = ResolveAnnoncesRequest
    ruleset = RulesetField()
    trump = trump_field(required=True)
    leader = seat_field(required=True)
    declared = ListOf(Nested(ShownDeclarationSchema()), maximum=MOST_DECLARATIONS, required=True)


def quick_hand(body: Any) -> HandRequest:
    """What `HandSchema` loads from a plainly valid body."""
    return HandRequest(quick_ruleset(body, 2), TRUMPS_BY_NAME[body["trump"]], quick_cards(body["hand"], 8))


def quick_resolve(body: Any) -> ResolveAnnoncesRequest:
    """What `ResolveAnnoncesSchema` loads from a plainly valid body."""
    declared = quick_list(body["declared"], MOST_DECLARATIONS)
    return ResolveAnnoncesRequest(
        quick_ruleset(body, 3),
        TRUMPS_BY_NAME[body["trump"]],
        quick_seat(body["leader"]),
        tuple([quick_declared(each) for each in declared]),
    )


def quick_declared(declared: Any) -> Declared:
    """What `ShownDeclarationSchema` loads from a plainly valid declaration."""
    shown = "hand" in declared
    if len(declared) != 2 + shown:
        raise NotPlain
    return Declared(
        quick_seat(declared["seat"]),
        tuple([QUICK_ANNONCES[annonce_key(each)] for each in quick_list(declared["annonces"], MOST_ANNONCES)]),
        quick_cards(declared["hand"], 8) if shown else None,
    )


def annonce_key(annonce: Any) -> tuple[Any, ...]:
    """Where `QUICK_ANNONCES` holds an annonce; a field that is missing or unknown is in no key."""
    if "suit" not in annonce:
        return annonce["kind"], annonce["top"], len(annonce)
    return annonce["kind"], annonce["top"], annonce["suit"], len(annonce)


def quick_list(items: Any, most: int) -> list[Any]:
    """A list of at most so many items."""
    if type(items) is not list or len(items) > most:
        raise NotPlain
    return items


QUICK_ANNONCES: dict[tuple[Any, ...], Annonce] = {
    (KINDS[kind], RANKS[top], SUITS[suit], 3): Annonce(kind, top, suit)
    for kind in range(CARRE)
    for top in range(LOWEST_TOPS[kind], len(RANKS))
    for suit in range(len(SUITS))
} | {
    (KINDS[CARRE], RANKS[top], *written): Annonce(CARRE, top)
    for top in range(LOWEST_TOPS[CARRE], len(RANKS))
    for written in ((2,), (None, 3))
}
"""Every annonce there is, by its fields and their number."""

HAND = Reader(HandSchema(), quick_hand)
RESOLVE = Reader(ResolveAnnoncesSchema(), quick_resolve)
