"""Random deals for the measurements: the same ones for the same seed."""

import random
from typing import NamedTuple

from service.rules.cards import DECK, cards_in, set_of
from service.rules.play import legal_cards, winner_of
from service.rules.ruleset import Ruleset, make_ruleset


class Deal(NamedTuple):
    """Four hands and the 32 cards in the order played; seat 0 leads."""

    ruleset: Ruleset
    trump: int
    hands: tuple[tuple[int, ...], ...]
    """The cards of each seat, in the order dealt."""
    plays: tuple[int, ...]


class Position(NamedTuple):
    """A trick with one to three cards on the table, and the hand to play from."""

    deal: Deal
    ply: int
    """How many cards of the deal were played before."""
    leader: int
    trick: tuple[int, ...]
    hand: int
    """The set of cards that the seat to play holds."""


def random_deals(presets, count, seed):
    """Deals played by random legal cards, the presets in turn, and every position in the middle of their tricks."""
    chance = random.Random(seed)
    deals, positions = [], []
    for number in range(count):
        deck = list(cards_in(DECK))
        chance.shuffle(deck)
        hands = tuple(tuple(deck[8 * seat : 8 * seat + 8]) for seat in range(4))
        trump = chance.randrange(4)
        ruleset = make_ruleset(presets[number % len(presets)])
        found, plays = _play(chance, ruleset, trump, hands)
        deals.append(Deal(ruleset, trump, hands, tuple(plays)))
        positions += [Position(deals[-1], *each) for each in found]
    return deals, positions


def _play(chance, ruleset, trump, hands):
    held, leader = [set_of(hand) for hand in hands], 0
    found, plays = [], []
    for _ in range(8):
        trick = []
        for place in range(4):
            seat = leader + place & 3
            if trick:
                found.append((len(plays), leader, tuple(trick), held[seat]))
            card = chance.choice(list(cards_in(legal_cards(ruleset.play, trump, trick, held[seat]).legal)))
            held[seat] ^= 1 << card
            trick.append(card)
            plays.append(card)
        leader = leader + winner_of(trump, trick) & 3
    return found, plays
