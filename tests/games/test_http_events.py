"""Events over HTTP: in order, without gap or repetition, filtered for whoever asks, by stream and by long poll."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from service import create_app
from service.settings import Settings
from tests.games.http import PASS, HttpTable, plain_action
from tests.games.remote import EventSource, HttpClient


@pytest.fixture
def table(client) -> HttpTable:
    return HttpTable(client, ruleset="ffb-contree", first_dealer=3)


@pytest.fixture
def remote(server_url) -> HttpTable:
    return HttpTable(HttpClient(server_url), ruleset="ffb-contree", first_dealer=3)


def play_on(table: HttpTable, actions: int) -> None:
    for _ in range(actions):
        seat = table.to_act
        acted = table.act(seat, plain_action(table.view(seat).json))
        assert acted.status_code == 200


def test_events_resume_after_any_id_without_gap_or_repetition(table):
    play_on(table, 40)
    events = table.events(1)
    assert len(events) > 40
    assert len({event["id"] for event in events}) == len(events)
    for place, event in enumerate(events):
        assert table.events(1, after=event["id"]) == events[place + 1 :]
    for before, after in pairwise(tuple(map(int, event["id"].split("-"))) for event in events):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 0))


def test_the_version_of_a_view_is_where_its_events_go_on(table):
    play_on(table, 6)
    tag = table.view().headers["ETag"]
    assert table.events(0, after=tag) == []
    play_on(table, 1)
    assert [event["event"] for event in table.events(0, after=tag)] == ["card-played"]


def test_the_last_id_may_stand_in_the_header(table):
    play_on(table, 3)
    answer = table.ask("GET", "/events?wait=0", 0, {"Last-Event-ID": "3-0"})
    assert answer.json == {"events": table.events(0, after="3-0"), "last": "4"}


def test_each_bearer_is_told_what_is_his_to_know(table):
    play_on(table, 4)
    told = {bearer: table.events(bearer) for bearer in (0, 1, 2, 3, "host", None)}
    for seat in range(4):
        assert told[seat][0]["hand"] == table.view(seat).json["hand"]
    assert told["host"] == told[None]
    for events in told.values():
        public = [{name: value for name, value in event.items() if name != "hand"} for event in events]
        assert public == told[None]


@pytest.mark.parametrize("after", ["99-0", "99", "2-0"])
def test_an_id_that_is_not_known_is_told_so(table, after):
    assert table.events(0, after=after) == [{"id": "1", "event": "reset", "version": 1}]
    assert table.events(0, after="1") == []


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=1-", "after=1.5", "after=1-2-3", "wait=x", "wait=61"])
def test_what_is_no_id_or_no_time_is_refused(table, query):
    answer = table.ask("GET", f"/events?{query}", 0, {"Accept": "application/json"})
    assert (answer.status_code, answer.json["reason"]) == (422, "invalid-request")
    assert answer.json["errors"][0]["pointer"] == "/" + query.partition("=")[0]


def test_a_long_poll_answers_once_something_happens(table):
    begin = time.monotonic()
    timer = threading.Timer(0.3, lambda: table.act(0, PASS, match=1))
    timer.start()
    events = table.events(2, after=1, wait=20)
    assert [event["event"] for event in events] == ["call-made"]
    assert 0.25 < time.monotonic() - begin < 5
    timer.join()


def test_a_long_poll_ends_when_its_time_is_over(table):
    begin = time.monotonic()
    assert table.events(2, after=1, wait=1) == []
    assert 0.95 < time.monotonic() - begin < 5


def test_a_long_poll_of_a_token_that_is_revoked_meanwhile_is_refused(table):
    threading.Timer(0.2, lambda: table.ask("POST", "/seats/2/token", "host")).start()
    answer = table.ask("GET", "/events?wait=20&after=1", 2)
    assert answer.status_code == 401


def test_a_long_poll_of_a_game_that_is_deleted_meanwhile_finds_nothing(table):
    threading.Timer(0.2, lambda: table.ask("DELETE", "", "host")).start()
    assert table.ask("GET", "/events?wait=20&after=1", 2).status_code == 404


def test_a_stream_tells_what_was_and_what_comes(remote):
    source = EventSource(remote, 1)
    assert source.response.status == 200
    assert source.response.headers["Content-Type"].startswith("text/event-stream")
    assert source.response.headers["Cache-Control"] == "no-store"
    assert [event["event"] for event in source.events(1)] == ["deal-started"]
    play_on(remote, 3)
    assert source.events(3) == remote.events(1, after=1)
    source.close()


def test_streams_cut_anywhere_resume_without_gap_or_repetition(remote):
    play_on(remote, 20)
    whole = remote.events(3)
    for place in (0, 3, len(whole) - 1):
        source = EventSource(remote, 3, last=whole[place]["id"])
        play_on(remote, 1)
        rest = source.events(len(whole) - place)
        assert rest == remote.events(3, after=whole[place]["id"])[: len(rest)]
        whole = remote.events(3)
        source.close()


def test_streams_of_many_are_each_in_order(remote):
    sources = [EventSource(remote, bearer) for bearer in (0, 1, 2, 3, "host", None)]
    play_on(remote, 36)
    expected = {bearer: remote.events(bearer) for bearer in (0, 1, 2, 3, "host", None)}
    for source, events in zip(sources, expected.values(), strict=True):
        assert source.events(len(events)) == events
        source.close()


def test_a_stream_ends_with_its_token_and_says_so(remote):
    source = EventSource(remote, 2)
    source.events(1)
    remote.ask("POST", "/seats/2/token", "host")
    messages = list(source.messages())
    assert messages[-1] == {"event": "end", "data": '{"event":"revoked"}'}
    source.close()


def test_a_stream_ends_with_its_game(remote):
    source = EventSource(remote)
    source.events(1)
    remote.act("host", {"action": "end"})
    assert [event["event"] for event in source.events()] == ["game-ended"]
    source.close()
    again = EventSource(remote, last=str(remote.version))
    assert again.response.status == 204
    again.close()
    other = HttpTable(remote.client)
    source = EventSource(other)
    other.ask("DELETE", "", "host")
    assert list(source.messages())[-1] == {"event": "end", "data": '{"event":"deleted"}'}
    source.close()


def test_places_are_limited_and_requests_go_on(redis_url):
    app = create_app(Settings(redis_url=redis_url, streams=1))
    client = app.test_client()
    table = HttpTable(client)
    stream = table.ask("GET", "/events", 0)
    assert stream.status_code == 200
    for path in ("/events", "/events?wait=5&after=1"):
        busy = table.ask("GET", path, 1)
        assert (busy.status_code, busy.json["reason"]) == (429, "too-many-streams")
        assert int(busy.headers["Retry-After"]) > 0
    assert len(table.events(1)) == 1
    assert table.ask("HEAD", "/events", 0).status_code == 200
    stream.close()
    assert table.ask("GET", "/events?wait=1&after=1", 1).status_code == 200
    app.extensions["hub"].close()


def test_a_silent_stream_beats(app, table, monkeypatch):
    monkeypatch.setattr("service.api.event_stream.BEAT_SECONDS", 0.05)
    stream = table.ask("GET", "/events?after=1", 0)
    chunks = iter(stream.response)
    assert next(chunks) == b"retry: 2000\n\n"
    assert next(chunks) == b": beat\n\n"
    stream.close()


def test_a_service_that_stops_ends_its_streams(redis_url, start_service):
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1", "BELOTE_THREADS": "8"})
    table = HttpTable(HttpClient(service.url))
    sources = [EventSource(table, bearer) for bearer in (0, 1, None)]
    for source in sources:
        source.events(1)
    begin = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - begin < 6
    for source in sources:
        assert source.events() == []
        source.close()
