"""What is counted, and that all workers are."""

from __future__ import annotations

import json
import re
import signal
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from service import create_app
from service.metrics import BUCKETS, Metrics
from service.settings import Settings

POSITION = {"ruleset": "ffb-contree", "trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH"]}
LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [0-9.e+-]+')
RULINGS = 'belote_rulings_total{operation="legal-cards",preset="ffb-contree"}'
REFUSALS = 'belote_refusals_total{operation="moves/validate",reason="must-overtrump"}'


def values(text):
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    }


def scraped(url):
    with urllib.request.urlopen(f"{url}/metrics", timeout=5) as response:
        return values(response.read().decode())


def post(url, path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)


def test_rulings_refusals_problems_and_latency_are_counted(client):
    before = values(client.get("/metrics").get_data(as_text=True))
    client.post("/v1/legal-cards", json=POSITION)
    client.post("/v1/moves/validate", json=POSITION | {"card": "QH"})
    client.post("/v1/legal-cards", json={})
    client.get("/nothing/at/all")
    response = client.get("/metrics")
    text = response.get_data(as_text=True)
    assert response.content_type.startswith("text/plain; version=0.0.4")
    assert all(line.startswith("# ") or LINE.fullmatch(line) for line in text.splitlines())
    after = values(text)
    for name, more in {
        RULINGS: 1,
        REFUSALS: 1,
        'belote_problems_total{kind="invalid-request",reason="invalid-request"}': 1,
        'belote_requests_total{route="/v1/legal-cards",status="200"}': 1,
        'belote_requests_total{route="none",status="404"}': 1,
        'belote_request_seconds_count{route="/v1/legal-cards"}': 2,
        'belote_request_seconds_bucket{route="/v1/legal-cards",le="+Inf"}': 2,
    }.items():
        assert after[name] - before.get(name, 0) == more, name
    assert after["belote_store_up"] == 1
    assert "/nothing" not in text


def test_a_line_of_a_batch_is_a_ruling(client):
    before = values(client.get("/metrics").get_data(as_text=True)).get(RULINGS, 0)
    line = json.dumps({"id": 1, "op": "legal-cards", "body": POSITION})
    client.post("/v1/batch", data=f"{line}\n{line}\n", content_type="application/x-ndjson").get_data()
    assert values(client.get("/metrics").get_data(as_text=True))[RULINGS] - before == 2


def test_a_game_is_active_once_and_its_id_is_not_told(client):
    game = client.post("/v1/games", json={"ruleset": "ffb-contree"}).get_json()["id"]
    before = values(client.get("/metrics").get_data(as_text=True))["belote_games_active"]
    for _ in range(2):
        client.get(f"/v1/games/{game}")
    text = client.get("/metrics").get_data(as_text=True)
    assert values(text)["belote_games_active"] - before == 1
    assert game not in text


def test_latency_falls_into_its_class():
    metrics = Metrics()
    for seconds in (BUCKETS[0], BUCKETS[0] + 1e-6, 99.0):
        metrics.answered("/x", "200", seconds, "/x")
    found = values(metrics.text(lambda: False))
    assert found[f'belote_request_seconds_bucket{{route="/x",le="{BUCKETS[0]}"}}'] == 1
    assert found[f'belote_request_seconds_bucket{{route="/x",le="{BUCKETS[1]}"}}'] == 2
    assert found['belote_request_seconds_bucket{route="/x",le="10.0"}'] == 2
    assert found['belote_request_seconds_bucket{route="/x",le="+Inf"}'] == 3
    assert found["belote_store_up"] == 0


def test_counts_of_all_workers_are_added_and_outlive_them(start_service, redis_url):
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2", "BELOTE_THREADS": "4"})
    for _ in range(40):
        post(service.url, "/v1/legal-cards", POSITION)
    assert counted(service.url) == 40
    service.process.send_signal(signal.SIGHUP)
    time.sleep(1.5)
    post(service.url, "/v1/legal-cards", POSITION)
    assert counted(service.url) == 41


def test_every_count_is_that_of_all_workers(start_service, redis_url, tmp_path):
    """Each request may reach either of the two; both write, and whoever is asked tells the sums."""
    place = tmp_path / "counts"
    place.mkdir()
    service = start_service(
        {"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2", "BELOTE_THREADS": "4", "TMPDIR": str(place)}
    )
    [folder] = place.glob("belote-metrics-*")
    deadline = time.monotonic() + 40
    with ThreadPoolExecutor(8) as crowd:  # a lone request may always reach the same worker
        while len(list(folder.glob("*.json"))) < 2:
            assert time.monotonic() < deadline, "both workers count"
            list(crowd.map(lambda _: post(service.url, "/v1/legal-cards", POSITION), range(40)))
            time.sleep(0.2)
    games = {post(service.url, "/v1/games", {"ruleset": "ffb-contree"})["id"] for _ in range(10)}
    for game in games:
        with urllib.request.urlopen(f"{service.url}/v1/games/{game}", timeout=5) as response:
            response.read()
    for _ in range(20):  # whichever worker takes these
        post(service.url, "/v1/moves/validate", POSITION | {"card": "QH"})
        with pytest.raises(urllib.error.HTTPError, match="422") as refused:
            post(service.url, "/v1/legal-cards", {})
        refused.value.close()
    expected = {
        'belote_rulings_total{operation="moves/validate",preset="ffb-contree"}': 20,
        REFUSALS: 20,
        'belote_problems_total{kind="invalid-request",reason="invalid-request"}': 20,
        'belote_requests_total{route="/v1/legal-cards",status="422"}': 20,
        'belote_requests_total{route="/v1/games",status="201"}': 10,
        'belote_request_seconds_count{route="/v1/games"}': 10,
        'belote_request_seconds_bucket{route="/v1/moves/validate",le="+Inf"}': 20,
        "belote_games_active": 10,
        "belote_store_up": 1,
    }
    while (told := {name: scraped(service.url).get(name) for name in expected}) != expected:
        assert time.monotonic() < deadline, told
        time.sleep(0.5)


def counted(url):
    """The rulings told, once the worker that last wrote has had its second."""
    deadline = time.monotonic() + 10
    told = -1.0
    while time.monotonic() < deadline:
        time.sleep(1.2)
        found = scraped(url).get(RULINGS, 0)
        if found == told:
            break
        told = found
    return told


def test_switched_off_there_is_nothing(redis_url):
    client = create_app(Settings(redis_url=redis_url, metrics=False)).test_client()
    assert client.get("/metrics").status_code == 404
