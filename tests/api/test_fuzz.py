"""schemathesis against the running service: whatever it sends, no failure, and every answer as the contract says."""

import json
import os
import subprocess
import sys

import pytest

from tests.api.contract import OPENAPI, operations
from tests.conftest import CHECKOUT

CONFIGURATION = CHECKOUT / "tests" / "api" / "schemathesis.toml"
PHASES = ("examples", "coverage", "fuzzing", "stateful")


@pytest.mark.parametrize(
    ("examples", "least", "unreached"),
    [pytest.param(8, 4_000, 4, id="always"), pytest.param(450, 20_000, 0, id="soak", marks=pytest.mark.slow)],
)
def test_nothing_that_is_sent_makes_it_fail(redis_url, start_service, tmp_path, examples, least, unreached):
    """All operations in four phases, links followed from game to action; the seed is fixed."""
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "2"})
    report, answers = tmp_path / "report.json", tmp_path / "answers.json"
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIGURATION), "run", str(OPENAPI)]
    command += ["--url", service.url, "--seed", "1", "--max-examples", str(examples), "--continue-on-failure"]
    command += ["--report", "json", "--report-json-path", str(report), "--no-color"]
    environ = os.environ | {
        "SCHEMATHESIS_HOOKS": "tests.api.fuzz_hooks",
        "PYTHONPATH": str(CHECKOUT),
        "FUZZ_ANSWERS": str(answers),
    }
    run = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    told = json.loads(report.read_text("utf-8"))
    assert {phase: told["phases"][phase]["status"] for phase in PHASES} == dict.fromkeys(PHASES, "success")
    assert told["operations"]["tested"] == len(operations())
    print(f"{told['test_cases']['generated']} cases")
    assert told["test_cases"]["generated"] >= least
    answered = json.loads(answers.read_text("utf-8"))
    assert not [key for key in answered if key.split()[1].startswith("5")]
    done = {key.split()[0] for key in answered if key.split()[1] in ("200", "201", "204")}
    missed = {operation["operationId"] for _, _, operation in operations()} - done
    assert len(missed) <= unreached, missed
