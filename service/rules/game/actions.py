"""What may be done in a game, and what becomes of it: `new_game`, `act`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from service.rules import reasons
from service.rules.annonces import Annonce, Declaration
from service.rules.auction.calls import Call, CallViolation, LegalCall
from service.rules.auction.legal import legal_calls
from service.rules.auction.state import start
from service.rules.auction.transitions import apply
from service.rules.deal import draw_first_dealer, next_dealer
from service.rules.game.dealing import Supplied, new_dealing, turned_card
from service.rules.game.facts import HOST, Deal, Game
from service.rules.game.packing import pack
from service.rules.game.sheet import match_of
from service.rules.game.spoken import has_word
from service.rules.play import Ruling, winner_of
from service.rules.reasons import Reason
from service.rules.ruleset import Ruleset

MOST_DEALS = 1000
"""How many deals a game has, passed-out ones among them; after so many it ends, whether its match is over or not."""


class CallAction(NamedTuple):
    """A call of the auction; whose it is says the bearer, whatever seat the call names."""

    call: Call


class PlayAction(NamedTuple):
    """A card played, and what is said with it."""

    card: int
    annonces: tuple[Annonce, ...] = ()
    """The annonces declared, with the first card of a deal alone (ANN-9)."""
    belote: bool = False
    """Whether "belote" or "rebelote" is said; with a card that is not of a pair in the hand it says nothing (BEL-2)."""


class EndAction(NamedTuple):
    """The host ends the game before the match is over."""


Action = CallAction | PlayAction | EndAction

LegalActions = Ruling | tuple[LegalCall, ...]
"""What a seat may do: play one of some cards, or make one of some calls."""


class Refused(Exception):
    """An action that the rules refuse now; the game is as it was.

    Nothing in it depends on cards that the bearer does not see.
    """

    def __init__(self, reason: Reason, facts: Mapping[str, Any], legal: LegalActions | None = None) -> None:
        super().__init__(reason.kind, reason.code)
        self.reason = reason
        """Its kind and code are the key of the message catalogues."""
        self.facts = facts
        """What the message speaks of."""
        self.legal = legal
        """What the bearer may do instead; None where it is nothing."""


def new_game(
    ruleset: Ruleset, entropy: bytes, *, first_dealer: int | None = None, supplied: Sequence[Supplied] = ()
) -> Game:
    """A game before its first call.

    `entropy` are at least 32 fresh random bytes. Without a `first_dealer` he is drawn by lot (DEAL-2). `supplied` are
    the cards of the first deals, where the client brings his own.
    """
    drawn = first_dealer is None
    dealer = draw_first_dealer(entropy[:16].hex()).dealer if first_dealer is None else first_dealer
    game = Game(ruleset=ruleset, deal=None, supplied=tuple(supplied), drawn=drawn)
    return _begin_deal(game, dealer, entropy)


def act(game: Game, bearer: int | Literal["host"], action: Action, entropy: bytes) -> Game:
    """The game after one more action of a seat, or of the host.

    `entropy` are at least 32 fresh random bytes, used only where a new deal begins. Raises Refused; RuleError at
    `trump` for a take of the second round that names no trump; ValueError for an action that is not the bearer's to do
    (a host that plays, a seat that ends the game).
    """
    if isinstance(action, EndAction) != (bearer == HOST):
        raise ValueError("the host ends the game, and the seats play it")
    deal = game.deal
    if deal is None or game.ended:
        raise _refusal_after_end(game)
    if isinstance(action, EndAction) or bearer == HOST:
        return replace(game, ended=True)
    after = _call(deal, bearer, action.call) if isinstance(action, CallAction) else _play(deal, bearer, action)
    if after.auction.outcome == "all-pass" or len(after.plays) == 32:
        return _finish_deal(game, after, entropy)
    return replace(game, deal=after)


def legal_actions(deal: Deal, seat: int) -> LegalActions | None:
    """What a seat may do now, None where it has to wait; a contre may be free of the turn (AUC-10)."""
    if deal.contract is None:
        return legal_calls(deal.auction, seat) or None
    return deal.play.ruling if seat == deal.play.to_play else None


def _refusal_after_end(game: Game) -> Refused:
    if game.ended:
        return Refused(reasons.GAME_ENDED, {})
    if match_of(game).over:
        return Refused(reasons.MATCH_OVER, {})
    return Refused(reasons.GAME_FULL, {"most": len(game.past)})


def _call(deal: Deal, seat: int, call: Call) -> Deal:
    state = apply(deal.auction, replace(call, seat=seat))
    if isinstance(state, CallViolation):
        raise Refused(state.reason, state.facts, legal_actions(deal, seat))
    return replace(deal, auction=state)


def _play(deal: Deal, seat: int, action: PlayAction) -> Deal:
    reason = _refusal_of_play(deal, seat, action)
    if reason is not None:
        raise Refused(reason, _facts_of_play(deal, action.card), legal_actions(deal, seat))
    ply = len(deal.plays)
    said = action.belote and has_word(deal, seat, action.card)
    return replace(
        deal,
        plays=(*deal.plays, action.card),
        declared=(*deal.declared, Declaration(seat, action.annonces)) if action.annonces else deal.declared,
        words=(*deal.words, ply) if said else deal.words,
    )


def _refusal_of_play(deal: Deal, seat: int, action: PlayAction) -> Reason | None:
    """Why a card is refused, or what is said with it: turn, hand and rule first (PLAY-1), then the annonces (ANN-9)."""
    if deal.contract is None:
        return reasons.AUCTION_OPEN
    play = deal.play
    if seat != play.to_play:
        return reasons.NOT_YOUR_TURN
    if not play.hands[seat] >> action.card & 1:
        return reasons.NOT_IN_HAND
    if not play.ruling.legal >> action.card & 1:
        return play.ruling.reason
    if action.annonces:
        if not deal.auction.ruleset.annonces.annonces:
            return reasons.NOT_PLAYED
        if len(deal.plays) >= 4:
            return reasons.TOO_LATE
    return None


def _facts_of_play(deal: Deal, card: int) -> dict[str, Any]:
    contract = deal.contract
    if contract is None:
        return {"to_speak": deal.to_act}
    facts = {"card": card, "seat": deal.play.to_play}
    trick = deal.plays[len(deal.plays) & ~3 :]
    if trick:
        facts |= {"led": trick[0] >> 3, "winning": trick[winner_of(contract.trump, trick)]}
    return facts


def _finish_deal(game: Game, deal: Deal, entropy: bytes) -> Game:
    """Put a finished deal away, and begin the next one unless the match is over, or the game has its most deals."""
    after = replace(game, past=(*game.past, pack(deal)), deal=None)
    if match_of(after).over or len(after.past) >= MOST_DEALS:
        return replace(after, supplied=())
    passed_out = deal.contract is None
    return _begin_deal(after, next_dealer(game.ruleset.auction, deal.dealing.dealer, passed_out=passed_out), entropy)


def _begin_deal(game: Game, dealer: int, entropy: bytes) -> Game:
    """Deal, from the client's own cards as long as there are some."""
    first, *rest = game.supplied or (None,)
    bids = game.ruleset.bids
    dealing = new_dealing(dealer, entropy, first, bids=bids)
    auction = start(game.ruleset, dealer, turned_card(dealing, bids=bids))
    return replace(game, deal=Deal(dealing=dealing, auction=auction), supplied=tuple(rest))
