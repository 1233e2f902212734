"""The contract keeps to what generators of clients handle well."""

from __future__ import annotations

from tests.api.contract import document, operations, resolved

NULL = {"type": "null"}
VALUES_OF_TWO_KINDS = {"OptionValue", "Ruleset", "Level", "target", "Alternative"}
"""A number or a word, a text or an object: what the wire has always taken."""


def schemas(node, name=""):
    """Every schema with the name that it is known by: of the component, or of the property."""
    if isinstance(node, dict):
        if "type" in node or "oneOf" in node:
            yield name, node
        for key, child in node.items():
            if key not in ("examples", "example", "enum", "required", "mapping", "default"):
                yield from schemas(child, name if key in ("items", "schema", "oneOf", "additionalProperties") else key)
    elif isinstance(node, list):
        for child in node:
            yield from schemas(child, name)


def found():
    components = document()["components"]
    return [*schemas(components["schemas"]), *schemas(document()["paths"]), *schemas(components["parameters"])]


def test_a_schema_has_one_type_and_perhaps_null():
    lists = [(name, node["type"]) for name, node in found() if isinstance(node.get("type"), list)]
    assert lists
    assert not [(name, types) for name, types in lists if len(types) != 2 or types[1] != "null"]


def test_a_choice_is_null_or_has_a_discriminator():
    choices = [(name, node) for name, node in found() if "oneOf" in node]
    kept = 0
    for name, node in choices:
        options = [option for option in node["oneOf"] if option != NULL]
        if len(options) == 1:
            continue
        if name in VALUES_OF_TWO_KINDS:
            assert len({resolved(option)["type"] for option in options}) == len(options), name
            continue
        by = node["discriminator"]["propertyName"]
        assert set(node["discriminator"]["mapping"].values()) == {option["$ref"] for option in options}, name
        for value, reference in node["discriminator"]["mapping"].items():
            assert resolved({"$ref": reference})["properties"][by]["enum"] == [value]
        kept += 1
    assert kept >= 2


def test_values_that_are_no_names_have_names():
    for name, node in found():
        if any(isinstance(value, str) and value[:1].isdigit() for value in node.get("enum", ())):
            names = node["x-enum-varnames"]
            assert len(set(names)) == len(names) == len(node["enum"]), name
            assert all(each.isidentifier() for each in names), name


def test_bodies_and_answers_are_named_schemas():
    for path, method, operation in operations():
        bodies = [operation.get("requestBody", {}), *map(resolved, operation["responses"].values())]
        json_of = [
            body["content"]["application/json"] for body in bodies if "application/json" in body.get("content", {})
        ]
        assert all("$ref" in each["schema"] for each in json_of), (path, method)


def test_json_is_the_first_form_of_an_answer():
    """Generators take the first."""
    for path, _, operation in operations():
        media = list(resolved(operation["responses"].get("200", {"content": {}})).get("content", ()))
        assert "application/json" not in media[1:], path


def test_no_object_is_left_untyped():
    bare = [
        name
        for name, node in found()
        if node.get("type") == "object" and "properties" not in node and "additionalProperties" not in node
    ]
    assert bare == []
