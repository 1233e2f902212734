"""Every earlier state and event of a game follows from its facts."""

from random import Random

import pytest

from service.rules.game.actions import EndAction, act
from service.rules.game.events import events_between
from service.rules.game.facts import HOST
from service.rules.game.history import events_since, states_since, step_of
from service.rules.game.storage import dump, load
from service.rules.game.view import view
from tests.games.players import RULESETS, played


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("length", [0, 7, 150, None])
def test_the_states_of_a_game_are_those_it_went_through(ruleset, length):
    went_through = list(played(Random(1), ruleset, actions=length))
    game = load(dump(went_through[-1]))
    assert step_of(game) == len(went_through) - 1
    assert list(states_since(game)) == went_through
    for step in {0, 1, step_of(game) // 2, max(step_of(game) - 1, 0), step_of(game)}:
        assert list(states_since(game, step)) == went_through[step:]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_events_resume_without_a_gap_or_a_repetition(ruleset):
    went_through = list(played(Random(2), ruleset, actions=100))
    told = [
        (step, events_between(before, after))
        for step, (before, after) in enumerate(zip([None, *went_through], went_through, strict=False))
    ]
    game = went_through[-1]
    assert list(events_since(game)) == told
    for step in range(0, step_of(game) + 1, 9):
        assert list(events_since(game, step)) == told[step + 1 :]


def test_a_game_that_was_broken_off_has_one_step_more():
    *_, game = played(Random(3), "ffb-annonces", actions=50)
    ended = act(game, HOST, EndAction(), b"")
    assert step_of(ended) == step_of(game) + 1
    assert list(states_since(ended, step_of(game))) == [game, ended]
    assert [event.kind for _, events in events_since(ended, step_of(game)) for event in events] == ["game-ended"]


def test_every_view_is_that_of_the_replay():
    went_through = list(played(Random(4), "pagat", actions=120))
    for before, again in zip(went_through, states_since(load(dump(went_through[-1]))), strict=True):
        assert all(view(before, seat) == view(again, seat) for seat in (*range(4), None))
