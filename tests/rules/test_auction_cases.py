"""The conformance cases of /v1/auctions/state, asked of the core."""

import json
from pathlib import Path

import pytest

from conformance.run import differences
from tests.rules.auctions import answer

FILE = Path(__file__).parents[2] / "conformance" / "auctions.jsonl"
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["status"] == 200])
def test_the_core_answers_as_the_case_says(case):
    assert differences(case["expect"], answer(case["body"])) == []
