"""Batches in tests: lines from the conformance pack, and their answers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

PACK = Path(__file__).parents[2] / "conformance"
NOT_STATELESS = ("rulesets", "faults")


@cache
def cases() -> list[dict[str, Any]]:
    """Every case of the pack that asks one operation by a JSON document, as the pack has it."""
    files = [file for file in sorted(PACK.glob("*.jsonl")) if file.stem not in NOT_STATELESS]
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def line(op: str, body: Any, **more: Any) -> str:
    return json.dumps({"op": op, "body": body, **more})


def batch(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


POSITION = {"trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH", "AS"]}
GOOD = line("legal-cards", POSITION, id="good")
