#!/usr/bin/env python3
"""Four players play one deal over HTTP, each with the token of its own seat. Python's standard library, nothing else.

    python3 examples/play_deal.py [http://127.0.0.1:8000] [ruleset]

Each player looks at the game with its token, picks one of the actions that the view offers as legal, and sends it with
the view's ETag in `If-Match` and a key in `Idempotency-Key`: should the answer get lost, the same request may be sent
again. At the end the bill of the deal is printed, and what is needed to check that it was dealt fairly.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

ATTEMPTS = 20


class Player:
    """One seat of a game."""

    def __init__(self, game, token):
        self.game = game
        self.token = token

    def look(self):
        """The game as this seat sees it, and its version."""
        return ask("GET", self.game, token=self.token)

    def act(self, action, version):
        """Send an action on a version of the game, once however often the request has to be sent; the next version."""
        key = str(uuid.uuid4())
        return ask("POST", f"{self.game}/actions", action, token=self.token, match=version, key=key)


def ask(method, url, body=None, *, token=None, match=None, key=None):
    """A request and its answer: the JSON document and the ETag."""
    headers = {"Content-Type": "application/json"} if body is not None else {}
    named = {"Authorization": token and f"Bearer {token}", "If-Match": match, "Idempotency-Key": key}
    headers |= {name: value for name, value in named.items() if value is not None}
    data, lost = None if body is None else json.dumps(body).encode(), None
    for _ in range(ATTEMPTS):
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.loads(answer.read() or b"null"), answer.headers["ETag"]
        except urllib.error.HTTPError as error:
            if error.code != 503:
                sys.exit(f"{method} {url}: {error.code} {error.read().decode()}")
            time.sleep(float(error.headers["Retry-After"]))
        except OSError as error:
            lost = error
            time.sleep(0.5)
    sys.exit(f"{method} {url}: {lost or 'the store of games stays away'}")


def choose(view):
    """One of the legal actions of a view."""
    legal, deal = view["legal"], view["deal"]
    if legal["action"] == "play":
        annonces = [{name: annonce[name] for name in ("kind", "top", "suit")} for annonce in legal["annonces"]]
        card = random.choice(legal["cards"])
        return {"action": "play", "card": card, "belote": True} | ({"annonces": annonces} if annonces else {})
    bids = [call for call in legal["calls"] if call["call"] in ("take", "bid")]
    if not bids or deal["contract"] or any(call["call"] == "bid" for call in deal["calls"]):
        return {"action": "call", "call": "pass"}
    call = random.choice(bids)
    if call["call"] == "bid":
        return {"action": "call", "call": "bid", "level": call["min"], "trump": random.choice(call["trumps"])}
    return {"action": "call"} | call


def say(action, seat):
    """One line for an action."""
    words = action.get("card") or " ".join(str(action[name]) for name in ("call", "level", "trump") if name in action)
    annonces = ", ".join(f"{annonce['kind']} to {annonce['top']}" for annonce in action.get("annonces", ()))
    print(f"seat {seat}: {words}{f' ({annonces})' if annonces else ''}")


def main(base="http://127.0.0.1:8000", ruleset="ffb-annonces"):
    """Open a game and play its first deal that is not passed by all."""
    opened, _ = ask("POST", f"{base}/v1/games", {"ruleset": ruleset})
    game = f"{base}/v1/games/{opened['id']}"
    players = [Player(game, token) for token in opened["tokens"]["seats"]]
    view, version = players[0].look()
    finished = None
    while finished is None:
        seat = view["to_act"]
        view, version = players[seat].look()
        action = choose(view)
        view, version = players[seat].act(action, version)
        say(action, seat)
        last = view["last_deal"]
        finished = last if last and last["outcome"] != "all-pass" else None
    print(f"\n{finished['outcome']}: {finished['scores'][0]} to {finished['scores'][1]}")
    for line in finished["lines"]:
        print(f"  team {line['team']}: {line['points']:>4}  {line['reason']} ({line['article']})")
    print(f"commitment {finished['commitment']}\nopened by seed {finished['opening']['seed']}", end=" ")
    print(f"and salt {finished['opening']['salt']}")
    ask("DELETE", game, token=opened["tokens"]["host"])


if __name__ == "__main__":
    main(*sys.argv[1:])
