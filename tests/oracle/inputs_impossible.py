"""Bodies of the right shape that show what cannot be: a valid body, spoilt in one place."""

from .cards import DECK, SUITS, TRUMPS


def spoil_position(rng, body):
    """A card twice in the hand, or in hand and trick, or a trump that may not be played."""
    fault = rng.randrange(3)
    if fault == 0 and len(body["hand"]) < 8:
        body["hand"].append(body["hand"][0])
    elif fault == 1 and body["trick"]["cards"]:
        body["hand"][0] = body["trick"]["cards"][0]
    else:
        body["trump"] = rng.choice(TRUMPS)


def spoil_trick(rng, body):
    """A card twice in a trick."""
    body["trick"]["cards"][3] = body["trick"]["cards"][rng.randrange(3)]


def spoil_hand(rng, body):
    """A card twice in a hand of eight, or a trump that may not be played."""
    if rng.random() < 0.5:
        body["hand"][0] = body["hand"][rng.randrange(1, 8)]
    else:
        body["trump"] = rng.choice(TRUMPS)


def spoil_comparison(rng, body):
    """A seat that speaks twice, or a card in two hands."""
    shown = [player for player in body["declared"] if "hand" in player]
    if len(shown) > 1:
        shown[0]["hand"][0] = shown[1]["hand"][0]
    elif body["declared"]:
        body["declared"].append({"seat": body["declared"][0]["seat"], "annonces": []})


def spoil_contract(rng, contract):
    """A level off the ladder, a contre where there is none, a trump that may not be played."""
    fault = rng.randrange(3)
    if fault == 0:
        contract["level"] = rng.choice([10, 75, 83, 165, 170, 250, 650, "capot"])
    elif fault == 1:
        contract["contre"] = rng.choice([2, 4])
    else:
        contract["trump"] = rng.choice(["SA", "TA"])


def spoil_tricks(rng, tricks):
    """A trick missing, a wrong leader, a card twice."""
    fault, which = rng.randrange(3), rng.randrange(1, 8)
    if fault == 0:
        tricks.pop()
    elif fault == 1:
        tricks[which]["leader"] = (tricks[which]["leader"] + rng.randint(1, 3)) % 4
    else:
        tricks[which]["cards"][0] = tricks[which - 1]["cards"][0]


def spoil_score(rng, body):
    """A contract, tricks, points or belotes that cannot be."""
    fault = rng.randrange(4)
    if fault == 0:
        spoil_contract(rng, body["contract"])
    elif "tricks" in body:
        spoil_tricks(rng, body["tricks"])
    elif fault == 1:
        body["points"] = rng.choice([[100, 63], [162, 0], [0, 258], [252, 0], [200, None], [None, 300], [252, 6]])
    elif fault == 2:
        body["capot"] = rng.randrange(2)
    else:
        body["belotes"] = [{"seat": rng.randrange(4), "suit": rng.choice(SUITS)} for _ in range(rng.randint(1, 2))]


def spoil_replay(rng, body):
    """A card in two hands, a hand too long, a turned card that is not with the taker, a card too many."""
    fault = rng.randrange(4)
    if fault == 0:
        body["hands"][0][0] = body["hands"][1][0]
    elif fault == 1:
        body["hands"][0].append(body["hands"][1].pop())
    elif fault == 2 and "turn_up" in body and "contract" in body:
        body["turn_up"] = rng.choice(DECK)
    elif "contract" in body:
        spoil_contract(rng, body["contract"])


SPOIL = {
    "legal-cards": spoil_position,
    "moves/validate": spoil_position,
    "tricks/winner": spoil_trick,
    "annonces/detect": spoil_hand,
    "annonces/resolve": spoil_comparison,
    "deals/score": spoil_score,
    "deals/replay": spoil_replay,
}


def now_and_then_impossible(op, generator):
    """A generator that spoils about one body in thirty."""

    def generate(rng, ruleset=None):
        body = generator(rng, ruleset)
        if op in SPOIL and rng.random() < 0.03:
            SPOIL[op](rng, body)
        return body

    return generate
