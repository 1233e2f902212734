"""The score sheet of a game: every finished deal with its bill, and where the match stands.

All of it follows from the packed deals, by functions that remember their latest answers: a deal is scored once, not
with every action that comes after it.
"""

from dataclasses import dataclass
from functools import lru_cache

from service.rules.game.facts import Deal, Game
from service.rules.game.packing import unpack
from service.rules.game.spoken import belotes_heard, declarations
from service.rules.match.state import Match, pass_out, play_deal
from service.rules.replay import facts_of_deal, replay
from service.rules.ruleset import parse_ruleset
from service.rules.scoring.deal import DealFacts, DealScore


@dataclass(frozen=True, eq=False, slots=True)
class FinishedDeal:
    """A deal on the score sheet; there is one of each, so that what is made of it can be kept with it."""

    deal: Deal
    before: Match
    """Where the match stood before it."""
    match: Match
    """Where the match stands after it."""
    facts: DealFacts | None
    score: DealScore | None
    """Its bill; None for a deal that everybody passed."""


def score_sheet(game: Game) -> tuple[FinishedDeal, ...]:
    """Every finished deal of a game, in order."""
    return _sheet(game.ruleset.text, game.past)


def match_of(game: Game) -> Match:
    """Where the match stands after the finished deals."""
    sheet = score_sheet(game)
    return sheet[-1].match if sheet else Match()


def is_cut_short(game: Game) -> bool:
    """Whether a game ended before its match was over: by its host, or because it had as many deals as a game has."""
    return game.ended or (game.deal is None and not match_of(game).over)


@lru_cache(maxsize=1024)
def _sheet(ruleset: str, past: tuple[str, ...]) -> tuple[FinishedDeal, ...]:
    sheet: list[FinishedDeal] = []
    match = Match()
    for packed in past:
        sheet.append(_finish(ruleset, match, packed))
        match = sheet[-1].match
    return tuple(sheet)


@lru_cache(maxsize=4096)
def _finish(ruleset: str, before: Match, packed: str) -> FinishedDeal:
    """A finished deal scored in the match as it stood."""
    deal = unpack(parse_ruleset(ruleset), packed)
    if deal.contract is None:
        return FinishedDeal(deal, before, pass_out(before), None, None)
    facts = score_facts(deal)
    match, score = play_deal(deal.auction.ruleset, before, facts)
    return FinishedDeal(deal, before, match, facts, score)


def score_facts(deal: Deal) -> DealFacts:
    """What the score of a deal that was played to its end rests on; ValueError for one that everybody passed."""
    contract = deal.agreed
    ruleset = deal.auction.ruleset
    hands, dealer = deal.dealt, deal.dealing.dealer
    won = replay(ruleset, contract.trump, dealer, hands, deal.plays).won
    return facts_of_deal(ruleset, contract, dealer, hands, won, declarations(deal), belotes_heard(deal))
