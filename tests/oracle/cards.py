"""Cards as texts: the CARD articles."""

from . import Impossible

SUITS = ["S", "H", "D", "C"]
NATURAL_ORDER = ["7", "8", "9", "T", "J", "Q", "K", "A"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "T", "A"]
TRUMP_ORDER = ["7", "8", "Q", "K", "T", "A", "9", "J"]
TRUMPS = [*SUITS, "SA", "TA"]
DECK = [rank + suit for suit in SUITS for rank in NATURAL_ORDER]

TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SA_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TA_POINTS = {
    "trump-258": TRUMP_POINTS,
    "reduced-162": {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
    "pagat-162": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0},
}


def read_card(text):
    """The card in its one written form (CARD-1)."""
    return "T" + text[2] if text.startswith("10") else text


def read_cards(texts):
    """Several cards in their written form."""
    return [read_card(text) for text in texts]


def rank_of(card):
    """`"J"` of `"JH"`."""
    return card[0]


def suit_of(card):
    """`"H"` of `"JH"`."""
    return card[1]


def team_of(seat):
    """Team of a seat (DEAL-1)."""
    return seat % 2


def refuse_twice(cards):
    """CARD-1: a card shown twice is impossible."""
    for card in cards:
        if cards.count(card) > 1:
            raise Impossible(f"CARD-1: {card} is there twice")


def refuse_trump(options, trump):
    """AUC-5: SA or TA under a ruleset that does not play it is impossible."""
    if trump == "SA" and not options["sans_atout"]:
        raise Impossible("AUC-5: sans atout is not played")
    if trump == "TA" and not options["tout_atout"]:
        raise Impossible("AUC-5: tout atout is not played")


def is_trump(card, trump):
    """Whether the card is a trump (at TA every card is, at SA none)."""
    return trump == "TA" or suit_of(card) == trump


def card_points(card, trump, options):
    """What the card counts (CARD-4 to CARD-6)."""
    if trump == "SA":
        return SA_POINTS[rank_of(card)]
    if trump == "TA":
        return TA_POINTS[options["ta_values"]][rank_of(card)]
    return (TRUMP_POINTS if suit_of(card) == trump else PLAIN_POINTS)[rank_of(card)]


def deal_total(trump, options):
    """The card points of a deal with the ten of the last trick (CARD-7)."""
    return 258 if trump == "TA" and options["ta_values"] == "trump-258" else 162
