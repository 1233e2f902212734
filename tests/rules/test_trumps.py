"""What a trump makes of the cards: CARD-2 to CARD-7."""

import itertools

import pytest

from service.rules.cards import CARD_NAMES, PLAIN_ORDER, SUIT_SETS, TRUMP_ORDER, cards_in, rank_of, suit_of
from service.rules.trumps import (
    BEATS,
    TRUMP_NAMES,
    CardRules,
    card_points,
    is_trump_order,
    parse_trump,
    total_points,
    trump_name,
)

TRUMPS = range(6)
SUIT_TRUMPS = range(4)
POINTS = {
    ("H", "trump-258", "H"): {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    ("H", "trump-258", "S"): {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    ("SA", "trump-258", "S"): {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2},
    ("TA", "trump-258", "S"): {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    ("TA", "reduced-162", "S"): {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2},
    ("TA", "pagat-162", "S"): {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1},
}
"""CARD-4 to CARD-6: what counts in a suit under a trump; all other cards count nothing."""


@pytest.mark.parametrize(("trump", "values", "suit"), POINTS)
def test_card_4_to_6_the_points_of_a_suit(trump, values, suit):
    points = card_points(parse_trump(trump), values)
    counted = {CARD_NAMES[card][0]: points[card] for card in range(32) if CARD_NAMES[card][1] == suit and points[card]}
    assert counted == POINTS[trump, values, suit]


@pytest.mark.parametrize("values", ["trump-258", "reduced-162", "pagat-162"])
@pytest.mark.parametrize("trump", TRUMPS)
def test_card_7_a_deal_has_162_points_or_258(trump, values):
    assert total_points(trump, values) == (258 if (TRUMP_NAMES[trump], values) == ("TA", "trump-258") else 162)


def test_the_trump_values_are_the_default():
    assert CardRules().ta_values == "trump-258"


@pytest.mark.parametrize("trump", TRUMPS)
def test_trick_1_within_a_suit_the_order_decides(trump):
    for card, other in itertools.permutations(range(32), 2):
        if suit_of(card) == suit_of(other):
            order = TRUMP_ORDER if is_trump_order(suit_of(card), trump) else PLAIN_ORDER
            higher = order.index(rank_of(other)) > order.index(rank_of(card))
            assert bool(BEATS[trump][card] >> other & 1) == higher


@pytest.mark.parametrize("trump", TRUMPS)
def test_trick_1_across_suits_only_a_trump_beats(trump):
    for card, other in itertools.permutations(range(32), 2):
        if suit_of(card) != suit_of(other):
            assert bool(BEATS[trump][card] >> other & 1) == (suit_of(other) == trump)


@pytest.mark.parametrize("trump", SUIT_TRUMPS)
def test_the_jack_of_trump_is_beaten_by_nothing_and_every_plain_card_by_every_trump(trump):
    assert [card for card in range(32) if not BEATS[trump][card]] == [8 * trump + 4]
    assert all(SUIT_SETS[trump] & ~BEATS[trump][card] == 0 for card in cards_in(~SUIT_SETS[trump] & 0xFFFFFFFF))


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_trump_is_read_as_it_is_written(trump):
    assert parse_trump(trump_name(trump)) == trump


@pytest.mark.parametrize("text", ["", "h", "NT", "SAT", "TA ", "S\n", "♠"])
def test_nothing_else_is_a_trump_and_the_error_says_what_is(text):
    with pytest.raises(ValueError, match="is not a trump: S, H, D, C, SA or TA"):
        parse_trump(text)
