"""The score of a taken deal, article by article (SCO, ANN-11 to ANN-13, BEL-5, BEL-6)."""

import pytest

from service.rules.belote import Belote
from service.rules.reasons import ImpossiblePosition, PointsDoNotAddUp
from tests.rules.scores import bill, facts, score

HEARTS = 1
OF_TEAM_0 = (Belote(0, HEARTS),)
OF_TEAM_1 = (Belote(1, HEARTS),)


def test_sco_1_the_missing_side_is_completed():
    assert facts("ffb-classique", "0 H", (98, None)).won == facts("ffb-classique", "0 H", (None, 64)).won
    assert facts("ffb-classique(tout_atout=true)", "0 TA", (None, 100)).won.points == (158, 100)


@pytest.mark.parametrize(
    ("points", "total"), [((98, 63), 161), ((100, 63), 163), ((170, None), 170), ((None, 200), 200)]
)
def test_sco_1_points_that_do_not_add_up_are_counted_again(points, total):
    with pytest.raises(PointsDoNotAddUp) as refused:
        score("ffb-classique", "0 H", points)
    assert refused.value.facts == {"sum": total, "total": 162}
    assert refused.value.pointer == ("points",)


def test_sco_1_252_to_nothing_is_a_capot_and_162_to_nothing_is_not():
    assert score("ffb-classique", "0 H", (252, 0)).scores == (252, 0)
    assert score("ffb-classique", "1 H", (0, 252)).scores == (0, 252)
    assert score("bs-fyi", "0 H", (252, 0)).scores == (250, 0)
    assert score("ffb-classique", "0 H", (162, 0)).scores == (162, 0)


@pytest.mark.parametrize(("points", "capot"), [((252, 0), 1), ((160, 2), 0), ((0, 162), 0), ((0, 252), 0)])
def test_sco_1_a_capot_leaves_no_point_to_the_other_side(points, capot):
    with pytest.raises(ImpossiblePosition) as refused:
        score("ffb-classique", "0 H", points, capot=capot)
    assert (refused.value.article, refused.value.pointer) == ("SCO-8", ("capot",))


def test_sco_3_more_than_the_defence_is_made_and_less_is_dedans():
    assert score("ffb-classique", "0 H", 82).scores == (82, 80)
    failed = score("ffb-classique", "0 H", 80)
    assert (failed.outcome, bill(failed)) == ("failed", {(1, "dedans"): 162})


def test_sco_3_takers_without_a_trick_fail_whatever_their_annonces():
    scored = score("ffb-annonces", "0 H", (0, 162), capot=1, annonces=(400, 0))
    assert (scored.outcome, scored.totals) == ("failed", (400, 252))
    assert bill(scored) == {(1, "dedans"): 252, (1, "annonces-transferred"): 400}


def test_sco_4_equal_totals_are_what_the_ruleset_says():
    assert [score(rules, "0 H", 81).outcome for rules in ("ffb-classique", "belote-501", "pagat")] == [
        "litige",
        "failed",
        "made",
    ]


def test_sco_5_and_7_a_litige_puts_the_takers_total_aside():
    litige = score("ffb-classique", "0 H", 71, belotes=OF_TEAM_0, carried=81)
    assert (litige.scores, litige.carried, litige.put_aside) == ((0, 91), 172, 91)
    kept = score("scorecrew", "0 H", 71, belotes=OF_TEAM_0)
    assert (bill(kept), kept.carried) == ({(0, "belote"): 20, (1, "card-points"): 91}, 71)


def test_sco_5_what_is_outside_the_test_is_put_aside_with_the_rest():
    litige = score("ffb-annonces(annonces_in_contract=false)", "0 H", 81, annonces=(20, 0))
    assert (litige.totals, litige.scores, litige.carried) == ((81, 81), (0, 81), 101)


def test_sco_6_points_held_over_go_to_the_winners_or_wait_for_takers_who_make_it():
    assert score("ffb-classique", "0 H", 70, carried=81).scores == (0, 243)
    assert score("ffb-classique", "0 H", 100, carried=81).scores == (181, 62)
    waiting = score("ffb-classique(litige_award=contract-maker)", "0 H", 70, carried=81)
    assert (waiting.scores, waiting.carried) == ((0, 162), 81)


def test_sco_9_the_defence_makes_capot():
    assert score("ffb-classique", "0 H", (0, 162), capot=1).scores == (0, 252)
    assert score("bs-fyi", "0 H", (0, 162), capot=1).scores == (0, 250)
    none = score("pagat", "0 H", (0, 162), capot=1)
    assert (none.scores, none.totals) == ((0, 162), (0, 162))


def test_sco_10_each_team_is_rounded_alone_and_belotes_are_not():
    assert score("ffb-classique(rounding=five-up)", "0 H", 97).scores == (100, 70)
    assert score("ffb-classique(rounding=five-down)", "0 H", 97).scores == (100, 60)
    scored = score("ffb-classique(rounding=five-up)", "0 H", 70, carried=81, belotes=OF_TEAM_1)
    assert bill(scored) == {
        (1, "dedans"): 162,
        (1, "belote"): 20,
        (1, "litige-carried"): 81,
        (1, "rounding"): -3,
    }


def test_card_7_tout_atout_is_converted_and_its_capot_is_not():
    scored = score("ffb-classique(tout_atout=true)", "0 TA", (198, 60))
    assert bill(scored) == {
        (0, "card-points"): 198,
        (0, "conversion"): -74,
        (1, "card-points"): 60,
        (1, "conversion"): -22,
    }
    assert score("ffb-classique(tout_atout=true)", "0 TA", (258, 0), capot=0).scores == (252, 0)
    assert score("ffb-classique(tout_atout=true,ta_values=reduced-162)", "0 TA", 100).scores == (100, 62)


def test_ann_1_annonces_are_ignored_where_they_are_not_played():
    scored = score("ffb-classique", "0 H", 98, annonces=(50, 0), declared_annonces=(50, 20))
    assert (scored.scores, scored.totals) == ((98, 64), (98, 64))


def test_ann_11_annonces_count_in_the_test_or_are_only_marked():
    assert score("ffb-annonces", "0 H", 75, annonces=(20, 0)).outcome == "made"
    assert score("ffb-annonces(annonces_in_contract=false)", "0 H", 75, annonces=(20, 0)).outcome == "failed"


def test_ann_12_losers_annonces_go_to_the_defence_all_of_them_where_the_ruleset_says_so():
    assert bill(score("ffb-annonces", "0 H", 40, annonces=(20, 0), declared_annonces=(20, 50))) == {
        (1, "dedans"): 162,
        (1, "annonces-transferred"): 20,
    }
    assert bill(score("pagat", "0 H", 40, annonces=(20, 0), declared_annonces=(20, 50))) == {
        (1, "dedans"): 162,
        (1, "annonces"): 50,
        (1, "annonces-transferred"): 20,
    }
    assert score("pagat", "0 H", 40, annonces=(20, 0)).scores == (0, 182)


def test_ann_13_annonces_of_a_defence_without_a_trick_go_to_the_takers_or_to_nobody():
    scored = score("ffb-annonces", "0 H", (162, 0), capot=0, annonces=(0, 50))
    assert (scored.totals, bill(scored)) == ((302, 0), {(0, "capot"): 252, (0, "annonces-transferred"): 50})
    assert score("bs-fyi", "0 H", (162, 0), capot=0, annonces=(0, 50)).scores == (250, 0)


def test_bel_4_a_forgotten_rebelote_is_tolerated_once():
    forgotten = (Belote(0, HEARTS, rebelote=False, noticed="at-count"),)
    scored = score("ffb-annonces", "0 H", 72, belotes=forgotten)
    assert (scored.scores, scored.tolerated) == ((92, 90), (True, False))
    late = (Belote(0, HEARTS, rebelote=False, noticed="after-count"),)
    assert score("ffb-annonces", "0 H", 72, belotes=late).scores == (0, 162)


def test_bel_5_a_belote_counts_in_the_test_or_is_only_marked():
    assert score("ffb-classique", "0 H", 72, belotes=OF_TEAM_0).outcome == "made"
    assert score("ffb-classique(belote_in_contract=false)", "0 H", 72, belotes=OF_TEAM_0).scores == (20, 162)


def test_bel_6_takers_who_fail_keep_their_belote_or_lose_it():
    assert score("ffb-classique", "0 H", 40, belotes=OF_TEAM_0).scores == (20, 162)
    lost = score("ffb-classique(belote_of_losers=to-winners)", "0 H", 40, belotes=OF_TEAM_0)
    assert bill(lost) == {(1, "dedans"): 162, (1, "belote-transferred"): 20}


def test_bel_1_a_belote_is_in_trump_and_there_is_one_a_suit():
    for trump, suit in (("S", HEARTS), ("SA", HEARTS)):
        with pytest.raises(ImpossiblePosition) as refused:
            score("ffb-classique(sans_atout=true)", f"0 {trump}", 98, belotes=(Belote(0, suit),))
        assert (refused.value.article, refused.value.pointer) == ("BEL-1", ("belotes", 0, "suit"))
    with pytest.raises(ImpossiblePosition) as refused:
        score("ffb-classique", "0 H", 98, belotes=(*OF_TEAM_0, *OF_TEAM_1))
    assert refused.value.fault == "belote-twice"
    four = tuple(Belote(suit % 2, suit) for suit in range(4))
    assert score("ffb-classique(tout_atout=true)", "0 TA", (258, 0), belotes=four).scores == (202, 40)
