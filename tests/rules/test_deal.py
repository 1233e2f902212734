"""The deal: the published shuffle, the draw for the first dealer, packets, completion, hands that can be dealt."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.auction.options import AuctionRules
from service.rules.cards import CARD_NAMES, parse_card, set_of
from service.rules.deal import (
    Completion,
    check_deck,
    check_hands,
    completion,
    deal,
    draw_first_dealer,
    next_dealer,
    shuffled_deck,
)
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.replay import replay
from service.rules.ruleset import make_ruleset
from service.rules.seats import SEATS
from tests.rules.auctions import opened

PAGE = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text("utf-8")
TURN_UP, BID = make_ruleset("ffb-classique"), make_ruleset("ffb-contree")
DECK = tuple(range(32))
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


# A second writing of the recipe, from the page alone: the bytes as one long text, numbers taken from it by position.


class Recipe:
    cards = tuple(rank + suit for suit in "SHDC" for rank in ["7", "8", "9", "T", "J", "Q", "K", "A"])

    def __init__(self, label: str, seed: str) -> None:
        self.blocks = b"".join(sha256(f"{label}:{seed}:{counter}".encode()).digest() for counter in range(60))
        self.used = 0

    def number_below(self, n: int) -> int:
        while True:
            b = self.blocks[self.used]
            self.used += 1
            if b < 256 - (256 % n):
                return b % n

    def deck(self) -> list[str]:
        cards = list(self.cards)
        i = 31
        while i >= 1:
            j = self.number_below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
        return cards

    def draws(self) -> list[list[str]]:
        drawn = [self.deck()[:2]]
        while drawn[-1][0][0] == drawn[-1][1][0]:
            drawn.append(self.deck()[:2])
        return drawn


def named(cards):
    return [CARD_NAMES[card] for card in cards]


@given(SEEDS)
def test_deal_3_the_deck_is_that_of_the_published_recipe(seed):
    assert named(shuffled_deck(seed)) == Recipe("belote-shuffle-v1", seed).deck()


@given(SEEDS)
def test_deal_2_the_draw_is_that_of_the_published_recipe(seed):
    drawn = draw_first_dealer(seed)
    expected = Recipe("belote-draw-v1", seed).draws()
    assert [named(draw) for draw in drawn.draws] == expected
    seat_0, seat_1 = ("789TJQKA".index(card[0]) for card in expected[-1])
    assert drawn.dealer == (0 if seat_0 < seat_1 else 1)


def rows_of_page(heading: str, columns: int) -> list[list[str]]:
    """The rows of the first table with so many columns after a heading of the page."""
    body = PAGE[PAGE.index(heading) :]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in body.splitlines()
        if line.startswith(("| `", "|  "))
    ]
    return [[row[0].strip("`"), *row[1:]] for row in rows if len(row) == columns and row[0].startswith("`")]


def test_deal_3_the_page_and_the_engine_agree_on_its_decks():
    rows = rows_of_page("### Decks to check", 2)
    assert len(rows) == 5
    assert [" ".join(named(shuffled_deck(seed))) for seed, _ in rows] == [deck for _, deck in rows]


def test_deal_2_the_page_and_the_engine_agree_on_its_draws():
    rows = rows_of_page("## The draw for the first dealer", 3)
    assert len(rows) == 3
    for seed, draws, dealer in rows:
        drawn = draw_first_dealer(seed)
        assert ", then ".join(" ".join(named(draw)) for draw in drawn.draws) == draws
        assert str(drawn.dealer) == dealer


@pytest.mark.parametrize("label", ["before the take", "seat 2 took", "no card turned up"])
def test_deal_4_deal_5_the_page_and_the_engine_agree_on_its_hands(label):
    row = re.search(rf"^\| {label} \|(.*)\|$", PAGE, re.MULTILINE)
    assert row is not None
    cells = [cell.strip() for cell in row[1].split("|")]
    dealt = deal(BID if label[0] == "n" else TURN_UP, shuffled_deck("rebelote"), 3, 2 if label[0] == "s" else None)
    turned = [] if dealt.turn_up is None else [CARD_NAMES[dealt.turn_up]]
    assert [*(" ".join(named(hand)) for hand in dealt.hands), *turned] == [cell for cell in cells if cell]


def test_a_seed_that_utf_8_cannot_write_is_no_seed():
    for use in (shuffled_deck, draw_first_dealer):
        with pytest.raises(RuleError) as caught:
            use("\ud800")
        assert (caught.value.fault, caught.value.pointer) == ("seed-not-text", ("seed",))


def chi_square(observed: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in observed) / expected


CRITICAL = {1: 10.828, 23: 49.728, 961: 1102.196}
"""What a chi-square exceeds with probability 0.001, by degrees of freedom."""


def test_f05_every_order_is_equally_likely_and_every_card_lies_anywhere():
    """240,000 shuffles: the orders of four cards among the deck, and the places of all 32."""
    shuffles = 240_000
    orders: dict[bytes, int] = {}
    places = [[0] * 32 for _ in range(32)]
    others = bytes(card for card in range(32) if card not in (7, 15, 23, 31))
    for number in range(shuffles):
        deck = bytes(shuffled_deck(str(number)))
        aces = deck.translate(None, others)
        orders[aces] = orders.get(aces, 0) + 1
        if number % 4 == 0:
            for place, card in zip(places, deck, strict=True):
                place[card] += 1
    assert len(orders) == 24
    assert chi_square(list(orders.values()), shuffles / 24) < CRITICAL[23]
    every = [count for place in places for count in place]
    assert chi_square(every, shuffles / 4 / 32) < CRITICAL[31 * 31]


def test_deal_2_the_draw_is_fair():
    dealers = [draw_first_dealer(str(number)).dealer for number in range(4000)]
    assert chi_square([dealers.count(0), dealers.count(1)], 2000) < CRITICAL[1]
    assert set(dealers) == {0, 1}


@given(st.permutations(DECK), st.sampled_from(SEATS), st.sampled_from(SEATS))
def test_deal_4_a_deal_with_a_turned_card(deck, dealer, taker):
    first = (dealer + 1) % 4
    before, whole = deal(TURN_UP, deck, dealer), deal(TURN_UP, deck, dealer, taker)
    assert before.turn_up == whole.turn_up == deck[20]
    assert list(before.hands[first]) == [*deck[0:3], *deck[12:14]]
    assert list(before.hands[dealer]) == [*deck[9:12], *deck[18:20]]
    assert [len(hand) for hand in before.hands] == [5] * 4
    rest = iter(deck[21:])
    for seat in ((first + step) % 4 for step in range(4)):
        more = ([deck[20]] if seat == taker else []) + [next(rest) for _ in range(2 if seat == taker else 3)]
        assert list(whole.hands[seat]) == [*before.hands[seat], *more]
    check_hands(TURN_UP, whole.hands, whole.turn_up, taker)


@given(st.permutations(DECK), st.sampled_from(SEATS), st.sampled_from((None, *SEATS)))
def test_deal_5_a_deal_without_a_turned_card(deck, dealer, taker):
    dealt = deal(BID, deck, dealer, taker)
    assert dealt.turn_up is None
    for step in range(4):
        expected = [
            *deck[3 * step : 3 * step + 3],
            *deck[12 + 2 * step : 14 + 2 * step],
            *deck[20 + 3 * step : 23 + 3 * step],
        ]
        assert list(dealt.hands[(dealer + 1 + step) % 4]) == expected
    check_hands(BID, dealt.hands)


@pytest.mark.parametrize("taker", SEATS)
def test_deal_4_the_taker_has_the_turned_card_and_two_more(taker):
    done = completion(taker)
    assert isinstance(done, Completion)
    assert done.turn_up_to == taker
    assert [2 if seat == taker else 3 for seat in SEATS] == list(done.cards)
    assert sum(done.cards) + 1 + 20 == 32


@pytest.mark.parametrize(
    ("policy", "passed_out", "dealer"),
    [
        ("next-dealer", False, 0),
        ("next-dealer", True, 0),
        ("same-dealer", False, 0),
        ("same-dealer", True, 3),
        ("dealer-takes", True, 0),
    ],
)
def test_deal_2_auc_6_who_deals_next(policy, passed_out, dealer):
    assert next_dealer(AuctionRules(all_pass=policy), 3, passed_out=passed_out) == dealer


def test_f01_the_deal_moves_on_by_one_seat_and_the_next_seat_speaks_and_leads():
    """Deal 1 was dealt by seat 3; deal 2 is dealt by seat 0, and seat 1 speaks and leads first."""
    for ruleset in (TURN_UP, BID):
        dealer = next_dealer(ruleset.auction, 3)
        dealt = deal(ruleset, DECK, dealer, taker=0)
        play = replay(ruleset, 0, dealer, [set_of(hand) for hand in dealt.hands], ()).play
        assert (dealer, opened(ruleset, dealer=dealer).to_speak, play.to_play) == (0, 1, 1)


def impossible(pointer, article, call, *arguments):
    with pytest.raises(ImpossiblePosition) as caught:
        call(*arguments)
    assert (caught.value.pointer, caught.value.article) == (pointer, article)
    return caught.value.fault


def test_card_1_a_deck_is_the_32_cards():
    check_deck(DECK[::-1])
    assert impossible(("deck",), "CARD-1", check_deck, DECK[:31]) == "deck-not-whole"
    assert impossible(("deck",), "CARD-1", deal, BID, (*DECK, 0), 0) == "deck-not-whole"
    assert impossible(("deck", 31), "CARD-1", check_deck, (*DECK[:31], 4)) == "card-twice"


def test_hands_are_eight_cards_each_once_and_the_taker_has_the_turned_card():
    hands = [list(DECK[8 * seat : 8 * seat + 8]) for seat in SEATS]
    turned = parse_card("7H")
    check_hands(TURN_UP, hands, turned, 1)
    check_hands(TURN_UP, hands, turned)
    check_hands(TURN_UP, hands, taker=0)
    assert impossible(("turn_up",), "DEAL-4", check_hands, TURN_UP, hands, turned, 0) == "turn-up-not-with-taker"
    twice = [*hands[:2], [*hands[2][:7], hands[0][3]], hands[3]]
    assert impossible(("hands", 2, 7), "CARD-1", check_hands, BID, twice) == "card-twice"
    short = [*hands[:3], hands[3][:7]]
    assert impossible(("hands", 3), "DEAL-5", check_hands, BID, short) == "hand-not-whole"
    assert impossible(("hands", 3), "DEAL-4", check_hands, TURN_UP, short) == "hand-not-whole"
