"""What may be done in a game, and what becomes of it: `new_game`, `act`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from service.rules.annonces.kinds import Annonce
from service.rules.auction.calls import Call, LegalCall
from service.rules.game.dealing import Supplied
from service.rules.game.facts import Game
from service.rules.play import Ruling
from service.rules.ruleset import Ruleset


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


class Refused(Exception):
    """An action that the rules refuse now; the game is as it was.

    Nothing in it depends on cards that the bearer does not see.
    """

    def __init__(
        self,
        kind: Literal["play", "auction", "annonces", "game"],
        code: str,
        article: str | None,
        facts: Mapping[str, Any],
        legal: Ruling | tuple[LegalCall, ...] | None,
    ) -> None:
        super().__init__(kind, code)
        self.kind = kind
        """The kind of the reason: with `code` the key of the message catalogues."""
        self.code = code
        """The reason."""
        self.article = article
        """The article of the rules that it rests on; None where no rule of belote says it (a game that was ended)."""
        self.facts = facts
        """What the message speaks of."""
        self.legal = legal
        """What the bearer may do instead: cards, or calls; None out of turn."""


def new_game(
    ruleset: Ruleset, entropy: bytes, *, first_dealer: int | None = None, supplied: Sequence[Supplied] = ()
) -> Game:
    """A game before its first call.

    `entropy` are at least 32 fresh random bytes. Without a `first_dealer` he is drawn by lot (DEAL-2). `supplied` are
    the cards of the first deals, where the client brings his own.
    """
    raise NotImplementedError


def act(game: Game, bearer: int | Literal["host"], action: Action, entropy: bytes) -> Game:
    """The game after one more action of a seat, or of the host.

    `entropy` are at least 32 fresh random bytes, used only where a new deal begins. Raises Refused; RuleError at
    `trump` for a take of the second round that names no trump; ValueError for an action that is not the bearer's to do
    (a host that plays, a seat that ends the game).
    """
    raise NotImplementedError
