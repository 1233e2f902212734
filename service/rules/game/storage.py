"""A game written down and read again: facts only, small, with a format number."""

from typing import Any

from service.rules.game.facts import Game

FORMAT = 1
"""Raised with every change of what is written that an older service would misread."""


class NewerFormat(Exception):
    """The game was written by a newer service."""


def dump(game: Game) -> dict[str, Any]:
    """The facts of a game as JSON values; `load(dump(game)) == game`."""
    raise NotImplementedError


def load(document: dict[str, Any]) -> Game:
    """The game of its facts; raises NewerFormat rather than misread one."""
    raise NotImplementedError
