"""Games as bearers see them: views, events and refusals as JSON values."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from service.api.auctions import dump_call, dump_contract, dump_legal
from service.messages import Message, say
from service.rules import reasons
from service.rules.annonces import KINDS, Holding
from service.rules.cards import CARD_NAMES, RANKS, SUITS, cards_in
from service.rules.game.actions import LegalActions, Refused
from service.rules.game.events import Event, Facts, finished_facts
from service.rules.game.sheet import FinishedDeal
from service.rules.game.spoken import Word
from service.rules.game.view import DealView, Legal, View
from service.rules.play import Ruling, winner_of
from service.rules.trumps import TRUMP_NAMES

Document = dict[str, Any]

SENTENCES = {reasons.NOT_PLAYED: ("game", "annonces-not-played")}
"""Where the reason of a refusal is worded otherwise than in a ruling: by its kind and code in the catalogues."""


def dump_view(view: View, language: str) -> Document:
    """A view as JSON values; `legal.message` is in the language."""
    match = view.match
    return {
        "ruleset": view.ruleset,
        "seat": view.seat,
        "phase": view.phase,
        "to_act": view.to_act,
        "hand": None if view.hand is None else names(cards_in(view.hand)),
        "legal": None if view.legal is None else dump_legal_actions(view.legal, view.deal, language),
        "deal": None if view.deal is None else dump_deal(view.deal),
        "last_deal": None if view.last_deal is None else dump_finished(view.last_deal),
        "match": {
            "totals": match.totals,
            "carried": match.carried,
            "over": match.over,
            "winner": match.winner,
            "decided_at": match.decided_at,
            "ended": view.ended,
        },
    }


def dump_deal(deal: DealView) -> Document:
    """The deal in progress."""
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "commitment": deal.commitment,
        "turn_up": None if deal.turn_up is None else CARD_NAMES[deal.turn_up],
        "calls": [dump_call(call) for call in deal.calls],
        "contract": None if deal.contract is None else dump_contract(deal.contract),
        "counts": deal.counts,
        "trick": None if deal.leader is None else {"leader": deal.leader, "cards": names(deal.trick)},
        "last_trick": deal.last_trick and named(deal.last_trick),
        "tricks_won": deal.tricks_won,
        "annonces": {
            "declared": [{"seat": seat, "kinds": [KINDS[kind] for kind in kinds]} for seat, kinds in deal.declared],
            "compared": deal.compared and named(deal.compared),
            "shown": deal.shown and named(deal.shown),
        },
        "belotes": [dump_word(word) for word in deal.words],
        "opening": deal.opening and named(deal.opening),
    }


def dump_legal_actions(legal: Legal, deal: DealView | None, language: str) -> Document:
    """What the bearer may do: some cards, with the rule that says so, or some calls."""
    actions = legal.actions
    if not isinstance(actions, Ruling):
        return {"action": "call", "calls": [dump_legal(call) for call in actions]}
    reason = actions.reason
    facts: Facts = {}
    if deal is not None and deal.trick and deal.contract is not None:
        facts = {"led": deal.trick[0] >> 3, "winning": deal.trick[winner_of(deal.contract.trump, deal.trick)]}
    return {
        "action": "play",
        "cards": names(cards_in(actions.legal)),
        "reason": reason.code,
        "article": reason.article,
        "message": say(language, "play", reason.code, **facts),
        "belote": names(legal.belote),
        "annonces": [dump_holding(holding) for holding in legal.annonces],
    }


@lru_cache(maxsize=1024)
def dump_finished(finished: FinishedDeal) -> Document:
    """A finished deal, its bill and its cards; the same for everybody, and looked at with every action of the next."""
    return named(finished_facts(finished))


def dump_word(word: Word) -> Document:
    """A word of a belote that was said."""
    return {"seat": word.seat, "word": word.word, "card": CARD_NAMES[word.card]}


def dump_holding(holding: Holding) -> Document:
    """An annonce that a hand holds."""
    kind, top, suit = holding.annonce
    return {
        "kind": KINDS[kind],
        "top": RANKS[top],
        "suit": None if suit is None else SUITS[suit],
        "cards": names(cards_in(holding.cards)),
        "points": holding.points,
    }


def dump_event(event: Event) -> Document:
    """An event as its bearer sees it, as JSON values: `{"event": kind, …}`."""
    return {"event": event.kind, **named(event.facts)}


def dump_refusal(refused: Refused) -> tuple[Message, Document]:
    """The sentence of a 409, and its members: `reason`, `article`, `legal`."""
    reason, facts = refused.reason, refused.facts
    kind, code = SENTENCES.get(reason, (reason.kind, reason.code))
    if code == "bid-too-low" and facts["minimum"] is None:
        code = "bid-over-capot"
    legal = dump_alternatives(refused.legal)
    return Message(kind, code, **facts), {"reason": reason.code, "article": reason.article, "legal": legal}


def dump_alternatives(legal: LegalActions | None) -> list[Any]:
    """What would be legal in place of a refused action: cards, or calls; nothing out of turn."""
    if legal is None:
        return []
    if isinstance(legal, Ruling):
        return names(cards_in(legal.legal))
    return [dump_legal(call) for call in legal]


def names(cards: Any) -> list[str]:
    """The texts of cards."""
    return [CARD_NAMES[card] for card in cards]


def named(facts: Facts) -> Document:
    """Facts of the rules with names in place of ints."""
    return {name: NAMERS[name](value) if name in NAMERS else value for name, value in facts.items()}


def _or_none(name: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else name(value)


def _each(name: Callable[[Any], Any]) -> Callable[[Sequence[Any]], list[Any]]:
    return lambda values: [name(value) for value in values]


NAMERS: dict[str, Callable[[Any], Any]] = {
    "card": CARD_NAMES.__getitem__,
    "turn_up": _or_none(CARD_NAMES.__getitem__),
    "cards": names,
    "hand": names,
    "deck": names,
    "hands": _each(names),
    "trump": TRUMP_NAMES.__getitem__,
    "kind": KINDS.__getitem__,
    "kinds": _each(KINDS.__getitem__),
    "top": RANKS.__getitem__,
    "suit": _or_none(SUITS.__getitem__),
    "heights": _each(named),
    "shown": _each(named),
    "contract": _or_none(named),
    "opening": named,
    "last_trick": named,
}
"""How the facts of events are named on the wire; what stands not here is a JSON value already."""
