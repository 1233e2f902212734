"""The score of a deal, as a bill: the SCO and CON articles.

A bill is a dict {(team, reason): points}; every function below adds lines to one.
"""

from .cards import team_of
from .contracts import refuse_contract
from .counting import card_lines, count_belotes
from .rulesets import article_of, canonical_text, options_of

ROUNDED = ("card-points", "last-trick", "conversion", "capot", "dedans", "litige-carried")


def add(bill, team, reason, points):
    """Adds points to the line of a team and reason."""
    bill[(team, reason)] = bill.get((team, reason), 0) + points


def round_points(points, rounding):
    """SCO-10."""
    if rounding == "none":
        return points
    tens, ones = divmod(points, 10)
    goes_up = ones >= 5 if rounding == "five-up" else ones > 5
    return tens * 10 + (10 if goes_up else 0)


def read_deal(body, options, forgiven):
    """Everything that is known of a deal before it is decided, as a dict."""
    contract = body["contract"]
    refuse_contract(options, contract)
    takers = team_of(contract["taker"])
    lines, capot = card_lines(body, options)
    belotes, held_back = count_belotes(body.get("belotes") or [], contract["trump"], options, forgiven)

    annonces = list(body.get("annonces") or [0, 0]) if options["annonces"] else [0, 0]
    declared = list(body.get("declared_annonces") or annonces) if options["annonces"] else [0, 0]

    deal = {
        "takers": takers,
        "defence": 1 - takers,
        "level": contract.get("level"),
        "contre": contract.get("contre", 1),
        "capot": capot,
        "lines": lines,
        "cards": [sum(lines[0].values()), sum(lines[1].values())],
        "belotes": belotes,
        "held_back": held_back,
        "annonces": annonces,
        "declared": declared,
        "moved_to_takers": 0,
    }
    if capot is not None and (capot == takers or options["defence_capot"] == "bonus"):
        deal["cards"][capot] = options["capot_points"]
        deal["cards"][1 - capot] = 0
    if capot == takers:  # ANN-13, before the contract is tested
        if options["annonces_on_capot"] == "transfer":
            deal["moved_to_takers"] = annonces[1 - takers]
        annonces[1 - takers] = 0
    return deal


def totals_of(deal, options):
    """SCO-2: what the contract test compares, by team."""
    totals = list(deal["cards"])
    for team in (0, 1):
        if options["belote_in_contract"]:
            totals[team] += deal["belotes"][team]
        if options["annonces_in_contract"]:
            totals[team] += deal["annonces"][team]
    if options["annonces_in_contract"]:
        totals[deal["takers"]] += deal["moved_to_takers"]
    return totals


def outcome_of(deal, totals, options):
    """`made`, `failed` or `litige` (SCO-3, SCO-4, CON-2, CON-5)."""
    takers_total, defence_total = totals[deal["takers"]], totals[deal["defence"]]
    if deal["capot"] == deal["defence"]:
        return "failed"
    if options["auction"] == "turn-up":
        if deal["capot"] == deal["takers"] or takers_total > defence_total:
            return "made"
        if takers_total < defence_total:
            return "failed"
        return options["tie_policy"]
    if deal["level"] == "capot":
        return "made" if deal["capot"] == deal["takers"] else "failed"
    needed = 82 if deal["level"] == 80 and options["bid_80_needs_82"] else deal["level"]
    if takers_total < needed or (options["must_beat_defence"] and takers_total <= defence_total):
        return "failed"
    return "made"


def add_cards(bill, deal, team, options):
    """A team's card points, or its capot (SCO-8, SCO-11)."""
    if deal["capot"] == team:
        add(bill, team, "capot", options["capot_points"])
    elif deal["capot"] is None:
        for reason, points in deal["lines"][team].items():
            add(bill, team, reason, points)


def add_belotes(bill, deal, outcome, options):
    """BEL-6 and BEL-7, for a deal that was made or failed."""
    takers, defence = deal["takers"], deal["defence"]
    loser_of_belotes = None
    if options["belote_of_losers"] == "to-winners":
        if outcome == "failed":
            loser_of_belotes = takers
            add(bill, defence, "belote-transferred", deal["held_back"][takers])
        elif deal["contre"] > 1:
            loser_of_belotes = defence
    for team in (0, 1):
        if team == loser_of_belotes:
            add(bill, 1 - team, "belote-transferred", deal["belotes"][team])
        else:
            add(bill, team, "belote", deal["belotes"][team])


def add_annonces(bill, deal, outcome, options):
    """ANN-12 and ANN-13, for a deal that was made or failed."""
    takers, defence = deal["takers"], deal["defence"]
    if outcome == "made":
        add(bill, takers, "annonces", deal["annonces"][takers])
        add(bill, takers, "annonces-transferred", deal["moved_to_takers"])
        if deal["contre"] > 1:
            add(bill, takers, "annonces-transferred", deal["annonces"][defence])
        else:
            add(bill, defence, "annonces", deal["annonces"][defence])
    elif options["annonces_on_failure"] == "all-declared":
        add(bill, defence, "annonces", deal["declared"][defence])
        add(bill, defence, "annonces-transferred", deal["declared"][takers])
    else:
        add(bill, defence, "annonces", deal["annonces"][defence] + deal["moved_to_takers"])
        add(bill, defence, "annonces-transferred", deal["annonces"][takers])


def settle_litige(bill, deal, options):
    """SCO-5, SCO-7: the defence marks its own; what is put aside is returned."""
    takers, defence = deal["takers"], deal["defence"]
    add_cards(bill, deal, defence, options)
    add(bill, defence, "belote", deal["belotes"][defence])
    add(bill, defence, "annonces", deal["annonces"][defence])
    aside = deal["cards"][takers] + deal["annonces"][takers]
    if options["litige_belote"] == "kept":
        add(bill, takers, "belote", deal["belotes"][takers])
    else:
        aside += deal["belotes"][takers]
    return aside


def settle_classic(bill, deal, outcome, options):
    """SCO-3, SCO-9: a deal with a turned card, made or failed."""
    if outcome == "made":
        add_cards(bill, deal, 0, options)
        add_cards(bill, deal, 1, options)
    else:
        bonus = deal["capot"] == deal["defence"] and options["defence_capot"] == "bonus"
        add(bill, deal["defence"], "dedans", options["capot_points"] if bonus else 162)


def bid_value(deal, options):
    """What the bid is worth (CON-3, CON-5)."""
    if deal["level"] == "capot":
        return 500 if options["capot_bid_value"] == "flat-500" else 250
    return 0 if options["counting"] == "points" else deal["level"]


def flat_points(deal, options):
    """The flat amount of a failed deal (CON-4, CON-5, SCO-9)."""
    if deal["level"] == "capot" and options["capot_bid_value"] == "flat-500":
        return 0
    return 250 if deal["capot"] == deal["defence"] and options["defence_capot"] == "bonus" else 160


def settle_bid(bill, deal, outcome, options):
    """CON-4, CON-5: a contract that nobody contred."""
    takers, defence = deal["takers"], deal["defence"]
    if outcome == "failed":
        add(bill, defence, "dedans", flat_points(deal, options))
        add(bill, defence, "contract", bid_value(deal, options))
        return
    if deal["level"] != "capot" or options["capot_bid_value"] == "bid-250":
        add_cards(bill, deal, takers, options)
    add_cards(bill, deal, defence, options)
    add(bill, takers, "contract", bid_value(deal, options))


def settle_contred(bill, deal, outcome, options):
    """CON-6 to CON-8: the base and the bid; then what the multiplication adds. Belotes and annonces are in the bill."""
    winners = deal["takers"] if outcome == "made" else deal["defence"]
    base = flat_points(deal, options)
    if outcome == "made" and deal["level"] == "capot" and options["capot_bid_value"] == "bid-250":
        base = 250
    if outcome == "made" and deal["level"] != "capot" and deal["capot"] == deal["takers"]:
        if options["contred_capot"] == "base-250":
            base = 250
        else:
            add(bill, winners, "capot", 100)
    bid = bid_value(deal, options)
    add(bill, winners, "dedans", base)
    add(bill, winners, "contract", bid)

    multiplied = bid
    if options["contre_multiplies"] == "all":
        multiplied += base
        multiplied += bill.get((winners, "annonces"), 0) + bill.get((winners, "annonces-transferred"), 0)
    if options["belote_multiplied"]:
        multiplied += bill.get((winners, "belote"), 0) + bill.get((winners, "belote-transferred"), 0)
    factor, reason = (2, "contre") if deal["contre"] == 2 else (options["surcontre_factor"], "surcontre")
    add(bill, winners, reason, (factor - 1) * multiplied)


def score(options, body, carried=0, forgiven=None):
    """Outcome, capot, scores, carried, totals and the bill of one deal; `forgiven` as in `count_belotes`."""
    deal = read_deal(body, options, forgiven if forgiven is not None else [False, False])
    totals = totals_of(deal, options)
    outcome = outcome_of(deal, totals, options)
    winners = deal["takers"] if outcome == "made" else deal["defence"]
    bill = {}
    if options["auction"] == "bid":
        carried = 0  # CON-1: nothing is held over
    if outcome == "litige":
        carried += settle_litige(bill, deal, options)
    else:
        add_belotes(bill, deal, outcome, options)
        add_annonces(bill, deal, outcome, options)
        if options["auction"] == "turn-up":
            settle_classic(bill, deal, outcome, options)
        elif deal["contre"] == 1:
            settle_bid(bill, deal, outcome, options)
        else:
            settle_contred(bill, deal, outcome, options)
        if outcome == "made" or options["litige_award"] == "deal-winner":
            add(bill, winners, "litige-carried", carried)
            carried = 0
    for team in (0, 1):
        rounded = sum(points for (owner, reason), points in bill.items() if owner == team and reason in ROUNDED)
        add(bill, team, "rounding", round_points(rounded, options["rounding"]) - rounded)
    return {
        "outcome": outcome,
        "capot": deal["capot"],
        "scores": [sum(points for (owner, _), points in bill.items() if owner == team) for team in (0, 1)],
        "carried": carried,
        "totals": totals,
        "lines": [
            {"team": team, "points": points, "reason": reason, "article": line_article(reason, options)}
            for (team, reason), points in bill.items()
            if points != 0
        ],
    }


def line_article(reason, options):
    """The article of a line; that of the flat points depends on the auction."""
    if reason == "dedans":
        return "SCO-3" if options["auction"] == "turn-up" else "CON-4"
    return article_of("line of a score", reason)


def score_deal(body):
    """`/v1/deals/score`."""
    result = score(options_of(body.get("ruleset")), body, body.get("carried") or 0)
    del result["capot"]
    return {"ruleset": canonical_text(body.get("ruleset")), **result}
