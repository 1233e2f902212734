"""Auctions in short writing, and their wire form, for the tests of the auction."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from service.rules.auction.calls import BidRange, Call, CallKind, CallViolation
from service.rules.auction.legal import legal_calls
from service.rules.auction.state import AuctionState, start
from service.rules.auction.transitions import apply, apply_all
from service.rules.cards import parse_card
from service.rules.reasons import Reason
from service.rules.ruleset import Ruleset, make_ruleset, parse_ruleset
from service.rules.trumps import TRUMPS_BY_NAME, trump_name

KINDS = get_args(CallKind)


def call_of(text: str) -> Call:
    """A call from short writing: `pass`, `take D`, `80 H`, `capot SA`, `contre`, each maybe after `2:`, its seat."""
    seat, _, said = text.rpartition(":")
    words = said.split()
    kind, level = (words[0], None) if words[0] in KINDS else ("bid", words[0])
    return Call(
        kind,  # type: ignore[arg-type]
        trump=TRUMPS_BY_NAME[words[1]] if len(words) > 1 else None,
        level=level if level in (None, "capot") else int(level),  # type: ignore[arg-type]
        seat=int(seat) if seat else None,
    )


def calls_of(text: str) -> list[Call]:
    """Calls from short writing, separated by commas."""
    return [call_of(part.strip()) for part in text.split(",")] if text else []


def opened(ruleset: str | Ruleset, turn_up: str | None = None, dealer: int = 3) -> AuctionState:
    """An auction before its first call; the nine of diamonds is turned up unless another card is named."""
    rules = parse_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return start(rules, dealer, None if rules.bids else parse_card(turn_up or "9D"))


def held(ruleset: str, calls: str, turn_up: str | None = None, dealer: int = 3) -> AuctionState:
    """The auction after some calls, every one of them legal."""
    state, violation = apply_all(opened(ruleset, turn_up, dealer), calls_of(calls))
    assert violation is None, violation
    return state


def refused(ruleset: str, calls: str, turn_up: str | None = None, dealer: int = 3) -> Reason:
    """Why the last of some calls is refused, those before it being legal."""
    said = calls_of(calls)
    state, violation = apply_all(opened(ruleset, turn_up, dealer), said)
    assert violation is not None, state
    assert violation.index == len(said) - 1 == len(state.calls)
    return violation.reason


def legal(state: AuctionState, seat: int | None = None) -> set[str]:
    """What may be called, in short writing; bids stand as `80-160/10 SHDC`."""
    return {written(entry) for entry in legal_calls(state, seat)}


def written(entry: Call | BidRange) -> str:
    """A legal call in short writing."""
    if isinstance(entry, BidRange):
        trumps = "".join(map(trump_name, entry.trumps))
        return f"{entry.minimum}-{entry.maximum}/{entry.step}{' capot' if entry.capot else ''} {trumps}"
    text = entry.kind if entry.trump is None else f"{entry.kind} {trump_name(entry.trump)}"
    return text if entry.seat is None else f"{entry.seat}:{text}"


def spread(entries: Sequence[Call | BidRange], highest: int = 200) -> Iterator[Call]:
    """Legal calls one by one; bids without a highest level are cut off at `highest`."""
    for entry in entries:
        if isinstance(entry, Call):
            yield entry
            continue
        levels: list[Any] = ["capot"] if entry.capot else []
        if entry.minimum is not None:
            levels += range(entry.minimum, (entry.maximum or highest) + 1, entry.step)
        yield from (Call("bid", trump, level) for level in levels for trump in entry.trumps)


def after(state: AuctionState, call: Call) -> AuctionState:
    """The auction after a legal call."""
    result = apply(state, call)
    assert isinstance(result, AuctionState), result
    return result


def ruleset_on_wire(value: Any) -> Ruleset:
    """The ruleset that a request names."""
    if isinstance(value, dict):
        return make_ruleset(value["preset"], value.get("options"))
    return make_ruleset() if value is None else parse_ruleset(value)


def answer(body: dict[str, Any]) -> dict[str, Any]:
    """What the core answers to the body of /v1/auctions/state, in the form of the wire."""
    turn_up = parse_card(body["turn_up"]) if "turn_up" in body else None
    calls = [
        Call(call["call"], TRUMPS_BY_NAME.get(call.get("trump")), call.get("level"), call.get("seat"))
        for call in body["calls"]
    ]
    state, violation = apply_all(start(ruleset_on_wire(body.get("ruleset")), body["dealer"], turn_up), calls)
    contract = state.contract
    return {
        "valid": violation is None,
        "over": state.over,
        "outcome": state.outcome,
        "to_speak": state.to_speak,
        "next_dealer": state.next_dealer,
        "legal": [_on_wire(entry) for entry in legal_calls(state)],
        "contract": contract
        and {
            "taker": contract.taker,
            "trump": trump_name(contract.trump),
            "level": contract.level,
            "contre": contract.contre,
        },
        "violation": violation and _violation_on_wire(violation),
    }


def _on_wire(entry: Call | BidRange) -> dict[str, Any]:
    if isinstance(entry, BidRange):
        return {
            "call": "bid",
            "min": entry.minimum,
            "max": entry.maximum,
            "step": entry.step,
            "capot": entry.capot,
            "trumps": [trump_name(trump) for trump in entry.trumps],
        }
    return {"call": entry.kind} | ({} if entry.trump is None else {"trump": trump_name(entry.trump)})


def _violation_on_wire(violation: CallViolation) -> dict[str, Any]:
    reason = violation.reason
    return {
        "index": violation.index,
        "seat": violation.seat,
        "reason": reason.code,
        "article": reason.article,
    }
