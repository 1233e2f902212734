"""Whole deals: /v1/deals/replay."""

from collections.abc import Sequence
from typing import Any

from service.api.auctions import dump_auction, dump_call_violation, dump_contract, run_auction
from service.api.play import names, play_message, winning_card
from service.api.schemas.auctions import AuctionRequest
from service.api.schemas.play import Trick
from service.api.schemas.replays import ReplayRequest
from service.api.scoring import dump_score
from service.rules.annonces.checks import check_seats
from service.rules.auction.calls import CallViolation
from service.rules.auction.state import AuctionState
from service.rules.cards import CARD_NAMES, set_of
from service.rules.contract import Contract, check_contract
from service.rules.deal import check_hands
from service.rules.play import Violation
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.replay import Replay, check_belotes_of_hands, facts_of_deal
from service.rules.replay import replay as replay_of
from service.rules.scoring.deal import score_deal
from service.rules.trumps import card_points


def replay(request: ReplayRequest, language: str) -> dict[str, Any]:
    """The adjudicated deal with its score as far as it was played, or the first violation."""
    if request.contract is not None:
        check_agreed(request, request.contract)
        return adjudicated(request, request.contract, language)
    state, violation = run_auction(
        AuctionRequest(request.ruleset, request.dealer, request.calls or (), request.turn_up)
    )
    contract = state.contract if violation is None else None
    check_hands(request.ruleset, request.hands, request.turn_up, None if contract is None else contract.taker)
    if contract is None:
        return without_contract(request, state, violation, language)
    return adjudicated(request, contract, language)


def check_agreed(request: ReplayRequest, contract: Contract) -> None:
    """Refuse a contract that no auction ends with, and hands that its taker cannot have been dealt."""
    check_contract(request.ruleset, contract)
    if request.turn_up is not None and request.ruleset.bids:
        raise RuleError("turn-up-not-played", "turn_up")
    check_hands(request.ruleset, request.hands, request.turn_up, contract.taker)


def without_contract(
    request: ReplayRequest, state: AuctionState, violation: CallViolation | None, language: str
) -> dict[str, Any]:
    """A deal that stopped in its auction: at a refused call, in the middle, or because everybody passed."""
    if request.plays and violation is None:
        raise ImpossiblePosition("plays-before-contract", "AUC-15", "plays")
    refused = {} if violation is None else {"violation": dump_call_violation(violation, language)}
    return {
        "ruleset": request.ruleset.text,
        "valid": violation is None,
        **refused,
        "complete": violation is None and state.over,
        "contract": None,
        "auction": dump_auction(state),
        "tricks": [],
        "open_trick": None,
        "points": [0, 0],
        "capot": None,
        "to_play": None,
        "legal": [],
        "score": None,
    }


def adjudicated(request: ReplayRequest, contract: Contract, language: str) -> dict[str, Any]:
    """The play under a contract, and its score once all eight tricks are there."""
    ruleset = request.ruleset
    hands = [set_of(hand) for hand in request.hands]
    check_seats([each.seat for each in request.annonces], "annonces")
    if request.belotes is not None:
        check_belotes_of_hands(contract.trump, hands, request.belotes)
    done = replay_of(ruleset, contract.trump, request.dealer, hands, request.plays)
    play, complete = done.play, done.complete
    violation = play.violation
    refused = {} if violation is None else {"violation": dump_violation(request, contract, done, violation, language)}
    return {
        "ruleset": ruleset.text,
        "valid": violation is None,
        **refused,
        "complete": complete,
        "contract": dump_contract(contract),
        "tricks": dump_tricks(done),
        "open_trick": None if complete else dump_open_trick(done, card_points(contract.trump, ruleset.cards.ta_values)),
        "points": list(done.won.points),
        "capot": done.won.capot,
        "to_play": None if complete else play.to_play,
        "legal": [] if complete else names(request.hands[play.to_play], play.ruling.legal),
        "score": dump_deal_score(request, contract, hands, done) if complete else None,
    }


def dump_deal_score(request: ReplayRequest, contract: Contract, hands: Sequence[int], done: Replay) -> dict[str, Any]:
    """The bill of a deal whose cards are known; `hands` are the sets that were dealt."""
    facts = facts_of_deal(
        request.ruleset,
        contract,
        request.dealer,
        hands,
        done.won,
        [each._replace(hand=request.hands[each.seat]).declaration for each in request.annonces],
        request.belotes,
        request.carried,
    )
    return dump_score(score_deal(request.ruleset, facts))


def dump_violation(
    request: ReplayRequest, contract: Contract, done: Replay, violation: Violation, language: str
) -> dict[str, Any]:
    """The first card that the rules refuse, why, and what would have been legal."""
    ply, seat, card, reason, legal = violation
    trick = Trick(done.play.leaders[-1], done.open_trick)
    winning = winning_card(contract.trump, trick)
    return {
        "ply": ply,
        "seat": seat,
        "card": CARD_NAMES[card],
        "reason": reason.code,
        "article": reason.article,
        "message": play_message(language, reason, trick.cards, winning, card=card, seat=seat),
        "legal": names(request.hands[seat], legal),
    }


def dump_tricks(done: Replay) -> list[dict[str, Any]]:
    """The whole tricks."""
    leaders, cards = done.play.leaders, [CARD_NAMES[card] for card in done.cards]
    return [
        {
            "leader": leaders[number],
            "cards": cards[4 * number : 4 * number + 4],
            "winner": leaders[number + 1],
            "points": points,
        }
        for number, points in enumerate(done.points)
    ]


def dump_open_trick(done: Replay, values: Sequence[int]) -> dict[str, Any] | None:
    """The trick on the table, if its fourth card is still to come; `values` are the points of each card."""
    cards = done.open_trick
    if not cards:
        return None
    return {
        "leader": done.play.leaders[-1],
        "cards": [CARD_NAMES[card] for card in cards],
        "winner": None,
        "points": sum([values[card] for card in cards]),
    }
