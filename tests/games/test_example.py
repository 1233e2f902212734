"""The example plays a whole deal against a running service, with nothing but the standard library."""

import subprocess
import sys

import pytest

from tests.conftest import CHECKOUT


@pytest.mark.parametrize("ruleset", ["ffb-annonces", "ffb-coinchee"])
def test_the_example_plays_a_deal(server_url, ruleset):
    command = [sys.executable, "-I", "-S", CHECKOUT / "examples" / "play_deal.py", server_url, ruleset]
    played = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.count("\n  team") >= 1
    assert "opened by seed" in played.stdout
