"""What stands in the log, and what never does."""

from __future__ import annotations

import json
import logging
import re
import urllib.request

import pytest

from service import create_app
from service.logs import JsonFormatter, TextFormatter
from service.settings import Settings
from tests.faults.load import QUESTION
from tests.games.http import PASS, HttpTable
from tests.games.remote import HttpClient


def read(service):
    return [json.loads(line) for line in service.log.read_text().splitlines() if line.startswith("{")]


def test_every_request_has_a_line_and_no_line_a_secret(redis_url, start_service):
    service = start_service({"REDIS_URL": redis_url, "BELOTE_LOG_LEVEL": "debug"})
    table = HttpTable(HttpClient(service.url), ruleset="ffb-contree", first_dealer=3)
    asked = urllib.request.Request(
        f"{service.url}/v1/legal-cards?secret=1",
        QUESTION,
        {"Content-Type": "application/json", "X-Request-Id": "mine-1", "X-Api-Key": "belote_key_secret"},
    )
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["X-Request-Id"] == "mine-1"
    hand = table.view(0).json["hand"]
    assert table.act(0, PASS).status_code == 200
    assert service.stop() == 0
    lines = read(service)
    requests = [line for line in lines if "path" in line]
    assert {"POST", "GET"} == {line["method"] for line in requests}
    mine = next(line for line in requests if line["request"] == "mine-1")
    assert (mine["path"], mine["status"], mine["address"]) == ("/v1/legal-cards", 200, "127.0.0.1")
    assert mine["bytes"] > 0
    assert mine["milliseconds"] >= 0
    text = service.log.read_text()
    for secret in (*table.tokens.values(), "belote_key_secret", "secret=1", json.dumps(hand), f'"{hand[0]}"'):
        assert secret not in text


def test_people_get_text_and_may_have_no_line_for_requests(redis_url, start_service):
    service = start_service({"REDIS_URL": redis_url, "BELOTE_LOG_FORMAT": "text", "BELOTE_ACCESS_LOG": "off"})
    assert service.stop() == 0
    text = service.log.read_text()
    assert "/livez" not in text
    assert re.search(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[\d+\] INFO ", text, re.MULTILINE)
    assert read(service) == []


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "né", "a\tb"])
def test_an_id_that_is_unfit_for_a_log_is_replaced(given):
    client = create_app(Settings(redis_url="unix:///nowhere")).test_client()
    told = client.get("/livez", headers={"X-Request-Id": given}).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{16}", told)


def test_a_failure_of_ours_is_logged_with_its_trace_and_told_without(caplog, monkeypatch):
    app = create_app(Settings(redis_url="unix:///nowhere"))

    def fails():
        raise RuntimeError("a secret")

    app.add_url_rule("/fails", "fails", fails)
    answer = app.test_client().get("/fails")
    assert (answer.status_code, answer.json["reason"]) == (500, "internal-error")
    assert "secret" not in answer.text
    (record,) = [record for record in caplog.records if record.name == "service"]
    assert answer.headers["X-Request-Id"] in record.getMessage()
    assert "a secret" in json.loads(JsonFormatter().format(record))["trace"]


def test_both_forms_say_the_same_of_a_request():
    fields = {"method": "GET", "path": "/livez", "status": 200}
    record = logging.LogRecord("gunicorn.access", logging.INFO, "", 0, fields, None, None)
    assert fields.items() <= json.loads(JsonFormatter().format(record)).items()
    assert TextFormatter().format(record).endswith("INFO GET /livez 200")
