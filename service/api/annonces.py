"""Annonces: /v1/annonces/detect and /v1/annonces/resolve."""

from typing import Any

from service.api.schemas.annonces import HandRequest, ResolveAnnoncesRequest
from service.messages import say
from service.rules.annonces import KINDS, Annonce, Resolution, Spoken, detect, points_of, resolve
from service.rules.annonces.checks import check_seats, check_shown_hands, check_whole_hand
from service.rules.belote import belotes_in
from service.rules.cards import CARD_NAMES, RANKS, SUITS, cards_in, set_of
from service.rules.position import check_trump


def detect_annonces(request: HandRequest, _language: str) -> dict[str, Any]:
    """The best choice of annonces in a hand, and its belotes."""
    ruleset, trump, cards = request
    check_trump(ruleset, trump)
    check_whole_hand(ruleset, cards, "hand")
    hand = set_of(cards)
    found = detect(ruleset.annonces, trump, hand)
    return {
        "ruleset": ruleset.text,
        "annonces": [
            {
                **dump_annonce(holding.annonce),
                "points": holding.points,
                "cards": [CARD_NAMES[card] for card in reversed(tuple(cards_in(holding.cards)))],
            }
            for holding in found
        ],
        "points": sum([holding.points for holding in found]),
        "belotes": [SUITS[suit] for suit in belotes_in(hand, trump)],
    }


def resolve_annonces(request: ResolveAnnoncesRequest, language: str) -> dict[str, Any]:
    """Which side scores its annonces, and why."""
    ruleset, trump, leader, declared = request
    check_trump(ruleset, trump)
    check_seats([each.seat for each in declared], "declared")
    check_shown_hands(ruleset, [each.hand for each in declared], "declared")
    done = resolve(ruleset.annonces, trump, leader, [each.declaration for each in declared])
    return {
        "ruleset": ruleset.text,
        "winner": done.winner,
        "points": list(done.points),
        "best": done.best and dump_spoken(done.best),
        "scored": [dump_spoken(item) | {"points": points_of(item.annonce, trump)} for item in done.scored],
        "void": [dump_spoken(item) for item in done.void],
        "false": [dump_spoken(item) | {"points": points_of(item.annonce, trump)} for item in done.false],
        "reason": done.reason.code,
        "article": done.reason.article,
        "message": resolution_message(language, done),
    }


def resolution_message(language: str, done: Resolution) -> str:
    """The sentence for a comparison."""
    facts: dict[str, Any] = {"team": done.winner}
    for name, item in (("best", done.best), ("beaten", done.beaten)):
        if item is not None:
            facts |= {name: item.annonce.kind, f"{name}_top": item.annonce.top}
    return say(language, "annonces", done.reason.code, **facts)


def dump_spoken(item: Spoken) -> dict[str, Any]:
    """An annonce and the seat that declared it."""
    return {"seat": item.seat, **dump_annonce(item.annonce)}


def dump_annonce(annonce: Annonce) -> dict[str, Any]:
    """An annonce as a request has it."""
    kind, top, suit = annonce
    return {"kind": KINDS[kind], "top": RANKS[top], "suit": None if suit is None else SUITS[suit]}
