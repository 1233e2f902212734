"""A game written down and read again: facts only, small, with a format number."""

from typing import Any

from service.rules.game.checking import check_game
from service.rules.game.dealing import Supplied
from service.rules.game.facts import Game
from service.rules.game.packing import pack, pack_cards, unpack, unpack_cards
from service.rules.ruleset import parse_ruleset
from service.rules.stored import check_format, reading, require

FORMAT = 1
"""Raised with every change of what is written that an older service would misread."""

BY_SEAT, AS_DEALT = "h", "d"


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

    Raises NewerFormat for a format above `FORMAT`, and Damaged for what `dump` never wrote of a game that was played.
    """
    with reading():
        check_format(document, FORMAT)
        game = _game(document)
        check_game(game)
        require(dump(game) == document, "not as it was written")
    return game


def _game(document: dict[str, Any]) -> Game:
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
