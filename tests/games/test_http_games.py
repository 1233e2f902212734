"""Games over HTTP: opened, seen, played, and held to versions and to requests sent again."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from service.settings import Settings
from service.store.connection import Store
from tests.games.http import PASS, HttpTable, plain_action
from tests.games.players import PRESETS

KEY_OF_REQUEST = {"If-Match": '"1"'}


@pytest.fixture
def table(client) -> HttpTable:
    return HttpTable(client, ruleset="ffb-contree", first_dealer=3)


def playing(client) -> HttpTable:
    """A table where seat 0 has to lead."""
    table = HttpTable(client, ruleset="ffb-contree", first_dealer=3)
    assert table.act(0, {"action": "call", "call": "bid", "level": 80, "trump": "H"}).status_code == 200
    for seat in (1, 2, 3):
        assert table.act(seat, PASS).status_code == 200
    return table


def test_a_new_game_tells_its_tokens_once(table):
    opened = table.opened
    assert opened.headers["Location"] == table.path
    assert opened.headers["ETag"] == '"1"'
    assert opened.headers["Cache-Control"] == "no-store"
    assert opened.json["ruleset"] == "ffb-contree"
    assert len(set(table.tokens.values())) == 5
    seen = table.view().text + "".join(table.view(bearer).text for bearer in table.tokens)
    assert not any(token in seen for token in table.tokens.values())


def test_tokens_are_stored_as_digests(redis_url, table):
    store = Store(redis_url)
    stored = store.client.get(f"belote:game:{{{table.identity}}}")
    assert not any(token.split("_", 3)[3].encode() in stored for token in table.tokens.values())
    store.close()


def test_what_is_wrong_with_a_new_game_is_named(client):
    answer = client.post("/v1/games", json={"ruleset": "ffb-contree(x=1)", "first_dealer": 4})
    assert answer.status_code == 422
    assert {error["pointer"] for error in answer.json["errors"]} == {"/ruleset", "/first_dealer"}
    answer = client.post("/v1/games", json={"ruleset": "ffb-contree", "deals": [{"deck": ["7S"]}]})
    assert (answer.status_code, answer.json["reason"]) == (422, "impossible-position")
    assert answer.json["errors"][0]["pointer"] == "/deals/0/deck"


def test_every_seat_sees_its_own_cards_and_nobody_elses(table):
    views = {bearer: table.view(bearer).json for bearer in (0, 1, 2, 3, "host", None)}
    hands = [views[seat]["hand"] for seat in range(4)]
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert len({card for hand in hands for card in hand}) == 32
    for bearer, view in views.items():
        assert view["seat"] == (bearer if isinstance(bearer, int) else None)
        shared = {name: value for name, value in view.items() if name not in ("seat", "hand", "legal")}
        assert shared == {name: value for name, value in views[None].items() if name in shared}
    assert views["host"]["hand"] is None
    assert [seat for seat in range(4) if views[seat]["legal"]] == [0]


def test_an_action_answers_with_the_new_view_and_its_tag(table):
    acted = table.act(0, PASS, match=1)
    assert acted.status_code == 200
    assert acted.headers["ETag"] == '"2"'
    seen = table.view(0)
    assert seen.headers["ETag"] == '"2"'
    assert acted.json == seen.json


def test_an_action_needs_the_version_that_it_acts_on(table):
    missing = table.act(0, PASS, match=None)
    assert (missing.status_code, missing.json["reason"]) == (428, "precondition-required")
    assert table.act(0, PASS, match=1).status_code == 200
    late = table.act(0, PASS, match=1)
    assert (late.status_code, late.json["reason"], late.json["version"]) == (412, "stale", 2)
    assert late.headers["ETag"] == '"2"'
    for wrong in ('W/"2"', '"02"', '"3"', "", '"x"'):
        assert table.act(1, PASS, match=wrong).status_code == 412
    assert table.act(1, PASS, match='"7", "2"').status_code == 200
    assert table.act(2, PASS, match="*").status_code == 200


def test_a_late_timer_is_ignored(table):
    """A front end's timer for a turn that is over acts on nothing."""
    assert table.act(0, PASS, match=1).status_code == 200
    before = table.view(1).data
    assert table.act(0, PASS, match=1).status_code == 412
    assert table.view(1).data == before


def test_a_view_is_not_sent_again_while_nothing_changed(table):
    seen = table.view(0)
    assert {"Authorization", "Accept-Language"} <= {name.strip() for name in seen.headers["Vary"].split(",")}
    assert "no-store" in seen.headers["Cache-Control"]
    for tag in ('"1"', 'W/"1"', '"7", "1"', "*"):
        again = table.view(0, **{"If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", '"1"')
    assert table.view(0, **{"If-None-Match": '"2"'}).status_code == 200
    table.act(0, PASS)
    assert table.view(0, **{"If-None-Match": '"1"'}).status_code == 200
    assert table.ask("GET", "", 0, {"If-None-Match": '"2"', "Authorization": "Bearer no"}).status_code == 401


def test_what_the_rules_refuse_says_why_and_what_would_do(client):
    table = playing(client)
    hand = table.view(0).json["hand"]
    foreign = next(card for seat in (1, 2, 3) for card in table.view(seat).json["hand"])
    refused = table.act(0, {"action": "play", "card": foreign})
    assert refused.status_code == 409
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert (refused.json["reason"], refused.json["article"]) == ("not-in-hand", "PLAY-1")
    assert sorted(refused.json["legal"]) == sorted(hand)
    out_of_turn = table.act(1, {"action": "play", "card": foreign})
    assert (out_of_turn.status_code, out_of_turn.json["reason"]) == (409, "not-your-turn")
    assert out_of_turn.json["legal"] == []
    assert table.act(0, {"action": "play", "card": hand[0]}).status_code == 200


def test_a_refusal_is_said_in_the_language_of_the_asker(table):
    french = table.act(1, PASS, headers={"Accept-Language": "fr"})
    assert french.status_code == 409
    assert french.headers["Content-Language"] == "fr"
    assert "joueur 0" in french.json["detail"]


def test_the_same_action_twice_is_done_once(table):
    first = table.act(0, PASS, match=1, key="one")
    again = table.act(0, PASS, match=1, key="one")
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, first.headers["ETag"])
    assert table.version == 2


def test_a_request_sent_again_much_later_is_answered_as_the_first_time(table):
    first = table.act(0, PASS, match=1, key="one")
    table.ask("DELETE", "/seats/3/token", 3)
    table.act(1, PASS)
    table.act(2, {"action": "call", "call": "bid", "level": 80, "trump": "S"})
    again = table.act(0, PASS, match=1, key="one")
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, '"2"')
    assert table.version == 5


def test_a_key_is_for_one_body_and_one_bearer(table):
    assert table.act(0, PASS, match=1, key="one").status_code == 200
    other = table.act(0, {"action": "call", "call": "bid", "level": 80, "trump": "H"}, match=2, key="one")
    assert (other.status_code, other.json["reason"]) == (422, "invalid-request")
    assert other.json["type"] == "/problems/idempotency-key-reused"
    assert table.act(1, PASS, match=2, key="one").status_code == 200
    assert table.version == 3


def test_what_was_refused_may_be_sent_again_with_its_key(table):
    """A refusal changes nothing, so that nothing has to be remembered: asked again, it is decided again."""
    assert table.act(1, PASS, match=1, key="early").status_code == 409
    assert table.act(1, PASS, match=1, key="early").status_code == 409
    table.act(0, PASS, match=1)
    assert table.act(1, PASS, match=1, key="early").status_code == 412
    assert table.act(1, PASS, match=2, key="early").status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_of_no_use_is_refused(table, key):
    assert table.act(0, PASS, key=key).status_code == 400
    assert table.version == 1


def at_once(*calls):
    """The answers of calls made at the same time."""
    barrier = threading.Barrier(len(calls))
    answers = [None] * len(calls)

    def run(place, call):
        barrier.wait()
        answers[place] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_two_writers_at_once_one_is_late(app, client):
    for _ in range(10):
        table = playing(client)
        hand = table.view(0).json["hand"]
        answers = at_once(*[partial(table.act, 0, {"action": "play", "card": card}, match=5) for card in hand[:2]])
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        assert table.version == 6


def test_of_many_cards_played_at_once_one_is_played(client):
    """Whoever acts on any version is decided again, and it is no longer his turn."""
    table = playing(client)
    hand = table.view(0).json["hand"]
    answers = at_once(*[partial(table.act, 0, {"action": "play", "card": card}, match="*") for card in hand])
    assert [answer.status_code for answer in answers].count(200) == 1
    assert {answer.json["reason"] for answer in answers if answer.status_code == 409} == {"not-your-turn"}
    assert table.version == 6
    assert table.view(0).json["deal"]["counts"] == [7, 8, 8, 8]


def test_the_same_request_twice_at_once_gets_the_same_answer(client):
    for number in range(10):
        table = HttpTable(client, ruleset="ffb-contree", first_dealer=3)
        answers = at_once(*[partial(table.act, 0, PASS, match=1, key=str(number))] * 4)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.data for answer in answers}) == 1
        assert table.version == 2


def test_the_host_ends_a_game_early_and_the_cards_are_laid_open(client):
    table = playing(client)
    ended = table.act("host", {"action": "end"})
    assert ended.status_code == 200
    assert (ended.json["phase"], ended.json["match"]["ended"]) == ("over", True)
    assert len(ended.json["deal"]["opening"]["hands"]) == 4
    refused = table.act(0, {"action": "play", "card": table.view(0).json["hand"][0]})
    assert (refused.status_code, refused.json["reason"]) == (409, "game-ended")
    assert table.ask("GET", "/record").json["deals"][-1]["outcome"] == "broken-off"


def test_a_game_is_kept_by_its_settings(redis_url, client, table):
    store = Store(redis_url)
    key, settings = f"belote:game:{{{table.identity}}}", Settings()
    table.act(0, PASS)
    assert 0 <= settings.idle_game_seconds - store.client.ttl(key) <= 2
    table.act("host", {"action": "end"})
    assert 0 <= settings.finished_game_seconds - store.client.ttl(key) <= 2
    store.client.pexpire(key, 1)
    threading.Event().wait(0.01)
    for answer in (table.view(0), table.act(0, PASS, match=2), table.ask("GET", "/events?wait=0", 0)):
        assert (answer.status_code, answer.json["reason"]) == (404, "game-not-found")
    store.close()


def test_a_deleted_game_is_gone(table):
    assert table.ask("DELETE", "", 0).status_code == 403
    assert table.ask("DELETE", "").status_code == 401
    deleted = table.ask("DELETE", "", "host")
    assert (deleted.status_code, deleted.data) == (204, b"")
    assert table.view().status_code == 404
    assert table.ask("DELETE", "", "host").status_code == 404


@pytest.mark.parametrize("identity", ["a" * 16, "A" * 16, "a" * 15, "a" * 17, "{a}", "..", "%00" * 16, "é" * 16])
def test_a_game_that_there_is_not_is_not_found(client, identity):
    for method, rest in (("GET", ""), ("GET", "/record"), ("GET", "/events?wait=0"), ("DELETE", "")):
        assert client.open(f"/v1/games/{identity}{rest}", method=method).status_code == 404


def test_a_body_that_is_no_action_is_named_by_its_faults(table):
    wrong = table.act(0, {"action": "play", "card": "1H", "x": 1})
    assert wrong.status_code == 422
    assert {error["pointer"] for error in wrong.json["errors"]} == {"/card", "/x"}
    assert table.ask("POST", "/actions", 0, KEY_OF_REQUEST, data="{").status_code == 415
    assert (
        table.ask("POST", "/actions", 0, KEY_OF_REQUEST, data="{", content_type="application/json").status_code == 400
    )
    for body in ([], 1, {}, {"action": None}, {"action": "end", "card": "7H"}, {"action": "leave"}):
        assert table.act(0, body).status_code == 422, body
    assert table.version == 1


def test_nothing_is_done_for_whoever_cannot_take_the_answer(client, table):
    html = {"Accept": "text/html"}
    assert client.post("/v1/games", json={}, headers=html).status_code == 406
    assert table.act(0, PASS, match=1, headers=html).status_code == 406
    assert table.ask("POST", "/seats/0/token", 0, html).status_code == 406
    assert table.view(0).json["version"] == 1


def test_a_game_of_a_newer_service_is_refused_and_left_as_it_is(redis_url, table):
    store = Store(redis_url)
    key = f"belote:game:{{{table.identity}}}"
    newer = store.client.get(key).replace(b'"format":1', b'"format":2')
    store.client.set(key, newer)
    for answer in (table.view(0), table.act(0, PASS, match=1), table.ask("GET", "/events?wait=0", 0)):
        assert (answer.status_code, answer.json["reason"]) == (503, "newer-format")
        assert "Retry-After" in answer.headers
    assert store.client.get(key) == newer
    store.close()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_is_played_to_its_end_and_its_record_replays(client, preset):
    table = HttpTable(client, ruleset=preset)
    view = table.view().json
    while view["match"]["totals"] == [0, 0] and view["last_deal"] is None:
        seen = table.view(view["to_act"])
        acted = table.act(view["to_act"], plain_action(seen.json), match=seen.headers["ETag"])
        assert acted.status_code == 200, acted.json
        view = acted.json
    record = table.ask("GET", "/record")
    assert record.headers["ETag"] == f'"{view["version"]}"'
    replayed = client.post("/v1/deals/replay", json=record.json["deals"][0]["replay"]).json
    assert replayed["complete"]
    assert replayed["score"]["scores"] == view["last_deal"]["scores"]
    match = client.post("/v1/matches/score", json=record.json["match"]).json
    assert match["totals"] == view["match"]["totals"]
