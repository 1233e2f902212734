"""The small programs of examples/ do what they say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from tests.conftest import CHECKOUT

EXAMPLES = CHECKOUT / "examples"
POSITION = {"ruleset": "ffb-contree", "trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH"]}


def run(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_a_deal_is_scored(server_url):
    done = run(sys.executable, "-I", EXAMPLES / "score_deal.py", "92", "70", server_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "made: 92 to 70"
    assert "card-points (SCO-1)" in done.stdout


def test_points_that_do_not_add_up_are_said_to(server_url):
    done = run(sys.executable, "-I", EXAMPLES / "score_deal.py", "92", "71", server_url)
    assert done.returncode == 1
    assert "162" in done.stderr


@pytest.mark.skipif(shutil.which("node") is None, reason="the example runs on Node")
def test_moves_are_checked_together(server_url, tmp_path):
    file = tmp_path / "moves.ndjson"
    file.write_text("".join(json.dumps(POSITION | {"card": card}) + "\n" for card in ("9H", "QH", "10Z")))
    done = run("node", EXAMPLES / "check_moves.mjs", file, server_url)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr, len(lines)) == (1, "", 2)
    assert lines[0].startswith("2: QH must-overtrump (PLAY-8): ")
    assert lines[1].startswith("3: ")
