"""Keeping a sheet: entering, changing and taking out deals; the ranking of an evening."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from service.rules.reasons import ImpossiblePosition, PointsDoNotAddUp
from service.rules.ruleset import make_ruleset, parse_ruleset, presets
from service.rules.scoresheet import changes
from service.rules.scoresheet.changes import Change, Sheet, UnknownDeal
from service.rules.scoresheet.ranking import Standing, ranking
from service.rules.scoresheet.sheet import play_on, score_sheet
from service.rules.scoring.written import WrittenDeal
from tests.rules.scores import contract


def deal(agreed, points):
    return WrittenDeal(contract(agreed), (points, None))


def opened(ruleset="ffb-classique", teams=("Nord", "Sud")):
    return Sheet(ruleset=parse_ruleset(ruleset), first_dealer=0, teams=teams, players=("", "", "", ""))


def entered(sheet, *deals):
    for each in deals:
        sheet = sheet.with_change(Change("add", sheet.version + 1, each))
    return sheet


def totals(sheet):
    return sheet.scored.match.totals


def test_a_correction_scores_everything_after_it_again():
    sheet = entered(opened(), deal("0 H", 81), deal("1 H", 62))
    assert totals(sheet) == (62, 81 + 100 + 81)
    corrected = sheet.with_change(Change("change", 2, deal("0 H", 82)))
    assert totals(corrected) == (82 + 62, 80 + 100)
    assert list(corrected.deals) == [2, 3]
    assert totals(corrected.at_version(3)) == totals(sheet)


def test_a_deal_is_taken_out_or_entered_where_it_was_forgotten():
    sheet = entered(opened(), deal("0 H", 100), deal("1 H", 60))
    assert totals(sheet.with_change(Change("remove", 2))) == (60, 102)
    between = sheet.with_change(Change("add", 4, None, before=3))
    assert list(between.deals) == [2, 4, 3]
    assert [entry.dealer for entry in between.scored.entries] == [0, 1, 2]


def test_what_cannot_be_is_refused_at_its_field_and_changes_nothing():
    sheet = entered(opened(), deal("0 H", 100))
    with pytest.raises(PointsDoNotAddUp) as refused:
        sheet.with_change(Change("change", 2, deal("0 H", 170)))
    assert refused.value.pointer == ("points",)
    for change in (Change("change", 9), Change("remove", 9), Change("add", 3, before=9)):
        with pytest.raises(UnknownDeal):
            sheet.with_change(change)


@pytest.mark.parametrize(
    ("change", "scored"),
    [
        (Change("add", 102, deal("0 H", 100)), 1),
        (Change("add", 102, deal("0 H", 100), before=101), 2),
        (Change("change", 2, deal("0 H", 100)), 100),
        (Change("remove", 101), 0),
    ],
)
def test_a_change_scores_the_deals_from_its_own_on_and_no_others(monkeypatch, change, scored):
    """Otherwise the history of a long sheet would take a time that grows with the square of its length."""
    calls = []
    monkeypatch.setattr(changes, "play_on", lambda *facts: calls.append(facts) or play_on(*facts))
    sheet = entered(opened("ffb-classique(target=none)"), *[deal("0 H", 100)] * 100)
    assert len(list(sheet.steps())) == len(calls) == 100
    calls.clear()
    assert len(list(sheet.with_change(change).steps())) == 101
    assert len(calls) == 100 + scored


def test_no_deal_is_entered_after_the_end():
    sheet = entered(opened("ffb-classique(target=100)"), deal("0 H", 100))
    with pytest.raises(ImpossiblePosition) as refused:
        entered(sheet, deal("0 H", 100))
    assert refused.value.article == "MATCH-7"


class SheetMachine(RuleBasedStateMachine):
    """A sheet under random changes is always the match of the list that they come to."""

    @initialize(preset=st.sampled_from(sorted(presets())))
    def open(self, preset):
        self.ruleset = make_ruleset(preset, {"target": 400})
        self.sheet = Sheet(ruleset=self.ruleset, first_dealer=2, teams=("a", "b"), players=("", "", "", ""))
        self.model = []

    def some_deal(self, data):
        if data.draw(st.booleans()):
            return None
        agreed = f"{data.draw(st.integers(0, 3))} {data.draw(st.sampled_from('SHDC'))}"
        return deal(agreed + (" 90" if self.ruleset.bids else ""), data.draw(st.integers(0, 162)))

    @precondition(lambda self: not self.sheet.scored.match.over)
    @rule(data=st.data())
    def add(self, data):
        place = data.draw(st.integers(0, len(self.model)))
        before = self.model[place][0] if place < len(self.model) else None
        number, entry = self.sheet.version + 1, self.some_deal(data)
        self.sheet = self.sheet.with_change(Change("add", number, entry, before))
        self.model.insert(place, (number, entry))

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def change(self, data):
        place = data.draw(st.integers(0, len(self.model) - 1))
        entry = self.some_deal(data)
        self.sheet = self.sheet.with_change(Change("change", self.model[place][0], entry))
        self.model[place] = (self.model[place][0], entry)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def remove(self, data):
        place = data.draw(st.integers(0, len(self.model) - 1))
        self.sheet = self.sheet.with_change(Change("remove", self.model.pop(place)[0]))

    @invariant()
    def is_the_match_of_its_deals(self):
        assert list(self.sheet.deals.items()) == self.model
        for step, version in zip(self.sheet.steps(), range(2, self.sheet.version + 1), strict=True):
            before, after = self.sheet.at_version(version - 1), self.sheet.at_version(version)
            assert (step.version, step.change) == (version, self.sheet.changes[version - 2])
            assert step.before == before.deals.get(step.change.number)
            assert step.after == after.deals.get(step.change.number)
            assert step.match == after.scored.match
        assert self.sheet.scored == score_sheet(self.ruleset, 2, [entry for _, entry in self.model])


TestSheetMachine = SheetMachine.TestCase
TestSheetMachine.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)


def test_the_ranking_sums_tables_and_shares_ranks():
    one = entered(opened(teams=("Ours", "Loups")), deal("0 H", 100), deal("0 H", 90))
    two = entered(opened(teams=("Cerfs", "Loups")), deal("0 H", 100), deal("0 H", 90))
    three = opened(teams=("Ours", "Aigles"))
    found = ranking([(sheet.teams, sheet.scored) for sheet in (one, two, three)])
    assert found == (
        Standing(1, "Loups", 268, 0, 4),
        Standing(2, "Cerfs", 190, 2, 2),
        Standing(2, "Ours", 190, 2, 2),
        Standing(4, "Aigles", 0, 0, 0),
    )
