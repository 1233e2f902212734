"""Scores: /v1/deals/score and /v1/matches/score."""

from typing import Any

from service.api.schemas.scoring import MatchRequest, ScoreRequest
from service.rules.match.state import Match, pass_out, play_deal
from service.rules.reasons import RuleError
from service.rules.ruleset import Ruleset
from service.rules.scoring.deal import DealScore, score_deal
from service.rules.scoring.written import WrittenDeal, facts_of


def score(request: ScoreRequest, _language: str) -> dict[str, Any]:
    """What a deal scores, as a bill."""
    scored = score_deal(request.ruleset, facts_of(request.ruleset, request.deal))
    return {"ruleset": request.ruleset.text, **dump_score(scored)}


def score_match(request: MatchRequest, _language: str) -> dict[str, Any]:
    """A match deal by deal: running totals, points held over, who has won and when."""
    match = Match()
    deals = []
    for index, deal in enumerate(request.deals):
        try:
            match, scored = play_written(request.ruleset, match, deal)
        except RuleError as error:
            raise error.within("deals", index) from None
        deals.append(dump_match_deal(match, scored))
    return {
        "ruleset": request.ruleset.text,
        "totals": list(match.totals),
        "deals": deals,
        "carried": match.carried,
        "over": match.over,
        "winner": match.winner,
        "decided_at": match.decided_at,
    }


def play_written(ruleset: Ruleset, match: Match, deal: WrittenDeal | None) -> tuple[Match, DealScore | None]:
    """The match after a deal as written down, None for one that everybody passed."""
    if deal is None:
        return pass_out(match), None
    return play_deal(ruleset, match, facts_of(ruleset, deal))


def dump_match_deal(match: Match, scored: DealScore | None) -> dict[str, Any]:
    """One deal of a match as a bill, with the running totals in place of those that its test compared."""
    passed: dict[str, Any] = {"outcome": "all-pass", "scores": [0, 0], "carried": match.carried, "lines": []}
    return (passed if scored is None else dump_score(scored)) | {"totals": list(match.totals)}


def dump_score(scored: DealScore) -> dict[str, Any]:
    """A bill."""
    return {
        "outcome": scored.outcome,
        "scores": list(scored.scores),
        "carried": scored.carried,
        "totals": list(scored.totals),
        "lines": [
            {"team": team, "points": points, "reason": reason.code, "article": reason.article}
            for team, points, reason in scored.lines
        ],
    }
