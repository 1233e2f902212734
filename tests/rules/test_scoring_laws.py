"""Laws of the score, over random deals under every preset."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.belote import Belote
from service.rules.cards import set_of
from service.rules.contract import Contract
from service.rules.play import legal_cards, winner_of
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import make_ruleset, presets
from service.rules.scoring.bill import sums_of
from service.rules.scoring.count import count_points, count_tricks, holder_of_belote
from service.rules.scoring.deal import score_deal
from service.rules.scoring.written import WrittenDeal, facts_of
from service.rules.trumps import total_points

ANNONCES = st.sampled_from([0, 20, 50, 100, 200])
PRESETS = sorted(presets())


@st.composite
def rulesets(draw):
    return make_ruleset(draw(st.sampled_from(PRESETS)), {"sans_atout": True, "tout_atout": True})


@st.composite
def contracts(draw, ruleset, trump):
    taker = draw(st.integers(0, 3))
    if not ruleset.bids:
        return Contract(taker, trump)
    level = draw(st.one_of(st.sampled_from(range(80, 170, 10)), st.just("capot")))
    contrable = level != "capot" or ruleset.auction.contre_capot
    return Contract(taker, trump, level, draw(st.sampled_from([1, 2, 4])) if contrable else 1)


@st.composite
def written_deals(draw):
    """A ruleset and a deal as a table could write it down."""
    ruleset = draw(rulesets())
    trump = draw(st.integers(0, 5))
    total = total_points(trump, ruleset.cards.ta_values)
    first = draw(st.integers(0, total))
    capot = draw(st.sampled_from([None, 0, 1]))
    if capot is not None:
        first = total if capot == 0 else 0
    belotes = () if trump == 4 else draw(st.sampled_from([(), (Belote(0, trump % 5),), (Belote(1, trump % 5),)]))
    return ruleset, WrittenDeal(
        draw(contracts(ruleset, trump)),
        (first, total - first),
        capot=capot,
        annonces=(draw(ANNONCES), draw(ANNONCES)),
        belotes=belotes,
        carried=draw(st.sampled_from([0, 81, 182])),
    )


def swapped(deal):
    """The same deal seen from the other side of the table."""
    contract = deal.contract
    return deal._replace(
        contract=Contract(contract.taker ^ 1, contract.trump, contract.level, contract.contre),
        points=deal.points[::-1],
        capot=None if deal.capot is None else 1 - deal.capot,
        annonces=deal.annonces[::-1],
        belotes=tuple(belote._replace(team=1 - belote.team) for belote in deal.belotes),
    )


@given(written_deals())
def test_a_score_is_the_sum_of_its_lines_and_no_line_is_nought(case):
    ruleset, deal = case
    scored = score_deal(ruleset, facts_of(ruleset, deal))
    assert scored.scores == sums_of(scored.lines)
    assert all(line.points for line in scored.lines)
    assert len({(line.team, line.reason) for line in scored.lines}) == len(scored.lines)
    assert min(*scored.scores, scored.carried) >= 0


@given(written_deals())
def test_swapping_the_teams_swaps_the_scores(case):
    ruleset, deal = case
    one, other = (score_deal(ruleset, facts_of(ruleset, each)) for each in (deal, swapped(deal)))
    assert (one.outcome, one.scores, one.totals, one.carried) == (
        other.outcome,
        other.scores[::-1],
        other.totals[::-1],
        other.carried,
    )


@given(written_deals())
def test_without_capot_belote_and_annonces_a_made_deal_comes_to_162_and_the_bid(case):
    ruleset, deal = case
    if ruleset.scoring.rounding != "none":
        return
    plain = deal._replace(annonces=(0, 0), belotes=(), carried=0)
    scored = score_deal(ruleset, facts_of(ruleset, plain))
    if scored.outcome == "made" and deal.capot is None:
        assert sum(scored.scores) == 162


@given(written_deals())
def test_points_held_over_are_never_lost_before_the_end(case):
    ruleset, deal = case
    with_them, without = (score_deal(ruleset, facts_of(ruleset, deal._replace(carried=carried))) for carried in (80, 0))
    kept = sum(with_them.scores) + with_them.carried - sum(without.scores) - without.carried
    assert kept == (0 if ruleset.bids else 80)


@st.composite
def played_tricks(draw):
    """A ruleset, a trump and eight tricks played by legal cards."""
    ruleset = draw(rulesets())
    trump = draw(st.integers(0, 5))
    deck = draw(st.permutations(range(32)))
    hands = [set_of(deck[8 * seat : 8 * seat + 8]) for seat in range(4)]
    leader = draw(st.integers(0, 3))
    choose = draw(st.randoms(use_true_random=False))
    tricks = []
    for _ in range(8):
        cards = []
        for place in range(4):
            seat = (leader + place) % 4
            legal = legal_cards(ruleset.play, trump, cards, hands[seat]).legal
            card = choose.choice([card for card in range(32) if legal >> card & 1])
            hands[seat] &= ~(1 << card)
            cards.append(card)
        tricks.append((leader, cards))
        leader = (leader + winner_of(trump, cards)) % 4
    return ruleset, trump, tricks


@given(played_tricks())
def test_scoring_the_tricks_equals_scoring_their_points(case):
    ruleset, trump, tricks = case
    won = count_tricks(ruleset, trump, tricks)
    assert sum(won.points) == total_points(trump, ruleset.cards.ta_values)
    assert count_points(ruleset, trump, won.points, won.capot)[:2] == won[:2]
    contract = Contract(1, trump, 80 if ruleset.bids else None)
    by_tricks, by_points = (
        score_deal(ruleset, facts_of(ruleset, deal))
        for deal in (WrittenDeal(contract, tricks=tricks), WrittenDeal(contract, won.points, capot=won.capot))
    )
    assert by_tricks.scores == by_points.scores


@given(played_tricks(), st.integers(0, 7))
def test_tricks_that_cannot_be_are_refused(case, place):
    ruleset, trump, tricks = case
    leader, cards = tricks[place]

    def refused(changed):
        with pytest.raises(ImpossiblePosition) as error:
            count_tricks(ruleset, trump, changed)
        return error.value.article

    def with_trick(trick):
        return [*tricks[:place], trick, *tricks[place + 1 :]]

    assert refused(tricks[:7]) == "TRICK-1"
    assert refused(with_trick((leader, cards[:3]))) == "TRICK-1"
    assert refused(with_trick((leader, [*cards[:3], cards[0]]))) == "CARD-1"
    if place:
        assert refused(with_trick(((leader + 1) % 4, cards))) == "TRICK-2"
    other = 1 - won_by if (won_by := count_tricks(ruleset, trump, tricks).capot) is not None else 0
    with pytest.raises(ImpossiblePosition) as error:
        count_tricks(ruleset, trump, tricks, capot=other)
    assert error.value.article == "SCO-8"


@given(played_tricks())
def test_bel_1_a_belote_is_credited_to_the_team_whose_hand_held_both_cards(case):
    ruleset, trump, tricks = case
    contract = Contract(0, trump, 80 if ruleset.bids else None)
    suits = range(4) if trump == 5 else [trump] if trump < 4 else []
    for suit in suits:
        holder = holder_of_belote(tricks, suit)
        for team in range(2):
            deal = WrittenDeal(contract, tricks=tricks, belotes=(Belote(team, suit),))
            if holder is not None and holder % 2 == team:
                facts_of(ruleset, deal)
            else:
                with pytest.raises(ImpossiblePosition) as error:
                    facts_of(ruleset, deal)
                assert error.value.fault == "belote-not-held"
