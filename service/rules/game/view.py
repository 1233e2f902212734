"""What a bearer may see of a game: an allow-list, nothing of which depends on cards he has not seen."""

from typing import NamedTuple

from service.rules.annonces import Holding, detect
from service.rules.auction.calls import Call
from service.rules.cards import cards_in
from service.rules.contract import Contract
from service.rules.deal import Cards
from service.rules.game.actions import LegalActions, legal_actions
from service.rules.game.events import Facts, compared_facts, opening_facts, shown_facts, trick_facts
from service.rules.game.facts import Bearer, Deal, Game, Phase
from service.rules.game.sheet import FinishedDeal, is_cut_short, match_of, score_sheet
from service.rules.game.spoken import Word, has_word, words_said
from service.rules.match.state import Match
from service.rules.play import Ruling
from service.rules.seats import team_of


class Legal(NamedTuple):
    """What the bearer may do now, and may say with it; all of it follows from its own hand and what is public."""

    actions: LegalActions
    belote: Cards = ()
    """The legal cards with which "belote" or "rebelote" may be said."""
    annonces: tuple[Holding, ...] = ()
    """What the hand has to declare, while it plays to the first trick."""


class DealView(NamedTuple):
    """The deal in progress."""

    number: int
    """Counted from 0, deals passed out included."""
    dealer: int
    commitment: str
    turn_up: int | None
    calls: tuple[Call, ...]
    contract: Contract | None
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    leader: int | None
    """Who led, or leads, the open trick; None before a contract."""
    trick: Cards
    """The cards on the table."""
    last_trick: Facts | None
    """The last whole trick, to be looked back at until the next one is whole (IRR-4)."""
    tricks_won: tuple[int, int]
    declared: tuple[tuple[int, tuple[int, ...]], ...]
    """Who declared annonces of which kinds; heights and suits stay unsaid (ANN-9)."""
    compared: Facts | None
    shown: Facts | None
    words: tuple[Word, ...]
    """The words of belotes that were said."""
    opening: Facts | None
    """The cards of a deal that the host broke off."""


class View(NamedTuple):
    """A game as one bearer sees it."""

    ruleset: str
    seat: int | None
    """Whose view it is; None for the host and for spectators."""
    phase: Phase
    to_act: int | None
    """The seat whose turn it is; None once the game is over."""
    deal: DealView | None
    """None once the match is over."""
    hand: int | None
    """The set of cards that the bearer holds."""
    legal: Legal | None
    """What the bearer may do; None where it has to wait."""
    match: Match
    last_deal: FinishedDeal | None
    """The deal before, with its bill and its cards laid open."""
    ended: bool
    """Whether the game ended before the match was over."""


def view(game: Game, bearer: Bearer = None) -> View:
    """What a bearer may see: a seat its own hand besides what is public, the host and a spectator what is public."""
    deal = game.deal
    seat = bearer if isinstance(bearer, int) else None
    sheet = score_sheet(game)
    return View(
        ruleset=game.ruleset.text,
        seat=seat,
        phase=game.phase,
        to_act=None if deal is None or game.over else deal.to_act,
        deal=None if deal is None else _deal_view(deal, len(game.past), ended=game.ended),
        hand=None if deal is None or seat is None else deal.held[seat],
        legal=None if deal is None or seat is None or game.over else _legal(deal, seat),
        match=match_of(game),
        last_deal=sheet[-1] if sheet else None,
        ended=is_cut_short(game),
    )


def _deal_view(deal: Deal, number: int, *, ended: bool) -> DealView:
    playing = deal.contract is not None
    whole = len(deal.plays) >> 2
    leaders = deal.play.leaders if playing else ()
    won_by_team_1 = sum([team_of(winner) for winner in leaders[1:]])
    return DealView(
        number=number,
        dealer=deal.dealing.dealer,
        commitment=deal.dealing.commitment,
        turn_up=deal.auction.turn_up,
        calls=deal.auction.calls,
        contract=deal.contract,
        counts=tuple([hand.bit_count() for hand in deal.held]),
        leader=leaders[-1] if leaders else None,
        trick=deal.plays[4 * whole :],
        last_trick=trick_facts(deal, whole - 1) if whole else None,
        tricks_won=(whole - won_by_team_1, won_by_team_1),
        declared=tuple([(seat, tuple([annonce.kind for annonce in annonces])) for seat, annonces, _ in deal.declared]),
        compared=compared_facts(deal),
        shown=shown_facts(deal),
        words=words_said(deal),
        opening=opening_facts(deal) if ended else None,
    )


def _legal(deal: Deal, seat: int) -> Legal | None:
    actions = legal_actions(deal, seat)
    if not isinstance(actions, Ruling):
        return None if actions is None else Legal(actions)
    belote = tuple([card for card in cards_in(actions.legal) if has_word(deal, seat, card)])
    contract, rules = deal.contract, deal.auction.ruleset.annonces
    declares = contract is not None and len(deal.plays) < 4 and rules.annonces
    annonces = detect(rules, contract.trump, deal.dealt[seat]) if declares and contract is not None else ()
    return Legal(actions, belote, annonces)
