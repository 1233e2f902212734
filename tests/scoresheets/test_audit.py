"""The audit over HTTP: it accepts every sheet that is right, and finds every mistake that is planted in one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.ruleset import make_ruleset, presets
from tests.api.contract import faults_of_answer, operations
from tests.scoresheets.entries import PASSED, entries

PATH = "/v1/scoresheets/audit"
AUDIT = next(each for path, method, each in operations() if (path, method) == (PATH, "post"))
HOUSES = {
    **{preset: {"target": "none", "deal_limit": 12} for preset in sorted(presets())},
    "ffb-annonces with every trump": {"target": "none", "deal_limit": 12, "sans_atout": True, "tout_atout": True},
}


def ruleset_of(house):
    return make_ruleset(house.split(" ")[0], HOUSES[house])


def ask(client, ruleset, deals, language="en"):
    response = client.post(PATH, json={"ruleset": ruleset.text, "deals": deals}, headers={"Accept-Language": language})
    assert response.status_code == 200, response.get_json()
    assert faults_of_answer(AUDIT, response.status_code, response.mimetype, response.get_json()) == []
    return response.get_json()


def marked_right(client, ruleset, bodies):
    """The deals as /v1/matches/score marks them, with the running totals."""
    match = client.post("/v1/matches/score", json={"ruleset": ruleset.text, "deals": bodies}).get_json()
    assert "deals" in match, match
    return [
        body | {"marked": deal.get("scores", [0, 0]), "totals": deal["totals"]}
        for body, deal in zip(bodies, match["deals"], strict=True)
    ]


def sheets(ruleset):
    return st.lists(entries(ruleset), min_size=1, max_size=8)


def impossible(trump="H"):
    """Deals that cannot be, and the article that says so."""
    deal = {"contract": {"taker": 0, "trump": trump}}
    twice = [{"team": 0, "suit": "H"}, {"team": 1, "suit": "H"}]
    return {
        "161 in all": (deal | {"points": [100, 61]}, "SCO-1"),
        "the belote of both": (deal | {"points": [100, 62], "belotes": twice}, "BEL-1"),
        "a capot with points on the other side": (deal | {"points": [152, 10], "capot": 0}, "SCO-8"),
    }


@pytest.mark.parametrize("house", HOUSES)
def test_every_right_sheet_is_clean(client, house):
    ruleset = ruleset_of(house)

    @settings(max_examples=15, deadline=None)
    @given(sheets(ruleset))
    def check(bodies):
        deals = marked_right(client, ruleset, bodies)
        found = ask(client, ruleset, deals)
        assert (found["clean"], found["explained"], found["better"]) == (True, len(deals), [])
        assert {(each["verdict"], each["totals"]) for each in found["deals"]} == {("right", None)}
        assert [each["scores"] for each in found["deals"]] == [deal["marked"] for deal in deals]

    check()


@pytest.mark.parametrize("house", HOUSES)
def test_a_wrong_mark_is_found_where_it_stands(client, house):
    ruleset = ruleset_of(house)

    @settings(max_examples=15, deadline=None)
    @given(sheets(ruleset), st.data())
    def check(bodies, data):
        deals = marked_right(client, ruleset, bodies)
        place, team = data.draw(st.integers(0, len(deals) - 1)), data.draw(st.integers(0, 1))
        right = deals[place]["marked"]
        wrong = list(right)
        wrong[team] = data.draw(st.integers(0, 400).filter(lambda points: points != right[team]))
        deals[place] = deals[place] | {"marked": wrong}
        for deal in deals:
            del deal["totals"]
        found = ask(client, ruleset, deals)
        verdicts = ["marked-wrong" if each == place else "right" for each in range(len(deals))]
        assert [each["verdict"] for each in found["deals"]] == verdicts
        assert (found["clean"], found["explained"]) == (False, len(deals) - 1)
        assert found["deals"][place]["scores"] == right

    check()


@pytest.mark.parametrize("house", HOUSES)
def test_a_wrong_sum_is_found_where_it_was_made(client, house):
    ruleset = ruleset_of(house)

    @settings(max_examples=15, deadline=None)
    @given(sheets(ruleset), st.data())
    def check(bodies, data):
        deals = marked_right(client, ruleset, bodies)
        place, team = data.draw(st.integers(0, len(deals) - 1)), data.draw(st.integers(0, 1))
        slip = data.draw(st.sampled_from([10, 90, 100]))
        right = deals[place]["totals"]
        for deal in deals[place:]:  # whoever adds up wrongly goes on from the wrong sum
            totals = list(deal["totals"])
            totals[team] += slip
            deal["totals"] = totals
        found = ask(client, ruleset, deals)
        verdicts = ["totals-wrong" if each == place else "right" for each in range(len(deals))]
        assert [each["verdict"] for each in found["deals"]] == verdicts
        assert (found["clean"], found["explained"]) == (False, len(deals))
        assert found["deals"][place]["totals"] == right

    check()


@pytest.mark.parametrize("mistake", impossible())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_deal_that_cannot_be_is_found_and_disturbs_no_other(client, mistake, language):
    ruleset = make_ruleset("ffb-classique", {"target": "none", "deal_limit": 12})
    planted, article = impossible()[mistake]

    @settings(max_examples=6, deadline=None)
    @given(sheets(ruleset), st.data())
    def check(bodies, data):
        deals = marked_right(client, ruleset, bodies)
        for deal in deals:
            del deal["totals"]
        place = data.draw(st.integers(0, len(deals)))
        deals.insert(place, planted | {"marked": [100, 62]})
        found = ask(client, ruleset, deals, language)
        verdicts = ["impossible" if each == place else "right" for each in range(len(deals))]
        assert [each["verdict"] for each in found["deals"]] == verdicts
        problem = found["deals"][place]["problem"]
        assert problem["article"] == article
        assert problem["errors"][0]["pointer"].split("/")[:3] == ["", "deals", str(place)]
        assert problem["detail"]
        assert (found["deals"][place]["scores"], found["deals"][place]["bill"]) == (None, None)

    check()


CHANGES = {
    "it rounds": ({"rounding": "five-up"}, {"contract": {"taker": 0, "trump": "H"}, "points": [97, 65]}),
    "it puts equal totals down as failed": (
        {"tie_policy": "failed"},
        {"contract": {"taker": 0, "trump": "H"}, "points": [81, 81]},
    ),
    "its capot is worth more": (
        {"capot_points": 250},
        {"contract": {"taker": 1, "trump": "S"}, "points": [0, 162], "capot": 1},
    ),
}


@pytest.mark.parametrize("habit", CHANGES)
def test_the_rulebook_that_a_table_really_plays_is_named(client, habit):
    named = make_ruleset("ffb-classique")
    options, telling = CHANGES[habit]
    options = {name: value for name, value in options.items() if named.options[name] != value}
    assert options, "a habit that the named ruleset has not"
    played = make_ruleset("ffb-classique", options)
    deals = marked_right(client, played, [telling, PASSED, telling])
    found = ask(client, named, deals)
    assert not found["clean"]
    assert {"ruleset": played.text, "explained": 3} in found["better"]
    assert {each["explained"] for each in found["better"]} == {3}
