"""Belote and rebelote by themselves (BEL-1 to BEL-4, BEL-7); what their points do to a score is with the scores."""

from itertools import product

import pytest

from service.rules.belote import NOTICED, PAIRS, Belote, BeloteRules, Credit, belotes_in, credit
from service.rules.cards import DECK, parse_card, set_of

HEARTS, SANS_ATOUT, TOUT_ATOUT = 1, 4, 5
STRICT = BeloteRules(rebelote_tolerance="none")
TOLERANT = BeloteRules(rebelote_tolerance="once-per-match")


def hand(text):
    return set_of(parse_card(card) for card in text.split())


@pytest.mark.parametrize(
    ("cards", "trump", "suits"),
    [
        ("KH QH 7S 8S 9S 7D 8D 7C", HEARTS, (1,)),
        ("KS QS 7H 8H 9H 7D 8D 7C", HEARTS, ()),
        ("KH 8H AS 7S 8S 7D 8D 7C", HEARTS, ()),
        ("QH 8H KS 7S 8S 7D 8D 7C", HEARTS, ()),
        ("KS QS KH QH KD QD KC QC", TOUT_ATOUT, (0, 1, 2, 3)),
        ("KS QS KH QD KD QH KC JC", TOUT_ATOUT, (0, 1, 2)),
        ("KS QS KH QH KD QD KC QC", SANS_ATOUT, ()),
    ],
)
def test_bel_1_king_and_queen_of_trump_in_one_hand(cards, trump, suits):
    assert belotes_in(hand(cards), trump) == suits


def test_bel_1_no_deal_has_more_than_four():
    assert [len(belotes_in(DECK, trump)) for trump in range(6)] == [1, 1, 1, 1, 0, 4]
    assert all(belotes_in(pair, TOUT_ATOUT) == (suit,) for suit, pair in enumerate(PAIRS))


@pytest.mark.parametrize("rules", [STRICT, TOLERANT])
@pytest.mark.parametrize("tolerated_before", [False, True])
@pytest.mark.parametrize("noticed", [None, *NOTICED])
def test_bel_3_both_words_count_and_rebelote_alone_is_worth_nothing(rules, tolerated_before, noticed):
    assert credit(rules, Belote(0, HEARTS, noticed=noticed), tolerated_before) is Credit.COUNTS
    for rebelote in (False, True):
        silent = Belote(0, HEARTS, belote=False, rebelote=rebelote, noticed=noticed)
        assert credit(rules, silent, tolerated_before) is Credit.LOST


@pytest.mark.parametrize("noticed", ["in-play", "at-count"])
def test_bel_4_a_forgotten_rebelote_noticed_in_time_is_tolerated_once_a_team_and_match(noticed):
    forgotten = Belote(1, HEARTS, rebelote=False, noticed=noticed)
    assert credit(TOLERANT, forgotten, False) is Credit.TOLERATED
    assert credit(TOLERANT, forgotten, True) is Credit.HELD_BACK
    assert credit(STRICT, forgotten, False) is Credit.HELD_BACK


def test_bel_4_after_the_count_is_too_late():
    for rules, noticed, before in product((STRICT, TOLERANT), (None, "after-count"), (False, True)):
        assert credit(rules, Belote(0, HEARTS, rebelote=False, noticed=noticed), before) is Credit.HELD_BACK
