"""Reasons: each has its article, each is given in some case, and the table of the rules lists them all."""

import ast
import json
import re
from pathlib import Path

import pytest

from service.api.operations import OPERATIONS, adjudicate
from service.messages import LANGUAGES, catalogue_of
from service.rules.reasons import REASONS, PointsDoNotAddUp, RuleError

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
ARTICLES = set(re.findall(r"^\*\*([A-Z]+-\d+)\b", RULES, re.MULTILINE))
KINDS = {"line of a score": "line"}
IN_GAMES_ONLY = {"game"}
"""Kinds of reasons that the stateless half has no use for; the tests of games hold them."""


def table_of_reasons():
    """Section F: kind, code and article."""
    section = RULES[RULES.index("## F. Reason codes") :]
    for kind, code, articles in re.findall(r"^\| ([a-z ]+) \| `([a-z-]+)` \| (.+) \|$", section, re.MULTILINE):
        for article in re.findall(r"[A-Z]+-\d+", articles):
            yield KINDS.get(kind, kind), code, article


def answers():
    """Every answer to a case of the pack."""
    for file in sorted((ROOT / "conformance").glob("*.jsonl")):
        for case in map(json.loads, file.read_text("utf-8").splitlines()):
            name = case["path"].removeprefix("/v1/")
            if case["status"] == 200 and name in OPERATIONS:
                yield adjudicate(name, case["body"])


def given(answer):
    """Every reason with its article in an answer."""
    if isinstance(answer, dict):
        if {"reason", "article"} <= answer.keys():
            yield answer["reason"], answer["article"]
        answer = list(answer.values())
    if isinstance(answer, list):
        for part in answer:
            yield from given(part)


GIVEN = {pair for answer in answers() for pair in given(answer)}


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: f"{reason.kind}-{reason.code}")
def test_every_article_stands_in_the_rules(reason):
    assert reason.article in ARTICLES


@pytest.mark.parametrize(
    "reason",
    [reason for reason in REASONS if reason.kind not in IN_GAMES_ONLY],
    ids=lambda reason: f"{reason.kind}-{reason.code}",
)
def test_every_reason_is_given_in_a_case(reason):
    assert (reason.code, reason.article) in GIVEN


def test_no_answer_gives_a_reason_that_is_not_listed():
    assert {(reason.code, reason.article) for reason in REASONS} >= {pair for pair in GIVEN if pair[0] is not None}


def test_the_table_of_the_rules_and_the_reasons_of_the_code_agree():
    listed = {entry for entry in table_of_reasons() if entry[0] != "request"}
    assert listed == {(each.kind, each.code, each.article) for each in REASONS if each.kind not in IN_GAMES_ONLY}


def test_a_code_is_unique_within_its_kind_but_for_dedans():
    codes = [(reason.kind, reason.code) for reason in REASONS]
    assert {code for code in codes if codes.count(code) > 1} == {("line", "dedans")}


def articles_of_impossible_positions():
    """The article of every ImpossiblePosition that the code raises."""
    for module in sorted((ROOT / "service").rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("ImpossiblePosition"):
                for part in ast.walk(node.args[1]):
                    if isinstance(part, ast.Constant):
                        yield part.value


def test_an_impossible_position_cites_an_article_that_the_table_allows():
    listed = {article for kind, code, article in table_of_reasons() if code == "impossible-position"}
    cited = set(articles_of_impossible_positions())
    assert cited <= ARTICLES
    assert listed <= cited


def test_sco_1_points_that_do_not_add_up_cite_it():
    listed = [article for _, code, article in table_of_reasons() if code == "points-do-not-add-up"]
    assert listed == [PointsDoNotAddUp.article]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_player_may_be_told_has_its_sentence(language):
    catalogue = catalogue_of(language)
    wanted = {(reason.kind, reason.code) for reason in REASONS if reason.kind in ("play", "auction")}
    assert [each for each in wanted if each[1] not in catalogue[each[0]]] == []


def test_a_fault_knows_its_place_from_further_out():
    fault = RuleError("card-twice", "hand", 3, card=1)
    assert fault.within("deals", 2) is fault
    assert (fault.pointer, fault.facts) == (("deals", 2, "hand", 3), {"card": 1})
