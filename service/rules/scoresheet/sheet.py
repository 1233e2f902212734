"""A score sheet: a list of deals as the table wrote them, and all that follows from it (SCO, MATCH, DEAL-2).

Only the list is a fact. Bills, running totals, points held over, dealers and the winner are derived from it: any deal
can be changed or taken out, and everything after it is scored again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.deal import next_dealer
from service.rules.match.state import Match, pass_out, play_deal
from service.rules.reasons import RuleError
from service.rules.ruleset import Ruleset
from service.rules.scoring.bill import Pair
from service.rules.scoring.deal import DealFacts, DealScore
from service.rules.scoring.written import WrittenDeal, facts_of

Entry = WrittenDeal | None
"""A deal as written down; None for one that everybody passed."""


MOST_DEALS = 1000
"""How many deals a sheet holds at a time: as many as a match may be limited to (MATCH-2)."""


class ScoredEntry(NamedTuple):
    """One line of the sheet."""

    dealer: int
    score: DealScore | None
    """The bill; None for a deal that everybody passed, and for one after the end."""
    totals: Pair
    """The running totals after it."""
    carried: int
    """Points held over after it."""
    counted: bool
    """Whether the match was still open; what was played on after it is kept and counts nothing (MATCH-7)."""


class ScoredSheet(NamedTuple):
    """A sheet with all that follows from its deals."""

    entries: tuple[ScoredEntry, ...]
    match: Match
    next_dealer: int


def facts_of_entry(ruleset: Ruleset, entry: Entry) -> DealFacts | None:
    """The facts of a deal as written down, None for one that everybody passed; raises what `facts_of` does."""
    return None if entry is None else facts_of(ruleset, entry)


def play_on(ruleset: Ruleset, match: Match, facts: DealFacts | None) -> tuple[Match, DealScore | None]:
    """The match after one more deal of a sheet, and its bill; a deal after the end changes nothing (MATCH-7)."""
    if match.over:
        return match, None
    return (pass_out(match), None) if facts is None else play_deal(ruleset, match, facts)


def score_sheet(ruleset: Ruleset, first_dealer: int, entries: Sequence[Entry]) -> ScoredSheet:
    """Score every deal of a sheet in order.

    A correction may end the match earlier than the table played: the deals after the end stay on the sheet, uncounted.
    Raises RuleError, ImpossiblePosition or PointsDoNotAddUp within `deals` and the index of a deal that cannot be.
    """
    match, dealer = Match(), first_dealer
    scored: list[ScoredEntry] = []
    for index, entry in enumerate(entries):
        counted = not match.over
        try:
            facts = facts_of_entry(ruleset, entry)
        except RuleError as error:
            raise error.within("deals", index) from None
        match, score = play_on(ruleset, match, facts)
        scored.append(ScoredEntry(dealer, score, match.totals, match.carried, counted))
        dealer = next_dealer(ruleset.auction, dealer, passed_out=entry is None)
    return ScoredSheet(tuple(scored), match, dealer)
