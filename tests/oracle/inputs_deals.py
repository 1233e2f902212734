"""Random deals: to be scored, chained to matches, replayed card by card."""

from .annonces import belotes_in
from .auctions import run_calls
from .cards import DECK, PLAIN_ORDER, SUITS, TRUMP_ORDER, deal_total, rank_of, suit_of, team_of
from .inputs import MATCH_OPTIONS, PLAY_OPTIONS, SCORE_OPTIONS, random_ruleset, spell, start_body, with_annonces
from .inputs_annonces import deal_hands, declare
from .inputs_auctions import contract_for, random_calls
from .matches import score_match
from .play import legal_in_hand
from .rulesets import options_of
from .tricks import winning_seat

NEAR = [72, 81, 82, 91, 92, 71, 70, 90, 85, 75, 80, 84, 86, 100, 62, 129, 113, 145]


def random_points(rng, total, takers, level):
    """Points of the teams and a capot, near the thresholds, with a half missing now and then."""
    shape = rng.random()
    if shape < 0.12 or (level == "capot" and shape < 0.6):
        team = rng.choice([0, 1, takers])
        if rng.random() < 0.3:
            return ([252, 0] if team == 0 else [0, 252]), rng.choice([None, team])
        return ([total, 0] if team == 0 else [0, total]), rng.choice([team, team, team, None])
    takers_points = rng.randint(0, total)
    if shape < 0.6:
        takers_points = rng.choice(NEAR)
    elif shape < 0.8 and level not in (None, "capot"):
        takers_points = level + rng.choice([-1, 0, 1, 2, -20, -21, -19])
    takers_points = min(max(takers_points, 0), total)
    points = [total - takers_points, total - takers_points]
    points[takers] = takers_points
    if rng.random() < 0.1:
        points[rng.randrange(2)] = None
    return points, None


def random_belotes(rng, trump, holders=None):
    """Belotes with their words; `holders`: (seat, suit) pairs, where the hands are known."""
    suits = {"SA": [], "TA": SUITS}.get(trump, [trump])
    if holders is None:
        holders = [(rng.randrange(4), suit) for suit in suits if rng.random() < 0.5]
    belotes = []
    for seat, suit in holders:
        belote = {"seat": seat, "suit": suit} if rng.random() < 0.8 else {"team": team_of(seat), "suit": suit}
        if rng.random() < 0.3:
            belote["belote"] = rng.random() < 0.8
            belote["rebelote"] = rng.random() < 0.4
            if rng.random() < 0.7:
                belote["noticed"] = rng.choice(["in-play", "at-count", "after-count"])
        belotes.append(belote)
    return belotes


def add_annonces(rng, body, points_of_one):
    """Annonce points of a comparison: one side's, at times a false one's points with the other."""
    if rng.random() < 0.5:
        return
    scored = [0, 0]
    scored[rng.randrange(2)] = rng.choice(points_of_one)
    if rng.random() < 0.1:
        scored[rng.randrange(2)] += 20
    body["annonces"] = scored
    if rng.random() < 0.6:
        body["declared_annonces"] = [points + rng.choice([0, 0, 20, 50]) for points in scored]


def random_tricks(rng, trump, legally, options):
    """Eight tricks of a deal, and its hands."""
    hands = strong_hands(rng, trump) if rng.random() < 0.3 else deal_hands(rng)
    leader = rng.randrange(4)
    plays = random_plays(rng, options, trump, leader, hands, legally)
    tricks = []
    for start in range(0, 32, 4):
        tricks.append({"leader": leader, "cards": plays[start : start + 4]})
        leader = winning_seat(leader, plays[start : start + 4], trump)
    return tricks, hands


def random_plays(rng, options, trump, leader, hands, legally=True):
    """Thirty-two cards, played at random."""
    hands, cards, plays = [list(hand) for hand in hands], [], []
    while len(plays) < 32:
        seat = (leader + len(cards)) % 4
        legal = legal_in_hand(options, trump, leader, cards, hands[seat])[0] if legally else hands[seat]
        card = rng.choice(legal)
        hands[seat].remove(card)
        cards.append(card)
        plays.append(card)
        if len(cards) == 4:
            leader, cards = winning_seat(leader, cards, trump), []
    return plays


def strong_hands(rng, trump):
    """Hands that often end in a capot: one team has the high cards."""

    def height(card):
        trumps = trump == "TA" or suit_of(card) == trump
        order = TRUMP_ORDER if trumps else PLAIN_ORDER
        return (10 if trumps else 0) + order.index(rank_of(card)) + rng.random() * 2

    ordered = sorted(DECK, key=height)
    weak, strong = ordered[:16], ordered[16:]
    rng.shuffle(weak)
    rng.shuffle(strong)
    hands = [strong[:8], weak[:8], strong[8:], weak[8:]]
    return hands if rng.random() < 0.5 else hands[1:] + hands[:1]


def deal_body(rng, options):
    """The fields of a deal to be scored, without ruleset and carried."""
    contract = contract_for(rng, options)
    trump, takers = contract["trump"], team_of(contract["taker"])
    body = {"contract": contract}
    holders = None
    if rng.random() < 0.15:
        body["tricks"], hands = random_tricks(rng, trump, rng.random() < 0.8, options)
        holders = [(seat, suit) for seat in range(4) for suit in belotes_in(hands[seat], trump)]
    else:
        total = deal_total(trump, options)
        points, capot = random_points(rng, total, takers, contract.get("level"))
        body["points"] = points
        if capot is not None or rng.random() < 0.2:
            body["capot"] = capot
    belotes = random_belotes(rng, trump, holders)
    if belotes or rng.random() < 0.2:
        body["belotes"] = belotes
    add_annonces(rng, body, [20, 20, 40, 50, 70, 100, 150, 200])
    return body


def score(rng, ruleset=None):
    """A body of /v1/deals/score."""
    if ruleset is None:
        auction = {"auction": rng.choice(["turn-up", "bid"])} if rng.random() < 0.4 else {}
        ruleset = random_ruleset(rng, SCORE_OPTIONS, {**auction, **with_annonces(rng)})
    options = options_of(ruleset)
    deal = litige(rng, options) if rng.random() < 0.1 else deal_body(rng, options)
    body = {**start_body(ruleset), **deal}
    if options["auction"] == "turn-up" and rng.random() < 0.4:
        body["carried"] = rng.choice([0, 81, 91, 162, 75])
    return body


def litige(rng, options):
    """A deal whose totals are equal, where a card is turned up; else any deal."""
    if options["auction"] != "turn-up":
        return deal_body(rng, options)
    contract = {"taker": rng.randrange(4), "trump": rng.choice(SUITS)}
    if rng.random() < 0.6:
        return {"contract": contract, "points": [81, 81]}
    holder = rng.randrange(4)
    points = [71, 91] if team_of(holder) == 0 else [91, 71]
    return {"contract": contract, "points": points, "belotes": [{"seat": holder, "suit": contract["trump"]}]}


def belote_in_defeat(rng, options):
    """A deal in which one side marks a belote and nothing else."""
    contract = contract_for(rng, options)
    contract["trump"] = rng.choice(SUITS)
    loser = rng.randrange(2)
    without_trick = rng.random() < 0.6
    points = [162, 162] if without_trick else [132, 132]
    points[loser] = 162 - points[loser]
    deal = {"contract": contract, "points": points, "belotes": [{"team": loser, "suit": contract["trump"]}]}
    return {**deal, "capot": 1 - loser} if without_trick else deal


def match(rng, ruleset=None):
    """A body of /v1/matches/score."""
    if ruleset is None:
        target = {"target": rng.choice([1, 150, 162, 200, 272, 330, 400, 501, 1000, "none"])}
        relevant = rng.choice(
            [MATCH_OPTIONS, [*MATCH_OPTIONS, "rounding", "litige_award", "litige_belote", "tie_policy"]]
        )
        ruleset = random_ruleset(rng, relevant, {**target, **with_annonces(rng)})
    options, deals = options_of(ruleset), []
    litiges, defeats = rng.choice([0, 0.2, 0.7]), rng.choice([0, 0.2, 0.5])
    body = {**start_body(ruleset), "deals": deals}
    for _ in range(rng.randint(0, 12)):
        kind = rng.random()
        if kind < 0.1:
            deals.append({"outcome": "all-pass"})
        elif kind < 0.1 + litiges * 0.9:
            deals.append(litige(rng, options))
        elif rng.random() < defeats:
            deals.append(belote_in_defeat(rng, options))
        else:
            deals.append(deal_body(rng, options))
        if rng.random() < 0.05:
            deals[-1] = symmetrical(rng, options)
        if score_match(body)["over"]:
            if rng.random() < 0.03:
                deals.append({"outcome": "all-pass"})
            break
    return body


def symmetrical(rng, options):
    """A deal of round figures, several of which make equal totals."""
    contract = contract_for(rng, options)
    contract["trump"] = rng.choice(SUITS)
    return {"contract": contract, "points": rng.choice([[100, 62], [62, 100]])}


def agree(rng, options, dealer, hands):
    """Fields that lead to a contract, and the contract: calls (with the turned card) or a contract ready-made."""
    turned = options["auction"] == "turn-up"
    if rng.random() < 0.3:
        contract = contract_for(rng, options)
        fields = {"contract": contract}
        if turned and rng.random() < 0.5:
            fields["turn_up"] = rng.choice(hands[contract["taker"]])
        return fields, contract
    for _ in range(50):
        turn_up = rng.choice(DECK) if turned else None
        calls = random_calls(rng, options, dealer, turn_up, 0)
        contract = run_calls(options, dealer, turn_up, calls)[0]["contract"]
        if contract is not None and (turn_up is None or turn_up in hands[contract["taker"]]):
            fields = {"calls": calls, "turn_up": turn_up} if turned else {"calls": calls}
            return fields, contract
    contract = contract_for(rng, options)
    return {"contract": contract}, contract


def spoil(rng, plays, hands):
    """The plays with one card swapped for another, most often one of the same hand."""
    plays, first = list(plays), rng.randrange(30)
    owner = next(hand for hand in hands if plays[first] in hand)
    later = [position for position in range(first + 1, 32) if plays[position] in owner]
    if not later or rng.random() < 0.2:
        plays[first] = rng.choice(DECK)
        return plays
    second = rng.choice(later)
    plays[first], plays[second] = plays[second], plays[first]
    return plays


def refused_deal(rng, options, dealer, hands):
    """A deal whose calls are most often refused, or lead to no contract."""
    turn_up = rng.choice(hands[(dealer + 1) % 4]) if options["auction"] == "turn-up" else None
    calls = random_calls(rng, options, dealer, turn_up, 0.4)
    body = {"dealer": dealer, "hands": hands, "calls": calls, "plays": []}
    return {**body, "turn_up": turn_up} if turn_up else body


def replay(rng, ruleset=None):
    """A body of /v1/deals/replay."""
    if ruleset is None:
        relevant = rng.choice([PLAY_OPTIONS, SCORE_OPTIONS, ["auction"]])
        ruleset = random_ruleset(rng, relevant, with_annonces(rng))
    options, dealer = options_of(ruleset), rng.randrange(4)
    hands = strong_hands(rng, rng.choice(SUITS)) if rng.random() < 0.2 else deal_hands(rng)
    if rng.random() < 0.04:
        return {**start_body(ruleset), **refused_deal(rng, options, dealer, hands)}
    fields, contract = agree(rng, options, dealer, hands)
    trump = contract["trump"]
    plays = random_plays(rng, options, trump, (dealer + 1) % 4, hands)
    if rng.random() < 0.2:
        plays = spoil(rng, plays, hands)
    if rng.random() < 0.2:
        plays = plays[: rng.randint(0, 31)]
    body = {**start_body(ruleset), "dealer": dealer, "hands": [spell(rng, hand) for hand in hands], **fields}
    body["plays"] = spell(rng, plays)
    if rng.random() < 0.6:
        honest = rng.random() < 0.7
        seats = rng.sample(range(4), rng.randint(0, 4))
        body["annonces"] = [
            {"seat": seat, "annonces": declare(rng, hands[seat], trump, options, honest)} for seat in seats
        ]
    if rng.random() < 0.3:
        holders = [(seat, suit) for seat in range(4) for suit in belotes_in(hands[seat], trump)]
        body["belotes"] = random_belotes(rng, trump, holders)
    if options["auction"] == "turn-up" and rng.random() < 0.2:
        body["carried"] = rng.choice([81, 91])
    return body
