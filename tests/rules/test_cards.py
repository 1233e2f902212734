"""Cards and sets of cards: CARD-1 to CARD-3, CARD-8."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import (
    CARD_NAMES,
    DECK,
    PLAIN_ORDER,
    RANK_SETS,
    RANKS,
    SUIT_SETS,
    SUITS,
    TRUMP_ORDER,
    card_name,
    cards_in,
    parse_card,
    rank_of,
    set_of,
    suit_of,
)

CARDS = st.integers(0, 31)


def test_card_1_there_are_32_cards_each_once():
    assert len(set(CARD_NAMES)) == 32
    assert set_of(range(32)) == DECK


@given(CARDS)
def test_a_card_is_read_as_it_is_written(card):
    name = card_name(card)
    assert parse_card(name) == card
    assert name == RANKS[rank_of(card)] + SUITS[suit_of(card)]


@pytest.mark.parametrize("suit", SUITS)
def test_card_1_a_ten_may_be_written_with_two_digits(suit):
    assert parse_card(f"10{suit}") == parse_card(f"T{suit}")


@pytest.mark.parametrize("text", ["", "J", "H", "JHH", "jh", "JX", "1H", "6H", "HJ", " JH", "JH\n", "10", "T0H", "J♥"])
def test_nothing_else_is_a_card_and_the_error_says_what_is(text):
    with pytest.raises(ValueError, match=r"is not a card: a rank of 7 8 9 T J Q K A, then a suit of S H D C"):
        parse_card(text)


def test_card_2_and_3_the_orders_from_low_to_high():
    assert "".join(RANKS[rank] for rank in TRUMP_ORDER) == "78QKTA9J"
    assert "".join(RANKS[rank] for rank in PLAIN_ORDER) == "789JQKTA"


@given(st.sets(CARDS))
def test_a_set_holds_what_was_put_in(cards):
    assert list(cards_in(set_of(cards))) == sorted(cards)


@given(CARDS)
def test_a_card_is_in_the_sets_of_its_suit_and_rank_alone(card):
    assert [suit for suit in range(4) if SUIT_SETS[suit] >> card & 1] == [suit_of(card)]
    assert [rank for rank in range(8) if RANK_SETS[rank] >> card & 1] == [rank_of(card)]
