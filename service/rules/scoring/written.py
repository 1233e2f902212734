"""A deal as a table writes it down, and what has to be possible in it before it is scored (AUC-15, BEL-1, SCO-1)."""

from collections.abc import Sequence
from typing import NamedTuple

from service.rules.belote import Belote
from service.rules.contract import Contract, check_contract
from service.rules.reasons import ImpossiblePosition
from service.rules.ruleset import Ruleset
from service.rules.scoring.bill import Pair
from service.rules.scoring.count import Trick, count_points, count_tricks, holder_of_belote
from service.rules.scoring.deal import NOUGHT, DealFacts
from service.rules.seats import team_of
from service.rules.trumps import SANS_ATOUT, TOUT_ATOUT


class WrittenDeal(NamedTuple):
    """What a table knows of a deal; either points or tricks are given."""

    contract: Contract
    points: tuple[int | None, int | None] = (None, None)
    """Card points by team with the ten; one of them may be missing."""
    tricks: Sequence[Trick] | None = None
    """The eight tricks, in place of the points."""
    capot: int | None = None
    """The team that won all eight tricks, as the table says."""
    annonces: Pair = NOUGHT
    declared_annonces: Pair | None = None
    belotes: tuple[Belote, ...] = ()
    carried: int = 0


def facts_of(ruleset: Ruleset, written: WrittenDeal) -> DealFacts:
    """The facts of a deal as written down.

    Raises RuleError, ImpossiblePosition or PointsDoNotAddUp at the field that cannot be.
    """
    contract, points, tricks, capot, annonces, declared, belotes, carried = written
    check_contract(ruleset, contract)
    if tricks is None:
        count = count_points(ruleset, contract.trump, points, capot)
    else:
        count = count_tricks(ruleset, contract.trump, tricks, capot)
    if belotes:
        check_belotes(contract.trump, belotes)
        if tricks is not None:
            _check_held(tricks, belotes)
    return DealFacts(contract, count, annonces, declared, belotes, carried)


def check_belotes(trump: int, belotes: Sequence[Belote]) -> None:
    """Refuse a belote in a suit that is not trump, any at sans atout, and a second one in a suit (BEL-1)."""
    seen: set[int] = set()
    for index, belote in enumerate(belotes):
        if trump == SANS_ATOUT or trump not in (belote.suit, TOUT_ATOUT):
            raise ImpossiblePosition(
                "belote-not-trump", "BEL-1", "belotes", index, "suit", suit=belote.suit, trump=trump
            )
        if belote.suit in seen:
            raise ImpossiblePosition("belote-twice", "BEL-1", "belotes", index, "suit", suit=belote.suit)
        seen.add(belote.suit)


def _check_held(tricks: Sequence[Trick], belotes: Sequence[Belote]) -> None:
    """Refuse a belote whose two cards another team played, or two seats (BEL-1)."""
    for index, belote in enumerate(belotes):
        holder = holder_of_belote(tricks, belote.suit)
        if holder is None or team_of(holder) != belote.team:
            raise ImpossiblePosition("belote-not-held", "BEL-1", "belotes", index, suit=belote.suit, team=belote.team)
