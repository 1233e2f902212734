"""A deal from its calls to its score, card by card."""

from . import Impossible
from .annonces import annonce_points, belotes_in, resolve
from .auctions import run_calls
from .cards import read_card, read_cards, refuse_twice, team_of
from .contracts import refuse_contract
from .play import legal_in_hand
from .rulesets import article_of, canonical_text, options_of
from .scoring import score
from .tricks import trick_points, winning_seat


def refuse_hands(hands, turn_up, contract):
    """DEAL-4, DEAL-5: four hands of eight, each card once, the turned one with the taker."""
    if any(len(hand) != 8 for hand in hands):
        raise Impossible("DEAL-4, DEAL-5: a hand has eight cards after the dealing")
    refuse_twice([card for hand in hands for card in hand])
    if turn_up is not None and contract is not None and turn_up not in hands[contract["taker"]]:
        raise Impossible("DEAL-4: the turned card is in the taker's hand")


def play_out(options, trump, leader, hands, plays):
    """Plays card after card, each on a fresh copy of the hands.

    Returns the complete tricks as the answer names them, the leader and cards of the open one, the hands that are
    left, and the violation (or None).
    """
    hands = [list(hand) for hand in hands]
    tricks, cards = [], []
    for ply, card in enumerate(plays):
        seat = (leader + len(cards)) % 4
        legal, reason = legal_in_hand(options, trump, leader, cards, hands[seat])
        if card not in hands[seat]:
            reason = "not-in-hand"
        if card not in legal:
            article = article_of("play", reason)
            fault = {"ply": ply, "seat": seat, "card": card, "reason": reason, "article": article, "legal": legal}
            return tricks, leader, cards, hands, fault
        hands[seat].remove(card)
        cards = [*cards, card]
        if len(cards) == 4:
            winner = winning_seat(leader, cards, trump)
            points = trick_points(cards, trump, options) + (10 if len(tricks) == 7 else 0)
            tricks.append({"leader": leader, "cards": cards, "winner": winner, "points": points})
            leader, cards = winner, []
    return tricks, leader, cards, hands, None


def annonces_of_deal(body, options, trump, leader, hands):
    """Points that the comparison gave each team, and all that each declared."""
    spoken = body.get("annonces") or []
    declared = [dict(player, hand=hands[player["seat"]]) for player in spoken]
    answer = resolve({"ruleset": body.get("ruleset"), "trump": trump, "leader": leader, "declared": declared})
    in_all = [0, 0]
    for player in spoken:
        in_all[team_of(player["seat"])] += sum(annonce_points(annonce, trump) for annonce in player["annonces"])
    return answer["points"], in_all


def score_of_deal(body, options, contract, leader, tricks, hands):
    """The score of a deal that was played to the end, as `/v1/deals/score` gives it."""
    trump = contract["trump"]
    annonces, declared = annonces_of_deal(body, options, trump, leader, hands)
    belotes = body.get("belotes")
    if belotes is None:
        belotes = [{"seat": seat, "suit": suit} for seat in range(4) for suit in belotes_in(hands[seat], trump)]
    deal = {
        "contract": contract,
        "tricks": [{"leader": trick["leader"], "cards": trick["cards"]} for trick in tricks],
        "annonces": annonces,
        "declared_annonces": declared,
        "belotes": belotes,
    }
    return score(options, deal, body.get("carried") or 0)


def points_of(tricks):
    """Raw card points of the teams so far, the ten inside."""
    points = [0, 0]
    for trick in tricks:
        points[team_of(trick["winner"])] += trick["points"]
    return points


def replay(body):
    """`/v1/deals/replay`."""
    options = options_of(body.get("ruleset"))
    hands = [read_cards(hand) for hand in body["hands"]]
    turn_up = read_card(body["turn_up"]) if body.get("turn_up") is not None else None
    plays = read_cards(body["plays"])
    answer = {"ruleset": canonical_text(body.get("ruleset")), "valid": True}
    if body.get("contract") is not None:
        contract = dict(body["contract"])
        refuse_contract(options, contract)
    else:
        state, violation = run_calls(options, body["dealer"], turn_up, body["calls"])
        if violation is not None:
            refuse_hands(hands, None, None)
            return {**answer, "valid": False, "violation": violation}
        contract = state["contract"]
    refuse_hands(hands, turn_up, contract)
    if len(plays) > 32:
        raise Impossible("PLAY-1: a deal has thirty-two plays")
    if contract is None:
        if plays:
            raise Impossible("DEAL-6: a card before there is a contract")
        return {**answer, "contract": None, "tricks": [], "points": [0, 0], "capot": None, "to_play": None, "legal": []}

    first_leader, trump = (body["dealer"] + 1) % 4, contract["trump"]
    tricks, leader, cards, left, violation = play_out(options, trump, first_leader, hands, plays)
    complete = violation is None and len(tricks) == 8
    shown = {key: value for key, value in contract.items() if (key, value) != ("contre", 1)}
    answer.update(valid=violation is None, complete=complete, contract=shown, tricks=tricks)
    answer.update(points=points_of(tricks), capot=None, to_play=None, legal=[])
    if complete:
        answer["score"] = score_of_deal(body, options, contract, first_leader, tricks, hands)
        answer["capot"] = answer["score"].pop("capot")
        return answer
    answer["to_play"] = (leader + len(cards)) % 4
    answer["legal"], _ = legal_in_hand(options, trump, leader, cards, left[answer["to_play"]])
    if violation is not None:
        answer["violation"] = violation
    return answer
