"""A service that asks for keys and counts requests refuses as the contract says, on every operation."""

import hashlib

import pytest

from service import create_app
from service.settings import Settings
from service.store import connection
from tests.api.contract import document, faults_of_answer, operations

KEY = "a key of a front end"
REMOTE = {"REMOTE_ADDR": "192.0.2.41"}
GUARDED = [
    pytest.param(path, method, operation, id=operation["operationId"])
    for path, method, operation in operations()
    if path.startswith("/v1/")
]


def asked(client, path, method, **headers):
    """The answer to a request without a body."""
    place = path.format(preset="pagat", identity="abcdefghijklmnop", number=0, seat=0, reader="watch")
    return client.open(place, method=method.upper(), headers=headers, environ_base=REMOTE)


@pytest.fixture(scope="module")
def closed(redis_url):
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    return create_app(Settings(redis_url=redis_url, api_keys=(("table", digest),), api_key_for="all")).test_client()


@pytest.mark.parametrize(("path", "method", "operation"), GUARDED)
def test_without_a_key_it_is_the_401_of_the_contract(closed, path, method, operation):
    response = asked(closed, path, method)
    assert (response.status_code, response.get_json()["reason"]) == (401, "api-key-required")
    assert faults_of_answer(operation, 401, response.mimetype, response.get_json()) == []
    assert asked(closed, path, method, **{"X-Api-Key": KEY}).get_json(silent=True) != response.get_json()


def test_one_too_many_is_the_429_of_the_contract(redis_url, monkeypatch):
    # A machine that is busy with tests may take longer to count than a client should wait.
    monkeypatch.setattr(connection, "QUICK_SECONDS", 5)
    client = create_app(Settings(redis_url=redis_url, rate_limit=1, rate_seconds=600)).test_client()
    asked(client, "/v1/rulesets", "get")
    for path, method, operation in [each.values for each in GUARDED]:
        response = asked(client, path, method)
        assert (response.status_code, response.get_json()["reason"]) == (429, "too-many-requests")
        assert int(response.headers["Retry-After"]) > 0
        assert faults_of_answer(operation, 429, response.mimetype, response.get_json()) == []


def test_the_scheme_of_the_contract_is_the_header_that_opens():
    scheme = document()["components"]["securitySchemes"]["apiKey"]
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "header", "X-Api-Key")
    assert {"apiKey": []} in document()["security"]


@pytest.mark.parametrize("operation", [each for *_, each in operations() if "security" in each])
def test_a_token_may_come_with_a_key(operation):
    alternatives = operation["security"]
    assert ({"bearer": []} in alternatives) == ({"bearer": [], "apiKey": []} in alternatives)
