"""Dealing: /v1/deals/shuffle and /v1/deals/draw-dealer."""

import secrets
from typing import Any

from service.api.schemas.dealing import DrawRequest, ShuffleRequest
from service.rules.cards import CARD_NAMES
from service.rules.deal import deal, draw_first_dealer, shuffled_deck

SEED_BYTES = 16
"""Randomness of a seed of ours: more than there are deals."""


def new_seed() -> str:
    """A seed from the system's random source, as 32 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def shuffle(request: ShuffleRequest, _language: str) -> dict[str, Any]:
    """A deal by the published recipe: the deck in the order dealt, the hands, the turned card."""
    seed = new_seed() if request.seed is None else request.seed
    deck = shuffled_deck(seed)
    dealt = deal(request.ruleset, deck, request.dealer, request.taker)
    return {
        "ruleset": request.ruleset.text,
        "seed": seed,
        "dealer": request.dealer,
        "deck": [CARD_NAMES[card] for card in deck],
        "hands": [[CARD_NAMES[card] for card in hand] for hand in dealt.hands],
        "turn_up": None if dealt.turn_up is None else CARD_NAMES[dealt.turn_up],
    }


def draw_dealer(request: DrawRequest, _language: str) -> dict[str, Any]:
    """The first dealer by lot, every draw shown."""
    seed = new_seed() if request.seed is None else request.seed
    drawn = draw_first_dealer(seed)
    return {
        "ruleset": request.ruleset.text,
        "seed": seed,
        "dealer": drawn.dealer,
        "draws": [
            {"cards": [{"seat": seat, "card": CARD_NAMES[card]} for seat, card in enumerate(draw)]}
            for draw in drawn.draws
        ],
    }
