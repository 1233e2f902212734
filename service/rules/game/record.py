"""The portable record of a game: deal by deal what others need to replay it and to check that it was dealt fairly."""

from typing import Any

from service.rules.annonces import KINDS, Declaration
from service.rules.auction.calls import Call
from service.rules.belote import Belote
from service.rules.cards import CARD_NAMES, RANKS, SUITS, cards_in
from service.rules.game.events import contract_facts
from service.rules.game.facts import Deal, Game
from service.rules.game.sheet import FinishedDeal, is_cut_short, match_of, score_sheet
from service.rules.game.spoken import belotes_heard
from service.rules.trumps import TRUMP_NAMES

FORMAT = 1
"""Raised with every change that a reader of records would misread."""

Document = dict[str, Any]


def record(game: Game) -> Document:
    """The record as JSON values with names: for everybody, since hands stand in it only for deals that are over.

    `deals[i].replay` is a body of /v1/deals/replay, `deals[i].auction` of a deal that everybody passed one of
    /v1/auctions/state, and `match` one of /v1/matches/score.
    """
    sheet = score_sheet(game)
    match = match_of(game)
    deals = [_finished_deal(finished) for finished in sheet]
    if game.deal is not None:
        deals.append(_open_deal(game.deal, ended=game.ended))
    return {
        "format": FORMAT,
        "ruleset": game.ruleset.text,
        "first_dealer": "drawn" if game.drawn else "given",
        "deals": deals,
        "match": {"ruleset": game.ruleset.text, "deals": [_match_deal(finished) for finished in sheet]},
        "result": {
            "totals": list(match.totals),
            "carried": match.carried,
            "over": match.over,
            "winner": match.winner,
            "decided_at": match.decided_at,
            "ended": is_cut_short(game),
        },
    }


def _finished_deal(finished: FinishedDeal) -> Document:
    deal, before, score = finished.deal, finished.before, finished.score
    document = _secret(deal) | {"hands": _hands(deal)}
    if score is None:
        return document | {"outcome": "all-pass", "auction": _auction(deal)}
    return document | {
        "outcome": score.outcome,
        "scores": list(score.scores),
        "replay": {
            "hands": _hands(deal),
            **_auction(deal),
            **_played(deal, before.tolerated),
            "carried": before.carried,
        },
    }


def _open_deal(deal: Deal, *, ended: bool) -> Document:
    """A deal that is not over: what everybody saw; or all of it, where the host broke it off."""
    if not ended:
        return {**_committed(deal), "outcome": "open", "auction": _auction(deal), "plays": _names(deal.plays)}
    document = _secret(deal) | {"hands": _hands(deal), "outcome": "broken-off"}
    if deal.contract is None:
        return document | {"auction": _auction(deal)}
    return document | {"replay": {"hands": _hands(deal), **_auction(deal), **_played(deal)}}


def _committed(deal: Deal) -> Document:
    return {"dealer": deal.dealing.dealer, "commitment": deal.dealing.commitment}


def _secret(deal: Deal) -> Document:
    """What opens the commitment."""
    dealing = deal.dealing
    secret = {"seed": dealing.seed} if dealing.given is None else {"deck": _names(dealing.given)}
    taker = None if deal.contract is None else deal.contract.taker
    return _committed(deal) | {"salt": dealing.salt, **secret, "bids": deal.auction.ruleset.bids, "taker": taker}


def _auction(deal: Deal) -> Document:
    turn_up = deal.auction.turn_up
    turned = {} if turn_up is None else {"turn_up": CARD_NAMES[turn_up]}
    return {
        "ruleset": deal.auction.ruleset.text,
        "dealer": deal.dealing.dealer,
        **turned,
        "calls": [_call(call) for call in deal.auction.calls],
    }


def _played(deal: Deal, tolerated: tuple[bool, bool] = (False, False)) -> Document:
    """What was played and said.

    A forgotten rebelote counts as never noticed for a team whose tolerance of the match is used up, which a deal by
    itself does not know (BEL-4).
    """
    heard = [belote._replace(noticed=None) if tolerated[belote.team] else belote for belote in belotes_heard(deal)]
    return {
        "plays": _names(deal.plays),
        "annonces": [_declaration(declaration) for declaration in deal.declared],
        "belotes": [_belote(belote) for belote in heard],
    }


def _match_deal(finished: FinishedDeal) -> Document:
    """A deal as /v1/matches/score takes it."""
    deal, facts = finished.deal, finished.facts
    if facts is None:
        return {"outcome": "all-pass"}
    contract = contract_facts(facts.contract) | {"trump": TRUMP_NAMES[facts.contract.trump]}
    tricks = [
        {"leader": deal.play.leaders[place], "cards": _names(deal.plays[4 * place : 4 * place + 4])}
        for place in range(8)
    ]
    declared = {} if facts.declared_annonces is None else {"declared_annonces": list(facts.declared_annonces)}
    return {
        "contract": contract,
        "tricks": tricks,
        "annonces": list(facts.annonces),
        **declared,
        "belotes": [_belote(belote) for belote in facts.belotes],
    }


def _hands(deal: Deal) -> list[list[str]]:
    return [_names(cards_in(hand)) for hand in deal.dealt]


def _names(cards: Any) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _call(call: Call) -> Document:
    trump = {} if call.trump is None else {"trump": TRUMP_NAMES[call.trump]}
    level = {} if call.level is None else {"level": call.level}
    return {"seat": call.seat, "call": call.kind, **level, **trump}


def _declaration(declaration: Declaration) -> Document:
    annonces = [
        {"kind": KINDS[item.kind], "top": RANKS[item.top]} | ({} if item.suit is None else {"suit": SUITS[item.suit]})
        for item in declaration.annonces
    ]
    return {"seat": declaration.seat, "annonces": annonces}


def _belote(belote: Belote) -> Document:
    noticed = {} if belote.noticed is None else {"noticed": belote.noticed}
    words = {"belote": belote.belote, "rebelote": belote.rebelote}
    return {"team": belote.team, "suit": SUITS[belote.suit], **words, **noticed}
