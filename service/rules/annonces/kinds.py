"""What an annonce is, what it is worth, and how strong it is (ANN-2, ANN-3, ANN-5 to ANN-7)."""

from typing import NamedTuple

from service.rules.annonces.options import AnnonceRules
from service.rules.cards import ACE, JACK, KING, NINE, PLAIN_ORDER, QUEEN, TEN
from service.rules.trumps import SANS_ATOUT

TIERCE, CINQUANTE, CENT, CARRE = range(4)
KINDS = ("tierce", "cinquante", "cent", "carre")
"""The kinds of annonces by name."""

LOWEST_TOPS = (NINE, TEN, JACK, NINE)
"""The lowest rank that can head a run of each kind, or make a carré."""

RUN_LENGTHS = (3, 4, 5)
"""How many cards make a tierce, a cinquante, a cent; a cent may have more."""

RUN_POINTS = (20, 50, 100)
CARRE_POINTS = {JACK: 200, NINE: 150, ACE: 100, TEN: 100, KING: 100, QUEEN: 100}
SANS_ATOUT_CARRE_POINTS = {ACE: 200, TEN: 150, KING: 100, QUEEN: 100, JACK: 100, NINE: 100}


class Annonce(NamedTuple):
    """An annonce as it is declared."""

    kind: int
    """An index of `KINDS`."""
    top: int
    """The highest rank of a run, or the rank of a carré, at least `LOWEST_TOPS[kind]`."""
    suit: int | None = None
    """The suit of a run, 0 to 3 for S H D C; None for a carré."""


class Strength(NamedTuple):
    """How strong an annonce is: the greater one goes before, and equal ones are tied."""

    points: int
    """Kinds, and carrés among themselves, go by their points."""
    preferred: bool
    """Where a carré and a cent are both worth 100: whether the ruleset puts this one first."""
    height: int
    in_trump: bool


def points_of(annonce: Annonce, trump: int) -> int:
    """The points of an annonce under a trump (ANN-2, ANN-3)."""
    if annonce.kind != CARRE:
        return RUN_POINTS[annonce.kind]
    return (SANS_ATOUT_CARRE_POINTS if trump == SANS_ATOUT else CARRE_POINTS)[annonce.top]


def strength_of(rules: AnnonceRules, trump: int, annonce: Annonce) -> Strength:
    """How strong an annonce is (ANN-5, ANN-6, ANN-7)."""
    carre = annonce.kind == CARRE
    plain = carre and rules.carre_order == "plain"
    return Strength(
        points_of(annonce, trump),
        carre == (rules.carre_vs_cent == "carre"),
        PLAIN_ORDER.index(annonce.top) if plain else annonce.top,
        annonce.suit == trump,
    )
