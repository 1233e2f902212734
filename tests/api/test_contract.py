"""openapi.yaml and the service hold each other: examples, routes, answers, and the schemas of requests."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from service.api.operations import OPERATIONS
from service.rules.game.events import EventKind
from tests.api.contract import METHODS, OPENAPI, document, faults_of_answer, operations, resolved

PACK = Path(__file__).resolve().parents[2] / "conformance"

OUTSIDE = {"/docs", "/", "/metrics"}
"""What the service has besides its API."""

EXAMPLES = [
    pytest.param(path, method, operation, name, id=f"{operation['operationId']}-{name}")
    for path, method, operation in operations()
    for name in operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
    if path.removeprefix("/v1/") in OPERATIONS
]


@pytest.mark.parametrize(("path", "method", "operation", "name"), EXAMPLES)
def test_every_example_is_answered_as_the_contract_says(client, path, method, operation, name):
    body = operation["requestBody"]["content"]["application/json"]["examples"][name]["value"]
    wanted = operation["responses"]["200"]["content"]["application/json"]["examples"][name]["value"]
    response = client.open(path, method=method.upper(), json=body)
    assert response.status_code == 200
    assert response.get_json() == wanted
    assert faults_of_answer(operation, 200, "application/json", wanted) == []


def test_the_example_of_a_batch_is_answered_as_the_contract_says(client):
    operation = document()["paths"]["/v1/batch"]["post"]
    asked = operation["requestBody"]["content"]["application/x-ndjson"]["examples"]
    wanted = operation["responses"]["200"]["content"]["application/x-ndjson"]["examples"]
    assert asked.keys() == wanted.keys()
    for name, example in asked.items():
        response = client.post("/v1/batch", data=example["value"], content_type="application/x-ndjson")
        assert response.get_data(as_text=True) == wanted[name]["value"]


def test_every_operation_of_the_stateless_half_has_an_example():
    documented = {path.removeprefix("/v1/") for path, *_ in (example.values for example in EXAMPLES)}
    assert documented == set(OPERATIONS)


def test_every_route_has_an_operation_and_the_reverse(app):
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods
        if method.lower() in METHODS
    }
    pages = {(path, method) for path, method in routes if path in OUTSIDE or not documentable(path)}
    assert {(path, method) for path, method, _ in operations()} == routes - pages


def documentable(path):
    return path.startswith(("/v1/", "/livez", "/readyz", "/openapi"))


def test_the_service_serves_the_very_file(client):
    with client.get("/openapi.yaml") as response:
        assert response.get_data() == OPENAPI.read_bytes()


@pytest.mark.parametrize("file", sorted(PACK.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_answer_to_the_conformance_pack_is_as_the_contract_says(client, file):
    by_path = {path: operation for path, method, operation in operations() if method == "post"}
    faults = []
    for line in file.read_text("utf-8").splitlines():
        case = json.loads(line)
        data = case["raw"] if "raw" in case else json.dumps(case["body"])
        response = client.post(case["path"], data=data, content_type="application/json")
        found = faults_of_answer(by_path[case["path"]], response.status_code, response.mimetype, response.get_json())
        faults += [f"{case['id']}: {fault}" for fault in found]
    assert faults == []


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_the_schema_of_a_request_agrees_with_the_contract(name):
    operation = document()["paths"][f"/v1/{name}"]["post"]
    documented = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
    fields = OPERATIONS[name].reader.schema.fields
    assert set(documented.get("properties", {})) == set(fields)
    assert set(documented.get("required", ())) == {field for field, value in fields.items() if value.required}
    assert documented["additionalProperties"] is False


def test_every_kind_of_event_has_a_schema_of_its_own():
    schemas = document()["components"]["schemas"]
    union = schemas["GameEvent"]
    assert union["discriminator"]["propertyName"] == "event"
    mapped = {kind: ref.rsplit("/", 1)[1] for kind, ref in union["discriminator"]["mapping"].items()}
    assert mapped.keys() == {*get_args(EventKind), "seat-taken", "seat-left", "reset"}
    assert [each["$ref"].rsplit("/", 1)[1] for each in union["oneOf"]] == list(mapped.values())
    for kind, name in mapped.items():
        assert schemas[name]["properties"]["event"]["enum"] == [kind]
        assert {"id", "event"} <= set(schemas[name]["required"])


def test_lists_of_lists_hold_no_named_enum():
    """The Python generator takes those of enums for objects: its clients fail when they read or send one."""
    schemas = document()["components"]["schemas"]

    def nested(node):
        if isinstance(node, dict):
            if node.get("type") == "array" and node["items"].get("type") == "array":
                yield resolved(node["items"]["items"])
            for child in node.values():
                yield from nested(child)

    found = list(nested(schemas))
    assert found
    assert not [schema for schema in found if "enum" in schema]


def test_operation_ids_are_unique_and_every_operation_is_described():
    ids = [operation["operationId"] for *_, operation in operations()]
    assert len(ids) == len(set(ids))
    assert all(
        operation["summary"] and operation["description"] and operation["tags"] for *_, operation in operations()
    )


def test_every_component_is_used():
    text = OPENAPI.read_text("utf-8")
    for kind, components in document()["components"].items():
        if kind == "securitySchemes":
            continue
        for name in components:
            assert f"#/components/{kind}/{name}'" in text, f"{kind}/{name} is never used"
