"""How many complete auctions there are: the engine enumerates them, and a closed form that is derived here agrees.

Write S for the number of trumps that may be bid and L for the number of levels, capot included.

After a bid three seats may answer before it stands. The first to do more than pass does so after k = 0, 1 or 2 passes.
He may bid one of the levels above in one of S trumps, whichever of the three he is; or he may contre if he is an
opponent, that is for k = 0 and k = 2. With c ways to go on after a contre and l levels above the bid, the ways to go on
after it are

    f(l) = 1 + 2c + 3S (f(0) + ... + f(l - 1)),  so that f(l) = (1 + 2c) (1 + 3S)^l.

After a contre the two players of the contred side speak once each, and each may surcontre, which ends it: surcontre;
pass, surcontre; pass, pass. So c = 3, and it is 3 too where all speak (AUC-11), since the contrer's partner between the
two has nothing but a pass. Of the 1 + 2c = 7 ways 1 stays plain, 2 are contred and 4 surcontred.

Before any bid 0 to 3 passes are followed by one of the bids, or four passes by nothing:

    1 + 4S (f(0) + ... + f(L - 1)) = 1 + 4 (1 + 2c) ((1 + 3S)^L - 1) / 3.

`contre_capot=false` leaves one way to go on after a capot: f(0) = 1. Under `contre_timing=any-time`, with calls out of
turn counted as well, each of the two opponents may contre at each of the three turns, and each of the two contred at
each of the turns after that, of which AUC-11 leaves two or three: six contres instead of two, with c = 2 * 2 + 1 or
2 * 3 + 1.

A turn-up auction is over with its first take: one of four seats takes the turned suit in the first round, or one of
four takes one of the trumps T of the second, or eight have passed: 4 + 4T + 1.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.rules.auction.legal import legal_calls
from service.rules.auction.state import AuctionState
from service.rules.ruleset import Ruleset, parse_ruleset
from service.rules.seats import SEATS
from tests.rules.auctions import after, opened, spread

COUNTS = json.loads((Path(__file__).parents[2] / "conformance" / "counts.json").read_text("utf-8"))["auctions"]
FEW = 25_000
ENDS = {1: "plain", 2: "contred", 4: "surcontred"}
ANY_TIME = [
    "ffb-contree(bid_min=160,contre_timing=any-time)",
    "ffb-contree(bid_min=160,contre_timing=any-time,contre_answer=three-passes)",
    "ffb-contree(contre_timing=any-time)",
    "pagat-coinche(bid_max=160)",
]


def end_of(state: AuctionState) -> str:
    return "all-pass" if state.contract is None else ENDS[state.contract.contre]


def walked(state: AuctionState) -> Iterator[str]:
    """How each complete auction from here on ends, one by one."""
    if state.over:
        yield end_of(state)
    for call in spread(legal_calls(state)):
        yield from walked(after(state, call))


def counted(start: AuctionState, *, out_of_turn: bool = False) -> Counter[str]:
    """The same, counting once what is equal but for the calls that led to it."""
    ways: dict[tuple[Any, ...], Counter[str]] = {}

    def count(state: AuctionState) -> Counter[str]:
        key = (state.to_speak, state.standing, state.passes, state.outcome)
        if key not in ways:
            ways[key] = Counter([end_of(state)]) if state.over else sum(map(count, successors(state)), Counter())
        return ways[key]

    def successors(state: AuctionState) -> Iterator[AuctionState]:
        for seat in SEATS if out_of_turn else [None]:
            yield from (after(state, call) for call in spread(legal_calls(state, seat)))

    return count(start)


def closed_form(ruleset: Ruleset) -> dict[str, int]:
    """The numbers of the derivation above."""
    rules = ruleset.auction
    trumps = 4 + rules.sans_atout + rules.tout_atout
    nobody = 0 if rules.all_pass == "dealer-takes" else 1
    if not ruleset.bids:
        return drop_noughts({"all-pass": nobody, "plain": 4 + 4 * (trumps - (not rules.turned_suit_round_two))})
    contres, surcontres = 2, 2
    if rules.contre_timing == "any-time":
        contres, surcontres = 6, 4 if rules.contre_answer == "contred-team" else 6
    stands = {"plain": 1, "contred": contres, "surcontred": contres * surcontres}
    ways: Counter[str] = Counter()  # f(0) + ... + f(l - 1), by end
    for above in range((int(rules.bid_max) - rules.bid_min) // rules.bid_step + 2):
        contrable = above > 0 or rules.contre_capot
        here = stands if contrable else {"plain": 1}
        ways += Counter({end: here.get(end, 0) + 3 * trumps * ways[end] for end in ENDS.values()})
    return drop_noughts({"all-pass": nobody} | {end: 4 * trumps * number for end, number in ways.items()})


def drop_noughts(numbers: dict[str, int]) -> dict[str, int]:
    return {end: number for end, number in numbers.items() if number}


def started(entry: dict[str, Any]) -> AuctionState:
    return opened(entry["ruleset"], entry.get("turn_up"), entry["dealer"])


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["ruleset"]) for entry in COUNTS])
def test_the_closed_form_gives_the_published_numbers(entry):
    numbers = closed_form(parse_ruleset(entry["ruleset"]))
    assert numbers == entry["by_end"]
    assert sum(numbers.values()) == entry["complete_auctions"]


@pytest.mark.parametrize(
    "entry", [pytest.param(entry, id=entry["ruleset"]) for entry in COUNTS if entry["complete_auctions"] <= FEW]
)
def test_the_engine_walks_through_every_auction(entry):
    assert Counter(walked(started(entry))) == entry["by_end"]


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["ruleset"]) for entry in COUNTS])
def test_the_engine_counts_every_auction(entry):
    assert counted(started(entry)) == entry["by_end"]


@pytest.mark.parametrize("ruleset", ANY_TIME)
def test_contres_out_of_turn_are_counted_too(ruleset):
    assert counted(opened(ruleset), out_of_turn=True) == closed_form(parse_ruleset(ruleset))
