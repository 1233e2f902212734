#!/usr/bin/env python3
"""What a line of a batch costs: whole deals against stepping them through colver, legal cards against the rules alone.

    .venv/bin/python bench/batch.py [--deals 10000] [--rounds 5]

Starts the service with one worker. colver is compared where it is installed (requirements-bench.txt). bench/README.md
says what is measured.
"""

import argparse
import os
import random
import statistics
import sys
import time
from pathlib import Path

# In place of this folder, whose http.py would hide the one of the standard library.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import http.client

import orjson

from bench.bodies import names, position_body
from bench.deals import random_deals
from bench.http import Server
from service.api.lines import Line, rule_on
from service.rules.cards import RANKS
from service.rules.play import legal_cards
from service.rules.trumps import TRUMP_NAMES

try:
    import colver
except ImportError:
    colver = None

RULESET = "ffb-contree"
LEVEL = 80
COLVER_RANKS = "789JQKTA"
LONGEST = 256 * 1024
ANSWER_SECONDS = 300


def replay_line(number, deal):
    """A whole deal with its auction: the first player bids 80 in its trump, the others pass."""
    body = {
        "ruleset": RULESET,
        "dealer": 3,
        "hands": [names(hand) for hand in deal.hands],
        "calls": [{"call": "bid", "level": LEVEL, "trump": TRUMP_NAMES[deal.trump]}, *[{"call": "pass"}] * 3],
        "plays": names(deal.plays),
    }
    return orjson.dumps({"id": number, "op": "deals/replay", "body": body}) + b"\n"


def legal_line(number, position):
    """A position in the middle of a trick."""
    return orjson.dumps({"id": number, "op": "legal-cards", "body": position_body(position)}) + b"\n"


def time_of_batch(port, data, count):
    """Seconds from the first byte sent to the last one read; every answer has to be a 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    started = time.perf_counter()
    connection.request("POST", "/v1/batch", data, {"Content-Type": "application/x-ndjson"})
    answers = connection.getresponse().read()
    elapsed = time.perf_counter() - started
    connection.close()
    if answers.count(b'"status":200,') != count or answers.count(b"\n") != count:
        raise SystemExit(f"not every line was answered with 200: {answers[-500:]!r}")
    return elapsed


def in_colver(cards):
    """Cards by colver's numbers, whose ten stands between king and ace in every suit."""
    return [card & 24 | COLVER_RANKS.index(RANKS[card & 7]) for card in cards]


def actions_of(deal):
    """A deal in colver's numbers: the hands, and a bid, three passes, the cards."""
    return [in_colver(hand) for hand in deal.hands], [1 + deal.trump, 0, 0, 0, *in_colver(deal.plays)]


def step_through(hands, actions):
    """A deal stepped through colver, each action looked up in the legal ones, and where it ends."""
    env = colver.Env.deal_with_hands(3, hands)
    legal = env.legal_actions()
    for action in actions:
        if action not in legal:
            raise SystemExit(f"colver refuses {action}")
        legal = env.step(action)[3]
    return env


def time_of_steps(deals):
    """Seconds for stepping the deals through colver and reading what each side won."""
    dealt = [actions_of(deal) for deal in deals]
    started = time.perf_counter()
    for hands, actions in dealt:
        step_through(hands, actions).get_points()
    return time.perf_counter() - started


def check_same_deals(deals):
    """See that colver comes to the ends that ours comes to, so that both did the same work."""
    for number, deal in enumerate(deals):
        env = step_through(*actions_of(deal))
        answer = orjson.loads(rule_on(Line(1, replay_line(number, deal)), LONGEST).text)["body"]
        ours = [points + 90 * (answer["capot"] == team) for team, points in enumerate(answer["points"])]
        if not env.is_terminal() or list(env.get_points()) != ours:
            raise SystemExit(f"deal {number}: colver has {env.get_points()}, ours are {ours}")


def time_of_parts(positions, lines):
    """Seconds for ruling on lines, and for the rules core with orjson reading and writing the same documents."""
    asked = [(position.deal.ruleset.play, position.deal.trump, position.trick, position.hand) for position in positions]
    numbered = [Line(number, line) for number, line in enumerate(lines, 1)]
    answers = [orjson.loads(rule_on(line, LONGEST).text) for line in numbered]
    started = time.perf_counter()
    for line in numbered:
        rule_on(line, LONGEST)
    ruled = time.perf_counter()
    for each, line, answer in zip(asked, lines, answers, strict=True):
        orjson.loads(line)
        legal_cards(*each)
        orjson.dumps(answer)
    return ruled - started, time.perf_counter() - ruled


def show(what, seconds, count):
    """A row: microseconds each, median, best and worst of the rounds."""
    each = sorted(1e6 * second / count for second in seconds)
    print(f"{what:<58}{statistics.median(each):>9.1f}{each[0]:>9.1f}{each[-1]:>9.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    deals, positions = random_deals([RULESET], asked.deals, 1)
    positions = random.Random(1).sample(positions, min(len(positions), 20_000))
    replays = [replay_line(number, deal) for number, deal in enumerate(deals)]
    legal = [legal_line(number, position) for number, position in enumerate(positions)]
    if colver:
        check_same_deals(deals[:300])
    os.environ["BELOTE_MAX_BATCH_BYTES"] = str(1024**3)
    server = Server("service:create_app()", 1)
    batches, steps, lines, parts, legals = [], [], [], [], []
    try:
        server.wait()
        time_of_batch(server.port, b"".join(replays[:500]), len(replays[:500]))
        for _ in range(asked.rounds):
            batches.append(time_of_batch(server.port, b"".join(replays), len(replays)))
            if colver:
                steps.append(time_of_steps(deals))
            legals.append(time_of_batch(server.port, b"".join(legal), len(legal)))
            ruled, apart = time_of_parts(positions, legal)
            lines.append(ruled)
            parts.append(apart)
    finally:
        server.stop()
    print(f"{len(deals)} deals, {len(legal)} positions, {asked.rounds} rounds, Python {sys.version.split()[0]}")
    print(f"{'microseconds each':<58}{'median':>9}{'best':>9}{'worst':>9}")
    show("whole deal, a line of /v1/batch over HTTP", batches, len(deals))
    if steps:
        show("whole deal, stepped through colver in this process", steps, len(deals))
    show("legal cards, a line of /v1/batch over HTTP", legals, len(legal))
    show("legal cards, a line ruled on", lines, len(legal))
    show("legal cards, the rules and orjson both ways alone", parts, len(legal))
    if steps:
        print_ratio("colver / whole deal by batch", steps, batches)
    print_ratio("line of legal cards / rules and orjson", lines, parts)


def print_ratio(what, above, below):
    """The median ratio of the rounds, with the lowest and highest."""
    ratios = sorted(one / other for one, other in zip(above, below, strict=True))
    print(f"{what}: {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
