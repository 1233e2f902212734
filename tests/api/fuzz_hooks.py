"""What schemathesis is told beyond the contract: how a batch is written, what there is, whose tokens open it.

The contract says that there are tokens and versions, and cannot say which fit. Left to itself, schemathesis would ask
for games that nobody opened. What goes round here goes round by counting, so that a seed means the same run.
"""

import atexit
import itertools
import json
import os
from collections import Counter
from pathlib import Path

import schemathesis

TURN = itertools.count()
OPENED = {"games": {}, "scoresheets": {}, "evenings": {}}
"""By their kind and id, the tokens of what was opened in the run and not deleted."""
ETAGS = {}
"""The latest ETag of each."""
DEALS = {}
"""The number of the latest deal of each sheet that has one."""
ANSWERS = Counter()
"""How often each operation was answered with each status, told at the end to the file that the run names."""


@atexit.register
def tell_answers():
    """Leave the count for the test that made the run."""
    if target := os.environ.get("FUZZ_ANSWERS"):
        Path(target).write_text(json.dumps(ANSWERS), "utf-8")


@schemathesis.serializer("application/x-ndjson")
def ndjson(_context, value):
    """Texts go as they are, all else as lines of JSON."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    return b"".join(json.dumps(line).encode() + b"\n" for line in (value if isinstance(value, list) else [value]))


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Of two requests for what there is not, let one ask for what there is; mostly show what fits."""
    turn = next(TURN)
    if case.operation.definition.raw["operationId"].endswith("Events"):
        shorten_wait(case)
    opened = OPENED.get(kind_of(case), {})
    identity = case.path_parameters.get("identity")
    if identity is not None and identity not in opened and turn % 2 and (fitting := fitting_of(case, opened)):
        identity = case.path_parameters["identity"] = fitting[-1]
    if identity in DEALS and "number" in case.path_parameters and turn % 2:
        case.path_parameters["number"] = DEALS[identity]
    if (tokens := opened.get(identity)) and turn % 8:
        case.headers["Authorization"] = f"Bearer {tokens[turn // 2 % len(tokens)]}"
        if "If-Match" in case.headers and turn % 3:
            case.headers["If-Match"] = ETAGS[identity]
        if case.operation.definition.raw["operationId"] in ("enterDeal", "changeDeal") and turn % 5 == 0:
            case.body = {"contract": {"taker": turn % 4, "trump": "SHDC"[turn % 3]}, "points": [turn % 163, None]}


@schemathesis.hook
def after_call(_context, case, response):
    """Keep what was opened, and forget what was deleted."""
    raw = case.operation.definition.raw["operationId"]
    if case.method.lower() == case.operation.method.lower():
        ANSWERS[f"{raw} {response.status_code}"] += 1
    if response.status_code == 201 and raw.startswith("open"):
        opened = response.json()
        given = opened["tokens"]
        kind = "scoresheets" if raw == "openTable" else kind_of(case)
        OPENED[kind][opened["id"]] = (
            [*given["seats"], given["host"]] if "seats" in given else [given["edit"], given["watch"]]
        )
        ETAGS[opened["id"]] = response.headers["etag"][0]
    elif response.status_code == 200 and case.method == "POST" and case.operation.path.endswith("/token"):
        renewed(case, response.json())
    elif response.status_code == 204 and raw in ("deleteGame", "deleteScoresheet", "deleteEvening"):
        OPENED[kind_of(case)].pop(case.path_parameters["identity"], None)
    elif response.status_code == 200 and "etag" in response.headers:
        identity = case.path_parameters.get("identity")
        ETAGS[identity] = response.headers["etag"][0]
        if raw == "enterDeal":
            DEALS[identity] = response.json()["version"]


def renewed(case, answer):
    """Keep a new token in the place of the old one."""
    tokens = OPENED[kind_of(case)].get(case.path_parameters["identity"])
    if tokens:
        place = {"edit": 0, "watch": 1}[answer["reader"]] if "reader" in answer else answer.get("seat", -1)
        tokens[place] = answer["token"]


def fitting_of(case, opened):
    """What of its kind a request may ask for: a deal is changed where there is one, and such a sheet is not deleted."""
    if "number" in case.path_parameters:
        return [each for each in opened if each in DEALS]
    if case.operation.definition.raw["operationId"].startswith("delete"):
        return [each for each in opened if each not in DEALS]
    return list(opened)


def kind_of(case):
    """What stands in the path after the version."""
    return case.operation.path.split("/")[2] if case.operation.path.startswith("/v1/") else None


def shorten_wait(case):
    """Ask for what is there by now: a stream, or a wait for what does not happen, would hold up the run."""
    wait = str(case.query.get("wait", 60))
    if wait.isdecimal() and int(wait) <= 60:
        case.query["wait"] = 0
