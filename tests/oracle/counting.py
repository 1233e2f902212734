"""What a deal gives to count: card points, capot, belotes, annonces, before anybody wins it (SCO-1, BEL, ANN)."""

from . import DoNotAddUp, Impossible
from .cards import SUITS, deal_total, read_cards, refuse_twice, team_of
from .tricks import trick_points, winning_seat


def count_tricks(tricks, trump, options):
    """Points without the ten, team of the last trick, and capot, from eight tricks (TRICK-1 to TRICK-4)."""
    if len(tricks) != 8:
        raise Impossible("TRICK-1: a deal has eight tricks")
    points, winners, next_leader, seen = [0, 0], [], None, []
    for trick in tricks:
        cards = read_cards(trick["cards"])
        if len(cards) != 4:
            raise Impossible("TRICK-1: a trick has four cards")
        if next_leader not in (None, trick["leader"]):
            raise Impossible("TRICK-2: the winner of a trick leads the next one")
        next_leader = winning_seat(trick["leader"], cards, trump)
        winners.append(team_of(next_leader))
        points[winners[-1]] += trick_points(cards, trump, options)
        seen += cards
    refuse_twice(seen)
    capot = winners[0] if len(set(winners)) == 1 else None
    return points, winners[-1], capot


def complete_points(pair, capot, total):
    """Both teams' card points with the ten, and the capot, from the figures of a request (SCO-1)."""
    first, second = pair
    if sorted([first or 0, second or 0]) == [0, 252] and None not in pair:
        team = 0 if first == 252 else 1
        if capot not in (None, team):
            raise Impossible("SCO-8: the capot of the other side")
        return [total if team == 0 else 0, total if team == 1 else 0], team
    if first is None:
        first = total - second
    if second is None:
        second = total - first
    if first < 0 or second < 0 or first + second != total:
        raise DoNotAddUp(f"SCO-1: {first} and {second} do not make {total}")
    if capot is not None and (first, second)[1 - capot] != 0:
        raise Impossible("SCO-8: a capot with points on the other side")
    return [first, second], capot


def convert(points):
    """CARD-7: `points` of 258, of 162, to the nearest whole number."""
    return int(points * 162 / 258 + 0.5)


def card_lines(body, options):
    """For each team its lines before anything else, {reason: points}; and who made capot.

    `card-points`, `last-trick` and `conversion`: SCO-11. A capot is not looked at here.
    """
    trump = body["contract"]["trump"]
    total = deal_total(trump, options)
    lines = [{"card-points": 0}, {"card-points": 0}]
    if body.get("tricks") is not None:
        points, last, capot = count_tricks(body["tricks"], trump, options)
        for team in (0, 1):
            lines[team]["card-points"] = points[team]
        lines[last]["last-trick"] = 10
    else:
        points, capot = complete_points(body["points"], body.get("capot"), total)
        for team in (0, 1):
            lines[team]["card-points"] = points[team]
    if total == 258:
        for team in (0, 1):
            raw = sum(lines[team].values())
            lines[team]["conversion"] = convert(raw) - raw
    return lines, capot


def count_belotes(belotes, trump, options, forgiven):
    """For each team its belote points, and those of belotes whose second word was held back (BEL-1, BEL-3, BEL-4).

    `forgiven`: for each team whether its one tolerance of the match is used up; changed here.
    """
    playable = {"SA": [], "TA": SUITS}.get(trump, [trump])
    suits = [belote["suit"] for belote in belotes]
    if any(suit not in playable for suit in suits) or len(set(suits)) < len(suits):
        raise Impossible("BEL-1: a belote in a suit that is not trump, or twice")
    counted, held_back = [0, 0], [0, 0]
    for belote in belotes:
        team = belote["team"] if belote.get("team") is not None else team_of(belote["seat"])
        first_word, second_word = belote.get("belote", True), belote.get("rebelote", True)
        if first_word and second_word:
            counted[team] += 20
        elif first_word:
            noticed = belote.get("noticed") in ("in-play", "at-count")
            if options["rebelote_tolerance"] == "once-per-match" and noticed and not forgiven[team]:
                forgiven[team] = True
                counted[team] += 20
            else:
                held_back[team] += 20
    return counted, held_back
