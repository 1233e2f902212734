"""Writing a sheet down as JSON values and reading it back; a newer service's format is refused."""

from typing import Any

from service.rules.belote import Belote
from service.rules.contract import Contract
from service.rules.ruleset import parse_ruleset
from service.rules.scoresheet.changes import Change, Sheet
from service.rules.scoresheet.checking import check_sheet
from service.rules.scoresheet.sheet import Entry
from service.rules.scoring.written import WrittenDeal
from service.rules.stored import check_format, reading

FORMAT = 1


def dump(sheet: Sheet) -> dict[str, Any]:
    """The facts of a sheet as JSON values; `load(dump(sheet)) == sheet`."""
    return {
        "format": FORMAT,
        "ruleset": sheet.ruleset.text,
        "first_dealer": sheet.first_dealer,
        "teams": sheet.teams,
        "players": sheet.players,
        "changes": [[kind, number, dump_entry(deal), *rest] for kind, number, deal, *rest in sheet.changes],
    }


def load(document: dict[str, Any]) -> Sheet:
    """The sheet of its facts.

    Raises NewerFormat for a format above `FORMAT`, and Damaged for what `dump` never wrote of a sheet that was kept.
    """
    with reading():
        check_format(document, FORMAT)
        sheet = _sheet(document)
        check_sheet(sheet)
    return sheet


def _sheet(document: dict[str, Any]) -> Sheet:
    first, second = document["teams"]
    south, east, north, west = document["players"]
    return Sheet(
        ruleset=parse_ruleset(document["ruleset"]),
        first_dealer=document["first_dealer"],
        teams=(first, second),
        players=(south, east, north, west),
        changes=tuple(
            [Change(kind, number, load_entry(deal), *rest) for kind, number, deal, *rest in document["changes"]]
        ),
    )


def dump_entry(entry: Entry) -> list[Any] | None:
    """A deal as JSON values, in the order of its fields; None for one that everybody passed or that was taken out."""
    if entry is None:
        return None
    contract, points, tricks, capot, annonces, declared, belotes, carried = entry
    return [
        [contract.taker, contract.trump, contract.level, contract.contre],
        points,
        None if tricks is None else [[leader, list(cards)] for leader, cards in tricks],
        capot,
        annonces,
        declared,
        [list(belote) for belote in belotes],
        carried,
    ]


def load_entry(values: list[Any] | None) -> Entry:
    """The deal of its values."""
    if values is None:
        return None
    contract, points, tricks, capot, annonces, declared, belotes, carried = values
    return WrittenDeal(
        Contract(*contract),
        (points[0], points[1]),
        None if tricks is None else tuple([(leader, tuple(cards)) for leader, cards in tricks]),
        capot,
        (annonces[0], annonces[1]),
        None if declared is None else (declared[0], declared[1]),
        tuple([Belote(*belote) for belote in belotes]),
        carried,
    )
