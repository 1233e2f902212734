"""Whole matches by random legal play, under every preset and some rulesets besides."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import orjson
import pytest

from service.api.operations import adjudicate
from service.rules.game.events import events_between
from service.rules.game.record import record
from service.rules.game.sheet import match_of, score_sheet
from service.rules.game.storage import dump, load
from tests.games.players import PRESETS, RULESETS, played

CHECKER = Path(__file__).resolve().parents[2] / "script" / "check-commitment"
LARGEST_AVERAGE = 2048


def end_of(ruleset: str, seed: int):
    *_, game = played(Random(seed), ruleset)
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_record_of_a_match_replays_to_the_same_totals(ruleset, seed):
    game = end_of(ruleset, seed)
    document = json.loads(orjson.dumps(record(game)))
    for deal in document["deals"]:
        if deal["outcome"] == "all-pass":
            assert adjudicate("auctions/state", deal["auction"])["outcome"] == "all-pass"
        else:
            answer = adjudicate("deals/replay", deal["replay"])
            assert answer["valid"]
            assert answer["complete"]
            if deal is not document["deals"][-1]:  # the end of the match may still add to the last bill (MATCH-6)
                assert answer["score"]["scores"] == deal["scores"]
    answer = adjudicate("matches/score", document["match"])
    expected = {name: answer[name] for name in ("totals", "carried", "over", "winner", "decided_at")}
    assert document["result"] == expected | {"ended": False}
    assert answer["over"]
    assert [deal["scores"] for deal in answer["deals"]] == [deal.get("scores", [0, 0]) for deal in document["deals"]]


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_game_is_small_and_comes_back_at_every_step(ruleset):
    sizes = []
    for game in played(Random(3), ruleset):
        document = orjson.dumps(dump(game))
        assert load(orjson.loads(document)) == game
        sizes.append(len(document))
    assert sum(sizes) / len(sizes) <= LARGEST_AVERAGE / 2  # half is left for what the store keeps besides


@pytest.mark.parametrize("ruleset", PRESETS)
def test_bills_are_sums_of_their_lines_and_totals_are_sums_of_bills(ruleset):
    game = end_of(ruleset, 4)
    totals = [0, 0]
    for finished in score_sheet(game):
        marked = [0, 0]
        for line in finished.score.lines if finished.score else ():
            marked[line.team] += line.points
        totals = [totals[team] + marked[team] for team in range(2)]
        assert tuple(totals) == finished.match.totals
    assert match_of(game).totals == tuple(totals)


@pytest.mark.parametrize("ruleset", PRESETS)
def test_events_tell_the_whole_match(ruleset):
    events, before = [], None
    for game in played(Random(5), ruleset):
        events += events_between(before, game)
        before = game
    kinds = [event.kind for event in events]
    scored = [event for event in events if event.kind in ("deal-scored", "deal-passed-out")]
    assert kinds.count("deal-started") == len(scored) == len(before.past)
    assert kinds[0] == "deal-started"
    assert kinds[-1] == "match-over"
    assert kinds.count("card-played") == 32 * kinds.count("deal-scored") == 4 * kinds.count("trick-won")
    assert scored[-1].facts["totals"] == events[-1].facts["totals"] == list(match_of(before).totals)
    started = [event for event in events if event.kind == "deal-started"]
    assert [event.facts["commitment"] for event in started] == [event.facts["commitment"] for event in scored]
    assert all(orjson.loads(orjson.dumps(list(event))) == list(event) for event in events)


def check(document, *noted: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(CHECKER), "-", *noted],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("ruleset", ["ffb-annonces", "ffb-contree"])
def test_commitments_can_be_checked_from_the_record_alone(ruleset):
    document = record(end_of(ruleset, 6))
    noted = [deal["commitment"] for deal in document["deals"]]
    checked = check(document, *noted)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.count("as committed") == 2 * len(noted) + 1


def test_a_record_that_was_tampered_with_does_not_pass():
    document = record(end_of("ffb-contree", 7))
    noted = document["deals"][0]["commitment"]
    hands = document["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert "the hands are not those of the deck" in check(document).stdout
    document["deals"][0]["seed"] = "0" * 32
    checked = check(document)
    assert checked.returncode == 1
    assert "the commitment is" in checked.stdout
    document["deals"][0]["commitment"] = "0" * 64
    assert "noted in play, and not in the record" in check(document, noted).stdout


def test_what_is_no_record_is_said_to_be_none():
    assert check({"deals": [{}]}).returncode == 2
