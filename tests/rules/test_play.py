"""The laws of play (PLAY-2 to PLAY-12): examples of every article, and what holds in every position."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.cards import SUIT_SETS, cards_in, set_of
from service.rules.options import options_of
from service.rules.play import PlayRules, legal_cards, winner_of
from service.rules.trumps import BEATS, SANS_ATOUT, TOUT_ATOUT, parse_trump
from tests.rules.positions import PLAY_RULES, cards_of, names_of, positions

SUITS = range(4)

EXAMPLES = [
    ("PLAY-2", {}, "H", "", "8S AH", "8S AH", "lead"),
    ("PLAY-3", {}, "H", "8S", "7S AS JH", "7S AS", "follow-suit"),
    ("PLAY-3", {}, "H", "8S 7H", "7S AS JH", "7S AS", "follow-suit"),
    ("PLAY-3", {}, "SA", "8S KS", "7S AS KD", "7S AS", "follow-suit"),
    ("PLAY-3", {"rise_over_partner": False}, "H", "TH 7H", "AH 8H KS", "AH 8H", "follow-suit"),
    ("PLAY-3", {"ta_rise_over_partner": False}, "TA", "TS 7S", "AS 8S KD", "AS 8S", "follow-suit"),
    ("PLAY-4", {}, "H", "TH", "9H KH AS", "9H", "must-rise"),
    ("PLAY-4", {"rise_over_partner": False}, "H", "TH AH", "9H KH AS", "9H", "must-rise"),
    ("PLAY-4", {}, "H", "TH 7H", "AH 8H KS", "AH", "must-rise"),
    ("PLAY-4", {}, "TA", "TS 7S", "AS 8S KD", "AS", "must-rise"),
    ("PLAY-5", {}, "H", "JH", "9H 7H AS", "9H 7H", "cannot-rise"),
    ("PLAY-6", {}, "H", "8S 7H", "7D AC", "7D AC", "void-no-trump"),
    ("PLAY-7", {}, "H", "8S", "7H JH AC", "7H JH", "must-trump"),
    ("PLAY-8", {}, "H", "AD TH", "9H QH AS", "9H", "must-overtrump"),
    ("PLAY-8", {}, "H", "7D 8D TH", "9H QH AS", "9H", "must-overtrump"),
    ("PLAY-9", {}, "H", "AD TH", "KH QH AS", "KH QH", "must-undertrump"),
    ("PLAY-9", {"undertrump_opponent": "free"}, "H", "AD TH", "KH QH AS", "KH QH AS", "free-undertrump"),
    ("PLAY-10", {}, "H", "AD 7D", "KH AS", "KH AS", "partner-winning"),
    ("PLAY-10", {}, "H", "7D TH 8D", "KH 9H AS", "KH 9H AS", "partner-winning"),
    ("PLAY-10", {"undertrump_partner": "free-if-only-trumps"}, "H", "7D TH 8D", "KH 9H", "KH 9H", "partner-winning"),
    ("PLAY-11", {"undertrump_partner": "rise-if-able"}, "H", "7D TH 8D", "KH 9H AS", "9H AS", "partner-winning-rise"),
    ("PLAY-11", {"undertrump_partner": "rise-if-able"}, "H", "7D TH 8D", "KH AS", "KH AS", "partner-winning-rise"),
    (
        "PLAY-11",
        {"undertrump_partner": "free-if-only-trumps"},
        "H",
        "7D TH 8D",
        "KH 9H AS",
        "9H AS",
        "partner-winning-rise",
    ),
    (
        "PLAY-11",
        {"undertrump_partner": "discard-or-over"},
        "H",
        "7D TH 8D",
        "KH 8H AS",
        "AS",
        "partner-winning-no-undertrump",
    ),
    (
        "PLAY-11",
        {"undertrump_partner": "discard-or-over"},
        "H",
        "7D TH 8D",
        "KH 8H",
        "KH 8H",
        "partner-winning-no-undertrump",
    ),
    ("PLAY-12", {}, "SA", "8S", "7D AC", "7D AC", "void"),
    ("PLAY-12", {}, "TA", "8S", "JD AC", "JD AC", "void"),
]
"""Article, options, trump, trick and hand; the cards that are legal, and the reason."""


def ruling_in(options, trump, trick, hand):
    return legal_cards(PlayRules(**options), parse_trump(trump), cards_of(trick), set_of(cards_of(hand)))


@pytest.mark.parametrize(("article", "options", "trump", "trick", "hand", "wanted", "reason"), EXAMPLES)
def test_the_articles_by_example(article, options, trump, trick, hand, wanted, reason):
    ruling = ruling_in(options, trump, trick, hand)
    assert (names_of(ruling.legal), ruling.reason.code) == (set(wanted.split()), reason)
    assert ruling.reason.article == article


@given(PLAY_RULES, positions())
def test_something_of_the_hand_may_be_played(rules, position):
    legal = legal_cards(rules, *position).legal
    assert legal
    assert legal & ~position.hand == 0


@given(PLAY_RULES, positions(least=1))
def test_who_can_follow_suit_plays_that_suit_and_nothing_else(rules, position):
    following = position.hand & SUIT_SETS[position.trick[0] >> 3]
    if following:
        assert legal_cards(rules, *position).legal & ~following == 0


@given(PLAY_RULES, positions())
def test_the_only_card_may_be_played(rules, position):
    last = position.hand & -position.hand
    assert legal_cards(rules, position.trump, position.trick, last).legal == last


@given(PLAY_RULES, positions())
def test_a_card_that_may_not_be_played_might_as_well_not_be_held(rules, position):
    ruling = legal_cards(rules, *position)
    for card in cards_in(position.hand & ~ruling.legal):
        assert legal_cards(rules, position.trump, position.trick, position.hand ^ 1 << card) == ruling


@given(PLAY_RULES, positions(), st.permutations(SUITS))
def test_the_names_of_the_suits_change_nothing(rules, position, named):
    def renamed(card):
        return 8 * named[card >> 3] + (card & 7)

    def renamed_set(cards):
        return set_of(map(renamed, cards_in(cards)))

    trump = position.trump if position.trump >= SANS_ATOUT else named[position.trump]
    legal, reason = legal_cards(rules, *position)
    trick = tuple(map(renamed, position.trick))
    assert legal_cards(rules, trump, trick, renamed_set(position.hand)) == (renamed_set(legal), reason)


@given(PLAY_RULES, positions(least=1, highest_trump=3))
def test_who_must_go_over_goes_over_and_who_must_not_has_a_way_out(rules, position):
    trump, trick, hand = position
    legal, reason = legal_cards(rules, *position)
    over = BEATS[trump][trick[winner_of(trump, trick)]]
    if reason.code in ("must-rise", "must-overtrump"):
        assert legal == hand & SUIT_SETS[trump] & over
    if reason.code in ("cannot-rise", "must-undertrump"):
        assert legal & over == 0
    if reason.code.startswith("must-"):
        assert legal & ~SUIT_SETS[trump] == 0
    if reason.code in ("lead", "void", "void-no-trump", "free-undertrump", "partner-winning"):
        assert legal == hand


@given(PLAY_RULES, positions(least=1))
def test_the_partner_is_the_one_two_seats_before(rules, position):
    """With one card on the table the partner has not played, so no exemption for him can show."""
    ruling = legal_cards(rules, position.trump, position.trick[:1], position.hand)
    assert not ruling.reason.code.startswith("partner-")
    if ruling.reason.code == "follow-suit":
        assert position.trump not in (position.trick[0] >> 3, TOUT_ATOUT)


READ_BY = {
    "rise_over_partner": {"PLAY-3", "PLAY-4", "PLAY-5"},
    "ta_rise_over_partner": {"PLAY-3", "PLAY-4", "PLAY-5"},
    "undertrump_opponent": {"PLAY-9"},
    "undertrump_partner": {"PLAY-10", "PLAY-11"},
}
"""Where each option can show."""


@given(PLAY_RULES, positions(), st.data())
def test_an_option_shows_in_its_own_articles_only(rules, position, data):
    option = data.draw(st.sampled_from(options_of(PlayRules)))
    values = {name: getattr(rules, name) for name in READ_BY} | {option.name: data.draw(st.sampled_from(option.values))}
    before, after = legal_cards(rules, *position), legal_cards(PlayRules(**values), *position)
    if before != after:
        assert {before.reason.article, after.reason.article} <= READ_BY[option.name]


@pytest.mark.parametrize("option", options_of(PlayRules), ids=lambda option: option.name)
def test_every_two_values_of_an_option_rule_an_example_differently(option):
    extra = [("H", "TH 7H", "AH 8H KS"), ("TA", "TS 7S", "AS 8S KD"), ("H", "7D TH 8D", "KH 8H AS")]
    asked = extra + [(trump, trick, hand) for _, _, trump, trick, hand, _, _ in EXAMPLES]
    for one, other in itertools.combinations(option.values, 2):
        assert any(ruling_in({option.name: one}, *each) != ruling_in({option.name: other}, *each) for each in asked)
