"""Score sheets: every entry scored in order, corrections, and the audit of a sheet written by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.match.state import Match, pass_out, play_deal
from service.rules.reasons import RuleError
from service.rules.ruleset import make_ruleset, parse_ruleset, presets
from service.rules.scoresheet.audit import MarkedDeal, audit, candidates_for
from service.rules.scoresheet.sheet import score_sheet
from service.rules.scoring.written import WrittenDeal, facts_of
from tests.rules.scores import contract

PRESETS = sorted(presets())


def deal(agreed, points, **written):
    return WrittenDeal(contract(agreed), (points, None), **written)


@st.composite
def entries_of(draw, ruleset):
    """Some deals as a table could write them down."""
    bids = ruleset.bids
    entry = st.one_of(
        st.none(),
        st.builds(
            lambda taker, suit, level, points: deal(f"{taker} {suit}" + (f" {level}" if bids else ""), points),
            st.integers(0, 3),
            st.sampled_from("SHDC"),
            st.sampled_from(range(80, 170, 10)),
            st.one_of(st.integers(0, 162), st.just(81)),
        ),
    )
    return draw(st.lists(entry, max_size=14))


@st.composite
def sheets(draw):
    ruleset = make_ruleset(draw(st.sampled_from(PRESETS)), {"target": draw(st.sampled_from([300, 1000, "none"]))})
    return ruleset, draw(st.integers(0, 3)), draw(entries_of(ruleset))


@given(sheets())
def test_a_sheet_is_the_match_of_its_deals_up_to_the_end(case):
    ruleset, first_dealer, entries = case
    sheet = score_sheet(ruleset, first_dealer, entries)
    match, dealer = Match(), first_dealer
    for entry, scored in zip(entries, sheet.entries, strict=True):
        assert (scored.dealer, scored.counted) == (dealer, not match.over)
        if not match.over:
            match, bill = (
                (pass_out(match), None) if entry is None else play_deal(ruleset, match, facts_of(ruleset, entry))
            )
            assert scored.score == bill
        assert (scored.totals, scored.carried) == (match.totals, match.carried)
        dealer = (dealer + 1) % 4
    assert (sheet.match, sheet.next_dealer) == (match, dealer)


def test_the_same_dealer_deals_again_where_the_ruleset_says_so():
    sheet = score_sheet(parse_ruleset("ffb-classique(all_pass=same-dealer)"), 2, [None, None, deal("0 H", 100)])
    assert [entry.dealer for entry in sheet.entries] == [2, 2, 2]
    assert sheet.next_dealer == 3


def test_a_correction_that_ends_the_match_earlier_keeps_the_deals_after_it():
    rules = parse_ruleset("ffb-classique(target=200)")
    entries = [deal("0 H", 100), deal("0 H", 100), deal("1 H", 60)]
    sheet = score_sheet(rules, 0, entries)
    assert [entry.counted for entry in sheet.entries] == [True, True, False]
    assert (sheet.match.over, sheet.match.totals) == (True, (200, 124))
    assert score_sheet(rules, 0, entries[1:]).entries[-1].counted


def test_a_deal_that_cannot_be_is_named():
    with pytest.raises(RuleError) as refused:
        score_sheet(parse_ruleset("ffb-classique"), 0, [deal("0 H", 100), deal("0 H", 170)])
    assert refused.value.pointer == ("deals", 1, "points")


def marked(ruleset, entries):
    """The sheet as a table that plays a ruleset marks it, running totals included."""
    return [
        MarkedDeal(entry, (0, 0) if scored.score is None else scored.score.scores, scored.totals)
        for entry, scored in zip(entries, score_sheet(ruleset, 0, entries).entries, strict=True)
        if scored.counted
    ]


@settings(deadline=None)
@given(sheets())
def test_the_audit_accepts_every_right_sheet(case):
    ruleset, _, entries = case
    found = audit(ruleset, marked(ruleset, entries))
    assert all(finding.clean for finding in found.findings)
    assert found.explained == len(found.findings)
    assert found.better == ()


@settings(deadline=None, max_examples=40)
@given(sheets(), st.data())
def test_the_audit_finds_a_planted_mistake(case, data):
    ruleset, _, entries = case
    sheet = marked(ruleset, entries)
    if not sheet:
        return
    place = data.draw(st.integers(0, len(sheet) - 1))
    wrong = sheet[place]
    sheet[place] = wrong._replace(marked=(wrong.marked[0] + 10, wrong.marked[1]))
    finding = audit(ruleset, sheet).findings[place]
    assert (finding.marked_right, finding.right) == (False, wrong.marked)
    assert finding.right_totals == (wrong.totals[0] + 10, wrong.totals[1])
    assert not finding.clean


def test_the_audit_names_what_cannot_be_and_goes_on():
    rules = parse_ruleset("ffb-classique")
    found = audit(rules, [MarkedDeal(deal("0 H", 170), (170, 0)), MarkedDeal(deal("0 H", 100), (100, 62))])
    assert found.findings[0].fault.fault == "points-do-not-add-up"
    assert found.findings[1].clean


def test_the_audit_recognises_the_rulebook_of_the_table():
    entries = [deal("0 H", 81), deal("1 H", 85), deal("0 H", 40)]
    sheet = marked(parse_ruleset("belote-501"), entries)
    found = audit(parse_ruleset("pagat"), sheet)
    assert found.explained < 3
    assert next(each.ruleset.text for each in found.better if each.explained == 3) == "belote-501"


def test_the_audit_recognises_a_single_option_of_the_house():
    entries = [deal("0 H", 97), deal("1 H", 58), deal("2 H", 111)]
    sheet = marked(parse_ruleset("ffb-classique(rounding=five-up)"), entries)
    best = audit(parse_ruleset("ffb-classique"), sheet).better[0]
    assert (best.ruleset.text, best.explained) == ("ffb-classique(rounding=five-up)", 3)


def test_candidates_keep_what_the_house_changed_already():
    texts = {each.text for each in candidates_for(parse_ruleset("ffb-contree(undertrump_opponent=must,bid_step=5)"))}
    assert "ffb-contree(bid_step=5,undertrump_opponent=must,rounding=none)" in texts
    assert "ffb-contree(undertrump_opponent=must)" in texts
    assert "pagat" in texts


def test_a_candidate_that_cannot_be_is_left_out():
    rules = parse_ruleset("ffb-contree(bid_min=85,bid_step=5)")
    assert all("bid_step=10" not in each.text for each in candidates_for(rules))
    assert len(list(candidates_for(rules))) > 20
