"""An auction as far as it went: a value (AUC-2, AUC-6, AUC-11, AUC-13)."""

from typing import Literal, NamedTuple

from service.rules.auction.calls import Call
from service.rules.cards import suit_of
from service.rules.contract import Contract
from service.rules.deal import next_dealer
from service.rules.reasons import RuleError
from service.rules.ruleset import Ruleset
from service.rules.seats import next_seat

Outcome = Literal["open", "contract", "all-pass"]

CONTRED = 2
SURCONTRED = 4


class AuctionState(NamedTuple):
    """Where an auction stands."""

    ruleset: Ruleset
    dealer: int
    turn_up: int | None
    """The card turned up, where the ruleset turns one."""
    to_speak: int | None
    """The seat whose turn it is; none once the auction is over."""
    calls: tuple[Call, ...] = ()
    """What was said, each call with its seat."""
    standing: Contract | None = None
    """The last bid, with the contre said on it, or the take."""
    passes: int = 0
    """Passes since the start, the last bid or the contre."""
    outcome: Outcome = "open"

    @property
    def over(self) -> bool:
        """Whether nobody may speak any more."""
        return self.outcome != "open"

    @property
    def contract(self) -> Contract | None:
        """What was agreed, once it is (AUC-13)."""
        return self.standing if self.outcome == "contract" else None

    @property
    def next_dealer(self) -> int | None:
        """Who deals next after a deal passed out (AUC-6); none while the auction is open, or once it has a contract."""
        return next_dealer(self.ruleset.auction, self.dealer, passed_out=True) if self.outcome == "all-pass" else None

    @property
    def turned_suit(self) -> int | None:
        """The suit of the card turned up."""
        return None if self.turn_up is None else suit_of(self.turn_up)

    @property
    def first_round(self) -> bool:
        """Whether the turned suit alone may be taken (AUC-3)."""
        return self.passes < 4

    @property
    def contred(self) -> bool:
        """Whether the last bid is contred."""
        return self.standing is not None and self.standing.contre > 1

    @property
    def contred_team_alone(self) -> bool:
        """Whether only the contred team speaks now (AUC-11)."""
        return self.contred and self.ruleset.auction.contre_answer == "contred-team"

    @property
    def passes_to_end(self) -> int:
        """How many passes in a row end the auction: eight or four without a bid (AUC-6), else AUC-11 and AUC-13."""
        if self.standing is None:
            return 4 if self.ruleset.bids else 8
        return 2 if self.contred_team_alone else 3

    @property
    def lowest_bid(self) -> int | None:
        """The lowest number that outranks the last bid (AUC-7); none over a capot, which nothing outranks (AUC-8)."""
        rules = self.ruleset.auction
        if self.standing is None:
            return rules.bid_min
        return self.standing.level + rules.bid_step if isinstance(self.standing.level, int) else None


def start(ruleset: Ruleset, dealer: int, turn_up: int | None = None) -> AuctionState:
    """An auction before its first call; the seat after the dealer speaks first (AUC-2).

    Raises RuleError at `turn_up` for a turned card that is missing, or that the ruleset does not turn.
    """
    if ruleset.bids and turn_up is not None:
        raise RuleError("turn-up-not-played", "turn_up")
    if not ruleset.bids and turn_up is None:
        raise RuleError("turn-up-missing", "turn_up")
    return AuctionState(ruleset=ruleset, dealer=dealer, turn_up=turn_up, to_speak=next_seat(dealer))
