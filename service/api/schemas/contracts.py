"""Calls and contracts, as other requests hold them."""

from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import ValidationError, validates_schema

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import RequestField, fault, seat_field, shown, trump_field, word_field
from service.api.schemas.quick import NotPlain, quick_number, quick_seat
from service.messages import Message
from service.rules.auction.calls import MAY_NAME, NEEDS, Call, CallKind, call_of
from service.rules.contract import CAPOT, Contract, Level
from service.rules.trumps import TRUMPS_BY_NAME

HIGHEST_LEVEL = 100_000
"""Far above every ladder: a level beyond the ruleset's is for the rules to refuse, one beyond this is no level."""


class LevelField(RequestField):
    """A number of points, or `capot` (AUC-7, AUC-8)."""

    def read(self, value: Any) -> Level:
        """The level."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value == "capot" or (type(value) is int and 0 <= value <= HIGHEST_LEVEL):
            level: Level = value
            return level
        raise fault("not-a-level", value=shown(value))


CONTRES = (1, 2, 4)


class ContractSchema(RequestSchema):
    """A contract given ready-made."""

    value = Contract
    taker = seat_field(required=True)
    trump = trump_field(required=True)
    level = LevelField()
    contre = word_field(CONTRES)


def quick_contract(contract: Any) -> Contract:
    """What `ContractSchema` loads from a plainly valid contract."""
    named: dict[str, Any] = {}
    if "level" in contract:
        named["level"] = quick_level(contract["level"])
    if "contre" in contract:
        contre = contract["contre"]
        if type(contre) is not int or contre not in CONTRES:
            raise NotPlain
        named["contre"] = contre
    if len(contract) != 2 + len(named):
        raise NotPlain
    return Contract(quick_seat(contract["taker"]), TRUMPS_BY_NAME[contract["trump"]], **named)


def quick_level(level: Any) -> Level:
    """A number of points, or capot."""
    return CAPOT if level == CAPOT else quick_number(level, HIGHEST_LEVEL)


class CallSchema(RequestSchema):
    """One call of an auction."""

    call = word_field(get_args(CallKind), required=True)
    seat = seat_field()
    level = LevelField()
    trump = trump_field()

    @staticmethod
    def value(call: CallKind, **named: Any) -> Call:
        """The call of these fields."""
        return Call(call, **named)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _named(self, data: Mapping[str, Any], original: Any = None, **_kwargs: Any) -> None:
        """What a call must name and what it may not name hangs on its kind."""
        kind = data.get("call")
        if kind is None:
            return
        missing = [name for name in NEEDS[kind] if name not in original]
        unasked = [name for name in ("level", "trump") if name in original and name not in MAY_NAME[kind]]
        if missing or unasked:
            raise ValidationError(
                {name: [Message("fault", "required")] for name in missing}
                | {name: [Message("fault", "not-named", call=kind, name=name)] for name in unasked}
            )


BARE_CALLS = {kind: Call(kind) for kind in get_args(CallKind) if not NEEDS[kind]}
"""The calls that name nothing, by their kind."""


def quick_call(call: Any) -> Call:
    """What `CallSchema` loads from a plainly valid call."""
    kind = call["call"]
    if len(call) == 1:
        return BARE_CALLS[kind]
    seat = quick_seat(call["seat"]) if "seat" in call else None
    named = [name for name in ("level", "trump") if name in call]
    if len(call) != 1 + ("seat" in call) + len(named) or (tuple(named) not in (NEEDS[kind], MAY_NAME[kind])):
        raise NotPlain
    return call_of(
        kind,
        TRUMPS_BY_NAME[call["trump"]] if "trump" in named else None,
        quick_level(call["level"]) if "level" in named else None,
        seat,
    )
