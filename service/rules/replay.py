"""A whole deal from its cards: the play adjudicated, the tricks counted, the score written (TRICK, ANN, BEL, SCO)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.annonces import Declaration, declared_points, resolve
from service.rules.belote import Belote, belotes_of
from service.rules.contract import Contract
from service.rules.play import Play, play_cards
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset
from service.rules.scoring.count import Count
from service.rules.scoring.deal import NOUGHT, DealFacts
from service.rules.scoring.written import check_belotes
from service.rules.seats import next_seat, team_of
from service.rules.trumps import LAST_TRICK_POINTS, card_points

DEAL_SIZE = 32


class Replay(NamedTuple):
    """The play of a deal with what it came to."""

    play: Play
    cards: tuple[int, ...]
    """The cards played by the rules, in order."""
    points: tuple[int, ...]
    """Those of each whole trick, the ten in the eighth (TRICK-3)."""
    won: Count
    """What the teams won so far."""

    @property
    def complete(self) -> bool:
        """Whether all eight tricks were played."""
        return len(self.points) == 8

    @property
    def open_trick(self) -> tuple[int, ...]:
        """The cards of the trick whose fourth card is still to come."""
        return self.cards[4 * len(self.points) :]


def replay(ruleset: Ruleset, trump: int, dealer: int, hands: Sequence[int], plays: Sequence[int]) -> Replay:
    """The play of a deal, up to its end, to where it stopped, or to the first illegal card.

    `hands` are the sets of eight cards dealt to each seat, `plays` the cards in the order played; the seat after the
    dealer leads (DEAL-6). Raises ImpossiblePosition at `plays` for a thirty-third (PLAY-1).
    """
    if len(plays) > DEAL_SIZE:
        raise ImpossiblePosition("too-many-plays", "TRICK-1", "plays", count=len(plays))
    play = play_cards(ruleset.play, trump, next_seat(dealer), hands, plays)
    cards = tuple(plays if play.violation is None else plays[: play.violation.ply])
    points = _points_of_tricks(cards, card_points(trump, ruleset.cards.ta_values))
    return Replay(play, cards, points, _count(play.leaders, points))


def _points_of_tricks(cards: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """The points of each whole trick (TRICK-3)."""
    tricks = zip(cards[::4], cards[1::4], cards[2::4], cards[3::4], strict=False)
    points = [values[first] + values[second] + values[third] + values[last] for first, second, third, last in tricks]
    if len(points) == 8:
        points[7] += LAST_TRICK_POINTS
    return tuple(points)


def _count(leaders: Sequence[int], points: Sequence[int]) -> Count:
    """What each team won: the winner of a trick leads the next one (TRICK-2)."""
    won, tricks = [0, 0], [0, 0]
    for winner, worth in zip(leaders[1:], points, strict=True):
        team = team_of(winner)
        won[team] += worth
        tricks[team] += 1
    capot = tricks.index(8) if 8 in tricks else None
    return Count((won[0], won[1]), capot, team_of(leaders[8]) if len(points) == 8 else None)


def facts_of_deal(
    ruleset: Ruleset,
    contract: Contract,
    dealer: int,
    hands: Sequence[int],
    won: Count,
    declared: Sequence[Declaration] = (),
    belotes: Sequence[Belote] | None = None,
    carried: int = 0,
) -> DealFacts:
    """The facts of a deal whose cards are known, for its score.

    `hands` are the sets of cards as dealt. The annonces `declared` are compared, against them (ANN-9, ANN-10); a belote
    is credited to each hand that holds both cards, unless `belotes` say who spoke which words (BEL-1, BEL-3).
    """
    annonces = resolve(ruleset.annonces, contract.trump, next_seat(dealer), declared).points if declared else NOUGHT
    credited = belotes_of(hands, contract.trump) if belotes is None else tuple(belotes)
    return DealFacts(contract, won, annonces, declared_points(contract.trump, declared), credited, carried)


def check_belotes_of_hands(trump: int, hands: Sequence[int], belotes: Sequence[Belote]) -> None:
    """Refuse belotes that the hands, sets of cards as dealt, do not hold (BEL-1)."""
    check_belotes(trump, belotes)
    held = [(belote.team, belote.suit) for belote in belotes_of(hands, trump)]
    for index, belote in enumerate(belotes):
        if (belote.team, belote.suit) not in held:
            raise ImpossiblePosition("belote-not-held", "BEL-1", "belotes", index, suit=belote.suit, team=belote.team)
