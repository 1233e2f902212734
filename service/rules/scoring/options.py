"""The options of scoring: those of every deal (SCO-4 to SCO-10) and those of a bid contract (CON-2 to CON-8)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import BID, TURN_UP, choice, flag


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringRules:
    """Equality, capot and rounding."""

    tie_policy: Literal["litige", "failed", "made"] = choice(
        "litige",
        "failed",
        "made",
        article="SCO-4",
        description="Equal totals: a litige, a failed contract, or a made one",
        read_by=TURN_UP,
    )
    litige_award: Literal["deal-winner", "contract-maker"] = choice(
        "deal-winner",
        "contract-maker",
        article="SCO-6",
        description="Points held over go to the winners of the next decided deal, or only to takers who make theirs",
        read_by=TURN_UP,
    )
    litige_belote: Literal["carried", "kept"] = choice(
        "carried",
        "kept",
        article="SCO-7",
        description="The takers' belote in a litige is held over with the rest, or marked at once",
        read_by=TURN_UP,
    )
    capot_points: Literal[252, 250] = choice(252, 250, article="SCO-8", description="What all eight tricks are worth")
    defence_capot: Literal["bonus", "none"] = choice(
        "bonus",
        "none",
        article="SCO-9",
        description="A defence that wins all the tricks marks the capot, or what any failed contract gives",
    )
    rounding: Literal["none", "five-up", "five-down"] = choice(
        "none",
        "five-up",
        "five-down",
        article="SCO-10",
        description="Card points are rounded to tens, and which way five goes",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRules:
    """What a bid contract asks for and gives."""

    must_beat_defence: bool = flag(
        False, "CON-2", "The takers must reach their bid and beat the defence besides", read_by=BID
    )
    bid_80_needs_82: bool = flag(False, "CON-2", "A bid of 80 asks for 82 points", read_by=BID)
    counting: Literal["points-and-bid", "points"] = choice(
        "points-and-bid",
        "points",
        article="CON-3",
        description="The bid is marked with the points, or serves in the test alone",
        read_by=BID,
    )
    capot_bid_value: Literal["flat-500", "bid-250"] = choice(
        "flat-500",
        "bid-250",
        article="CON-5",
        description="A bid of capot gives 500 in all, or is a bid of 250",
        read_by=BID,
    )
    contre_multiplies: Literal["all", "bid"] = choice(
        "all", "bid", article="CON-6", description="A contre multiplies everything, or the bid alone", read_by=BID
    )
    surcontre_factor: Literal[4, 3] = choice(
        4, 3, article="CON-6", description="What a surcontre multiplies by", read_by=BID
    )
    contred_capot: Literal["plus-100", "base-250"] = choice(
        "plus-100",
        "base-250",
        article="CON-7",
        description="All tricks in a contred deal without having bid them: 100 more, or a base of 250",
        read_by=BID,
    )
    belote_multiplied: bool = flag(False, "CON-8", "The winners' belotes are multiplied by the contre too", read_by=BID)
