"""Whole deals for tests: random hands, played by random legal cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from service.rules.cards import cards_in, set_of
from service.rules.play import legal_cards, winner_of
from service.rules.ruleset import make_ruleset, presets

if TYPE_CHECKING:
    from service.rules.ruleset import Ruleset

PRESETS = sorted(presets())


class PlayedDeal(NamedTuple):
    """A deal played to its end by legal cards."""

    ruleset: Ruleset
    trump: int
    dealer: int
    hands: tuple[int, ...]
    """The set of cards dealt to each seat."""
    plays: tuple[int, ...]


@st.composite
def played_deals(draw: st.DrawFn) -> PlayedDeal:
    """A random deal under a random preset, sans atout and tout atout included."""
    ruleset = make_ruleset(draw(st.sampled_from(PRESETS)), {"sans_atout": True, "tout_atout": True})
    trump, dealer = draw(st.integers(0, 5)), draw(st.integers(0, 3))
    deck = draw(st.permutations(range(32)))
    hands = tuple(set_of(deck[8 * seat : 8 * seat + 8]) for seat in range(4))
    chance = draw(st.randoms(use_true_random=False))
    held = list(hands)
    plays: list[int] = []
    leader = (dealer + 1) % 4
    for _ in range(8):
        trick: list[int] = []
        for place in range(4):
            seat = (leader + place) % 4
            card = chance.choice(list(cards_in(legal_cards(ruleset.play, trump, trick, held[seat]).legal)))
            held[seat] &= ~(1 << card)
            trick.append(card)
        plays += trick
        leader = (leader + winner_of(trump, trick)) % 4
    return PlayedDeal(ruleset, trump, dealer, hands, tuple(plays))
