"""The options of the auction (AUC-1 to AUC-12)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import BID, TURN_UP, Auction, choice, flag, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """How a contract comes about."""

    auction: Auction = choice(
        "turn-up",
        "bid",
        article="AUC-1",
        description="The card turned up is taken or refused, or levels are bid",
    )
    turned_suit_round_two: bool = flag(
        False, "AUC-4", "The turned suit may also be taken in the second round", read_by=TURN_UP
    )
    sans_atout: bool = flag(False, "AUC-5", "Sans atout may be named")
    tout_atout: bool = flag(False, "AUC-5", "Tout atout may be named")
    all_pass: Literal["next-dealer", "same-dealer", "dealer-takes"] = choice(
        "next-dealer",
        "same-dealer",
        "dealer-takes",
        article="AUC-6",
        description="After a deal passed out the next seat deals, or the same dealer again; or the dealer has to take",
    )
    bid_min: int = whole(10, 650, default=80, article="AUC-7", description="The lowest level", read_by=BID)
    bid_step: Literal[10, 5] = choice(10, 5, article="AUC-7", description="Levels are multiples of this", read_by=BID)
    bid_max: int | Literal["none"] = whole(
        10, 650, default=160, or_none=True, article="AUC-7", description="The highest level in numbers", read_by=BID
    )
    contre_timing: Literal["in-turn", "any-time"] = choice(
        "in-turn",
        "any-time",
        article="AUC-10",
        description="Contre and surcontre are said by the player to speak, or by any opponent at any time",
        read_by=BID,
    )
    contre_capot: bool = flag(True, "AUC-10", "A bid of capot may be contred", read_by=BID)
    contre_answer: Literal["contred-team", "three-passes"] = choice(
        "contred-team",
        "three-passes",
        article="AUC-11",
        description="After a contre only the contred team speaks, or all speak until three have passed",
        read_by=BID,
    )
