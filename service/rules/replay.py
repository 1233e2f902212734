"""A whole deal from its cards: the play adjudicated, the tricks counted, the score written (TRICK, ANN, BEL, SCO)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.annonces import Declaration, declared_points, resolve
from service.rules.belote import Belote, belotes_in
from service.rules.cards import set_of
from service.rules.contract import Contract
from service.rules.play import Play, play_cards
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset
from service.rules.scoring.count import Count
from service.rules.scoring.deal import DealFacts
from service.rules.scoring.written import check_belotes
from service.rules.seats import SEATS, next_seat, team_of
from service.rules.trumps import LAST_TRICK_POINTS, card_points

DEAL_SIZE = 32


class Trick(NamedTuple):
    """A trick as far as it was played."""

    leader: int
    cards: tuple[int, ...]
    winner: int | None
    """The seat that won it; None while it is open."""
    points: int
    """Those of its cards, and the ten in the eighth (TRICK-3)."""


class Replay(NamedTuple):
    """The play of a deal with what it came to."""

    play: Play
    tricks: tuple[Trick, ...]
    """The whole tricks, and last the open one if there is one."""
    won: Count
    """What the teams won so far."""

    @property
    def complete(self) -> bool:
        """Whether all eight tricks were played."""
        return len(self.tricks) == 8 and self.tricks[-1].winner is not None


def replay(ruleset: Ruleset, trump: int, dealer: int, hands: Sequence[Sequence[int]], plays: Sequence[int]) -> Replay:
    """The play of a deal, up to its end, to where it stopped, or to the first illegal card.

    `hands` are the eight cards dealt to each seat, `plays` the cards in the order played; the seat after the dealer
    leads (DEAL-6). Raises ImpossiblePosition at `plays` for a thirty-third (PLAY-1).
    """
    if len(plays) > DEAL_SIZE:
        raise ImpossiblePosition("too-many-plays", "TRICK-1", "plays", count=len(plays))
    play = play_cards(ruleset.play, trump, next_seat(dealer), [set_of(hand) for hand in hands], plays)
    played = tuple(plays if play.violation is None else plays[: play.violation.ply])
    tricks = _tricks(play.leaders, played, card_points(trump, ruleset.cards.ta_values))
    return Replay(play, tricks, _count(tricks))


def _tricks(leaders: Sequence[int], played: tuple[int, ...], values: Sequence[int]) -> tuple[Trick, ...]:
    tricks = []
    whole = len(played) // 4
    for place in range(whole):
        cards = played[4 * place : 4 * place + 4]
        first, second, third, fourth = cards
        points = values[first] + values[second] + values[third] + values[fourth]
        if place == 7:
            points += LAST_TRICK_POINTS
        tricks.append(Trick(leaders[place], cards, leaders[place + 1], points))
    if cards := played[4 * whole :]:
        tricks.append(Trick(leaders[whole], cards, None, sum([values[card] for card in cards])))
    return tuple(tricks)


def _count(tricks: Sequence[Trick]) -> Count:
    points, won = [0, 0], [0, 0]
    last = None
    for _, _, winner, worth in tricks:
        if winner is not None:
            last = team_of(winner)
            points[last] += worth
            won[last] += 1
    capot = won.index(8) if 8 in won else None
    return Count((points[0], points[1]), capot, last if sum(won) == 8 else None)


def facts_of_deal(
    ruleset: Ruleset,
    contract: Contract,
    dealer: int,
    hands: Sequence[Sequence[int]],
    won: Count,
    declared: Sequence[Declaration] = (),
    belotes: Sequence[Belote] | None = None,
    carried: int = 0,
) -> DealFacts:
    """The facts of a deal whose cards are known, for its score.

    The annonces `declared` are compared, against the hands as dealt (ANN-9, ANN-10); a belote is credited to each hand
    that holds both cards, unless `belotes` say who spoke which words (BEL-1, BEL-3).
    """
    resolution = resolve(ruleset.annonces, contract.trump, next_seat(dealer), declared)
    if belotes is None:
        belotes = [
            Belote(team_of(seat), suit) for seat in SEATS for suit in belotes_in(set_of(hands[seat]), contract.trump)
        ]
    return DealFacts(
        contract, won, resolution.points, declared_points(contract.trump, declared), tuple(belotes), carried
    )


def check_belotes_of_hands(trump: int, hands: Sequence[Sequence[int]], belotes: Sequence[Belote]) -> None:
    """Refuse belotes that the hands do not hold (BEL-1)."""
    check_belotes(trump, belotes)
    held = [(team_of(seat), suit) for seat in SEATS for suit in belotes_in(set_of(hands[seat]), trump)]
    for index, belote in enumerate(belotes):
        if (belote.team, belote.suit) not in held:
            raise ImpossiblePosition("belote-not-held", "BEL-1", "belotes", index, suit=belote.suit, team=belote.team)
