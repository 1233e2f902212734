"""A sheet as the table keeps it: everything that was entered, changed or taken out, in order.

The list of changes is the fact. The deals as they stand now, or stood at any earlier version, are what the changes come
to, so that nothing that was ever written down is lost and it stays on record who changed what and when.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import Ruleset
from service.rules.scoresheet.sheet import Entry, ScoredSheet, score_sheet

ChangeKind = Literal["add", "change", "remove"]


class Change(NamedTuple):
    """One change of the deals."""

    kind: ChangeKind
    number: int
    """The deal's number, which it keeps: the version that entered it."""
    deal: Entry = None
    """The deal as written down; None for one that everybody passed, and for one taken out."""
    before: int | None = None
    """The number of the deal that it was entered before; None for the end."""
    at: str = ""
    """When, as an RFC 3339 time."""
    by: str | None = None
    """Who, as he called himself."""


class UnknownDeal(LookupError):
    """There is no deal of that number on the sheet, or not any more."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet at one version; version 1 has no deal."""

    ruleset: Ruleset
    first_dealer: int
    teams: tuple[str, str]
    players: tuple[str, str, str, str]
    """By seat; empty where nobody named them."""
    changes: tuple[Change, ...] = ()

    @property
    def version(self) -> int:
        """How many changes there were, and one."""
        return 1 + len(self.changes)

    @cached_property
    def deals(self) -> dict[int, Entry]:
        """The deals by their numbers, in the order played."""
        deals: dict[int, Entry] = {}
        for change in self.changes:
            if change.before is None and change.kind != "remove":
                deals[change.number] = change.deal
            else:
                deals = _changed(deals, change)
        return deals

    @cached_property
    def scored(self) -> ScoredSheet:
        """The deals with all that follows from them."""
        return score_sheet(self.ruleset, self.first_dealer, tuple(self.deals.values()))

    def at_version(self, version: int) -> "Sheet":
        """The sheet as it was at an earlier version."""
        return replace(self, changes=self.changes[: version - 1])

    def with_change(self, change: Change) -> "Sheet":
        """The sheet after one more change, every deal scored again.

        Raises UnknownDeal; RuleError, ImpossiblePosition or PointsDoNotAddUp at the field of the deal that cannot be;
        ImpossiblePosition for a deal entered after the end of the match (MATCH-7).
        """
        for number in (change.before, change.number if change.kind != "add" else None):
            if number is not None and number not in self.deals:
                raise UnknownDeal(number)
        if change.kind == "add" and self.scored.match.over:
            raise ImpossiblePosition("match-over", "MATCH-7", decided_at=self.scored.match.decided_at)
        after = replace(self, changes=(*self.changes, change))
        try:
            after.scored  # noqa: B018 - scored now, so that what cannot be is refused now
        except RuleError as error:
            error.pointer = error.pointer[2:]
            raise
        return after


def _changed(deals: dict[int, Entry], change: Change) -> dict[int, Entry]:
    """The deals after one was taken out or entered before another."""
    if change.kind == "remove":
        return {number: deal for number, deal in deals.items() if number != change.number}
    return dict(_inserted(list(deals.items()), change))


def _inserted(deals: Sequence[tuple[int, Entry]], change: Change) -> list[tuple[int, Entry]]:
    place = next(index for index, (number, _) in enumerate(deals) if number == change.before)
    return [*deals[:place], (change.number, change.deal), *deals[place:]]
