"""Annonces: the ANN articles, and which belotes a hand holds (BEL-1)."""

from . import Impossible
from .cards import NATURAL_ORDER, SUITS, rank_of, read_cards, refuse_trump, refuse_twice, suit_of, team_of
from .rulesets import article_of, canonical_text, options_of

RUN_POINTS = {"tierce": 20, "cinquante": 50, "cent": 100}
RUN_LENGTH = {"tierce": 3, "cinquante": 4, "cent": 5}
CARRE_POINTS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
CARRE_POINTS_AT_SA = {"A": 200, "T": 150, "K": 100, "Q": 100, "J": 100, "9": 100}
CARRE_ORDER = {"plain": ["A", "T", "K", "Q"], "natural": ["A", "K", "Q", "T"]}
CARRE_ORDER_AT_SA = ["K", "Q", "J", "9"]


def carre_points(rank, trump):
    """Points of a carré (ANN-3)."""
    return (CARRE_POINTS_AT_SA if trump == "SA" else CARRE_POINTS)[rank]


def annonce_points(annonce, trump):
    """Points of an annonce (ANN-2, ANN-3)."""
    if annonce["kind"] == "carre":
        return carre_points(annonce["top"], trump)
    return RUN_POINTS[annonce["kind"]]


def runs_in(cards):
    """Every longest run of three or more, as a list of cards from the top down."""
    runs = []
    for suit in SUITS:
        run = []
        for rank in reversed(NATURAL_ORDER):
            if rank + suit in cards:
                run.append(rank + suit)
                continue
            runs.append(run)
            run = []
        runs.append(run)
    return [run for run in runs if len(run) >= 3]


def belotes_in(hand, trump):
    """Suits of the belotes in a hand (BEL-1)."""
    suits = {"SA": [], "TA": SUITS}.get(trump, [trump])
    return [suit for suit in suits if "K" + suit in hand and "Q" + suit in hand]


def height_of_carre(rank, trump, options):
    """Greater is better, among carrés of equal points (ANN-6)."""
    order = CARRE_ORDER_AT_SA if trump == "SA" else CARRE_ORDER[options["carre_order"]]
    return -order.index(rank) if rank in order else 0


def best_choice(hand, trump, options):
    """The annonces of a hand (ANN-4), carrés first, strongest first, each with its cards and points."""
    left, found = list(hand), []
    for rank in CARRE_POINTS:
        four = [rank + suit for suit in SUITS]
        if all(card in hand for card in four):
            left = [card for card in left if card not in four]
            points = carre_points(rank, trump)
            found.append({"kind": "carre", "top": rank, "suit": None, "cards": four, "points": points})
    found.sort(key=lambda carre: (-carre["points"], -height_of_carre(carre["top"], trump, options)))

    runs = []
    for run in runs_in(left):
        kind = {3: "tierce", 4: "cinquante"}.get(len(run), "cent")
        top, suit = rank_of(run[0]), suit_of(run[0])
        runs.append({"kind": kind, "top": top, "suit": suit, "cards": run, "points": RUN_POINTS[kind]})
    runs.sort(key=lambda run: (-run["points"], -NATURAL_ORDER.index(run["top"]), run["suit"] != trump))
    return found + runs


def detect(body):
    """`/v1/annonces/detect`."""
    options, hand, trump = options_of(body.get("ruleset")), read_cards(body["hand"]), body["trump"]
    refuse_trump(options, trump)
    refuse_hand(hand)
    annonces = best_choice(hand, trump, options) if options["annonces"] else []
    return {
        "ruleset": canonical_text(body.get("ruleset")),
        "annonces": annonces,
        "points": sum(annonce["points"] for annonce in annonces),
        "belotes": belotes_in(hand, trump),
    }


def refuse_hand(hand):
    """A hand as dealt has eight cards, each once."""
    refuse_twice(hand)
    if len(hand) != 8:
        raise Impossible("DEAL-4, DEAL-5: a hand as dealt has eight cards")


def cards_of_run(annonce, hand):
    """The cards that a declared run takes from a hand, none if it is not in it.

    A cent takes every card of the run below its top: five to eight in a row are one annonce.
    """
    start = NATURAL_ORDER.index(annonce["top"])
    run = []
    for position in range(start, -1, -1):
        card = NATURAL_ORDER[position] + annonce["suit"]
        if card not in hand or (annonce["kind"] != "cent" and len(run) == RUN_LENGTH[annonce["kind"]]):
            break
        run.append(card)
    return run if len(run) >= RUN_LENGTH[annonce["kind"]] else []


def cards_of_annonce(annonce, hand):
    """The cards that a declared annonce takes from a hand, none if it is not in it."""
    if annonce["kind"] == "carre":
        four = [annonce["top"] + suit for suit in SUITS]
        return four if all(card in hand for card in four) else []
    return cards_of_run(annonce, hand)


def declared_items(declared, trump):
    """Every declared annonce with its seat, team, points and whether it is true (ANN-10)."""
    items = []
    for player in declared:
        hand = read_cards(player["hand"]) if player.get("hand") is not None else None
        used = []
        for annonce in player["annonces"]:
            item = {
                "seat": player["seat"],
                "team": team_of(player["seat"]),
                "kind": annonce["kind"],
                "top": annonce["top"].replace("10", "T"),
                "suit": annonce.get("suit"),
                "true": True,
            }
            item["points"] = annonce_points(item, trump)
            if hand is not None:
                cards = cards_of_annonce(item, hand)
                item["true"] = bool(cards) and not any(card in used for card in cards)
                if item["true"]:
                    used += cards
            items.append(item)
    return items


def compare_pair(one, other, trump, options):
    """Sign and reason (ANN-5 to ANN-7): 1 where the first is better, -1 where the other is, 0 where neither."""
    if (one["kind"] == "carre") != (other["kind"] == "carre"):
        sign, carre, run = (1, one, other) if one["kind"] == "carre" else (-1, other, one)
        if options["carre_vs_cent"] == "cent" and run["kind"] == "cent" and carre["points"] == 100:
            return -sign, "sequence-over-carre"
        return sign, "carre-over-sequence"

    if one["kind"] == "carre":
        heights = [height_of_carre(item["top"], trump, options) for item in (one, other)]
        value_reason = "higher-value"
    else:
        heights = [NATURAL_ORDER.index(item["top"]) for item in (one, other)]
        value_reason = "higher-kind"
    if one["points"] != other["points"]:
        return (1 if one["points"] > other["points"] else -1), value_reason
    if heights[0] != heights[1]:
        return (1 if heights[0] > heights[1] else -1), "higher-top"
    if one["kind"] != "carre" and trump in SUITS and (one["suit"] == trump) != (other["suit"] == trump):
        return (1 if one["suit"] == trump else -1), "trump-suit"
    return 0, "tie"


def best_of(items, leader, trump, options):
    """The best of some annonces; of equal ones the first in playing order from the leader; None of none."""
    best = None
    for item in sorted(items, key=lambda item: (item["seat"] - leader) % 4):
        if best is None or compare_pair(item, best, trump, options)[0] > 0:
            best = item
    return best


def compare_sides(items, leader, trump, options):
    """Winning team or None, its best annonce or None, and the reason (ANN-5 to ANN-8)."""
    best = [best_of([item for item in items if item["team"] == team], leader, trump, options) for team in (0, 1)]
    if best[0] is None and best[1] is None:
        return None, None, "none-declared"
    if best[0] is None or best[1] is None:
        team = 0 if best[1] is None else 1
        return team, best[team], "only-side"
    sign, reason = compare_pair(best[0], best[1], trump, options)
    if sign == 0 and options["annonce_tie"] == "first-speaker":
        distances = [(item["seat"] - leader) % 4 for item in best]
        sign, reason = (1 if distances[0] < distances[1] else -1), "first-speaker"
    if sign == 0:
        return None, None, "tie"
    team = 0 if sign > 0 else 1
    return team, best[team], reason


def settle(items, leader, trump, options):
    """Winner, points, best, scored, void, false and reason (ANN-8, ANN-10)."""
    left, struck, points = list(items), [], [0, 0]
    while True:
        winner, best, reason = compare_sides(left, leader, trump, options)
        shown_false = [item for item in left if item["team"] == winner and not item["true"]]
        if not shown_false:
            break
        for item in shown_false:
            points[1 - winner] += item["points"]
            struck.append(item)
            left.remove(item)
    scored = [item for item in left if item["team"] == winner]
    for item in scored:
        points[winner] += item["points"]
    void = [item for item in left if item["team"] != winner]
    return {
        "winner": winner,
        "points": points,
        "best": best,
        "scored": scored,
        "void": void,
        "false": struck,
        "reason": reason,
    }


def named(item, *more):
    """An annonce as the answer names it."""
    return {key: item[key] for key in ("seat", "kind", "top", "suit", *more)}


def refuse_declared(declared):
    """ANN-9, CARD-1: a seat speaks once; the hands are eight cards each, no card in two of them."""
    seats = [player["seat"] for player in declared]
    if len(set(seats)) < len(seats):
        raise Impossible("ANN-9: one seat twice")
    hands = [read_cards(player["hand"]) for player in declared if player.get("hand") is not None]
    for hand in hands:
        refuse_hand(hand)
    refuse_twice([card for hand in hands for card in hand])


def resolve(body):
    """`/v1/annonces/resolve`."""
    options, trump, leader = options_of(body.get("ruleset")), body["trump"], body["leader"]
    refuse_trump(options, trump)
    refuse_declared(body["declared"])
    items = declared_items(body["declared"], trump)
    if options["annonces"]:
        result = settle(items, leader, trump, options)
    else:
        result = {"winner": None, "points": [0, 0], "best": None, "scored": [], "false": [], "reason": "not-played"}
        result["void"] = items
    return {
        "ruleset": canonical_text(body.get("ruleset")),
        "winner": result["winner"],
        "points": result["points"],
        "best": named(result["best"]) if result["best"] else None,
        "scored": [named(item, "points") for item in result["scored"]],
        "void": [named(item) for item in result["void"]],
        "false": [named(item) for item in result["false"]],
        "reason": result["reason"],
        "article": article_of("annonces", result["reason"]),
    }
