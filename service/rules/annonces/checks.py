"""What cannot be among hands and declarations before annonces are looked for (CARD-1, DEAL-4, DEAL-5, ANN-9)."""

from collections.abc import Sequence

from service.rules.position import check_distinct
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset


def check_whole_hand(ruleset: Ruleset, hand: Sequence[int], *pointer: str | int, seen: int = 0) -> int:
    """Refuse a hand that is not eight cards, or has one twice or in the set `seen`; the set of all (CARD-1, DEAL-4)."""
    if len(hand) != 8:
        article = "DEAL-5" if ruleset.bids else "DEAL-4"
        raise ImpossiblePosition("hand-not-whole", article, *pointer, count=len(hand))
    return check_distinct(hand, *pointer, seen=seen)


def check_seats(seats: Sequence[int], *pointer: str | int) -> None:
    """Refuse a seat that declares twice: each declares once, with its first card (ANN-9)."""
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise ImpossiblePosition("seat-declares-twice", "ANN-9", *pointer, index, "seat", seat=seat)


def check_shown_hands(ruleset: Ruleset, hands: Sequence[Sequence[int] | None], *pointer: str | int) -> None:
    """Refuse hands shown with declarations that cannot all be dealt; None where a hand is not shown."""
    seen = 0
    for index, hand in enumerate(hands):
        if hand is not None:
            seen = check_whole_hand(ruleset, hand, *pointer, index, "hand", seen=seen)
