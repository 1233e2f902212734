"""What makes a position impossible before any rule of play is asked."""

import pytest

from service.rules.position import check_distinct, check_position, check_trump, check_whole_trick
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import make_ruleset
from service.rules.trumps import parse_trump
from tests.rules.positions import cards_of

NINE_CARDS = "7S 8S 9S TS JS QS KS AS 7C"

IMPOSSIBLE = [
    ("ffb-contree", "SA", "AD", "AS", "trump-not-played", "AUC-5", ("trump",)),
    ("ffb-classique", "TA", "AD", "AS", "trump-not-played", "AUC-5", ("trump",)),
    ("ffb-classique", "H", "AD KD QD JD", "AS", "trick-full", "TRICK-1", ("trick", "cards")),
    ("ffb-classique", "H", "AD", "", "hand-size", "DEAL-4", ("hand",)),
    ("ffb-classique", "H", "AD", NINE_CARDS, "hand-size", "DEAL-4", ("hand",)),
    ("ffb-contree", "H", "AD", NINE_CARDS, "hand-size", "DEAL-5", ("hand",)),
    ("ffb-contree", "H", "AD TH", "9H TH", "card-twice", "CARD-1", ("hand", 1)),
    ("ffb-contree", "H", "AD", "9H 9H", "card-twice", "CARD-1", ("hand", 1)),
    ("ffb-contree", "H", "AD 7D AD", "9H", "card-twice", "CARD-1", ("trick", "cards", 2)),
]


@pytest.mark.parametrize(("preset", "trump", "trick", "hand", "fault", "article", "pointer"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_its_place(preset, trump, trick, hand, fault, article, pointer):
    with pytest.raises(ImpossiblePosition) as refused:
        check_position(make_ruleset(preset), parse_trump(trump), cards_of(trick), cards_of(hand))
    assert (refused.value.fault, refused.value.article, refused.value.pointer) == (fault, article, pointer)


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "SA", "TA"])
def test_a_position_is_possible_where_its_trump_is_played(trump):
    ruleset = make_ruleset("ffb-contree", {"sans_atout": True, "tout_atout": True})
    check_position(ruleset, parse_trump(trump), cards_of("AD TH"), cards_of("9H QH AS"))


def test_auc_5_sans_atout_and_tout_atout_are_turned_on_apart():
    ruleset = make_ruleset("ffb-contree", {"sans_atout": True})
    check_trump(ruleset, parse_trump("SA"))
    with pytest.raises(ImpossiblePosition):
        check_trump(ruleset, parse_trump("TA"))


@pytest.mark.parametrize("cards", ["", "AD KD QD", "AD KD QD JD 9D"])
def test_a_whole_trick_has_four_cards(cards):
    with pytest.raises(ImpossiblePosition) as refused:
        check_whole_trick(make_ruleset(), parse_trump("H"), cards_of(cards))
    assert (refused.value.fault, refused.value.facts["count"]) == ("trick-not-whole", len(cards_of(cards)))


def test_a_set_of_distinct_cards_is_returned_with_those_seen_before():
    assert check_distinct(cards_of("7S 9S"), "hand", seen=0b10) == 0b111
