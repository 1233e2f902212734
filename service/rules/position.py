"""What makes a position impossible before any rule of play is asked (CARD-1, DEAL-4, DEAL-5, TRICK-1, AUC-5)."""

from collections.abc import Sequence

from service.rules.cards import set_of
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset
from service.rules.trumps import SANS_ATOUT


def check_trump(ruleset: Ruleset, trump: int, *pointer: str | int) -> None:
    """Refuse sans atout and tout atout where the ruleset does not play them (AUC-5)."""
    if trump >= SANS_ATOUT and not ruleset.plays_trump(trump):
        raise ImpossiblePosition("trump-not-played", "AUC-5", *(pointer or ("trump",)), trump=trump)


def check_distinct(cards: Sequence[int], *pointer: str | int, seen: int = 0) -> int:
    """Refuse a card that stands twice among `cards` or is in the set `seen` already; the set of all (CARD-1)."""
    for index, card in enumerate(cards):
        if seen >> card & 1:
            raise ImpossiblePosition("card-twice", "CARD-1", *pointer, index, card=card)
        seen |= 1 << card
    return seen


def check_position(ruleset: Ruleset, trump: int, trick: Sequence[int], hand: Sequence[int]) -> int:
    """Refuse a position from which no card can be played; the set of the hand.

    `trick` holds the cards on the table, `hand` those of the seat to play: one to eight (DEAL-4, DEAL-5), no card twice
    (CARD-1), the trick still open (TRICK-1), the trump one of the ruleset's (AUC-5).
    """
    check_trump(ruleset, trump)
    if len(trick) > 3:
        raise ImpossiblePosition("trick-full", "TRICK-1", "trick", "cards", count=len(trick))
    if not 1 <= len(hand) <= 8:
        raise ImpossiblePosition("hand-size", "DEAL-5" if ruleset.bids else "DEAL-4", "hand", count=len(hand))
    held = seen = set_of(hand)
    for card in trick:
        seen |= 1 << card
    if seen.bit_count() < len(trick) + len(hand):
        check_distinct(hand, "hand", seen=check_distinct(trick, "trick", "cards"))
    return held


def check_whole_trick(ruleset: Ruleset, trump: int, trick: Sequence[int]) -> None:
    """Refuse what is no whole trick: four cards, no card twice, a trump of the ruleset's."""
    check_trump(ruleset, trump)
    if len(trick) != 4:
        raise ImpossiblePosition("trick-not-whole", "TRICK-1", "trick", "cards", count=len(trick))
    check_distinct(trick, "trick", "cards")
