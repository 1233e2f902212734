"""The auction: the AUC articles. A state is a dict; `refusal` says what is wrong with a call, `after` plays it."""

from .cards import SUITS, read_card, suit_of, team_of
from .rulesets import article_of, canonical_text, options_of


def opening_state(dealer, turn_up):
    """The state before the first call."""
    return {
        "dealer": dealer,
        "turned_suit": suit_of(turn_up) if turn_up else None,
        "to_speak": (dealer + 1) % 4,
        "passes": 0,  # in a row, since the last bid or contre
        "calls": 0,
        "bid": None,  # {"seat", "level", "trump"}
        "contrer": None,
        "surcontred": False,
        "outcome": "open",
        "contract": None,
        "next_dealer": None,
    }


def playable_trumps(options):
    """What may be named (AUC-5)."""
    return SUITS + (["SA"] if options["sans_atout"] else []) + (["TA"] if options["tout_atout"] else [])


def refusal(state, options, call):
    """The reason for which a call, its seat filled in, is refused, the first of AUC-14; None if it is fine."""
    if state["outcome"] != "open":
        return "auction-over"
    turned = options["auction"] == "turn-up"
    if call["call"] in (("bid", "contre", "surcontre") if turned else ("take",)):
        return "call-not-played"
    at_any_time = call["call"] in ("contre", "surcontre") and options["contre_timing"] == "any-time"
    if call["seat"] != state["to_speak"] and not at_any_time:
        return "not-your-turn"
    check = {
        "pass": refusal_of_pass,
        "take": refusal_of_take,
        "bid": refusal_of_bid,
        "contre": refusal_of_contre,
        "surcontre": refusal_of_surcontre,
    }[call["call"]]
    return check(state, options, call)


def refusal_of_pass(state, options, call):
    """AUC-6: the pass that would end the deal."""
    last = 7 if options["auction"] == "turn-up" else 3
    if options["all_pass"] == "dealer-takes" and state["bid"] is None and state["calls"] == last:
        return "must-take"
    return None


def refusal_of_take(state, options, call):
    """AUC-3, AUC-4, AUC-5."""
    if state["calls"] < 4:
        return "not-the-turned-suit" if call.get("trump") not in (None, state["turned_suit"]) else None
    if call["trump"] == state["turned_suit"] and not options["turned_suit_round_two"]:
        return "turned-suit"
    return None if call["trump"] in playable_trumps(options) else "trump-not-played"


def refusal_of_bid(state, options, call):
    """AUC-5, AUC-7, AUC-8, AUC-11."""
    if state["contrer"] is not None:
        return "auction-frozen"
    if call["trump"] not in playable_trumps(options):
        return "trump-not-played"
    before = state["bid"]
    if call["level"] == "capot":
        return "bid-too-low" if before and before["level"] == "capot" else None
    if call["level"] % options["bid_step"] != 0:
        return "bid-off-step"
    if options["bid_max"] != "none" and call["level"] > options["bid_max"]:
        return "bid-over-maximum"
    if call["level"] < options["bid_min"]:
        return "bid-too-low"
    if before and (before["level"] == "capot" or call["level"] <= before["level"]):
        return "bid-too-low"
    return None


def refusal_of_contre(state, options, call):
    """AUC-10."""
    if state["bid"] is None:
        return "nothing-to-contre"
    if team_of(state["bid"]["seat"]) == team_of(call["seat"]):
        return "contre-own-side"
    if state["contrer"] is not None:
        return "already-contred"
    if state["bid"]["level"] == "capot" and not options["contre_capot"]:
        return "capot-not-contrable"
    return None


def refusal_of_surcontre(state, options, call):
    """AUC-12."""
    if state["contrer"] is None:
        return "nothing-to-surcontre"
    if team_of(state["contrer"]) == team_of(call["seat"]):
        return "surcontre-other-side"
    return None


def close(state, options):
    """Fills in the contract of a bidding game that is over (AUC-13)."""
    bid = state["bid"]
    state["outcome"] = "contract"
    state["contract"] = {"taker": bid["seat"], "trump": bid["trump"], "level": bid["level"]}
    if state["contrer"] is not None:
        state["contract"]["contre"] = 4 if state["surcontred"] else 2


def after(state, options, call):
    """The state after a call that is fine, its seat filled in."""
    state = dict(state, calls=state["calls"] + 1)
    seat = call["seat"]
    if call["call"] == "take":
        state["outcome"] = "contract"
        state["contract"] = {"taker": seat, "trump": call.get("trump") or state["turned_suit"]}
    elif call["call"] == "bid":
        state.update(bid={"seat": seat, "level": call["level"], "trump": call["trump"]}, passes=0)
    elif call["call"] == "contre":
        state.update(contrer=seat, passes=0)
    elif call["call"] == "surcontre":
        state["surcontred"] = True
        close(state, options)
    else:
        state["passes"] += 1
        end_after_pass(state, options)
    state["to_speak"] = next_to_speak(state, options, seat) if state["outcome"] == "open" else None
    return state


def end_after_pass(state, options):
    """AUC-6, AUC-11, AUC-13: whether the passes so far end the auction."""
    if state["contrer"] is not None:
        if state["passes"] == (2 if options["contre_answer"] == "contred-team" else 3):
            close(state, options)
    elif state["bid"] is not None:
        if state["passes"] == 3:
            close(state, options)
    elif state["passes"] == (8 if options["auction"] == "turn-up" else 4):
        state["outcome"] = "all-pass"
        again = options["all_pass"] == "same-dealer"
        state["next_dealer"] = state["dealer"] if again else (state["dealer"] + 1) % 4


def next_to_speak(state, options, seat):
    """AUC-2; after a contre under `contred-team` the contrer's partner is passed over (AUC-11)."""
    following = (seat + 1) % 4
    passes_over_the_partner = state["contrer"] is not None and options["contre_answer"] == "contred-team"
    if passes_over_the_partner and team_of(following) == team_of(state["contrer"]):
        following = (following + 1) % 4
    return following


def legal_calls(state, options):
    """What the player to speak may say, all bids as one entry."""
    if state["outcome"] != "open":
        return []
    seat = state["to_speak"]
    simple = [{"call": "pass"}, {"call": "contre"}, {"call": "surcontre"}]
    if state["calls"] < 4:
        simple.append({"call": "take"})
    else:
        simple += [{"call": "take", "trump": trump} for trump in [*SUITS, "SA", "TA"]]
    legal = [call for call in simple if refusal(state, options, dict(call, seat=seat)) is None]

    trumps = playable_trumps(options)
    before = state["bid"]["level"] if state["bid"] and state["bid"]["level"] != "capot" else 0
    candidates = range(5, before + options["bid_min"] + 20, 5)
    bids = [{"call": "bid", "seat": seat, "level": level, "trump": "S"} for level in candidates]
    levels = [bid["level"] for bid in bids if refusal(state, options, bid) is None]
    capot = {"call": "bid", "seat": seat, "level": "capot", "trump": "S"}
    if refusal(state, options, capot) is None:
        top = None if options["bid_max"] == "none" else options["bid_max"]
        low = levels[0] if levels else None
        legal.append(
            {"call": "bid", "min": low, "max": top, "step": options["bid_step"], "capot": True, "trumps": trumps}
        )
    return legal


def run_calls(options, dealer, turn_up, calls):
    """The state after the calls, or before the first that is refused, and that violation (None if there is none)."""
    state = opening_state(dealer, turn_up)
    for index, call in enumerate(calls):
        seat = call["seat"] if call.get("seat") is not None else state["to_speak"]
        call = dict(call, seat=seat)
        reason = refusal(state, options, call)
        if reason is not None:
            article = article_of("auction", reason)
            return state, {"index": index, "seat": seat, "reason": reason, "article": article}
        state = after(state, options, call)
    return state, None


def auction_state(body):
    """`/v1/auctions/state`."""
    options = options_of(body.get("ruleset"))
    turn_up = read_card(body["turn_up"]) if body.get("turn_up") is not None else None
    state, violation = run_calls(options, body["dealer"], turn_up, body["calls"])
    answer = {
        "ruleset": canonical_text(body.get("ruleset")),
        "valid": violation is None,
        "over": state["outcome"] != "open",
        "outcome": state["outcome"],
        "to_speak": state["to_speak"],
        "legal": legal_calls(state, options),
        "contract": state["contract"],
        "next_dealer": state["next_dealer"],
    }
    if violation is not None:
        answer["violation"] = violation
    return answer
