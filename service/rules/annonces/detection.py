"""The annonces that a hand holds: its best choice of annonces that share no card (ANN-2 to ANN-4)."""

from collections.abc import Iterator
from typing import NamedTuple

from service.rules.annonces.kinds import CARRE, CENT, LOWEST_TOPS, RUN_LENGTHS, TIERCE, Annonce, points_of, strength_of
from service.rules.annonces.options import AnnonceRules
from service.rules.cards import ACE, NINE, RANK_SETS

SUIT = 0xFF
"""The ranks of one suit, as a set of ranks."""

CARRE_RANKS = SUIT & ~((1 << LOWEST_TOPS[CARRE]) - 1)
"""The ranks that make a carré: 8 and 7 make none (ANN-3)."""


class Holding(NamedTuple):
    """An annonce in a hand."""

    annonce: Annonce
    cards: int
    """The set of its cards, the whole of a run of more than five."""
    points: int


def run_down_from(top: int, ranks: int) -> int:
    """How many ranks of a set follow each other downwards from one of them."""
    length = 0
    while length <= top and ranks >> top - length & 1:
        length += 1
    return length


def run_of(suit: int, top: int, length: int) -> int:
    """The set of so many cards of a suit downwards from a rank."""
    return ((1 << length) - 1) << 8 * suit + top + 1 - length


def _runs(suit: int, ranks: int) -> Iterator[Holding]:
    """The runs of three and more among the ranks of a suit, the highest first (ANN-2)."""
    top = ACE
    while top >= LOWEST_TOPS[TIERCE]:
        length = run_down_from(top, ranks)
        if length >= RUN_LENGTHS[TIERCE]:
            annonce = Annonce(min(length, RUN_LENGTHS[CENT]) - RUN_LENGTHS[TIERCE], top, suit)
            yield Holding(annonce, run_of(suit, top, length), points_of(annonce, suit))
        top -= length + 1


def _carres(trump: int, ranks: int) -> Iterator[Holding]:
    """The carrés of a set of ranks (ANN-3)."""
    for rank in range(NINE, ACE + 1):
        if ranks >> rank & 1:
            annonce = Annonce(CARRE, rank)
            yield Holding(annonce, RANK_SETS[rank], points_of(annonce, trump))


RUNS = tuple(tuple(tuple(_runs(suit, ranks)) for ranks in range(256)) for suit in range(4))
"""`RUNS[suit][ranks]`: the runs of a suit of which just these ranks are held."""

CARRES = tuple(tuple(tuple(_carres(trump, ranks)) for ranks in range(256)) for trump in range(6))
"""`CARRES[trump][ranks]`: the carrés of these ranks."""


def detect(rules: AnnonceRules, trump: int, hand: int) -> tuple[Holding, ...]:
    """The best choice of annonces in a hand, the strongest first and equal ones in the order of the suits.

    `hand` is a set of cards. Taking the carrés first and then the longest runs in what is left is never worth less
    than another choice (ANN-4). Nothing is detected where annonces are not played (ANN-1).
    """
    if not rules.annonces:
        return ()
    fours = hand & hand >> 8 & hand >> 16 & hand >> 24 & CARRE_RANKS
    left = hand & ~(fours * RANK_SETS[0])
    found = [
        *CARRES[trump][fours],
        *RUNS[0][left & SUIT],
        *RUNS[1][left >> 8 & SUIT],
        *RUNS[2][left >> 16 & SUIT],
        *RUNS[3][left >> 24],
    ]
    if len(found) > 1:
        found.sort(key=lambda holding: strength_of(rules, trump, holding.annonce), reverse=True)
    return tuple(found)
