"""Auctions: /v1/auctions/state."""

from functools import lru_cache
from typing import Any

from service.api.schemas.auctions import AuctionRequest
from service.messages import say
from service.rules.auction.calls import BidRange, Call, CallViolation, LegalCall
from service.rules.auction.legal import legal_calls
from service.rules.auction.state import AuctionState, start
from service.rules.auction.transitions import apply_all
from service.rules.contract import Contract
from service.rules.deal import completion
from service.rules.reasons import RuleError
from service.rules.seats import SEATS
from service.rules.trumps import TRUMP_NAMES


def auction_state(request: AuctionRequest, language: str) -> dict[str, Any]:
    """Whose turn it is and what may be called; or what was agreed; or the first call that the rules refuse."""
    state, violation = run_auction(request)
    answer = {"ruleset": request.ruleset.text, "valid": violation is None, **dump_auction(state)}
    if violation is not None:
        answer["violation"] = dump_call_violation(violation, language)
    return answer


@lru_cache(maxsize=4096)
def run_auction(request: AuctionRequest) -> tuple[AuctionState, CallViolation | None]:
    """The auction after the calls of a request; RuleError at the place of a call that is none.

    Tables hold the same few auctions over and over, and one costs as much as half of the play.
    """
    state = start(request.ruleset, request.dealer, request.turn_up)
    try:
        return apply_all(state, request.calls)
    except RuleError as error:
        raise RuleError(error.fault, "calls", *error.pointer, **error.facts) from None


def dump_auction(state: AuctionState) -> dict[str, Any]:
    """Where an auction stands."""
    contract = state.contract
    return {
        "over": state.over,
        "outcome": state.outcome,
        "to_speak": state.to_speak,
        "legal": [dump_legal(call) for call in legal_calls(state)],
        "out_of_turn": [dump_legal(call) for call in calls_out_of_turn(state)],
        "contract": contract and dump_contract(contract),
        "completion": dump_completion(contract) if contract and state.turn_up is not None else None,
        "next_dealer": state.next_dealer,
    }


def calls_out_of_turn(state: AuctionState) -> list[LegalCall]:
    """What the other seats may call without waiting for their turn (AUC-10)."""
    others = [seat for seat in SEATS if seat != state.to_speak]
    return [call for seat in others for call in legal_calls(state, seat)]


def dump_legal(call: LegalCall) -> dict[str, Any]:
    """A legal call; all bids are one entry."""
    if isinstance(call, Call):
        return dump_call(call)
    return dump_bids(call)


def dump_bids(bids: BidRange) -> dict[str, Any]:
    """The bids that are open, `min` null where only capot is left."""
    return {
        "call": "bid",
        "min": bids.minimum,
        "max": bids.maximum,
        "step": bids.step,
        "capot": bids.capot,
        "trumps": [TRUMP_NAMES[trump] for trump in bids.trumps],
    }


def dump_call(call: Call) -> dict[str, Any]:
    """A call as a request has it."""
    named = {
        "seat": call.seat,
        "call": call.kind,
        "level": call.level,
        "trump": None if call.trump is None else TRUMP_NAMES[call.trump],
    }
    return {name: value for name, value in named.items() if value is not None}


def dump_contract(contract: Contract) -> dict[str, Any]:
    """A contract as a request has it."""
    level = {} if contract.level is None else {"level": contract.level}
    return {"taker": contract.taker, "trump": TRUMP_NAMES[contract.trump], **level, "contre": contract.contre}


def dump_completion(contract: Contract) -> dict[str, Any]:
    """Who receives the turned card, and how many more cards each seat (DEAL-4)."""
    done = completion(contract.taker)
    return {"turn_up_to": done.turn_up_to, "cards": list(done.cards)}


def dump_call_violation(violation: CallViolation, language: str) -> dict[str, Any]:
    """Why a call is refused."""
    reason = violation.reason
    return {
        "index": violation.index,
        "seat": violation.seat,
        "reason": reason.code,
        "article": reason.article,
        "message": call_message(violation, language),
    }


def call_message(violation: CallViolation, language: str) -> str:
    """The sentence for a refused call."""
    code = violation.reason.code
    if code == "bid-too-low" and violation.facts["minimum"] is None:
        code = "bid-over-capot"
    return say(language, "auction", code, **violation.facts)
