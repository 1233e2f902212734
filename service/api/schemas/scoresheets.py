"""Requests about score sheets and evenings."""

from typing import Any, NamedTuple

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import ListOf, RulesetField, Text, WholeNumber, seat_field
from service.api.schemas.quick import Reader
from service.api.schemas.scoring import PassedDealSchema, WrittenDealSchema
from service.rules.ruleset import Ruleset
from service.rules.scoresheet.changes import MOST_CHANGES
from service.rules.scoresheet.sheet import Entry
from service.rules.scoring.written import WrittenDeal

LONGEST_NAME = 60


class NewSheetRequest(NamedTuple):
    """A sheet to be opened."""

    ruleset: Ruleset
    teams: tuple[str, str] = ("", "")
    players: tuple[str, str, str, str] = ("", "", "", "")
    first_dealer: int = 0


class EntryRequest(NamedTuple):
    """A deal to be entered, or to stand in place of another."""

    deal: Entry
    by: str | None = None
    before: int | None = None


class NewEveningRequest(NamedTuple):
    """An evening to be opened."""

    name: str


def names_field(count: int) -> ListOf:
    """So many names, each short and maybe empty."""
    return ListOf(Text(LONGEST_NAME), length=count)


class NewSheetSchema(RequestSchema):
    """The body of POST /v1/scoresheets."""

    value = NewSheetRequest
    ruleset = RulesetField()
    teams = names_field(2)
    players = names_field(4)
    first_dealer = seat_field()


class PlayedEntrySchema(WrittenDealSchema):
    """A deal as a table writes it down, with who writes."""

    by = Text(LONGEST_NAME)
    before = WholeNumber(2, MOST_CHANGES + 1)

    @staticmethod
    def value(by: str | None = None, before: int | None = None, **written: Any) -> EntryRequest:
        """The request of these fields."""
        return EntryRequest(WrittenDeal(**written), by, before)


class PassedEntrySchema(PassedDealSchema):
    """A deal that everybody passed, with who writes."""

    by = Text(LONGEST_NAME)
    before = WholeNumber(2, MOST_CHANGES + 1)

    @staticmethod
    def value(**passed: Any) -> EntryRequest:
        """The request of these fields."""
        return EntryRequest(None, passed.get("by"), passed.get("before"))


class NewEveningSchema(RequestSchema):
    """The body of POST /v1/evenings."""

    value = NewEveningRequest
    name = Text(LONGEST_NAME, required=True)


class EntryReader(NamedTuple):
    """How a deal entered on a sheet is read: what has an outcome was passed out."""

    played: RequestSchema
    passed: RequestSchema

    def read(self, body: object) -> EntryRequest:
        """The request of a JSON document; raises Problem with every fault."""
        schema = self.passed if isinstance(body, dict) and "outcome" in body else self.played
        request: EntryRequest = schema.read(body)
        return request


NEW_SHEET = Reader(NewSheetSchema())
NEW_EVENING = Reader(NewEveningSchema())
ENTRY = EntryReader(PlayedEntrySchema(), PassedEntrySchema())
