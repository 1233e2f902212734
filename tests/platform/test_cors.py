"""Which pages may call: what browsers are told."""

from __future__ import annotations

import pytest

from service import create_app
from service.settings import Settings

PAGE = "https://table.example"


def client_of(*origins):
    return create_app(Settings(cors_origins=origins, redis_url="unix:///nowhere")).test_client()


@pytest.mark.parametrize("path", ["/v1/rulesets", "/nothing", "/v1/games/1", "/livez"])
def test_every_page_may_call_unless_told_otherwise(path):
    answer = client_of("*").get(path, headers={"Origin": PAGE})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_listed_pages_may_call_and_others_may_not():
    client = client_of(PAGE, "http://127.0.0.1:5173")
    for origin in (PAGE, "http://127.0.0.1:5173"):
        answer = client.get("/v1/rulesets", headers={"Origin": origin})
        assert answer.headers["Access-Control-Allow-Origin"] == origin
        assert "Origin" in answer.vary
    for origin in ("https://table.example.evil", "http://table.example", "null", None):
        answer = client.get("/v1/rulesets", headers={} if origin is None else {"Origin": origin})
        assert answer.status_code == 200
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Origin" in answer.vary


def test_none_may_call():
    assert "Access-Control-Allow-Origin" not in client_of().get("/livez", headers={"Origin": PAGE}).headers


def test_a_browser_that_asks_first_is_told_what_it_may_send():
    answer = client_of("*").options(
        "/v1/games/1/actions",
        headers={
            "Origin": PAGE,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,if-match,idempotency-key,content-type",
        },
    )
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = {name.strip().lower() for name in answer.headers["Access-Control-Allow-Headers"].split(",")}
    assert {"authorization", "if-match", "idempotency-key", "content-type", "x-api-key"} <= allowed
    assert int(answer.headers["Access-Control-Max-Age"]) > 0
