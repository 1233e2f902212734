"""What is said in an auction, what may be said, and why a call is refused (AUC-1 to AUC-14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from service.rules.contract import Level
from service.rules.reasons import Reason

CallKind = Literal["pass", "take", "bid", "contre", "surcontre"]

NEEDS: dict[CallKind, tuple[str, ...]] = {
    "pass": (),
    "take": (),
    "bid": ("level", "trump"),
    "contre": (),
    "surcontre": (),
}
"""What a call must name."""

MAY_NAME: dict[CallKind, tuple[str, ...]] = NEEDS | {"take": ("trump",)}
"""What a call may name. A take names its trump in the second round; in the first the turned card does (AUC-3)."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call.

    Raises ValueError for a bid without level or trump, and for a level or trump where none is named.
    """

    kind: CallKind
    trump: int | None = None
    """0 to 5 for S H D C SA TA."""
    level: Level | None = None
    seat: int | None = None
    """Who speaks; left out, the player to speak."""

    def __post_init__(self) -> None:
        named = {name for name, value in (("level", self.level), ("trump", self.trump)) if value is not None}
        if not named.issuperset(NEEDS[self.kind]) or not named.issubset(MAY_NAME[self.kind]):
            raise ValueError(f"a {self.kind} names {' and '.join(MAY_NAME[self.kind]) or 'nothing'}")


@lru_cache(maxsize=8192)
def call_of(kind: CallKind, trump: int | None, level: Level | None, seat: int | None) -> Call:
    """A call, made once for all the auctions in which it is said; raises as `Call` does."""
    return Call(kind, trump, level, seat)


@dataclass(frozen=True, slots=True)
class BidRange:
    """Every legal bid: each level from `minimum` on by `step`, and capot, in each of the trumps (AUC-7, AUC-8)."""

    minimum: int | None
    """Lowest number left; none where only capot is."""
    maximum: int | None
    """Highest number of the ruleset; none where it has no highest."""
    step: int
    capot: bool
    """Whether capot may be bid: wherever any bid may."""
    trumps: tuple[int, ...]


LegalCall = Call | BidRange


@dataclass(frozen=True, slots=True)
class CallViolation:
    """A call that the rules refuse."""

    index: int
    """How many calls were made before it."""
    seat: int | None
    """Who made it; none where the auction was over and the call names nobody."""
    reason: Reason
    facts: Mapping[str, object]
    """What a message may speak of: `call`, `trump`, `level` of the call; `to_speak`; `turned`, the suit turned up;
    `standing`, the level of the last bid; `minimum`, the lowest number a bid may name now, none over a capot;
    `maximum` and `step` of bids."""
