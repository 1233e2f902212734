"""The requests in the contract and the schemas that read them agree: fields, bounds, words, nulls, all the way down."""

import re
from itertools import product

import pytest

from service.api.operations import OPERATIONS
from service.api.schemas.base import Nested
from service.api.schemas.contracts import HIGHEST_LEVEL, LevelField
from service.api.schemas.fields import Flag, ListOf, RulesetField, Text, WholeNumber, WordField
from service.api.schemas.scoring import DealField
from service.rules.reasons import REASONS
from tests.api.contract import document, resolved

LEVEL = [{"type": "integer", "minimum": 0, "maximum": HIGHEST_LEVEL}, {"type": "string", "enum": ["capot"]}]
LIKE_CARDS = {"".join(letters) for letters in product("123456789TJQKAX", "SHDCX0", ("", "S"))}


def split_null(node):
    """What a schema says besides null, and whether it allows null."""
    node = resolved(node)
    choices = node.get("oneOf", [])
    if {"type": "null"} in choices:
        (other,) = [choice for choice in choices if choice != {"type": "null"}]
        return resolved(other), True
    if isinstance(node.get("type"), list):
        (kind,) = [each for each in node["type"] if each != "null"]
        return {**node, "type": kind}, "null" in node["type"]
    return node, False


def values_of(node):
    """The few values that a schema allows."""
    if "enum" in node:
        return {value for value in node["enum"] if value is not None}
    if "pattern" in node:  # a card of a hand in a list of hands
        return {text for text in LIKE_CARDS if re.search(node["pattern"], text)}
    return set(range(node["minimum"], node["maximum"] + 1))


def differences(field, node, place, nulls=False):
    """Where a field and its schema in the contract differ."""
    plain, nullable = split_null(node)
    if nullable != bool(field.allow_none or nulls):
        yield place, "null"
    yield from COMPARED[type(field)](field, plain, place)


def differences_of_objects(schemas, node, place):
    """Where the fields of one schema, or of several that stand for one, differ from an object of the contract."""
    fields = {name: field for schema in schemas for name, field in schema.fields.items()}
    always = [{name for name, field in schema.fields.items() if field.required} for schema in schemas]
    if node["additionalProperties"] is not False or node["type"] != "object":
        yield place, "not closed"
    if set(node["properties"]) != set(fields):
        yield place, set(node["properties"]) ^ set(fields)
    if set(node.get("required", ())) != set.intersection(*always):
        yield place, "required"
    for name in fields.keys() & node["properties"].keys():
        yield from differences(fields[name], node["properties"][name], f"{place}/{name}")


def word(field, node, place):
    # `10H` is read, and `TH` is what a client should write.
    documented = {value for value in field.words if not str(value).startswith("10")}
    if values_of(node) != documented:
        yield place, values_of(node) ^ documented


def whole_number(field, node, place):
    if (node["type"], node["minimum"], node["maximum"]) != ("integer", field.minimum, field.maximum):
        yield place, node


def flag(_field, node, place):
    if node["type"] != "boolean":
        yield place, node


def text(field, node, place):
    if (node["type"], node["maxLength"]) != ("string", field.maximum):
        yield place, node


def list_of(field, node, place):
    if node["type"] != "array":
        yield place, node
    if field.length is not None:
        if (node["minItems"], node["maxItems"]) != (field.length, field.length):
            yield place, "length"
    elif node["maxItems"] > field.maximum:
        # It may be less: nine cards in a hand are well-formed, and the rules refuse them with their article.
        yield place, "maxItems"
    yield from differences(field.item, node["items"], f"{place}/0", nulls=field.nulls)


def nested(field, node, place):
    yield from differences_of_objects([field.schema], node, place)


def deal(field, node, place):
    yield from differences_of_objects([field.written, field.passed], node, place)


def level(_field, node, place):
    if node["oneOf"] != LEVEL:
        yield place, node


def ruleset(_field, node, place):
    if node is not document()["components"]["schemas"]["Ruleset"]:
        yield place, node


COMPARED = {
    WordField: word,
    WholeNumber: whole_number,
    Flag: flag,
    Text: text,
    ListOf: list_of,
    Nested: nested,
    DealField: deal,
    LevelField: level,
    RulesetField: ruleset,
}


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_field_of_a_request_is_as_the_contract_says(name):
    operation = document()["paths"][f"/v1/{name}"]["post"]
    node = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
    assert list(differences_of_objects([OPERATIONS[name].reader.schema], node, "")) == []


@pytest.mark.parametrize(
    ("schema", "kind"),
    [("PlayReason", "play"), ("AnnonceReason", "annonces"), ("CallReason", "auction"), ("LineReason", "line")],
)
def test_the_contract_names_every_reason_of_a_kind(schema, kind):
    assert set(document()["components"]["schemas"][schema]["enum"]) == {
        reason.code for reason in REASONS if reason.kind == kind
    }


def test_cards_have_names_that_are_identifiers_in_every_language():
    card = document()["components"]["schemas"]["Card"]
    assert card["x-enum-varnames"] == [code[1] + code[0] for code in card["enum"]]
    assert all(name.isidentifier() for name in card["x-enum-varnames"])
