"""The small programs of examples/ do what they say, in Python and in TypeScript."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

from tests.clients.packages import install
from tests.conftest import CHECKOUT, free_port

EXAMPLES = CHECKOUT / "examples"
POSITION = {"ruleset": "ffb-contree", "trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH"]}
LANGUAGES = ("python", "typescript")


def run(*command, **options):
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120, **options)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The TypeScript programs, checked strictly, as JavaScript."""
    directory = tmp_path_factory.mktemp("examples")
    for file in (*EXAMPLES.glob("*.ts"), EXAMPLES / "package.json", EXAMPLES / "tsconfig.json"):
        shutil.copy(file, directory)
    install(directory)
    checked = run("node_modules/.bin/tsc", "--outDir", "out", cwd=directory)
    assert checked.returncode == 0, checked.stdout
    return directory / "out"


@pytest.fixture(params=LANGUAGES)
def program(request):
    """Runs an example by its name in one of the languages."""
    if request.param == "python":
        return lambda name, *words: run(sys.executable, "-I", "-S", EXAMPLES / f"{name}.py", *words)
    directory = request.getfixturevalue("compiled")
    return lambda name, *words: run("node", directory / f"{name}.js", *words)


@pytest.mark.parametrize("ruleset", ["ffb-contree(target=500)", "ffb-annonces(target=600)"])
def test_four_players_play_a_match(server_url, program, ruleset):
    done = program("table", server_url, ruleset)
    assert (done.returncode, done.stderr) == (0, "")
    told = [line.partition(" ") for line in done.stdout.splitlines()]
    kinds = [kind for kind, _, _ in told]
    assert (kinds[0], kinds[-1]) == ("deal-started", "match-over")
    assert kinds.count("card-played") == 32 * kinds.count("deal-scored") > 32
    assert max(json.loads(told[-1][2])["totals"]) >= int(ruleset.partition("target=")[2][:3])


def test_a_busy_service_is_waited_for(redis_url, start_service, program):
    """A match takes more requests than a window has; whoever does not wait leaves the others waiting for ever."""
    service = start_service({"REDIS_URL": redis_url, "BELOTE_RATE_LIMIT": "150", "BELOTE_RATE_SECONDS": "1"})
    done = program("table", service.url, "ffb-contree(target=300)")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("match-over")
    assert '"status":429' in service.log.read_text()


def test_a_deal_is_scored(server_url, program):
    done = program("score_deal", "92", "70", server_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "made: 92 to 70"
    assert "card-points (SCO-1)" in done.stdout


def test_points_that_do_not_add_up_are_said_to(server_url, program):
    done = program("score_deal", "92", "71", server_url)
    assert done.returncode == 1
    assert "162" in done.stderr


@pytest.mark.parametrize(("name", "words"), [("score_deal", ()), ("score_deal", ("92",)), ("check_moves", ())])
def test_whoever_leaves_something_out_is_told_how_it_goes(program, name, words):
    done = program(name, *words)
    assert done.returncode != 0
    assert f"examples/{name}." in done.stderr
    assert "Error" not in done.stderr


@pytest.mark.parametrize("name", ["table", "score_deal", "check_moves"])
def test_a_service_that_is_not_there_is_said_to_be_away(program, tmp_path, name):
    file = tmp_path / "moves.ndjson"
    file.write_text(json.dumps(POSITION | {"card": "9H"}))
    words = {"table": (), "score_deal": ("92", "70"), "check_moves": (file,)}[name]
    done = program(name, *words, f"http://127.0.0.1:{free_port()}")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"The service does not answer \(.+\); script/server starts it\.\n", done.stderr)


def test_a_ruleset_that_there_is_not_is_refused_in_a_sentence(server_url, program):
    for name, words in (("table", (server_url,)), ("score_deal", ("92", "70", server_url))):
        done = program(name, *words, "ffb-nothing")
        assert done.returncode == 1
        assert "ffb-contree" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_moves_are_checked_together(server_url, program, tmp_path):
    file = tmp_path / "moves.ndjson"
    file.write_text("".join(json.dumps(POSITION | {"card": card}) + "\n" for card in ("9H", "QH", "10Z")))
    done = program("check_moves", file, server_url)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr, len(lines)) == (1, "", 2)
    assert lines[0].startswith("2: QH must-overtrump (PLAY-8): ")
    assert lines[1].startswith("3: ")


def test_the_table_of_examples_names_each_of_them():
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    programs = {path.name for pattern in ("*.py", "*.ts") for path in EXAMPLES.glob(pattern)}
    assert set(re.findall(r"\]\(([a-z_]+\.(?:py|ts))\)", readme)) == programs
