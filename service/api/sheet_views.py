"""Score sheets as JSON values: the sheet, its record, and its changes."""

from itertools import islice
from typing import Any

from service.api.auctions import dump_contract
from service.api.schemas.scoring import ALL_PASS
from service.api.scoring import dump_score
from service.rules.cards import CARD_NAMES, SUITS
from service.rules.scoresheet.changes import Sheet, Step
from service.rules.scoresheet.sheet import Entry, ScoredEntry
from service.rules.scoring.deal import NOUGHT
from service.rules.scoring.written import WrittenDeal

CHANGES_TOLD = 100
"""How many changes one answer has: each may score every deal of a sheet again."""

EVENTS = {"add": "deal-entered", "change": "deal-changed", "remove": "deal-removed"}


def dump_sheet(identity: str, sheet: Sheet) -> dict[str, Any]:
    """A sheet with all that follows from its deals."""
    scored = sheet.scored
    match = scored.match
    rows = zip(sheet.deals.items(), scored.entries, strict=True)
    return {
        "id": identity,
        "version": sheet.version,
        "ruleset": sheet.ruleset.text,
        "teams": list(sheet.teams),
        "players": list(sheet.players),
        "first_dealer": sheet.first_dealer,
        "next_dealer": scored.next_dealer,
        "deals": [dump_row(number, entry, row) for (number, entry), row in rows],
        "match": {
            "totals": list(match.totals),
            "carried": match.carried,
            "over": match.over,
            "winner": match.winner,
            "decided_at": match.decided_at,
        },
    }


def dump_row(number: int, entry: Entry, row: ScoredEntry) -> dict[str, Any]:
    """One line of a sheet."""
    return {
        "number": number,
        "deal": dump_entry(entry),
        "dealer": row.dealer,
        "counted": row.counted,
        "bill": None if row.score is None else dump_score(row.score),
        "totals": list(row.totals),
        "carried": row.carried,
    }


def dump_record(identity: str, sheet: Sheet) -> dict[str, Any]:
    """A sheet as it can be taken elsewhere; `match` is a body of /v1/matches/score."""
    counted = [entry for entry, row in zip(sheet.deals.values(), sheet.scored.entries, strict=True) if row.counted]
    return {
        "id": identity,
        "version": sheet.version,
        "teams": list(sheet.teams),
        "players": list(sheet.players),
        "first_dealer": sheet.first_dealer,
        "match": {"ruleset": sheet.ruleset.text, "deals": [dump_entry(entry) for entry in counted]},
    }


def dump_history(identity: str, sheet: Sheet, after: int) -> dict[str, Any]:
    """The changes after a version, as many as one answer has."""
    after = min(max(after, 1), sheet.version)
    changes = [dump_step(step) for step in islice(sheet.steps(after), CHANGES_TOLD)]
    last = changes[-1]["id"] if changes else str(after)
    return {"id": identity, "version": sheet.version, "changes": changes, "last": last}


def dump_step(step: Step) -> dict[str, Any]:
    """A change, with the deal before and after it, and the totals that it led to."""
    change, match = step.change, step.match
    return {
        "id": str(step.version),
        "event": EVENTS[change.kind],
        "number": change.number,
        "at": change.at,
        "by": change.by,
        "before": None if change.kind == "add" else dump_entry(step.before),
        "after": None if change.kind == "remove" else dump_entry(step.after),
        "totals": list(match.totals),
        "over": match.over,
        "winner": match.winner,
    }


def dump_entry(entry: Entry) -> dict[str, Any]:
    """A deal as a request has it; what is as it is by itself is left out."""
    return {"outcome": ALL_PASS} if entry is None else dump_written(entry)


def dump_written(deal: WrittenDeal) -> dict[str, Any]:
    """A deal as a table wrote it down."""
    contract, points, tricks, capot, annonces, declared, belotes, _ = deal
    document: dict[str, Any] = {"contract": dump_contract(contract)}
    if tricks is None:
        document["points"] = list(points)
    else:
        document["tricks"] = [
            {"leader": leader, "cards": [CARD_NAMES[card] for card in cards]} for leader, cards in tricks
        ]
    optional = {
        "capot": capot,
        "annonces": list(annonces) if annonces != NOUGHT else None,
        "declared_annonces": None if declared is None else list(declared),
        "belotes": [dump_belote(*belote) for belote in belotes] or None,
    }
    return document | {name: value for name, value in optional.items() if value is not None}


def dump_belote(team: int, suit: int, belote: bool, rebelote: bool, noticed: str | None) -> dict[str, Any]:
    """A belote as a request has it."""
    said = {"team": team, "suit": SUITS[suit], "belote": belote, "rebelote": rebelote}
    return said if noticed is None else said | {"noticed": noticed}
