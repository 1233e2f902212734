"""Rulesets: their texts, digests and faults; presets."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.options import format_value
from service.rules.ruleset import DEFAULT_PRESET, OPTIONS, RulesetError, make_ruleset, parse_ruleset, presets


def some_value(option):
    numbers = [st.integers(option.minimum, option.maximum)] if option.kind == "whole" else []
    return st.one_of(st.sampled_from(option.values) if option.values else st.nothing(), *numbers)


LADDER = ("bid_min", "bid_step", "bid_max")
CHANGES = st.fixed_dictionaries(
    {}, optional={name: some_value(option) for name, option in OPTIONS.items() if name not in LADDER}
)
PRESETS = st.sampled_from(sorted(presets()))


def faults_of(text_or_preset, options=None):
    with pytest.raises(RulesetError) as refused:
        make_ruleset(text_or_preset, options) if options is not None else parse_ruleset(text_or_preset)
    return [(fault.fault, fault.pointer) for fault in refused.value.faults]


@given(PRESETS, CHANGES)
def test_a_ruleset_is_read_as_it_is_written(preset, changes):
    ruleset = make_ruleset(preset, changes)
    assert parse_ruleset(ruleset.text) == ruleset
    assert parse_ruleset(ruleset.text).text == ruleset.text
    assert {name: ruleset.options[name] for name in changes} == changes


@given(PRESETS, CHANGES, st.randoms(use_true_random=False))
def test_the_text_holds_what_differs_from_the_preset_in_the_order_of_the_table(preset, changes, chance):
    ruleset, published = make_ruleset(preset, changes), make_ruleset(preset)
    different = [name for name in OPTIONS if ruleset.options[name] != published.options[name]]
    assert re.findall(r"(\w+)=", ruleset.text) == different
    pairs = [f"{name}={format_value(ruleset.options[name])}" for name in different]
    chance.shuffle(pairs)
    assert parse_ruleset(f"{preset}({', '.join(pairs)})" if pairs else preset).text == ruleset.text


@given(PRESETS, PRESETS, CHANGES)
def test_equal_options_have_equal_digests_under_any_preset(preset, other, changes):
    one = make_ruleset(preset, changes)
    same = make_ruleset(other, one.options)
    assert same.digest == one.digest
    published = make_ruleset(other)
    assert (published.digest == one.digest) == (published.options == one.options)


def test_a_ruleset_left_out_is_belote_with_annonces():
    assert make_ruleset().text == DEFAULT_PRESET == "ffb-annonces"


def test_the_nine_presets_differ_and_say_where_they_come_from():
    assert len(presets()) == 9
    assert len({make_ruleset(preset).digest for preset in presets()}) == 9
    for preset in presets().values():
        assert preset.title
        assert preset.edition
        assert preset.sources
        defaults = {name: OPTIONS[name].default for name in preset.options}
        assert all(preset.options[name] != defaults[name] for name in defaults), "only what differs is written down"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("ffb", [("unknown-preset", ("preset",))]),
        ("", [("unknown-preset", ("preset",))]),
        ("ffb-contree(", [("ruleset-form", ())]),
        ("ffb-contree)", [("ruleset-form", ())]),
        ("ffb-contree()", [("ruleset-form", ())]),
        ("ffb-contree(rounding)", [("ruleset-form", ())]),
        ("ffb-contree(rounding=none,)", [("ruleset-form", ())]),
        ("ffb-contree(rounding=none,rounding=none)", [("option-twice", ())]),
        ("ffb-contree(round=none)", [("unknown-option", ("options", "round"))]),
        ("ffb-contree(rounding=up)", [("bad-option-value", ("options", "rounding"))]),
        ("ffb-contree(target=0)", [("bad-option-value", ("options", "target"))]),
        ("ffb-contree(target=1e3)", [("bad-option-value", ("options", "target"))]),
        ("ffb-contree(annonces=True)", [("bad-option-value", ("options", "annonces"))]),
        (
            "ffb(round=none,rounding=up)",
            [
                ("unknown-preset", ("preset",)),
                ("unknown-option", ("options", "round")),
                ("bad-option-value", ("options", "rounding")),
            ],
        ),
        ("ffb-contree(bid_min=85)", [("bid-limit-off-step", ("options", "bid_min"))]),
        ("ffb-contree(bid_max=165)", [("bid-limit-off-step", ("options", "bid_max"))]),
        ("ffb-contree(bid_min=170)", [("bid-max-below-min", ("options", "bid_max"))]),
    ],
)
def test_everything_that_is_wrong_with_a_text_is_named(text, faults):
    assert faults_of(text) == faults


@pytest.mark.parametrize("value", [1, 0, "true", None, 1.0, [], {}])
def test_a_flag_is_true_or_false_and_nothing_like_it(value):
    assert faults_of("ffb-contree", {"annonces": value}) == [("bad-option-value", ("options", "annonces"))]


@pytest.mark.parametrize("value", [True, 0, 100_001, "1000", 1000.0, None])
def test_a_number_is_a_whole_number_in_its_range(value):
    assert faults_of("ffb-contree", {"target": value}) == [("bad-option-value", ("options", "target"))]


def test_the_ladder_of_a_bidding_game_may_go_in_fives():
    assert make_ruleset("ffb-contree", {"bid_step": 5, "bid_min": 85}).options["bid_min"] == 85
    assert (
        make_ruleset("ffb-contree", {"bid_max": "none", "bid_min": 650}).text == "ffb-contree(bid_min=650,bid_max=none)"
    )
