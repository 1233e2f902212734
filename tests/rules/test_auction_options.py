"""Every option of the auction is read: with another value some conformance case comes out differently."""

from typing import Any

import pytest

from service.rules.options import Option, options_of
from service.rules.reasons import RuleError
from service.rules.ruleset import GROUPS, Ruleset, RulesetError, make_ruleset
from tests.rules.auctions import answer, ruleset_on_wire
from tests.rules.test_auction_cases import CASES

ANSWERED = [case["body"] for case in CASES if case["status"] == 200]
NUMBERS = {"bid_min": [100], "bid_max": [120, "none"]}
OTHERS = [
    pytest.param(option, value, id=f"{option.name}={value}")
    for option in options_of(GROUPS["auction"])
    for value in NUMBERS.get(option.name, option.values)
]


def with_option(ruleset: Ruleset, option: Option, value: Any) -> Ruleset:
    return make_ruleset(ruleset.preset, ruleset.options | {option.name: value})


def fitted(body: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The body under another ruleset, with a card turned up where that one turns one."""
    kept = {name: value for name, value in body.items() if name != "turn_up"}
    turned = {} if ruleset.bids else {"turn_up": body.get("turn_up", "9D")}
    return kept | turned | {"ruleset": ruleset.text}


def changes(body: dict[str, Any], option: Option, value: Any) -> bool:
    ruleset = ruleset_on_wire(body.get("ruleset"))
    if ruleset.options[option.name] == value:
        return False
    try:
        changed = with_option(ruleset, option, value)
        return answer(body) != answer(fitted(body, changed))
    except (RulesetError, RuleError):
        return False  # the ladder or a call of this case does not go with the value


@pytest.mark.parametrize(("option", "value"), OTHERS)
def test_another_value_changes_a_case(option, value):
    assert any(changes(body, option, value) for body in ANSWERED)
