"""The twin's answer by operation, named as in a batch: the path after `/v1/`."""

from .annonces import detect, resolve
from .play import legal_cards, validate_move
from .scoring import score_deal
from .tricks import trick_winner

ORACLE = {
    "legal-cards": legal_cards,
    "moves/validate": validate_move,
    "tricks/winner": trick_winner,
    "annonces/detect": detect,
    "annonces/resolve": resolve,
    "deals/score": score_deal,
}
