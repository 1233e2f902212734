"""Random auctions, most calls legal, some not."""

from .auctions import after, legal_calls, opening_state, refusal
from .cards import DECK, SUITS, TRUMPS
from .inputs import AUCTION_OPTIONS, random_ruleset, start_body
from .rulesets import options_of


def any_call(rng, number, options):
    """A well-formed call that may well be refused."""
    kinds = ["pass", "take"] if options["auction"] == "turn-up" else ["pass", "bid", "bid", "contre", "surcontre"]
    kind = rng.choice(kinds if rng.random() < 0.9 else ["pass", "take", "bid", "contre", "surcontre"])
    call = {"call": kind}
    if kind == "bid":
        call["level"] = rng.choice(["capot", 70, 80, 85, 90, 100, 110, 123, 160, 170, 250, 650])
    if kind == "bid" or (kind == "take" and (number >= 4 or rng.random() < 0.5)):
        call["trump"] = rng.choice(rng.choice([SUITS, TRUMPS]))
    if rng.random() < 0.2:
        call["seat"] = rng.randrange(4)
    return call


def legal_call(rng, state, options, passing):
    """A call of the player to speak that is legal; a pass with the probability `passing` if there is one."""
    calls = legal_calls(state, options)
    if {"call": "pass"} in calls and rng.random() < passing:
        return {"call": "pass"}
    call = rng.choice(calls)
    if call["call"] != "bid":
        return dict(call)
    level = call["min"]
    if level is None or rng.random() < 0.1:
        level = "capot"
    else:
        level += call["step"] * rng.choice([0, 0, 0, 1, 2, 5])
        level = min(level, call["max"] or level)
    return {"call": "bid", "level": level, "trump": rng.choice(call["trumps"])}


def random_calls(rng, options, dealer, turn_up, slips):
    """Calls until the auction is over or breaks off; `slips`: the probability of a call that need not be legal."""
    state, calls = opening_state(dealer, turn_up), []
    passing = rng.choice([0.3, 0.7, 0.95])
    length = rng.choice([rng.randint(0, 12), 60])
    while len(calls) < length:
        if state["outcome"] != "open":
            if rng.random() < slips:
                calls.append(any_call(rng, len(calls), options))
            break
        slipped = rng.random() < slips
        call = any_call(rng, len(calls), options) if slipped else legal_call(rng, state, options, passing)
        seated = {"seat": state["to_speak"], **call}
        if not slipped and rng.random() < 0.2:
            call = seated
        calls.append(call)
        if refusal(state, options, seated) is not None:
            break
        state = after(state, options, seated)
    return calls


def auction(rng, ruleset=None):
    """A body of /v1/auctions/state."""
    if ruleset is None:
        ruleset = random_ruleset(rng, AUCTION_OPTIONS, {"auction": "bid"} if rng.random() < 0.5 else {})
    options, dealer = options_of(ruleset), rng.randrange(4)
    turned = options["auction"] == "turn-up"
    turn_up = rng.choice(DECK) if turned else None
    body = {**start_body(ruleset), "dealer": dealer}
    if turned:
        body["turn_up"] = turn_up
    return {**body, "calls": random_calls(rng, options, dealer, turn_up, rng.choice([0, 0.05, 0.3]))}


def contract_for(rng, options):
    """A contract that the ruleset's auction can end with."""
    extra = [trump for trump in ("SA", "TA") if options[{"SA": "sans_atout", "TA": "tout_atout"}[trump]]]
    trump = rng.choice(extra) if extra and rng.random() < 0.4 else rng.choice(SUITS)
    contract = {"taker": rng.randrange(4), "trump": trump}
    if options["auction"] == "turn-up":
        return contract
    top = options["bid_max"] if options["bid_max"] != "none" else 300
    low = options["bid_min"]
    contract["level"] = rng.choice([low, low, *range(low, max(top, low) + 1, options["bid_step"])])
    if rng.random() < 0.5:
        contract["level"] = min(max(rng.choice([80, 90, 100, 110, 160]), low), max(top, low))
    if rng.random() < 0.15:
        contract["level"] = "capot"
    contre = rng.choice([None, None, 1, 2, 4])
    if contract["level"] == "capot" and not options["contre_capot"]:
        contre = rng.choice([None, 1])
    if contre is not None:
        contract["contre"] = contre
    return contract
