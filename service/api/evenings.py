"""Evenings: many tables, each with its sheet, and their ranking."""

import logging
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app

from service.api.access import new_token
from service.api.conditional import ATTEMPTS, created, stale, versioned
from service.api.http import answer, no_content, read_json
from service.api.readers import prove, reader_or_not_found
from service.api.renewal import Renewable, renew
from service.api.schemas.scoresheets import NEW_EVENING, NEW_SHEET, NewEveningRequest, NewSheetRequest
from service.api.scoresheets import opened, sheets
from service.messages import Message
from service.problems import Problem, detail, invalid_request
from service.rules.scoresheet.changes import Sheet
from service.rules.scoresheet.ranking import ranking
from service.rules.stored import Damaged, NewerFormat
from service.store.documents import Conflict, Missing, Request, Stored
from service.store.games import new_identity
from service.store.sheets import EDIT, MOST_TABLES, WATCH, Evening, Evenings, Keys, Reader
from service.store.tables import digest_of

LOG = logging.getLogger("service")

blueprint = Blueprint("evenings", __name__, url_prefix="/v1/evenings")


@blueprint.post("")
def open_evening() -> Response:
    """A new evening, and its two tokens, which are told this once."""
    asked: NewEveningRequest = NEW_EVENING.read(read_json())
    identity = new_identity()
    edit, watch = new_token(identity, EDIT), new_token(identity, WATCH)
    evenings().open(identity, Evening(keys=Keys(digest_of(edit), digest_of(watch)), name=asked.name))
    document = {"id": identity, "version": 1, "name": asked.name, "tokens": {"edit": edit, "watch": watch}}
    return created(document, f"/v1/evenings/{identity}", 1)


@blueprint.get("/<identity>")
def show_evening(identity: str) -> Response:
    """The tables with their totals, and the ranking."""
    stored, evening = loaded(identity, (EDIT, WATCH))
    tables, unread = tables_of(evening)
    return versioned(
        answer(
            {
                "id": identity,
                "version": stored.version,
                "name": evening.name,
                "tables": [dump_table(name, sheet) for name, sheet in tables],
                "ranking": [
                    standing._asdict() for standing in ranking([(sheet.teams, sheet.scored) for _, sheet in tables])
                ],
                "unreadable": unread,
            }
        ),
        stored.version,
    )


@blueprint.post("/<identity>/scoresheets")
def open_table(identity: str) -> Response:
    """A new sheet at the evening; its tokens are told this once."""
    require_room(loaded(identity, (EDIT,))[1])
    asked: NewSheetRequest = NEW_SHEET.read(read_json())
    if not all(asked.teams) or len(set(asked.teams)) < len(asked.teams):
        # Unnamed teams of all tables would be ranked as one.
        raise invalid_request([(("teams",), Message("fault", "team-unnamed"))])
    sheet = new_identity()
    response = opened(sheet, asked)
    for _ in range(ATTEMPTS):
        stored, evening = loaded(identity, (EDIT,))
        require_room(evening)
        try:
            keep(stored, evening.with_sheet(sheet))
        except Conflict as conflict:
            version = conflict.version
            continue
        return response
    raise stale(version)


@blueprint.post("/<identity>/<reader>/token")
def renew_evening_token(identity: str, reader: str) -> Response:
    """Another token for editing or for watching; the one before is void."""
    return renew(identity, reader_or_not_found(reader), Renewable(partial(found, identity), keep))


def keep(stored: Stored, evening: Evening, sent: Request | None = None) -> int:
    """Save an evening, and its version then; raises Conflict, and Problem where it was deleted."""
    try:
        return evenings().save(stored, evening, sent).version
    except Missing:
        raise evening_not_found() from None


@blueprint.delete("/<identity>")
def delete_evening(identity: str) -> Response:
    """Forget an evening; its sheets stay."""
    loaded(identity, (EDIT,))
    evenings().delete(identity)
    return no_content()


def require_room(evening: Evening) -> None:
    """Raise Problem where an evening has all the tables that it can have."""
    if len(evening.sheets) >= MOST_TABLES:
        raise Problem("full", detail("evening-full", most=MOST_TABLES), reason="evening-full")


def tables_of(evening: Evening) -> tuple[list[tuple[str, Sheet]], list[str]]:
    """The sheets of an evening with their names, and the names of those that cannot be read; deleted ones are gone."""
    tables, unread = [], []
    for name in evening.sheets:
        try:
            tables.append((name, sheets().load(name)[1].sheet))
        except Missing:
            continue
        except (NewerFormat, Damaged) as error:
            LOG.error("the score sheet %s of an evening cannot be read: %s", name, error)
            unread.append(name)
    return tables, unread


def dump_table(identity: str, sheet: Sheet) -> dict[str, Any]:
    """A table of an evening."""
    match = sheet.scored.match
    return {
        "id": identity,
        "teams": list(sheet.teams),
        "totals": list(match.totals),
        "deals": match.deals,
        "over": match.over,
        "winner": match.winner,
    }


def evenings() -> Evenings:
    """The stored evenings."""
    found: Evenings = current_app.extensions["evenings"]
    return found


def loaded(identity: str, allowed: tuple[Reader, ...]) -> tuple[Stored, Evening]:
    """An evening, for one of those who may; raises Problem (401, 403, 404, 503)."""
    stored, evening, _ = found(identity)
    prove(identity, evening, allowed)
    return stored, evening


def found(identity: str) -> tuple[Stored, Evening, int]:
    """An evening, whoever asks, and its version; raises Problem (404, 503)."""
    try:
        stored, evening = evenings().load(identity)
    except Missing:
        raise evening_not_found() from None
    return stored, evening, stored.version


def evening_not_found() -> Problem:
    """The problem of an evening that there is not: never was, was deleted, or expired."""
    return Problem("not-found", detail("evening-not-found"))
