"""The contract: what was agreed before the first card (AUC-13)."""

from dataclasses import dataclass
from typing import Literal

Level = int | Literal["capot"]


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
