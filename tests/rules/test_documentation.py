"""The text of the rules and the code say the same, and the documents point to what is there."""

import importlib.util
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from service.rules.ruleset import OPTIONS, presets

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
ARTICLES = set(re.findall(r"^\*\*([A-Z]+-\d+)\b", RULES, re.MULTILINE))
CITED = re.compile(r"\b(?:CARD|DEAL|AUC|PLAY|TRICK|ANN|BEL|SCO|CON|MATCH|IRR)-\d+\b")
SOURCES = [*sorted((ROOT / "service").rglob("*.py")), *sorted((ROOT / "service").rglob("*.toml"))]
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted(p for part in ("docs", "bench", "conformance") for p in (ROOT / part).rglob("*.md")),
]


def named(file):
    return str(file.relative_to(ROOT))


def load_script():
    loader = SourceFileLoader("options_script", str(ROOT / "script" / "options"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("options_script", loader))
    loader.exec_module(module)
    return module


def test_the_tables_of_options_and_presets_are_those_of_the_code():
    command = [sys.executable, ROOT / "script" / "options", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_table_is_mended():
    right = RULES.split("\n")
    wrong = RULES.replace("| `must`, `free` | `must` |", "| `must`, `free` | `free` |").split("\n")
    assert wrong != right
    assert load_script().with_tables(wrong) == right


def test_the_table_of_presets_is_that_of_the_code():
    section = RULES[RULES.index("## D. Presets and sources") : RULES.index("## E. ")]
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    assert [row[0] for row in rows] == list(presets())
    for preset, title, edition, _ in rows:
        assert title.removesuffix(" (the default ruleset)") == presets()[preset].title
        assert edition == presets()[preset].edition


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_the_article_of_an_option_speaks_of_it(option):
    start = RULES.index(f"**{option.article} ")
    article = RULES[start : RULES.index("\n\n", start)]
    assert f"`{option.name}" in article


@pytest.mark.parametrize("source", SOURCES, ids=named)
def test_what_the_code_cites_stands_in_the_rules(source):
    assert set(CITED.findall(source.read_text("utf-8"))) <= ARTICLES


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_what_a_document_links_to_is_there(document):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target
