"""The score of a bid contract, article by article (CON, BEL-6, BEL-7, SCO-9)."""

import pytest

from service.rules.belote import Belote
from service.rules.contract import Contract, check_contract
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import make_ruleset
from tests.rules.scores import bill, score

HEARTS = 1
OF_TEAM_0 = (Belote(0, HEARTS),)
OF_TEAM_1 = (Belote(1, HEARTS),)
ALL = (162, 0)
NONE = (0, 162)


def test_con_1_nothing_is_held_over():
    scored = score("ffb-contree", "0 H 80", 81, carried=81)
    assert (scored.outcome, scored.scores, scored.carried) == ("made", (160, 80), 0)


def test_con_2_exactly_the_level_is_enough_and_rounding_never_helps():
    assert score("ffb-contree", "0 H 100", 100).outcome == "made"
    assert score("ffb-contree", "0 H 100", 99).outcome == "failed"
    assert score("ffb-contree", "0 H 100", 80, belotes=OF_TEAM_0).outcome == "made"


def test_con_2_the_defence_has_to_be_beaten_or_80_asks_for_82():
    assert score("ffb-contree", "0 H 80", 80).outcome == "made"
    assert score("ffb-coinchee", "0 H 80", 81).outcome == "failed"
    assert score("ffb-coinchee", "0 H 80", 82).outcome == "made"
    assert score("pagat-coinche", "0 H 80", 81).outcome == "failed"
    assert score("pagat-coinche", "0 H 90", 90).outcome == "made"


def test_con_2_takers_without_a_trick_fail():
    assert score("ffb-coinchee", "0 H 80", NONE, capot=1, annonces=(400, 0)).outcome == "failed"


def test_con_2_all_tricks_do_not_reach_a_bid_above_them():
    scored = score("ffb-coinchee", "0 H 300", ALL, capot=0, annonces=(0, 20))
    assert (scored.outcome, scored.totals) == ("failed", (272, 0))
    assert bill(scored) == {(1, "dedans"): 160, (1, "contract"): 300, (1, "annonces"): 20}


def test_con_3_the_bid_may_serve_in_the_test_alone():
    assert score("ffb-contree(counting=points)", "0 H 100", 110).scores == (110, 50)
    assert score("ffb-contree(counting=points)", "0 H 100 contre", 110).scores == (320, 0)
    assert score("ffb-contree(counting=points)", "0 H capot", ALL, capot=0).scores == (500, 0)


def test_con_4_made_each_marks_its_own_and_failed_the_defence_160_and_the_bid():
    made = score("ffb-contree", "0 H 100", 106)
    assert bill(made) == {
        (0, "card-points"): 106,
        (0, "contract"): 100,
        (0, "rounding"): 4,
        (1, "card-points"): 56,
        (1, "rounding"): 4,
    }
    assert bill(score("ffb-contree", "0 H 100", 96)) == {(1, "dedans"): 160, (1, "contract"): 100}


def test_con_4_all_tricks_unbid_are_a_made_contract_with_a_capot_for_cards():
    scored = score("ffb-contree", "0 H 100", ALL, capot=0)
    assert bill(scored) == {(0, "capot"): 252, (0, "contract"): 100, (0, "rounding"): -2}


def test_con_5_a_capot_bid_is_500_or_a_bid_of_250():
    assert bill(score("ffb-contree", "0 H capot", ALL, capot=0)) == {(0, "contract"): 500}
    assert bill(score("ffb-contree", "0 H capot", (160, 2))) == {(1, "contract"): 500}
    assert bill(score("ffb-coinchee", "0 H capot", ALL, capot=0)) == {
        (0, "capot"): 252,
        (0, "contract"): 250,
        (0, "rounding"): -2,
    }
    assert bill(score("ffb-coinchee", "0 H capot", (160, 2))) == {(1, "dedans"): 160, (1, "contract"): 250}


def test_con_6_the_winners_of_a_contred_deal_mark_alone():
    assert bill(score("ffb-contree", "0 H 100 contre", 100)) == {
        (0, "dedans"): 160,
        (0, "contract"): 100,
        (0, "contre"): 260,
    }
    assert score("ffb-contree", "0 H 100 surcontre", 90).scores == (0, 1040)
    assert score("ffb-contree(surcontre_factor=3)", "0 H 100 surcontre", 90).scores == (0, 780)
    assert score("pagat-coinche", "0 H 100 contre", 90).scores == (0, 360)
    assert score("ffb-contree", "0 H capot contre", ALL, capot=0).scores == (1000, 0)
    assert score("ffb-contree", "0 H capot surcontre", (160, 2)).scores == (0, 2000)
    assert score("ffb-coinchee", "0 H capot contre", ALL, capot=0).scores == (1000, 0)
    assert score("ffb-coinchee", "0 H capot contre", (160, 2)).scores == (0, 820)


def test_con_7_all_tricks_unbid_under_a_contre():
    assert bill(score("ffb-contree", "0 H 80 contre", ALL, capot=0)) == {
        (0, "dedans"): 160,
        (0, "contract"): 80,
        (0, "contre"): 240,
        (0, "capot"): 100,
    }
    assert score("ffb-coinchee", "0 H 80 contre", ALL, capot=0).scores == (660, 0)
    assert score("ffb-contree", "0 H 80 contre", NONE, capot=1).scores == (0, 480)


def test_con_8_belotes_stand_outside_the_multiplication_or_inside():
    assert score("ffb-contree", "0 H 100 contre", 100, belotes=OF_TEAM_0).scores == (540, 0)
    assert score("ffb-coinchee", "0 H 100 contre", 100, belotes=OF_TEAM_0).scores == (560, 0)
    kept = score("ffb-coinchee", "0 H 100 contre", 60, belotes=OF_TEAM_0)
    assert kept.scores == (20, 520)


def test_ann_12_annonces_of_a_defence_that_contred_a_made_contract_move():
    scored = score("ffb-coinchee", "0 H 80 contre", 110, annonces=(0, 50))
    assert bill(scored) == {
        (0, "dedans"): 160,
        (0, "contract"): 80,
        (0, "annonces-transferred"): 50,
        (0, "contre"): 290,
    }


def test_bel_6_losers_lose_their_belote_at_the_contree():
    assert score("ffb-contree", "0 H 100", 70, belotes=OF_TEAM_0).scores == (0, 280)
    assert score("ffb-contree", "0 H 100 contre", 120, belotes=OF_TEAM_1).scores == (540, 0)
    assert score("ffb-contree", "0 H 100", 120, belotes=OF_TEAM_1).scores == (220, 60)


def test_bel_7_a_rebelote_held_back_by_takers_who_fail_goes_to_the_defence():
    held_back = (Belote(0, HEARTS, rebelote=False),)
    failed = score("ffb-contree", "0 H 100", 90, belotes=held_back)
    assert (failed.totals, bill(failed)) == (
        (90, 72),
        {(1, "dedans"): 160, (1, "contract"): 100, (1, "belote-transferred"): 20},
    )
    assert score("ffb-contree", "0 H 100", 110, belotes=held_back).scores == (210, 50)
    unsaid = (Belote(0, HEARTS, belote=False),)
    assert score("ffb-contree", "0 H 100", 90, belotes=unsaid).scores == (0, 260)
    of_defence = (Belote(1, HEARTS, rebelote=False),)
    assert score("ffb-contree", "0 H 100 contre", 110, belotes=of_defence).scores == (520, 0)


def test_sco_9_a_defence_that_makes_capot():
    assert score("ffb-contree", "0 H 100", NONE, capot=1).scores == (0, 260)
    assert score("ffb-contree(defence_capot=bonus)", "0 H 100", NONE, capot=1).scores == (0, 350)


@pytest.mark.parametrize(
    ("ruleset", "agreed", "pointer"),
    [
        ("ffb-classique", "0 H 80", "level"),
        ("ffb-classique", "0 H capot", "level"),
        ("ffb-contree", "0 H 85", "level"),
        ("ffb-contree", "0 H 70", "level"),
        ("ffb-contree", "0 H 170", "level"),
        ("ffb-coinchee", "0 H 1001", "level"),
        ("pagat-coinche", "0 H capot contre", "contre"),
        ("ffb-contree", "0 SA 80", "trump"),
    ],
)
def test_auc_15_a_contract_that_no_auction_ends_with_is_refused(ruleset, agreed, pointer):
    with pytest.raises(ImpossiblePosition) as refused:
        score(ruleset, agreed, 100)
    assert refused.value.pointer == ("contract", pointer)


def test_auc_15_a_level_is_due_where_the_ruleset_bids():
    with pytest.raises(RuleError) as refused:
        score("ffb-contree", "0 H", 100)
    assert (refused.value.fault, refused.value.pointer) == ("level-missing", ("contract", "level"))


def test_auc_15_nobody_contres_a_taken_contract():
    with pytest.raises(ImpossiblePosition) as refused:
        check_contract(make_ruleset("ffb-classique"), Contract(0, HEARTS, contre=2))
    assert refused.value.fault == "contre-not-played"


def test_auc_7_any_level_is_open_above_the_lowest_without_a_highest():
    assert score("ffb-coinchee", "0 H 640", 100).scores == (0, 800)
