"""The twin on the fixed cases: it has to know the rules before it may judge the service."""

import json
from pathlib import Path

import pytest

from .compare import differences
from .operations import ORACLE
from .rulesets import canonical_text

CASES = Path(__file__).resolve().parents[2] / "conformance"


def cases_of(op):
    """The answered cases of one operation."""
    cases = []
    for name in sorted(CASES.glob("*.jsonl")):
        for line in name.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["status"] == 200 and case["path"] == f"/v1/{op}":
                cases.append(case)
    return cases


@pytest.mark.parametrize("op", sorted(ORACLE))
def test_the_twin_answers_every_case_of_the_operation(op):
    cases = cases_of(op)
    assert cases, f"no case of {op} in {CASES}"
    wrong = []
    for case in cases:
        found = differences(case["expect"], ORACLE[op](case["body"]))
        if found:
            wrong.append("\n    ".join([f"{case['id']} ({case['why']}) {json.dumps(case['body'])}", *found]))
    assert not wrong, f"{len(wrong)} of {len(cases)} cases\n" + "\n".join(wrong)


def test_the_twin_writes_every_ruleset_as_the_cases_do():
    cases = cases_of("rulesets/resolve")
    assert cases
    texts = {case["id"]: canonical_text(case["body"]["ruleset"]) for case in cases}
    assert texts == {case["id"]: case["expect"]["ruleset"] for case in cases}
