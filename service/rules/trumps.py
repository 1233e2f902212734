"""Trumps and what they make of the cards: order, points, and totals (CARD-2 to CARD-7, TRICK-3).

A trump is an int from 0 to 5: the four suits in the order of the cards, then sans atout and tout atout.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from service.rules.cards import (
    ACE,
    JACK,
    KING,
    NINE,
    PLAIN_ORDER,
    QUEEN,
    RANKS,
    SUIT_SETS,
    TEN,
    TRUMP_ORDER,
    rank_of,
    suit_of,
)
from service.rules.options import choice

SANS_ATOUT = 4
TOUT_ATOUT = 5
TRUMP_NAMES = ("S", "H", "D", "C", "SA", "TA")
TRUMPS_BY_NAME = {name: trump for trump, name in enumerate(TRUMP_NAMES)}

TaValues = Literal["trump-258", "reduced-162", "pagat-162"]

LAST_TRICK_POINTS = 10
"""The ten for the last trick (TRICK-3)."""

DEAL_POINTS = 162
"""Card points of a deal, the ten included, as every contract counts them (CARD-7)."""

TRUMP_POINTS = {JACK: 20, NINE: 14, ACE: 11, TEN: 10, KING: 4, QUEEN: 3}
PLAIN_POINTS = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}
SANS_ATOUT_POINTS = PLAIN_POINTS | {ACE: 19}
TOUT_ATOUT_POINTS: dict[TaValues, dict[int, int]] = {
    "trump-258": TRUMP_POINTS,
    "reduced-162": {JACK: 13, NINE: 9, ACE: 6, TEN: 5, KING: 3, QUEEN: 2},
    "pagat-162": {JACK: 14, NINE: 9, ACE: 6, TEN: 5, KING: 3, QUEEN: 1},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules:
    """What the cards are worth."""

    ta_values: TaValues = choice(
        "trump-258",
        "reduced-162",
        "pagat-162",
        article="CARD-6",
        description="Points of the cards at tout atout: those of a trump suit (258 in all), or a reduced table",
    )


def parse_trump(text: str) -> int:
    """The trump that a text names: `parse_trump("SA") == 4`.

    Raises ValueError naming what is accepted.
    """
    try:
        return TRUMPS_BY_NAME[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a trump: S, H, D, C, SA or TA") from None


def trump_name(trump: int) -> str:
    """The text of a trump."""
    return TRUMP_NAMES[trump]


def is_trump_order(suit: int, trump: int) -> bool:
    """Whether a suit stands in trump order under a trump (CARD-2, CARD-5, CARD-6)."""
    return trump in (suit, TOUT_ATOUT)


def _beating(card: int, trump: int) -> int:
    order = TRUMP_ORDER if is_trump_order(suit_of(card), trump) else PLAIN_ORDER
    higher = order[order.index(rank_of(card)) + 1 :]
    beating = sum(1 << 8 * suit_of(card) + rank for rank in higher)
    if trump < SANS_ATOUT and suit_of(card) != trump:
        beating |= SUIT_SETS[trump]
    return beating


BEATS = tuple(tuple(_beating(card, trump) for card in range(32)) for trump in range(6))
"""`BEATS[trump][card]`: the set of cards that beat a card which holds the trick so far (TRICK-1)."""


@cache
def card_points(trump: int, ta_values: TaValues) -> tuple[int, ...]:
    """The points of each of the 32 cards under a trump (CARD-4 to CARD-6)."""
    if trump == SANS_ATOUT:
        tables = [SANS_ATOUT_POINTS] * 4
    elif trump == TOUT_ATOUT:
        tables = [TOUT_ATOUT_POINTS[ta_values]] * 4
    else:
        tables = [TRUMP_POINTS if suit == trump else PLAIN_POINTS for suit in range(4)]
    return tuple(table.get(rank, 0) for table in tables for rank in range(len(RANKS)))


@cache
def total_points(trump: int, ta_values: TaValues) -> int:
    """Card points of a whole deal with the ten for the last trick: 162, or 258 (CARD-7)."""
    return sum(card_points(trump, ta_values)) + LAST_TRICK_POINTS
