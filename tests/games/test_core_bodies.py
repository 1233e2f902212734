"""The bodies of games: what is read, what is refused and where, and how refusals are worded."""

from random import Random

import pytest

from service.api.game_views import dump_refusal
from service.api.schemas.games import ACTIONS, NEW_GAME, ActionRequest, quick_action, read_action
from service.messages import LANGUAGES
from service.problems import Problem
from service.rules.annonces import Annonce
from service.rules.auction.calls import Call
from service.rules.cards import CARD_NAMES
from service.rules.game.actions import CallAction, EndAction, PlayAction, Refused, act
from service.rules.game.facts import HOST
from service.rules.reasons import RuleError
from tests.games.players import ENTROPY, any_annonce, call, cards, play, played, table

JH = 12
HANDS = [CARD_NAMES[8 * seat : 8 * seat + 8] for seat in range(4)]
FIVES = [list(CARD_NAMES[5 * seat : 5 * seat + 5]) for seat in range(4)]

PLAIN = [
    ({"action": "play", "card": "JH"}, PlayAction(JH)),
    ({"action": "play", "card": "JH", "belote": True}, PlayAction(JH, (), True)),
    ({"action": "play", "card": "10H"}, PlayAction(11)),
    ({"action": "call", "call": "pass"}, CallAction(Call("pass"))),
    ({"action": "call", "call": "take"}, CallAction(Call("take"))),
    ({"action": "call", "call": "take", "trump": "SA"}, CallAction(Call("take", 4))),
    ({"action": "call", "call": "bid", "level": 80, "trump": "H"}, CallAction(Call("bid", 1, 80))),
    ({"action": "call", "call": "bid", "level": "capot", "trump": "C"}, CallAction(Call("bid", 3, "capot"))),
]


@pytest.mark.parametrize(("body", "action"), PLAIN)
def test_the_quick_reader_and_the_schema_read_the_same(body, action):
    assert quick_action(body) == ACTIONS[body["action"]].read(body) == ActionRequest(action)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"action": "end"}, ActionRequest(EndAction())),
        ({"action": "call", "call": "contre", "seat": 2}, ActionRequest(CallAction(Call("contre")), 2)),
        ({"action": "call", "call": "bid", "level": 90.0, "trump": "H"}, ActionRequest(CallAction(Call("bid", 1, 90)))),
        (
            {"action": "play", "card": "JH", "seat": 1, "annonces": [{"kind": "tierce", "top": "K", "suit": "S"}]},
            ActionRequest(PlayAction(JH, (Annonce(0, 6, 0),)), 1),
        ),
    ],
)
def test_the_rarer_forms_are_read_too(body, expected):
    assert read_action(body) == expected


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ([], {""}),
        (None, {""}),
        ({}, {"/action"}),
        ({"action": "dance"}, {"/action"}),
        ({"action": None, "card": "JH"}, {"/action"}),
        ({"action": ["play"], "card": "JH"}, {"/action"}),
        ({"action": "play"}, {"/card"}),
        ({"action": "play", "card": "1H", "belote": "yes"}, {"/card", "/belote"}),
        ({"action": "play", "card": ["JH"]}, {"/card"}),
        ({"action": "play", "card": "JH", "call": "pass"}, {"/call"}),
        ({"action": "play", "card": "JH", "annonces": [{"kind": "run", "top": "K"}]}, {"/annonces/0/kind"}),
        ({"action": "play", "card": "JH", "annonces": [{"kind": "tierce", "top": "K"}]}, {"/annonces/0/suit"}),
        ({"action": "play", "card": "JH", "annonces": [{"kind": "carre", "top": "7"}]}, {"/annonces/0/top"}),
        ({"action": "call", "call": "bid", "trump": "H"}, {"/level"}),
        ({"action": "call", "call": "bid", "level": True, "trump": "H"}, {"/level"}),
        ({"action": "call", "call": "pass", "trump": "H"}, {"/trump"}),
        ({"action": "end", "why": "late"}, {"/why"}),
    ],
)
def test_a_faulty_action_is_told_every_fault_at_its_place(body, pointers):
    with pytest.raises(Problem) as problem:
        read_action(body)
    document = problem.value.document("en")
    assert document["status"] == 422
    assert {error["pointer"] for error in document["errors"]} >= pointers


def test_a_new_game_needs_nothing():
    request = NEW_GAME.read({})
    assert (request.ruleset.text, request.first_dealer, request.supplied) == ("ffb-annonces", None, ())


@pytest.mark.parametrize(
    ("ruleset", "target", "text"),
    [
        ("ffb-contree", 500, "ffb-contree(target=500)"),
        ("ffb-contree", 2000, "ffb-contree"),
        ("ffb-contree(target=500,rounding=none)", "none", "ffb-contree(rounding=none,target=none)"),
        ({"preset": "pagat", "options": {"annonces": False}}, 501, "pagat(annonces=false,target=501)"),
    ],
)
def test_a_target_is_an_option_of_the_ruleset(ruleset, target, text):
    assert NEW_GAME.read({"ruleset": ruleset, "target": target}).ruleset.text == text


def test_cards_of_the_clients_are_read_in_either_form():
    deck = {"deck": list(CARD_NAMES)}
    hands = {"hands": [list(hand) for hand in HANDS]}
    request = NEW_GAME.read({"ruleset": "ffb-contree", "deals": [deck, hands], "first_dealer": 2})
    assert [supplied.by_seat for supplied in request.supplied] == [False, True]
    turned = {"hands": FIVES, "turn_up": CARD_NAMES[20], "stock": list(CARD_NAMES[21:])}
    assert NEW_GAME.read({"deals": [turned]}).supplied[0].cards == tuple(range(32))


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"target": 0}, "/target"),
        ({"target": "high"}, "/target"),
        ({"target": True}, "/target"),
        ({"first_dealer": 4}, "/first_dealer"),
        ({"deals": [{}]}, "/deals/0/deck"),
        ({"deals": [{"deck": ["7S"], "hands": HANDS}]}, "/deals/0/hands"),
        ({"deals": [{"deck": ["7S"], "turn_up": "8S"}]}, "/deals/0/turn_up"),
        ({"deals": [{"hands": [[], [], []]}]}, "/deals/0/hands"),
        ({"deals": [{"deck": ["ZZ"]}]}, "/deals/0/deck/0"),
        ({"players": 4}, "/players"),
    ],
)
def test_a_faulty_new_game_is_told_where(body, pointer):
    with pytest.raises(Problem) as problem:
        NEW_GAME.read(body)
    assert pointer in {error["pointer"] for error in problem.value.document("en")["errors"]}


def test_cards_that_cannot_be_dealt_are_named_by_deal_and_place():
    request = NEW_GAME.read({"deals": [{"deck": list(CARD_NAMES)}, {"deck": ["7S"] * 32}]})
    with pytest.raises(RuleError) as error:
        _ = request.supplied
    assert error.value.pointer == ("deals", 1, "deck", 1)


def refusals():
    """Refusals of every kind that a game knows, from the play of some rulesets."""
    for ruleset in ("ffb-annonces", "ffb-contree", "pagat-coinche"):
        rng = Random(1)
        for game in played(rng, ruleset, actions=80):
            for action in (
                PlayAction(rng.randrange(32)),
                PlayAction(rng.randrange(32), (any_annonce(rng),)),
                CallAction(Call(rng.choice(["pass", "contre", "surcontre"]))),
                CallAction(Call("take", rng.randrange(6))),
                *[CallAction(Call("bid", rng.randrange(6), level)) for level in (70, 85, 90, 990, "capot")],
            ):
                for seat in range(4):
                    try:
                        act(game, seat, action, rng.randbytes(32))
                    except Refused as refused:
                        yield refused


def test_every_refusal_is_said_in_every_language_with_reason_article_and_what_is_legal():
    reasons = set()
    for refused in refusals():
        message, members = dump_refusal(refused)
        assert all(message.say(language) for language in LANGUAGES)
        assert set(members) == {"reason", "article", "legal"}
        reasons.add(members["reason"])
    assert {"auction-open", "too-late", "not-played", "not-your-turn", "not-in-hand", "auction-over"} <= reasons
    assert {"follow-suit", "bid-too-low", "bid-off-step", "call-not-played", "must-trump"} <= reasons


def test_what_a_409_says_would_do():
    suits = [" ".join(hand) for hand in HANDS]
    game = table("ffb-contree", *suits)
    with pytest.raises(Refused) as refused:
        act(game, 0, CallAction(Call("bid", 1, 70)), ENTROPY)
    _, members = dump_refusal(refused.value)
    assert members["legal"][0] == {"call": "pass"}
    assert members["legal"][1]["min"] == 80
    game = play(call(game, "80 H", "pass", "pass", "pass"), "7S")
    with pytest.raises(Refused) as refused:
        act(game, 1, PlayAction(cards("7S")[0]), ENTROPY)
    message, members = dump_refusal(refused.value)
    assert members == {"reason": "not-in-hand", "article": "PLAY-1", "legal": list(HANDS[1])}
    assert message.say("en") == "The seven of spades is not in the hand of seat 1."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_is_a_reason_too(language):
    suits = [" ".join(hand) for hand in HANDS]
    game = act(table("ffb-contree", *suits), HOST, EndAction(), ENTROPY)
    with pytest.raises(Refused) as refused:
        act(game, 0, PlayAction(0), ENTROPY)
    message, members = dump_refusal(refused.value)
    assert members == {"reason": "game-ended", "article": "MATCH-7", "legal": []}
    assert message.say(language)
