"""The contract: what was agreed before the first card (AUC-13), and what an auction can end with (AUC-15)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.position import check_trump
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import Ruleset

Level = int | Literal["capot"]

CAPOT: Literal["capot"] = "capot"
"""The level that asks for all eight tricks (AUC-8)."""


@dataclass(frozen=True, slots=True)
class Contract:
    """Who took, in which trump, and in a bidding game for how much."""

    taker: int
    """The seat that named the trump."""
    trump: int
    """0 to 5 for S H D C SA TA."""
    level: Level | None = None
    """Points bid, or capot; none where a card is turned up."""
    contre: int = 1
    """1, 2 when contred, 4 when surcontred."""


def check_contract(ruleset: Ruleset, contract: Contract) -> None:
    """Refuse a contract that no auction under the ruleset ends with (AUC-5, AUC-15).

    Raises RuleError at `contract/level` where a level is due and missing, ImpossiblePosition for all else.
    """
    check_trump(ruleset, contract.trump, "contract", "trump")
    if not ruleset.bids:
        if contract.level is not None:
            raise _impossible("level-not-bid", "level", level=contract.level)
        if contract.contre != 1:
            raise _impossible("contre-not-played", "contre")
        return
    if contract.level is None:
        raise RuleError("level-missing", "contract", "level")
    if contract.level == CAPOT:
        if contract.contre != 1 and not ruleset.auction.contre_capot:
            raise _impossible("capot-not-contred", "contre")
        return
    rules = ruleset.auction
    highest = rules.bid_max if isinstance(rules.bid_max, int) else contract.level
    if contract.level % rules.bid_step or not rules.bid_min <= contract.level <= highest:
        fault = "level-off-ladder" if isinstance(rules.bid_max, int) else "level-off-open-ladder"
        facts = {"minimum": rules.bid_min, "maximum": rules.bid_max, "step": rules.bid_step}
        raise _impossible(fault, "level", level=contract.level, **facts)


def _impossible(fault: str, field: str, **facts: object) -> ImpossiblePosition:
    return ImpossiblePosition(fault, "AUC-15", "contract", field, **facts)
