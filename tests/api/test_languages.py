"""Two catalogues that say the same, everything said stands in them, and each asker gets the language asked for."""

import ast
import string
from pathlib import Path

import pytest

from service.messages import LANGUAGES, catalogue_of
from service.problems import STATUS

SERVICE = Path(__file__).resolve().parents[2] / "service"
POSITION = {"trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH", "AS"]}

KIND_OF_CALL = {"fault": "fault", "detail": "problem.detail", "ImpossiblePosition": "impossible", "RuleError": "fault"}
"""The functions whose first argument is the code of a message, and the kind of message that they make."""


def leaves(table, place=()):
    """Every sentence of a catalogue with its place."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*place, name))
        else:
            yield (*place, name), value


def facts_in(sentence):
    """The facts that a sentence speaks of, each with the table of words that says it."""
    return {(name, words) for _, name, words, _ in string.Formatter().parse(sentence) if name is not None}


SENTENCES = {language: dict(leaves(catalogue_of(language))) for language in LANGUAGES}


def test_the_catalogues_have_the_same_codes():
    assert SENTENCES["en"].keys() == SENTENCES["fr"].keys()


def test_no_sentence_is_empty():
    assert [place for said in SENTENCES.values() for place, sentence in said.items() if not sentence.strip()] == []


def test_a_sentence_and_its_translation_need_the_same_facts():
    needed = {
        language: {place: {name for name, _ in facts_in(sentence)} for place, sentence in said.items()}
        for language, said in SENTENCES.items()
    }
    differing = {place for place in SENTENCES["en"] if needed["en"][place] != needed["fr"][place]}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fact_is_said_by_a_table_of_words_that_there_is(language):
    tables = set(catalogue_of(language)["words"]) | {"", "card"}
    named = {words for sentence in SENTENCES[language].values() for _, words in facts_in(sentence)}
    assert named <= tables


def codes_in_the_source():
    """Every message whose code is written out where it is made, as its place in a catalogue."""
    for module in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func).rpartition(".")[2]
            words = [each.value if isinstance(each, ast.Constant) else None for each in node.args[:2]]
            if name == "Message" and len(words) == 2 and None not in words:
                yield (*words[0].split("."), words[1])
            elif name in KIND_OF_CALL and words and isinstance(words[0], str):
                yield (*KIND_OF_CALL[name].split("."), words[0])


def test_every_code_that_the_source_names_has_its_sentence():
    named = set(codes_in_the_source())
    assert len(named) > 60
    assert named - SENTENCES["en"].keys() == set()


def test_every_kind_of_problem_has_its_title():
    assert catalogue_of("en")["problem"]["title"].keys() == STATUS.keys()


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("fr", "fr"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("en-GB, fr;q=0.5", "en"),
        ("de, fr;q=0.3, en;q=0.2", "fr"),
        ("de", "en"),
        ("fr;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("fr;q=nonsense, ,;;", None),
        ("fr," * 5000, "en"),
    ],
)
def test_a_ruling_and_a_problem_come_in_the_language_asked_for(client, header, language):
    headers = {} if header is None else {"Accept-Language": header}
    ruling = client.post("/v1/legal-cards", json=POSITION, headers=headers)
    problem = client.post("/v1/legal-cards", json={**POSITION, "trump": "X"}, headers=headers)
    assert (ruling.status_code, problem.status_code) == (200, 422)
    for response in (ruling, problem):
        assert "Accept-Language" in response.headers["Vary"]
        assert response.headers["Content-Language"] in ([language] if language else LANGUAGES)
    spoken = ruling.headers["Content-Language"]
    assert ("dix de cœur" if spoken == "fr" else "ten of hearts") in ruling.get_json()["message"]


def test_codes_are_the_same_in_both_languages(client):
    english, french = (
        client.post("/v1/legal-cards", json=POSITION, headers={"Accept-Language": language}).get_json()
        for language in LANGUAGES
    )
    assert english.pop("message") != french.pop("message")
    assert english == french
