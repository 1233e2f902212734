"""Hostile JSON gets a clean 4xx in the problem form, on every operation, and every fault is told at its place."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.api.operations import OPERATIONS

NAMES = sorted(OPERATIONS)

NOT_JSON = {
    "empty": b"",
    "recursion": b"[" * 100_000,
    "nested objects": b'{"a":' * 50_000,
    "NaN": b'{"trump": NaN}',
    "infinity": b'{"trump": -Infinity}',
    "lone surrogate": rb'{"trump": "\ud800"}',
    "not UTF-8": b'{"trump": "\xff\xfe"}',
    "UTF-16": '{"trump": "H"}'.encode("utf-16"),
    "trailing comma": b'{"trump": "H",}',
    "two documents": b'{"trump": "H"}{"trump": "H"}',
    "comment": b'{"trump": "H"} // hearts',
    "NUL": b'{"trump": "H"}\x00',
}
WRONG_SHAPES = {
    "null": None,
    "a list": [],
    "a text": "legal",
    "a number": 5,
    "true": True,
    "unknown field": {"trumps": "H"},
    "numbers everywhere": {"ruleset": 5, "trump": 5, "hand": 5, "trick": 5, "contract": 5, "deals": 5, "calls": 5},
    "lists everywhere": {"ruleset": [], "trump": [], "hand": {}, "trick": [], "contract": [], "deals": {}, "calls": {}},
    "a ruleset of everything": {"ruleset": {"preset": {}, "options": {"target": 10**30, "": None, "rounding": []}}},
    "a long text": {"ruleset": "ffb-contree(" + "undertrump_opponent=must," * 4000 + ")"},
}


def is_clean(response):
    document = response.get_json()
    assert 400 <= response.status_code < 500, response.get_data()
    assert response.mimetype == "application/problem+json"
    assert {"type", "title", "status", "detail", "reason"} <= set(document)
    assert document["status"] == response.status_code
    assert len(response.get_data()) < 200_000
    return document


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_json_is_a_400(client, name, body):
    response = client.post(f"/v1/{name}", data=body, content_type="application/json")
    assert is_clean(response)["reason"] == "invalid-json"
    assert response.status_code == 400


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("body", WRONG_SHAPES.values(), ids=WRONG_SHAPES)
def test_json_of_another_shape_is_a_422_with_every_place(client, name, body):
    document = is_clean(client.post(f"/v1/{name}", data=json.dumps(body), content_type="application/json"))
    assert document["status"] == 422
    assert document["reason"] == "invalid-request"
    assert all(error["detail"] for error in document["errors"])


@pytest.mark.parametrize("name", NAMES)
def test_a_number_of_five_thousand_digits_is_no_failure(client, name):
    body = b'{"ruleset": {"preset": "pagat", "options": {"target": ' + b"9" * 5000 + b"}}}"
    is_clean(client.post(f"/v1/{name}", data=body, content_type="application/json"))


@pytest.mark.parametrize("name", NAMES)
def test_a_body_that_is_too_large_or_of_another_type_is_refused(client, app, name):
    large = b" " * (app.config["MAX_CONTENT_LENGTH"] + 1)
    assert is_clean(client.post(f"/v1/{name}", data=large, content_type="application/json"))["status"] == 413
    for mimetype in ("text/plain", "application/x-www-form-urlencoded", None):
        assert is_clean(client.post(f"/v1/{name}", data=b"{}", content_type=mimetype))["status"] == 415
    html_only = client.post(f"/v1/{name}", json={}, headers={"Accept": "text/html"})
    assert is_clean(html_only)["status"] in (406, 422)


@pytest.mark.parametrize("name", NAMES)
def test_other_methods_are_refused(client, name):
    for method in ("PUT", "PATCH"):
        response = client.open(f"/v1/{name}", method=method)
        assert is_clean(response)["status"] == 405
        assert "POST" in response.headers["Allow"]


def test_all_faults_of_a_request_are_told_at_once(client):
    body = {"trump": "X", "trick": {"leader": 9, "cards": ["1H", "AS", None]}, "hand": ["AS", 7], "extra": 1}
    document = is_clean(client.post("/v1/legal-cards", json=body))
    assert {error["pointer"] for error in document["errors"]} == {
        "/trump",
        "/trick/leader",
        "/trick/cards/0",
        "/trick/cards/2",
        "/hand/1",
        "/extra",
    }


def test_the_last_of_two_equal_names_counts(client):
    body = b'{"trump": "S", "trump": "H", "trick": {"leader": 0, "cards": ["AD"]}, "hand": ["9H"]}'
    answer = client.post("/v1/legal-cards", data=body, content_type="application/json").get_json()
    assert answer["reason"] == "must-trump"


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spoilt_bodies(draw):
    """An operation and a body that has its fields, each with anything in it."""
    name = draw(st.sampled_from(NAMES))
    fields = list(OPERATIONS[name].reader.schema.fields)
    return name, {field: draw(JSON_VALUES) for field in draw(st.lists(st.sampled_from(fields), unique=True))}


@settings(max_examples=400)
@given(spoilt_bodies())
def test_anything_in_any_field_is_an_answer_or_a_clean_refusal(app, spoilt):
    name, body = spoilt
    response = app.test_client().post(f"/v1/{name}", data=json.dumps(body), content_type="application/json")
    if response.status_code != 200:
        is_clean(response)
