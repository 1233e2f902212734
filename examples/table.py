#!/usr/bin/env python3
"""Four players at a table play a match, each with the token of its seat. Python's standard library, nothing else.

    python3 examples/table.py [http://127.0.0.1:8000] [ruleset]

A player whose turn it is picks one of the actions that its view offers as legal; the others wait for news. A watcher
without a token prints what happens.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from threading import Thread


def ask(method, url, body=None, token=None, headers=()):
    """A request, and the JSON of its answer; a service that is busy says when to come again."""
    sent = dict(headers) | ({"Authorization": f"Bearer {token}"} if token else {})
    if body is not None:
        sent["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, sent, method=method), timeout=40) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refusal:
            if "Retry-After" not in refusal.headers:
                raise
            time.sleep(int(refusal.headers["Retry-After"]))


def play(game, seat, token):
    """Sit at a seat to the end of the match."""
    view = ask("GET", game, token=token)
    while view["phase"] != "over":
        if view["to_act"] == seat:
            # Sent again with the same key after an answer that got lost, an action is done once all the same.
            headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": str(uuid.uuid4())}
            view = ask("POST", f"{game}/actions", choose(view), token, headers)
        else:
            ask("GET", f"{game}/events?wait=20&after={view['version']}", token=token)
            view = ask("GET", game, token=token)


def choose(view):
    """One of the legal actions: the first who may takes or bids, and cards are played as they come."""
    legal, deal = view["legal"], view["deal"]
    if legal["action"] == "play":
        annonces = [{name: held[name] for name in ("kind", "top", "suit")} for held in legal["annonces"]]
        said = {"annonces": annonces} if annonces else {}
        return {"action": "play", "card": random.choice(legal["cards"]), "belote": True} | said
    offers = {call["call"]: call for call in legal["calls"]}
    if "take" in offers:
        return {"action": "call"} | offers["take"]
    if "bid" in offers and not any(call["call"] == "bid" for call in deal["calls"]):
        return {"action": "call", "call": "bid", "level": offers["bid"]["min"], "trump": offers["bid"]["trumps"][0]}
    return {"action": "call", "call": "pass"}


def watch(game, players):
    """Print what happens, to the end of the match; or until a player fails, who has said why."""
    last, over = "0", False
    while not over:
        seated = all(player.is_alive() for player in players)
        told = ask("GET", f"{game}/events?wait=20&after={last}")
        last = told["last"]
        for event in told["events"]:
            over = over or event["event"] == "match-over"
            facts = {name: value for name, value in event.items() if name not in ("id", "event", "opening")}
            print(event["event"], json.dumps(facts))
        if not over and not seated:
            sys.exit("A player has left the table.")


def main(base="http://127.0.0.1:8000", ruleset="ffb-contree(target=500)"):
    """Open a game, seat four players, and watch."""
    opened = ask("POST", f"{base}/v1/games", {"ruleset": ruleset})
    game = f"{base}/v1/games/{opened['id']}"
    tokens = opened["tokens"]["seats"]
    players = [Thread(target=play, args=(game, seat, token), daemon=True) for seat, token in enumerate(tokens)]
    for player in players:
        player.start()
    watch(game, players)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except urllib.error.HTTPError as refusal:
        sys.exit(json.load(refusal)["detail"])
    except urllib.error.URLError as error:
        sys.exit(f"The service does not answer ({error.reason}); script/server starts it.")
