"""The pages to read: what this is, the contract, and what each problem and each article says."""

import tomllib
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson
from flask import Blueprint, Response, current_app, render_template, request, send_from_directory

from service.api.http import language
from service.messages import LANGUAGES, catalogue_of
from service.problems import STATUS, Problem, detail
from service.web.articles import articles
from service.web.headers import secured

HERE = Path(__file__).resolve().parent
EXAMPLE = '{"trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH", "AS"]}'
LINKS = ("/table", "/score", "/docs", "/openapi.yaml", "/rules", "/problems", "/livez", "/readyz")

FACTS: dict[str, Any] = {
    "allowed": "POST",
    "count": 2,
    "limit": 100,
    "maximum": 262144,
    "method": "GET",
    "offered": "application/json",
    "path": "/v1/legal-cards",
    "seconds": 2,
    "thing": "game",
    "version": 17,
    "wanted": "application/json",
    "why": "unexpected end of data",
    "window": 60,
}
"""What the sentences of the examples speak of."""

DETAIL = {
    "api-key-required": "api-key-missing",
    "unauthorized": "token-missing",
    "forbidden": "host-only",
    "batch-too-large": "batch-lines",
    "stopping": "batch-stopped",
}
"""The sentence of an example where it is not that of the kind's own name."""

blueprint = Blueprint("pages", __name__, template_folder="templates")


@blueprint.get("/")
def start() -> Response:
    """What this is, and where to go."""
    words = texts(spoken())["words"]
    links = [(path, words["link"][path.strip("/")]) for path in LINKS]
    return page("start.html", words["service"], links=links, example=EXAMPLE, address=request.host_url)


@blueprint.get("/docs")
def contract() -> Response:
    """The contract, to read and to try out."""
    return rendered(render_template("docs.html"))


@blueprint.get("/docs/<name>")
def docs_file(name: str) -> Response:
    """A file of the pages."""
    return secured(send_from_directory(HERE / "docs", name, conditional=True))


@blueprint.get("/problems")
def list_problems() -> Response:
    """Every kind of problem."""
    problems = sorted(
        (entry_of(kind, spoken())["status"], kind, entry_of(kind, spoken())["title"]) for kind in texts("en")["problem"]
    )
    title = texts(spoken())["words"]["problems"]
    return page("problems.html", title, problems=[(kind, status, title) for status, kind, title in problems])


@blueprint.get("/problems/<kind>")
def show_problem(kind: str) -> Response:
    """What a kind of problem means and what to do about it: where the `type` of a problem leads."""
    if kind not in texts("en")["problem"]:
        raise Problem("not-found", detail("not-found", path=request.path[:80]))
    entry = entry_of(kind, spoken())
    example = orjson.dumps(entry["example"], option=orjson.OPT_INDENT_2).decode()
    return page("problem.html", entry["title"], kind=kind, status=entry["status"], text=entry, example=example)


@blueprint.get("/rules")
def list_rules() -> Response:
    """Every article by its part of the rules."""
    grouped = groupby(articles(spoken()).values(), lambda article: article.section)
    sections = [(section, list(found)) for section, found in grouped]
    return page("rules.html", texts(spoken())["words"]["rules"], sections=sections)


@blueprint.get("/rules/<code>")
def show_article(code: str) -> Response:
    """One article: where the `article` of an answer leads."""
    known = articles(spoken())
    if code not in known:
        raise Problem("not-found", detail("not-found", path=request.path[:80]))
    codes = list(known)
    place = codes.index(code)
    article = known[code]
    before = known[codes[place - 1]] if place else None
    after = known[codes[place + 1]] if place + 1 < len(codes) else None
    title = f"{code} · {article.title}"
    return page("article.html", title, article=article, body=article.body, before=before, after=after)


def spoken() -> str:
    """The language of the page: the one asked by `?lang=`, else by `Accept-Language`."""
    asked = request.args.get("lang")
    return asked if asked in LANGUAGES else language()


def page(template: str, title: str, **facts: Any) -> Response:
    """A page in the language of whoever asks."""
    html = render_template(template, title=title, spoken=spoken(), words=texts(spoken())["words"], **facts)
    response = rendered(html)
    response.headers.update({"Content-Language": spoken(), "Vary": "Accept-Language"})
    return response


def rendered(html: str) -> Response:
    """A page as an answer; a browser that has it as it is gets 304."""
    response = secured(current_app.response_class(html, mimetype="text/html"))
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def texts(language: str) -> dict[str, Any]:
    """The words of the pages in a language."""
    return tomllib.loads((HERE / "texts" / f"{language}.toml").read_text("utf-8"))


@cache
def entry_of(kind: str, language: str) -> dict[str, Any]:
    """Title, status, explanation and example of a kind of problem.

    Kinds that the application itself never answers with, but the server before it does, have title and status in the
    texts.
    """
    text: dict[str, Any] = dict(texts(language)["problem"][kind])
    if kind in STATUS:
        text |= {"status": STATUS[kind], "title": catalogue_of(language)["problem"]["title"][kind]}
    example = {"type": f"/problems/{kind}", "title": text["title"], "status": text["status"]}
    if "detail" in text:
        said = text["detail"]
    elif kind in STATUS:
        facts = FACTS | ({"line": 12} if kind in ("batch-too-large", "stopping") else {})
        said = detail(DETAIL.get(kind, kind), **facts).say(language)
    else:
        said = text["title"]
    return text | {"example": example | {"detail": said, "reason": kind}}
