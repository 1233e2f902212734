"""API keys and the rate limit: who comes in, who is told to wait, and what is told of it."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest
import redis

from service import create_app
from service.settings import Settings, SettingsError
from service.store import connection
from service.store.embedded import EmbeddedServer
from service.store.limits import key
from tests.conftest import CHECKOUT
from tests.store.proxy import free_identity

QUESTION = {"trump": "H", "trick": {"leader": 0, "cards": []}, "hand": ["9H"]}
REMOTE = {"REMOTE_ADDR": "192.0.2.7"}


def made_key(name: str) -> tuple[str, str]:
    said = subprocess.run(
        [sys.executable, "script/api-key", name], cwd=CHECKOUT, check=True, capture_output=True, text=True
    ).stdout
    shown, setting = re.search(r"X-Api-Key: (\S+)", said), re.search(r"BELOTE_API_KEYS=(\S+)", said)
    assert shown
    assert setting
    return shown[1], setting[1]


@pytest.fixture(scope="module")
def keys():
    return made_key("tabletop"), made_key("phone")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A machine that is busy with tests may take longer to count than a client should wait."""
    monkeypatch.setattr(connection, "QUICK_SECONDS", 5)


def client_of(redis_url, **environ):
    return create_app(
        Settings.from_env({"REDIS_URL": redis_url, "BELOTE_REDIS_TIMEOUT_SECONDS": "5", **environ})
    ).test_client()


def ask(client, path="/v1/legal-cards", key=None, environ=REMOTE, **headers):
    shown = {} if key is None else {"X-Api-Key": key}
    return client.post(path, json=QUESTION, headers={**shown, **headers}, environ_base=environ)


def test_a_key_that_is_known_opens_and_any_other_does_not(redis_url, keys):
    client = client_of(redis_url, BELOTE_API_KEYS=",".join(setting for _, setting in keys))
    for shown, _ in keys:
        assert ask(client, key=shown).status_code == 200
    for wrong in (keys[0][0][:-1], keys[0][0] + "x", keys[0][1], "", "\xe9" * 9, "x" * 5000, None):
        answer = ask(client, key=wrong)
        assert (answer.status_code, answer.json["reason"]) == (401, "api-key-required")
        assert "X-Api-Key" in answer.headers["WWW-Authenticate"]
        assert not wrong or wrong not in answer.text


def test_every_operation_under_v1_asks_for_the_key_and_nothing_else_does(redis_url, keys):
    app = create_app(
        Settings.from_env({"REDIS_URL": redis_url, "BELOTE_API_KEYS": keys[0][1], "BELOTE_API_KEY_FOR": "all"})
    )
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]*>", "1", rule.rule)
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            with client.open(path, method=method) as answer:
                status = answer.status_code
            assert (status == 401) == path.startswith("/v1/"), (method, path, status)
    assert client.options("/v1/legal-cards").status_code == 200


@pytest.mark.parametrize(
    ("asked_of", "environ", "status"),
    [
        ("none", REMOTE, 200),
        ("remote", REMOTE, 401),
        ("remote", {"REMOTE_ADDR": "127.0.0.1"}, 200),
        ("remote", {"REMOTE_ADDR": "::1"}, 200),
        ("remote", {"REMOTE_ADDR": ""}, 200),
        ("remote", {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 401),
        ("remote", {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"}, 401),
        ("all", {"REMOTE_ADDR": "127.0.0.1"}, 401),
    ],
)
def test_the_setting_says_who_shows_a_key(redis_url, keys, asked_of, environ, status):
    client = client_of(redis_url, BELOTE_API_KEYS=keys[0][1], BELOTE_API_KEY_FOR=asked_of)
    assert ask(client, environ=environ).status_code == status


def test_the_address_behind_our_own_proxies_counts(redis_url, keys):
    client = client_of(redis_url, BELOTE_API_KEYS=keys[0][1], BELOTE_PROXIES="1")
    near = {"REMOTE_ADDR": "10.0.0.1"}
    assert ask(client, environ={**near, "HTTP_X_FORWARDED_FOR": "127.0.0.1, 192.0.2.7"}).status_code == 401
    assert ask(client, environ={**near, "HTTP_X_FORWARDED_FOR": "192.0.2.7, 127.0.0.1"}).status_code == 200
    assert ask(client, environ=near).status_code == 401


def test_a_seat_token_and_a_key_go_together(redis_url, keys):
    client = client_of(redis_url, BELOTE_API_KEYS=keys[0][1])
    made = client.post("/v1/games", json={}, headers={"X-Api-Key": keys[0][0]}, environ_base=REMOTE)
    assert made.status_code == 201
    token = {"Authorization": f"Bearer {made.json['tokens']['seats'][0]}"}
    path = f"/v1/games/{made.json['id']}"
    assert client.get(path, headers=token, environ_base=REMOTE).status_code == 401
    assert client.get(path, headers={**token, "X-Api-Key": keys[0][0]}, environ_base=REMOTE).status_code == 200


@pytest.mark.parametrize(
    "environ",
    [
        {"BELOTE_API_KEYS": "tabletop=secret-in-the-clear"},
        {"BELOTE_API_KEYS": f"one={'0' * 64},one={'1' * 64}"},
        {"BELOTE_API_KEY_FOR": "all"},
        {"BELOTE_RATE_LIMIT": "-1"},
    ],
)
def test_settings_that_shut_everybody_out_or_show_a_secret_are_refused(environ):
    with pytest.raises(SettingsError) as refused:
        Settings.from_env(environ)
    assert "secret" not in str(refused.value)
    assert len(refused.value.faults) == 1


def test_settings_do_not_show_their_secrets(keys):
    settings = Settings.from_env({"BELOTE_API_KEYS": keys[0][1], "REDIS_URL": "redis://:hidden@127.0.0.1"})
    assert "hidden" not in repr(settings)
    assert keys[0][1].partition("=")[2] not in repr(settings)


def limited(redis_url, limit=3, seconds=60, **environ):
    return client_of(redis_url, BELOTE_RATE_LIMIT=str(limit), BELOTE_RATE_SECONDS=str(seconds), **environ)


def site() -> dict[str, str]:
    return {"REMOTE_ADDR": f"test {free_identity()}"}


def test_the_limit_is_told_counted_down_and_kept(redis_url):
    client, here = limited(redis_url), site()
    for left in (2, 1, 0):
        answer = ask(client, environ=here)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"default";q=3;w=60'
        assert re.fullmatch(rf'"default";r={left};t=(60|59|58)', answer.headers["RateLimit"])
        assert "Retry-After" not in answer.headers
    refused = ask(client, environ=here)
    assert (refused.status_code, refused.json["reason"]) == (429, "too-many-requests")
    assert refused.json["violated-policies"] == ["default"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["RateLimit"].startswith('"default";r=0;')
    assert ask(client, environ=site()).status_code == 200, "another address has its own"


def test_a_window_ends(redis_url):
    client, here = limited(redis_url, 1, 1), site()
    assert ask(client, environ=here).status_code == 200
    refused = ask(client, environ=here)
    assert refused.status_code == 429
    time.sleep(int(refused.headers["Retry-After"]) + 0.05)
    assert ask(client, environ=here).status_code == 200


def test_each_key_of_an_address_has_its_own_and_guessed_keys_share_one(redis_url, keys):
    client = limited(redis_url, 2, BELOTE_API_KEYS=",".join(setting for _, setting in keys))
    here = site()
    for shown, _ in keys:
        assert [ask(client, key=shown, environ=here).status_code for _ in range(3)] == [200, 200, 429]
    assert [ask(client, key=f"guess {n}", environ=here).status_code for n in range(3)] == [401, 401, 429]


def test_probes_and_preflights_are_not_counted(redis_url):
    client, here = limited(redis_url, 1), site()
    for path in ("/livez", "/openapi.yaml"):
        with client.get(path, environ_base=here) as answer:
            assert "RateLimit" not in answer.headers
    client.options("/v1/legal-cards", environ_base=here)
    assert ask(client, environ=here).status_code == 200


def test_workers_count_together_and_the_store_does_not_learn_who(redis_url):
    here = site()
    assert [ask(limited(redis_url), environ=here).status_code for _ in range(4)] == [200, 200, 200, 429]
    store = redis.Redis.from_url(redis_url)
    assert store.exists(key(f" {here['REMOTE_ADDR']}"))
    assert not [name for name in store.scan_iter("belote:limit:*") if here["REMOTE_ADDR"].encode() in name]
    store.close()


def test_without_the_store_nobody_is_counted_and_nobody_waits(short_directory):
    settings = Settings(data_directory=short_directory / "limits", runtime_directory=short_directory)
    server = EmbeddedServer.ensure(settings)
    client, here = limited(server.url, 1), site()
    assert [ask(client, environ=here).status_code for _ in range(2)] == [200, 429]
    server.stop()
    assert ask(client, environ=here).status_code == 200
    started = time.perf_counter()
    answers = [ask(client, environ=here) for _ in range(50)]
    assert time.perf_counter() - started < 3
    assert {answer.status_code for answer in answers} == {200}
    assert not [answer for answer in answers if "RateLimit" in answer.headers]
    server = EmbeddedServer.ensure(settings)
    deadline = time.monotonic() + 10
    while ask(client, environ=here).status_code != 429:
        assert time.monotonic() < deadline, "the store is back and nobody counts"
        time.sleep(0.1)
    client.application.extensions["store"].close()
    server.stop()
