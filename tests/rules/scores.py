"""Short writing for deals in tests: `score("ffb-classique", "0 H", 98)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.rules.contract import Contract
from service.rules.ruleset import parse_ruleset
from service.rules.scoring.deal import DealScore, score_deal
from service.rules.scoring.written import WrittenDeal, facts_of
from service.rules.trumps import parse_trump

if TYPE_CHECKING:
    from service.rules.scoring.deal import DealFacts

CONTRES = {"": 1, "contre": 2, "surcontre": 4}


def contract(text: str) -> Contract:
    """A contract from short writing: `0 H`, `1 SA`, `2 S 100`, `3 D capot contre`."""
    taker, trump, *rest = text.split()
    level = rest.pop(0) if rest else None
    return Contract(
        int(taker),
        parse_trump(trump),
        int(level) if level and level.isdigit() else level,  # type: ignore[arg-type]
        CONTRES[rest[0] if rest else ""],
    )


def facts(ruleset: str, agreed: str, points: int | tuple[int | None, int | None], **written: object) -> DealFacts:
    """The facts of a deal; a single number is the card points of team 0."""
    pair = (points, None) if isinstance(points, int) else points
    return facts_of(parse_ruleset(ruleset), WrittenDeal(contract(agreed), pair, **written))  # type: ignore[arg-type]


def score(ruleset: str, agreed: str, points: int | tuple[int | None, int | None], **written: object) -> DealScore:
    """The score of a deal."""
    return score_deal(parse_ruleset(ruleset), facts(ruleset, agreed, points, **written))


def bill(scored: DealScore) -> dict[tuple[int, str], int]:
    """The lines of a score by team and reason."""
    return {(line.team, line.reason.code): line.points for line in scored.lines}
