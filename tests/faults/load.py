"""Load on a running service: questions to the stateless half, and games whose every answer is noted."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from typing import TYPE_CHECKING, Any, Self

from tests.games.http import HttpTable, plain_action
from tests.games.remote import HttpClient

if TYPE_CHECKING:
    from types import TracebackType

QUESTION = json.dumps(
    {"trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH", "AS"]}
).encode()
ANSWER = ["9H"]


class Stateless:
    """Asks which cards are legal, over and over, on connections that are kept."""

    def __init__(self, port: int, clients: int = 2, pause: float = 0.005, *, keep: bool = True) -> None:
        self._port = port
        self._pause = pause
        self._keep = keep
        self._stopping = threading.Event()
        self.seconds: list[float] = []
        self.faults: list[str] = []
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(clients)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(30)

    def _run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        while not self._stopping.is_set():
            started = time.perf_counter()
            try:
                connection.request("POST", "/v1/legal-cards", QUESTION, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 200 or json.loads(body)["legal"] != ANSWER:
                    self.faults.append(f"{answer.status} {body[:200]!r}")
            except (OSError, http.client.HTTPException) as error:
                self.faults.append(repr(error))
                connection.close()
            self.seconds.append(time.perf_counter() - started)
            if not self._keep:
                connection.close()
            time.sleep(self._pause)
        connection.close()

    def unaffected(self, slowest: float = 2.0) -> None:
        """Every question was answered rightly, and soon for a machine that is busy with tests."""
        assert self.faults == []
        assert len(self.seconds) > 10
        print(f"{len(self.seconds)} questions answered meanwhile, the slowest in {max(self.seconds) * 1000:.0f} ms")
        assert max(self.seconds) < slowest


class Player(threading.Thread):
    """Plays games one after the other; sends an action again with the same key until it is answered."""

    def __init__(self, url: str, actions: int = 60) -> None:
        super().__init__(daemon=True)
        self._client = HttpClient(url)
        self._actions = actions
        self.stopping = threading.Event()
        self.acknowledged: list[tuple[HttpTable, list[Any]]] = []
        """Each game with what was answered to be done, in order."""
        self.unsure: dict[str, Any] = {}
        """What a game was asked last, and did not answer."""
        self.faults: list[str] = []
        self.unavailable = 0
        self.torn = 0

    def run(self) -> None:
        while not self.stopping.is_set():
            table = self._until_answered(lambda: HttpTable(self._client, ruleset="ffb-contree"))
            if table is None:
                return
            done: list[Any] = []
            self.acknowledged.append((table, done))
            for number in range(self._actions):
                if not self._act(table, done, str(number)):
                    return

    def _act(self, table: HttpTable, done: list[Any], key: str) -> bool:
        view = self._until_answered(lambda: _json(table.view()))
        view = view and self._until_answered(lambda: _json(table.view(view["to_act"])))
        if not view:
            return False
        body, seat, version = plain_action(view), view["to_act"], view["version"]
        said = {"seat": seat, **{name: body[name] for name in body if name != "action"}}
        said = self.unsure[table.identity] = body.get("card", said)
        while not self.stopping.is_set():
            answer = self._until_answered(lambda: table.act(seat, body, match=version, key=key))
            if answer is None:
                return False
            if answer.status_code == 200:
                if answer.json["version"] != version + 1:
                    self.faults.append(f"version {answer.json['version']} after {version}")
                done.append(said)
                del self.unsure[table.identity]
                return True
            if answer.status_code != 503:
                self.faults.append(f"{answer.status_code} {answer.json}")
                return False
            self.unavailable += 1
            time.sleep(0.02)
        return False

    def _until_answered(self, call: Any) -> Any:
        while not self.stopping.is_set():
            try:
                return call()
            except (OSError, http.client.HTTPException):
                self.torn += 1
            except AssertionError:
                self.unavailable += 1
            time.sleep(0.02)
        return None


class Players:
    """Several players, and the check of all that they were told."""

    def __init__(self, url: str, count: int) -> None:
        self.players = [Player(url) for _ in range(count)]
        for player in self.players:
            player.start()

    @property
    def actions(self) -> int:
        return sum(len(done) for player in self.players for _, done in player.acknowledged)

    def play_on(self, actions: int, seconds: float = 30) -> None:
        """Wait for so many more actions."""
        wanted, deadline = self.actions + actions, time.monotonic() + seconds
        while self.actions < wanted:
            assert time.monotonic() < deadline, [player.faults for player in self.players]
            time.sleep(0.02)

    def stop(self) -> None:
        for player in self.players:
            player.stopping.set()
        for player in self.players:
            player.join(30)

    def check(self) -> int:
        """Each acknowledged action is in its game's record once and in order, and nothing else but one unsure one.

        Gives the number of acknowledged actions.
        """
        checked = 0
        for player in self.players:
            assert player.faults == []
            for table, done in player.acknowledged:
                found = actions_of(record_of(table))
                last = player.unsure.get(table.identity)
                assert found in (done, [*done, last]), f"{table.identity}: {found} is not {done} and perhaps {last}"
                checked += len(done)
        return checked


def actions_of(record: dict[str, Any]) -> list[Any]:
    """Every call and card of a record, in order."""
    found: list[Any] = []
    for deal in record["deals"]:
        played = deal.get("replay") or deal
        found += (deal.get("auction") or played)["calls"] + played.get("plays", [])
    return found


def record_of(table: Any, seconds: float = 10.0) -> dict[str, Any]:
    """The record of a game, asked for until a store that has just come back answers."""
    deadline = time.monotonic() + seconds
    while (answer := table.ask("GET", "/record")).status_code == 503 and time.monotonic() < deadline:
        time.sleep(0.1)
    record: dict[str, Any] = _json(answer)
    return record


def _json(answer: Any) -> Any:
    assert answer.status_code == 200, answer.json
    return answer.json


def ask(port: int, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], Any, float]:
    """One request: status, header fields, document, seconds."""
    started = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with contextlib.closing(connection):
        sent = None if body is None else json.dumps(body).encode()
        connection.request(method, path, sent, {} if body is None else {"Content-Type": "application/json"})
        answer = connection.getresponse()
        document = json.loads(answer.read() or b"null")
    return answer.status, dict(answer.headers), document, time.perf_counter() - started
