"""Games: opened, looked at, played, and their seats passed on. An action is load, decide, save."""

import secrets
from typing import Any

from flask import Blueprint, Response, current_app

from service.api.access import ACTORS, bearer_of, new_token, presented_token, required, unauthorized
from service.api.conditional import (
    ATTEMPTS,
    answered_version,
    check_match,
    created,
    etag,
    idempotent_request,
    not_modified,
    required_match,
    stale,
    versioned,
)
from service.api.game_views import dump_refusal, dump_view
from service.api.http import JSON, answer, check_accepts, language, no_content, read_json
from service.api.schemas.games import NEW_GAME, ActionRequest, NewGameRequest, read_action
from service.problems import Problem, detail, problem_of
from service.rules.game.actions import EndAction, Refused, act, new_game
from service.rules.game.facts import HOST, Bearer, Game
from service.rules.game.record import record
from service.rules.game.view import view
from service.rules.reasons import RuleError
from service.rules.seats import SEATS
from service.store import tables
from service.store.documents import Conflict, Missing
from service.store.games import Games, Seated, new_identity
from service.store.tables import Forgotten, Table

ENTROPY_BYTES = 32
blueprint = Blueprint("games", __name__, url_prefix="/v1/games")


@blueprint.post("")
def open_game() -> Response:
    """A new game, and the tokens of its seats and of its host, which are told this once."""
    check_accepts(JSON)
    asked: NewGameRequest = NEW_GAME.read(read_json())
    game = opened_game(asked)
    identity = new_identity()
    tokens = [new_token(identity, bearer) for bearer in ACTORS]
    table = tables.opened(game, tuple([tables.digest_of(token) for token in tokens]))
    games().open(identity, table)
    return created(
        {
            "id": identity,
            "version": table.version,
            "ruleset": game.ruleset.text,
            "tokens": {"seats": tokens[:4], "host": tokens[4]},
            "kept_seconds": games().seconds(table),
        },
        f"/v1/games/{identity}",
        table.version,
    )


@blueprint.get("/<identity>")
def show_game(identity: str) -> Response:
    """The game as the bearer sees it."""
    table = loaded(identity).table
    bearer = bearer_of(table, identity)
    if not_modified(table.version):
        return versioned(Response(status=304), table.version)
    return view_answer(identity, table, bearer)


@blueprint.post("/<identity>/actions")
def act_in_game(identity: str) -> Response:
    """An action, once: decided on the version that the client has seen, or answered as it was when first sent."""
    check_accepts(JSON)
    if presented_token() is None:
        raise unauthorized("token-missing")
    body = read_json()
    asked = read_action(body)
    for _ in range(ATTEMPTS):
        found = loaded(identity)
        try:
            return _act_on(identity, found, asked, body)
        except Conflict as conflict:
            version = conflict.version
    raise stale(version)


def _act_on(identity: str, found: Seated, asked: ActionRequest, body: Any) -> Response:
    bearer = acting_bearer(identity, found.table, asked)
    wanted = required_match()
    sent = idempotent_request(bearer, body)
    answered = answered_version(found.stored, sent)
    if answered is not None:
        try:
            return view_answer(identity, found.table.at(answered), bearer)
        except Forgotten:
            raise stale(found.table.version) from None
    check_match(wanted, found.table.version)
    after = found.table.with_game(decided(found.table.game, bearer, asked))
    save(found, after, sent)
    return view_answer(identity, after, bearer)


@blueprint.get("/<identity>/record")
def show_record(identity: str) -> Response:
    """The portable record, for everybody."""
    table = loaded(identity).table
    bearer_of(table, identity)
    if not_modified(table.version):
        return versioned(Response(status=304), table.version)
    return versioned(answer({"id": identity, "version": table.version, **record(table.game)}), table.version)


@blueprint.delete("/<identity>")
def delete_game(identity: str) -> Response:
    """Forget a game at once."""
    required(bearer_of(loaded(identity).table, identity), (HOST,), detail("host-only"))
    games().delete(identity)
    return no_content()


@blueprint.post("/<identity>/seats/<int:seat>/token")
def take_seat(identity: str, seat: int) -> Response:
    """Another token for a seat, by its bearer or the host; the one before is void."""
    return pass_on(identity, seat_or_not_found(seat))


@blueprint.delete("/<identity>/seats/<int:seat>/token")
def leave_seat(identity: str, seat: int) -> Response:
    """No token for a seat until the host gives another."""
    return pass_on(identity, seat_or_not_found(seat), leave=True)


@blueprint.post("/<identity>/host/token")
def pass_host(identity: str) -> Response:
    """Another token for the host, by the host; the one before is void."""
    return pass_on(identity, HOST)


def pass_on(identity: str, whose: Bearer, *, leave: bool = False) -> Response:
    """Change the token of a seat or of the host, by whoever bears it or by the host."""
    otherwise = detail("host-only") if whose == HOST else detail("seat-or-host", seat=whose)
    token = None if leave else new_token(identity, whose)
    if token is not None:
        check_accepts(JSON)
    for _ in range(ATTEMPTS):
        found = loaded(identity)
        required(bearer_of(found.table, identity), (whose, HOST), otherwise)
        after = found.table.with_key(whose, None if token is None else tables.digest_of(token))
        try:
            save(found, after)
        except Conflict as conflict:
            version = conflict.version
            continue
        response = no_content() if token is None else answer(_told_token(whose, token))
        response.headers.update({"ETag": etag(after.version), "Cache-Control": "no-store"})
        return response
    raise stale(version)


def _told_token(whose: Bearer, token: str) -> dict[str, Any]:
    return {"token": token} if whose == HOST else {"seat": whose, "token": token}


def games() -> Games:
    """The stored games."""
    found: Games = current_app.extensions["games"]
    return found


def loaded(identity: str) -> Seated:
    """The table of a game; raises Problem where there is none, and NewerFormat or Damaged where it cannot be read."""
    try:
        return games().load(identity)
    except Missing:
        raise game_not_found() from None


def save(found: Seated, after: Table, sent: Any = None) -> None:
    """Save the next version; raises Conflict, and Problem where the game was deleted meanwhile."""
    try:
        games().save(found, after, sent)
    except Missing:
        raise game_not_found() from None


def game_not_found() -> Problem:
    """The problem of a game that there is not: never was, was deleted, or expired."""
    return Problem("game-not-found", detail("game-not-found"))


def seat_or_not_found(seat: int) -> int:
    """The seat of a path; raises Problem where there is no such seat."""
    if seat not in SEATS:
        raise Problem("game-not-found", detail("seat-not-found", seat=str(seat)[:20]), reason="not-found")
    return seat


def opened_game(asked: NewGameRequest) -> Game:
    """The game that was asked for; raises Problem where it cannot be."""
    try:
        return new_game(
            asked.ruleset,
            secrets.token_bytes(ENTROPY_BYTES),
            first_dealer=asked.first_dealer,
            supplied=asked.supplied,
        )
    except RuleError as error:
        raise problem_of(error) from None


def acting_bearer(identity: str, table: Table, asked: ActionRequest) -> int:
    """The bearer of the request, if the action is his to do; raises Problem (401, 403)."""
    ends = isinstance(asked.action, EndAction)
    allowed, otherwise = ((HOST,), detail("host-only")) if ends else (SEATS, detail("seats-only"))
    bearer = required(bearer_of(table, identity), allowed, otherwise)
    if asked.seat is not None and asked.seat != bearer:
        raise Problem("forbidden", detail("other-seat", seat=asked.seat, bearer=bearer))
    return bearer  # type: ignore[return-value]


def decided(game: Game, bearer: Any, asked: ActionRequest) -> Game:
    """The game after an action; raises Problem where the rules refuse it."""
    try:
        return act(game, bearer, asked.action, secrets.token_bytes(ENTROPY_BYTES))
    except Refused as refused:
        message, members = dump_refusal(refused)
        reason = members.pop("reason")
        raise Problem("action-refused", message, reason=reason, members=members) from None
    except RuleError as error:
        raise problem_of(error) from None


def view_answer(identity: str, table: Table, bearer: Bearer) -> Response:
    """The game as a bearer sees it, as an answer."""
    spoken = language()
    document = {
        "id": identity,
        "version": table.version,
        "seats_taken": table.seats.taken,
        **dump_view(view(table.game, bearer), spoken),
    }
    return versioned(answer(document, spoken=spoken), table.version)
