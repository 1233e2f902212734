"""The options of the match: when it is over and who has won it (MATCH-1 to MATCH-5)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import choice, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """When a match is over and who has won it."""

    target: int | Literal["none"] = whole(
        1, 100_000, default=1000, or_none=True, article="MATCH-1", description="The points that end the match"
    )
    deal_limit: int | Literal["none"] = whole(
        1, 1000, default="none", or_none=True, article="MATCH-2", description="The number of deals that ends the match"
    )
    both_over: Literal["higher", "draw"] = choice(
        "higher",
        "draw",
        article="MATCH-3",
        description="Both teams reach the target on one deal: the higher wins, or a draw",
    )
    equal_totals: Literal["play-on", "draw", "latest-deal-winner"] = choice(
        "play-on",
        "draw",
        "latest-deal-winner",
        article="MATCH-4",
        description="Equal totals at the end: another deal, a draw, or the winners of the latest deal win",
    )
    belote_finish: Literal["allowed", "not-after-capot", "not-after-loss"] = choice(
        "allowed",
        "not-after-capot",
        "not-after-loss",
        article="MATCH-5",
        description="Reaching the target by a belote alone wins, or not without a trick, or not after a failure either",
    )
