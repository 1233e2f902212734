"""Requests about rulesets."""

from typing import NamedTuple

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import ListOf, RulesetField
from service.api.schemas.quick import Reader
from service.rules.ruleset import Ruleset


class ResolveRequest(NamedTuple):
    """A ruleset to be spelled out."""

    ruleset: Ruleset


class CompareRequest(NamedTuple):
    """Two rulesets to be held against each other."""

    rulesets: tuple[Ruleset, Ruleset]


class ResolveSchema(RequestSchema):
    """The body of /v1/rulesets/resolve."""

    value = ResolveRequest
    ruleset = RulesetField()


class CompareSchema(RequestSchema):
    """The body of /v1/rulesets/compare."""

    value = CompareRequest
    rulesets = ListOf(RulesetField(), length=2, required=True)


RESOLVE = Reader(ResolveSchema())
COMPARE = Reader(CompareSchema())
