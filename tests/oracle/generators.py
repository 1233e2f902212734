"""The generator of random bodies by operation: `GENERATORS[op](rng, ruleset=None) -> body`."""

from . import inputs, inputs_annonces, inputs_auctions, inputs_deals
from .inputs_impossible import now_and_then_impossible

VALID = {
    "legal-cards": inputs.play_position,
    "moves/validate": inputs.move,
    "tricks/winner": inputs.full_trick,
    "annonces/detect": inputs_annonces.detection,
    "annonces/resolve": inputs_annonces.comparison,
    "auctions/state": inputs_auctions.auction,
    "deals/score": inputs_deals.score,
    "deals/replay": inputs_deals.replay,
    "matches/score": inputs_deals.match,
}
GENERATORS = {op: now_and_then_impossible(op, generator) for op, generator in VALID.items()}
