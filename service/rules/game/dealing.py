"""Where the cards of a deal come from: shuffled from a seed or given by the client, and committed to before the first.

The commitment is the SHA-256 of a text that holds the salt, and the seed or the cards: nobody can guess the cards from
it, and nobody can put others in their place afterwards.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from service.rules.cards import CARD_NAMES, set_of
from service.rules.deal import (
    BID_PACKETS,
    HAND_SIZE,
    TURN_UP_PACKETS,
    Cards,
    check_deck,
    check_hands,
    deal,
    shuffled_deck,
)
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import Ruleset, parse_ruleset
from service.rules.seats import SEATS, next_seat

COMMITMENT_LABEL = "belote-commitment-v1"

ENTROPY_BYTES = 32
"""What a deal needs of randomness: sixteen bytes for the seed and as many for the salt."""

TURN_UP_HAND = sum(TURN_UP_PACKETS)
STOCK_SIZE = 32 - 4 * TURN_UP_HAND - 1

Sets = tuple[int, int, int, int]
"""A set of cards for each seat."""


class Dealing(NamedTuple):
    """A deal before its first call."""

    dealer: int
    seed: str | None
    """What the deck was shuffled from, by the recipe of `docs/shuffle.md`; None where the cards were given."""
    salt: str
    given: Cards | None = None
    """The client's own cards in the order dealt."""

    @property
    def deck(self) -> Cards:
        """The 32 cards in the order dealt."""
        return self.given if self.given is not None else deck_of(self.seed or "")

    @property
    def commitment(self) -> str:
        """SHA-256 of the salt with the seed, or with the cards where they were given, as 64 hexadecimal digits."""
        secret = self.seed if self.given is None else " ".join(CARD_NAMES[card] for card in self.given)
        return hashlib.sha256(f"{COMMITMENT_LABEL}:{self.salt}:{secret}".encode()).hexdigest()


class Supplied(NamedTuple):
    """A client's own cards for one deal."""

    cards: Cards
    """All 32: in the order dealt; or by seat the hands, then the turned card and the stock where there are any."""
    by_seat: bool

    def deck(self, dealer: int, *, bids: bool) -> Cards:
        """The cards in the order in which this dealer deals them (DEAL-4, DEAL-5)."""
        if not self.by_seat:
            return self.cards
        size, packets = (HAND_SIZE, BID_PACKETS) if bids else (TURN_UP_HAND, TURN_UP_PACKETS)
        deck: list[int] = []
        given = 0
        for packet in packets:
            for steps in range(1, 5):
                start = size * next_seat(dealer, steps) + given
                deck += self.cards[start : start + packet]
            given += packet
        return (*deck, *self.cards[4 * size :])


def supplied_deck(deck: Sequence[int]) -> Supplied:
    """A deck of the client's in the order dealt; ImpossiblePosition at `deck` unless it is the 32 cards (CARD-1)."""
    check_deck(deck)
    return Supplied(tuple(deck), by_seat=False)


def supplied_hands(
    ruleset: Ruleset, hands: Sequence[Sequence[int]], turn_up: int | None = None, stock: Sequence[int] = ()
) -> Supplied:
    """Hands of the client's, by seat.

    Where levels are bid: eight cards each. With a turned card: the five cards dealt before it, `turn_up`, and in
    `stock` the eleven that complete the hands in the order dealt. Raises ImpossiblePosition at the
    place of a hand or stock of another size or of a card that stands twice, RuleError at `turn_up` where it is missing
    or not turned.
    """
    if ruleset.bids:
        if turn_up is not None or stock:
            raise RuleError("turn-up-not-played", "turn_up" if turn_up is not None else "stock")
        check_hands(ruleset, hands)
        return Supplied(tuple([card for hand in hands for card in hand]), by_seat=True)
    if turn_up is None:
        raise RuleError("turn-up-missing", "turn_up")
    for seat in SEATS:
        if len(hands[seat]) != TURN_UP_HAND:
            raise ImpossiblePosition("hand-not-of-five", "DEAL-4", "hands", seat, count=len(hands[seat]))
    if len(stock) != STOCK_SIZE:
        raise ImpossiblePosition("stock-not-whole", "DEAL-4", "stock", count=len(stock))
    places: list[tuple[str | int, ...]] = [("hands", seat, place) for seat in SEATS for place in range(TURN_UP_HAND)]
    places += [("turn_up",), *(("stock", place) for place in range(STOCK_SIZE))]
    cards = [*(card for hand in hands for card in hand), turn_up, *stock]
    seen: set[int] = set()
    for place, card in zip(places, cards, strict=True):
        if card in seen:
            raise ImpossiblePosition("card-twice", "CARD-1", *place, card=card)
        seen.add(card)
    return Supplied(tuple(cards), by_seat=True)


def new_dealing(dealer: int, entropy: bytes, supplied: Supplied | None = None, *, bids: bool) -> Dealing:
    """The next deal: of the client's cards where there are some, else of the seed in fresh random bytes.

    Raises ValueError for fewer bytes than `ENTROPY_BYTES`.
    """
    if len(entropy) < ENTROPY_BYTES:
        raise ValueError(f"a deal needs {ENTROPY_BYTES} random bytes")
    seed, salt = entropy[:16].hex(), entropy[16:32].hex()
    if supplied is not None:
        return Dealing(dealer, None, salt, supplied.deck(dealer, bids=bids))
    return Dealing(dealer, seed, salt)


@lru_cache(maxsize=4096)
def deck_of(seed: str) -> Cards:
    """The deck of a seed; every action on a deal asks for it again."""
    return shuffled_deck(seed)


def turned_card(dealing: Dealing, *, bids: bool) -> int | None:
    """The card turned up, where one is (DEAL-4)."""
    return None if bids else dealing.deck[4 * TURN_UP_HAND]


def hands_dealt(ruleset: Ruleset, dealing: Dealing, taker: int | None) -> Sets:
    """The set of cards of each seat: five before a take where a card is turned up, else eight."""
    return _hands_dealt(ruleset.text, dealing.deck, dealing.dealer, taker)


@lru_cache(maxsize=4096)
def _hands_dealt(ruleset: str, deck: Cards, dealer: int, taker: int | None) -> Sets:
    first, second, third, fourth = map(set_of, deal(parse_ruleset(ruleset), deck, dealer, taker).hands)
    return first, second, third, fourth
