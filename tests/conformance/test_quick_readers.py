"""A quick reader loads what its schema loads, or gives up: on bodies of the pack, and on bodies spoilt at random."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.operations import OPERATIONS
from service.api.schemas.quick import NOT_PLAIN
from service.problems import Problem

PACK = Path(__file__).resolve().parents[2] / "conformance"
QUICK = {name: operation.reader for name, operation in OPERATIONS.items() if operation.reader.quick is not None}
BODIES = [
    (case["path"].removeprefix("/v1/"), case["body"])
    for file in sorted(PACK.glob("*.jsonl"))
    for case in map(json.loads, file.read_text("utf-8").splitlines())
    if "body" in case and case["path"].removeprefix("/v1/") in QUICK
]
ODD = [
    None, True, False, 0, 1, -1, 4, 32, 1.0, 162.0, 10**20, "", "10H", "TH", "jh", "none", "S", "SA", [], {}, ["AS"],
    ["AS"] * 40, {"leader": 0, "cards": []}, "ffb-contree", "ffb-contree(sans_atout=true)", {"preset": "ffb-contree"},
]  # fmt: skip


def read_quickly(name, body):
    """What the quick reader loads, None where it gives up."""
    try:
        return QUICK[name].quick(body)
    except NOT_PLAIN:
        return None


def hold_equal(name, body):
    quick = read_quickly(name, body)
    if quick is not None:
        # By their texts: 1 equals true and 1.0 in Python.
        assert repr(quick) == repr(QUICK[name].schema.read(body)), body


@pytest.mark.parametrize("name", QUICK)
def test_every_body_of_the_pack_is_read_alike(name):
    for _, body in [each for each in BODIES if each[0] == name]:
        try:
            hold_equal(name, body)
        except Problem as problem:
            pytest.fail(f"read quickly, but refused: {body} {problem.document('en')}")


@pytest.mark.parametrize("name", QUICK)
def test_most_bodies_of_the_pack_are_plain(name):
    bodies = [body for each, body in BODIES if each == name and isinstance(body, dict)]
    plain = [body for body in bodies if isinstance(body.get("ruleset", ""), str)]
    assert sum(read_quickly(name, body) is not None for body in plain) > len(plain) / 2


def places_in(body, place=()):
    """Every place in a body, as keys and indexes."""
    if place:
        yield place
    inner = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for key, value in inner:
        yield from places_in(value, (*place, key))


@st.composite
def spoilt_bodies(draw):
    """A body of the pack with one or two places changed, removed, or given a neighbour."""
    name, body = draw(st.sampled_from(BODIES))
    body = copy.deepcopy(body)
    for _ in range(draw(st.integers(1, 2))):
        places = sorted(places_in(body), key=str)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        holder = body
        for key in path:
            holder = holder[key]
        odd = copy.deepcopy(draw(st.sampled_from(ODD)))
        change = draw(st.sampled_from(["change", "remove", "add"]))
        if change == "change":
            holder[last] = odd
        elif change == "remove":
            del holder[last]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(["seat", "card", "last", "carried", "nonsense"]))] = odd
        else:
            holder.insert(last, odd)
    return name, body


@given(spoilt_bodies())
def test_what_is_read_quickly_the_schema_loads_alike(spoilt):
    name, body = spoilt
    try:
        hold_equal(name, body)
    except Problem as problem:
        pytest.fail(f"read quickly, but refused: {body} {problem.document('en')}")
