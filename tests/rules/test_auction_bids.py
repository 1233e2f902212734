"""The auction of contrée and coinchée, article by article."""

import pytest

from service.rules import reasons
from service.rules.auction.calls import Call
from service.rules.auction.refusals import refusal_of
from service.rules.auction.transitions import apply_all
from service.rules.contract import Contract
from tests.rules.auctions import call_of, calls_of, held, legal, opened, refused

HEARTS = 1
THREE = "pass, pass, pass"
ANY_TIME = "ffb-contree(contre_timing=any-time)"
THREE_PASSES = "ffb-contree(contre_answer=three-passes)"
BOTH = "ffb-contree(contre_timing=any-time,contre_answer=three-passes)"


def test_auc_1_nothing_is_taken_where_levels_are_bid():
    assert refused("ffb-contree", "take") == reasons.CALL_NOT_PLAYED
    assert refused("ffb-contree", "take H") == reasons.CALL_NOT_PLAYED


def test_auc_5_sans_atout_is_bid_where_it_is_on():
    assert refused("ffb-contree", "80 SA") == reasons.TRUMP_NOT_PLAYED
    assert held("ffb-contree(sans_atout=true)", f"80 SA, {THREE}").contract == Contract(0, 4, 80)
    assert legal(opened("ffb-contree(sans_atout=true)")) == {"pass", "80-160/10 capot SHDCSA"}


def test_auc_6_four_opening_passes_end_the_deal():
    state = held("ffb-contree", f"{THREE}, pass", dealer=1)
    assert (state.outcome, state.next_dealer) == ("all-pass", 2)
    assert held("ffb-contree(all_pass=same-dealer)", f"{THREE}, pass", dealer=1).next_dealer == 1


def test_auc_6_the_dealer_must_bid_where_he_may_not_pass():
    rules = "ffb-contree(all_pass=dealer-takes)"
    assert refused(rules, f"{THREE}, pass") == reasons.MUST_TAKE
    assert legal(held(rules, THREE)) == {"80-160/10 capot SHDC"}
    assert held(rules, f"{THREE}, 80 H, {THREE}").contract == Contract(3, HEARTS, 80)
    assert held(rules, f"80 H, {THREE}").contract == Contract(0, HEARTS, 80)


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("85 H", reasons.BID_OFF_STEP),
        ("170 H", reasons.BID_OVER_MAXIMUM),
        ("70 H", reasons.BID_TOO_LOW),
        ("0 H", reasons.BID_TOO_LOW),
        ("-80 H", reasons.BID_TOO_LOW),
        ("100 H, 90 S", reasons.BID_TOO_LOW),
        ("100 H, 100 S", reasons.BID_TOO_LOW),
    ],
)
def test_auc_7_a_bid_off_the_ladder_is_refused(calls, reason):
    assert refused("ffb-contree", calls) == reason


def test_auc_7_bids_rise_and_may_leap():
    assert legal(held("ffb-contree", "80 H")) == {"pass", "90-160/10 capot SHDC", "contre"}
    assert legal(held("ffb-contree", "80 H, 150 S")) == {"pass", "160-160/10 capot SHDC", "contre"}
    assert legal(held("ffb-contree", "160 H")) == {"pass", "None-160/10 capot SHDC", "contre"}


def test_auc_7_the_coinchee_has_no_highest_level():
    assert held("ffb-coinchee", f"160 H, 650 S, {THREE}").contract == Contract(1, 0, 650)
    assert legal(held("ffb-coinchee", "160 H")) == {"pass", "170-None/10 capot SHDC", "contre"}


def test_auc_7_steps_of_five():
    assert legal(held("ffb-contree(bid_step=5)", "80 H")) == {"pass", "85-160/5 capot SHDC", "contre"}
    assert refused("ffb-contree(bid_step=5)", "82 H") == reasons.BID_OFF_STEP


@pytest.mark.parametrize("call", ["160 S", "80 S", "capot S", "capot H"])
def test_auc_8_nothing_outranks_a_capot(call):
    assert refused("ffb-contree", f"capot H, {call}") == reasons.BID_TOO_LOW
    assert refused("ffb-coinchee", f"capot H, {call}") == reasons.BID_TOO_LOW


def test_auc_8_a_capot_outranks_every_number_at_any_turn():
    assert held("ffb-contree", f"160 H, pass, capot S, {THREE}").contract == Contract(2, 0, "capot")
    assert legal(held("ffb-contree", "capot H")) == {"pass", "contre"}
    assert legal(held("ffb-contree", "capot H, pass")) == {"pass"}


def test_auc_9_who_passed_may_bid_later_and_the_partner_may_be_outbid():
    assert held("ffb-contree", f"pass, 80 S, pass, pass, 90 H, {THREE}").contract == Contract(0, HEARTS, 90)
    assert held("ffb-contree", f"80 H, pass, 90 H, {THREE}").contract == Contract(2, HEARTS, 90)
    assert held("ffb-contree", f"80 H, pass, 90 C, {THREE}").contract == Contract(2, 3, 90)


@pytest.mark.parametrize("rules", ["ffb-contree", ANY_TIME])
def test_auc_9_nobody_outbids_himself(rules):
    assert refused(rules, f"80 H, {THREE}, 90 H") == reasons.AUCTION_OVER


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("contre", reasons.NOTHING_TO_CONTRE),
        ("pass, contre", reasons.NOTHING_TO_CONTRE),
        ("80 H, pass, contre", reasons.CONTRE_OWN_SIDE),
        ("80 H, contre, contre", reasons.CONTRE_OWN_SIDE),
        ("80 H, 3:contre", reasons.CALL_NOT_YOUR_TURN),
        ("80 H, 2:contre", reasons.CALL_NOT_YOUR_TURN),
    ],
)
def test_auc_10_contre_is_said_once_by_an_opponent_in_turn(calls, reason):
    assert refused("ffb-contree", calls) == reason


def test_auc_10_the_contrers_partner_may_not_contre_again():
    assert refused(THREE_PASSES, "80 H, contre, pass, contre") == reasons.ALREADY_CONTRED


def test_auc_10_the_contre_is_on_the_last_bid():
    assert held("ffb-contree", "80 H, 90 S, contre, pass, pass").contract == Contract(1, 0, 90, 2)
    assert held("ffb-contree", "80 H, pass, pass, contre, pass, pass").contract == Contract(0, HEARTS, 80, 2)


def test_auc_10_a_capot_is_contred_where_the_option_says_so():
    assert held("ffb-contree", "capot H, contre, pass, pass").contract == Contract(0, HEARTS, "capot", 2)
    rules = "ffb-contree(contre_capot=false)"
    assert refused(rules, "capot H, contre") == reasons.CAPOT_NOT_CONTRABLE
    assert legal(held(rules, "capot H")) == {"pass"}
    assert held(rules, "160 H, contre, pass, pass").contract == Contract(0, HEARTS, 160, 2)


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("80 H, 2:contre", reasons.CONTRE_OWN_SIDE),
        ("80 H, 0:contre", reasons.CONTRE_OWN_SIDE),
        ("2:contre", reasons.NOTHING_TO_CONTRE),
        ("80 H, contre, 3:contre", reasons.ALREADY_CONTRED),
        ("80 H, 3:surcontre", reasons.NOTHING_TO_SURCONTRE),
        ("80 H, contre, 3:surcontre", reasons.SURCONTRE_OTHER_SIDE),
        ("80 H, 3:pass", reasons.CALL_NOT_YOUR_TURN),
        ("80 H, 3:90 S", reasons.CALL_NOT_YOUR_TURN),
        (f"80 H, {THREE}, 1:contre", reasons.AUCTION_OVER),
        ("80 H, contre, pass, pass, 0:surcontre", reasons.AUCTION_OVER),
    ],
)
def test_auc_10_at_any_time_the_turn_is_the_only_thing_waived(calls, reason):
    assert refused(ANY_TIME, calls) == reason


@pytest.mark.parametrize("contrer", [1, 3])
@pytest.mark.parametrize("passes", range(3))
@pytest.mark.parametrize("rules", [ANY_TIME, BOTH])
def test_auc_10_at_any_time_either_opponent_contres_and_the_seat_after_him_speaks(rules, passes, contrer):
    state = held(rules, ", ".join(["80 H", *["pass"] * passes, f"{contrer}:contre"]))
    assert state.standing == Contract(0, HEARTS, 80, 2)
    assert state.to_speak == (contrer + 1) % 4


def test_auc_10_at_any_time_all_speak_after_the_contrer_until_three_have_passed():
    state = held(BOTH, "80 H, 3:contre")
    speakers = []
    while not state.over:
        speakers.append(state.to_speak)
        state = apply_all(state, [Call("pass")])[0]
    assert speakers == [0, 1, 2]
    assert state.contract == Contract(0, HEARTS, 80, 2)


def test_auc_10_at_any_time_another_seat_has_the_contre_and_surcontre_among_its_calls():
    bid = held(ANY_TIME, "80 H")
    assert [legal(bid, seat) for seat in (0, 2, 3)] == [set(), set(), {"3:contre"}]
    assert legal(bid, 1) == legal(bid) == {"pass", "90-160/10 capot SHDC", "contre"}
    contred = held(ANY_TIME, "80 H, contre")
    assert [legal(contred, seat) for seat in (0, 1, 3)] == [{"0:surcontre"}, set(), set()]
    in_turn = held("ffb-contree", "80 H")
    assert [legal(in_turn, seat) for seat in (0, 2, 3)] == [set(), set(), set()]


@pytest.mark.parametrize("call", ["90 H", "capot H", "85 H", "80 SA"])
@pytest.mark.parametrize("rules", ["ffb-contree", THREE_PASSES, ANY_TIME])
def test_auc_11_no_bid_is_possible_after_a_contre(rules, call):
    assert refused(rules, f"80 H, contre, {call}") == reasons.AUCTION_FROZEN


def test_auc_11_only_the_contred_team_speaks_each_once():
    state = held("ffb-contree", "80 H, pass, pass, contre")
    assert state.to_speak == 0
    assert legal(state) == {"pass", "surcontre"}
    state = held("ffb-contree", "80 H, pass, pass, contre, pass")
    assert state.to_speak == 2
    assert held("ffb-contree", "80 H, pass, pass, contre, pass, pass").contract == Contract(0, HEARTS, 80, 2)


def test_auc_11_three_passes_end_it_and_the_contrers_partner_may_only_pass():
    state = held(THREE_PASSES, "80 H, contre, pass")
    assert state.to_speak == 3
    assert legal(state) == {"pass"}
    state = held(THREE_PASSES, "80 H, contre, pass, pass")
    assert state.to_speak == 0
    assert legal(state) == {"pass", "surcontre"}
    assert held(THREE_PASSES, "80 H, contre, pass, pass, pass").contract == Contract(0, HEARTS, 80, 2)


@pytest.mark.parametrize(
    ("rules", "calls"),
    [
        ("ffb-contree", "80 H, contre, surcontre"),
        ("ffb-contree", "80 H, contre, pass, surcontre"),
        (THREE_PASSES, "80 H, contre, pass, pass, surcontre"),
        (ANY_TIME, "80 H, contre, 0:surcontre"),
        (ANY_TIME, "80 H, contre, pass, 2:surcontre"),
        (BOTH, "80 H, contre, pass, 2:surcontre"),
    ],
)
def test_auc_12_a_surcontre_ends_the_auction_at_once(rules, calls):
    state = held(rules, calls)
    assert (state.outcome, state.to_speak, state.contract) == ("contract", None, Contract(0, HEARTS, 80, 4))


@pytest.mark.parametrize(
    ("rules", "calls", "reason"),
    [
        ("ffb-contree", "surcontre", reasons.NOTHING_TO_SURCONTRE),
        ("ffb-contree", "80 H, pass, surcontre", reasons.NOTHING_TO_SURCONTRE),
        (THREE_PASSES, "80 H, contre, pass, surcontre", reasons.SURCONTRE_OTHER_SIDE),
        ("ffb-contree", "80 H, contre, pass, 3:surcontre", reasons.CALL_NOT_YOUR_TURN),
    ],
)
def test_auc_12_a_surcontre_answers_a_contre_by_the_contred_side(rules, calls, reason):
    assert refused(rules, calls) == reason


def test_auc_13_three_passes_after_a_bid_close_the_auction():
    assert held("ffb-contree", "80 H, pass, pass").outcome == "open"
    state = held("ffb-contree", f"80 H, {THREE}")
    assert (state.outcome, state.contract, state.next_dealer) == ("contract", Contract(0, HEARTS, 80), None)


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        (f"80 H, {THREE}, 1:take", reasons.AUCTION_OVER),
        ("2:take", reasons.CALL_NOT_PLAYED),
        ("80 H, contre, 0:75 SA", reasons.CALL_NOT_YOUR_TURN),
        ("80 H, contre, 75 SA", reasons.AUCTION_FROZEN),
        ("75 SA", reasons.TRUMP_NOT_PLAYED),
        ("165 H", reasons.BID_OFF_STEP),
        ("75 H", reasons.BID_OFF_STEP),
        ("capot H, 170 S", reasons.BID_OVER_MAXIMUM),
        ("capot H, pass, contre", reasons.CONTRE_OWN_SIDE),
        ("80 H, contre, contre", reasons.CONTRE_OWN_SIDE),
    ],
)
def test_auc_14_the_first_of_several_faults_is_given(calls, reason):
    assert refused("ffb-contree(contre_capot=false)", calls) == reason


def test_auc_14_an_already_contred_bid_comes_before_a_capot_that_is_not_contrable():
    contred = held("ffb-contree(contre_answer=three-passes)", "capot H, contre, pass")
    assert refusal_of(contred, call_of("contre")) == reasons.ALREADY_CONTRED


def test_a_violation_has_the_facts_that_a_message_speaks_of():
    state, violation = apply_all(opened("ffb-contree"), calls_of("80 H, 100 C, 90 S"))
    assert violation is not None
    assert (violation.index, violation.seat, violation.reason) == (2, 2, reasons.BID_TOO_LOW)
    assert violation.facts == {
        "call": "bid",
        "trump": 0,
        "level": 90,
        "to_speak": 2,
        "turned": None,
        "standing": 100,
        "minimum": 110,
        "maximum": 160,
        "step": 10,
    }
    assert state == held("ffb-contree", "80 H, 100 C")


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("bid", {"level": 80}),
        ("bid", {"trump": 1}),
        ("bid", {}),
        ("pass", {"trump": 1}),
        ("take", {"level": 80}),
        ("contre", {"level": 80, "trump": 1}),
    ],
)
def test_a_call_names_what_its_kind_names(kind, given):
    with pytest.raises(ValueError, match=f"a {kind} names"):
        Call(kind, **given)
