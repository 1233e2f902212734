"""The twin's answer by operation, named as in a batch: the path after `/v1/`."""

from .annonces import detect, resolve
from .auctions import auction_state
from .matches import score_match
from .play import legal_cards, validate_move
from .replay import replay
from .scoring import score_deal
from .tricks import trick_winner

ORACLE = {
    "legal-cards": legal_cards,
    "moves/validate": validate_move,
    "tricks/winner": trick_winner,
    "annonces/detect": detect,
    "annonces/resolve": resolve,
    "deals/score": score_deal,
    "auctions/state": auction_state,
    "deals/replay": replay,
    "matches/score": score_match,
}
