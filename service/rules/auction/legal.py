"""Every legal call, found by asking whether it would be refused."""

from collections.abc import Iterator

from service.rules.auction.calls import BidRange, Call, LegalCall
from service.rules.auction.refusals import refusal_of
from service.rules.auction.state import AuctionState

TRUMPS = range(6)


def legal_calls(state: AuctionState, seat: int | None = None) -> tuple[LegalCall, ...]:
    """What a seat may call now; nothing once the auction is over.

    Left out, the seat is the one to speak and the calls name none. Another seat has a contre or a surcontre, named with
    its seat, where they are free of the turn (AUC-10). All bids stand in one `BidRange`, a take of the turned suit
    (AUC-3) as one that names no trump.
    """
    return () if state.over else tuple(_legal(state, None if seat == state.to_speak else seat))


def _legal(state: AuctionState, seat: int | None) -> Iterator[LegalCall]:
    takes = [Call("take", seat=seat)] if state.first_round else [Call("take", trump, seat=seat) for trump in TRUMPS]
    for call in (Call("pass", seat=seat), *takes):
        if refusal_of(state, call) is None:
            yield call
    bids = _bids(state, seat)
    if bids.trumps:
        yield bids
    for call in (Call("contre", seat=seat), Call("surcontre", seat=seat)):
        if refusal_of(state, call) is None:
            yield call


def _bids(state: AuctionState, seat: int | None) -> BidRange:
    """The legal bids; no trumps where there is none. Where any bid is legal capot is, since only capot outranks it."""
    rules = state.ruleset.auction
    trumps = tuple(trump for trump in TRUMPS if refusal_of(state, Call("bid", trump, "capot", seat)) is None)
    lowest = state.lowest_bid
    number_left = (
        lowest is not None and refusal_of(state, Call("bid", trumps[0] if trumps else 0, lowest, seat)) is None
    )
    return BidRange(
        minimum=lowest if number_left else None,
        maximum=rules.bid_max if isinstance(rules.bid_max, int) else None,
        step=rules.bid_step,
        capot=bool(trumps),
        trumps=trumps,
    )
