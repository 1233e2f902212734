"""A sheet over HTTP under random changes is always the match of the list that they come to."""

from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from service.rules.ruleset import make_ruleset, presets
from tests.scoresheets.entries import PASSED, entries
from tests.scoresheets.test_scoresheets import Keeper

HOUSES = {
    **{preset: {"target": 600} for preset in sorted(presets())},
    "ffb-annonces with every trump": {"target": 600, "sans_atout": True, "tout_atout": True},
    "ffb-contree of three deals": {"target": "none", "deal_limit": 3, "rebelote_tolerance": "once-per-match"},
}


class SheetMachine(RuleBasedStateMachine):
    """One sheet, beside it the list of deals by their numbers, and the latest request with its answer."""

    def __init__(self, app, house):
        super().__init__()
        self.ruleset = make_ruleset(house.split(" ")[0], HOUSES[house])
        self.client = app.test_client()
        self.keeper = Keeper(self.client, ruleset=self.ruleset.text, first_dealer=2)
        self.deals = []
        self.latest = None
        self.over = False

    def write(self, method, path, body, status=200):
        sent = {"If_Match": f'"{self.keeper.version}"', "Idempotency_Key": f"{self.keeper.version}-{method}"}
        answer = self.keeper.ask(method, path, body, **sent)
        assert answer.status_code == status, answer.get_json()
        if status == 200:
            self.keeper.version += 1
            self.latest = (method, path, body, sent, answer.get_json())
            assert answer.headers["ETag"] == f'"{self.keeper.version}"'
        return answer.get_json()

    def number(self, data):
        return data.draw(st.integers(0, len(self.deals) - 1), "place")

    @rule(data=st.data())
    def enter(self, data):
        body = data.draw(entries(self.ruleset), "deal")
        if self.over:
            assert self.write("POST", "/deals", body, status=409)["reason"] == "match-over"
            return
        self.write("POST", "/deals", body | {"by": "Anne"})
        self.deals.append((self.keeper.version, body))

    @precondition(lambda self: self.deals and not self.over)
    @rule(data=st.data())
    def enter_before(self, data):
        place, body = self.number(data), data.draw(entries(self.ruleset), "deal")
        self.write("POST", "/deals", body | {"before": self.deals[place][0]})
        self.deals.insert(place, (self.keeper.version, body))

    @precondition(lambda self: self.deals)
    @rule(data=st.data())
    def change(self, data):
        place, body = self.number(data), data.draw(entries(self.ruleset), "deal")
        self.write("PUT", f"/deals/{self.deals[place][0]}", body)
        self.deals[place] = (self.deals[place][0], body)

    @precondition(lambda self: self.deals)
    @rule(data=st.data())
    def take_out(self, data):
        number, _ = self.deals.pop(self.number(data))
        self.write("DELETE", f"/deals/{number}", None)
        self.write("PUT", f"/deals/{number}", PASSED, status=404)

    @precondition(lambda self: self.latest)
    @rule()
    def send_again(self):
        method, path, body, sent, answer = self.latest
        again = self.keeper.ask(method, path, body, **sent)
        assert (again.status_code, again.get_json()) == (200, answer)

    @precondition(lambda self: self.latest)
    @rule(behind=st.integers(1, 3))
    def come_late(self, behind):
        late = self.keeper.ask("POST", "/deals", PASSED, If_Match=f'"{self.keeper.version - behind}"')
        assert (late.status_code, late.get_json()["version"]) == (412, self.keeper.version)

    @invariant()
    def is_the_match_of_its_deals(self):
        sheet = self.keeper.sheet()
        self.over = sheet["match"]["over"]
        assert sheet["version"] == self.keeper.version
        assert [row["number"] for row in sheet["deals"]] == [number for number, _ in self.deals]
        rows = [row for row in sheet["deals"] if row["counted"]]
        assert rows == sheet["deals"][: len(rows)]
        body = {"ruleset": self.ruleset.text, "deals": [entry for _, entry in self.deals[: len(rows)]]}
        match = self.client.post("/v1/matches/score", json=body).get_json()
        assert sheet["match"] == {name: match[name] for name in sheet["match"]}
        assert self.keeper.ask("GET", "/record").get_json()["match"]["deals"] == [row["deal"] for row in rows]
        for place, deal in enumerate(match["deals"]):
            # A litige that ends the match is on its bill, and nothing is held over any more.
            held = match["carried"] if place == len(rows) - 1 else deal["carried"]
            assert (rows[place]["totals"], rows[place]["carried"]) == (deal["totals"], held)
            if deal["outcome"] == "all-pass":
                assert rows[place]["bill"] is None
                continue
            bill = rows[place]["bill"]
            assert {name: bill[name] for name in ("outcome", "scores", "lines")} == {
                name: deal[name] for name in ("outcome", "scores", "lines")
            }
            if self.stands_alone(rows, place):
                carried = rows[place - 1]["carried"] if place else 0
                alone = {"ruleset": self.ruleset.text, "carried": carried} | self.deals[place][1]
                scored = self.client.post("/v1/deals/score", json=alone).get_json()
                assert bill == {name: scored[name] for name in bill}
        assert self.over or len(rows) == len(self.deals)
        self.compare_dealers(sheet)

    def stands_alone(self, rows, place):
        """Whether a bill follows from the deal and what it carries: no tolerance used up before it (BEL-4), no end of
        the match by a number of deals, at which the last litige is marked (MATCH-6)."""
        said = [belote for row in rows[:place] for belote in row["deal"].get("belotes", ())]
        return all(belote["rebelote"] for belote in said) and not (
            self.over and place == len(rows) - 1 and self.ruleset.options["deal_limit"] != "none"
        )

    def compare_dealers(self, sheet):
        dealer = 2
        for row in sheet["deals"]:
            assert row["dealer"] == dealer
            same = row["deal"] == PASSED and self.ruleset.options["all_pass"] == "same-dealer"
            dealer = dealer if same else (dealer + 1) % 4
        assert sheet["next_dealer"] == dealer


def run(app, house, examples, steps):
    run_state_machine_as_test(
        partial(SheetMachine, app, house),
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None),
    )


@pytest.mark.parametrize("house", HOUSES)
def test_a_sheet_is_the_match_of_its_deals_after_every_change(app, house):
    run(app, house, examples=6, steps=12)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_sheet_is_the_match_of_its_deals_after_many_changes(app, house):
    run(app, house, examples=60, steps=40)
