"""A line of a batch is ruled on as the single endpoint rules, whatever stands on the others."""

import io
import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api import lines as lines_module
from service.api.lines import LINE, Line, numbered_lines, rule_on
from service.api.operations import OPERATIONS
from service.api.schemas.quick import NOT_PLAIN
from service.problems import Problem
from tests.batch.lines import GOOD, POSITION, batch, cases, line

LONGEST = 256 * 1024
NDJSON = "application/x-ndjson"


def ruled(text, number=1, language="en"):
    return json.loads(rule_on(Line(number, text.encode() if isinstance(text, str) else text), LONGEST, language).text)


def cut(data, longest=LONGEST):
    return list(numbered_lines(io.BytesIO(data), longest))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_case_is_answered_byte_for_byte_as_by_its_endpoint(client, language):
    headers = {"Accept-Language": language}
    for number, case in enumerate(cases(), 1):
        single = client.post(case["path"], json=case["body"], headers=headers)
        text = line(case["path"].removeprefix("/v1/"), case["body"], id=case["id"]).encode()
        ruling = rule_on(Line(number, text), LONGEST, language)
        head = b'{"id":%s,"line":%d,"status":%d,"body":' % (orjson.dumps(case["id"]), number, single.status_code)
        assert ruling.text == head + single.data + b"}\n"
        assert ruling.status == single.status_code


def test_every_operation_can_be_asked():
    asked = {case["path"].removeprefix("/v1/") for case in cases() if case["status"] == 200}
    assert asked <= set(OPERATIONS)
    for op in OPERATIONS:
        assert ruled(line(op, {"no": "such field"}))["status"] == 422


@pytest.mark.parametrize(
    ("text", "status", "reason", "pointer"),
    [
        ("[", 400, "invalid-json", None),
        ("{} {}", 400, "invalid-json", None),
        (b'{"op": "\xff"}', 400, "invalid-json", None),
        ("[]", 422, "invalid-request", ""),
        ("null", 422, "invalid-request", ""),
        ('"legal-cards"', 422, "invalid-request", ""),
        ('{"body": {}}', 422, "invalid-request", "/op"),
        (line("legal", {}), 422, "invalid-request", "/op"),
        (line("/v1/legal-cards", POSITION), 422, "invalid-request", "/op"),
        (line("batch", {}), 422, "invalid-request", "/op"),
        (line(["legal-cards"], {}), 422, "invalid-request", "/op"),
        ('{"op": "legal-cards"}', 422, "invalid-request", "/body"),
        (line("legal-cards", POSITION, ids=1), 422, "invalid-request", "/ids"),
        (line("legal-cards", POSITION, id=[1]), 422, "invalid-request", "/id"),
        (line("legal-cards", POSITION, id=True), 422, "invalid-request", "/id"),
        (line("legal-cards", POSITION, id=1.5), 422, "invalid-request", "/id"),
        (line("legal-cards", POSITION, id="x" * 201), 422, "invalid-request", "/id"),
        (line("legal-cards", POSITION, id=2**53), 422, "invalid-request", "/id"),
        (line("legal-cards", None), 422, "invalid-request", ""),
        (line("legal-cards", POSITION | {"trump": "X"}), 422, "invalid-request", "/trump"),
        (line("legal-cards", POSITION | {"hand": ["AD"]}), 422, "impossible-position", "/hand/0"),
        (None, 413, "body-too-large", None),
    ],
)
def test_a_bad_line_answers_with_its_problem_and_its_number(text, status, reason, pointer):
    answer = ruled(text, number=7)
    assert (answer["line"], answer["status"], answer["body"]["status"]) == (7, status, status)
    assert answer["body"]["reason"] == reason
    assert [error["pointer"] for error in answer["body"].get("errors", [])] == ([] if pointer is None else [pointer])


def test_an_unknown_op_is_told_which_there_are():
    detail = ruled(line("legal", {}))["body"]["detail"]
    assert all(op in detail for op in OPERATIONS)


@pytest.mark.parametrize("name", ["a1", "", 7, -7, 2**53 - 1, None, "é" * 200])
def test_the_id_comes_back_as_it_was_also_with_a_fault(name):
    assert ruled(line("legal-cards", POSITION, id=name))["id"] == name
    assert ruled(line("no-such-op", POSITION, id=name))["id"] == name


def test_without_an_id_the_line_is_known_by_its_number():
    answer = ruled(line("legal-cards", POSITION), number=3)
    assert (answer["id"], answer["line"], answer["status"]) == (None, 3, 200)


def test_a_fault_of_ours_stays_on_its_line(monkeypatch, caplog):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(lines_module, "adjudicate", broken)
    answer = ruled(GOOD)
    assert (answer["id"], answer["status"], answer["body"]["reason"]) == ("good", 500, "internal-error")
    assert "unhandled exception" in caplog.text


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (GOOD, True),
        (line("moves/validate", POSITION | {"card": "9H"}), True),
        (line("moves/validate", POSITION | {"card": "QH"}), False),
        (line("auctions/state", {"dealer": 3, "turn_up": "9D", "calls": [{"call": "contre"}]}), False),
        (line("auctions/state", {"dealer": 3, "turn_up": "9D", "calls": [{"call": "take"}]}), True),
        ("[", False),
    ],
)
def test_what_the_rules_refuse_is_not_accepted(text, accepted):
    assert rule_on(Line(1, text.encode()), LONGEST).accepted is accepted


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n\r\n \n\t\n", []),
        (b"a\nb\n", [(1, b"a"), (2, b"b")]),
        (b"a\nb", [(1, b"a"), (2, b"b")]),
        (b"a\r\nb\r\n", [(1, b"a"), (2, b"b")]),
        (b"\na\n\nb\n\n", [(2, b"a"), (4, b"b")]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb", [(1, b"a"), (2, b"\xef\xbb\xbfb")]),
        (b"\xef\xbb\xbf", []),
        ("a\u2028b\u0085c\n".encode(), [(1, "a\u2028b\u0085c".encode())]),
        (b"12345678\n123456789\n1", [(1, b"12345678"), (2, None), (3, b"1")]),
        (b"12345678\r\n12345678", [(1, b"12345678"), (2, b"12345678")]),
        (b"1" * 200_000, [(1, None)]),
        (b"1" * 200_000 + b"\n2", [(1, None), (2, b"2")]),
        (b"123456789\r\n2\n", [(1, None), (2, b"2")]),
        (b"1234567890\n2\n", [(1, None), (2, b"2")]),
    ],
)
def test_a_stream_is_cut_into_lines(data, lines):
    assert cut(data, 8) == lines


@given(st.lists(st.binary(max_size=12).filter(lambda text: b"\n" not in text)), st.integers(1, 10))
def test_lines_are_those_that_a_plain_split_gives(texts, longest):
    expected = [
        (number, text.rstrip(b"\r") if len(text.rstrip(b"\r")) <= longest else None)
        for number, text in enumerate(texts, 1)
        if text.strip() or len(text.rstrip(b"\r")) > longest
    ]
    if not texts or not texts[0].startswith(b"\xef\xbb\xbf"):
        assert cut(b"\n".join(texts), longest) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**60) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
FIELDS = {
    "op": st.sampled_from(list(OPERATIONS)) | JSON,
    "body": JSON,
    "id": st.text(max_size=4) | st.just("x" * 201) | JSON,
    "more": JSON,
}


@given(st.fixed_dictionaries({}, optional=FIELDS) | JSON)
def test_the_quick_reader_of_lines_is_the_schema(document):
    try:
        quick = LINE.quick(document)
    except NOT_PLAIN:
        quick = None
    try:
        thorough = LINE.schema.read(document)
    except Problem:
        thorough = None
    if quick is not None or thorough is not None:
        assert quick == thorough


def post(client, data, **headers):
    return client.post("/v1/batch", data=data, headers={"Content-Type": NDJSON, **headers})


def test_a_batch_answers_in_order_and_goes_on_after_bad_lines(client):
    answer = post(client, batch(GOOD, "[", "", line("nope", {}, id=2), GOOD))
    assert (answer.status_code, answer.mimetype) == (200, NDJSON)
    rulings = [json.loads(text) for text in answer.text.splitlines()]
    assert [(ruling["id"], ruling["line"], ruling["status"]) for ruling in rulings] == [
        ("good", 1, 200),
        (None, 2, 400),
        (2, 4, 422),
        ("good", 5, 200),
    ]


def test_an_empty_batch_has_no_answers(client):
    for data in (b"", b"\n\n"):
        answer = post(client, data)
        assert (answer.status_code, answer.data) == (200, b"")


def test_a_batch_speaks_the_language_that_is_asked(client):
    answer = post(client, batch(GOOD), **{"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    assert "vous devez" in answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "application/json"}, 415),
        ({"Content-Type": "text/plain"}, 415),
        ({"Accept": "application/json"}, 406),
        ({"Content-Type": "application/x-ndjson; charset=utf-8"}, 200),
        ({"Content-Type": "application/jsonl"}, 200),
        ({"Accept": "application/x-ndjson"}, 200),
    ],
)
def test_a_batch_is_ndjson_both_ways(client, headers, status):
    assert post(client, batch(GOOD), **headers).status_code == status


def test_other_methods_are_not_for_a_batch(client):
    assert client.get("/v1/batch").status_code == 405
