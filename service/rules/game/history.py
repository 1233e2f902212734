"""A game as it was: every earlier state, and every event, follows from its facts, so that none has to be kept.

A step is one action; step 0 is the game as it was opened. Of the client's cards for deals to come an earlier state says
nothing: no view and no event does.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import cast

from service.rules.auction.state import AuctionState, start
from service.rules.auction.transitions import apply
from service.rules.game.events import Event, events_between
from service.rules.game.facts import Deal, Game
from service.rules.game.sheet import score_sheet
from service.rules.seats import next_seat


def step_of(game: Game) -> int:
    """How many actions made a game what it is."""
    return sum([_length(deal) for deal in _deals(game)]) + game.ended


def states_since(game: Game, step: int = 0) -> Iterator[Game]:
    """A game as it was after that many actions, and after each one since; the last is the game as it is."""
    start_of_deal = 0
    for number, deal in enumerate(_deals(game)):
        length, last = _length(deal), number == len(game.past)
        if start_of_deal + length > step or last:
            states = list(_states_of_deal(deal))
            shown = states if last else states[:-1]  # the last state of a finished deal is the first of the next one
            for played in shown[max(step - start_of_deal, 0) :]:
                yield replace(game, deal=played, past=game.past[:number], supplied=(), ended=False)
        start_of_deal += length
    if game.ended or game.deal is None:
        yield replace(game, supplied=())


def events_since(game: Game, step: int | None = None) -> Iterator[tuple[int, list[Event]]]:
    """The events of every step after that one, with its number; from None, from the opening on.

    They are those of `events_between`, unfiltered, each made when it is asked for.
    """
    if step is None:
        yield 0, events_between(None, next(states_since(game)))
    first = step or 0
    for number, (before, after) in enumerate(pairwise(states_since(game, first)), first + 1):
        yield number, events_between(before, after)


def _deals(game: Game) -> list[Deal]:
    finished = [finished.deal for finished in score_sheet(game)]
    return finished if game.deal is None else [*finished, game.deal]


def _length(deal: Deal) -> int:
    return len(deal.auction.calls) + len(deal.plays)


def _states_of_deal(deal: Deal) -> Iterator[Deal]:
    """A deal before its first call, and after each call and card."""
    auction: AuctionState = start(deal.auction.ruleset, deal.dealing.dealer, deal.auction.turn_up)
    yield Deal(dealing=deal.dealing, auction=auction)
    for call in deal.auction.calls:
        auction = cast("AuctionState", apply(auction, call))  # every call was legal when it was made
        yield Deal(dealing=deal.dealing, auction=auction)
    leader = next_seat(deal.dealing.dealer)
    for count in range(1, len(deal.plays) + 1):
        yield replace(
            deal,
            plays=deal.plays[:count],
            declared=tuple([spoken for spoken in deal.declared if spoken.seat - leader & 3 < count]),
            words=tuple([ply for ply in deal.words if ply < count]),
        )
