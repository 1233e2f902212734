"""Random bodies for annonces: hands with long runs and carrés, ties, false annonces."""

from .annonces import RUN_LENGTH, best_choice
from .cards import DECK, NATURAL_ORDER, SUITS
from .inputs import ANNONCE_OPTIONS, random_ruleset, random_trump, spell, start_body, with_annonces
from .rulesets import options_of


def run_cards(top, suit, length):
    """The cards of a run, or fewer where it would go below the seven."""
    start = NATURAL_ORDER.index(top)
    return [NATURAL_ORDER[position] + suit for position in range(start, max(start - length, -1), -1)]


def rich_cards(rng):
    """Some cards that make annonces: a long run, one or two carrés, a carré that shares a card with a run."""
    kind = rng.randrange(4)
    suit = rng.choice(SUITS)
    if kind == 0:
        return run_cards(rng.choice(NATURAL_ORDER[2:]), suit, rng.randint(3, 8))
    four = [rng.choice(NATURAL_ORDER) + each for each in SUITS]
    four = [four[0][0] + each for each in SUITS]
    if kind == 1:
        second = rng.choice(NATURAL_ORDER)
        return list(dict.fromkeys(four + [second + each for each in SUITS]))
    return list(dict.fromkeys(four + run_cards(rng.choice(NATURAL_ORDER[2:]), suit, rng.randint(3, 5))))[:8]


def rich_hand(rng):
    """Eight cards of which some make annonces."""
    hand = rich_cards(rng)[:8]
    rest = [card for card in DECK if card not in hand]
    hand += rng.sample(rest, 8 - len(hand))
    rng.shuffle(hand)
    return hand


def detection(rng, ruleset=None):
    """A body of /v1/annonces/detect."""
    if ruleset is None:
        ruleset = random_ruleset(rng, ANNONCE_OPTIONS, with_annonces(rng))
    hand = rich_hand(rng) if rng.random() < 0.6 else rng.sample(DECK, 8)
    return {**start_body(ruleset), "trump": random_trump(rng, options_of(ruleset)), "hand": spell(rng, hand)}


def random_annonce(rng):
    """Any annonce that may be declared."""
    kind = rng.choice(["tierce", "cinquante", "cent", "carre"])
    if kind == "carre":
        annonce = {"kind": kind, "top": rng.choice(["9", "T", "J", "Q", "K", "A"])}
        return {**annonce, "suit": None} if rng.random() < 0.3 else annonce
    lowest = RUN_LENGTH[kind] - 1
    return {"kind": kind, "top": rng.choice(NATURAL_ORDER[lowest:]), "suit": rng.choice(SUITS)}


def deal_hands(rng):
    """Four hands of eight, now and then rich ones, or with runs of one height in several hands."""
    hands, left = [[], [], [], []], list(DECK)
    style = rng.randrange(4)
    if style == 0:
        top, length = rng.choice(NATURAL_ORDER[3:]), rng.randint(3, 5)
        suits = rng.sample(SUITS, rng.randint(2, 4))
        for seat, suit in zip(rng.sample(range(4), len(suits)), suits, strict=True):
            hands[seat] = run_cards(top, suit, length)
    elif style == 1:
        for seat, rank in zip(rng.sample(range(4), 2), rng.sample(NATURAL_ORDER[2:], 2), strict=True):
            hands[seat] = [rank + suit for suit in SUITS]
    elif style == 2:
        hands[rng.randrange(4)] = rich_cards(rng)[:8]
    given = [card for hand in hands for card in hand]
    left = [card for card in DECK if card not in given]
    rng.shuffle(left)
    for hand in hands:
        while len(hand) < 8:
            hand.append(left.pop())
        rng.shuffle(hand)
    return hands


def declare(rng, hand, trump, options, honest):
    """What a player says: his best choice or a part of it; where he is not honest, false ones among it."""
    said = [
        {key: annonce[key] for key in ("kind", "top", "suit") if annonce[key] is not None}
        for annonce in best_choice(hand, trump, options)
        if rng.random() < 0.9
    ]
    while not honest and rng.random() < 0.5:
        said.insert(rng.randint(0, len(said)), rng.choice([random_annonce(rng), *said]))
    return said


def comparison(rng, ruleset=None):
    """A body of /v1/annonces/resolve."""
    if ruleset is None:
        ruleset = random_ruleset(rng, ANNONCE_OPTIONS, with_annonces(rng))
    options = options_of(ruleset)
    trump = random_trump(rng, options)
    hands, honesty = deal_hands(rng), rng.random()
    shown = rng.choice([0, 0.5, 1])
    declared = []
    for seat in rng.sample(range(4), rng.randint(0, 4)):
        honest = rng.random() < honesty
        player = {"seat": seat, "annonces": declare(rng, hands[seat], trump, options, honest)}
        if rng.random() < shown:
            player["hand"] = spell(rng, hands[seat])
        elif rng.random() < 0.4:
            player["annonces"] = [random_annonce(rng) for _ in range(rng.randint(0, 2))]
        declared.append(player)
    return {**start_body(ruleset), "trump": trump, "leader": rng.randrange(4), "declared": declared}
