"""The match as a fold over its deals, article by article (MATCH, SCO-6, BEL-4)."""

import pytest

from service.rules.belote import Belote
from service.rules.match.state import Match, pass_out, play_deal
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import parse_ruleset
from tests.rules.scores import bill, facts

PASSED = None
HEARTS = 1
OF_TEAM_0 = (Belote(0, HEARTS),)
FORGOTTEN = (Belote(0, HEARTS, rebelote=False, noticed="at-count"),)


def deal(agreed, points, **written):
    return agreed, points, written


def played(ruleset, *deals):
    """The match after some deals, each `deal(...)` or PASSED."""
    match = Match()
    for each in deals:
        if each is PASSED:
            match = pass_out(match)
        else:
            agreed, points, written = each
            match, _ = play_deal(parse_ruleset(ruleset), match, facts(ruleset, agreed, points, **written))
    return match


def ended(match):
    return match.over, match.winner, match.decided_at


MADE_100 = deal("0 H", 100)
ALL_TRICKS = deal("0 H", (162, 0), capot=0)
LOST_WITH_BELOTE = deal("0 H", 70, belotes=OF_TEAM_0)
NO_TRICK_BUT_BELOTE = deal("1 H", (0, 162), capot=1, belotes=OF_TEAM_0)


def test_match_1_reaching_the_target_ends_it():
    assert ended(played("ffb-classique(target=101)", MADE_100)) == (False, None, None)
    assert ended(played("ffb-classique(target=100)", MADE_100)) == (True, 0, 0)
    assert ended(played("ffb-classique(target=none)", *[ALL_TRICKS] * 20)) == (False, None, None)


def test_match_2_the_deal_limit_does_not_count_passed_deals():
    rules = "ffb-classique(target=none,deal_limit=2)"
    assert ended(played(rules, MADE_100, PASSED)) == (False, None, None)
    assert ended(played(rules, MADE_100, PASSED, MADE_100)) == (True, 0, 2)


def test_match_3_both_over_on_one_deal():
    deals = (MADE_100, deal("1 H", 62), deal("1 H", 60))
    assert ended(played("ffb-classique(target=200)", *deals)) == (True, 1, 2)
    assert ended(played("ffb-classique(target=200,both_over=draw)", *deals)) == (True, None, 2)


def test_match_4_equal_totals():
    equal = (MADE_100, deal("1 H", 62))
    assert ended(played("ffb-classique(target=150)", *equal)) == (False, None, None)
    assert ended(played("ffb-classique(target=150)", *equal, MADE_100)) == (True, 0, 2)
    assert ended(played("ffb-classique(target=150,equal_totals=draw)", *equal)) == (True, None, 1)
    latest = "ffb-classique(target=150,equal_totals=latest-deal-winner)"
    assert ended(played(latest, *equal)) == (True, 1, 1)
    contred = "pagat-coinche(target=200)"
    assert ended(played(contred, deal("0 H 80", 100), deal("1 H 80", 90))) == (True, 0, 1)
    assert ended(played("ffb-classique(target=none,deal_limit=2,equal_totals=draw)", *equal)) == (True, None, 1)


def test_match_5_a_belote_alone_ends_it_or_waits_for_a_trick():
    deals = (ALL_TRICKS, NO_TRICK_BUT_BELOTE)
    assert ended(played("ffb-classique(target=272)", *deals)) == (True, 0, 1)
    waiting = "ffb-classique(target=272,belote_finish=not-after-capot)"
    assert ended(played(waiting, *deals)) == (False, None, None)
    assert ended(played(waiting, *deals, PASSED)) == (False, None, None)
    assert ended(played(waiting, *deals, deal("0 H", 100))) == (True, 0, 2)


def test_match_5_the_other_team_gets_there_before_the_confirmation_or_with_it():
    waiting = "ffb-classique(target=272,belote_finish=not-after-capot)"
    before = played(waiting, ALL_TRICKS, NO_TRICK_BUT_BELOTE, deal("1 H", (0, 162), capot=1))
    assert ended(before) == (True, 1, 2)
    together = played(waiting, ALL_TRICKS, NO_TRICK_BUT_BELOTE, deal("1 H", 60))
    assert (together.totals, ended(together)) == ((332, 354), (True, 1, 2))


def test_match_5_after_a_loss_too_where_the_ruleset_says_so():
    deals = (ALL_TRICKS, LOST_WITH_BELOTE)
    assert ended(played("ffb-classique(target=272,belote_finish=not-after-capot)", *deals)) == (True, 0, 1)
    waiting = "ffb-classique(target=272,belote_finish=not-after-loss)"
    assert ended(played(waiting, *deals)) == (False, None, None)
    assert ended(played(waiting, *deals, MADE_100)) == (True, 0, 2)
    assert ended(played(waiting, *deals, deal("0 H", 40))) == (True, 1, 2), "a trick confirms, and both are over"


def test_match_6_points_held_over_are_lost_when_the_target_ends_it():
    match = played("ffb-classique(target=180)", deal("1 H", 62), deal("0 H", 81))
    assert (match.totals, match.carried, ended(match)) == ((62, 181), 0, (True, 1, 1))


def test_match_6_the_takers_of_a_last_litige_mark_what_they_put_aside_in_it():
    rules = "ffb-classique(target=none,deal_limit=2,rounding=five-up)"
    match = played(rules, deal("0 H", 81), deal("1 H", 81))
    assert (match.totals, match.carried, ended(match)) == ((80, 160), 0, (True, 1, 1))
    _, last = play_deal(parse_ruleset(rules), played(rules, deal("0 H", 81)), facts(rules, "1 H", 81))
    assert bill(last) == {
        (0, "card-points"): 81,
        (0, "rounding"): -1,
        (1, "litige-carried"): 81,
        (1, "rounding"): -1,
    }
    assert last.carried == 81, "what was held over before is not part of the award"


def test_match_6_a_litige_that_leaves_the_totals_equal_is_not_the_last_deal():
    rules = "ffb-classique(target=none,deal_limit=1)"
    match = played(rules, deal("0 H", 81))
    assert (match.totals, match.carried, match.over) == ((0, 81), 81, False)
    assert ended(played(rules, deal("0 H", 81), MADE_100)) == (True, 0, 1)


def test_match_7_no_deal_follows_the_one_that_decided():
    over = played("ffb-classique(target=100)", MADE_100)
    with pytest.raises(ImpossiblePosition) as refused:
        pass_out(over)
    assert (refused.value.article, refused.value.facts) == ("MATCH-7", {"decided_at": 0})
    with pytest.raises(ImpossiblePosition):
        play_deal(parse_ruleset("ffb-classique"), over, facts("ffb-classique", "0 H", 100))


def test_sco_6_litiges_in_a_row_add_up_and_passed_deals_leave_them():
    match = played("ffb-classique", deal("0 H", 81), PASSED, deal("1 H", 81), deal("0 H", 100))
    assert (match.totals, match.carried) == ((81 + 100 + 162, 81 + 62), 0)


def test_bel_4_the_tolerance_is_once_a_team_and_match():
    match = played("ffb-annonces", deal("0 H", 100, belotes=FORGOTTEN), deal("0 H", 100, belotes=FORGOTTEN))
    assert (match.totals, match.tolerated) == ((220, 124), (True, False))
