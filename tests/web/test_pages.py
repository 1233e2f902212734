"""The pages to read: complete in both languages, linked with answers, and closed to all that is not theirs."""

from __future__ import annotations

import hashlib
import html
import re
from pathlib import Path

import pytest

from service.problems import STATUS
from service.web import articles, pages
from service.web.headers import POLICY

WIRE = {
    "too-many-connections",
    "uri-too-long",
    "request-header-fields-too-large",
    "expectation-failed",
    "not-implemented",
}
"""The problems of the server before the application."""

DOCS = Path(pages.__file__).parent / "docs"


def page(client, path, language="en"):
    response = client.get(path, headers={"Accept-Language": language})
    assert response.status_code == 200, path
    assert response.content_type == "text/html; charset=utf-8"
    assert response.headers["Content-Security-Policy"] == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    return response.get_data(as_text=True)


def test_the_start_page_leads_to_pages_that_are_there(client):
    found = re.findall(r'<dt><a href="([^"]+)"', page(client, "/"))
    assert found == list(pages.LINKS)
    for path in found:
        with client.get(path) as response:
            assert response.status_code == 200, path


def test_the_example_of_the_start_page_is_answered(client):
    shown = html.unescape(page(client, "/"))
    body = re.search(r"-d '(.+)'", shown)[1]
    answer = client.post("/v1/legal-cards", data=body, content_type="application/json").get_json()
    assert answer["legal"] == ["9H"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_problem_has_a_page(client, language):
    assert set(pages.texts(language)["problem"]) == set(STATUS) | WIRE
    for kind in pages.texts(language)["problem"]:
        text = html.unescape(page(client, f"/problems/{kind}", language))
        assert pages.texts(language)["problem"][kind]["do"] in text
        assert f'"type": "/problems/{kind}"' in text
        assert f'/problems/{kind}"' in page(client, "/problems", language)


def test_the_type_of_a_real_problem_resolves(client):
    problem = client.post("/v1/legal-cards", json={}).get_json()
    assert problem["title"] in html.unescape(page(client, problem["type"]))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_article_has_a_page(client, language):
    listed = page(client, "/rules", language)
    for code, article in articles.articles(language).items():
        shown = html.unescape(page(client, f"/rules/{code}", language))
        assert article.title in shown
        assert f'<a href="/rules/{code}">{code}</a>' in listed


def test_the_articles_are_those_of_the_rules_in_both_languages():
    heads = re.findall(r"^\*\*([A-Z]+-[0-9]+) ", articles.RULES.read_text("utf-8"), re.MULTILINE)
    english, french = articles.articles("en"), articles.articles("fr")
    assert list(english) == list(french) == heads
    for code in heads:
        assert french[code].text != english[code].text
        assert french[code].title
        assert french[code].text.endswith((".", "»", ")"))


def test_both_languages_name_the_same_options_and_codes():
    for code, article in articles.articles("fr").items():
        english = articles.articles("en")[code]
        named = set(re.findall(r"`([^`]+)`", english.text)) | set(english.reasons)
        assert set(re.findall(r"`([^`]+)`", article.text)) <= named, code


def test_every_article_that_the_code_cites_has_a_page():
    cited = {
        code
        for path in Path(pages.__file__).parents[1].rglob("rules/**/*.py")
        for code in re.findall(rf'"({articles.CODE})"', path.read_text("utf-8"))
    }
    assert cited
    assert cited <= set(articles.articles("en"))


@pytest.mark.parametrize(
    ("path", "header", "language"), [("?lang=fr", "en", "fr"), ("?lang=xx", "fr", "fr"), ("", "fr-CA", "fr")]
)
def test_the_language_is_asked_by_query_or_header(client, path, header, language):
    response = client.get(f"/rules/PLAY-8{path}", headers={"Accept-Language": header})
    assert response.headers["Content-Language"] == language
    assert ("Surcouper" in response.get_data(as_text=True)) == (language == "fr")


@pytest.mark.parametrize("path", ["/", "/docs", "/rules", "/rules/PLAY-8", "/problems/stale"])
def test_a_page_is_sent_again_only_when_it_is_another(client, path):
    tag = client.get(path, headers={"Accept-Language": "en"}).headers["ETag"]
    again = client.get(path, headers={"Accept-Language": "en", "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Content-Security-Policy"] == POLICY
    if path != "/docs":
        french = client.get(path, headers={"Accept-Language": "fr", "If-None-Match": tag})
        assert french.status_code == 200


@pytest.mark.parametrize("path", ["/problems/nothing", "/rules/PLAY-99", "/docs/nothing", "/docs/..%2fpages.py"])
def test_what_is_not_there_is_a_problem(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert response.get_json()["type"] == "/problems/not-found"


def test_the_page_of_the_contract_has_nothing_inline_or_from_outside(client):
    text = page(client, "/docs")
    assert re.findall(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=", text) == []
    for path in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert path.startswith("/")
        with client.get(path) as response:
            assert response.status_code == 200


def test_no_page_asks_anything_of_another_host(client):
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    kinds = [f"/problems/{kind}" for kind in pages.texts("en")["problem"]]
    codes = [f"/rules/{code}" for code in articles.articles("en")]
    for path in ("/", "/docs", "/rules", "/problems", *kinds, *codes):
        text = page(client, path)
        assert re.findall(r'(?:src|href|action)="(?![/#?]|\.)[^"]*"', text) == [], path
        assert re.findall(r'(?:src|href|action)="//', text) == [], path


def test_vendored_files_are_those_of_the_note():
    hashes = dict(
        reversed(line.split())
        for line in (DOCS / "VENDORED.md").read_text().splitlines()
        if re.match(r"[0-9a-f]{64} ", line)
    )
    for name, digest in hashes.items():
        if not name.endswith(".whl"):
            assert hashlib.sha256((DOCS / name).read_bytes()).hexdigest() == digest
