"""A table over HTTP: a game with its tokens, asked through any client that has `open`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from service.rules.annonces.kinds import KINDS
from service.rules.cards import CARD_NAMES, RANKS, SUITS
from service.rules.game.actions import Action, CallAction, EndAction, PlayAction
from service.rules.trumps import TRUMP_NAMES
from tests.api.contract import document, faults_of_answer

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

PASS = {"action": "call", "call": "pass"}


class HttpTable:
    """A game opened by a test."""

    def __init__(self, client: FlaskClient, **asked: Any) -> None:
        self.client = client
        opened = client.post("/v1/games", json=asked)
        assert opened.status_code == 201, opened.json
        self.opened = opened
        self.identity = opened.json["id"]
        self.path = f"/v1/games/{self.identity}"
        self.tokens = dict(enumerate(opened.json["tokens"]["seats"])) | {"host": opened.json["tokens"]["host"]}

    def ask(self, method: str, path: str = "", bearer: Any = None, headers: Any = (), **options: Any) -> TestResponse:
        """A request in the name of a seat, of the host, or of nobody."""
        named = {} if bearer is None else {"Authorization": f"Bearer {self.tokens[bearer]}"}
        answer = self.client.open(self.path + path, method=method, headers=named | dict(headers), **options)
        assert faults_by_contract(method, path, answer) == []
        return answer

    def view(self, bearer: Any = None, **headers: str) -> TestResponse:
        return self.ask("GET", "", bearer, headers)

    def act(
        self, bearer: Any, body: Any, match: Any = "now", key: str | None = None, headers: Any = ()
    ) -> TestResponse:
        """An action on the version as it is now, or on another one; `match` None leaves If-Match out."""
        if match == "now":
            match = self.version
        sent = dict(headers)
        if match is not None:
            sent["If-Match"] = match if isinstance(match, str) else f'"{match}"'
        if key is not None:
            sent["Idempotency-Key"] = key
        return self.ask("POST", "/actions", bearer, sent, json=body)

    def events(self, bearer: Any = None, after: str | int | None = None, wait: int = 0) -> list[dict[str, Any]]:
        query = f"/events?wait={wait}" + ("" if after is None else f"&after={after}")
        answer = self.ask("GET", query, bearer)
        assert answer.status_code == 200, answer.json
        return answer.json["events"]

    @property
    def version(self) -> int:
        return self.view().json["version"]

    @property
    def to_act(self) -> int:
        return self.view().json["to_act"]


def faults_by_contract(method: str, path: str, answer: Any) -> list[str]:
    """What of an answer is not as the contract says; streams and paths that it does not know are let be."""
    template = "/v1/games/{identity}" + re.sub(r"/seats/[0-3]/", "/seats/{seat}/", path.partition("?")[0])
    operation = document()["paths"].get(template, {}).get(method.lower())
    mimetype = (answer.headers.get("Content-Type") or "").partition(";")[0]
    if operation is None or mimetype == "text/event-stream":
        return []
    if not mimetype:
        return [] if str(answer.status_code) in operation["responses"] else [f"{answer.status_code} is not in it"]
    return faults_of_answer(operation, answer.status_code, mimetype, answer.json)


def body_of(action: Action) -> dict[str, Any]:
    """An action as a body."""
    if isinstance(action, EndAction):
        return {"action": "end"}
    if isinstance(action, PlayAction):
        body: dict[str, Any] = {"action": "play", "card": CARD_NAMES[action.card], "belote": action.belote}
        annonces = [
            {"kind": KINDS[kind], "top": RANKS[top]} | ({} if suit is None else {"suit": SUITS[suit]})
            for kind, top, suit in action.annonces
        ]
        return body | ({"annonces": annonces} if annonces else {})
    assert isinstance(action, CallAction)
    call = action.call
    named = {"trump": None if call.trump is None else TRUMP_NAMES[call.trump], "level": call.level}
    return {"action": "call", "call": call.kind} | {name: value for name, value in named.items() if value is not None}


def plain_action(view: dict[str, Any]) -> dict[str, Any]:
    """The first legal thing to do in a view: a take, or one bid, rather than a pass, so that cards get played."""
    legal = view["legal"]
    if legal["action"] == "play":
        return {"action": "play", "card": legal["cards"][0]}
    wanted = ("pass",) if any(call["call"] == "bid" for call in view["deal"]["calls"]) else ("take", "bid")
    calls = [call for call in legal["calls"] if call["call"] in wanted] or legal["calls"]
    call = calls[0]
    if call["call"] == "bid":
        return {"action": "call", "call": "bid", "level": call["min"], "trump": call["trumps"][0]}
    return {"action": "call"} | {name: call[name] for name in ("call", "trump") if name in call}
