"""What holds of every sheet that was kept here; a stored one of which it does not is damaged."""

from typing import get_args

from service.rules.belote import NOTICED
from service.rules.contract import CAPOT
from service.rules.scoresheet.changes import MOST_CHANGES, Change, ChangeKind, Sheet
from service.rules.scoresheet.sheet import MOST_DEALS, facts_of_entry
from service.rules.scoring.written import WrittenDeal
from service.rules.stored import is_whole, require

MOST = 1_000_000
"""More than any number on a sheet."""


def check_sheet(sheet: Sheet) -> None:
    """Raise Damaged, or what the rules raise, unless a sheet can have come to be by its changes."""
    require(is_whole(sheet.first_dealer, 0, 3), "no such dealer")
    require(all(type(name) is str for name in (*sheet.teams, *sheet.players)), "a name that is none")
    require(len(sheet.changes) <= MOST_CHANGES, "too many changes")
    for place, change in enumerate(sheet.changes):
        _check_change(change, place + 2)
    require(len(sheet.deals) <= MOST_DEALS, "too many deals")
    standing = set(map(id, sheet.deals.values()))
    for change in sheet.changes:
        if id(change.deal) not in standing:  # those that stand are looked at in being scored
            facts_of_entry(sheet.ruleset, change.deal)
    sheet.scored  # noqa: B018 - kept with the sheet; whoever looks at it needs it


def _check_change(change: Change, version: int) -> None:
    require(change.kind in get_args(ChangeKind), "no such change")
    require(is_whole(change.number, 2, version), "no such deal")
    require(change.number == version or change.kind != "add", "a deal of another number")
    require(change.before is None or is_whole(change.before, 2, version), "no such deal")
    require(type(change.at) is str and (change.by is None or type(change.by) is str), "no time, or no name")
    if change.deal is not None:
        _check_written(change.deal)


def _check_written(written: WrittenDeal) -> None:
    """Whether every value is of its kind; what it says is the business of the rules."""
    contract, points, tricks, capot, annonces, declared, belotes, carried = written
    require(is_whole(contract.taker, 0, 3) and is_whole(contract.trump, 0, 5), "no such contract")
    require(contract.level in (None, CAPOT) or is_whole(contract.level, 0, MOST), "no such level")
    require(is_whole(contract.contre, 1, 4) and contract.contre != 3, "no such contre")
    require(capot is None or is_whole(capot, 0, 1), "no such team")
    numbers = [*points, *annonces, *(declared or ()), carried]
    require(all(is_whole(number, 0, MOST) for number in numbers if number is not None), "no number")
    require(None not in (*annonces, *(declared or ()), carried), "no number")
    for leader, cards in tricks or ():
        require(is_whole(leader, 0, 3) and all(is_whole(card, 0, 31) for card in cards), "no such trick")
    for belote in belotes:
        require(is_whole(belote.team, 0, 1) and is_whole(belote.suit, 0, 3), "no such belote")
        require({type(belote.belote), type(belote.rebelote)} == {bool}, "no such belote")
        require(belote.noticed is None or belote.noticed in NOTICED, "no such belote")
