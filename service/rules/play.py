"""The play of the cards: what is legal and why, who wins a trick (PLAY-1 to PLAY-12, TRICK-1, TRICK-2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from service.rules import reasons
from service.rules.cards import SUIT_SETS
from service.rules.options import choice, flag
from service.rules.reasons import Reason
from service.rules.trumps import BEATS, SANS_ATOUT, TOUT_ATOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """Where the rulebooks differ on which card may be played."""

    rise_over_partner: bool = flag(True, "PLAY-4", "In a trump lead the partner's card has to be beaten too")
    ta_rise_over_partner: bool = flag(True, "PLAY-4", "At tout atout the partner's card has to be beaten too")
    undertrump_opponent: Literal["must", "free"] = choice(
        "must",
        "free",
        article="PLAY-9",
        description="Who cannot overtrump an opponent plays a trump all the same, or anything",
    )
    undertrump_partner: Literal["free", "free-if-only-trumps", "rise-if-able", "discard-or-over"] = choice(
        "free",
        "free-if-only-trumps",
        "rise-if-able",
        "discard-or-over",
        article="PLAY-11",
        description="What may be played, void of the suit led, when the partner holds the trick by a ruff",
    )


class Ruling(NamedTuple):
    """Which cards of a hand may be played, and the rule that says so."""

    legal: int
    """The set of legal cards."""
    reason: Reason


class Violation(NamedTuple):
    """The first card of a deal that the rules refuse."""

    ply: int
    """How many cards were played before it."""
    seat: int
    card: int
    reason: Reason
    legal: int
    """The set of cards that would have been legal."""


class Play(NamedTuple):
    """The play of a deal as far as it went."""

    leaders: tuple[int, ...]
    """The seat that led each trick begun; after a whole trick its winner stands as the next leader."""
    hands: tuple[int, int, int, int]
    """The set of cards that each seat still holds."""
    to_play: int
    """The seat whose turn it is; after eight tricks the winner of the last one."""
    ruling: Ruling
    """What that seat may play; an empty set when the deal is over."""
    violation: Violation | None
    """The first illegal card, at which the play stopped."""


def winner_of(trump: int, cards: Sequence[int]) -> int:
    """The place in a trick, from 0, of the card that holds it (TRICK-1).

    `cards` are one to four cards in the order played: the highest trump holds, else the highest card of the suit led;
    at sans atout and tout atout only cards of the suit led can win.
    """
    beats = BEATS[trump]
    winner = 0
    beating = beats[cards[0]]
    for place in range(1, len(cards)):
        if beating >> cards[place] & 1:
            winner = place
            beating = beats[cards[place]]
    return winner


def legal_cards(rules: PlayRules, trump: int, trick: Sequence[int], hand: int, winner: int | None = None) -> Ruling:
    """What a hand may play to a trick (PLAY-2 to PLAY-12).

    `trick` holds the cards on the table, none to three, in the order played; `hand` is the set of the seat to play;
    `winner` is what `winner_of` says of the trick, for who has asked it already.
    """
    if not trick:
        return Ruling(hand, reasons.LEAD)
    if winner is None:
        winner = winner_of(trump, trick)
    return Ruling(*follow(rules, trump, trick[0] >> 3, trick[winner], len(trick) - winner == 2, hand))


FOLLOWED_FREELY = tuple(
    tuple(0 if trump in (led, TOUT_ATOUT) else SUIT_SETS[led] for led in range(4)) for trump in range(6)
)
"""By trump and suit led, the cards of that suit where any of them follows: a plain suit need not be beaten (PLAY-3)."""

BINDING = tuple(tuple(SUIT_SETS[led] | (*SUIT_SETS, 0, 0)[trump] for led in range(4)) for trump in range(6))
"""By trump and suit led, the cards that bind: who has none of them may play anything (PLAY-6, PLAY-12)."""


def follow(rules: PlayRules, trump: int, led: int, winning: int, partner_holds: bool, hand: int) -> tuple[int, Reason]:
    """What a hand may play to a suit led (PLAY-3 to PLAY-12), the first article whose condition is met.

    `led` is the suit led, `winning` the card that holds the trick so far, `partner_holds` whether the partner of the
    seat to play has played it. Returns the two fields of a `Ruling`.
    """
    following = hand & SUIT_SETS[led]
    if following:
        if FOLLOWED_FREELY[trump][led]:
            return following, reasons.FOLLOW_SUIT
        if partner_holds and not (rules.ta_rise_over_partner if trump == TOUT_ATOUT else rules.rise_over_partner):
            return following, reasons.FOLLOW_SUIT
        rising = following & BEATS[trump][winning]
        return (rising, reasons.MUST_RISE) if rising else (following, reasons.CANNOT_RISE)
    if trump >= SANS_ATOUT:
        return hand, reasons.VOID
    trumps = hand & SUIT_SETS[trump]
    if not trumps:
        return hand, reasons.VOID_NO_TRUMP
    if winning >> 3 != trump:
        return (hand, reasons.PARTNER_WINNING) if partner_holds else (trumps, reasons.MUST_TRUMP)
    overtrumps = trumps & BEATS[trump][winning]
    if partner_holds:
        return _over_partner(rules, hand, trumps, overtrumps)
    if overtrumps:
        return overtrumps, reasons.MUST_OVERTRUMP
    if rules.undertrump_opponent == "must":
        return trumps, reasons.MUST_UNDERTRUMP
    return hand, reasons.FREE_UNDERTRUMP


def _over_partner(rules: PlayRules, hand: int, trumps: int, overtrumps: int) -> tuple[int, Reason]:
    """What may be played, void of the suit led, when the partner holds the trick by a ruff (PLAY-10, PLAY-11)."""
    policy = rules.undertrump_partner
    if policy == "free" or (policy == "free-if-only-trumps" and hand == trumps):
        return hand, reasons.PARTNER_WINNING
    discards = hand ^ trumps
    if policy == "discard-or-over":
        return discards | overtrumps or hand, reasons.PARTNER_WINNING_NO_UNDERTRUMP
    return discards | (overtrumps or trumps), reasons.PARTNER_WINNING_RISE


def play_cards(rules: PlayRules, trump: int, leader: int, hands: Sequence[int], plays: Sequence[int]) -> Play:
    """The play of a deal, card by card, up to its end, to where it stopped, or to the first illegal card.

    `leader` leads the first trick (DEAL-6), `hands` are the sets dealt to the four seats, `plays` at most as many cards
    as they hold, in the order played. The winner of a trick leads the next one (TRICK-2).
    """
    held = list(hands)
    beats = BEATS[trump]
    followed_freely, binding_if_led = FOLLOWED_FREELY[trump], BINDING[trump]
    leaders = [leader]
    seat = leader
    for start in range(0, len(plays), 4):
        lead, others = plays[start], plays[start + 1 : start + 4]
        if not held[seat] >> lead & 1:
            return _refused(leaders, held, seat, Ruling(held[seat], reasons.LEAD), start, lead)
        held[seat] ^= 1 << lead
        led = lead >> 3
        free, binding = followed_freely[led], binding_if_led[led]
        holder, winning, beating = seat, lead, beats[lead]
        for card in others:
            seat = seat + 1 & 3
            hand = held[seat]
            bit = 1 << card
            # Two cards in three follow a plain suit or come from a hand that nothing binds: there it is not asked more.
            if not (hand & bit and (bit & free or not hand & binding)):
                legal, reason = follow(rules, trump, led, winning, holder == seat ^ 2, hand)
                if not legal & bit:
                    ply = start + (seat - leaders[-1] & 3)
                    return _refused(leaders, held, seat, Ruling(legal, reason), ply, card)
            held[seat] = hand ^ bit
            if beating & bit:
                holder, winning, beating = seat, card, beats[card]
        if len(others) < 3:
            seat = seat + 1 & 3
            ruling = Ruling(*follow(rules, trump, led, winning, holder == seat ^ 2, held[seat]))
            return Play(tuple(leaders), _four(held), seat, ruling, None)
        seat = holder
        leaders.append(seat)
    return Play(tuple(leaders), _four(held), seat, Ruling(held[seat], reasons.LEAD), None)


def _refused(leaders: list[int], held: list[int], seat: int, ruling: Ruling, ply: int, card: int) -> Play:
    """A play that stopped at a card which is not among the legal ones, or not in the hand at all (PLAY-1)."""
    reason = ruling.reason if held[seat] >> card & 1 else reasons.NOT_IN_HAND
    return Play(tuple(leaders), _four(held), seat, ruling, Violation(ply, seat, card, reason, ruling.legal))


def _four(hands: list[int]) -> tuple[int, int, int, int]:
    return hands[0], hands[1], hands[2], hands[3]
