"""The auction over a card turned up, article by article."""

import pytest

from service.rules import reasons
from service.rules.auction.state import start
from service.rules.auction.transitions import apply_all
from service.rules.contract import Contract
from service.rules.reasons import RuleError
from service.rules.ruleset import make_ruleset
from tests.rules.auctions import calls_of, held, legal, opened, refused

FOUR = "pass, pass, pass, pass"
SEVEN = f"{FOUR}, pass, pass, pass"


@pytest.mark.parametrize("calls", ["80 H", "capot H", "contre", "surcontre"])
def test_auc_1_calls_of_the_other_auction_are_not_played(calls):
    assert refused("ffb-classique", calls) == reasons.CALL_NOT_PLAYED


@pytest.mark.parametrize("dealer", range(4))
def test_auc_2_the_seat_after_the_dealer_speaks_first_then_each_in_turn(dealer):
    speakers = [held("ffb-classique", ", ".join(["pass"] * said), dealer=dealer).to_speak for said in range(8)]
    assert speakers == [(dealer + 1 + said) % 4 for said in range(8)]


def test_auc_2_a_call_out_of_turn_is_refused():
    assert refused("ffb-classique", "1:pass") == reasons.CALL_NOT_YOUR_TURN
    assert refused("ffb-classique", "pass, 0:take") == reasons.CALL_NOT_YOUR_TURN


@pytest.mark.parametrize("call", ["pass", "take", "take H", "80 H", "3:contre"])
def test_auc_2_nobody_speaks_after_the_end(call):
    assert refused("ffb-classique", f"take, {call}") == reasons.AUCTION_OVER


def test_auc_2_after_the_end_the_refused_call_has_the_seat_that_it_names_or_none():
    named, unnamed = (
        apply_all(opened("ffb-classique"), calls_of(calls))[1] for calls in ("take, 2:pass", "take, pass")
    )
    assert named is not None
    assert unnamed is not None
    assert (named.seat, unnamed.seat) == (2, None)


def test_auc_3_the_turned_suit_is_taken_named_or_not():
    assert held("ffb-classique", "pass, take").contract == Contract(1, 2)
    assert held("ffb-classique", "pass, take D").contract == Contract(1, 2)
    assert legal(opened("ffb-classique")) == {"pass", "take"}


@pytest.mark.parametrize("trump", ["S", "H", "C", "SA", "TA"])
def test_auc_3_no_other_trump_is_taken_in_the_first_round(trump):
    rules = "ffb-classique(sans_atout=true,tout_atout=true)"
    assert refused(rules, f"pass, take {trump}") == reasons.NOT_THE_TURNED_SUIT


def test_auc_4_the_second_round_names_another_suit():
    assert legal(held("ffb-classique", FOUR)) == {"pass", "take S", "take H", "take C"}
    assert held("ffb-classique", f"{FOUR}, pass, take S").contract == Contract(1, 0)
    assert refused("ffb-classique", f"{FOUR}, take D") == reasons.TURNED_SUIT


def test_auc_4_the_turned_suit_comes_back_where_the_option_says_so():
    rules = "ffb-classique(turned_suit_round_two=true)"
    assert held(rules, f"{FOUR}, take D").contract == Contract(0, 2)
    assert legal(held(rules, FOUR)) == {"pass", "take S", "take H", "take D", "take C"}


def test_auc_4_a_take_of_the_second_round_that_names_no_trump_is_no_call():
    with pytest.raises(RuleError) as caught:
        held("ffb-classique", f"{FOUR}, take")
    assert (caught.value.fault, caught.value.pointer) == ("take-needs-trump", (4, "trump"))


def test_auc_4_a_take_without_trump_out_of_turn_or_after_the_end_is_refused_for_that():
    assert refused("ffb-classique", f"{FOUR}, 2:take") == reasons.CALL_NOT_YOUR_TURN
    assert refused("ffb-classique", f"{FOUR}, take S, take") == reasons.AUCTION_OVER


@pytest.mark.parametrize(("option", "trump", "number"), [("sans_atout", "SA", 4), ("tout_atout", "TA", 5)])
def test_auc_5_sans_atout_and_tout_atout_are_taken_in_the_second_round_where_they_are_on(option, trump, number):
    assert refused("ffb-classique", f"{FOUR}, take {trump}") == reasons.TRUMP_NOT_PLAYED
    assert held(f"ffb-classique({option}=true)", f"{FOUR}, take {trump}").contract == Contract(0, number)


@pytest.mark.parametrize(("policy", "dealer", "next_dealer"), [("next-dealer", 3, 0), ("same-dealer", 3, 3)])
def test_auc_6_eight_passes_end_the_deal(policy, dealer, next_dealer):
    state = held(f"ffb-classique(all_pass={policy})", f"{SEVEN}, pass", dealer=dealer)
    assert (state.over, state.outcome, state.to_speak, state.contract) == (True, "all-pass", None, None)
    assert state.next_dealer == next_dealer
    assert legal(state) == set()


def test_auc_6_the_dealer_must_take_in_the_second_round_alone():
    rules = "ffb-classique(all_pass=dealer-takes)"
    assert refused(rules, f"{SEVEN}, pass") == reasons.MUST_TAKE
    assert legal(held(rules, SEVEN)) == {"take S", "take H", "take C"}
    assert legal(held(rules, "pass, pass, pass")) == {"pass", "take"}
    assert held(rules, f"{SEVEN}, take C").contract == Contract(3, 3)


def test_auc_13_a_take_ends_the_auction_at_once():
    state = held("ffb-classique", f"{FOUR}, take S")
    assert (state.over, state.outcome, state.to_speak, state.next_dealer) == (True, "contract", None, None)
    assert legal(state) == set()


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("take, 2:contre", reasons.AUCTION_OVER),
        ("2:contre", reasons.CALL_NOT_PLAYED),
        ("2:take H", reasons.CALL_NOT_YOUR_TURN),
        ("take SA", reasons.NOT_THE_TURNED_SUIT),
    ],
)
def test_auc_14_the_first_of_several_faults_is_given(calls, reason):
    assert refused("ffb-classique", calls) == reason


def test_a_ruleset_that_turns_a_card_needs_it_and_another_has_none():
    with pytest.raises(RuleError) as missing:
        start(make_ruleset("ffb-classique"), 3)
    with pytest.raises(RuleError) as unknown:
        start(make_ruleset("ffb-contree"), 3, 12)
    assert [(error.value.fault, error.value.pointer) for error in (missing, unknown)] == [
        ("turn-up-missing", ("turn_up",)),
        ("turn-up-not-played", ("turn_up",)),
    ]


def test_the_calls_made_are_kept_with_their_seats():
    assert [call.seat for call in held("ffb-classique", "pass, 0:pass, take", dealer=2).calls] == [3, 0, 1]
