"""Positions in the middle of a trick for tests: random ones, and ones written as texts."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from service.rules.cards import CARD_NAMES, cards_in, parse_card, set_of
from service.rules.options import options_of
from service.rules.play import PlayRules

PLAY_RULES = st.builds(PlayRules, **{option.name: st.sampled_from(option.values) for option in options_of(PlayRules)})
"""Every combination of the options of play."""


class Position(NamedTuple):
    """A trump, the cards on the table, and the set of cards of the seat to play."""

    trump: int
    trick: tuple[int, ...]
    hand: int


@st.composite
def positions(draw: st.DrawFn, least: int = 0, highest_trump: int = 5) -> Position:
    """A random position with at least so many cards on the table; half of them lean on one suit and the trump."""
    trump = draw(st.integers(0, highest_trump))
    deck = draw(st.permutations(range(32)))
    if draw(st.booleans()):
        deck = sorted(deck, key=lambda card: card >> 3 not in (0, trump))
    played, held = draw(st.integers(least, 3)), draw(st.integers(1, 8))
    return Position(trump, tuple(deck[:played]), set_of(deck[played : played + held]))


def cards_of(text: str) -> tuple[int, ...]:
    """The cards of a text: `AD TH`."""
    return tuple(parse_card(name) for name in text.split())


def names_of(cards: int) -> set[str]:
    """The texts of a set of cards."""
    return {CARD_NAMES[card] for card in cards_in(cards)}
