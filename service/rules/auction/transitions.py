"""What a call makes of an auction (AUC-6, AUC-10 to AUC-13).

After a contre the seat after the contrer speaks, whoever's turn it was when the contre came: AUC-11 has the contred
team answer in that order, and where all speak, the three who did not contre pass in that order. A contre said out of
turn (AUC-10) therefore moves the turn to the contrer. Under `contre_timing=any-time` either player of the contred team
may surcontre until the auction is over, also one who has passed since the contre.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from service.rules.auction.calls import Call, CallKind, CallViolation, call_of
from service.rules.auction.refusals import refusal_of, speaker
from service.rules.auction.state import CONTRED, SURCONTRED, AuctionState, Outcome
from service.rules.contract import Contract
from service.rules.reasons import RuleError
from service.rules.seats import next_seat


def apply(state: AuctionState, call: Call) -> AuctionState | CallViolation:
    """The auction after one more call, or why it is refused.

    Raises RuleError at `trump` for a take of the second round that names no trump.
    """
    reason = refusal_of(state, call)
    if reason is not None:
        return CallViolation(len(state.calls), speaker(state, call), reason, _facts(state, call))
    seat = cast("int", speaker(state, call))  # the auction is open, so somebody speaks
    after = TRANSITIONS[call.kind](state, call, seat)
    said = call if call.seat == seat else call_of(call.kind, call.trump, call.level, seat)
    return after._replace(calls=(*state.calls, said))


def apply_all(state: AuctionState, calls: Iterable[Call]) -> tuple[AuctionState, CallViolation | None]:
    """The auction after some calls; at the first refused one it stays as it was before it.

    Raises RuleError at `<index>, trump`, the index counted in `calls`, for a take of the second round that names no
    trump.
    """
    for index, call in enumerate(calls):
        try:
            after = apply(state, call)
        except RuleError as error:
            raise RuleError(error.fault, index, *error.pointer, **error.facts) from None
        if isinstance(after, CallViolation):
            return state, after
        state = after
    return state, None


def _facts(state: AuctionState, call: Call) -> dict[str, object]:
    rules = state.ruleset.auction
    return {
        "call": call.kind,
        "trump": call.trump,
        "level": call.level,
        "to_speak": state.to_speak,
        "turned": state.turned_suit,
        "standing": state.standing and state.standing.level,
        "minimum": state.lowest_bid,
        "maximum": rules.bid_max,
        "step": rules.bid_step,
    }


def _after_pass(state: AuctionState, call: Call, seat: int) -> AuctionState:  # noqa: ARG001 - one form for every kind
    passes = state.passes + 1
    if passes == state.passes_to_end:
        return _ended(state._replace(passes=passes), "contract" if state.standing else "all-pass")
    return state._replace(passes=passes, to_speak=next_seat(seat, 2 if state.contred_team_alone else 1))


def _after_take(state: AuctionState, call: Call, seat: int) -> AuctionState:
    trump = cast("int", state.turned_suit if call.trump is None else call.trump)  # a turn-up auction turned a card
    return _ended(state._replace(standing=Contract(seat, trump)), "contract")


def _after_bid(state: AuctionState, call: Call, seat: int) -> AuctionState:
    bid = Contract(seat, cast("int", call.trump), call.level)  # every bid names a trump
    return state._replace(standing=bid, passes=0, to_speak=next_seat(seat))


def _after_contre(state: AuctionState, call: Call, seat: int) -> AuctionState:  # noqa: ARG001 - one form for every kind
    return _contred(state, CONTRED)._replace(passes=0, to_speak=next_seat(seat))


def _after_surcontre(state: AuctionState, call: Call, seat: int) -> AuctionState:  # noqa: ARG001 - one form for every kind
    return _ended(_contred(state, SURCONTRED), "contract")


def _contred(state: AuctionState, contre: int) -> AuctionState:
    bid = cast("Contract", state.standing)  # without a bid the contre was refused
    return state._replace(standing=Contract(bid.taker, bid.trump, bid.level, contre))


def _ended(state: AuctionState, outcome: Outcome) -> AuctionState:
    return state._replace(outcome=outcome, to_speak=None)


TRANSITIONS: Mapping[CallKind, Callable[[AuctionState, Call, int], AuctionState]] = {
    "pass": _after_pass,
    "take": _after_take,
    "bid": _after_bid,
    "contre": _after_contre,
    "surcontre": _after_surcontre,
}
