"""Annonces, article by article (ANN-2 to ANN-10)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.annonces import (
    KINDS,
    LOWEST_TOPS,
    Annonce,
    AnnonceRules,
    Declaration,
    declared_points,
    detect,
    points_of,
    resolve,
)
from service.rules.annonces.checks import check_seats, check_shown_hands, check_whole_hand
from service.rules.annonces.detection import RUNS
from service.rules.annonces.kinds import CARRE, CENT, CINQUANTE, TIERCE
from service.rules.cards import RANK_SETS, RANKS, SUITS, cards_in, parse_card, set_of
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import make_ruleset

RULES = AnnonceRules(annonces=True)
POSSIBLE = [
    Annonce(kind, top, suit)
    for kind, lowest in enumerate(LOWEST_TOPS)
    for top in range(lowest, len(RANKS))
    for suit in ([None] if kind == CARRE else range(len(SUITS)))
]
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


def test_ann_8_of_two_equal_partners_the_earlier_in_rotation_has_the_best():
    partners = (0, "tierce AS"), (1, "tierce 9D"), (2, "tierce AC")
    assert [resolved(*partners, leader=leader).best.seat for leader in range(4)] == [0, 2, 2, 0]


def test_ann_10_a_carre_leaves_none_of_its_cards_to_a_run():
    done = resolved((0, "carre K, tierce AS", "KS KH KD KC AS QS 7D 8C"))
    assert (done.winner, done.points, [item.annonce for item in done.false]) == (0, (100, 20), [annonce("tierce AS")])


def test_ann_10_six_to_eight_in_a_row_are_one_cent_however_they_are_declared():
    suit = "AS KS QS JS TS 9S 8S 7S"
    assert resolved((0, "cent AS, tierce 9S", suit)).points == (100, 20)
    assert resolved((0, "tierce 9S, cent AS", suit)).points == (20, 100)
    assert resolved((0, "tierce AS, cent JS", suit)).points == (20, 100)
    assert resolved((0, "cent JS, tierce AS", suit)).points == (100, 20)
    assert resolved((0, "cinquante AS, tierce TS", suit)).points == (70, 0)
    assert resolved((0, "cent QS", "AS KS QS JS TS 7H 8D 9C")).points == (0, 100)
    assert resolved((0, "cent KS", suit)).points == (100, 0)


def test_ann_10_a_tie_shows_nobody_false():
    done = resolved((0, "tierce KS", SPADES_TIERCE), (1, "tierce KD"))
    assert (done.winner, done.points, done.best, done.false, len(done.void)) == (None, (0, 0), None, (), 2)


@st.composite
def declarations(draw):
    """What the seats declare, possible annonces true or not, with hands of one deal shown or not."""
    deck = draw(st.permutations(range(32)))
    hands = [set_of(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    seats = draw(st.lists(st.integers(0, 3), unique=True))
    return [
        Declaration(
            seat,
            tuple(
                draw(st.lists(st.sampled_from(POSSIBLE), max_size=3))
                + [holding.annonce for holding in detect(RULES, HEARTS, hands[seat])]
            ),
            draw(st.sampled_from([None, hands[seat]])),
        )
        for seat in seats
    ]


@st.composite
def rules(draw):
    return AnnonceRules(
        annonces=True,
        carre_vs_cent=draw(st.sampled_from(["carre", "cent"])),
        carre_order=draw(st.sampled_from(["plain", "natural"])),
        annonce_tie=draw(st.sampled_from(["none", "first-speaker"])),
    )


@given(rules(), st.integers(0, 5), st.integers(0, 3), declarations())
def test_each_annonce_is_scored_void_or_false_and_the_points_are_theirs(rules, trump, leader, declared):
    done = resolve(rules, trump, leader, declared)
    said = [(each.seat, annonce) for each in declared for annonce in each.annonces]
    outcome = [(item.seat, item.annonce) for item in (*done.scored, *done.void, *done.false)]
    assert sorted(outcome, key=said.index) == sorted(said, key=said.index)
    assert all(item.true and item.team == done.winner for item in done.scored)
    assert not any(item.true for item in done.false)
    points = [0, 0]
    for item in done.scored:
        points[item.team] += points_of(item.annonce, trump)
    for item in done.false:
        points[1 - item.team] += points_of(item.annonce, trump)
    assert done.points == tuple(points)
    assert (done.best is None) == (done.winner is None)
    assert done.best is None or done.best in done.scored


@given(rules(), st.integers(0, 5), st.integers(0, 3), declarations())
def test_swapping_the_teams_swaps_the_outcome(rules, trump, leader, declared):
    done = resolve(rules, trump, leader, declared)
    turned = resolve(rules, trump, leader + 1 & 3, [each._replace(seat=each.seat + 1 & 3) for each in declared])
    assert turned.points == done.points[::-1]
    assert turned.winner == (None if done.winner is None else 1 - done.winner)
    assert turned.reason == done.reason


@given(st.permutations(range(32)), st.integers(0, 5), st.lists(st.sampled_from(POSSIBLE), max_size=6))
def test_ann_4_no_true_declaration_is_worth_more_than_the_best_choice(deck, trump, declared):
    cards = set_of(deck[:8])
    done = resolve(RULES, trump, 0, [Declaration(0, tuple(declared), cards)])
    assert done.points[0] <= sum(holding.points for holding in detect(RULES, trump, cards))


def test_ann_4_no_true_declaration_of_one_suit_is_worth_more_than_its_runs():
    spades = [each for each in POSSIBLE if each.suit == 0]
    for ranks, first, second in product(range(256), spades, spades):
        done = resolve(RULES, HEARTS, 0, [Declaration(0, (first, second), ranks)])
        assert done.points[0] <= sum(holding.points for holding in RUNS[0][ranks])


@pytest.mark.parametrize("trump", [HEARTS, SANS_ATOUT])
def test_ann_3_every_carre_that_counts_is_found_and_no_other(trump):
    found_ranks = [holding.annonce.top for four in RANK_SETS for holding in detect(RULES, trump, four)]
    assert found_ranks == list(range(2, 8))


def test_the_kinds_stand_in_the_order_of_their_strength():
    assert tuple(range(len(KINDS))) == (TIERCE, CINQUANTE, CENT, CARRE)


@pytest.mark.parametrize(("preset", "article"), [("ffb-annonces", "DEAL-4"), ("ffb-coinchee", "DEAL-5")])
def test_a_hand_of_seven_is_none(preset, article):
    with pytest.raises(ImpossiblePosition) as refused:
        check_whole_hand(make_ruleset(preset), range(7), "hand")
    assert (refused.value.article, refused.value.pointer) == (article, ("hand",))


def test_whole_hands_of_one_deal_and_each_seat_once_are_accepted():
    check_seats([0, 2, 1], "declared")
    check_shown_hands(make_ruleset(), [range(8), None, range(8, 16)], "declared")


def test_hands_that_are_shown_share_no_card_and_seats_declare_once():
    with pytest.raises(ImpossiblePosition) as refused:
        check_shown_hands(make_ruleset(), [range(8), None, range(7, 15)], "declared")
    assert refused.value.pointer == ("declared", 2, "hand", 0)
    with pytest.raises(ImpossiblePosition) as refused:
        check_seats([0, 2, 0], "declared")
    assert refused.value.pointer == ("declared", 2, "seat")
