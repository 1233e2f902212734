"""Deals as tables write them down, in every form that an entry has, as bodies of requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from service.rules.cards import CARD_NAMES, KING, QUEEN
from service.rules.play import winner_of
from service.rules.trumps import TRUMP_NAMES, total_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.rules.ruleset import Ruleset

Body = dict[str, Any]
PASSED = {"outcome": "all-pass"}


def trumps_of(ruleset: Ruleset) -> list[str]:
    return [
        *"SHDC",
        *(name for name, option in (("SA", "sans_atout"), ("TA", "tout_atout")) if ruleset.options[option]),
    ]


@st.composite
def contracts(draw: Callable[..., Any], ruleset: Ruleset) -> Body:
    contract = {"taker": draw(st.integers(0, 3)), "trump": draw(st.sampled_from(trumps_of(ruleset)))}
    if ruleset.bids:
        level = draw(st.sampled_from([80, 90, 100, 120, 160, "capot"]))
        uncontred = level == "capot" and not ruleset.options["contre_capot"]
        contract |= {"level": level, "contre": 1 if uncontred else draw(st.sampled_from([1, 1, 2, 4]))}
    return contract


@st.composite
def counted(draw: Callable[..., Any], ruleset: Ruleset, trump: str) -> Body:
    """What the table counted: the points of one side, of both, or a capot."""
    total = total_points(TRUMP_NAMES.index(trump), ruleset.options["ta_values"])
    form = draw(st.sampled_from(["one side", "one side", "the other", "both", "litige", "capot", "capot said"]))
    team = draw(st.integers(0, 1))
    if form.startswith("capot"):
        points = [0, 0]
        points[team] = total
        if form == "capot said":
            points[team] = None
        return {"points": points, "capot": team}
    own = total // 2 if form == "litige" else draw(st.integers(0, total))
    points = [own, None] if form == "one side" else [None, own] if form == "the other" else [own, total - own]
    return {"points": points}


@st.composite
def played(draw: Callable[..., Any], trump: str) -> tuple[Body, dict[str, int]]:
    """Eight tricks card by card, and by suit the seat that held king and queen of it."""
    deck, leader = draw(st.permutations(range(32))), draw(st.integers(0, 3))
    tricks, seats = [], {}
    for place in range(0, 32, 4):
        cards = deck[place : place + 4]
        tricks.append({"leader": leader, "cards": [CARD_NAMES[card] for card in cards]})
        seats |= {card: (leader + turn) % 4 for turn, card in enumerate(cards)}
        leader = (leader + winner_of(TRUMP_NAMES.index(trump), tuple(cards))) % 4
    pairs = {"SHDC"[suit]: (seats[suit * 8 + QUEEN], seats[suit * 8 + KING]) for suit in range(4)}
    return {"tricks": tricks}, {suit: queen for suit, (queen, king) in pairs.items() if queen == king}


@st.composite
def belotes(draw: Callable[..., Any], trump: str, held: dict[str, int] | None) -> list[Body]:
    """Belotes of the trumps, by seat or by team, now and then without the second word."""
    said = []
    for suit in {"SA": "", "TA": "SHDC"}.get(trump, trump):
        if draw(st.booleans()) or (held is not None and suit not in held):
            continue
        seat = draw(st.integers(0, 3)) if held is None else held[suit]
        whose = draw(st.sampled_from([{"seat": seat}, {"team": seat % 2}, {"seat": seat, "team": seat % 2}]))
        noticed = [{"noticed": when} for when in ("in-play", "at-count", "after-count")]
        forgotten = [{"rebelote": False} | each for each in ({}, *noticed)]
        said.append({**whose, "suit": suit, **draw(st.sampled_from([{}, {}, {}, *forgotten, {"belote": False}]))})
    return said


@st.composite
def entries(draw: Callable[..., Any], ruleset: Ruleset) -> Body:
    """A deal in any form."""
    if draw(st.integers(0, 6)) == 0:
        return PASSED
    contract = draw(contracts(ruleset))
    held = None
    if draw(st.integers(0, 3)) == 0:
        body, held = draw(played(contract["trump"]))
    else:
        body = draw(counted(ruleset, contract["trump"]))
    if draw(st.booleans()):
        body |= draw(
            st.sampled_from(
                [
                    {"annonces": [20, 0]},
                    {"annonces": [0, 150], "declared_annonces": [20, 150]},
                    {"annonces": [50, 0], "declared_annonces": [50, 0]},
                    {"declared_annonces": None},
                ]
            )
        )
    said = draw(belotes(contract["trump"], held))
    return {"contract": contract} | body | ({"belotes": said} if said else {})
