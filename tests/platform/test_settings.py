"""The settings: every variable is read, checked, and refused in words that name it and what is allowed."""

import ast
import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import pytest

import service.settings
from service.settings import Settings, SettingsError, misspelt, variables

WRONG = {
    "PORT": ["-1", "65536", "80.5", "http", "0x50"],
    "WEB_CONCURRENCY": ["0", "257", "two"],
    "BELOTE_THREADS": ["1", "4097"],
    "BELOTE_STREAMS": ["0", "64"],
    "BELOTE_CONNECTIONS": ["65", "100001"],
    "BELOTE_CLIENT_SECONDS": ["0", "301"],
    "BELOTE_GRACEFUL_SECONDS": ["0", "601"],
    "BELOTE_REDIS_TIMEOUT_SECONDS": ["0", "31", "nan", "inf", "soon"],
    "BELOTE_MAX_BODY_BYTES": ["10", "1GB"],
    "BELOTE_MAX_BATCH_BYTES": ["10"],
    "BELOTE_IDLE_GAME_SECONDS": ["59"],
    "BELOTE_FINISHED_GAME_SECONDS": ["31536001"],
    "BELOTE_CORS_ORIGINS": ["example.org", "https://example.org/path", "*,https://example.org", ","],
    "BELOTE_API_KEYS": ["tabletop", f"tabletop={'A' * 64}", f"a={'0' * 64},a={'1' * 64}"],
    "BELOTE_API_KEY_FOR": ["everybody"],
    "BELOTE_RATE_LIMIT": ["-1", "1000001", "10/s"],
    "BELOTE_RATE_SECONDS": ["0", "86401"],
    "BELOTE_PROXIES": ["-1", "17"],
    "BELOTE_LOG_LEVEL": ["loud"],
    "BELOTE_LOG_FORMAT": ["xml"],
    "BELOTE_ACCESS_LOG": ["yes"],
    "BELOTE_METRICS": ["yes"],
    "BELOTE_TRACES": ["yes"],
    "REDIS_URL": ["localhost", "http://localhost", "redis://", "unix://"],
}
RIGHT = {
    "HOST": ("0.0.0.0", "host", "0.0.0.0"),
    "PORT": ("0", "port", 0),
    "WEB_CONCURRENCY": ("4", "workers", 4),
    "BELOTE_THREADS": ("8", "threads", 8),
    "BELOTE_STREAMS": ("5", "streams", 5),
    "BELOTE_CONNECTIONS": ("66", "connections", 66),
    "BELOTE_CLIENT_SECONDS": ("1", "client_seconds", 1),
    "BELOTE_GRACEFUL_SECONDS": ("1", "graceful_seconds", 1),
    "REDIS_URL": ("redis://store:6379/0", "redis_url", "redis://store:6379/0"),
    "BELOTE_REDIS_SERVER": ("/opt/valkey-server", "redis_server", Path("/opt/valkey-server")),
    "BELOTE_REDIS_TIMEOUT_SECONDS": ("0.5", "redis_timeout_seconds", 0.5),
    "BELOTE_DATA": ("/var/lib/belote", "data_directory", Path("/var/lib/belote")),
    "XDG_RUNTIME_DIR": ("/run/user/1", "runtime_directory", Path("/run/user/1")),
    "BELOTE_MAX_BODY_BYTES": ("1024", "max_body_bytes", 1024),
    "BELOTE_MAX_BATCH_BYTES": ("2048", "max_batch_bytes", 2048),
    "BELOTE_MAX_BATCH_LINES": ("12", "max_batch_lines", 12),
    "BELOTE_MAX_BATCH_SECONDS": ("9", "max_batch_seconds", 9),
    "BELOTE_SHEET_SECONDS": ("60", "sheet_seconds", 60),
    "BELOTE_IDLE_GAME_SECONDS": ("60", "idle_game_seconds", 60),
    "BELOTE_FINISHED_GAME_SECONDS": ("60", "finished_game_seconds", 60),
    "BELOTE_CORS_ORIGINS": (
        "https://a.example, http://[::1]:3000",
        "cors_origins",
        ("https://a.example", "http://[::1]:3000"),
    ),
    "BELOTE_API_KEYS": (f"tabletop={'0a' * 32}", "api_keys", (("tabletop", "0a" * 32),)),
    "BELOTE_API_KEY_FOR": ("none", "api_key_for", "none"),
    "BELOTE_RATE_LIMIT": ("100", "rate_limit", 100),
    "BELOTE_RATE_SECONDS": ("10", "rate_seconds", 10),
    "BELOTE_PROXIES": ("1", "proxies", 1),
    "BELOTE_LOG_LEVEL": ("Debug", "log_level", "debug"),
    "BELOTE_LOG_FORMAT": ("text", "log_format", "text"),
    "BELOTE_ACCESS_LOG": ("off", "access_log", False),
    "BELOTE_METRICS": ("off", "metrics", False),
    "BELOTE_TRACES": ("on", "traces", True),
}


def test_nothing_set_gives_the_defaults():
    assert Settings.from_env({}) == Settings()


def test_an_empty_variable_counts_as_left_out():
    assert Settings.from_env(dict.fromkeys(variables(), "")) == Settings()


@pytest.mark.parametrize("name", RIGHT)
def test_a_variable_sets_its_field_and_no_other(name):
    text, field, value = RIGHT[name]
    settings = Settings.from_env({name: text})
    changed = {field: value}
    if name == "BELOTE_API_KEYS":
        changed["api_key_for"] = "remote"
    if name == "BELOTE_THREADS":
        changed["streams"] = 4
    assert settings == dataclasses.replace(Settings(), **changed)


def test_each_variable_has_a_right_value_here_and_is_named_in_the_text_under_its_field():
    assert set(RIGHT) == set(variables())
    lines = Path(service.settings.__file__).read_text()
    documented = dict(re.findall(r'\n    (\w+): .*\n    """`([A-Z_]+)`:', lines))
    assert documented == {field: name for name, (_, field, _) in RIGHT.items()}
    assert set(documented) == {field.name for field in dataclasses.fields(Settings)}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_a_wrong_value_is_refused_in_words_that_name_the_variable_and_what_is_allowed(name, value):
    with pytest.raises(SettingsError, match=rf"^{name} is .*; allowed is .+\.$"):
        Settings.from_env({name: value})


def test_all_wrong_variables_are_named_at_once():
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"PORT": "x", "WEB_CONCURRENCY": "0"})
    assert [fault.split()[0] for fault in caught.value.faults] == ["PORT", "WEB_CONCURRENCY"]


def test_a_password_in_a_wrong_url_is_not_repeated():
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"REDIS_URL": "postgres://user:secret@host"})
    assert "secret" not in str(caught.value)


def test_variables_of_an_orchestrator_are_let_be_and_typing_errors_found():
    kubernetes = {
        "BELOTE_PORT": "tcp://10.0.0.1:80",
        "BELOTE_PORT_80_TCP_ADDR": "10.0.0.1",
        "BELOTE_SERVICE_PORT": "80",
    }
    assert misspelt(kubernetes) == {}
    assert misspelt({"BELOTE_CORS_ORIGIN": "*"}) == {"BELOTE_CORS_ORIGIN": "BELOTE_CORS_ORIGINS"}


def test_no_other_module_reads_the_environment():
    package = Path(service.settings.__file__).parent
    readers = []
    for path in package.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text())))
        attributes = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
        imported = {
            name.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module == "os"
            for name in node.names
        }
        if attributes & {"os.environ", "os.getenv", "os.environb"} or imported & {"environ", "getenv", "environb"}:
            readers.append(path.name)
    assert readers == ["settings.py"]


def test_the_table_of_settings_is_that_of_their_source():
    root = Path(service.settings.__file__).parents[1]
    printed = subprocess.run(
        [sys.executable, "script/settings"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    assert f"\n\n{printed}\n" in (root / "README.md").read_text("utf-8"), "script/settings --write"
    assert set(re.findall(r"^\| `([A-Z_]+)`", printed, re.MULTILINE)) == set(variables())
