"""The deal: who deals, how the deck is shuffled and dealt, which hands can come of it (CARD-1, DEAL-1 to DEAL-5).

Shuffle and draw are functions of a seed, by the recipe of `docs/shuffle.md`.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from service.rules.auction.options import AuctionRules
from service.rules.cards import rank_of
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import Ruleset
from service.rules.seats import SEATS, next_seat

SHUFFLE_LABEL = "belote-shuffle-v1"
DRAW_LABEL = "belote-draw-v1"

BID_PACKETS = (3, 2, 3)
"""The packets of a deal without a turned card (DEAL-5)."""

TURN_UP_PACKETS = (3, 2)
"""The packets before the card is turned up (DEAL-4)."""

HAND_SIZE = 8

HAND_PLACES = tuple(("hands", seat, place) for seat in SEATS for place in range(HAND_SIZE))
DECK_PLACES = tuple(("deck", place) for place in range(32))

Cards = tuple[int, ...]
Hands = tuple[Cards, Cards, Cards, Cards]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What lies on the table after dealing."""

    hands: Hands
    """The cards of each seat in the order received: five before a take, else eight."""
    turn_up: int | None
    """The card turned up, where the ruleset turns one; after the take it is in the taker's hand too."""


@dataclass(frozen=True, slots=True)
class Completion:
    """How a deal with a turned card is completed once somebody has taken (DEAL-4)."""

    turn_up_to: int
    """The seat that receives the turned card."""
    cards: tuple[int, int, int, int]
    """How many more cards each seat receives from the deck, two for the taker and three for the others."""


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The draw for the first dealer."""

    dealer: int
    draws: tuple[tuple[int, int], ...]
    """Every draw: the card of seat 0 and that of seat 1."""


def next_dealer(rules: AuctionRules, dealer: int, *, passed_out: bool = False) -> int:
    """Who deals next: the seat after the dealer, or the same one after a deal passed out where AUC-6 says so (DEAL-2).

    >>> next_dealer(AuctionRules(), 3), next_dealer(AuctionRules(all_pass="same-dealer"), 3, passed_out=True)
    (0, 3)
    """
    again = passed_out and rules.all_pass == "same-dealer"  # noqa: S105 - a pass of the game
    return dealer if again else next_seat(dealer)


def deal(ruleset: Ruleset, deck: Sequence[int], dealer: int, taker: int | None = None) -> Dealt:
    """The hands that come of a deck of 32 cards in the order dealt (DEAL-4, DEAL-5).

    With a turned card and no taker yet each hand has five cards; otherwise eight. A bidding game deals them all at once
    and the taker changes nothing. Raises ImpossiblePosition for a deck that is not the 32 cards.
    """
    check_deck(deck)
    cards = iter(deck)
    hands: list[list[int]] = [[] for _ in SEATS]
    for packet in BID_PACKETS if ruleset.bids else TURN_UP_PACKETS:
        _deal_packets(cards, hands, dealer, (packet,) * 4)
    if ruleset.bids:
        return Dealt(_hands(hands), None)
    turn_up = next(cards)
    if taker is not None:
        hands[taker].append(turn_up)
        _deal_packets(cards, hands, dealer, completion(taker).cards)
    return Dealt(_hands(hands), turn_up)


def completion(taker: int) -> Completion:
    """What each seat receives after a take (DEAL-4).

    >>> completion(2).cards
    (3, 3, 2, 3)
    """
    first, second, third, fourth = (2 if seat == taker else 3 for seat in SEATS)
    return Completion(taker, (first, second, third, fourth))


def _deal_packets(cards: Iterator[int], hands: list[list[int]], dealer: int, sizes: Sequence[int]) -> None:
    """Once round the table from the seat after the dealer, a packet each; `sizes` are by seat."""
    for steps in range(1, 5):
        seat = next_seat(dealer, steps)
        hands[seat] += [next(cards) for _ in range(sizes[seat])]


def _hands(hands: list[list[int]]) -> Hands:
    first, second, third, fourth = map(tuple, hands)
    return first, second, third, fourth


def check_deck(deck: Sequence[int]) -> None:
    """Raise ImpossiblePosition at `deck` unless it holds each of the 32 cards once (CARD-1)."""
    if len(deck) != 32:
        raise ImpossiblePosition("deck-not-whole", "CARD-1", "deck", count=len(deck))
    _check_once(DECK_PLACES, deck)


def check_hands(
    ruleset: Ruleset, hands: Sequence[Sequence[int]], turn_up: int | None = None, taker: int | None = None
) -> None:
    """Refuse four hands that no deal gives.

    Each has eight cards, no card is in two places, and the taker has the turned card. Raises ImpossiblePosition at the
    hand (DEAL-4, DEAL-5), at the second place of the card (CARD-1), or at `turn_up` (DEAL-4). Without a turned card or
    a taker the last is not looked at.
    """
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            article = "DEAL-5" if ruleset.bids else "DEAL-4"
            raise ImpossiblePosition("hand-not-whole", article, "hands", seat, count=len(hand))
    if len(set().union(*hands)) < len(HAND_PLACES):
        _check_once(HAND_PLACES, [card for hand in hands for card in hand])
    if turn_up is not None and taker is not None and turn_up not in hands[taker]:
        raise ImpossiblePosition("turn-up-not-with-taker", "DEAL-4", "turn_up", card=turn_up, taker=taker)


def _check_once(places: Sequence[tuple[str | int, ...]], cards: Sequence[int]) -> None:
    """Refuse a card that stands in two places, at the second one (CARD-1)."""
    if len(set(cards)) < len(cards):
        second = next(index for index, card in enumerate(cards) if card in cards[:index])
        raise ImpossiblePosition("card-twice", "CARD-1", *places[second], card=cards[second])


def shuffled_deck(seed: str) -> Cards:
    """The deck that a seed stands for, in the order dealt: the same for ever, on every machine (DEAL-3).

    Raises RuleError at `seed` for a text that has no UTF-8 form.
    """
    return _shuffle(_bytes_of(SHUFFLE_LABEL, seed))


def draw_first_dealer(seed: str) -> FirstDealer:
    """The first dealer by lot: seats 0 and 1 draw a card each, and the lower in natural order deals (DEAL-2, CARD-8).

    Suits do not count; on equal ranks both draw again from a deck shuffled anew. Raises RuleError as `shuffled_deck`.
    """
    stream = _bytes_of(DRAW_LABEL, seed)
    draws: list[tuple[int, int]] = []
    while not draws or rank_of(draws[-1][0]) == rank_of(draws[-1][1]):
        deck = _shuffle(stream)
        draws.append((deck[0], deck[1]))
    first, second = draws[-1]
    return FirstDealer(0 if rank_of(first) < rank_of(second) else 1, tuple(draws))


def _bytes_of(label: str, seed: str) -> Iterator[int]:
    """The endless stream of bytes of a seed: SHA-256 of `label:seed:counter` for each counter from 0."""
    try:
        start = f"{label}:{seed}:".encode()
    except UnicodeEncodeError:
        raise RuleError("seed-not-text", "seed") from None
    return (byte for block in count() for byte in hashlib.sha256(start + str(block).encode()).digest())


def _shuffle(stream: Iterator[int]) -> Cards:
    """Fisher-Yates from the top over the deck in card order."""
    deck = list(range(32))
    for last in range(31, 0, -1):
        other = _below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each equally likely: bytes past the last whole multiple of it are skipped."""
    fair = 256 - 256 % bound
    return next(byte for byte in stream if byte < fair) % bound
