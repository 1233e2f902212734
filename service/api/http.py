"""What every view needs of HTTP: reading a JSON body, the language of the asker, and answering with JSON."""

from functools import lru_cache
from typing import Any

import orjson
from flask import Response, current_app, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.messages import DEFAULT_LANGUAGE, LANGUAGES
from service.metrics import METRICS
from service.problems import PROBLEM_JSON, Problem, detail

JSON = "application/json"
ANSWERED = "belote.answered"
"""Where the document or the Problem stands that a request was answered with, for whoever watches."""


def read_json() -> Any:
    """The JSON document in the body of the request.

    Raises Problem where the body is not declared as JSON, is empty, too large, or is not JSON: what orjson refuses,
    among it numbers that are none, texts that are no Unicode, and documents nested beyond reason.
    """
    if request.mimetype != JSON and not request.is_json:
        raise Problem("unsupported-media-type", detail("unsupported-media-type", wanted=JSON), headers={"Accept": JSON})
    return parse_json(request.get_data(cache=False))


def parse_json(body: bytes) -> Any:
    """The JSON document that some bytes are; raises Problem."""
    if not body:
        raise Problem("invalid-json", detail("body-empty"))
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem("invalid-json", detail("invalid-json", why=str(error))) from None


def language() -> str:
    """The language of the answer, by `Accept-Language`; English if nothing matches."""
    accepted = request.environ.get("HTTP_ACCEPT_LANGUAGE")
    return best_language(accepted) if accepted and len(accepted) <= 200 else DEFAULT_LANGUAGE


@lru_cache(maxsize=512)
def best_language(accepted: str) -> str:
    """The best of our languages for an `Accept-Language` header.

    >>> best_language("fr-CA, en;q=0.5")
    'fr'
    """
    for tag, quality in parse_accept_header(accepted, LanguageAccept):
        # By hand: werkzeug's best_match takes a plain `en` of less quality before the `fr` of `fr-CA`.
        wanted = str(tag).partition("-")[0].lower()
        if quality > 0 and wanted in LANGUAGES:
            return wanted
    return DEFAULT_LANGUAGE


def answer(document: Any, *, spoken: str | None = None) -> Response:
    """A JSON answer; `spoken` is the language of its texts, where it has any.

    Raises Problem where the request accepts no JSON.
    """
    check_accepts(JSON)
    request.environ[ANSWERED] = document
    response = current_app.response_class(orjson.dumps(document), mimetype=JSON)
    if spoken is not None:
        response.headers["Content-Language"] = spoken
        response.headers["Vary"] = "Accept-Language"
    return response


def no_content() -> Response:
    """The answer to what was done and leaves nothing to say."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def check_accepts(mimetype: str) -> None:
    """Refuse a request whose `Accept` excludes what there is to answer."""
    accepted = request.environ.get("HTTP_ACCEPT")
    if accepted and "*/*" not in accepted and mimetype not in accepted and not request.accept_mimetypes[mimetype]:
        raise Problem("not-acceptable", detail("not-acceptable", offered=mimetype))


def problem_response(problem: Problem) -> Response:
    """The answer that a problem is, in the language of the asker."""
    METRICS.count("problems", problem.kind, problem.reason)
    request.environ[ANSWERED] = problem
    spoken = language()
    response = current_app.response_class(
        orjson.dumps(problem.document(spoken)), status=problem.status, mimetype=PROBLEM_JSON
    )
    response.headers.update(problem.headers | {"Content-Language": spoken, "Vary": "Accept-Language"})
    return response
