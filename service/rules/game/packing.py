"""A deal written small: one letter a card, a few a call.

A packed deal has five parts, parted by bars: dealer and secret; calls; cards played; annonces declared; and the plies
at which a word of a belote was said. The secret is seed and salt, 16 bytes each, or the salt and the 32 cards given. A
call is `p` for a pass, `t` for a take with the trump it names, `b` for a bid with its trump and level (`c` for capot),
`x` or `y` for contre or surcontre with the seat. A declaration is a seat and its annonces, three letters each: kind,
top, suit.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache

from service.rules.annonces import Annonce, Declaration
from service.rules.auction.calls import Call
from service.rules.auction.state import AuctionState, start
from service.rules.auction.transitions import apply_all
from service.rules.contract import CAPOT
from service.rules.deal import Cards
from service.rules.game.dealing import Dealing, turned_card
from service.rules.game.facts import Deal
from service.rules.ruleset import Ruleset, parse_ruleset

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"
"""The letter of each card, and of each ply."""

NUMBERS = {letter: number for number, letter in enumerate(LETTERS)}

CALL = re.compile(r"(p)|(t)([0-5]?)|(b)([0-5])(\d+|c)|([xy])([0-3])")

SHUFFLED, GIVEN = "s", "g"
NO_SUIT = "-"


def pack(deal: Deal) -> str:
    """A deal as text."""
    return "|".join(
        (
            pack_dealing(deal.dealing),
            "".join([pack_call(call) for call in deal.auction.calls]),
            pack_cards(deal.plays),
            ",".join([pack_declaration(declaration) for declaration in deal.declared]),
            pack_cards(deal.words),
        )
    )


def unpack(ruleset: Ruleset, text: str) -> Deal:
    """The deal that a text is; raises one of `stored.MISREADINGS` for one that cannot be read."""
    dealing_text, calls, plays, declared, words = text.split("|")
    dealing = unpack_dealing(dealing_text)
    return Deal(
        dealing=dealing,
        auction=_auction(ruleset.text, dealing.dealer, turned_card(dealing, bids=ruleset.bids), calls),
        plays=unpack_cards(plays),
        declared=tuple([unpack_declaration(item) for item in declared.split(",")]) if declared else (),
        words=unpack_cards(words),
    )


def pack_dealing(dealing: Dealing) -> str:
    """Dealer and secret of a deal."""
    if dealing.given is not None:
        return f"{dealing.dealer}{GIVEN}{_pack_hex(dealing.salt)}{pack_cards(dealing.given)}"
    return f"{dealing.dealer}{SHUFFLED}{_pack_hex((dealing.seed or '') + dealing.salt)}"


def unpack_dealing(text: str) -> Dealing:
    """The dealing that a text is."""
    dealer, source, secret = int(text[0]), text[1], text[2:]
    if source == GIVEN:
        return Dealing(dealer, None, _unpack_hex(secret[:22]), unpack_cards(secret[22:]))
    seed_and_salt = _unpack_hex(secret)
    return Dealing(dealer, seed_and_salt[:32], seed_and_salt[32:])


def pack_cards(cards: Iterable[int]) -> str:
    """Cards, or plies, a letter each."""
    return "".join([LETTERS[card] for card in cards])


def unpack_cards(text: str) -> Cards:
    """The cards, or plies, that the letters are."""
    return tuple([NUMBERS[letter] for letter in text])


def pack_call(call: Call) -> str:
    """A call that was made."""
    if call.kind == "pass":
        return "p"
    if call.kind == "take":
        return "t" if call.trump is None else f"t{call.trump}"
    if call.kind == "bid":
        return f"b{call.trump}{'c' if call.level == CAPOT else call.level}"
    return f"{'x' if call.kind == 'contre' else 'y'}{call.seat}"


def unpack_calls(text: str) -> list[Call]:
    """The calls that a text is, in order; ValueError for a text that is none."""
    found = list(CALL.finditer(text))
    if sum([len(match[0]) for match in found]) != len(text):
        raise ValueError(f"{text!r} is no list of calls")
    calls = []
    for passed, take, taken, _bid, trump, level, contre, seat in [match.groups() for match in found]:
        if passed:
            calls.append(Call("pass"))
        elif take:
            calls.append(Call("take", int(taken) if taken else None))
        elif contre:
            calls.append(Call("contre" if contre == "x" else "surcontre", seat=int(seat)))
        else:
            calls.append(Call("bid", int(trump), CAPOT if level == "c" else int(level)))
    return calls


def pack_declaration(declaration: Declaration) -> str:
    """The annonces of a seat."""
    items = [
        f"{annonce.kind}{annonce.top}{NO_SUIT if annonce.suit is None else annonce.suit}"
        for annonce in declaration.annonces
    ]
    return f"{declaration.seat}{''.join(items)}"


def unpack_declaration(text: str) -> Declaration:
    """The declaration that a text is."""
    annonces = [
        Annonce(int(text[place]), int(text[place + 1]), None if text[place + 2] == NO_SUIT else int(text[place + 2]))
        for place in range(1, len(text), 3)
    ]
    return Declaration(int(text[0]), tuple(annonces))


def _pack_hex(digits: str) -> str:
    return urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def _unpack_hex(letters: str) -> str:
    return urlsafe_b64decode(letters + "=" * (-len(letters) % 4)).hex()


@lru_cache(maxsize=4096)
def _auction(ruleset: str, dealer: int, turn_up: int | None, calls: str) -> AuctionState:
    """The auction after some calls; every action on a deal asks for it again."""
    state, violation = apply_all(start(parse_ruleset(ruleset), dealer, turn_up), unpack_calls(calls))
    if violation is not None:
        raise ValueError(f"call {violation.index} of {calls!r} is not legal: {violation.reason.code}")
    return state
