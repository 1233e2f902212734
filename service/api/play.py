"""The play of the cards: /v1/legal-cards, /v1/moves/validate, /v1/tricks/winner."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from service.api.schemas.play import MoveRequest, PositionRequest, TrickRequest
from service.messages import say
from service.rules import reasons
from service.rules.cards import CARD_NAMES
from service.rules.play import legal_cards as ruling_on
from service.rules.play import winner_of
from service.rules.position import check_position, check_whole_trick
from service.rules.reasons import Reason
from service.rules.seats import next_seat, team_of
from service.rules.trumps import LAST_TRICK_POINTS, card_points


def legal_cards(request: PositionRequest, language: str) -> dict[str, Any]:
    """Which cards of a hand may be played to a trick, and why."""
    ruleset, trump, trick, hand = request
    held = check_position(ruleset, trump, trick.cards, hand)
    place = winner_of(trump, trick.cards) if trick.cards else None
    ruling = ruling_on(ruleset.play, trump, trick.cards, held, place)
    winning = None if place is None else (next_seat(trick.leader, place), trick.cards[place])
    legal, illegal = parted(hand, ruling.legal)
    return {
        "ruleset": ruleset.text,
        "seat": next_seat(trick.leader, len(trick.cards)),
        "legal": legal,
        "illegal": illegal,
        "reason": ruling.reason.code,
        "article": ruling.reason.article,
        "message": play_message(language, ruling.reason, trick.cards, winning),
        "winning": winning and {"seat": winning[0], "card": CARD_NAMES[winning[1]]},
    }


def validate_move(request: MoveRequest, language: str) -> dict[str, Any]:
    """Whether a seat may play a card: its turn first, then its hand, then the rule."""
    ruleset, trump, trick, hand, card, seat = request
    held = check_position(ruleset, trump, trick.cards, hand)
    ruling = ruling_on(ruleset.play, trump, trick.cards, held)
    to_play = next_seat(trick.leader, len(trick.cards))
    reason = refusal(hand, card, to_play, seat) or ruling.reason
    return {
        "ruleset": ruleset.text,
        "legal": reason is ruling.reason and bool(ruling.legal >> card & 1),
        "card": CARD_NAMES[card],
        "seat": to_play,
        "reason": reason.code,
        "article": reason.article,
        "message": play_message(language, reason, trick.cards, winning_card(trump, trick), card=card, seat=to_play),
        "legal_cards": names(hand, ruling.legal),
    }


def winner(request: TrickRequest, _language: str) -> dict[str, Any]:
    """Who wins a whole trick, with which card, and what it is worth."""
    ruleset, trump, trick, last = request
    check_whole_trick(ruleset, trump, trick.cards)
    place = winner_of(trump, trick.cards)
    seat = next_seat(trick.leader, place)
    points = card_points(trump, ruleset.cards.ta_values)
    return {
        "ruleset": ruleset.text,
        "winner": seat,
        "team": team_of(seat),
        "card": CARD_NAMES[trick.cards[place]],
        "points": sum([points[card] for card in trick.cards]) + LAST_TRICK_POINTS * last,
    }


def refusal(hand: Sequence[int], card: int, to_play: int, seat: int | None) -> Reason | None:
    """Why a card may not be played at all, before its rank and suit are looked at (PLAY-1)."""
    if seat is not None and seat != to_play:
        return reasons.NOT_YOUR_TURN
    return None if card in hand else reasons.NOT_IN_HAND


class TrickSoFar(Protocol):
    """A trick of none to four cards."""

    @property
    def leader(self) -> int:
        """The seat that led."""

    @property
    def cards(self) -> Sequence[int]:
        """Its cards in the order played."""


def winning_card(trump: int, trick: TrickSoFar) -> tuple[int, int] | None:
    """The seat and card that hold a trick so far, or None before the lead."""
    if not trick.cards:
        return None
    place = winner_of(trump, trick.cards)
    return next_seat(trick.leader, place), trick.cards[place]


def play_message(
    language: str, reason: Reason, trick: Sequence[int], winning: tuple[int, int] | None, **facts: int
) -> str:
    """The sentence for a ruling on play."""
    if winning is None:
        return say(language, "play", reason.code, **facts)
    if facts:
        return say(language, "play", reason.code, led=trick[0] >> 3, winning=winning[1], **facts)
    return trick_message(language, reason.code, trick[0] >> 3, winning[1])


@lru_cache(maxsize=8192)
def trick_message(language: str, code: str, led: int, winning: int) -> str:
    """The sentence for a ruling on a trick: remembered by place, where `say` by name costs as much as the ruling."""
    return say(language, "play", code, led=led, winning=winning)


def names(cards: Sequence[int], wanted: int) -> list[str]:
    """The texts of those cards that are in a set, in the order given."""
    return [CARD_NAMES[card] for card in cards if wanted >> card & 1]


def parted(cards: Sequence[int], chosen: int) -> tuple[list[str], list[str]]:
    """The texts of the cards that are in a set, and of those that are not, each in the order given."""
    inside: list[str] = []
    outside: list[str] = []
    for card in cards:
        (inside if chosen >> card & 1 else outside).append(CARD_NAMES[card])
    return inside, outside
