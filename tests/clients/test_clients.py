"""Clients that a public generator makes of the contract play a match against the running service."""

from __future__ import annotations

import fcntl
import importlib
import json
import os
import shutil
import subprocess
import sys
import urllib.request

import pytest
from tree_sitter import Language, Parser

from tests.api.contract import document
from tests.clients.packages import install
from tests.conftest import CHECKOUT

EXAMPLES = CHECKOUT / "examples" / "clients"
COMPILE = "--strict --skipLibCheck --target es2022 --module commonjs --lib es2022,dom --types node --outDir out"
NOT_FETCHED = 69
"""How script/clients ends where the generator could not be fetched."""

OTHERS = {
    "java": ("java", "java"),
    "kotlin": ("kotlin", "kt"),
    "swift6": ("swift", "swift"),
    "csharp": ("c_sharp", "cs"),
    "go": ("go", "go"),
    "php": ("php", "php"),
    "rust": ("rust", "rs"),
}
"""The other generators, with the grammar of what they write and how its files end."""

GRAMMAR_GAPS = {"URLSessionImplementations.swift", "PlayReason.php"}
"""Files with a construct of the language that its grammar does not know: `case is Void.Type`, a constant `VOID`."""

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="openapi-generator needs Java 11 or newer")


def command(*words, cwd=CHECKOUT, **environ):
    return subprocess.run(
        words, cwd=cwd, env=os.environ | environ, check=False, capture_output=True, text=True, timeout=300
    )


def run(*words, **options):
    done = command(*words, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def python_client(tmp_path_factory):
    """The client in Python: the first to be generated, which fetches the generator where it is not there yet."""
    directory = tmp_path_factory.mktemp("clients")
    with (CHECKOUT / ".venv" / ".clients.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one test process fetches, the others wait
        done = command(CHECKOUT / "script" / "clients", "python", CLIENTS=str(directory))
    if done.returncode == NOT_FETCHED:
        pytest.skip(f"No clients are tested: {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
    return directory / "python"


@pytest.fixture
def generated(python_client, tmp_path):
    """Generate a client into a folder of the test's own."""

    def generate(generator):
        run(CHECKOUT / "script" / "clients", generator, CLIENTS=str(tmp_path))
        return tmp_path / generator

    return generate


def ask(url):
    with urllib.request.urlopen(url) as answer:
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
    check_events(ask(f"{url}/v1/games/{told['id']}/events?wait=0")["events"])


def check_events(events):
    """Nothing of an event is lost on a client: the contract names all of it."""
    schemas = document()["components"]["schemas"]
    named = schemas["GameEvent"]["discriminator"]["mapping"]
    assert {"card-played", "trick-won", "deal-scored", "match-over"} <= {event["event"] for event in events}
    for event in events:
        schema = schemas[named[event["event"]].rsplit("/", 1)[1]]
        assert event.keys() <= schema["properties"].keys(), event


def test_the_python_client_plays_a_match(server_url, python_client):
    path = os.pathsep.join([str(python_client), str(CHECKOUT / ".venv-clients")])
    check_match(server_url, json.loads(run(sys.executable, EXAMPLES / "play_match.py", server_url, PYTHONPATH=path)))


def test_the_typescript_client_compiles_strictly_and_plays_a_match(server_url, generated, tmp_path):
    generated("typescript-fetch").rename(tmp_path / "client")
    for name in ("package.json", "play_match.ts"):
        shutil.copy(EXAMPLES / name, tmp_path)
    install(tmp_path)
    run("node_modules/.bin/tsc", *COMPILE.split(), "play_match.ts", cwd=tmp_path)
    check_match(server_url, json.loads(run("node", "out/play_match.js", server_url, cwd=tmp_path)))


def faults(node):
    """The places of a syntax tree where the language is not kept to."""
    if node.type == "ERROR" or node.is_missing:
        yield f"{node.start_point.row + 1}: {node.text.decode()[:80]}"
    elif node.has_error:
        for child in node.children:
            yield from faults(child)


@pytest.mark.parametrize("generator", OTHERS)
def test_the_contract_makes_a_client_in_every_language(generated, generator):
    name, ending = OTHERS[generator]
    grammar = importlib.import_module(f"tree_sitter_{name}")
    parser = Parser(Language(grammar.language_php() if name == "php" else grammar.language()))
    files = list(generated(generator).rglob(f"*.{ending}"))
    assert any("legalcards" in file.stem.lower().replace("_", "") for file in files)
    wrong = {file.name: list(faults(parser.parse(file.read_bytes()).root_node)) for file in files}
    assert not {file: found for file, found in wrong.items() if found and file not in GRAMMAR_GAPS}
