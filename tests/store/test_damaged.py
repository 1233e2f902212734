"""What the store holds is read as it was written or refused: lost, changed and mixed-up bytes are never played on."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.evenings import LOG
from service.api.event_stream import messages
from service.api.game_views import dump_event, dump_view
from service.api.sheet_views import dump_history, dump_record, dump_sheet
from service.api.streams import GameSnapshot
from service.rules.game.events import event_for
from service.rules.game.facts import HOST
from service.rules.game.record import record
from service.rules.game.view import view
from service.rules.scoresheet import storage
from service.rules.stored import Damaged, NewerFormat
from service.store.connection import Store
from service.store.documents import _MARKS_END, _read
from service.store.tables import EventId, SeatChange, digest_of, dump, load, opened
from tests.games.http import HttpTable, plain_action
from tests.games.players import RULESETS, played

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
FOUND = (Damaged, NewerFormat)
KEY = digest_of("a token")
NASTY = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 31, 32, 33, 2**31, 2**63, 10**30, 1.5, float("inf")]),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.just([[[[]]]]),
)


def places(document: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document but the whole."""
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    found = []
    for name, value in inner:
        found.append((*place, name))
        if isinstance(value, dict | list):
            found += places(value, (*place, name))
    return found


def at(document: Any, place: tuple[Any, ...]) -> Any:
    for name in place:
        document = document[name]
    return document


@st.composite
def damages(draw: Any, documents: Callable[[], list[Any]]) -> Any:
    """A document with one to three faults: a value changed, moved, lost, doubled, or a character of it."""
    document = json.loads(json.dumps(draw(st.sampled_from(documents()))))
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        # Where a fault before took away everything there is nothing left to damage.
        if not (found := places(document)):
            break
        *where, name = draw(st.sampled_from(found))
        parent = at(document, tuple(where))
        value = parent[name]
        form = draw(st.sampled_from(["other", "swap", "lost", "twice", "character", "near"]))
        if form == "character" and isinstance(value, str) and value:
            spot = draw(st.integers(0, len(value) - 1))
            parent[name] = value[:spot] + draw(st.sampled_from("0123789abcdefhzHS|,;:. -Aé")) + value[spot + 1 :]
        elif form == "near" and isinstance(value, int):
            parent[name] = value + draw(st.sampled_from([-2, -1, 1, 2]))
        elif form == "swap":
            parent[name] = json.loads(json.dumps(at(document, draw(st.sampled_from(found)))))
        elif form == "lost":
            del parent[name]
        elif form == "twice" and isinstance(parent, list):
            parent.insert(name, value)
        else:
            parent[name] = draw(NASTY)
        document = json.loads(json.dumps(document))
    return document


def tables() -> list[Any]:
    """Tables of real games at several moments, some of whose seats changed hands."""
    made, rng = [], random.Random(7)
    for ruleset in RULESETS:
        table = opened(next(played(rng, ruleset)), (KEY, KEY, None, KEY, KEY))
        for step, game in enumerate(played(rng, ruleset, actions=75)):
            table = opened(game, (KEY,) * 5) if step == 0 else table.with_game(game)
            if step in (3, 20):
                table = table.with_key(2, None if step == 3 else KEY)
            if step in (0, 2, 9, 30, 50, 75):
                made.append(table)
    return made


TABLES = [{"version": table.version, "body": orjson.loads(dump(table))} for table in tables()]


def look_at(table: Any) -> None:
    """Everything that the service does with a table that it took for whole."""
    for bearer in (0, 1, 2, 3, HOST, None):
        orjson.dumps(dump_view(view(table.game, bearer), "fr"))
        for _, event in table.events_after(EventId(table.first.version)):
            if not isinstance(event, SeatChange):
                orjson.dumps(dump_event(event_for(event, bearer)))
    orjson.dumps(record(table.game))


def test_every_real_table_is_whole():
    for each in TABLES:
        table = load(each["version"], orjson.dumps(each["body"]))
        assert orjson.loads(dump(table)) == each["body"]
        look_at(table)


@EXAMPLES
@given(damages(lambda: TABLES))
def test_a_damaged_table_is_refused_or_is_another_real_one(document):
    try:
        version = document["version"]
        table = load(version if isinstance(version, int) else 1, orjson.dumps(document["body"]))
    except (KeyError, *FOUND):
        return
    except (TypeError, orjson.JSONEncodeError):  # a number that JSON has, and orjson does not write
        return
    look_at(table)


@EXAMPLES
@given(st.integers(0, len(TABLES) - 1), st.data())
def test_bytes_of_a_table_are_read_as_written_or_refused(place, data):
    document = TABLES[place]
    body = bytearray(orjson.dumps(document["body"]))
    form = data.draw(st.sampled_from(["cut", "flip", "lost", "added"]))
    start = data.draw(st.integers(0, len(body) - 1))
    if form == "cut":
        del body[start:]
    elif form == "flip":
        body[start] ^= 1 << data.draw(st.integers(0, 7))
    elif form == "lost":
        del body[start : start + data.draw(st.integers(1, 9))]
    else:
        body[start:start] = data.draw(st.binary(min_size=1, max_size=9))
    try:
        table = load(document["version"], bytes(body))
    except FOUND:
        return
    look_at(table)


DEALS = (
    {"contract": {"taker": 0, "trump": "H"}, "points": [100, None], "by": "Anne"},
    {"contract": {"taker": 1, "trump": "S"}, "points": [81, 81]},
    {"outcome": "all-pass"},
    {"contract": {"taker": 3, "trump": "C"}, "points": [0, 162], "capot": 1},
    {"contract": {"taker": 2, "trump": "D"}, "points": [None, 60], "belotes": [{"seat": 0, "suit": "D"}]},
)


@pytest.fixture
def sheet(client):
    """An evening with a sheet of some deals, one of them corrected and one taken out."""
    evening = client.post("/v1/evenings", json={"name": "Tuesday"}).json
    host = {"Authorization": f"Bearer {evening['tokens']['edit']}"}
    path = f"/v1/evenings/{evening['id']}"
    made = client.post(f"{path}/scoresheets", json={"ruleset": "ffb-classique", "teams": ["A", "B"]}, headers=host).json
    other = client.post(f"{path}/scoresheets", json={"ruleset": "ffb-contree", "teams": ["C", "D"]}, headers=host).json
    version = 1
    changes = [("POST", "", deal) for deal in DEALS] + [("PUT", "/2", DEALS[1]), ("DELETE", "/3", None)]
    for method, more, body in changes:
        headers = {"Authorization": f"Bearer {made['tokens']['edit']}", "If-Match": f'"{version}"'}
        answer = client.open(f"/v1/scoresheets/{made['id']}/deals{more}", method=method, json=body, headers=headers)
        assert answer.status_code == 200, answer.json
        version = answer.json["version"]
    return {"sheet": made, "other": other, "evening": evening, "path": path, "host": host}


@pytest.fixture
def store(redis_url):
    opened_store = Store(redis_url)
    yield opened_store
    opened_store.close()


def body_of(value: bytes) -> Any:
    return orjson.loads(_read("identity", value).body)


def test_a_damaged_sheet_is_refused_or_is_another_real_one(sheet, store):
    whole = body_of(store.client.get(f"belote:sheet:{{{sheet['sheet']['id']}}}"))["sheet"]

    @EXAMPLES
    @given(damages(lambda: [whole]))
    def check(document):
        try:
            found = storage.load(document)
        except FOUND:
            return
        orjson.dumps(
            [dump_sheet("identity", found), dump_record("identity", found), dump_history("identity", found, 1)]
        )
        assert storage.load(orjson.loads(orjson.dumps(storage.dump(found)))) == found

    check()


def hurt(store: Store, key: str, form: str) -> bytes | None:
    """Damage a value; what stands there then, None where it is of another kind."""
    value = store.client.get(key)
    if form == "another kind":
        store.client.delete(key)
        store.client.rpush(key, value)
        return None
    head, body = value[: _MARKS_END + 1], value[_MARKS_END + 1 :]
    hurt_value = {
        "empty": b"",
        "cut in the head": value[:30],
        "cut in the requests": head[:-1] + b"\x05" + b"short",
        "cut in the body": value[:-7],
        "no version": bytes(4) + value[4:],
        "no JSON": head + b"\xff" + body,
        "other JSON": head + b"[1]",
        "a letter": value.replace(b"ffb-", b"ffB-"),
        "a later version of the head": (2**31).to_bytes(4) + value[4:],
    }[form]
    store.client.set(key, hurt_value)
    return hurt_value


FORMS = (
    "another kind",
    "empty",
    "cut in the head",
    "cut in the requests",
    "cut in the body",
    "no version",
    "no JSON",
    "other JSON",
    "a letter",
)


@pytest.mark.parametrize("form", [*FORMS, "a later version of the head"])
def test_a_damaged_game_is_refused_with_a_reason_and_left_as_it_is(client, store, form, caplog):
    table = HttpTable(client, ruleset="ffb-contree")
    table.act(table.to_act, plain_action(table.view(table.to_act).json), match=1)
    key = f"belote:game:{{{table.identity}}}"
    left = hurt(store, key, form)
    asked = [("GET", ""), ("GET", "/events?wait=0"), ("GET", "/record"), ("DELETE", ""), ("POST", "/seats/0/token")]
    for method, path in asked:
        answer = table.ask(method, path, HOST)
        assert (answer.status_code, answer.json["reason"]) == (503, "damaged"), (method, path, answer.json)
        assert int(answer.headers["Retry-After"]) >= 60
    answer = table.act(0, {"action": "call", "call": "pass"}, match=2)
    assert (answer.status_code, answer.json["reason"]) == (503, "damaged")
    assert table.identity in caplog.text
    assert table.tokens[0] not in caplog.text
    if left is not None:
        assert store.client.get(key) == left
    french = client.get(f"/v1/games/{table.identity}", headers={"Accept-Language": "fr"}).json
    assert "abîmé" in french["detail"]


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_sheet_leaves_its_evening_to_the_others(client, store, sheet, form, caplog):
    identity = sheet["sheet"]["id"]
    hurt(store, f"belote:sheet:{{{identity}}}", form)
    token = {"Authorization": f"Bearer {sheet['sheet']['tokens']['edit']}"}
    for path in ("", "/history", "/record", "/events?wait=0"):
        answer = client.get(f"/v1/scoresheets/{identity}{path}", headers=token)
        assert (answer.status_code, answer.json["reason"]) == (503, "damaged"), path
    caplog.clear()
    seen = client.get(sheet["path"], headers=sheet["host"])
    assert seen.status_code == 200
    assert seen.json["unreadable"] == [identity]
    assert [table["id"] for table in seen.json["tables"]] == [sheet["other"]["id"]]
    assert {standing["team"] for standing in seen.json["ranking"]} == {"C", "D"}
    assert identity in caplog.text
    assert caplog.records[0].name == LOG.name


@pytest.mark.parametrize("form", [form for form in FORMS if form != "a letter"])
def test_a_damaged_evening_is_refused_with_a_reason(client, store, sheet, form):
    hurt(store, f"belote:evening:{{{sheet['evening']['id']}}}", form)
    answer = client.get(sheet["path"], headers=sheet["host"])
    assert (answer.status_code, answer.json["reason"]) == (503, "damaged")


def test_a_stream_over_what_was_damaged_ends_without_a_word():
    table = load(TABLES[0]["version"], orjson.dumps(TABLES[0]["body"]))

    class Feed:
        channel = "channel"

        def look(self) -> Any:
            raise Damaged("bytes were lost")

    class Watch:
        def __enter__(self) -> Watch:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def wait(self, _seconds: float) -> bool:
            return True

    told = list(messages(Feed(), Watch(), lambda: False, GameSnapshot(table, None, None), EventId(table.version)))
    assert told == [b"retry: 2000\n\n"]
