"""Belote and rebelote: king and queen of trump in one hand (BEL-1 to BEL-7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, get_args

from service.rules.cards import KING, QUEEN
from service.rules.options import choice, flag
from service.rules.seats import team_of
from service.rules.trumps import is_trump_order

BELOTE_POINTS = 20

PAIRS = tuple(1 << 8 * suit + QUEEN | 1 << 8 * suit + KING for suit in range(4))
"""King and queen of each suit, as sets of cards."""

BELOTE_SUITS = tuple(tuple(suit for suit in range(4) if is_trump_order(suit, trump)) for trump in range(6))
"""The suits that can give a belote under each trump (BEL-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeloteRules:
    """When a belote counts and for whom."""

    rebelote_tolerance: Literal["none", "once-per-match"] = choice(
        "none",
        "once-per-match",
        article="BEL-4",
        description="A forgotten rebelote never counts, or once a team and match if noticed before the count is over",
    )
    belote_in_contract: bool = flag(True, "BEL-5", "A belote counts when the contract is tested")
    belote_of_losers: Literal["keep", "to-winners"] = choice(
        "keep",
        "to-winners",
        article="BEL-6",
        description="Losers of a deal keep their belote, or lose it to the winners",
    )


Noticed = Literal["in-play", "at-count", "after-count"]
NOTICED = get_args(Noticed)
"""When a missing rebelote may have been noticed."""

TOLERATED_WHEN = ("in-play", "at-count")
"""When noticing it is early enough (BEL-4)."""


class Belote(NamedTuple):
    """A belote as the table heard it."""

    team: int
    suit: int
    """The trump suit of the two cards, 0 to 3 for S H D C."""
    belote: bool = True
    """Whether "belote" was said with the first card."""
    rebelote: bool = True
    """Whether "rebelote" was said with the second one."""
    noticed: Noticed | None = None
    """When a missing "rebelote" was noticed; None for never."""


class Credit(Enum):
    """What becomes of a belote."""

    COUNTS = "counts"
    """Both words were said (BEL-3)."""
    TOLERATED = "tolerated"
    """It counts though "rebelote" was forgotten, and uses up the team's tolerance of the match (BEL-4)."""
    HELD_BACK = "held-back"
    """Only "belote" was said: it does not count for its team, and takers who fail may owe it (BEL-7)."""
    LOST = "lost"
    """The word "belote" was not said: it is worth nothing (BEL-3)."""


def credit(rules: BeloteRules, belote: Belote, tolerated_before: bool) -> Credit:
    """What becomes of a belote (BEL-3, BEL-4, BEL-7).

    `tolerated_before` says whether its team has used up its one tolerance of the match.
    """
    if not belote.belote:
        return Credit.LOST
    if belote.rebelote:
        return Credit.COUNTS
    tolerant = rules.rebelote_tolerance == "once-per-match" and not tolerated_before
    return Credit.TOLERATED if tolerant and belote.noticed in TOLERATED_WHEN else Credit.HELD_BACK


def belotes_in(hand: int, trump: int) -> tuple[int, ...]:
    """The suits in which a hand, a set of cards, holds king and queen of trump (BEL-1); none at sans atout."""
    return tuple([suit for suit in BELOTE_SUITS[trump] if hand & PAIRS[suit] == PAIRS[suit]])


def belotes_of(hands: Sequence[int], trump: int) -> tuple[Belote, ...]:
    """Every belote of a deal as if both words were said; `hands` are the sets of cards of the seats (BEL-1)."""
    return tuple(
        [
            Belote(team_of(seat), suit)
            for suit in BELOTE_SUITS[trump]
            for seat, hand in enumerate(hands)
            if hand & PAIRS[suit] == PAIRS[suit]
        ]
    )
