"""Counting the tricks: card points and capot, as given by the table or as the cards say (SCO-1, TRICK-1 to TRICK-4)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.cards import KING, QUEEN
from service.rules.play import winner_of
from service.rules.position import check_distinct
from service.rules.reasons import ImpossiblePosition, PointsDoNotAddUp
from service.rules.ruleset import Ruleset
from service.rules.scoring.bill import Pair, all_to
from service.rules.seats import TEAMS, next_seat, team_of
from service.rules.trumps import LAST_TRICK_POINTS, card_points, total_points

CAPOT_AS_POINTS = 252
"""What tables write down for a capot, and is read as one at every trump (SCO-1)."""


class Count(NamedTuple):
    """What the two teams won."""

    points: Pair
    """Raw card points with the ten for the last trick: 162 in all, 258 at tout atout with trump values."""
    capot: int | None = None
    """The team that won all eight tricks."""
    last_trick: int | None = None
    """The team whose ten for the last trick stands on a line of its own, where the tricks are known."""


Trick = tuple[int, Sequence[int]]
"""A whole trick: the seat that led, and four cards in the order played."""


def count_points(ruleset: Ruleset, trump: int, points: tuple[int | None, int | None], capot: int | None) -> Count:
    """The count that a table wrote down, completed where one side is missing (SCO-1).

    `points` are by team, the ten included, at least one of them given; `capot` is the team that won every trick. Raises
    PointsDoNotAddUp for figures that do not make the total of the deal, ImpossiblePosition for a capot with points on
    the other side (SCO-8).
    """
    total = total_points(trump, ruleset.cards.ta_values)
    if sorted(points, key=lambda given: given or 0) == [0, CAPOT_AS_POINTS]:
        winners = points.index(CAPOT_AS_POINTS)
        if capot not in (None, winners):
            raise _capot_with_points(1 - winners, CAPOT_AS_POINTS)
        return Count(all_to(winners, total), winners)
    first, second = points
    if first is None:
        first = total - (second or 0)
    if second is None:
        second = total - first
    if first + second != total or min(first, second) < 0:
        raise PointsDoNotAddUp("points-do-not-add-up", "points", total=total, sum=max(first, second, first + second))
    if capot is not None and (first, second)[1 - capot]:
        raise _capot_with_points(capot, (first, second)[1 - capot])
    return Count((first, second), capot)


def count_tricks(ruleset: Ruleset, trump: int, tricks: Sequence[Trick], capot: int | None = None) -> Count:
    """The count of eight tricks: who won them, their points, the ten, and whether one team won them all.

    Raises ImpossiblePosition where they are not eight whole tricks (TRICK-1), a card stands twice (CARD-1), another
    than the winner leads the next trick (TRICK-2), or `capot`, where given, is not what the tricks say (SCO-8).
    """
    if len(tricks) != 8:
        raise ImpossiblePosition("tricks-not-whole", "TRICK-1", "tricks", count=len(tricks))
    values = card_points(trump, ruleset.cards.ta_values)
    points, won = [0, 0], [0, 0]
    seen = 0
    winner = tricks[0][0]
    for index, (leader, cards) in enumerate(tricks):
        if len(cards) != 4:
            raise ImpossiblePosition("trick-not-whole", "TRICK-1", "tricks", index, "cards", count=len(cards))
        seen = check_distinct(cards, "tricks", index, "cards", seen=seen)
        if leader != winner:
            raise ImpossiblePosition(
                "winner-does-not-lead", "TRICK-2", "tricks", index, "leader", winner=winner, leader=leader
            )
        winner = next_seat(leader, winner_of(trump, cards))
        points[team_of(winner)] += sum([values[card] for card in cards])
        won[team_of(winner)] += 1
    points[team_of(winner)] += LAST_TRICK_POINTS
    winners = next((team for team in TEAMS if won[team] == 8), None)
    if capot is not None and capot != winners:
        raise ImpossiblePosition("capot-not-in-tricks", "SCO-8", "capot", team=capot, tricks=won[capot])
    return Count((points[0], points[1]), winners, team_of(winner))


def holder_of_belote(tricks: Sequence[Trick], suit: int) -> int | None:
    """The seat that played king and queen of a suit, None where two seats did (BEL-1)."""
    pair = (8 * suit + QUEEN, 8 * suit + KING)
    seats = [next_seat(leader, place) for leader, cards in tricks for place, card in enumerate(cards) if card in pair]
    return seats[0] if seats[0] == seats[1] else None


def convert(points: Pair, total: int, deal_points: int) -> Pair:
    """Card points of a deal of 258 as parts of 162, each to the nearest whole number (CARD-7).

    >>> convert((133, 125), 258, 162)
    (84, 78)
    """
    first, second = ((2 * deal_points * raw + total) // (2 * total) for raw in points)
    return first, second


def _capot_with_points(team: int, points: int) -> ImpossiblePosition:
    return ImpossiblePosition("capot-with-points", "SCO-8", "capot", team=team, points=points)
