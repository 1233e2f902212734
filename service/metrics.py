"""What the service counts of itself, for Prometheus: in each process, put together from all of them when asked.

A process counts in its memory, at the cost of a lock and an addition. Once a second, if anything was counted, it writes
all it has into a file of its own in a folder that the processes of a service share; whoever is asked adds the files up.
The file of a process that ended stays, so that no count ever falls.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from flask import Flask

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper ends of the classes of the latency, in seconds."""

WRITE_SECONDS = 1.0
ACTIVE_SECONDS = 300
"""A game is active for so long after its last request that was granted."""

MOST_ACTIVE = 100_000
GAMES = "/v1/games/"
GRANTED = "23"
"""How the status of a request that was granted begins."""

NAMES = {
    "rulings": ("belote_rulings_total", "Rulings given, alone and in batches.", ("operation", "preset")),
    "refusals": ("belote_refusals_total", "Cards, calls and deals that the rules refused.", ("operation", "reason")),
    "problems": ("belote_problems_total", "Answers that were problems.", ("kind", "reason")),
    "requests": ("belote_requests_total", "Requests answered.", ("route", "status")),
}
"""Each counter: its name, what it counts, its labels."""


class Metrics:
    """The counts of a process, and the way to those of its siblings."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._latency: dict[str, list[float]] = {}
        self._active: dict[str, float] = {}
        self._file: Path | None = None
        self._changed = False

    def count(self, counter: str, first: str, second: str) -> None:
        """One more of a counter of `NAMES`, with its two labels."""
        with self._lock:
            self._counts[counter, first, second] += 1
            self._changed = True

    def ruled(self, operation: str, answer: Mapping[str, Any]) -> None:
        """A ruling was given: counted by the preset, and by the reason if it is a refusal."""
        preset = preset_of(answer.get("ruleset", ""))
        reason = refusal_of(answer)
        with self._lock:
            self._counts["rulings", operation, preset] += 1
            if reason:
                self._counts["refusals", operation, reason] += 1
            self._changed = True

    def answered(self, route: str, status: str, seconds: float, path: str) -> None:
        """A request was answered; `path` says which game is active."""
        with self._lock:
            self._counts["requests", route, status] += 1
            # The last two entries are the sum of the times and their number.
            found = self._latency.setdefault(route, [0.0] * (len(BUCKETS) + 3))
            found[bisect_left(BUCKETS, seconds)] += 1
            found[-2] += seconds
            found[-1] += 1
            if path.startswith(GAMES) and status[0] in GRANTED and len(self._active) < MOST_ACTIVE:
                self._active[path[len(GAMES) :].partition("/")[0]] = time.time()
            self._changed = True

    def share(self, directory: Path) -> None:
        """Write to a folder from now on, for the other processes."""
        self._file = directory / f"{os.getpid()}-{secrets.token_hex(4)}.json"
        threading.Thread(target=self._keep_writing, name="metrics", daemon=True).start()

    def write(self) -> None:
        """Write what changed since the last time."""
        with self._writing:
            with self._lock:
                if self._file is None or not self._changed:
                    return
                self._changed = False
                snapshot = orjson.dumps(self._snapshot())
            # Outside of the lock that requests take: a slow disk may cost figures, and never an answer.
            fresh = self._file.with_suffix(".new")
            try:
                fresh.write_bytes(snapshot)
                fresh.replace(self._file)
            except OSError:
                self._changed = True

    def text(self, store_answers: Callable[[], bool]) -> str:
        """All counts of all processes in the text format of Prometheus."""
        self.write()
        began = time.perf_counter()
        up = store_answers()
        asked = time.perf_counter() - began
        return render(merged(self._snapshots()), store_up=up, store_seconds=asked)

    def _snapshots(self) -> Iterable[dict[str, Any]]:
        if self._file is None:
            with self._lock:
                return [self._snapshot()]
        return [orjson.loads(path.read_bytes()) for path in self._file.parent.glob("*.json")]

    def _snapshot(self) -> dict[str, Any]:
        oldest = time.time() - ACTIVE_SECONDS
        self._active = {game: seen for game, seen in self._active.items() if seen > oldest}
        return {
            "counts": [[*key, number] for key, number in self._counts.items()],
            "latency": {route: list(found) for route, found in self._latency.items()},
            "active": dict(self._active),
        }

    def _keep_writing(self) -> None:
        while True:
            time.sleep(WRITE_SECONDS)
            self.write()


METRICS = Metrics()
"""Those of this process."""


class Measured:
    """A WSGI application whose requests are counted and timed, up to the moment when the answer begins."""

    def __init__(self, app: Flask, metrics: Metrics) -> None:
        self._inner = app.wsgi_app
        self._metrics = metrics

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        began = time.perf_counter()

        def start(status: str, *rest: Any) -> Any:
            request = environ.get("werkzeug.request")
            # A path that is no route may be anything, so it is no label.
            route = str(request.url_rule) if request is not None and request.url_rule is not None else "none"
            self._metrics.answered(route, status[:3], time.perf_counter() - began, environ.get("PATH_INFO", ""))
            return start_response(status, *rest)

        return self._inner(environ, start)


@lru_cache(maxsize=256)
def preset_of(ruleset: str) -> str:
    """The preset that a ruleset's text names.

    >>> preset_of("ffb-contree(target=500)")
    'ffb-contree'
    """
    return ruleset.partition("(")[0]


def refusal_of(answer: Mapping[str, Any]) -> str | None:
    """The reason of an answer by which the rules refuse a card, a call or a deal; None for any other.

    >>> refusal_of({"legal": False, "reason": "must-overtrump"})
    'must-overtrump'
    >>> refusal_of({"valid": False, "violation": {"reason": "bid-too-low"}})
    'bid-too-low'
    """
    if answer.get("legal") is False:
        return str(answer["reason"])
    if answer.get("valid") is False and isinstance(violation := answer.get("violation"), dict):
        return str(violation["reason"])
    return None


def merged(snapshots: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The sum of what several processes counted."""
    counts: Counter[tuple[str, str, str]] = Counter()
    latency: dict[str, list[float]] = {}
    active: dict[str, float] = {}
    for snapshot in snapshots:
        for counter, first, second, number in snapshot["counts"]:
            counts[counter, first, second] += number
        for route, found in snapshot["latency"].items():
            so_far = latency.setdefault(route, [0.0] * len(found))
            latency[route] = [one + other for one, other in zip(so_far, found, strict=True)]
        active |= {game: max(seen, active.get(game, 0)) for game, seen in snapshot["active"].items()}
    return {"counts": counts, "latency": latency, "active": active}


def render(found: dict[str, Any], *, store_up: bool, store_seconds: float) -> str:
    """Counts in the text format of Prometheus, in a fixed order."""
    lines = []
    for counter, (name, about, labels) in NAMES.items():
        lines += head(name, about, "counter")
        for (kind, first, second), number in sorted(found["counts"].items()):
            if kind == counter:
                lines.append(f"{name}{{{label(labels[0], first)},{label(labels[1], second)}}} {number}")
    lines += latency_lines(found["latency"])
    oldest = time.time() - ACTIVE_SECONDS
    active = sum(seen > oldest for seen in found["active"].values())
    gauges = (
        ("belote_games_active", "Games with a granted request in the last five minutes.", active),
        ("belote_store_up", "Whether the store of games answers.", int(store_up)),
        ("belote_store_ping_seconds", "How long the store took to answer, or to be given up.", round(store_seconds, 6)),
    )
    for name, about, value in gauges:
        lines += [*head(name, about, "gauge"), f"{name} {value}"]
    return "\n".join(lines) + "\n"


def latency_lines(latency: Mapping[str, list[float]]) -> list[str]:
    """The histogram of the time until an answer begins, by route."""
    name = "belote_request_seconds"
    lines = head(name, "Time until the answer begins.", "histogram")
    for route, found in sorted(latency.items()):
        total = 0.0
        for end, number in zip((*map(str, BUCKETS), "+Inf"), found, strict=False):
            total += number
            lines.append(f"{name}_bucket{{{label('route', route)},{label('le', end)}}} {total:.0f}")
        lines += [
            f"{name}_sum{{{label('route', route)}}} {found[-2]:.6f}",
            f"{name}_count{{{label('route', route)}}} {found[-1]:.0f}",
        ]
    return lines


def head(name: str, about: str, kind: str) -> list[str]:
    """What stands above the values of a metric."""
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def label(name: str, value: str) -> str:
    r"""One label, its value escaped.

    >>> print(label("route", 'a"b'))
    route="a\"b"
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{name}="{escaped}"'
