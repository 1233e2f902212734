"""Who wins a trick, and who leads the next: TRICK-1, TRICK-2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import PLAIN_ORDER, TRUMP_ORDER, suit_of
from service.rules.play import play_cards, winner_of
from service.rules.trumps import is_trump_order, parse_trump
from tests.rules.deals import played_deals
from tests.rules.positions import cards_of

TRICKS = st.lists(st.integers(0, 31), min_size=1, max_size=4, unique=True)
TRUMPS = st.integers(0, 5)

EXAMPLES = [
    ("H", "8S AS 7H JD", "7H"),
    ("H", "8S AS TS KS", "AS"),
    ("H", "7H 9H AH JH", "JH"),
    ("H", "8S 7H QH 8H", "QH"),
    ("SA", "8S AH JH KD", "8S"),
    ("SA", "JS 9S TS AS", "AS"),
    ("TA", "AS 9S JS AD", "JS"),
    ("TA", "7S JD JH JC", "7S"),
]


@pytest.mark.parametrize(("trump", "trick", "winning"), EXAMPLES)
def test_trick_1_by_example(trump, trick, winning):
    cards = cards_of(trick)
    assert cards[winner_of(parse_trump(trump), cards)] == cards_of(winning)[0]


def strength(card, led, trump):
    """How high a card stands in a trick: trumps over the suit led over all else."""
    suit = suit_of(card)
    order = TRUMP_ORDER if is_trump_order(suit, trump) else PLAIN_ORDER
    return suit == trump, suit == led, order.index(card & 7) if suit in (trump, led) else -1


@given(TRUMPS, TRICKS)
def test_trick_1_the_strongest_card_holds_the_trick(trump, trick):
    led = suit_of(trick[0])
    assert trick[winner_of(trump, trick)] == max(trick, key=lambda card: strength(card, led, trump))


@given(TRUMPS, TRICKS, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_after_the_lead_does_not_matter(trump, trick, chance):
    after = trick[1:]
    chance.shuffle(after)
    shuffled = [trick[0], *after]
    assert trick[winner_of(trump, trick)] == shuffled[winner_of(trump, shuffled)]


@given(st.integers(4, 5), TRICKS)
def test_trick_1_at_sa_and_ta_only_the_suit_led_can_win(trump, trick):
    assert suit_of(trick[winner_of(trump, trick)]) == suit_of(trick[0])


@given(played_deals())
def test_trick_2_the_winner_of_a_trick_leads_the_next(deal):
    leader = deal.dealer + 1 & 3
    leaders = play_cards(deal.ruleset.play, deal.trump, leader, deal.hands, deal.plays).leaders
    assert leaders[0] == leader
    for number in range(8):
        trick = deal.plays[4 * number : 4 * number + 4]
        assert leaders[number + 1] == leaders[number] + winner_of(deal.trump, trick) & 3


@given(played_deals())
def test_play_1_a_card_played_before_is_not_in_the_hand_any_more(deal):
    plays = (*deal.plays[:4], deal.plays[0])
    violation = play_cards(deal.ruleset.play, deal.trump, deal.dealer + 1 & 3, deal.hands, plays).violation
    assert violation is not None
    assert (violation.ply, violation.reason.code, violation.reason.article) == (4, "not-in-hand", "PLAY-1")
