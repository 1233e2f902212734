"""What a game is made of: facts only. Everything else is derived from them, and cached on the value.

A game is a value. `actions.act` makes the next one of it; `storage` writes it down.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from service.rules.annonces.resolution import Declaration
from service.rules.auction.state import AuctionState
from service.rules.contract import Contract
from service.rules.deal import Cards
from service.rules.game.dealing import Dealing, Supplied, hands_dealt
from service.rules.play import Play, play_cards
from service.rules.ruleset import Ruleset
from service.rules.seats import next_seat

HOST: Literal["host"] = "host"
"""Who opened the game and may end it."""

Bearer = int | Literal["host"] | None
"""Who asks: a seat, the host, or a spectator."""

Phase = Literal["auction", "play", "over"]


@dataclass(frozen=True, kw_only=True)
class Deal:
    """One deal as far as it went."""

    dealing: Dealing
    """Who dealt, and where the cards come from."""
    auction: AuctionState
    """What was called."""
    plays: Cards = ()
    """The cards played, in order."""
    declared: tuple[Declaration, ...] = ()
    """The annonces declared, in the order of play, true or false; a seat that declared none has no entry."""
    words: tuple[int, ...] = ()
    """The plies, from 0, at which "belote" or "rebelote" was said: always a card of a pair in one hand (BEL-2)."""

    @property
    def contract(self) -> Contract | None:
        """What was agreed, once it is."""
        return self.auction.contract

    @property
    def agreed(self) -> Contract:
        """The contract of a deal that has one; raises ValueError before that, and for one passed out."""
        contract = self.contract
        if contract is None:
            raise ValueError("the auction gave no contract")
        return contract

    @cached_property
    def dealt(self) -> tuple[int, int, int, int]:
        """The set of cards that each seat was dealt: five before a take, else eight (DEAL-4, DEAL-5)."""
        contract = self.contract
        return hands_dealt(self.auction.ruleset, self.dealing, None if contract is None else contract.taker)

    @cached_property
    def play(self) -> Play:
        """The play of the cards so far; ValueError before a contract, when nobody has a card to play."""
        ruleset, leader = self.auction.ruleset, next_seat(self.dealing.dealer)
        return play_cards(ruleset.play, self.agreed.trump, leader, self.dealt, self.plays)

    @property
    def held(self) -> tuple[int, int, int, int]:
        """The set of cards that each seat still holds."""
        return self.dealt if self.contract is None else self.play.hands

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, to speak or to play."""
        seat = self.auction.to_speak
        return self.play.to_play if seat is None else seat


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game."""

    ruleset: Ruleset
    deal: Deal | None
    """The deal in progress; none once the match is over."""
    past: tuple[str, ...] = ()
    """The finished deals, each packed as `storage` does it: only bills and records look at them again."""
    supplied: tuple[Supplied, ...] = ()
    """The client's own cards for the deals to come; after them the service shuffles."""
    drawn: bool = False
    """Whether the first dealer was drawn by lot from the seed of the first deal (DEAL-2)."""
    ended: bool = False
    """Whether the host ended the game before the match was over."""

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return self.ended or self.deal is None

    @property
    def phase(self) -> Phase:
        """What is going on."""
        if self.deal is None or self.ended:
            return "over"
        return "auction" if self.deal.contract is None else "play"
