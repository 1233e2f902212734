"""The portable record of a game: deal by deal what others need to replay it."""

from typing import Any

from service.rules.game.facts import Game


def record(game: Game) -> dict[str, Any]:
    """The record as JSON values with names: for everybody, since hands stand in it only for deals that are over.

    `deals[i].replay` is a body of /v1/deals/replay, `match` one of /v1/matches/score.
    """
    raise NotImplementedError
