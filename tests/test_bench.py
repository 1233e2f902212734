"""The measurements run and print their figures; how large these are is no test's business."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.bodies import bodies_by_path
from service.api.operations import adjudicate

ROOT = Path(__file__).resolve().parents[1]


def run(script, *arguments):
    command = [sys.executable, ROOT / "bench" / script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_core_is_measured():
    printed = run("rules.py", "--deals", "2", "--rounds", "1")
    for row in ("legal set, one position, this core", "whole deal, 32 cards, this core"):
        assert re.search(rf"^{row} +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d$", printed, re.MULTILINE), printed


@pytest.mark.slow
def test_the_service_is_measured():
    printed = run("http.py", "--rounds", "1", "--seconds", "0.1")
    for path in bodies_by_path():
        assert re.search(rf"^{path} +\d+ +\d+ +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d$", printed, re.MULTILINE), printed


@pytest.mark.parametrize("path", bodies_by_path())
def test_what_is_sent_is_answered_in_full(path):
    for body in bodies_by_path()[path]:
        answer = adjudicate(path.removeprefix("/v1/"), body)
        assert answer.get("complete", True), body
