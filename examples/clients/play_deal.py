"""Four players play a deal with the client that `script/clients python` generates.

Start it so:
    PYTHONPATH=clients/python:.venv-clients .venv/bin/python examples/clients/play_deal.py http://127.0.0.1:8000
"""

import json
import sys

import belote_client as belote


def games(url, token=None):
    """The games of a service, for the bearer of a token."""
    return belote.GamesApi(belote.ApiClient(belote.Configuration(host=url, access_token=token)))


def choose(legal):
    """The first thing that may be done other than to pass."""
    if legal.action == "play":
        return belote.PlayAction(action="play", card=legal.cards[0], belote=True)
    take = next(call for call in legal.calls if call.call == "take")
    return belote.CallAction(action="call", call="take", trump=take.trump)


def main(url):
    """Open a game, be refused once, and play its first deal."""
    opened = games(url).open_game(belote.NewGameRequest(ruleset=belote.Ruleset("ffb-classique")))
    seats = [games(url, token) for token in opened.tokens.seats]
    view = seats[0].show_game(opened.id)
    try:
        seats[(view.to_act + 1) % 4].act_in_game(
            opened.id, f'"{view.version}"', belote.Action(belote.CallAction(action="call", call="pass"))
        )
    except belote.ApiException as error:
        refused = json.loads(error.body)
    while view.last_deal is None:
        seat = view.to_act
        view = seats[seat].show_game(opened.id)
        view = seats[seat].act_in_game(opened.id, f'"{view.version}"', belote.Action(choose(view.legal)))
    # The contract offers events as a stream too, so that the client takes them for a text: read as they came.
    told = json.loads(seats[0].game_events_without_preload_content(opened.id, wait=0, after="0").read())
    kinds = [event["event"] for event in told["events"]]
    print(json.dumps({"refused": refused["reason"], "scores": view.last_deal["scores"], "events": kinds}))


main(sys.argv[1])
