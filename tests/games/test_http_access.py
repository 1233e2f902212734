"""Who may do what: tokens of seats and of the host, of other seats and games, malformed, revoked and passed on."""

from __future__ import annotations

import pytest

from service.api.access import new_token
from tests.games.http import PASS, HttpTable

NO_TOKENS = (
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Bearer belote",
    "Bearer belote___",
    "Bearer belote_{id}_0_",
    "Bearer belote_{id}_0_wrong",
    "Bearer belote_{id}_4_wrong",
    "Bearer belote_{id}_-1_wrong",
    "Bearer belote_{id}_00_wrong",
    "Bearer belote_{id}_None_wrong",
    "Bearer belote_{id}_host_wrong",
    "Bearer belote_{id}_0_" + "x" * 4000,
    "Bearer \xff\xfe",
    "Basic dXNlcjpwYXNz",
    "{token}",
    "Token {token}",
    "Bearer {token}x",
    "Bearer {token} {token}",
)


@pytest.fixture
def table(client) -> HttpTable:
    return HttpTable(client, ruleset="ffb-contree", first_dealer=3)


@pytest.mark.parametrize("header", NO_TOKENS)
def test_what_is_no_token_opens_nothing(table, header):
    header = header.replace("{id}", table.identity).replace("{token}", table.tokens[0])
    for method, path in (("GET", ""), ("GET", "/record"), ("GET", "/events?wait=0"), ("DELETE", "")):
        answer = table.ask(method, path, headers={"Authorization": header})
        assert answer.status_code == 401, (method, path)
        assert answer.json["reason"] == "unauthorized"
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert table.act(None, PASS, match=1, headers={"Authorization": header}).status_code == 401
    assert table.version == 1


def test_without_a_token_one_watches_and_does_nothing(table):
    assert table.view().json["hand"] is None
    assert table.events()[0].keys() & {"hand", "hands"} == set()
    for answer in (
        table.act(None, PASS),
        table.ask("DELETE"),
        table.ask("POST", "/seats/0/token"),
        table.ask("DELETE", "/seats/0/token"),
        table.ask("POST", "/host/token"),
    ):
        assert (answer.status_code, answer.json["reason"]) == (401, "unauthorized")
    assert table.version == 1


def test_the_number_of_a_seat_is_no_credential(table):
    """Neither in a path nor in a body nor in a query."""
    for path in ("?seat=0", "?token=0", f"?token={table.tokens[0]}"):
        assert table.ask("GET", path).json["hand"] is None
    assert table.act(None, PASS | {"seat": 0}).status_code == 401


def test_nobody_acts_in_the_name_of_another_seat(table):
    for match in (1, 7, None):
        answer = table.act(1, PASS | {"seat": 0}, match=match)
        assert (answer.status_code, answer.json["reason"]) == (403, "forbidden")
    assert table.act(0, PASS | {"seat": 0}).status_code == 200


def test_a_token_is_for_its_game(client, table):
    other = HttpTable(client)
    for bearer in (0, "host"):
        named = {"Authorization": f"Bearer {other.tokens[bearer]}"}
        for method, path in (("GET", ""), ("GET", "/record"), ("GET", "/events?wait=0"), ("DELETE", "")):
            answer = table.ask(method, path, headers=named)
            assert (answer.status_code, answer.json["reason"]) == (403, "forbidden")
        assert table.act(None, PASS, headers=named).status_code == 403
    assert table.version == 1


def test_a_token_of_a_game_that_there_is_not_finds_nothing(client):
    identity = "a" * 16
    answer = client.get(f"/v1/games/{identity}", headers={"Authorization": f"Bearer {new_token(identity, 0)}"})
    assert answer.status_code == 404


def test_the_host_does_not_play_and_a_seat_does_not_end(table):
    assert table.act("host", PASS).status_code == 403
    assert table.act(0, {"action": "end"}).status_code == 403
    assert table.ask("DELETE", "", 1).status_code == 403
    assert table.ask("POST", "/host/token", 1).status_code == 403
    assert table.ask("POST", "/seats/0/token", 1).status_code == 403
    assert table.ask("DELETE", "/seats/0/token", 1).status_code == 403
    assert table.version == 1


def test_a_player_gets_back_to_a_running_table(table):
    """Whoever lost the connection asks again with the same token, and sees the same."""
    before = table.view(2)
    again = table.view(2)
    assert (again.status_code, again.data) == (200, before.data)


@pytest.mark.parametrize("bearer", [2, "host"])
def test_a_seat_is_taken_over_with_a_new_token(table, bearer):
    before = table.view(2).json
    taken = table.ask("POST", "/seats/2/token", bearer)
    assert (taken.status_code, taken.json["seat"]) == (200, 2)
    assert taken.headers["Cache-Control"] == "no-store"
    assert table.view(2).status_code == 401
    table.tokens[2] = taken.json["token"]
    after = table.view(2).json
    assert (after["hand"], after["version"]) == (before["hand"], 2)
    assert taken.headers["ETag"] == '"2"'


def test_a_seat_taken_twice_is_one_seat(table):
    first = table.ask("POST", "/seats/1/token", "host").json["token"]
    second = table.ask("POST", "/seats/1/token", "host")
    assert second.status_code == 200
    assert second.json["token"] != first
    assert table.ask("GET", headers={"Authorization": f"Bearer {first}"}).status_code == 401
    assert table.ask("GET", headers={"Authorization": f"Bearer {second.json['token']}"}).json["seat"] == 1
    assert table.view().json["seats_taken"] == [True, True, True, True]


def test_everybody_sees_that_a_seat_was_left(table):
    left = table.ask("DELETE", "/seats/2/token", 2)
    assert (left.status_code, left.data, left.headers["ETag"]) == (204, b"", '"2"')
    assert table.view(2).status_code == 401
    assert table.act(2, PASS).status_code == 401
    assert table.view(0).json["seats_taken"] == [True, True, False, True]
    assert table.events(0, after=1) == [{"id": "2-0", "event": "seat-left", "seat": 2}]
    table.tokens[2] = table.ask("POST", "/seats/2/token", "host").json["token"]
    assert table.view(0).json["seats_taken"] == [True, True, True, True]
    assert table.events(2, after="2-0") == [{"id": "3-0", "event": "seat-taken", "seat": 2}]


def test_the_host_passes_on_too(table):
    passed = table.ask("POST", "/host/token", "host")
    assert table.ask("POST", "/host/token", "host").status_code == 401
    table.tokens["host"] = passed.json["token"]
    assert table.events(after=1) == []
    assert table.ask("DELETE", "", "host").status_code == 204


@pytest.mark.parametrize("seat", ["4", "9999999999999999999999", "-1", "x", "host"])
def test_there_are_four_seats(table, seat):
    assert table.ask("POST", f"/seats/{seat}/token", "host").status_code == 404


def test_nothing_that_was_said_to_one_is_kept_for_another(table):
    for path in ("", "/record", "/events?wait=0"):
        kept = table.ask("GET", path, 0).headers["Cache-Control"]
        assert "private" in kept or "no-store" in kept
