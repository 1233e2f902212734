#!/usr/bin/env python3
"""What a stored game costs: throughput of actions, their latency beside many other games, and bytes in the store.

    .venv/bin/python bench/games.py [--rounds 9] [--games 64] [--stored 100000]

Starts stores, the service and bench/bare_games.py, each under gunicorn with gunicorn.conf.py. bench/README.md says what
is measured.
"""

import argparse
import json
import os
import random
import shutil
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

# In place of this folder, whose http.py would hide the one of the standard library.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import http.client

from bench.http import CONNECTIONS, Server, read_answer, shared_out
from service.rules.cards import CARD_NAMES
from service.rules.game.actions import CallAction, act, legal_actions, new_game
from service.rules.game.actions import PlayAction as Play
from service.rules.game.dealing import supplied_deck
from service.rules.play import Ruling
from service.rules.ruleset import parse_ruleset
from service.settings import Settings
from service.store.connection import Store
from service.store.embedded import EmbeddedServer
from service.store.games import new_identity

RULESET = "ffb-classique"
ENTROPY = bytes(32)
SEQUENTIAL = 400
"""Actions of a round of latency, one after the other."""


def scripted_deal(rng):
    """A deal up to its last card but one: the body that opens the game, and who does what, in order."""
    deck = rng.sample(range(32), 32)
    game = new_game(parse_ruleset(RULESET), ENTROPY, first_dealer=3, supplied=[supplied_deck(deck)])
    actions = []
    while len(game.deal.plays) < 31:
        seat = game.deal.to_act
        legal = legal_actions(game.deal, seat)
        if isinstance(legal, Ruling):
            card = rng.choice([card for card in range(32) if legal.legal >> card & 1])
            action, body = Play(card), {"action": "play", "card": CARD_NAMES[card]}
        else:
            action, body = CallAction(legal[-1]), {"action": "call", "call": legal[-1].kind}
        actions.append((seat, body))
        game = act(game, seat, action, ENTROPY)
    opening = {"ruleset": RULESET, "first_dealer": 3, "deals": [{"deck": [CARD_NAMES[card] for card in deck]}]}
    return opening, actions


def opened(port, deal):
    """Open a scripted game; the requests of its actions."""
    opening, actions = deal
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/v1/games", json.dumps(opening), {"Content-Type": "application/json"})
    game = json.loads(connection.getresponse().read())
    connection.close()
    tokens = game["tokens"]["seats"]
    return [
        action_bytes(game["id"], tokens[seat], version, body) for version, (seat, body) in enumerate(actions, start=1)
    ]


def action_bytes(identity, token, version, body):
    """An action as it goes over the wire."""
    data = json.dumps(body).encode()
    head = (
        f"POST /v1/games/{identity}/actions HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
        f'If-Match: "{version}"\r\nIdempotency-Key: {identity}-{version}\r\nContent-Type: application/json\r\n'
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def rate(port, games):
    """Actions answered a second, with `CONNECTIONS` games under way at once, each in order."""
    lanes = [[request for game in games[lane::CONNECTIONS] for request in game] for lane in range(CONNECTIONS)]
    connections = [connected(port) for _ in lanes]
    total, started = sum(map(len, lanes)), time.perf_counter()
    for connection, lane in zip(connections, lanes, strict=True):
        connection.sendall(lane[0])
    for number in range(1, max(map(len, lanes)) + 1):
        for connection, lane in zip(connections, lanes, strict=True):
            if number <= len(lane):
                read_answer(connection)
            if number < len(lane):
                connection.sendall(lane[number])
    elapsed = time.perf_counter() - started
    for connection in connections:
        connection.close()
    return total / elapsed


def latency(port, games):
    """The median time of an action, one after the other, in microseconds."""
    connection = connected(port)
    times = []
    for request in [request for game in games for request in game][:SEQUENTIAL]:
        started = time.perf_counter()
        connection.sendall(request)
        read_answer(connection)
        times.append(time.perf_counter() - started)
    connection.close()
    return 1e6 * statistics.median(times)


def connected(port):
    """An open connection."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def fill(store, count):
    """Store copies of a game in the middle of its deal under other identities; bytes of memory for each."""
    key = next(store.client.scan_iter("belote:game:*"))
    value, before = store.client.get(key), store.client.info("memory")["used_memory"]
    for start in range(0, count, 1000):
        pipeline = store.client.pipeline(transaction=False)
        for _ in range(start, min(start + 1000, count)):
            pipeline.set(f"belote:game:{{{new_identity()}}}", value, ex=86400)
        pipeline.execute()
    return (store.client.info("memory")["used_memory"] - before) / count


def sizes_in_play(store, port, deals):
    """Bytes that the store needs for a game with its key, on average over the actions of some deals."""
    found = []
    for deal in deals:
        connection = connected(port)
        requests = opened(port, deal)
        identity = requests[0].split(b"/")[3].decode()
        for request in requests:
            connection.sendall(request)
            read_answer(connection)
            found.append(store.client.memory_usage(f"belote:game:{{{identity}}}"))
        connection.close()
    return statistics.mean(found), max(found)


def throughput(servers, deals, rounds):
    """The rates of each server, round by round, the servers taking turns."""
    rates = {name: [] for name in servers}
    for number in range(-1, rounds):
        games = [opened(servers["service"].port, deal) for deal in deals]
        for name in list(servers)[:: 1 if number % 2 else -1]:
            found = rate(servers[name].port, games)
            if number >= 0:  # the round before warms everything up
                rates[name].append(found)
    return rates


def latencies(servers, deals, rounds):
    """The latencies of each server, round by round, the servers taking turns."""
    found = {name: [] for name in servers}
    for number in range(-1, rounds):
        for name in list(servers)[:: 1 if number % 2 else -1]:
            port = servers[name].port
            median = latency(port, [opened(port, deal) for deal in deals[:14]])
            if number >= 0:
                found[name].append(median)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=64, help="played in a round of throughput")
    parser.add_argument("--stored", type=int, default=100_000, help="other games, for latency")
    asked = parser.parse_args()
    rng = random.Random(1)
    deals = [scripted_deal(rng) for _ in range(asked.games)]
    directory = Path(tempfile.mkdtemp(prefix="belote-bench-"))
    server_cores, load_cores = shared_out()
    if server_cores:
        os.sched_setaffinity(0, server_cores)
    workers = len(server_cores or [None])
    stores = [
        EmbeddedServer.ensure(Settings(data_directory=directory / name, runtime_directory=directory))
        for name in ("few", "many")
    ]
    running = [Server("service:create_app()", workers, store.url) for store in stores]
    try:
        for server in running:
            server.wait()
        few, many = (Store(store.url) for store in stores)
        mean, most = sizes_in_play(few, running[0].port, deals[:9])
        sample = opened(running[1].port, deals[0])
        key = next(few.client.scan_iter("belote:game:*"))
        answer = json.loads(few_view(running[0].port, key))
        bare = Server(f"bench.bare_games:create_app({round(mean)}, {answer!r})", workers, stores[0].url)
        running.append(bare)
        bare.wait()
        if load_cores != [None]:
            os.sched_setaffinity(0, load_cores)
        rates = throughput({"bare": bare, "service": running[0]}, deals, asked.rounds)
        each = fill(many, asked.stored)
        times = latencies({"few": running[0], "many": running[1]}, deals, asked.rounds)
    finally:
        for server in running:
            server.stop()
        for store in stores:
            store.stop()
        shutil.rmtree(directory, ignore_errors=True)
    print(f"{workers} workers on cores {server_cores}, load from cores {load_cores}, {asked.rounds} rounds")
    print(f"{len(deals)} games of {len(sample)} or so actions, {RULESET}")
    report("actions a second", rates["bare"], rates["service"], "bare", "ours")
    report(f"latency beside {asked.stored} games, µs", times["few"], times["many"], "none", "many")
    print(f"bytes of a game in play: {mean:.0f} on average, {most} at most; {each:.0f} for each of many")
    return 0


def few_view(port, key):
    """The view of a stored game."""
    identity = key.decode().partition("{")[2].rstrip("}")
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/v1/games/{identity}")
    body = connection.getresponse().read()
    connection.close()
    return body


def report(what, first, second, first_name, second_name):
    """A line of medians and of the ratio of the two in the same round."""
    ratios = [mine / theirs for theirs, mine in zip(first, second, strict=True)]
    print(
        f"{what}: {first_name} {statistics.median(first):.0f}, {second_name} {statistics.median(second):.0f}, "
        f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    )


if __name__ == "__main__":
    sys.exit(main())
