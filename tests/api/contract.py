"""The contract as the tests need it: read once, its schemas compiled."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

OPENAPI = Path(__file__).resolve().parents[2] / "openapi.yaml"
METHODS = ("get", "post", "put", "patch", "delete")


@cache
def document() -> dict[str, Any]:
    """The whole contract."""
    contract: dict[str, Any] = yaml.safe_load(OPENAPI.read_text("utf-8"))
    return contract


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation as (path, method, operation)."""
    return [
        (path, method, item[method])
        for path, item in document()["paths"].items()
        for method in METHODS
        if method in item
    ]


@cache
def validator_of(name: str) -> Any:
    """The compiled schema of that name, which takes nothing that it does not name."""
    components = {"schemas": closed(document()["components"]["schemas"])}
    return jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", "components": components})


def closed(node: Any) -> Any:
    """A schema with every object in it closed: clients may get more fields one day, but no field goes unnamed."""
    if isinstance(node, list):
        return [closed(child) for child in node]
    if not isinstance(node, dict):
        return node
    found = {name: closed(child) for name, child in node.items()}
    return {"additionalProperties": False, **found} if isinstance(node.get("properties"), dict) else found


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """What a reference stands for."""
    while "$ref" in node:
        target: Any = document()
        for token in node["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        node = target
    return node


def schema_of_answer(operation: dict[str, Any], status: int, mimetype: str) -> str | None:
    """The name of the schema of an answer; None where it has no JSON. Raises KeyError where none is documented."""
    response = resolved(operation["responses"][str(status)])
    if "content" not in response:
        return None
    schema = response["content"][mimetype]["schema"]
    return schema["$ref"].rsplit("/", 1)[1] if "$ref" in schema else None


def faults_of_answer(operation: dict[str, Any], status: int, mimetype: str, body: Any) -> list[str]:
    """What of an answer is not as the contract says."""
    try:
        name = schema_of_answer(operation, status, mimetype)
    except KeyError:
        return [f"{status} with {mimetype} is not in the contract"]
    if name is None:
        return []
    return [f"{error.instance_path}: {error.message}" for error in validator_of(name).iter_errors(body)]
