"""Random valid request bodies, from a `random.Random` alone: some uniformly random, some aimed at the hard places.

`generators.GENERATORS[op](rng)` returns a body; `GENERATORS[op](rng, ruleset)` one under that ruleset.
"""

from .cards import DECK, SUITS, suit_of
from .rulesets import DEFAULT_RULESET, option_table, options_of, plain_value, preset_table, value_text

AUCTION_OPTIONS = ["all_pass", "bid_min", "bid_step", "bid_max", "contre_timing", "contre_capot", "contre_answer"]
AUCTION_OPTIONS += ["turned_suit_round_two", "auction", "sans_atout", "tout_atout"]
PLAY_OPTIONS = ["rise_over_partner", "ta_rise_over_partner", "undertrump_opponent", "undertrump_partner"]
ANNONCE_OPTIONS = ["carre_vs_cent", "carre_order", "annonce_tie"]
MATCH_OPTIONS = ["deal_limit", "both_over", "equal_totals", "belote_finish"]
SCORE_OPTIONS = [
    option
    for option in option_table()
    if option not in AUCTION_OPTIONS + PLAY_OPTIONS + ANNONCE_OPTIONS + MATCH_OPTIONS + ["target"]
]


def random_value(rng, option):
    """An allowed value of an option (that of a pair is put right by `random_ruleset`)."""
    if option == "bid_min":
        return rng.choice([10, 70, 80, 90, 100, 130])
    if option == "bid_max":
        return rng.choice(["none", 100, 160, 180, 250, 650])
    if option == "target":
        return rng.choice(["none", 1, 150, 272, 300, 501, 1000])
    if option == "deal_limit":
        return rng.choice(["none", 1, 2, 3, 5])
    return rng.choice([plain_value(value) for value in option_table()[option]["values"].split(",")])


def random_changes(rng, preset, chosen):
    """Changed options of a preset, all values allowed, the pair of bids too."""
    changes = {option: random_value(rng, option) for option in chosen}
    options = {**preset_table()[preset], **changes}
    if options["bid_max"] != "none" and options["bid_max"] < options["bid_min"]:
        changes["bid_max"] = "none"
    return changes


def write_ruleset(rng, preset, changes):
    """A ruleset in one of its forms; None: to be left out."""
    if preset == DEFAULT_RULESET and not changes and rng.random() < 0.5:
        return None
    if rng.random() < 0.3:
        return {"preset": preset, "options": changes} if changes or rng.random() < 0.5 else {"preset": preset}
    pairs = [f"{option}={value_text(value)}" for option, value in changes.items()]
    rng.shuffle(pairs)
    return f"{preset}({rng.choice([',', ', ']).join(pairs)})" if pairs else preset


def random_ruleset(rng, relevant, always=None):
    """A preset, most often with some options changed, first of all `relevant` ones; `always`: changed in any case."""
    preset = rng.choice(list(preset_table()))
    chosen = []
    if rng.random() < 0.7:
        chosen = rng.sample(relevant, rng.randint(1, len(relevant)))
        chosen += [option for option in option_table() if option not in chosen and rng.random() < 0.03]
    changes = random_changes(rng, preset, chosen)
    for option in ("sans_atout", "tout_atout"):
        if rng.random() < 0.4:
            changes[option] = True
    changes.update(always or {})
    return write_ruleset(rng, preset, changes)


def with_annonces(rng):
    """Options that must be changed so that annonces are mostly played."""
    return {"annonces": True} if rng.random() < 0.6 else {}


def start_body(ruleset):
    """The first field of a body."""
    return {} if ruleset is None else {"ruleset": ruleset}


def random_trump(rng, options):
    """A trump that the ruleset plays; SA and TA more often than a suit."""
    extra = [trump for trump in ("SA", "TA") if options[{"SA": "sans_atout", "TA": "tout_atout"}[trump]]]
    return rng.choice(extra) if extra and rng.random() < 0.5 else rng.choice(SUITS)


def spell(rng, cards):
    """The cards, now and then a ten written as 10."""
    return ["10" + card[1] if card[0] == "T" and rng.random() < 0.05 else card for card in cards]


def aimed_position(rng, trump):
    """Cards of a trick and a hand that is most often void of the suit led, or all trumps, with a ruff before it."""
    suit = trump if trump in SUITS else rng.choice(SUITS)
    led = rng.choice([other for other in SUITS if other != suit]) if rng.random() < 0.7 else suit
    trumps = [card for card in DECK if suit_of(card) == suit]
    of_led = [card for card in DECK if suit_of(card) == led]
    rng.shuffle(trumps)
    rng.shuffle(of_led)
    cards = [of_led.pop()]
    for _ in range(rng.randint(0, 2)):
        pool = rng.choice([trumps, of_led, DECK])
        candidates = [card for card in pool if card not in cards]
        cards.append(rng.choice(candidates))
    left = [card for card in DECK if card not in cards]
    if rng.random() < 0.7:
        left = [card for card in left if suit_of(card) != led]
    if rng.random() < 0.4:
        low = [card for card in left if suit_of(card) == suit]
        left = low or left
    elif rng.random() < 0.5:
        left += [card for card in left if suit_of(card) == suit] * 2
    rng.shuffle(left)
    hand = list(dict.fromkeys(left))[: rng.randint(1, 8)]
    rng.shuffle(hand)
    return cards, hand


def play_position(rng, ruleset=None):
    """A body of /v1/legal-cards."""
    if ruleset is None:
        ruleset = random_ruleset(rng, PLAY_OPTIONS)
    trump = random_trump(rng, options_of(ruleset))
    if rng.random() < 0.5:
        cards, hand = aimed_position(rng, trump)
    else:
        shuffled = rng.sample(DECK, 11)
        cards, hand = shuffled[: rng.randint(0, 3)], shuffled[3 : rng.randint(4, 11)]
    trick = {"leader": rng.randrange(4), "cards": spell(rng, cards)}
    return {**start_body(ruleset), "trump": trump, "trick": trick, "hand": spell(rng, hand)}


def move(rng, ruleset=None):
    """A body of /v1/moves/validate."""
    body = play_position(rng, ruleset)
    seen = rng.choice([body["hand"], body["hand"], body["hand"], body["trick"]["cards"] or DECK, DECK])
    body["card"] = rng.choice(seen)
    if rng.random() < 0.4:
        to_play = (body["trick"]["leader"] + len(body["trick"]["cards"])) % 4
        body["seat"] = rng.choice([to_play, rng.randrange(4)])
    return body


def full_trick(rng, ruleset=None):
    """A body of /v1/tricks/winner."""
    if ruleset is None:
        ruleset = random_ruleset(rng, ["ta_values"])
    trump = random_trump(rng, options_of(ruleset))
    pool = DECK
    if rng.random() < 0.5:
        suits = rng.sample(SUITS, 2)
        pool = [card for card in DECK if suit_of(card) in suits]
    trick = {"leader": rng.randrange(4), "cards": spell(rng, rng.sample(pool, 4))}
    body = {**start_body(ruleset), "trump": trump, "trick": trick}
    if rng.random() < 0.5:
        body["last"] = rng.random() < 0.5
    return body
