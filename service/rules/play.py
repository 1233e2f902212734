"""The play of the cards: what is legal and why, who wins a trick (PLAY-1 to PLAY-12, TRICK-1, TRICK-2)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import choice, flag


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """Where the rulebooks differ on which card may be played."""

    rise_over_partner: bool = flag(True, "PLAY-4", "In a trump lead the partner's card has to be beaten too")
    ta_rise_over_partner: bool = flag(True, "PLAY-4", "At tout atout the partner's card has to be beaten too")
    undertrump_opponent: Literal["must", "free"] = choice(
        "must",
        "free",
        article="PLAY-9",
        description="Who cannot overtrump an opponent plays a trump all the same, or anything",
    )
    undertrump_partner: Literal["free", "free-if-only-trumps", "rise-if-able", "discard-or-over"] = choice(
        "free",
        "free-if-only-trumps",
        "rise-if-able",
        "discard-or-over",
        article="PLAY-11",
        description="What may be played, void of the suit led, when the partner holds the trick by a ruff",
    )
