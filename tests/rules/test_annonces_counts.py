"""Every hand there is: what annonces and belotes the 10,518,300 hands of eight hold, counted exactly.

Hands with a carré that counts are few and looked at one by one; without one a hand's points are the sums of its suits,
so that the suits are convolved. The slow test looks at every single hand.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from service.rules.annonces import AnnonceRules, detect
from service.rules.annonces.detection import RUNS, run_down_from
from service.rules.belote import belotes_in
from service.rules.cards import DECK, RANK_SETS, cards_in, set_of
from service.rules.trumps import SANS_ATOUT

COUNTS = json.loads((Path(__file__).resolve().parents[2] / "conformance" / "counts.json").read_text())["hands"]
RULES = AnnonceRules(annonces=True)
CARRE_RANKS = RANK_SETS[2:]


def points_of(trump, hand):
    return sum(holding.points for holding in detect(RULES, trump, hand))


def hands_with_a_carre():
    """Every hand with four of a rank from nine to ace, once."""
    for place, four in enumerate(CARRE_RANKS):
        for rest in combinations(cards_in(DECK & ~four), 4):
            hand = four | set_of(rest)
            if not any(hand & other == other for other in CARRE_RANKS[:place]):
                yield hand


def hands_by_sums(weight):
    """All hands of eight by the sum of a weight of each suit's ranks."""
    sums = Counter({(0, 0): 1})
    for suit in range(4):
        grown = Counter()
        for (cards, total), count in sums.items():
            for ranks in range(256):
                if cards + ranks.bit_count() <= 8:
                    grown[cards + ranks.bit_count(), total + weight(suit, ranks)] += count
        sums = grown
    return Counter({total: count for (cards, total), count in sums.items() if cards == 8})


def longest_run(ranks):
    return max(run_down_from(top, ranks) for top in range(8))


def run_points(suit, ranks):
    return sum(holding.points for holding in RUNS[suit][ranks])


@pytest.mark.parametrize(("trump", "name"), [(1, "suit contract or tout_atout"), (SANS_ATOUT, "sans_atout")])
def test_the_points_of_every_hand(trump, name):
    counted = hands_by_sums(run_points)
    for hand in hands_with_a_carre():
        counted[sum(run_points(suit, hand >> 8 * suit & 0xFF) for suit in range(4))] -= 1
        counted[points_of(trump, hand)] += 1
    assert {str(points): count for points, count in counted.items() if count} == COUNTS["annonce_points"][name]


def test_the_longest_run_of_every_hand():
    at_most = {0: 0}
    for length in range(1, 9):
        shorter = hands_by_sums(lambda suit, ranks, length=length: longest_run(ranks) > length)
        at_most[length] = shorter[0]
    counted = {str(length): at_most[length] - at_most[length - 1] for length in range(1, 9)}
    assert counted == COUNTS["longest_run"]


def test_the_best_sequence_of_every_hand():
    worth = {"none": 0, "tierce": 20, "cinquante": 50, "cent": 100}
    at_most = {
        name: hands_by_sums(
            lambda suit, ranks, points=points: any(holding.points > points for holding in RUNS[suit][ranks])
        )[0]
        for name, points in worth.items()
    }
    totals = [0, *at_most.values()]
    counted = {name: after - before for name, before, after in zip(worth, totals, totals[1:], strict=False)}
    assert counted == COUNTS["best_sequence"]


def test_the_belotes_of_every_hand():
    counted = hands_by_sums(lambda suit, ranks: len(belotes_in(ranks << 8 * suit, suit)))
    assert {str(suits): count for suits, count in counted.items()} == COUNTS["belote"]["by_number_of_suits"]
    assert sum(counted.values()) == COUNTS["of"]


def test_a_carre_that_counts_is_in_few_hands():
    hands = list(hands_with_a_carre())
    assert len(hands) == len(set(hands)) == COUNTS["scoring_carres"]["at_least_one"]
    twice = sum(sum(hand & four == four for four in CARRE_RANKS) == 2 for hand in hands)
    assert twice == COUNTS["scoring_carres"]["exactly_two"]


@pytest.mark.slow
def test_every_single_hand():
    counted = Counter(points_of(1, set_of(hand)) for hand in combinations(range(32), 8))
    assert {str(points): count for points, count in counted.items()} == COUNTS["annonce_points"][
        "suit contract or tout_atout"
    ]
