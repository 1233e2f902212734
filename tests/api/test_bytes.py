"""Bytes and texts of any kind: the JSON reader, the stream of a batch and the notation answer, or refuse cleanly.

What is stored gets the same in tests/store/test_damaged.py.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.cards import card_name, parse_card
from service.rules.ruleset import RulesetError, parse_ruleset, presets
from service.rules.trumps import parse_trump, trump_name
from tests.batch.lines import cases

CASES = [(case["path"], json.dumps(case["body"]).encode()) for case in cases()]
LINES = [json.dumps({"op": path.removeprefix("/v1/"), "body": json.loads(body)}).encode() for path, body in CASES]
PIECES = (
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"\\",
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"-1",
    b"1e999",
    b"null",
    b"true",
)
TEXTS = st.text(max_size=60) | st.text(alphabet="abcdefghijklmnopqrstuvwxyz-_=,()0123456789 ", max_size=60)


@st.composite
def torn(draw, whole):
    """Valid bytes with some of them replaced, dropped, doubled, or pieces of JSON put between."""
    body = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(body)))
        fresh = draw(st.binary(max_size=3) | st.sampled_from(PIECES))
        body[place : place + draw(st.integers(0, 3))] = fresh
    return bytes(body)


@st.composite
def requests(draw):
    """The path of an operation, and the body of a case of it, torn."""
    path, body = draw(st.sampled_from(CASES))
    return path, draw(torn(st.just(body)))


def any_bytes_are_an_answer_or_a_clean_refusal(app, path, body):
    response = app.test_client().post(path, data=body, content_type="application/json")
    told = response.get_json()
    if response.status_code == 200:
        assert told
    else:
        assert response.status_code in (400, 422)
        assert told["detail"]
        assert told["reason"] != "internal-error"


def any_stream_is_answered_line_by_line(app, stream):
    response = app.test_client().post("/v1/batch", data=stream, content_type="application/x-ndjson")
    assert response.status_code == 200
    texts = stream.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    asked = [number for number, text in enumerate(texts, 1) if text.rstrip(b"\r") and not text.isspace()]
    answers = [json.loads(text) for text in response.data.splitlines()]
    assert [answer["line"] for answer in answers] == asked
    assert {answer["status"] for answer in answers} <= {200, 400, 422}


@given(st.tuples(st.sampled_from(sorted({path for path, _ in CASES})), st.binary(max_size=200)) | requests())
def test_any_bytes_are_an_answer_or_a_clean_refusal(app, request_):
    any_bytes_are_an_answer_or_a_clean_refusal(app, *request_)


@given(st.binary(max_size=400) | torn(st.lists(st.sampled_from(LINES), max_size=4).map(b"\n".join)))
def test_any_stream_is_answered_line_by_line(app, stream):
    any_stream_is_answered_line_by_line(app, stream)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(requests())
def test_many_bytes_are_an_answer_or_a_clean_refusal(app, request_):
    any_bytes_are_an_answer_or_a_clean_refusal(app, *request_)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(torn(st.lists(st.sampled_from(LINES), max_size=4).map(b"\n".join)))
def test_many_streams_are_answered_line_by_line(app, stream):
    any_stream_is_answered_line_by_line(app, stream)


def read(parse, text):
    """What a text reads as, and why it cannot be read; one of the two is None."""
    try:
        return parse(text), None
    except (ValueError, RulesetError) as error:
        return None, error


@given(TEXTS)
def test_any_text_is_a_card_or_trump_or_none(text):
    for parse, name in ((parse_card, card_name), (parse_trump, trump_name)):
        found, refused = read(parse, text)
        if refused is None:
            assert name(found) in (text, text.replace("10", "T"))
        else:
            assert repr(text) in str(refused)


@given(TEXTS | st.builds(lambda preset, rest: f"{preset}({rest})", st.sampled_from(sorted(presets())), TEXTS))
def test_any_text_is_a_ruleset_that_prints_as_it_reads_or_says_why_not(text):
    ruleset, refused = read(parse_ruleset, text)
    if refused is None:
        assert parse_ruleset(ruleset.text) == ruleset
    else:
        assert refused.faults
