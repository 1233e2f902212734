"""A match: the MATCH articles, deal after deal."""

from . import Impossible
from .cards import team_of
from .rulesets import canonical_text, options_of
from .scoring import round_points, score


def equal_totals_end(options, takers, outcome):
    """MATCH-4: (whether the match is over, winner or None for a draw)."""
    if options["equal_totals"] == "play-on":
        return False, None
    if options["equal_totals"] == "draw":
        return True, None
    return True, takers if outcome == "made" else 1 - takers


def higher_total_end(totals, options, takers, outcome):
    """The higher total wins; equal ones are MATCH-4."""
    if totals[0] == totals[1]:
        return equal_totals_end(options, takers, outcome)
    return True, 0 if totals[0] > totals[1] else 1


def mark_unconfirmed(match, before, options, takers, capot, outcome):
    """MATCH-5: which teams have reached the target, but not in a way that wins yet; changes `match`.

    Returns the teams that are confirmed by this deal.
    """
    confirmed = []
    for team in (0, 1):
        without_trick = capot == 1 - team
        if match["unconfirmed"][team]:
            if not without_trick:
                match["unconfirmed"][team] = False
                confirmed.append(team)
        elif before[team] < options["target"] <= match["totals"][team]:
            lost = team == takers and outcome == "failed"
            match["unconfirmed"][team] = (options["belote_finish"] != "allowed" and without_trick) or (
                options["belote_finish"] == "not-after-loss" and lost
            )
    return confirmed


def target_end(match, before, options, takers, capot, outcome):
    """MATCH-1, MATCH-3, MATCH-5: (whether the target ends the match, winner)."""
    if options["target"] == "none":
        return False, None
    confirmed = mark_unconfirmed(match, before, options, takers, capot, outcome)
    there = [total >= options["target"] for total in match["totals"]]
    proper = [there[team] and not match["unconfirmed"][team] for team in (0, 1)]
    if not any(proper):
        return False, None
    if all(proper) or (all(there) and confirmed):
        if options["both_over"] == "draw":
            return True, None
        return higher_total_end(match["totals"], options, takers, outcome)
    return True, 0 if proper[0] else 1


def limit_end(match, put_aside, options, takers, outcome):
    """MATCH-2, MATCH-6: (whether the deal limit ends the match, winner, totals with what the takers get back)."""
    totals = list(match["totals"])
    if options["deal_limit"] == "none" or match["counted"] < options["deal_limit"]:
        return False, None, totals
    totals[takers] += round_points(put_aside, options["rounding"])
    over, winner = higher_total_end(totals, options, takers, outcome)
    return over, winner, totals


def play_deal(match, index, body, options):
    """Adds one deal of the request to the match."""
    if match["over"]:
        raise Impossible("MATCH-7: the match was over")
    if body.get("outcome") == "all-pass":
        match["deals"].append({"scores": [0, 0], "totals": list(match["totals"]), "carried": match["carried"]})
        return
    before, held_over = list(match["totals"]), match["carried"]
    result = score(options, body, held_over, match["forgiven"])
    takers, capot, outcome = team_of(body["contract"]["taker"]), result["capot"], result["outcome"]
    match["counted"] += 1
    match["carried"] = result["carried"]
    match["totals"] = [before[team] + result["scores"][team] for team in (0, 1)]
    match["deals"].append(
        {"scores": result["scores"], "totals": list(match["totals"]), "carried": result["carried"]},
    )

    over, winner = target_end(match, before, options, takers, capot, outcome)
    if not over:
        put_aside = result["carried"] - held_over if outcome == "litige" else 0
        over, winner, totals = limit_end(match, put_aside, options, takers, outcome)
        if over and put_aside:
            # Nothing says whether the entry of this deal shows what came back: the twin leaves it open.
            match.update(totals=totals)
            match["deals"][-1] = {}
    if over:
        match.update(over=True, winner=winner, decided_at=index, carried=0)


def score_match(body):
    """`/v1/matches/score`."""
    options = options_of(body.get("ruleset"))
    match = {
        "totals": [0, 0],
        "deals": [],
        "carried": 0,
        "over": False,
        "winner": None,
        "decided_at": None,
        "counted": 0,
        "unconfirmed": [False, False],
        "forgiven": [False, False],
    }
    for index, deal in enumerate(body["deals"]):
        play_deal(match, index, deal, options)
    wire = {name: match[name] for name in ("totals", "deals", "carried", "over", "winner", "decided_at")}
    return {"ruleset": canonical_text(body.get("ruleset")), **wire}
