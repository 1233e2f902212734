"""The number of stored games does not change the time of an action."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from service import create_app
from service.settings import Settings
from service.store.embedded import EmbeddedServer
from service.store.games import new_identity
from tests.games.http import HttpTable, plain_action

if TYPE_CHECKING:
    from service.store.connection import Store

STORED = 100_000
ROUNDS = 15


def fill(store: Store, count: int) -> None:
    """Copies of a game in the middle of play, under other identities."""
    value = store.client.get(next(store.client.scan_iter("belote:game:*")))
    for _ in range(0, count, 1000):
        pipeline = store.client.pipeline(transaction=False)
        for _ in range(1000):
            pipeline.set(f"belote:game:{{{new_identity()}}}", value, ex=86400)
        pipeline.execute()


def time_of_an_action(client, rng: Random) -> float:
    """The median over a deal, in seconds; what is asked between actions is not counted."""
    table = HttpTable(client, ruleset="ffb-contree", first_dealer=rng.randrange(4))
    view, times = table.view().json, []
    for _ in range(34):
        seat = view["to_act"]
        seen = table.view(seat)
        body, headers = plain_action(seen.json), {"Authorization": f"Bearer {table.tokens[seat]}"}
        begin = time.perf_counter()
        acted = client.post(f"{table.path}/actions", json=body, headers=headers | {"If-Match": seen.headers["ETag"]})
        times.append(time.perf_counter() - begin)
        view = acted.json
    return statistics.median(times)


@pytest.mark.slow
def test_an_action_takes_as_long_beside_many_games_as_alone(short_directory):
    servers = [
        EmbeddedServer.ensure(Settings(data_directory=short_directory / name, runtime_directory=short_directory))
        for name in ("alone", "beside")
    ]
    apps = [create_app(Settings(redis_url=server.url)) for server in servers]
    clients = [app.test_client() for app in apps]
    rng, ratios = Random(1), []
    for client in clients:
        time_of_an_action(client, rng)
    fill(apps[1].extensions["store"], STORED)
    for number in range(ROUNDS):
        order = (0, 1) if number % 2 else (1, 0)
        times = {place: time_of_an_action(clients[place], rng) for place in order}
        ratios.append(times[1] / times[0])
    assert statistics.median(ratios) < 1.10, ratios
    for app, server in zip(apps, servers, strict=True):
        app.extensions["store"].close()
        server.stop()
