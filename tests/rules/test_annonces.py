"""Annonces, article by article (ANN-2 to ANN-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.annonces import (
    KINDS,
    Annonce,
    AnnonceRules,
    Declaration,
    declared_points,
    detect,
    points_of,
    resolve,
)
from service.rules.annonces.checks import check_seats, check_shown_hands, check_whole_hand
from service.rules.annonces.kinds import CARRE, CENT, CINQUANTE, TIERCE
from service.rules.cards import RANKS, SUITS, cards_in, parse_card, set_of
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import make_ruleset

RULES = AnnonceRules(annonces=True)
HEARTS, SANS_ATOUT, TOUT_ATOUT = 1, 4, 5


def hand(text):
    return set_of(parse_card(card) for card in text.split())


def annonce(text):
    """`tierce KS`, `carre J`."""
    kind, top = text.split()
    suit = SUITS.index(top[1]) if len(top) > 1 else None
    return Annonce(KINDS.index(kind), RANKS.index(top[0]), suit)


def found(text, trump=HEARTS, rules=RULES):
    return [holding.annonce for holding in detect(rules, trump, hand(text))]


def resolved(*declared, trump=HEARTS, leader=0, **options):
    """`declared` are pairs of a seat and annonces parted by commas, with a hand as a third where it is shown."""
    declarations = [
        Declaration(seat, tuple(annonce(each.strip()) for each in texts.split(",")), *map(hand, shown))
        for seat, texts, *shown in declared
    ]
    return resolve(AnnonceRules(annonces=True, **options), trump, leader, declarations)


def outcome(*declared, **options):
    done = resolved(*declared, **options)
    return done.winner, done.points, done.reason.code


def test_ann_1_nothing_is_detected_or_scored_where_annonces_are_not_played():
    assert found("JS JH JD JC QH KH AH 7S", rules=AnnonceRules()) == []
    declared = [Declaration(0, (annonce("carre J"),))]
    assert resolve(AnnonceRules(), HEARTS, 0, declared).reason.code == "not-played"


def test_ann_2_runs_are_in_natural_order_and_do_not_go_round_the_corner():
    assert found("9C TC JC AS 7D KH 8S QD") == [annonce("tierce JC")]
    assert found("AS 7S 8S KD TD 9C JC QH") == []
    assert found("7S 8S 9S TS JS QS KS AS") == [annonce("cent AS")]
    assert found("8S 9S TS JS 8D 9D TD JD") == [annonce("cinquante JS"), annonce("cinquante JD")]


@pytest.mark.parametrize(
    ("text", "trump", "points"),
    [("carre J", HEARTS, 200), ("carre 9", TOUT_ATOUT, 150), ("carre Q", HEARTS, 100), ("carre A", SANS_ATOUT, 200),
     ("carre T", SANS_ATOUT, 150), ("carre 9", SANS_ATOUT, 100), ("tierce 9S", HEARTS, 20), ("cent AS", HEARTS, 100)],
)  # fmt: skip
def test_ann_3_what_they_are_worth(text, trump, points):
    assert points_of(annonce(text), trump) == points


def test_ann_3_sevens_and_eights_make_no_carre():
    assert found("7S 7H 7D 7C 8S 8H 8D 8C") == []


def test_ann_4_a_card_serves_one_annonce():
    assert found("JS JH JD JC QS KS 7H 8H") == [annonce("carre J")]
    assert found("JS JH JD JC QH KH AH 7S") == [annonce("carre J"), annonce("tierce AH")]


@given(st.permutations(range(32)), st.integers(0, 5))
def test_ann_4_what_is_detected_is_in_the_hand_and_shares_no_card(deck, trump):
    cards = set_of(deck[:8])
    holdings = detect(RULES, trump, cards)
    assert sum(len(list(cards_in(holding.cards))) for holding in holdings) == len(
        {card for holding in holdings for card in cards_in(holding.cards)}
    )
    assert all(holding.cards & ~cards == 0 for holding in holdings)
    declared = Declaration(0, tuple(holding.annonce for holding in holdings), cards)
    done = resolve(RULES, trump, 0, [declared])
    assert (done.points[0], done.false) == (sum(holding.points for holding in holdings), ())
    assert declared_points(trump, [declared]) == done.points


def test_ann_5_kinds():
    assert outcome((0, "carre 9"), (1, "carre A")) == (0, (150, 0), "higher-value")
    assert outcome((0, "cinquante TS"), (1, "tierce AD")) == (0, (50, 0), "higher-kind")
    assert outcome((0, "carre Q"), (1, "cent AS")) == (0, (100, 0), "carre-over-sequence")
    assert outcome((0, "carre Q"), (1, "cent AS"), carre_vs_cent="cent") == (1, (0, 100), "sequence-over-carre")
    assert outcome((0, "carre J"), (1, "cent AS"), carre_vs_cent="cent") == (0, (200, 0), "carre-over-sequence")


def test_ann_6_heights():
    assert outcome((0, "tierce KS"), (1, "tierce QD")) == (0, (20, 0), "higher-top")
    assert outcome((0, "carre T"), (1, "carre K")) == (0, (100, 0), "higher-top")
    assert outcome((0, "carre T"), (1, "carre K"), carre_order="natural") == (1, (0, 100), "higher-top")
    assert outcome((0, "carre Q"), (1, "carre K"), trump=SANS_ATOUT) == (1, (0, 100), "higher-top")


def test_ann_7_trump_and_ties():
    assert outcome((0, "tierce KS"), (1, "tierce KH")) == (1, (0, 20), "trump-suit")
    assert outcome((0, "tierce KS"), (1, "tierce KH"), trump=TOUT_ATOUT) == (None, (0, 0), "tie")
    assert outcome((0, "tierce KS"), (1, "tierce KD")) == (None, (0, 0), "tie")
    first = {"annonce_tie": "first-speaker"}
    assert outcome((0, "tierce KS"), (1, "tierce KD"), leader=1, **first) == (1, (0, 20), "first-speaker")
    assert outcome((0, "tierce KS"), (1, "tierce KD"), leader=0, **first) == (0, (20, 0), "first-speaker")


def test_ann_8_the_winners_score_all_of_their_own():
    assert outcome((0, "cinquante AS"), (1, "tierce KD"), (2, "tierce 9C")) == (0, (70, 0), "higher-kind")
    assert outcome((3, "tierce 9C")) == (1, (0, 20), "only-side")
    assert resolve(RULES, HEARTS, 0, [Declaration(0, ())]).reason.code == "none-declared"


SPADES_TIERCE = "QS KS AS 7H 8D 9C TC 7D"


def test_ann_10_a_false_annonce_of_the_winners_goes_to_the_other_side():
    done = resolved((0, "cinquante AS", SPADES_TIERCE), (1, "tierce KD"))
    assert (done.winner, done.points, len(done.false)) == (1, (0, 70), 1)
    done = resolved((0, "cinquante AS, tierce AS", SPADES_TIERCE), (1, "tierce KD"))
    assert (done.winner, done.points) == (0, (20, 50))


def test_ann_10_a_card_used_twice_makes_the_later_annonce_false():
    done = resolved((0, "tierce AS, tierce AS", SPADES_TIERCE))
    assert (done.points, len(done.scored), len(done.false)) == ((20, 20), 1, 1)


def test_ann_10_a_false_annonce_of_the_losers_costs_nothing():
    done = resolved((0, "cinquante AS"), (1, "tierce KD", SPADES_TIERCE))
    assert (done.points, done.false, len(done.void)) == ((50, 0), (), 1)


def test_ann_10_both_sides_may_have_to_show():
    done = resolved((0, "cent AS", SPADES_TIERCE), (1, "cinquante KD", "7C 8C JC QC 9H TH AD JD"))
    assert (done.winner, done.points, done.reason.code) == (None, (50, 100), "none-declared")


def test_the_kinds_stand_in_the_order_of_their_strength():
    assert tuple(range(len(KINDS))) == (TIERCE, CINQUANTE, CENT, CARRE)


@pytest.mark.parametrize(("preset", "article"), [("ffb-annonces", "DEAL-4"), ("ffb-coinchee", "DEAL-5")])
def test_a_hand_of_seven_is_none(preset, article):
    with pytest.raises(ImpossiblePosition) as refused:
        check_whole_hand(make_ruleset(preset), range(7), "hand")
    assert (refused.value.article, refused.value.pointer) == (article, ("hand",))


def test_hands_that_are_shown_share_no_card_and_seats_declare_once():
    with pytest.raises(ImpossiblePosition) as refused:
        check_shown_hands(make_ruleset(), [range(8), None, range(7, 15)], "declared")
    assert refused.value.pointer == ("declared", 2, "hand", 0)
    with pytest.raises(ImpossiblePosition) as refused:
        check_seats([0, 2, 0], "declared")
    assert refused.value.pointer == ("declared", 2, "seat")
