"""Auditing a sheet written by hand: what cannot be, what would be right, and which rulebook explains it best.

A table marks by its own rulebook, which it may not be able to name. The audit scores each deal under the named ruleset
and holds what was marked against it; then it asks of every preset, and of every single option changed in the named
ruleset, how many of the marked deals it explains.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.rules.match.state import Match, pass_out, play_deal
from service.rules.options import Value
from service.rules.reasons import RuleError
from service.rules.ruleset import GROUP_OF, OPTIONS, Ruleset, RulesetError, make_ruleset, presets
from service.rules.scoring.bill import Pair
from service.rules.scoring.deal import DealScore
from service.rules.scoring.written import WrittenDeal, facts_of

SCORING_GROUPS = ("cards", "auction", "annonces", "belote", "scoring", "contract", "match")
"""The option groups that a score can depend on."""

MOST_EXPLANATIONS = 10


class MarkedDeal(NamedTuple):
    """A deal of a sheet written by hand."""

    deal: WrittenDeal | None
    """What happened; None where everybody passed."""
    marked: Pair
    """What was marked for it."""
    totals: Pair | None = None
    """The running totals written after it, where the sheet has them."""


class Finding(NamedTuple):
    """What the audit says of one deal."""

    fault: RuleError | None
    """Why the deal cannot be; None where it can."""
    score: DealScore | None
    """The bill under the ruleset; None where the deal cannot be, or was passed out, or stands after the end."""
    right: Pair
    """What should have been marked."""
    marked_right: bool
    right_totals: Pair | None
    """The running totals that follow from what was marked, where others were written."""

    @property
    def clean(self) -> bool:
        """Whether there is nothing to say."""
        return self.fault is None and self.marked_right and self.right_totals is None


class Explanation(NamedTuple):
    """A ruleset and how much of the sheet it explains."""

    ruleset: Ruleset
    explained: int
    """How many deals were marked as it marks them."""


class Audit(NamedTuple):
    """The audit of a sheet."""

    findings: tuple[Finding, ...]
    explained: int
    """How many deals were marked as the named ruleset marks them."""
    better: tuple[Explanation, ...]
    """Rulesets that explain more deals, the best first; empty where none does."""


def audit(ruleset: Ruleset, deals: Sequence[MarkedDeal]) -> Audit:
    """Hold a sheet written by hand against a ruleset, deal by deal, and look for one that explains it better."""
    findings = tuple(findings_of(ruleset, deals))
    explained = sum([finding.fault is None and finding.marked_right for finding in findings])
    better = []
    if explained < len(deals):
        candidates = [Explanation(each, explained_by(each, deals)) for each in candidates_for(ruleset)]
        better = sorted(
            [each for each in candidates if each.explained > explained],
            key=lambda each: (-each.explained, changes_of(each.ruleset)),
        )
    return Audit(findings, explained, tuple(better[:MOST_EXPLANATIONS]))


def findings_of(ruleset: Ruleset, deals: Sequence[MarkedDeal]) -> Iterator[Finding]:
    """What is wrong with each deal; a deal that cannot be changes nothing for those after it."""
    match = Match()
    written: Pair = (0, 0)
    for deal, marked, totals in deals:
        fault, score, right = None, None, (0, 0)
        try:
            if deal is None:
                match = pass_out(match)
            else:
                match, score = play_deal(ruleset, match, facts_of(ruleset, deal))
                right = score.scores
        except RuleError as error:
            fault = error
        expected = (written[0] + marked[0], written[1] + marked[1])
        wrong_sum = totals is not None and totals != expected
        written = totals if totals is not None else expected
        yield Finding(fault, score, right, marked == right, expected if wrong_sum else None)


def explained_by(ruleset: Ruleset, deals: Sequence[MarkedDeal]) -> int:
    """How many deals were marked as a ruleset marks them."""
    return sum([finding.fault is None and finding.marked_right for finding in findings_of(ruleset, deals)])


def candidates_for(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Every other preset, and the named ruleset with one option changed."""
    for preset in presets():
        if preset != ruleset.preset:
            yield make_ruleset(preset)
    base = presets()[ruleset.preset]
    changed = {
        name: value for name, value in ruleset.options.items() if value != base.options.get(name, OPTIONS[name].default)
    }
    for name, option in OPTIONS.items():
        if GROUP_OF[name] in SCORING_GROUPS:
            for value in option.values:
                if value != ruleset.options[name]:
                    yield from _changed(ruleset.preset, {**changed, name: value})


def _changed(preset: str, options: dict[str, Value]) -> Iterator[Ruleset]:
    try:
        yield make_ruleset(preset, options)
    except RulesetError:
        return


def changes_of(ruleset: Ruleset) -> int:
    """How many options a ruleset changes in its preset, the simpler explanation being the better one."""
    return ruleset.text.count("=")
