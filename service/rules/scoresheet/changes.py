"""A sheet as the table keeps it: everything that was entered, changed or taken out, in order.

The list of changes is the fact. The deals as they stand now, or stood at any earlier version, are what the changes come
to, so that nothing that was ever written down is lost and it stays on record who changed what and when.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from service.rules.match.state import Match
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import Ruleset
from service.rules.scoresheet.sheet import MOST_DEALS, Entry, ScoredSheet, facts_of_entry, play_on, score_sheet

MOST_CHANGES = 2000
"""How many changes a sheet keeps, corrections of as many deals as it holds among them."""

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


class Step(NamedTuple):
    """A change with what it came to."""

    version: int
    """The version that it made."""
    change: Change
    before: Entry
    """The deal before it; nothing where one was added."""
    after: Entry
    """The deal after it; nothing where one was taken out."""
    match: Match
    """Where the match stands after it."""


class UnknownDeal(LookupError):
    """There is no deal of that number on the sheet, or not any more."""


class SheetFull(Exception):
    """The sheet has as many deals as it holds, or as many changes as it keeps."""

    def __init__(self, what: Literal["deals", "changes"], most: int) -> None:
        super().__init__(what, most)
        self.what = what
        self.most = most


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
        pages = _Pages({}, [])
        for change in self.changes:
            pages.apply(change)
        return {number: pages.deals[number] for number in pages.order}

    @cached_property
    def scored(self) -> ScoredSheet:
        """The deals with all that follows from them."""
        return score_sheet(self.ruleset, self.first_dealer, tuple(self.deals.values()))

    def at_version(self, version: int) -> "Sheet":
        """The sheet as it was at an earlier version."""
        return replace(self, changes=self.changes[: version - 1])

    def steps(self, version: int = 1) -> Iterator[Step]:
        """Every change after a version with what it came to; each scores only the deals from its own on."""
        deals = self.at_version(version).deals
        pages = _Pages(dict(deals), list(deals))
        facts = {number: facts_of_entry(self.ruleset, deal) for number, deal in deals.items()}
        matches = [Match()]  # before each deal, and after the last
        for made, change in enumerate(self.changes[version - 1 :], version + 1):
            before = pages.deals.get(change.number)
            place = pages.apply(change)
            facts[change.number] = facts_of_entry(self.ruleset, change.deal)
            del matches[place + 1 :]
            for number in pages.order[len(matches) - 1 :]:
                matches.append(play_on(self.ruleset, matches[-1], facts[number])[0])
            yield Step(made, change, before, change.deal, matches[-1])

    def with_change(self, change: Change) -> "Sheet":
        """The sheet after one more change, every deal scored again.

        Raises UnknownDeal; SheetFull; RuleError, ImpossiblePosition or PointsDoNotAddUp at the field of the deal that
        cannot be; ImpossiblePosition for a deal entered after the end of the match (MATCH-7).
        """
        for number in (change.before, change.number if change.kind != "add" else None):
            if number is not None and number not in self.deals:
                raise UnknownDeal(number)
        if change.kind == "add" and self.scored.match.over:
            raise ImpossiblePosition("match-over", "MATCH-7", decided_at=self.scored.match.decided_at)
        if change.kind == "add" and len(self.deals) >= MOST_DEALS:
            raise SheetFull("deals", MOST_DEALS)
        if len(self.changes) >= MOST_CHANGES:
            raise SheetFull("changes", MOST_CHANGES)
        after = replace(self, changes=(*self.changes, change))
        try:
            after.scored  # noqa: B018 - scored now, so that what cannot be is refused now
        except RuleError as error:
            error.pointer = error.pointer[2:]
            raise
        return after


class _Pages(NamedTuple):
    """The deals of a sheet while changes are made to them."""

    deals: dict[int, Entry]
    order: list[int]
    """Their numbers in the order played."""

    def apply(self, change: Change) -> int:
        """Make a change; the place, from 0, of the first deal that it concerns."""
        number, order = change.number, self.order
        if change.kind == "add":
            place = len(order) if change.before is None else order.index(change.before)
            order.insert(place, number)
        else:
            place = order.index(number)
        if change.kind == "remove":
            del order[place], self.deals[number]
        else:
            self.deals[number] = change.deal
        return place
