"""What may be played: the PLAY articles, one after the other."""

from . import Impossible
from .cards import is_trump, read_card, read_cards, refuse_trump, refuse_twice, suit_of, team_of
from .rulesets import article_of, canonical_text, options_of
from .tricks import beats, holding_position, winning_seat


def legal_in_hand(options, trump, leader, cards, hand):
    """Legal cards of `hand` in its order, and the reason: the first article from PLAY-2 on whose condition is met."""
    if not cards:
        return list(hand), "lead"

    seat = (leader + len(cards)) % 4
    led = suit_of(cards[0])
    best = cards[holding_position(cards, trump)]
    partner_holds = team_of(winning_seat(leader, cards, trump)) == team_of(seat)
    of_suit = [card for card in hand if suit_of(card) == led]
    higher_of_suit = [card for card in of_suit if beats(card, best, led, trump)]

    plain_suit_led = trump == "SA" or (trump != "TA" and led != trump)
    if of_suit and plain_suit_led:
        return of_suit, "follow-suit"
    if of_suit:
        rises_over_partner = options["ta_rise_over_partner"] if trump == "TA" else options["rise_over_partner"]
        if partner_holds and not rises_over_partner:
            return of_suit, "follow-suit"
        if higher_of_suit:
            return higher_of_suit, "must-rise"
        return of_suit, "cannot-rise"
    if trump in ("SA", "TA"):
        return list(hand), "void"
    return legal_when_void(options, trump, led, best, partner_holds, hand)


def legal_when_void(options, trump, led, best, partner_holds, hand):
    """PLAY-6 to PLAY-11: none of the suit led in a suit contract."""
    trumps = [card for card in hand if is_trump(card, trump)]
    if not trumps:
        return list(hand), "void-no-trump"

    ruffed = is_trump(best, trump)
    higher_trumps = [card for card in trumps if beats(card, best, led, trump)]
    if not partner_holds:
        if not ruffed:
            return trumps, "must-trump"
        if higher_trumps:
            return higher_trumps, "must-overtrump"
        if options["undertrump_opponent"] == "must":
            return trumps, "must-undertrump"
        return list(hand), "free-undertrump"

    mode = options["undertrump_partner"]
    if not ruffed or mode == "free" or (mode == "free-if-only-trumps" and len(trumps) == len(hand)):
        return list(hand), "partner-winning"
    others = [card for card in hand if not is_trump(card, trump)]
    if mode == "discard-or-over":
        allowed = [card for card in hand if card in others or card in higher_trumps]
        return allowed or list(hand), "partner-winning-no-undertrump"
    allowed_trumps = higher_trumps or trumps
    return [card for card in hand if card in others or card in allowed_trumps], "partner-winning-rise"


def read_position(body):
    """Options, trump, leader, cards of the trick and hand of a body, after the checks for impossible positions."""
    options = options_of(body.get("ruleset"))
    cards, hand = read_cards(body["trick"]["cards"]), read_cards(body["hand"])
    refuse_trump(options, body["trump"])
    refuse_twice(cards + hand)
    if len(cards) > 3:
        raise Impossible("TRICK-1: the trick is full")
    if len(hand) > 8:
        raise Impossible("DEAL-4: more than eight cards in a hand")
    return options, body["trump"], body["trick"]["leader"], cards, hand


def legal_cards(body):
    """`/v1/legal-cards`."""
    options, trump, leader, cards, hand = read_position(body)
    legal, reason = legal_in_hand(options, trump, leader, cards, hand)
    winning = None
    if cards:
        winning = {"seat": winning_seat(leader, cards, trump), "card": cards[holding_position(cards, trump)]}
    return {
        "ruleset": canonical_text(body.get("ruleset")),
        "seat": (leader + len(cards)) % 4,
        "legal": legal,
        "illegal": [card for card in hand if card not in legal],
        "reason": reason,
        "article": article_of("play", reason),
        "winning": winning,
    }


def validate_move(body):
    """`/v1/moves/validate`."""
    options, trump, leader, cards, hand = read_position(body)
    card, seat_to_play = read_card(body["card"]), (leader + len(cards)) % 4
    legal, reason = legal_in_hand(options, trump, leader, cards, hand)
    fine = card in legal
    if body.get("seat") not in (None, seat_to_play):
        fine, reason = False, "not-your-turn"
    elif card not in hand:
        fine, reason = False, "not-in-hand"
    return {
        "ruleset": canonical_text(body.get("ruleset")),
        "legal": fine,
        "card": card,
        "seat": seat_to_play,
        "reason": reason,
        "article": article_of("play", reason),
        "legal_cards": legal,
    }
