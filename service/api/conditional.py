"""Requests that depend on a version or on an earlier request: ETag, If-Match, If-None-Match, Idempotency-Key."""

import hashlib
from typing import Any

import orjson
from flask import Response, request
from werkzeug.datastructures import ETags

from service.api.access import thing
from service.api.http import answer
from service.problems import Problem, detail
from service.store.documents import Request, Stored

ATTEMPTS = 8
"""How often a change is decided again because somebody else was quicker."""

LONGEST_KEY = 255
NAME_BYTES, DIGEST_BYTES = 12, 8


def etag(version: int) -> str:
    """The entity tag of a version."""
    return f'"{version}"'


def required_match() -> ETags:
    """The `If-Match` of the request; raises Problem (428) without one."""
    if "If-Match" not in request.headers:
        raise Problem("precondition-required", detail("precondition-required"))
    return request.if_match


def check_match(wanted: ETags, version: int) -> None:
    """Raise Problem (412) unless the version is the one that was wanted; a weak tag never is."""
    if not (wanted.star_tag or wanted.is_strong(str(version))):
        raise stale(version)


def stale(version: int) -> Problem:
    """The problem of a request that rests on an older version; it names the one that is there now."""
    said = detail("stale", version=version, thing=thing())
    return Problem("stale", said, members={"version": version}, headers={"ETag": etag(version)})


def not_modified(version: int) -> bool:
    """Whether the client has that version already."""
    wanted = request.if_none_match
    return bool(wanted) and (wanted.star_tag or wanted.contains_weak(str(version)))


def versioned(response: Response, version: int) -> Response:
    """The answer with its entity tag, which no cache may keep.

    The tag is the version, the same for every bearer: a browser that asks again for another seat would be told that
    nothing has changed, and show the hand that it kept.
    """
    headers = response.headers
    headers["ETag"] = etag(version)
    headers["Cache-Control"] = "private, no-store"
    headers["Vary"] = "Authorization, Accept-Language"
    return response


def created(document: Any, location: str, version: int) -> Response:
    """The answer to something opened: where it is, its version, and secrets that are told this once."""
    response = answer(document)
    response.status_code = 201
    response.headers.update({"Location": location, "ETag": etag(version), "Cache-Control": "no-store"})
    return response


def idempotent_request(bearer: object, body: Any) -> Request | None:
    """The request by its `Idempotency-Key`, None without one; a key is its bearer's own.

    Raises Problem for a key that is empty or too long.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 0 < len(key) <= LONGEST_KEY:
        raise Problem("bad-request", detail("idempotency-key", maximum=LONGEST_KEY))
    name = hashlib.sha256(f"{bearer}:{key}".encode()).digest()
    content = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).digest()
    return Request(name[:NAME_BYTES], content[:DIGEST_BYTES])


def answered_version(stored: Stored, wanted: Request | None) -> int | None:
    """The version that this very request made when it was first sent, None if it is new.

    Raises Problem where the key was used for another body.
    """
    earlier = None if wanted is None else stored.remembered(wanted.name)
    if earlier is None or wanted is None:
        return None
    if earlier.digest != wanted.digest:
        raise Problem("idempotency-key-reused", detail("idempotency-key-reused"), reason="invalid-request")
    return earlier.version
