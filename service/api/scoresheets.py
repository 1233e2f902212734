"""Score sheets of tables of real cards: opened, written on, corrected, watched."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, current_app, request

from service.api.access import holds, new_token, presented_token
from service.api.conditional import (
    ATTEMPTS,
    answered_version,
    check_match,
    created,
    idempotent_request,
    not_modified,
    required_match,
    stale,
    versioned,
)
from service.api.event_stream import Told, answer_events, last_event
from service.api.http import answer, no_content, read_json
from service.api.readers import prove, reader_or_not_found
from service.api.renewal import Renewable, renew
from service.api.schemas.scoresheets import ENTRY, NEW_SHEET, EntryRequest, NewSheetRequest
from service.api.sheet_views import CHANGES_TOLD, dump_history, dump_record, dump_sheet, dump_step
from service.messages import Message
from service.problems import Problem, detail, problem_of
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.scoresheet.changes import Change, ChangeKind, Sheet, SheetFull, UnknownDeal
from service.store.documents import Conflict, Missing, Request, Stored
from service.store.games import new_identity
from service.store.sheets import EDIT, WATCH, KeptSheet, Keys, Reader, Sheets
from service.store.tables import EventId, digest_of

blueprint = Blueprint("scoresheets", __name__, url_prefix="/v1/scoresheets")


@blueprint.post("")
def open_sheet() -> Response:
    """A new sheet, and its two tokens, which are told this once."""
    asked: NewSheetRequest = NEW_SHEET.read(read_json())
    return opened(new_identity(), asked)


def opened(identity: str, asked: NewSheetRequest) -> Response:
    """Keep a sheet, and tell its tokens."""
    sheet = Sheet(ruleset=asked.ruleset, first_dealer=asked.first_dealer, teams=asked.teams, players=asked.players)
    edit, watch = new_token(identity, EDIT), new_token(identity, WATCH)
    sheets().open(identity, KeptSheet(keys=Keys(digest_of(edit), digest_of(watch)), sheet=sheet))
    tokens = {"tokens": {"edit": edit, "watch": watch}}
    return created(tokens | dump_sheet(identity, sheet), f"/v1/scoresheets/{identity}", sheet.version)


@blueprint.get("/<identity>")
def show_sheet(identity: str) -> Response:
    """The sheet with every deal's bill, the running totals and the winner."""
    return shown(identity, dump_sheet)


@blueprint.get("/<identity>/record")
def show_sheet_record(identity: str) -> Response:
    """The sheet as /v1/matches/score takes it, with the names."""
    return shown(identity, dump_record)


@blueprint.get("/<identity>/history")
def show_history(identity: str) -> Response:
    """Who changed what, and when."""
    last = last_event()
    return shown(identity, lambda name, sheet: dump_history(name, sheet, last.version))


def shown(identity: str, dump: Callable[[str, Sheet], dict[str, Any]]) -> Response:
    """An answer about a sheet, for whoever may edit or watch it."""
    _, kept = loaded(identity, (EDIT, WATCH))
    if not_modified(kept.sheet.version):
        return versioned(Response(status=304), kept.sheet.version)
    return versioned(answer(dump(identity, kept.sheet)), kept.sheet.version)


@blueprint.post("/<identity>/deals")
def enter_deal(identity: str) -> Response:
    """Enter a deal, at the end or before another."""
    body = read_json()
    asked = ENTRY.read(body)
    return change(identity, body, lambda sheet: ("add", sheet.version + 1, asked))


@blueprint.put("/<identity>/deals/<int:number>")
def change_deal(identity: str, number: int) -> Response:
    """Write a deal anew; everything after it is scored again."""
    body = read_json()
    asked = ENTRY.read(body)
    return change(identity, body, lambda _: ("change", number, asked._replace(before=None)))


@blueprint.delete("/<identity>/deals/<int:number>")
def remove_deal(identity: str, number: int) -> Response:
    """Take a deal out; everything after it is scored again."""
    return change(identity, None, lambda _: ("remove", number, EntryRequest(None)))


@blueprint.delete("/<identity>")
def delete_sheet(identity: str) -> Response:
    """Forget a sheet at once."""
    loaded(identity, (EDIT,))
    sheets().delete(identity)
    return no_content()


@blueprint.post("/<identity>/<reader>/token")
def renew_sheet_token(identity: str, reader: str) -> Response:
    """Another token for editing or for watching; the one before is void."""
    return renew(identity, reader_or_not_found(reader), Renewable(partial(found, identity), keep_keys))


def keep_keys(stored: Stored, kept: KeptSheet, sent: Request | None) -> int:
    """Save a sheet with other keys; that is no change of it. Raises Conflict, and Problem where it was deleted."""
    version = kept.sheet.version
    try:
        sheets().save(stored, kept, sent and sent._replace(version=version))
    except Missing:
        raise sheet_not_found() from None
    return version


@blueprint.get("/<identity>/events")
def sheet_events(identity: str) -> Response:
    """What was entered, changed and taken out after an event, and from now on."""
    _, kept, _ = found(identity)
    reader, token = prove(identity, kept, (EDIT, WATCH)), presented_token()
    try:
        return answer_events(SheetFeed(sheets(), identity, reader, token), SheetSnapshot(kept, reader, token))
    except Missing:
        raise sheet_not_found() from None


def change(identity: str, body: Any, decide: Callable[[Sheet], tuple[ChangeKind, int, EntryRequest]]) -> Response:
    """A change, once: decided on the version that the client has seen, or answered as it was when first sent."""
    for _ in range(ATTEMPTS):
        stored, kept = loaded(identity, (EDIT,))
        wanted = required_match()
        sent = idempotent_request(EDIT, [request.method, request.path, body])
        answered = answered_version(stored, sent)
        if answered is not None:
            return sheet_answer(identity, kept.sheet.at_version(answered))
        check_match(wanted, kept.sheet.version)
        after = KeptSheet(keys=kept.keys, sheet=changed(kept.sheet, *decide(kept.sheet)))
        try:
            sheets().save(stored, after, sent and sent._replace(version=after.sheet.version))
        except Conflict:
            continue
        except Missing:
            raise sheet_not_found() from None
        return sheet_answer(identity, after.sheet)
    raise stale(kept.sheet.version)


def changed(sheet: Sheet, kind: ChangeKind, number: int, asked: EntryRequest) -> Sheet:
    """The sheet after a change; raises Problem where it cannot be."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        return sheet.with_change(Change(kind, number, asked.deal, asked.before, at, asked.by))
    except UnknownDeal as unknown:
        raise Problem("not-found", detail("deal-not-found", number=str(unknown.args[0]))) from None
    except SheetFull as full:
        raise Problem("full", detail(f"sheet-full-of-{full.what}", most=full.most), reason="sheet-full") from None
    except ImpossiblePosition as impossible:
        if impossible.article != "MATCH-7":
            raise problem_of(impossible) from None
        said = Message("impossible", impossible.fault, **impossible.facts)
        members = {"article": impossible.article, "legal": []}
        raise Problem("action-refused", said, reason="match-over", members=members) from None
    except RuleError as error:
        raise problem_of(error) from None


def sheet_answer(identity: str, sheet: Sheet) -> Response:
    """A sheet as an answer."""
    return versioned(answer(dump_sheet(identity, sheet)), sheet.version)


def sheets() -> Sheets:
    """The stored sheets."""
    found: Sheets = current_app.extensions["sheets"]
    return found


def loaded(identity: str, allowed: tuple[Reader, ...]) -> tuple[Stored, KeptSheet]:
    """A sheet, for one of those who may; raises Problem (401, 403, 404, 503)."""
    stored, kept, _ = found(identity)
    prove(identity, kept, allowed)
    return stored, kept


def found(identity: str) -> tuple[Stored, KeptSheet, int]:
    """A sheet, whoever asks, and its version; raises Problem (404, 503)."""
    try:
        stored, kept = sheets().load(identity)
    except Missing:
        raise sheet_not_found() from None
    return stored, kept, kept.sheet.version


def sheet_not_found() -> Problem:
    """The problem of a sheet that there is not: never was, was deleted, or expired."""
    return Problem("not-found", detail("sheet-not-found"))


class SheetSnapshot(NamedTuple):
    """A sheet at one version, as a reader may be told of it."""

    kept: KeptSheet
    reader: Reader
    token: str | None

    @property
    def version(self) -> int:
        """The version of the sheet."""
        return self.kept.sheet.version

    @property
    def over(self) -> bool:
        """A sheet can always be corrected."""
        return False

    @property
    def allowed(self) -> bool:
        """Whether the token is still the reader's."""
        return holds(self.kept, self.reader, self.token)

    @property
    def most(self) -> int:
        """How many changes one answer has."""
        return CHANGES_TOLD

    def told(self, last: EventId) -> Told:
        """The changes after an event, each with the totals that it led to."""
        sheet = self.kept.sheet
        return map(dump_step, sheet.steps(min(max(last.version, 1), sheet.version)))


class SheetFeed(NamedTuple):
    """A sheet as it goes on."""

    sheets: Sheets
    identity: str
    reader: Reader
    token: str | None

    @property
    def channel(self) -> str:
        """Where new versions are told."""
        return self.sheets.channel(self.identity)

    def look(self) -> SheetSnapshot:
        """The sheet as it is now."""
        return SheetSnapshot(self.sheets.load(self.identity)[1], self.reader, self.token)
