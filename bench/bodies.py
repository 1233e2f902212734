"""The requests that bench/http.py sends: random deals and positions of every preset, in their common form."""

import random

from bench.deals import random_deals
from service.rules.cards import CARD_NAMES, cards_in
from service.rules.ruleset import presets
from service.rules.trumps import TRUMP_NAMES

DEALS = 90
LEVELS = (80, 90, 100, 110, 120)


def bodies_by_path(seed=1):
    """Bodies for each path that is measured."""
    chance = random.Random(seed)
    deals, positions = random_deals(list(presets()), DEALS, seed)
    return {
        "/v1/legal-cards": [position_body(position) for position in chance.sample(positions, 300)],
        "/v1/deals/score": [score_body(chance, deal) for deal in deals],
        "/v1/deals/replay": [replay_body(chance, deal) for deal in deals],
    }


def names(cards):
    """The texts of some cards."""
    return [CARD_NAMES[card] for card in cards]


def contract_body(chance, deal):
    """A contract, with a level where the ruleset bids."""
    contract = {"taker": chance.randrange(4), "trump": TRUMP_NAMES[deal.trump]}
    return contract | ({"level": chance.choice(LEVELS)} if deal.ruleset.bids else {})


def position_body(position):
    """A trick and a hand."""
    return {
        "ruleset": position.deal.ruleset.text,
        "trump": TRUMP_NAMES[position.deal.trump],
        "trick": {"leader": position.leader, "cards": names(position.trick)},
        "hand": names(cards_in(position.hand)),
    }


def score_body(chance, deal):
    """Points as they are read out at a table, two times of three with a belote."""
    points = chance.randrange(20, 143)
    said = {"belotes": [{"seat": chance.randrange(4), "suit": TRUMP_NAMES[deal.trump]}]} if chance.randrange(3) else {}
    return {
        "ruleset": deal.ruleset.text,
        "contract": contract_body(chance, deal),
        "points": [points, 162 - points],
    } | said


def replay_body(chance, deal):
    """A whole deal, from its hands to its last card."""
    return {
        "ruleset": deal.ruleset.text,
        "dealer": 3,
        "hands": [names(hand) for hand in deal.hands],
        "contract": contract_body(chance, deal),
        "plays": names(deal.plays),
    }
