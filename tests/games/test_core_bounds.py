"""A game ends, if nothing else ends it, with the last deal that a game has."""

from random import Random

import pytest

from service.api.game_views import dump_refusal
from service.messages import LANGUAGES
from service.rules.auction.calls import Call
from service.rules.game import actions
from service.rules.game.actions import CallAction, PlayAction, Refused, act, new_game
from service.rules.game.events import events_between
from service.rules.game.history import events_since, states_since, step_of
from service.rules.game.record import record
from service.rules.game.sheet import match_of
from service.rules.game.storage import dump, load
from service.rules.game.view import view
from service.rules.ruleset import parse_ruleset
from tests.games.players import ENTROPY, played


def passed_out(ruleset, deals):
    """A game in which nobody ever takes."""
    game = new_game(parse_ruleset(ruleset), ENTROPY, first_dealer=0)
    for _ in range(deals):
        for _ in range(4 if game.ruleset.bids else 8):
            before = game
            game = act(game, game.deal.to_act, CallAction(Call("pass")), ENTROPY)
    return before, game


@pytest.mark.parametrize("ruleset", ["ffb-annonces(target=none)", "ffb-contree(target=none)"])
def test_a_game_without_target_ends_with_its_last_deal(monkeypatch, ruleset):
    monkeypatch.setattr(actions, "MOST_DEALS", 3)
    states = list(played(Random(2), ruleset))
    game = states[-1]
    assert (len(game.past), game.phase, match_of(game).over) == (3, "over", False)
    seen = view(game, 0)
    assert (seen.ended, seen.to_act, seen.hand, seen.legal) == (True, None, None, None)
    assert record(game)["result"] | {"totals": 0, "carried": 0} == {
        "totals": 0,
        "carried": 0,
        "over": False,
        "winner": None,
        "decided_at": None,
        "ended": True,
    }
    assert load(dump(game)) == game
    *_, last = events_between(states[-2], game)
    assert (last.kind, last.facts) == ("game-ended", {"deals": 3})
    assert [event for _, events in events_since(game) for event in events][-1] == last
    assert step_of(game) == len(states) - 1
    assert list(states_since(game, step_of(game) - 1)) == states[-2:]


def test_a_match_that_its_last_deal_decides_is_over(monkeypatch):
    monkeypatch.setattr(actions, "MOST_DEALS", 2)
    *_, game = played(Random(2), "ffb-classique(target=none,deal_limit=2,equal_totals=draw)")
    assert (match_of(game).over, view(game, 0).ended) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deal_beyond_is_refused(monkeypatch, language):
    monkeypatch.setattr(actions, "MOST_DEALS", 2)
    *_, game = played(Random(1), "ffb-classique(target=none)")
    with pytest.raises(Refused) as refused:
        act(game, 0, PlayAction(0), ENTROPY)
    message, members = dump_refusal(refused.value)
    assert members == {"reason": "game-full", "article": "MATCH-7", "legal": []}
    assert " 2 d" in message.say(language)


def test_a_thousand_deals_that_nobody_takes_are_the_end_under_any_target():
    before, game = passed_out("ffb-contree", actions.MOST_DEALS)
    assert (len(before.past), before.over) == (999, False)
    assert (len(game.past), game.over, view(game, 0).ended) == (1000, True, True)
