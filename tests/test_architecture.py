"""The arrows run one way: app → api → schemas, store → rules → standard library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SERVICE = ROOT / "service"
MODULES = sorted(SERVICE.rglob("*.py"))
LONGEST_FILE = 400

LAYERS = {
    "rules": {"rules"},
    "messages": {"messages"},
    "problems": {"problems", "messages", "rules"},
    "settings": {"settings"},
    "metrics": {"metrics"},
    "store": {"store", "rules", "settings"},
    "schemas": {"schemas", "problems", "messages", "rules"},
    "api": {"api", "schemas", "store", "problems", "messages", "metrics", "rules", "settings"},
    "web": {"web", "api", "problems", "messages"},
}
"""What each layer may import of the service; the application itself, and the command line, may import all of it."""

IMPURE = {
    "asyncio", "ctypes", "datetime", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "select", "shutil", "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Clock, chance and the outside world: nothing of it is in the rules."""


def layer_of(parts):
    """The layer that a dotted name belongs to, by the parts after `service`."""
    if parts[:2] == ["api", "schemas"]:
        return "schemas"
    return parts[0] if parts else "app"


def imports_of(module):
    """Every name that a module imports, with `from` spelled out."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_layer(module):
    return layer_of(list(module.relative_to(SERVICE).with_suffix("").parts))


def named(module):
    return str(module.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_no_import_runs_against_the_arrows(module):
    allowed = LAYERS.get(own_layer(module))
    for name in imports_of(module):
        top, *parts = name.split(".")
        if top == "service" and allowed is not None:
            assert layer_of(parts) in allowed, f"{named(module)} imports {name}"


@pytest.mark.parametrize("module", [each for each in MODULES if own_layer(each) == "rules"], ids=named)
def test_the_rules_are_pure(module):
    for name in imports_of(module):
        top = name.split(".")[0]
        assert top == "service" or (top in sys.stdlib_module_names and top not in IMPURE), name


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_only_the_store_speaks_to_redis_and_only_the_settings_read_the_environment(module):
    tops = {name.split(".")[0] for name in imports_of(module)}
    assert "redis" not in tops or own_layer(module) == "store"
    if own_layer(module) != "settings":
        nodes = ast.walk(ast.parse(module.read_text("utf-8")))
        assert not {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)} & {
            "os.environ",
            "os.getenv",
        }


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_files_are_short(module):
    assert len(module.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("script", ["perft", "options"])
def test_the_rules_run_where_nothing_but_python_is_installed(script):
    command = [sys.executable, "-S", ROOT / "script" / script, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
