"""Why: the codes that rulings give as their reason, each with the article of the rules that it rests on.

Codes never change; the sentences that explain them to people live at the edge.
"""

from dataclasses import dataclass
from typing import Literal, Self

Kind = Literal["play", "annonces", "auction", "line", "request", "game"]


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """A reason code, unique within its kind; each is one value, told apart by what it is."""

    kind: Kind
    code: str
    article: str


LEAD = Reason("play", "lead", "PLAY-2")
FOLLOW_SUIT = Reason("play", "follow-suit", "PLAY-3")
MUST_RISE = Reason("play", "must-rise", "PLAY-4")
CANNOT_RISE = Reason("play", "cannot-rise", "PLAY-5")
VOID_NO_TRUMP = Reason("play", "void-no-trump", "PLAY-6")
MUST_TRUMP = Reason("play", "must-trump", "PLAY-7")
MUST_OVERTRUMP = Reason("play", "must-overtrump", "PLAY-8")
MUST_UNDERTRUMP = Reason("play", "must-undertrump", "PLAY-9")
FREE_UNDERTRUMP = Reason("play", "free-undertrump", "PLAY-9")
PARTNER_WINNING = Reason("play", "partner-winning", "PLAY-10")
PARTNER_WINNING_RISE = Reason("play", "partner-winning-rise", "PLAY-11")
PARTNER_WINNING_NO_UNDERTRUMP = Reason("play", "partner-winning-no-undertrump", "PLAY-11")
VOID = Reason("play", "void", "PLAY-12")
NOT_IN_HAND = Reason("play", "not-in-hand", "PLAY-1")
NOT_YOUR_TURN = Reason("play", "not-your-turn", "PLAY-1")

ONLY_SIDE = Reason("annonces", "only-side", "ANN-8")
HIGHER_VALUE = Reason("annonces", "higher-value", "ANN-5")
HIGHER_KIND = Reason("annonces", "higher-kind", "ANN-5")
CARRE_OVER_SEQUENCE = Reason("annonces", "carre-over-sequence", "ANN-5")
SEQUENCE_OVER_CARRE = Reason("annonces", "sequence-over-carre", "ANN-5")
HIGHER_TOP = Reason("annonces", "higher-top", "ANN-6")
TRUMP_SUIT = Reason("annonces", "trump-suit", "ANN-7")
FIRST_SPEAKER = Reason("annonces", "first-speaker", "ANN-7")
TIE = Reason("annonces", "tie", "ANN-7")
NONE_DECLARED = Reason("annonces", "none-declared", "ANN-8")
NOT_PLAYED = Reason("annonces", "not-played", "ANN-1")

CALL_NOT_PLAYED = Reason("auction", "call-not-played", "AUC-1")
CALL_NOT_YOUR_TURN = Reason("auction", "not-your-turn", "AUC-2")
AUCTION_OVER = Reason("auction", "auction-over", "AUC-2")
NOT_THE_TURNED_SUIT = Reason("auction", "not-the-turned-suit", "AUC-3")
TURNED_SUIT = Reason("auction", "turned-suit", "AUC-4")
TRUMP_NOT_PLAYED = Reason("auction", "trump-not-played", "AUC-5")
MUST_TAKE = Reason("auction", "must-take", "AUC-6")
BID_TOO_LOW = Reason("auction", "bid-too-low", "AUC-7")
BID_OFF_STEP = Reason("auction", "bid-off-step", "AUC-7")
BID_OVER_MAXIMUM = Reason("auction", "bid-over-maximum", "AUC-7")
CONTRE_OWN_SIDE = Reason("auction", "contre-own-side", "AUC-10")
NOTHING_TO_CONTRE = Reason("auction", "nothing-to-contre", "AUC-10")
ALREADY_CONTRED = Reason("auction", "already-contred", "AUC-10")
CAPOT_NOT_CONTRABLE = Reason("auction", "capot-not-contrable", "AUC-10")
AUCTION_FROZEN = Reason("auction", "auction-frozen", "AUC-11")
NOTHING_TO_SURCONTRE = Reason("auction", "nothing-to-surcontre", "AUC-12")
SURCONTRE_OTHER_SIDE = Reason("auction", "surcontre-other-side", "AUC-12")

CARD_POINTS = Reason("line", "card-points", "SCO-1")
LAST_TRICK = Reason("line", "last-trick", "TRICK-3")
CONVERSION = Reason("line", "conversion", "CARD-7")
CAPOT = Reason("line", "capot", "SCO-8")
DEDANS = Reason("line", "dedans", "SCO-3")
DEDANS_BID = Reason("line", "dedans", "CON-4")
CONTRACT = Reason("line", "contract", "CON-4")
ANNONCES = Reason("line", "annonces", "ANN-8")
ANNONCES_TRANSFERRED = Reason("line", "annonces-transferred", "ANN-12")
BELOTE = Reason("line", "belote", "BEL-1")
BELOTE_TRANSFERRED = Reason("line", "belote-transferred", "BEL-6")
CONTRE = Reason("line", "contre", "CON-6")
SURCONTRE = Reason("line", "surcontre", "CON-6")
LITIGE_CARRIED = Reason("line", "litige-carried", "SCO-6")
ROUNDING = Reason("line", "rounding", "SCO-10")

AUCTION_OPEN = Reason("game", "auction-open", "AUC-13")
TOO_LATE = Reason("game", "too-late", "ANN-9")
MATCH_OVER = Reason("game", "match-over", "MATCH-7")
GAME_ENDED = Reason("game", "game-ended", "MATCH-7")
GAME_FULL = Reason("game", "game-full", "MATCH-7")

REASONS = tuple(value for value in globals().values() if isinstance(value, Reason))
"""Every reason, in the order of the rules' table."""


class RuleError(Exception):
    """What the rules cannot rule on, said without words of any language.

    `fault` is the stable name of what is wrong, a key of the message catalogues; `pointer` the place in the request as
    names and indexes; `facts` what the message speaks of, in the ints of this package.
    """

    def __init__(self, fault: str, *pointer: str | int, **facts: object) -> None:
        super().__init__(fault, pointer, facts)
        self.fault = fault
        self.pointer = pointer
        self.facts = facts

    def within(self, *place: str | int) -> Self:
        """The same fault with its place counted from further out: that of a deal in a match."""
        self.pointer = (*place, *self.pointer)
        return self


class ImpossiblePosition(RuleError):
    """A position that no game under its ruleset can come to; `article` is the one that excludes it."""

    def __init__(self, fault: str, article: str, *pointer: str | int, **facts: object) -> None:
        super().__init__(fault, *pointer, **facts)
        self.article = article


class PointsDoNotAddUp(RuleError):
    """Card points of the two teams that do not make the total of the deal (SCO-1)."""

    article = "SCO-1"
