"""Belote and rebelote: king and queen of trump in one hand (BEL-1 to BEL-7)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import choice, flag

BELOTE_POINTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class BeloteRules:
    """When a belote counts and for whom."""

    rebelote_tolerance: Literal["none", "once-per-match"] = choice(
        "none",
        "once-per-match",
        article="BEL-4",
        description="A forgotten rebelote never counts, or once a team and match if noticed before the count is over",
    )
    belote_in_contract: bool = flag(True, "BEL-5", "A belote counts when the contract is tested")
    belote_of_losers: Literal["keep", "to-winners"] = choice(
        "keep",
        "to-winners",
        article="BEL-6",
        description="Losers of a deal keep their belote, or lose it to the winners",
    )
