"""The ranking of an evening: what each team marked at all its tables."""

from collections.abc import Iterable
from typing import NamedTuple

from service.rules.scoresheet.sheet import ScoredSheet


class Standing(NamedTuple):
    """A team in the ranking."""

    rank: int
    """From 1; teams that are level share it, and the next one counts them all."""
    team: str
    points: int
    """The sum of its totals."""
    deals_won: int
    deals: int
    """How many scored deals it played."""


def ranking(tables: Iterable[tuple[tuple[str, str], ScoredSheet]]) -> tuple[Standing, ...]:
    """Rank the teams of an evening by points, then by deals won; who is level in both shares a rank.

    `tables` are the names of the two teams and the scored sheet of each table; a team of one name at several tables is
    one team.
    """
    sums: dict[str, tuple[int, int, int]] = {}
    for teams, sheet in tables:
        played = sum([entry.score is not None for entry in sheet.entries])
        for team, name in enumerate(teams):
            points, won, deals = sums.get(name, (0, 0, 0))
            sums[name] = points + sheet.match.totals[team], won + deals_won(sheet, team), deals + played
    ordered = sorted(sums.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    standings: list[Standing] = []
    for place, (name, (points, won, deals)) in enumerate(ordered, start=1):
        level = standings and (standings[-1].points, standings[-1].deals_won) == (points, won)
        standings.append(Standing(standings[-1].rank if level else place, name, points, won, deals))
    return tuple(standings)


def deals_won(sheet: ScoredSheet, team: int) -> int:
    """How many deals a team won: those in which it marked more than the other."""
    return sum([entry.score.scores[team] > entry.score.scores[1 - team] for entry in sheet.entries if entry.score])
