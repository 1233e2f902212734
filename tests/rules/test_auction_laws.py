"""What holds in every auction, whatever is called under whatever options."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.rules.auction.calls import Call, CallViolation
from service.rules.auction.legal import legal_calls
from service.rules.auction.state import AuctionState
from service.rules.auction.transitions import apply, apply_all
from service.rules.options import options_of
from service.rules.reasons import RuleError
from service.rules.ruleset import GROUPS, Ruleset, make_ruleset, presets
from service.rules.seats import SEATS
from tests.rules.auctions import KINDS, after, opened, spread

OPTIONS = {option.name: list(option.values) for option in options_of(GROUPS["auction"]) if option.kind != "whole"}
LADDERS = [(80, 160), (80, "none"), (100, 130), (160, 160), (10, 650)]
HIGHEST = 700
LEVELS = [*range(0, HIGHEST + 1, 5), "capot"]
SAID = [
    *[Call(kind) for kind in KINDS if kind != "bid"],
    *[Call("take", trump) for trump in range(6)],
    *[Call("bid", trump, level) for trump in range(6) for level in LEVELS],
]
"""Everything that can be said, by the player to speak."""


@st.composite
def rulesets(draw: Any) -> Ruleset:
    options = draw(st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}))
    lowest, highest = draw(st.sampled_from(LADDERS))
    return make_ruleset(draw(st.sampled_from(sorted(presets()))), options | {"bid_min": lowest, "bid_max": highest})


@st.composite
def auctions(draw: Any) -> AuctionState:
    """A random auction as far as it went; passes are drawn more often than anything else, so that many are long."""
    state = opened(draw(rulesets()), dealer=draw(st.sampled_from(SEATS)))
    for _ in range(draw(st.integers(0, 14))):
        calls = every_legal(state)
        if not calls:
            break
        passes = [call for call in calls if call.kind == "pass"] * 2 * draw(st.booleans())
        state = after(state, draw(st.sampled_from(passes or calls)))
    return state


def every_legal(state: AuctionState) -> list[Call]:
    """What anybody may call now, each with the seat that says it."""
    return [
        call if call.seat is not None else replace(call, seat=seat)
        for seat in SEATS
        if seat == state.to_speak or legal_calls(state, seat)
        for call in spread(legal_calls(state, seat), HIGHEST)
    ]


def accepts(state: AuctionState, call: Call) -> bool:
    if call.kind == "take" and call.trump is None and not (state.first_round or state.over):
        return False  # no call at all: it is refused for its form
    return isinstance(apply(state, call), AuctionState)


def plainly(state: AuctionState, call: Call) -> Call:
    """A take of the first round without the suit that it may name."""
    turned = call.kind == "take" and state.first_round and call.trump == state.turned_suit
    return replace(call, trump=None) if turned else call


@given(auctions())
def test_legal_lists_exactly_the_calls_that_are_then_accepted(state):
    for seat in SEATS:
        said = [replace(call, seat=seat) for call in SAID]
        accepted = {plainly(state, call) for call in said if accepts(state, call)}
        assert accepted == {replace(call, seat=seat) for call in spread(legal_calls(state, seat), HIGHEST)}


@given(auctions())
def test_a_call_that_names_nobody_is_that_of_the_player_to_speak(state):
    for call in SAID:
        assert accepts(state, call) == (not state.over and accepts(state, replace(call, seat=state.to_speak)))


@given(auctions())
def test_no_call_is_legal_once_it_is_over_and_some_call_is_before(state):
    assert bool(every_legal(state)) != state.over
    assert (state.to_speak is None) == state.over
    if state.over:
        assert not any(accepts(state, replace(call, seat=seat)) for call in SAID for seat in (None, *SEATS))


@given(auctions())
def test_every_call_brings_the_end_nearer(state):
    """Bid, contre and the passes since them only ever rise, in this order, and the passes are bounded."""

    def advance(auction: AuctionState) -> tuple[float, int, int]:
        standing = auction.standing
        if standing is None:
            return -1, 0, auction.passes
        level = HIGHEST + 1 if standing.level == "capot" else standing.level or 0
        return level, standing.contre, auction.passes

    for call in every_legal(state):
        assert advance(after(state, call)) > advance(state)
    assert state.passes < 8 or state.over


@given(auctions())
def test_an_auction_ends_with_a_contract_or_with_a_next_dealer_and_never_with_both(state):
    ended = {"open": (False, False), "contract": (True, False), "all-pass": (False, True)}
    assert (state.contract is not None, state.next_dealer is not None) == ended[state.outcome]


@given(auctions())
def test_the_calls_kept_lead_to_the_same_state_again(state):
    start = state._replace(calls=(), standing=None, passes=0, outcome="open", to_speak=(state.dealer + 1) % 4)
    assert apply_all(start, state.calls) == (state, None)


@given(auctions(), st.sampled_from(SAID), st.sampled_from((None, *SEATS)))
def test_a_refused_call_leaves_everything_as_it_was(state, call, seat):
    call = replace(call, seat=seat)
    try:
        result, violation = apply_all(state, [call])
    except RuleError:
        return
    if violation is None:
        assert result.calls[:-1] == state.calls
    else:
        assert isinstance(violation, CallViolation)
        assert result == state
        assert violation.reason.code
        assert violation.reason.article.startswith(("AUC-", "DEAL-"))
