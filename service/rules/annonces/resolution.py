"""Which side scores its annonces, and why (ANN-5 to ANN-8, ANN-10)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.rules import reasons
from service.rules.annonces.detection import SUIT, run_down_from, run_of
from service.rules.annonces.kinds import CARRE, CENT, RUN_LENGTHS, Annonce, points_of, strength_of
from service.rules.annonces.options import AnnonceRules
from service.rules.cards import RANK_SETS
from service.rules.reasons import Reason
from service.rules.seats import team_of


class Declaration(NamedTuple):
    """What a seat declares when it plays to the first trick (ANN-9)."""

    seat: int
    annonces: tuple[Annonce, ...]
    hand: int | None = None
    """The set of its eight cards as dealt; without it every annonce is believed."""


class Spoken(NamedTuple):
    """One annonce of a seat."""

    seat: int
    annonce: Annonce
    true: bool = True
    """Whether the seat's hand, as far as it is known, holds it (ANN-10)."""

    @property
    def team(self) -> int:
        """The team of the seat."""
        return team_of(self.seat)


class Verdict(NamedTuple):
    """How a comparison ends."""

    winner: int | None
    """The team whose best annonce goes before, or None."""
    best: Spoken | None
    """The winner's best annonce."""
    beaten: Spoken | None
    """The other side's best one, if it had any and lost."""
    reason: Reason


class Resolution(NamedTuple):
    """What becomes of the annonces of a deal; each one declared is scored, void or false."""

    winner: int | None
    """The team that scores its annonces, or None."""
    points: tuple[int, int]
    """The points of each team, those of the other side's false annonces included."""
    best: Spoken | None
    """The annonce that decided: of two equal ones of partners that of the seat that comes first; None on a tie."""
    beaten: Spoken | None
    """The best annonce of the side that lost the comparison."""
    scored: tuple[Spoken, ...]
    """The winner's annonces."""
    void: tuple[Spoken, ...]
    """Annonces that score nothing and are never shown."""
    false: tuple[Spoken, ...]
    """False annonces that had to be shown: their points go to the other side."""
    reason: Reason


def resolve(rules: AnnonceRules, trump: int, leader: int, declarations: Sequence[Declaration]) -> Resolution:
    """Which side scores which annonces (ANN-1, ANN-5 to ANN-8, ANN-10).

    `leader` leads the first trick and speaks first. The side that wins the comparison shows: what is then found false
    is struck and paid to the other side, and what is left is compared again.
    """
    spoken = [item for declaration in declarations for item in _heard(declaration)]
    if not rules.annonces:
        return Resolution(None, (0, 0), None, None, (), tuple(spoken), (), reasons.NOT_PLAYED)
    shown: set[int] = set()
    left = spoken
    verdict = compare(rules, trump, leader, left)
    while verdict.winner is not None and verdict.winner not in shown:
        shown.add(verdict.winner)
        left = [item for item in spoken if item.true or item.team not in shown]
        verdict = compare(rules, trump, leader, left)
    winner, best, beaten, reason = verdict
    scored = tuple([item for item in left if item.team == winner])
    void = tuple([item for item in left if item.team != winner])
    false = tuple([item for item in spoken if not item.true and item.team in shown])
    points = [0, 0]
    for item in scored:
        points[item.team] += points_of(item.annonce, trump)
    for item in false:
        points[1 - item.team] += points_of(item.annonce, trump)
    return Resolution(winner, (points[0], points[1]), best, beaten, scored, void, false, reason)


def compare(rules: AnnonceRules, trump: int, leader: int, spoken: Sequence[Spoken]) -> Verdict:
    """Compare the single best annonce of each side (ANN-5 to ANN-8)."""

    def strength(item: Spoken) -> tuple[int, ...]:
        return strength_of(rules, trump, item.annonce)

    def standing(item: Spoken) -> tuple[tuple[int, ...], int]:
        return strength(item), -(item.seat - leader & 3)

    sides = [[item for item in spoken if item.team == team] for team in range(2)]
    bests = sorted([max(side, key=standing) for side in sides if side], key=standing, reverse=True)
    if not bests:
        return Verdict(None, None, None, reasons.NONE_DECLARED)
    best = bests[0]
    if len(bests) == 1:
        return Verdict(best.team, best, None, reasons.ONLY_SIDE)
    beaten = bests[1]
    if strength(best) > strength(beaten):
        return Verdict(best.team, best, beaten, _separation(trump, best.annonce, beaten.annonce))
    if rules.annonce_tie == "first-speaker":
        return Verdict(best.team, best, beaten, reasons.FIRST_SPEAKER)
    return Verdict(None, None, None, reasons.TIE)


def declared_points(trump: int, declarations: Sequence[Declaration]) -> tuple[int, int]:
    """The points of everything that each team declared, scored or not (ANN-12)."""
    points = [0, 0]
    for declaration in declarations:
        for annonce in declaration.annonces:
            points[team_of(declaration.seat)] += points_of(annonce, trump)
    return points[0], points[1]


def _separation(trump: int, best: Annonce, beaten: Annonce) -> Reason:
    """By what the stronger of two annonces goes before the other (ANN-5, ANN-6, ANN-7)."""
    if best.kind != beaten.kind:
        if CARRE in (best.kind, beaten.kind):
            return reasons.CARRE_OVER_SEQUENCE if best.kind == CARRE else reasons.SEQUENCE_OVER_CARRE
        return reasons.HIGHER_KIND
    if points_of(best, trump) != points_of(beaten, trump):
        return reasons.HIGHER_VALUE
    return reasons.HIGHER_TOP if best.top != beaten.top else reasons.TRUMP_SUIT


def _heard(declaration: Declaration) -> Iterator[Spoken]:
    """The annonces of a seat, each true or false by its hand (ANN-10)."""
    seat, annonces, hand = declaration
    unused = hand
    for annonce in annonces:
        if hand is None or unused is None:
            yield Spoken(seat, annonce)
            continue
        cards = cards_of(annonce, hand)
        true = not cards & ~unused
        if true:
            unused ^= cards
        yield Spoken(seat, annonce, true)


def cards_of(annonce: Annonce, hand: int) -> int:
    """The cards that an annonce of a hand uses, held or not.

    A cent uses the whole run that its cards are part of, as six to eight in a row are one cent (ANN-2).
    """
    kind, top, suit = annonce
    if kind == CARRE or suit is None:
        return RANK_SETS[top]
    cards = run_of(suit, top, RUN_LENGTHS[kind])
    if kind == CENT:
        ranks = hand >> 8 * suit & SUIT
        while ranks >> top + 1 & 1:
            top += 1
        cards |= run_of(suit, top, run_down_from(top, ranks))
    return cards
