"""The conformance pack over HTTP: every fixed answer comes back from the running service."""

import http.client
import importlib.util
import json
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

PACK = Path(__file__).resolve().parents[2] / "conformance"
FILES = sorted(PACK.glob("*.jsonl"))


def load_runner():
    """The pack's own runner, which is a script and no module."""
    spec = importlib.util.spec_from_file_location("conformance_run", PACK / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases_of(file):
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.fixture
def connection(server_url):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(server_url).netloc, timeout=10)
    yield connection
    connection.close()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_is_answered_as_the_pack_says(file, connection):
    differences = load_runner().differences
    failures = []
    for case in cases_of(file):
        body = case["raw"].encode() if "raw" in case else json.dumps(case["body"]).encode()
        connection.request("POST", case["path"], body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        found = [] if response.status == case["status"] else [f"status {response.status}, wanted {case['status']}"]
        found += differences(case["expect"], answer)
        if found:
            failures.append(f"{case['id']} ({case['why']}): {'; '.join(found[:3])}")
    assert not failures, "\n".join(failures[:20])


def test_the_pack_has_cases_of_every_operation_that_the_wire_contract_names():
    paths = {case["path"] for file in FILES for case in cases_of(file)}
    assert paths >= {
        "/v1/legal-cards",
        "/v1/moves/validate",
        "/v1/tricks/winner",
        "/v1/annonces/detect",
        "/v1/annonces/resolve",
        "/v1/auctions/state",
        "/v1/deals/score",
        "/v1/deals/replay",
        "/v1/matches/score",
        "/v1/rulesets/resolve",
    }


def test_the_runner_of_the_pack_passes_against_the_service(server_url):
    done = subprocess.run(
        [sys.executable, PACK / "run.py", server_url, *FILES], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_the_runner_tells_a_wrong_answer(server_url, tmp_path):
    case = cases_of(PACK / "legal_cards.jsonl")[0]
    case["expect"]["reason"] = "no-such-reason"
    (tmp_path / "wrong.jsonl").write_text(json.dumps(case) + "\n")
    done = subprocess.run(
        [sys.executable, PACK / "run.py", server_url, tmp_path / "wrong.jsonl"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert case["id"] in done.stdout


def test_the_readme_of_the_pack_tells_how_much_there_is():
    readme = (PACK / "README.md").read_text("utf-8")
    blocks = sum(file.read_text("utf-8").count("\nid ") for file in PACK.glob("perft/*.perft"))
    assert f"{sum(len(cases_of(file)) for file in FILES):,} requests" in readme
    assert f"below {blocks}\npositions" in readme
    assert {f"`{file.name}`" for file in FILES} <= set(readme.split())


def test_no_case_asks_for_what_the_service_does_not_have(app):
    """No case is passed over: an operation that is missing fails here by its name."""
    paths = {case["path"] for file in FILES for case in cases_of(file)}
    assert paths <= {rule.rule for rule in app.url_map.iter_rules()}
