"""Tricks: the TRICK articles."""

from .cards import (
    PLAIN_ORDER,
    TRUMP_ORDER,
    card_points,
    is_trump,
    rank_of,
    read_cards,
    refuse_trump,
    refuse_twice,
    suit_of,
    team_of,
)
from .rulesets import canonical_text, options_of


def beats(card, best, led, trump):
    """Whether `card`, played after `best` where suit `led` was led, takes the trick over from it (TRICK-1)."""
    if trump == "TA":
        same_suit = suit_of(card) == led == suit_of(best)
        return same_suit and TRUMP_ORDER.index(rank_of(card)) > TRUMP_ORDER.index(rank_of(best))
    if is_trump(card, trump) and is_trump(best, trump):
        return TRUMP_ORDER.index(rank_of(card)) > TRUMP_ORDER.index(rank_of(best))
    if is_trump(card, trump):
        return True
    if is_trump(best, trump):
        return False
    return suit_of(card) == led and PLAIN_ORDER.index(rank_of(card)) > PLAIN_ORDER.index(rank_of(best))


def holding_position(cards, trump):
    """Position in `cards`, one at least, of the one that holds the trick."""
    best = 0
    for position in range(1, len(cards)):
        if beats(cards[position], cards[best], suit_of(cards[0]), trump):
            best = position
    return best


def winning_seat(leader, cards, trump):
    """The seat that holds the trick."""
    return (leader + holding_position(cards, trump)) % 4


def trick_points(cards, trump, options):
    """The points of the cards of a trick, without the ten of the last one."""
    return sum(card_points(card, trump, options) for card in cards)


def trick_winner(body):
    """`/v1/tricks/winner`."""
    options = options_of(body.get("ruleset"))
    trump, leader, cards = body["trump"], body["trick"]["leader"], read_cards(body["trick"]["cards"])
    refuse_trump(options, trump)
    refuse_twice(cards)
    winner = winning_seat(leader, cards, trump)
    ten = 10 if body.get("last", False) else 0
    return {
        "ruleset": canonical_text(body.get("ruleset")),
        "winner": winner,
        "team": team_of(winner),
        "card": cards[holding_position(cards, trump)],
        "points": trick_points(cards, trump, options) + ten,
    }
