"""What a bearer may see of a game: an allow-list, nothing of which depends on cards he has not seen (IRR-4)."""

from typing import NamedTuple

from service.rules.game.facts import Bearer, Game, Phase


class View(NamedTuple):
    """A game as one bearer sees it (fields follow)."""

    seat: int | None
    phase: Phase


def view(game: Game, bearer: Bearer = None) -> View:
    """What a bearer may see: a seat its own hand besides what is public, the host and a spectator what is public."""
    raise NotImplementedError
