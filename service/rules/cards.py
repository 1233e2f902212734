"""Cards and sets of cards (CARD-1 to CARD-3, CARD-8).

A card is an int from 0 to 31: eight times its suit plus its rank, suits in the order S H D C and ranks in natural order
7 8 9 T J Q K A. A set of cards is a 32-bit mask, bit n standing for card n.
"""

from collections.abc import Iterable, Iterator

SUITS = "SHDC"
RANKS = "789TJQKA"

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

PLAIN_ORDER = (SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE)
"""Ranks of a plain suit from low to high (CARD-3)."""

TRUMP_ORDER = (SEVEN, EIGHT, QUEEN, KING, TEN, ACE, NINE, JACK)
"""Ranks of the trump suit from low to high (CARD-2)."""

CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The text of each card: rank, then suit."""

DECK = (1 << 32) - 1
"""The set of all 32 cards (CARD-1)."""

SUIT_SETS = tuple(0xFF << 8 * suit for suit in range(4))
"""The eight cards of each suit."""

RANK_SETS = tuple(0x01010101 << rank for rank in range(8))
"""The four cards of each rank."""

CARDS_BY_NAME = {name: card for card, name in enumerate(CARD_NAMES)} | {
    f"10{suit}": 8 * index + TEN for index, suit in enumerate(SUITS)
}
"""Every text that names a card; `10H` is read as `TH` (CARD-1)."""


def parse_card(text: str) -> int:
    """The card that a text names.

    >>> parse_card("JH"), parse_card("10S")
    (12, 3)

    Raises ValueError naming what is accepted.
    """
    try:
        return CARDS_BY_NAME[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card: a rank of 7 8 9 T J Q K A, then a suit of S H D C") from None


def card_name(card: int) -> str:
    """The text of a card: `card_name(12) == "JH"`."""
    return CARD_NAMES[card]


def suit_of(card: int) -> int:
    """The suit of a card, 0 to 3 for S H D C."""
    return card >> 3


def rank_of(card: int) -> int:
    """The rank of a card, 0 to 7 in natural order."""
    return card & 7


def set_of(cards: Iterable[int]) -> int:
    """The set that holds the given cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def cards_in(cards: int) -> Iterator[int]:
    """The cards of a set, from the lowest number to the highest.

    >>> [card_name(card) for card in cards_in(set_of([12, 3]))]
    ['TS', 'JH']
    """
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
