"""Options: what each declares, and that every one of them is read by what answers requests."""

import functools
import json
from pathlib import Path

import pytest

from service.api.operations import OPERATIONS, adjudicate
from service.problems import Problem
from service.rules.options import BOTH, Option, format_value
from service.rules.ruleset import OPTIONS, RulesetError, make_ruleset, parse_ruleset

PACK = Path(__file__).resolve().parents[2] / "conformance"
NUMBERS = {
    "bid_min": [100], "bid_max": [120, "none"], "target": [500, "none"], "deal_limit": [1, "none"]
}  # fmt: skip
"""Values to try of options that have more than can be listed."""

TOGGLES = [
    pytest.param(option, value, id=f"{option.name}={format_value(value)}")
    for option in OPTIONS.values()
    for value in NUMBERS.get(option.name, option.values)
]


def ruleset_of(body):
    said = body.get("ruleset", {})
    return (
        parse_ruleset(said)
        if isinstance(said, str)
        else make_ruleset(said.get("preset", "ffb-annonces"), said.get("options"))
    )


@functools.cache
def cases():
    """Every case of an operation that is answered: the operation, the body, its ruleset and the answer."""
    found = []
    for file in sorted(PACK.glob("*.jsonl")):
        for case in map(json.loads, file.read_text("utf-8").splitlines()):
            name = case["path"].removeprefix("/v1/")
            if case["status"] == 200 and name in OPERATIONS and not name.startswith("rulesets/"):
                found.append((name, case["body"], ruleset_of(case["body"]), answer_to(name, case["body"])))
    return found


def answer_to(name, body):
    """What an operation answers, the ruleset's own text aside."""
    answer = adjudicate(name, body)
    del answer["ruleset"]
    return answer


def fitted(body, ruleset):
    """The body under another ruleset; an auction has a card turned up where that one turns one."""
    kept = {name: value for name, value in body.items() if name != "turn_up" or not ruleset.bids}
    turned = {"turn_up": "9D"} if "calls" in body and "hands" not in body and not ruleset.bids else {}
    return turned | kept | {"ruleset": ruleset.text}


def answer_with(name, body, ruleset, option, value):
    """The answer under another value of an option, or None where the case cannot come up there."""
    try:
        changed = make_ruleset(ruleset.preset, ruleset.options | {option.name: value})
        return answer_to(name, fitted(body, changed))
    except (RulesetError, Problem):
        return None


@pytest.mark.parametrize(("option", "value"), TOGGLES)
def test_another_value_changes_the_answer_to_a_case(option, value):
    assert any(
        changed is not None and changed != answer
        for name, body, ruleset, answer in cases()
        if ruleset.options[option.name] != value
        for changed in [answer_with(name, body, ruleset, option, value)]
    )


@pytest.mark.parametrize(
    "option", [option for option in OPTIONS.values() if option.read_by != BOTH], ids=lambda option: option.name
)
def test_an_option_of_the_other_auction_changes_nothing(option):
    idle = [case for case in cases() if case[2].options["auction"] not in option.read_by]
    for name, body, ruleset, answer in idle[::7]:
        for value in NUMBERS.get(option.name, option.values):
            assert answer_with(name, body, ruleset, option, value) == answer, (body, value)


def test_there_are_the_45_options_of_the_table():
    assert len(OPTIONS) == 45


def test_every_option_says_what_it_is_about():
    for option in OPTIONS.values():
        assert option.description
        assert option.accepts(option.default)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_a_value_is_read_as_it_is_written_and_nothing_else_is(option: Option):
    values = [*option.values, *([option.minimum, option.maximum] if option.kind == "whole" else [])]
    for value in values:
        read = option.parse(format_value(value))
        assert (read, type(read)) == (value, type(value))
    for text in ("", "maybe", "-1", "0", "1_0", "９", "10 ", str(10**30)):
        with pytest.raises(ValueError, match=option.name) as refused:
            option.parse(text)
        assert option.allowed in str(refused.value)
