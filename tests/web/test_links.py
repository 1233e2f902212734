"""From every article that an answer cites, by the rule that the contract gives, to its page in both languages."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

from service.rules import reasons
from service.web.articles import articles
from tests.api.contract import document

PACK = Path(__file__).resolve().parents[2] / "conformance"


def cited(node):
    """Every article in a JSON value."""
    if isinstance(node, dict):
        if isinstance(node.get("article"), str):
            yield node["article"]
        for child in node.values():
            yield from cited(child)
    elif isinstance(node, list):
        for child in node:
            yield from cited(child)


def cited_by_answers(client):
    """The articles that the service cites in its answers to the conformance pack, and with the options of presets."""
    for file in PACK.glob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            case = json.loads(line)
            if "raw" not in case:
                yield from cited(client.post(case["path"], json=case["body"]).get_json())
    for preset in client.get("/v1/rulesets").get_json()["rulesets"]:
        yield from cited(client.get(f"/v1/rulesets/{preset['preset']}").get_json())


@pytest.fixture(scope="module")
def codes(app):
    known = {value.article for value in vars(reasons).values() if isinstance(value, reasons.Reason)}
    answered = set(cited_by_answers(app.test_client()))
    assert {"PLAY-8", "SCO-1", "AUC-7", "ANN-5"} <= answered
    return sorted(known | answered)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("asked", ["header", "query"])
def test_every_article_of_an_answer_leads_to_its_page(client, codes, language, asked):
    described = document()["components"]["schemas"]["Article"]["description"]
    assert "`/rules/PLAY-8`" in described
    assert "`/rules/PLAY-8?lang=fr`" in described
    for code in codes:
        query, headers = ("", {"Accept-Language": language}) if asked == "header" else (f"?lang={language}", {})
        page = client.get(f"/rules/{code}{query}", headers=headers)
        assert (page.status_code, page.mimetype) == (200, "text/html"), code
        assert page.headers["Content-Language"] == language
        assert f'<html lang="{language}"' in page.text
        assert articles(language)[code].title in html.unescape(page.text), code
