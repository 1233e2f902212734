"""Four players play a match with the client that `script/clients python` generates, and a watcher hears the events.

Start it so:
    PYTHONPATH=clients/python:.venv-clients .venv/bin/python examples/clients/play_match.py http://127.0.0.1:8000
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import belote_client as belote


def games(url, token=None):
    """The games of a service, for the bearer of a token."""
    return belote.GamesApi(belote.ApiClient(belote.Configuration(host=url, access_token=token)))


def choose(view):
    """The dealer takes, the others pass; then the first legal card, with all that there is to say."""
    legal = view.legal
    if legal.action == "play":
        held = [belote.Annonce(kind=held.kind, top=held.top, suit=held.suit) for held in legal.annonces]
        return belote.PlayAction(action="play", card=legal.cards[0], belote=True, annonces=held or None)
    take = next((call for call in legal.calls if call.call == "take"), None)
    if take is None or view.seat != view.deal.dealer:
        return belote.CallAction(action="call", call="pass")
    return belote.CallAction(action="call", call="take", trump=take.trump)


def act(seat, view, action):
    """Act on the version that was seen."""
    return seat.act_in_game(view.id, f'"{view.version}"', belote.Action(action))


def play(seats, identity):
    """Play to the end of the match; the last view."""
    view = seats[0].show_game(identity)
    while view.phase != "over":
        seat = seats[view.to_act]
        view = seat.show_game(identity)
        view = act(seat, view, choose(view))
    return view


def follow(watcher, identity):
    """What the events tell, by long poll, to the end of the match: the deals and the result."""
    deals, last = [], "0"
    while True:
        told = watcher.game_events(identity, after=last, wait=20)
        last = told.last
        for event in told.events:
            match event.actual_instance:
                case belote.DealStarted():
                    deals.append({"calls": [], "plays": []})
                case belote.CallMade(call=call):
                    deals[-1]["calls"].append(call)
                case belote.CardPlayed(card=card):
                    deals[-1]["plays"].append(card)
                case belote.DealScored(scores=scores):
                    deals[-1]["scores"] = scores
                case belote.MatchOver(totals=totals, winner=winner):
                    return {"deals": deals, "totals": totals, "winner": winner}


def main(url):
    """Open a game, be refused once, play it to its end, and print what was heard of it."""
    opened = games(url).open_game(belote.NewGameRequest(ruleset=belote.Ruleset("ffb-annonces(target=600)")))
    seats = [games(url, token) for token in opened.tokens.seats]
    view = seats[0].show_game(opened.id)
    try:
        act(seats[(view.to_act + 1) % 4], view, belote.CallAction(action="call", call="pass"))
    except belote.ApiException as error:
        refused = belote.Problem.from_json(error.body)
    with ThreadPoolExecutor(1) as others:
        heard = others.submit(follow, games(url), opened.id)
        play(seats, opened.id)
    record = games(url).game_record(opened.id)
    again = belote.MatchesApi(belote.ApiClient(belote.Configuration(host=url))).score_match(record.match)
    print(json.dumps({"id": opened.id, "refused": refused.reason, "again": again.totals} | heard.result()))


main(sys.argv[1])
