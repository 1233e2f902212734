"""The stateless operations: each reads a JSON body, decides by the rules, and answers with a JSON document.

The single endpoints and the batch both come through `adjudicate`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from service.api import annonces, auctions, audits, dealing, play, replays, rulesets, scoring
from service.api.schemas import annonces as annonce_schemas
from service.api.schemas import auctions as auction_schemas
from service.api.schemas import audits as audit_schemas
from service.api.schemas import dealing as dealing_schemas
from service.api.schemas import play as play_schemas
from service.api.schemas import replays as replay_schemas
from service.api.schemas import rulesets as ruleset_schemas
from service.api.schemas import scoring as scoring_schemas
from service.api.schemas.quick import Reader
from service.messages import DEFAULT_LANGUAGE
from service.metrics import METRICS
from service.problems import problem_of
from service.rules.reasons import RuleError


class Operation(NamedTuple):
    """How a request is read, and how it is decided."""

    reader: Reader
    decide: Callable[[Any, str], dict[str, Any]]


class UnknownOperation(LookupError):
    """There is no operation of that name."""


OPERATIONS: dict[str, Operation] = {
    "legal-cards": Operation(play_schemas.POSITION, play.legal_cards),
    "moves/validate": Operation(play_schemas.MOVE, play.validate_move),
    "tricks/winner": Operation(play_schemas.WHOLE_TRICK, play.winner),
    "annonces/detect": Operation(annonce_schemas.HAND, annonces.detect_annonces),
    "annonces/resolve": Operation(annonce_schemas.RESOLVE, annonces.resolve_annonces),
    "auctions/state": Operation(auction_schemas.AUCTION, auctions.auction_state),
    "deals/score": Operation(scoring_schemas.SCORE, scoring.score),
    "deals/replay": Operation(replay_schemas.REPLAY, replays.replay),
    "matches/score": Operation(scoring_schemas.MATCH, scoring.score_match),
    "deals/shuffle": Operation(dealing_schemas.SHUFFLE, dealing.shuffle),
    "deals/draw-dealer": Operation(dealing_schemas.DRAW, dealing.draw_dealer),
    "scoresheets/audit": Operation(audit_schemas.AUDIT, audits.audit),
    "rulesets/resolve": Operation(ruleset_schemas.RESOLVE, rulesets.resolve),
    "rulesets/compare": Operation(ruleset_schemas.COMPARE, rulesets.compare),
}
"""Every stateless operation by the path after /v1/."""


def adjudicate(name: str, body: object, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """The answer of an operation to a JSON body.

    Raises UnknownOperation, or Problem for a body that is no valid request or shows an impossible position.
    """
    operation = OPERATIONS.get(name)
    if operation is None:
        raise UnknownOperation(name)
    request = operation.reader.read(body)
    try:
        answer = operation.decide(request, language)
    except RuleError as error:
        raise problem_of(error) from None
    METRICS.ruled(name, answer)
    return answer
