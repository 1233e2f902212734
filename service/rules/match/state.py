"""The match as a fold over its deals: running totals, points held over, who has won and when (MATCH-1 to MATCH-7)."""

from typing import NamedTuple

from service.rules import reasons
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset
from service.rules.scoring.bill import Line, Pair, round_to_ten, sums_of
from service.rules.scoring.deal import DealFacts, DealScore, score_deal
from service.rules.seats import TEAMS, team_of


class Match(NamedTuple):
    """Where a match stands after some deals; `Match()` is its beginning."""

    totals: Pair = (0, 0)
    """Points marked by team."""
    carried: int = 0
    """Points held over to the next deal (SCO-6)."""
    tolerated: tuple[bool, bool] = (False, False)
    """The teams whose one forgotten rebelote was tolerated (BEL-4)."""
    deals: int = 0
    """How many deals there were, passed-out ones included (MATCH-7)."""
    scored: int = 0
    """How many of them count (MATCH-2)."""
    arrived: tuple[bool, bool] = (False, False)
    """The teams that reached the target and need no confirmation (MATCH-5)."""
    over: bool = False
    winner: int | None = None
    """The team that has won; None while the match is open, and after a draw."""
    decided_at: int | None = None
    """The place of the deal that decided the match, from 0."""


class _Verdict(NamedTuple):
    """How a match ended."""

    winner: int | None


def pass_out(match: Match) -> Match:
    """The match after a deal that everybody passed: nothing is marked, and it does not count (AUC-6, SCO-6).

    Raises ImpossiblePosition after the end (MATCH-7).
    """
    _refuse_after_end(match)
    return match._replace(deals=match.deals + 1)


def play_deal(ruleset: Ruleset, match: Match, facts: DealFacts) -> tuple[Match, DealScore]:
    """The match after one more deal, and the bill of that deal.

    What the match knows stands in for `carried` and `tolerated` of the facts. Raises ImpossiblePosition after the end
    (MATCH-7).
    """
    _refuse_after_end(match)
    score = score_deal(ruleset, facts._replace(carried=match.carried, tolerated=match.tolerated))
    after = match._replace(
        totals=_sum(match.totals, score.scores),
        carried=score.carried,
        tolerated=score.tolerated,
        deals=match.deals + 1,
        scored=match.scored + 1,
    )
    after = after._replace(arrived=_arrived(ruleset, after, facts, score))
    verdict = _by_target(ruleset, after, facts, score)
    if verdict is None and after.scored >= _limit(ruleset.match.deal_limit):
        marked = _mark_last_litige(ruleset, facts, score)
        totals = _sum(match.totals, marked.scores)
        verdict = _by_totals(ruleset, totals, facts, score)
        if verdict is not None:
            after, score = after._replace(totals=totals), marked
    if verdict is None:
        return after, score
    return after._replace(carried=0, over=True, winner=verdict.winner, decided_at=after.deals - 1), score


def _refuse_after_end(match: Match) -> None:
    if match.over:
        raise ImpossiblePosition("match-over", "MATCH-7", decided_at=match.decided_at)


def _arrived(ruleset: Ruleset, match: Match, facts: DealFacts, score: DealScore) -> tuple[bool, bool]:
    """Which teams are over the target and stay there (MATCH-1, MATCH-5).

    A team that got there by a belote alone is confirmed by the first later deal in which it wins a trick; the deal that
    brought it there is the first one it can fail in, and it is told by the total before.
    """
    target = _limit(ruleset.match.target)
    first, second = (
        match.arrived[team]
        or (
            match.totals[team] >= target
            and not _is_excused(ruleset, team, facts, score, arriving=match.totals[team] - score.scores[team] < target)
        )
        for team in TEAMS
    )
    return first, second


def _is_excused(ruleset: Ruleset, team: int, facts: DealFacts, score: DealScore, *, arriving: bool) -> bool:
    """Whether a team over the target has not won yet for the way it got there (MATCH-5)."""
    if ruleset.match.belote_finish == "allowed":
        return False
    won_no_trick = facts.won.capot == 1 - team
    failed = score.outcome == "failed" and team == team_of(facts.contract.taker)
    return won_no_trick or (arriving and failed and ruleset.match.belote_finish == "not-after-loss")


def _by_target(ruleset: Ruleset, match: Match, facts: DealFacts, score: DealScore) -> _Verdict | None:
    """The end of the match by its target (MATCH-1, MATCH-3)."""
    arrived = [team for team in TEAMS if match.arrived[team]]
    if len(arrived) < 2:
        return _Verdict(arrived[0]) if arrived else None
    if ruleset.match.both_over == "draw":
        return _Verdict(None)
    return _by_totals(ruleset, match.totals, facts, score)


def _by_totals(ruleset: Ruleset, totals: Pair, facts: DealFacts, score: DealScore) -> _Verdict | None:
    """The higher total wins; on equal ones the ruleset decides, or another deal (MATCH-3, MATCH-4)."""
    if totals[0] != totals[1]:
        return _Verdict(0 if totals[0] > totals[1] else 1)
    if ruleset.match.equal_totals == "play-on":
        return None
    if ruleset.match.equal_totals == "draw":
        return _Verdict(None)
    takers = team_of(facts.contract.taker)
    return _Verdict(takers if score.outcome == "made" else 1 - takers)


def _mark_last_litige(ruleset: Ruleset, facts: DealFacts, score: DealScore) -> DealScore:
    """The bill of a last deal: the takers mark what they put aside in it, rounded (MATCH-6)."""
    if not score.put_aside:
        return score
    takers = team_of(facts.contract.taker)
    rounded = round_to_ten(score.put_aside, ruleset.scoring.rounding)
    lines = [Line(takers, score.put_aside, reasons.LITIGE_CARRIED)]
    if rounded != score.put_aside:
        lines.append(Line(takers, rounded - score.put_aside, reasons.ROUNDING))
    bill = score.lines + tuple(lines)
    return score._replace(lines=bill, scores=sums_of(bill), carried=score.carried - score.put_aside)


def _limit(limit: int | str) -> float:
    return limit if isinstance(limit, int) else float("inf")


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]
