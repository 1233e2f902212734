"""A game driven over HTTP by random actions, legal and not, is always what its stored facts say."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from service.api.game_views import dump_view
from service.rules.auction.calls import Call
from service.rules.game.actions import Action, CallAction, EndAction, PlayAction, Refused, act
from service.rules.game.facts import HOST, Game
from service.rules.game.storage import dump, load
from service.rules.game.view import view
from service.rules.reasons import Reason, RuleError
from service.store import tables
from service.store.documents import Documents
from tests.games.http import HttpTable, body_of
from tests.games.players import ENTROPY, RULESETS, any_annonce, choose

BEARERS = (0, 1, 2, 3, HOST, None)
SEATS = st.integers(0, 3)
RANDOMS = st.integers(0, 2**32).map(Random)


def verdict(before: Game, bearer: Any, action: Action) -> Reason | int:
    """Why the rules refuse an action, or the status of its answer."""
    try:
        act(before, bearer, action, ENTROPY)
    except Refused as refused:
        return refused.reason
    except RuleError:
        return 422
    return 200


class HttpMachine(RuleBasedStateMachine):
    """Whatever is sent: the rules decide as they do on the facts, and every bearer sees and hears what follows."""

    client: Any
    documents: Documents

    @initialize(ruleset=st.sampled_from(RULESETS), dealer=st.none() | SEATS)
    def open(self, ruleset: str, dealer: int | None) -> None:
        self.table = HttpTable(self.client, ruleset=ruleset, first_dealer=dealer)
        self.version = 1
        self.taken = [True] * 4
        self.heard: dict[Any, list[dict[str, Any]]] = {bearer: [] for bearer in BEARERS}
        self.sent: list[tuple[Any, dict[str, Any], int, str, bytes]] = []

    @property
    def game(self) -> Game:
        """The game of its facts alone, as they are in the store."""
        stored = self.documents.load(self.table.identity)
        assert stored.version == self.version
        return load(orjson.loads(orjson.dumps(dump(tables.load(stored.version, stored.body).game))))

    def send(self, bearer: Any, action: Action) -> None:
        """Send an action; it has to be answered as the rules answer it on the facts."""
        body, before = body_of(action), self.game
        key = f"{self.version}-{len(self.sent)}"
        answer = self.table.act(bearer, body, match=self.version, key=key)
        if not self.holds(bearer):
            assert answer.status_code == 401
        elif isinstance(action, EndAction) != (bearer == HOST):
            assert answer.status_code == 403
        else:
            self.expect(answer, before, bearer, action)
            if answer.status_code == 200:
                self.version += 1
                assert answer.headers["ETag"] == f'"{self.version}"'
                assert answer.json == self.table.view(bearer).json
                self.sent.append((bearer, body, self.version - 1, key, answer.data))

    def expect(self, answer: Any, before: Game, bearer: Any, action: Action) -> None:
        reason = verdict(before, bearer, action)
        assert answer.status_code == (409 if isinstance(reason, Reason) else reason), answer.json
        if isinstance(reason, Reason):
            assert (answer.json["reason"], answer.json["article"]) == (reason.code, reason.article)

    def holds(self, bearer: Any) -> bool:
        return bearer is not None and (bearer == HOST or self.taken[bearer])

    @rule(rng=RANDOMS, times=st.integers(1, 10))
    def go_on(self, rng: Random, times: int) -> None:
        for _ in range(times):
            game = self.game
            if not game.over:
                seat, action = choose(rng, game)
                self.sit(seat)
                self.send(seat, action)

    @rule(bearer=st.sampled_from(BEARERS), card=st.integers(0, 31), belote=st.booleans(), rng=RANDOMS)
    def play_anything(self, bearer: Any, card: int, belote: bool, rng: Random) -> None:
        annonces = (any_annonce(rng),) if rng.random() < 0.2 else ()
        self.send(bearer, PlayAction(card, annonces, belote))

    @rule(
        bearer=st.sampled_from(BEARERS),
        call=st.sampled_from([("pass",), ("contre",), ("surcontre",), ("take", 1), ("take",), ("bid", 2, 90)]),
    )
    def call_anything(self, bearer: Any, call: Any) -> None:
        self.send(bearer, CallAction(Call(*call)))

    @rule(bearer=st.sampled_from(BEARERS), sure=st.integers(0, 9))
    def end(self, bearer: Any, sure: int) -> None:
        if sure == 0 or bearer != HOST:
            self.send(bearer, EndAction())

    @rule(seat=SEATS, bearer=st.sampled_from((0, HOST)))
    def leave_or_take(self, seat: int, bearer: Any) -> None:
        if not self.holds(bearer):
            return
        method = "DELETE" if self.taken[seat] else "POST"
        answer = self.table.ask(method, f"/seats/{seat}/token", bearer)
        if bearer not in (seat, HOST):
            assert answer.status_code == 403
            return
        assert answer.headers["ETag"] == f'"{self.version + 1}"'
        self.version += 1
        self.taken[seat] = not self.taken[seat]
        if answer.json is not None:
            self.table.tokens[seat] = answer.json["token"]

    def sit(self, seat: int) -> None:
        if not self.taken[seat]:
            self.leave_or_take(seat, HOST)

    @rule(rng=RANDOMS)
    def send_again(self, rng: Random) -> None:
        """One of the latest requests, with its key: answered as the first time, and not done again."""
        if self.sent:
            bearer, body, version, key, answered = rng.choice(self.sent[-16:])
            if self.holds(bearer):
                again = self.table.act(bearer, body, match=version, key=key)
                assert (again.status_code, again.data) == (200, answered)

    @rule(rng=RANDOMS)
    def come_late(self, rng: Random) -> None:
        if self.sent:
            bearer, body, version, *_ = rng.choice(self.sent)
            if self.holds(bearer):
                assert self.table.act(bearer, body, match=version).status_code == 412

    @invariant()
    def views_and_events_follow_from_the_facts(self) -> None:
        if not hasattr(self, "table"):
            return
        game = self.game
        for bearer in BEARERS:
            if bearer is not None and not self.holds(bearer):
                continue
            shown = self.table.view(bearer).json
            seat = bearer if isinstance(bearer, int) else None
            expected = dump_view(view(game, seat), "en")
            whole = expected | {"id": self.table.identity, "version": self.version, "seats_taken": self.taken}
            assert shown == orjson.loads(orjson.dumps(whole))
            heard = self.heard[bearer]
            heard += self.table.events(bearer, after=heard[-1]["id"] if heard else None)

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        for bearer, heard in self.heard.items():
            if self.holds(bearer) or bearer is None:
                assert heard == self.table.events(bearer)
        record = self.table.ask("GET", "/record").json
        for deal in record["deals"]:
            if "replay" in deal and deal["outcome"] not in ("open", "broken-off"):
                replayed = self.client.post("/v1/deals/replay", json=deal["replay"]).json
                assert (replayed["valid"], replayed["complete"]) == (True, True)
        assert self.client.post("/v1/matches/score", json=record["match"]).json["totals"] == record["result"]["totals"]


@pytest.mark.parametrize(
    ("examples", "steps"), [(25, 25), pytest.param(300, 60, marks=pytest.mark.slow)], ids=["short", "long"]
)
def test_games_over_http_are_their_facts(app, examples, steps):
    class Machine(HttpMachine):
        client = app.test_client()
        documents = Documents(app.extensions["store"], "game")

    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
