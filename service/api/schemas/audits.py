"""Requests to audit a score sheet that was written by hand."""

from typing import Any, NamedTuple

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import ListOf, RulesetField, WholeNumber
from service.api.schemas.quick import Reader
from service.api.schemas.scoring import MOST_DEALS, DealField, PassedDealSchema, WrittenDealSchema
from service.rules.ruleset import Ruleset
from service.rules.scoresheet.audit import MarkedDeal
from service.rules.scoring.bill import Pair
from service.rules.scoring.written import WrittenDeal

MOST_MARKED = 100_000


class AuditRequest(NamedTuple):
    """A sheet and the ruleset that its table says it plays."""

    ruleset: Ruleset
    deals: tuple[MarkedDeal, ...]


def marked_field(**kwargs: Any) -> ListOf:
    """Points by team as somebody wrote them."""
    return ListOf(WholeNumber(0, MOST_MARKED), length=2, **kwargs)


class MarkedDealSchema(WrittenDealSchema):
    """A deal as a table writes it down, with what was marked for it."""

    marked = marked_field(required=True)
    totals = marked_field()

    @staticmethod
    def value(marked: Pair, totals: Pair | None = None, **written: Any) -> MarkedDeal:
        """The deal of these fields."""
        return MarkedDeal(WrittenDeal(**written), marked, totals)


class MarkedPassSchema(PassedDealSchema):
    """A deal that everybody passed, with what was marked for it all the same."""

    marked = marked_field()
    totals = marked_field()

    @staticmethod
    def value(**passed: Any) -> MarkedDeal:
        """The deal of these fields."""
        return MarkedDeal(None, passed.get("marked", (0, 0)), passed.get("totals"))


class AuditSchema(RequestSchema):
    """The body of /v1/scoresheets/audit."""

    value = AuditRequest
    ruleset = RulesetField()
    deals = ListOf(DealField(MarkedDealSchema(), MarkedPassSchema()), maximum=MOST_DEALS, required=True)


AUDIT = Reader(AuditSchema())
