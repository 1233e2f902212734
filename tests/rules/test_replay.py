"""Whole deals from their cards: TRICK, BEL-1, ANN-9, and that no illegal card slips through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.annonces import Annonce, Declaration
from service.rules.belote import Belote, belotes_in
from service.rules.cards import SUIT_SETS, parse_card
from service.rules.contract import Contract
from service.rules.play import legal_cards
from service.rules.reasons import ImpossiblePosition
from service.rules.replay import check_belotes_of_hands, facts_of_deal, replay
from service.rules.ruleset import make_ruleset
from service.rules.scoring.count import count_tricks
from service.rules.trumps import total_points
from tests.rules.deals import played_deals

HEARTS = 1
SUIT_BY_SUIT = SUIT_SETS
"""Each seat has one suit, seat 1 the hearts."""


@given(played_deals())
def test_a_deal_played_by_legal_cards_is_valid_and_counts_as_its_tricks(deal):
    ruleset, trump, dealer, hands, plays = deal
    done = replay(ruleset, trump, dealer, hands, plays)
    assert (done.play.violation, done.complete, done.cards) == (None, True, plays)
    assert sum(done.won.points) == sum(done.points)
    assert sum(done.won.points) == total_points(trump, ruleset.cards.ta_values)
    tricks = [(leader, plays[4 * number : 4 * number + 4]) for number, leader in enumerate(done.play.leaders[:8])]
    assert done.won == count_tricks(ruleset, trump, tricks)


@given(played_deals(), st.integers(0, 31))
def test_a_deal_may_stop_anywhere(deal, stop):
    ruleset, trump, dealer, hands, plays = deal
    whole, part = (replay(ruleset, trump, dealer, hands, cards) for cards in (plays, plays[:stop]))
    assert (part.play.violation, part.complete) == (None, False)
    assert part.points == whole.points[: stop // 4]
    assert part.open_trick == plays[stop - stop % 4 : stop]
    assert part.play.ruling.legal >> plays[stop] & 1


@given(played_deals(), st.integers(0, 31), st.integers(0, 31))
def test_a_single_illegal_card_is_caught_at_its_ply(deal, ply, card):
    ruleset, trump, dealer, hands, plays = deal
    before = replay(ruleset, trump, dealer, hands, plays[:ply]).play
    if before.ruling.legal >> card & 1:
        return
    violation = replay(ruleset, trump, dealer, hands, (*plays[:ply], card, *plays[ply + 1 :])).play.violation
    assert violation is not None
    assert (violation.ply, violation.seat, violation.card) == (ply, before.to_play, card)
    assert violation.legal == before.ruling.legal
    in_hand = before.hands[before.to_play] >> card & 1
    assert violation.reason == (before.ruling.reason if in_hand else violation.reason)
    assert in_hand or violation.reason.code == "not-in-hand"


@given(played_deals())
def test_the_step_and_the_whole_deal_ask_the_same_rule(deal):
    ruleset, trump, dealer, hands, plays = deal
    for ply in range(0, 32, 5):
        play = replay(ruleset, trump, dealer, hands, plays[:ply]).play
        trick = plays[ply - ply % 4 : ply]
        assert play.ruling == legal_cards(ruleset.play, trump, trick, play.hands[play.to_play])


@given(played_deals())
def test_bel_1_a_belote_is_credited_to_a_hand_with_both_cards(deal):
    ruleset, trump, dealer, hands, plays = deal
    won = replay(ruleset, trump, dealer, hands, plays).won
    facts = facts_of_deal(ruleset, Contract(0, trump), dealer, hands, won)
    held = [Belote(seat % 2, suit) for seat, hand in enumerate(hands) for suit in belotes_in(hand, trump)]
    assert sorted(facts.belotes) == sorted(held)


def test_bel_1_two_partners_have_no_belote_together():
    swapped = 1 << parse_card("KH") | 1 << parse_card("AC")
    hands = [SUIT_BY_SUIT[0], SUIT_BY_SUIT[1] ^ swapped, SUIT_BY_SUIT[2], SUIT_BY_SUIT[3] ^ swapped]
    with pytest.raises(ImpossiblePosition) as refused:
        check_belotes_of_hands(HEARTS, hands, (Belote(1, HEARTS),))
    assert (refused.value.fault, refused.value.pointer) == ("belote-not-held", ("belotes", 0))
    check_belotes_of_hands(HEARTS, SUIT_BY_SUIT, (Belote(1, HEARTS),))
    with pytest.raises(ImpossiblePosition):
        check_belotes_of_hands(HEARTS, SUIT_BY_SUIT, (Belote(0, HEARTS),))


def test_the_words_of_the_table_stand_in_for_the_belote_of_the_hands():
    won = replay(make_ruleset("ffb-classique"), HEARTS, 0, SUIT_BY_SUIT, ()).won
    unsaid = (Belote(1, HEARTS, belote=False),)
    facts = facts_of_deal(make_ruleset("ffb-classique"), Contract(1, HEARTS), 0, SUIT_BY_SUIT, won, belotes=unsaid)
    assert facts.belotes == unsaid


def test_ann_8_declared_annonces_are_compared_from_the_leader_on():
    ruleset = make_ruleset("ffb-annonces")
    won = replay(ruleset, HEARTS, 0, SUIT_BY_SUIT, ()).won
    declared = [
        Declaration(0, (Annonce(2, 7, 0),), SUIT_BY_SUIT[0]),
        Declaration(1, (Annonce(2, 7, 1),), SUIT_BY_SUIT[1]),
    ]
    facts = facts_of_deal(ruleset, Contract(1, HEARTS), 0, SUIT_BY_SUIT, won, declared)
    assert (facts.annonces, facts.declared_annonces) == ((0, 100), (100, 100))


def test_a_thirty_third_card_is_impossible():
    with pytest.raises(ImpossiblePosition) as refused:
        replay(make_ruleset(), HEARTS, 0, SUIT_BY_SUIT, (0,) * 33)
    assert (refused.value.article, refused.value.pointer) == ("TRICK-1", ("plays",))
