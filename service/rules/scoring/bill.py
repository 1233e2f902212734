"""The bill: a score as the sum of its lines (SCO-11)."""

from typing import Literal, NamedTuple

from service.rules import reasons
from service.rules.reasons import Reason

Rounding = Literal["none", "five-up", "five-down"]
Pair = tuple[int, int]
"""Points by team."""

ROUNDED = frozenset(
    (
        reasons.CARD_POINTS,
        reasons.LAST_TRICK,
        reasons.CONVERSION,
        reasons.CAPOT,
        reasons.DEDANS,
        reasons.DEDANS_BID,
        reasons.LITIGE_CARRIED,
    )
)
"""The lines whose sum is rounded (SCO-10); annonces, belotes, the bid and what a contre adds are not."""


def all_to(team: int, points: int) -> Pair:
    """Points that one team alone has.

    >>> all_to(1, 162)
    (0, 162)
    """
    return (0, points) if team else (points, 0)


class Line(NamedTuple):
    """One line of a bill."""

    team: int
    points: int
    reason: Reason


class Bill:
    """The lines of a deal as they are written down, none of zero points."""

    def __init__(self) -> None:
        self._lines: tuple[list[Line], list[Line]] = ([], [])

    def add(self, team: int, reason: Reason, points: int) -> None:
        """Write points down for a team."""
        if points:
            self._lines[team].append(Line(team, points, reason))

    def close(self, rounding: Rounding) -> tuple[Line, ...]:
        """Round each team alone (SCO-10) and return the lines, team by team in the order written."""
        if rounding != "none":
            for team, lines in enumerate(self._lines):
                exact = sum([points for _, points, reason in lines if reason in ROUNDED])
                self.add(team, reasons.ROUNDING, round_to_ten(exact, rounding) - exact)
        first, second = self._lines
        return (*first, *second)


def round_to_ten(points: int, rounding: Rounding) -> int:
    """Points to the nearest ten, five going up or down as the ruleset says (SCO-10).

    >>> round_to_ten(85, "five-up"), round_to_ten(85, "five-down"), round_to_ten(85, "none")
    (90, 80, 85)
    """
    if rounding == "none":
        return points
    return (points + (5 if rounding == "five-up" else 4)) // 10 * 10


def sums_of(lines: tuple[Line, ...]) -> Pair:
    """What each team marks."""
    sums = [0, 0]
    for team, points, _ in lines:
        sums[team] += points
    return sums[0], sums[1]
