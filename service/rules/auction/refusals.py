"""Whether a call is legal, and if not why: the one place that says so (AUC-1 to AUC-14)."""

from collections.abc import Callable, Mapping

from service.rules import reasons
from service.rules.auction.calls import Call, CallKind
from service.rules.auction.state import AuctionState
from service.rules.options import Auction
from service.rules.reasons import Reason, RuleError
from service.rules.seats import team_of

PLAYED: Mapping[Auction, tuple[CallKind, ...]] = {
    "turn-up": ("pass", "take"),
    "bid": ("pass", "bid", "contre", "surcontre"),
}
"""The calls of each auction (AUC-1)."""

AT_ANY_TIME: tuple[CallKind, ...] = ("contre", "surcontre")
"""The calls that `contre_timing=any-time` frees from the turn (AUC-10)."""


def refusal_of(state: AuctionState, call: Call) -> Reason | None:
    """Why a call is refused, the first reason in the order of AUC-14; none where it is legal.

    Raises RuleError at `trump` for a take of the second round that names no trump: it is no call at all.
    """
    if state.over:
        return reasons.AUCTION_OVER
    if call.kind not in PLAYED[state.ruleset.auction.auction]:
        return reasons.CALL_NOT_PLAYED
    if speaker(state, call) != state.to_speak and not _any_time(state, call):
        return reasons.CALL_NOT_YOUR_TURN
    return REFUSALS[call.kind](state, call)


def speaker(state: AuctionState, call: Call) -> int | None:
    """Who makes a call: the seat it names, else the player to speak."""
    return state.to_speak if call.seat is None else call.seat


def _any_time(state: AuctionState, call: Call) -> bool:
    return call.kind in AT_ANY_TIME and state.ruleset.auction.contre_timing == "any-time"


def _refusal_of_pass(state: AuctionState, call: Call) -> Reason | None:  # noqa: ARG001 - one form for every kind
    """AUC-6: the pass that would end the deal may be barred; it is always the dealer's."""
    dealer_takes = state.ruleset.auction.all_pass == "dealer-takes"  # noqa: S105 - a pass of the game
    ends_the_deal = state.standing is None and state.passes + 1 == state.passes_to_end
    return reasons.MUST_TAKE if dealer_takes and ends_the_deal else None


def _refusal_of_take(state: AuctionState, call: Call) -> Reason | None:
    """AUC-3 to AUC-5."""
    if state.first_round:
        return None if call.trump in (None, state.turned_suit) else reasons.NOT_THE_TURNED_SUIT
    if call.trump is None:
        raise RuleError("take-needs-trump", "trump")
    if call.trump == state.turned_suit and not state.ruleset.auction.turned_suit_round_two:
        return reasons.TURNED_SUIT
    return None if state.ruleset.plays_trump(call.trump) else reasons.TRUMP_NOT_PLAYED


def _refusal_of_bid(state: AuctionState, call: Call) -> Reason | None:
    """AUC-5, AUC-7, AUC-8, AUC-11."""
    rules = state.ruleset.auction
    if state.contred:
        return reasons.AUCTION_FROZEN
    if call.trump is None or not state.ruleset.plays_trump(call.trump):
        return reasons.TRUMP_NOT_PLAYED
    lowest = state.lowest_bid
    if isinstance(call.level, int):
        if call.level % rules.bid_step:
            return reasons.BID_OFF_STEP
        if isinstance(rules.bid_max, int) and call.level > rules.bid_max:
            return reasons.BID_OVER_MAXIMUM
        return reasons.BID_TOO_LOW if lowest is None or call.level < lowest else None
    return reasons.BID_TOO_LOW if lowest is None else None


def _refusal_of_contre(state: AuctionState, call: Call) -> Reason | None:
    """AUC-10."""
    if state.standing is None:
        return reasons.NOTHING_TO_CONTRE
    if _of_the_takers(state, call):
        return reasons.CONTRE_OWN_SIDE
    if state.contred:
        return reasons.ALREADY_CONTRED
    if state.standing.level == "capot" and not state.ruleset.auction.contre_capot:
        return reasons.CAPOT_NOT_CONTRABLE
    return None


def _refusal_of_surcontre(state: AuctionState, call: Call) -> Reason | None:
    """AUC-12."""
    if not state.contred:
        return reasons.NOTHING_TO_SURCONTRE
    return None if _of_the_takers(state, call) else reasons.SURCONTRE_OTHER_SIDE


def _of_the_takers(state: AuctionState, call: Call) -> bool:
    seat = speaker(state, call)
    return state.standing is not None and seat is not None and team_of(seat) == team_of(state.standing.taker)


REFUSALS: Mapping[CallKind, Callable[[AuctionState, Call], Reason | None]] = {
    "pass": _refusal_of_pass,
    "take": _refusal_of_take,
    "bid": _refusal_of_bid,
    "contre": _refusal_of_contre,
    "surcontre": _refusal_of_surcontre,
}
