"""What happened: the events between two states of a game, each as its bearer may see it."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, cast

from service.rules.auction.calls import Call
from service.rules.cards import cards_in
from service.rules.contract import Contract
from service.rules.game.dealing import Dealing, Sets
from service.rules.game.facts import Bearer, Deal, Game
from service.rules.game.sheet import FinishedDeal, is_cut_short, match_of, score_sheet
from service.rules.game.spoken import comparison, resolution, seat_of_ply, shown, words_said
from service.rules.seats import team_of
from service.rules.trumps import LAST_TRICK_POINTS, card_points

EventKind = Literal[
    "deal-started",
    "call-made",
    "contract-agreed",
    "deal-passed-out",
    "card-played",
    "annonces-declared",
    "belote-said",
    "trick-won",
    "annonces-compared",
    "annonces-shown",
    "deal-scored",
    "match-over",
    "game-ended",
]

Facts = dict[str, Any]


class Event(NamedTuple):
    """Something that happened.

    `facts` holds JSON values only (cards, trumps and seats as the ints of this package), so that an event can be kept
    as `[kind, facts, hands]` and made again of it. `hands` are cards by seat, of which each seat may see its own alone:
    an event with them is for the store, never for a client.
    """

    kind: EventKind
    facts: Facts
    hands: list[list[int]] | None = None


def events_between(before: Game | None, after: Game) -> list[Event]:
    """What one action made happen, in order; from None, what a new game begins with.

    `after` is `before` after one `act`.
    """
    if before is None or before.deal is None:
        return list(_beginning(after))
    finished = score_sheet(after)[-1] if len(after.past) > len(before.past) else None
    deal = cast("Deal", after.deal) if finished is None else finished.deal  # only a finished deal leaves none
    events: list[Event] = []
    if len(deal.auction.calls) > len(before.deal.auction.calls):
        events += _called(deal)
    if len(deal.plays) > len(before.deal.plays):
        events += _played(deal)
    if finished is not None:
        events += _finished(finished, len(before.past))
        events += _beginning(after)
    if after.ended:
        events.append(Event("game-ended", {"deal": len(after.past), "opening": opening_facts(deal)}))
    return events


def event_for(event: Event, bearer: Bearer) -> Event:
    """The event as a bearer may see it: a seat finds its own cards under `hand`, others' nowhere."""
    if event.hands is None:
        return event
    own = {"hand": event.hands[bearer]} if isinstance(bearer, int) else {}
    return Event(event.kind, event.facts | own)


def _beginning(game: Game) -> Iterator[Event]:
    """The next deal, or the end of the match, or of the game before it."""
    deal = game.deal
    if deal is not None:
        facts = {
            "deal": len(game.past),
            "dealer": deal.dealing.dealer,
            "commitment": deal.dealing.commitment,
            "turn_up": deal.auction.turn_up,
            "to_act": deal.to_act,
        }
        yield Event("deal-started", facts, _lists(deal.dealt))
    elif is_cut_short(game):
        yield Event("game-ended", {"deals": len(game.past)})
    else:
        match = match_of(game)
        facts = {"totals": list(match.totals), "winner": match.winner, "decided_at": match.decided_at}
        yield Event("match-over", facts)


def _called(deal: Deal) -> Iterator[Event]:
    """A call, and the contract if it closed the auction."""
    yield Event("call-made", {**call_facts(deal.auction.calls[-1]), "to_act": deal.auction.to_speak})
    if deal.contract is not None:
        facts = {"contract": contract_facts(deal.contract), "to_act": deal.to_act}
        completed = deal.auction.turn_up is not None
        yield Event("contract-agreed", facts, _lists(deal.dealt) if completed else None)


def _played(deal: Deal) -> Iterator[Event]:
    """A card with what was said, and what it brought about."""
    ply = len(deal.plays) - 1
    seat, card = seat_of_ply(deal, ply), deal.plays[ply]
    whole = ply & 3 == 3
    yield Event("card-played", {"seat": seat, "card": card, "ply": ply, "to_act": None if ply == 31 else deal.to_act})
    if ply < 4 and deal.declared and deal.declared[-1].seat == seat:
        kinds = [annonce.kind for annonce in deal.declared[-1].annonces]
        yield Event("annonces-declared", {"seat": seat, "kinds": kinds})
    if ply in deal.words:
        word = words_said(deal)[-1].word
        yield Event("belote-said", {"seat": seat, "word": word, "card": card})
    if whole:
        yield Event("trick-won", trick_facts(deal, ply >> 2))
    if ply == 3 and deal.declared:
        yield Event("annonces-compared", compared_facts(deal) or {})
    if ply == 4 and deal.declared:
        yield Event("annonces-shown", shown_facts(deal) or {})


def _finished(finished: FinishedDeal, index: int) -> Iterator[Event]:
    kind: EventKind = "deal-passed-out" if finished.score is None else "deal-scored"
    yield Event(kind, {"deal": index, **finished_facts(finished)})


def finished_facts(finished: FinishedDeal) -> Facts:
    """A finished deal: its bill, where it leaves the match, and its cards laid open."""
    deal, match, score = finished.deal, finished.match, finished.score
    facts: Facts = {"dealer": deal.dealing.dealer, "outcome": "all-pass", "contract": None, "scores": [0, 0]}
    if score is not None and deal.contract is not None:
        lines = [
            {"team": line.team, "points": line.points, "reason": line.reason.code, "article": line.reason.article}
            for line in score.lines
        ]
        facts |= {
            "outcome": score.outcome,
            "contract": contract_facts(deal.contract),
            "tested": list(score.totals),
            "lines": lines,
            "scores": list(score.scores),
            "last_trick": trick_facts(deal, 7),
        }
    return facts | {
        "totals": list(match.totals),
        "carried": match.carried,
        "commitment": deal.dealing.commitment,
        "opening": opening_facts(deal),
    }


def opening_facts(deal: Deal) -> Facts:
    """What was committed to: the salt with the seed, or with the cards where they were given; and all the hands."""
    dealing: Dealing = deal.dealing
    secret: Facts = {"seed": dealing.seed} if dealing.given is None else {"deck": list(dealing.given)}
    return {"salt": dealing.salt, **secret, "hands": _lists(deal.dealt)}


def call_facts(call: Call) -> Facts:
    """A call that was made."""
    named = {"seat": call.seat, "call": call.kind, "level": call.level, "trump": call.trump}
    return {name: value for name, value in named.items() if value is not None}


def contract_facts(contract: Contract) -> Facts:
    """A contract."""
    level = {} if contract.level is None else {"level": contract.level}
    return {"taker": contract.taker, "trump": contract.trump, **level, "contre": contract.contre}


def trick_facts(deal: Deal, place: int) -> Facts:
    """A whole trick, counted from 0: who led, the cards, who won it and what it is worth."""
    cards, leaders = deal.plays[4 * place : 4 * place + 4], deal.play.leaders
    values = card_points(deal.agreed.trump, deal.auction.ruleset.cards.ta_values)
    return {
        "trick": place,
        "leader": leaders[place],
        "cards": list(cards),
        "winner": leaders[place + 1],
        "team": team_of(leaders[place + 1]),
        "points": sum([values[card] for card in cards]) + (LAST_TRICK_POINTS if place == 7 else 0),
    }


def compared_facts(deal: Deal) -> Facts | None:
    """What the table heard of the comparison of annonces, once the first trick is whole."""
    compared = comparison(deal)
    if compared is None:
        return None
    return {
        "winner": compared.winner,
        "reason": compared.reason.code,
        "article": compared.reason.article,
        "heights": [
            {"seat": item.seat, "kind": item.annonce.kind, "top": item.annonce.top} for item in compared.heights
        ],
    }


def shown_facts(deal: Deal) -> Facts | None:
    """The annonces that were shown and what they score, once the first card of the second trick is played."""
    resolved = resolution(deal)
    if resolved is None:
        return None
    return {
        "winner": resolved.winner,
        "reason": resolved.reason.code,
        "article": resolved.reason.article,
        "points": list(resolved.points),
        "shown": [
            {
                "seat": spoken.seat,
                "kind": spoken.annonce.kind,
                "top": spoken.annonce.top,
                "suit": spoken.annonce.suit,
                "true": spoken.true,
                "cards": list(cards_in(cards)),
            }
            for spoken, cards in shown(deal, resolved)
        ],
    }


def _lists(hands: Sets) -> list[list[int]]:
    return [list(cards_in(hand)) for hand in hands]
