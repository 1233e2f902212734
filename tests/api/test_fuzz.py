"""schemathesis on the contract: whatever it sends, no failure, and every answer as the contract says."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service import create_app
from service.settings import Settings
from tests.api.contract import document

CHECKS = (
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
LEFT_OUT = {"gameEvents", "scoresheetEvents", "ruleOnBatch", "contract"}
"""Streams, and what is no JSON; they have tests of their own."""


@pytest.fixture(scope="module")
def contract(redis_url):
    schema = schemathesis.openapi.from_dict(document())
    schema.app = create_app(Settings(redis_url=redis_url))
    return schema


def operations_of(schema):
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.definition.raw["operationId"] not in LEFT_OUT:
            yield operation


@pytest.mark.parametrize(
    ("examples", "least"),
    [pytest.param(12, 400, id="always"), pytest.param(700, 20_000, id="soak", marks=pytest.mark.slow)],
)
def test_nothing_that_is_sent_makes_it_fail(contract, record_testsuite_property, examples, least):
    sent = 0
    for operation in operations_of(contract):

        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def send(case):
            nonlocal sent
            sent += 1
            case.call_and_validate(checks=CHECKS)

        given(case=operation.as_strategy())(send)()
    record_testsuite_property("cases", sent)
    assert sent >= least
