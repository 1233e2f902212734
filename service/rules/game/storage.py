"""A game written down and read again: facts only, small, with a format number."""

from typing import Any

from service.rules.game.dealing import Supplied
from service.rules.game.facts import Game
from service.rules.game.packing import pack, pack_cards, unpack, unpack_cards
from service.rules.ruleset import parse_ruleset

FORMAT = 1
"""Raised with every change of what is written that an older service would misread."""

BY_SEAT, AS_DEALT = "h", "d"


class NewerFormat(Exception):
    """The game was written by a newer service."""


def dump(game: Game) -> dict[str, Any]:
    """The facts of a game as JSON values; `load(dump(game)) == game`. What is as in most games is left out."""
    document: dict[str, Any] = {"format": FORMAT, "ruleset": game.ruleset.text, "past": list(game.past)}
    if game.deal is not None:
        document["deal"] = pack(game.deal)
    if game.supplied:
        document["supplied"] = [
            (BY_SEAT if supplied.by_seat else AS_DEALT) + pack_cards(supplied.cards) for supplied in game.supplied
        ]
    if game.drawn:
        document["drawn"] = True
    if game.ended:
        document["ended"] = True
    return document


def load(document: dict[str, Any]) -> Game:
    """The game of its facts.

    Raises NewerFormat for a format above `FORMAT`; ValueError or LookupError for what was not written by `dump`.
    """
    if document["format"] > FORMAT:
        raise NewerFormat(f"format {document['format']}; this service reads up to {FORMAT}")
    ruleset = parse_ruleset(document["ruleset"])
    deal = document.get("deal")
    return Game(
        ruleset=ruleset,
        deal=None if deal is None else unpack(ruleset, deal),
        past=tuple(document["past"]),
        supplied=tuple([Supplied(unpack_cards(text[1:]), text[0] == BY_SEAT) for text in document.get("supplied", ())]),
        drawn=document.get("drawn", False),
        ended=document.get("ended", False),
    )
