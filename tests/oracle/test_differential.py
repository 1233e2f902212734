"""The service and its naive twin on the same random requests: they have to agree on every field that the twin answers.

`DIFFERENTIAL_CASES` sets the number of requests an operation. A request is named by its operation and number, so that
a failure can be looked at alone: `GENERATORS[op](random.Random(f"{op}:{number}"))`.
"""

import json
import os
import random

import pytest

from . import DoNotAddUp, Impossible
from .compare import differences
from .generators import GENERATORS
from .operations import ORACLE

CHUNKS = 4
CASES = {
    "legal-cards": 100_000,
    "moves/validate": 50_000,
    "tricks/winner": 50_000,
    "annonces/detect": 30_000,
    "annonces/resolve": 30_000,
    "auctions/state": 40_000,
    "deals/score": 30_000,
    "deals/replay": 4_000,
    "matches/score": 8_000,
}
# Lists whose order no page settles.
UNORDERED = {
    "annonces/detect": ("cards", "belotes"),
    "annonces/resolve": ("scored", "void", "false"),
    "auctions/state": ("legal",),
    "deals/score": ("lines",),
    "deals/replay": ("lines",),
}


def twin_answer(op, body):
    """The twin's answer, or the reason of its refusal as the service would put it."""
    try:
        return ORACLE[op](body)
    except Impossible:
        return {"status": 422, "reason": "impossible-position"}
    except DoNotAddUp:
        return {"status": 422, "reason": "points-do-not-add-up"}


def service_answer(op, body):
    """The service's answer, or status and reason of its refusal."""
    from service.api.operations import adjudicate
    from service.problems import Problem

    try:
        return adjudicate(op, body)
    except Problem as problem:
        return {"status": problem.status, "reason": problem.reason}


def disagreement(op, number):
    """What the two say differently of one request, as a text; None if they agree."""
    body = GENERATORS[op](random.Random(f"{op}:{number}"))
    text = json.dumps(body, ensure_ascii=False)
    wanted = twin_answer(op, json.loads(text))
    actual = service_answer(op, json.loads(text))
    found = differences(wanted, actual, UNORDERED.get(op, ()))
    if not found:
        return None
    lines = [f"{op} disagrees on random.Random({f'{op}:{number}'!r})", f"body: {text}"]
    return "\n".join([*lines, f"twin: {wanted}", f"service: {actual}", *found])


def test_every_operation_has_a_generator_and_a_number_of_cases():
    assert set(GENERATORS) == set(ORACLE) == set(CASES)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("op", sorted(ORACLE))
def test_the_service_agrees_with_its_naive_twin(op, chunk):
    total = int(os.environ.get("DIFFERENTIAL_CASES", CASES[op]))
    for number in range(chunk, total, CHUNKS):
        fault = disagreement(op, number)
        assert fault is None, fault
