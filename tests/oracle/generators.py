"""The generator of random bodies by operation: `GENERATORS[op](rng, ruleset=None) -> body`."""

from . import inputs, inputs_annonces, inputs_auctions, inputs_deals

GENERATORS = {
    "legal-cards": inputs.now_and_then_impossible(inputs.play_position),
    "moves/validate": inputs.now_and_then_impossible(inputs.move),
    "tricks/winner": inputs.now_and_then_impossible(inputs.full_trick),
    "annonces/detect": inputs_annonces.detection,
    "annonces/resolve": inputs_annonces.comparison,
    "auctions/state": inputs_auctions.auction,
    "deals/score": inputs_deals.score,
    "deals/replay": inputs_deals.replay,
    "matches/score": inputs_deals.match,
}
