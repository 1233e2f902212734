"""Perft: is the legal set right everywhere below a position? The counts are those of the conformance pack."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_ALWAYS = 20_000
MOST_SLOW = 60_000_000


def load_script():
    loader = SourceFileLoader("perft_script", str(ROOT / "script" / "perft"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("perft_script", loader))
    loader.exec_module(module)
    return module


PERFT = load_script()
BLOCKS = [
    block
    for file in sorted((ROOT / "conformance" / "perft").glob("*.perft"))
    for block in PERFT.blocks_of(file.read_text())
]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["id"])
def test_the_counts_below_a_position_are_exact(block):
    assert list(PERFT.faults_of(block, MOST_ALWAYS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["id"])
def test_the_large_counts_are_exact_too(block):
    assert list(PERFT.faults_of(block, MOST_SLOW)) == []


def test_a_wrong_count_is_told():
    block = {**BLOCKS[0], "perft": "1 7"}
    assert len(list(PERFT.faults_of(block, MOST_ALWAYS))) == 1


def test_the_script_prints_the_divide():
    deal = BLOCKS[0]["deal"]
    command = [sys.executable, ROOT / "script" / "perft", "--deal", deal, "--depth", "4", "--rules", BLOCKS[0]["rules"]]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    *lines, total = done.stdout.split("\n")[:-1]
    assert total == f"total {PERFT.wanted_counts(BLOCKS[0])[4]}"
    assert len(lines) == PERFT.wanted_counts(BLOCKS[0])[1]
