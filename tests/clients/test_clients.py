"""Clients that a public generator makes of the contract play a match against the running service."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request

import pytest

from tests.conftest import CHECKOUT

EXAMPLES = CHECKOUT / "examples" / "clients"
OTHERS = ("java", "kotlin", "swift6", "csharp", "go", "php", "rust")
COMPILE = "--strict --skipLibCheck --target es2022 --module commonjs --lib es2022,dom --types node --outDir out"

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="openapi-generator needs Java 11 or newer")


def generated(directory, *generators):
    run(CHECKOUT / "script" / "clients", *generators, CLIENTS=str(directory))
    return directory


def run(*command, cwd=CHECKOUT, **environ):
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environ, check=False, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def check_match(url, told):
    """What a client was told is the match that the service kept, and scores again."""
    record = ask(f"{url}/v1/games/{told['id']}/record")
    assert told["refused"] == "not-your-turn"
    assert len(record["deals"]) > 1
    assert record["result"]["over"]
    assert (told["totals"], told["winner"]) == (record["result"]["totals"], record["result"]["winner"])
    assert told["again"] == told["totals"]
    assert told["deals"] == [
        {
            "calls": [call["call"] for call in deal["replay"]["calls"]],
            "plays": deal["replay"]["plays"],
            "scores": deal["scores"],
        }
        for deal in record["deals"]
    ]
    assert all(len(deal["plays"]) == 32 for deal in told["deals"])


def test_the_python_client_plays_a_match(server_url, tmp_path):
    client = generated(tmp_path, "python") / "python"
    path = os.pathsep.join([str(client), str(CHECKOUT / ".venv-clients")])
    check_match(server_url, json.loads(run(sys.executable, EXAMPLES / "play_match.py", server_url, PYTHONPATH=path)))


@pytest.mark.skipif(shutil.which("npm") is None, reason="the TypeScript client is compiled and run with Node and npm")
def test_the_typescript_client_compiles_strictly_and_plays_a_match(server_url, tmp_path):
    generated(tmp_path, "typescript-fetch").joinpath("typescript-fetch").rename(tmp_path / "client")
    for name in ("package.json", "play_match.ts"):
        shutil.copy(EXAMPLES / name, tmp_path)
    run("npm", "install", "--silent", "--no-audit", "--no-fund", cwd=tmp_path)
    run("node_modules/.bin/tsc", *COMPILE.split(), "play_match.ts", cwd=tmp_path)
    check_match(server_url, json.loads(run("node", "out/play_match.js", server_url, cwd=tmp_path)))


@pytest.mark.slow
@pytest.mark.parametrize("generator", OTHERS)
def test_the_contract_makes_a_client_in_every_language(tmp_path, generator):
    files = [
        path
        for path in generated(tmp_path, generator).rglob("*")
        if "LegalCards" in path.name or "legal_cards" in path.name
    ]
    assert files
