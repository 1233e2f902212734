"""What a bearer sees: his own cards, what is public, and nothing else."""

from random import Random

import orjson
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from service.api.game_views import dump_event, dump_view
from service.rules.annonces import Annonce
from service.rules.cards import CARD_NAMES, cards_in
from service.rules.game.actions import PlayAction, Refused, act, new_game
from service.rules.game.dealing import Supplied, supplied_deck
from service.rules.game.events import event_for, events_between
from service.rules.game.facts import HOST
from service.rules.game.spoken import resolution
from service.rules.game.view import view
from service.rules.reasons import RuleError
from service.rules.ruleset import parse_ruleset
from tests.games.players import ENTROPY, RULESETS, call, cards, choose, names, play, played, table

MIXED = ("7H 8H 9H TH 7S QH KH AH", "JH 8S 9S TS JS QS KS AS", "7D 8D 9D TD JD QD KD AD", "7C 8C 9C TC JC QC KC AC")
BEARERS = (0, 1, 2, 3, HOST, None)


def seen(game, bearer):
    """A view as the wire has it, without the commitment: a hash of what is hidden."""
    document = orjson.loads(orjson.dumps(dump_view(view(game, bearer), "en")))
    if document["deal"]:
        del document["deal"]["commitment"]
    return document


def names_in(document):
    """Every card that a document names."""
    if isinstance(document, dict):
        return set().union(*map(names_in, document.values()))
    if isinstance(document, list):
        return set().union(*map(names_in, document))
    return {document} & set(CARD_NAMES)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_x01_no_view_and_no_event_names_a_card_that_the_bearer_has_not_seen(ruleset, seed):
    before = None
    for game in played(Random(seed), ruleset, actions=90):
        deal = game.deal
        if deal is not None and not game.past:
            public = {CARD_NAMES[card] for card in deal.plays}
            if deal.auction.turn_up is not None:
                public.add(CARD_NAMES[deal.auction.turn_up])
            resolved = resolution(deal)
            for item in view(game).deal.shown["shown"] if resolved else ():
                public |= {CARD_NAMES[card] for card in item["cards"]}
            for bearer in BEARERS:
                own = names(deal.dealt[bearer]) if isinstance(bearer, int) else set()
                assert names_in(seen(game, bearer)) <= public | own
                for event in events_between(before, game):
                    assert names_in(dump_event(event_for(event, bearer))) <= public | own
        before = game


@pytest.mark.parametrize("bearer", BEARERS)
def test_x01_a_view_has_the_hand_of_its_bearer_and_the_counts_of_the_others(bearer):
    document = seen(play(call(table("ffb-contree", *MIXED), "80 H", "pass", "pass", "pass"), "7H JH"), bearer)
    hands = [set(hand.split()) - {"7H", "JH"} for hand in MIXED]
    assert document["deal"]["counts"] == [7, 7, 8, 8]
    if isinstance(bearer, int):
        assert set(document["hand"]) == hands[bearer]
        assert names_in(document) == hands[bearer] | {"7H", "JH"}
    else:
        assert document["hand"] is None
        assert names_in(document) == {"7H", "JH"}


@pytest.mark.parametrize("bearer", BEARERS)
def test_only_the_bearer_in_turn_is_told_what_is_legal(bearer):
    game = play(call(table("ffb-contree", *MIXED), "80 H", "pass", "pass", "pass"), "7H")
    legal = seen(game, bearer)["legal"]
    if bearer != 1:
        assert legal is None
    else:
        assert (legal["action"], legal["cards"], legal["reason"], legal["article"]) == (
            "play",
            ["JH"],
            "must-rise",
            "PLAY-4",
        )
        assert "seven of hearts" in legal["message"]


def test_a_contre_is_legal_out_of_turn_for_those_whose_it_is():
    game = call(table("ffb-contree(contre_timing=any-time)", *MIXED), "80 H", "pass")
    assert [seen(game, seat)["legal"] is not None for seat in range(4)] == [False, True, True, True]
    assert seen(game, 1)["legal"] == {"action": "call", "calls": [{"seat": 1, "call": "contre"}]}
    assert [option["call"] for option in seen(game, 2)["legal"]["calls"]] == ["pass", "bid"]


def test_the_bearer_is_told_what_his_hand_has_to_say():
    game = call(table("ffb-coinchee", *MIXED), "80 H", "pass", "pass", "pass")
    legal = seen(game, 0)["legal"]
    assert legal["belote"] == ["QH", "KH"]
    assert [(item["kind"], item["top"], item["suit"]) for item in legal["annonces"]] == [
        ("cinquante", "T", "H"),
        ("tierce", "A", "H"),
    ]
    game = play(game, "7H JH 7D 7C")
    assert "annonces" not in {name for name, value in seen(game, 1)["legal"].items() if value}


def test_irr_4_the_last_trick_is_shown_until_the_next_one_is_whole():
    game = play(call(table("ffb-contree", *MIXED), "80 H", "pass", "pass", "pass"), "7H JH 7D 7C")
    first = {"trick": 0, "leader": 0, "cards": ["7H", "JH", "7D", "7C"], "winner": 1, "team": 1, "points": 20}
    assert seen(game, None)["deal"]["last_trick"] == first
    assert seen(game, None)["deal"]["tricks_won"] == [0, 1]
    game = play(game, "8S 8D 8C")
    assert seen(game, None)["deal"]["last_trick"] == first
    game = play(game, "7S")
    assert seen(game, None)["deal"]["last_trick"]["cards"] == ["8S", "8D", "8C", "7S"]
    assert "7H" not in names_in(seen(game, None))


def test_ann_9_kinds_are_heard_at_once_and_cards_are_shown_with_the_second_trick():
    game = call(table("ffb-coinchee", *MIXED), "80 H", "pass", "pass", "pass")
    first = PlayAction(cards("7H")[0], (Annonce(1, 3, 1), Annonce(0, 7, 1)))
    game = act(game, 0, first, ENTROPY)
    game = act(game, 1, PlayAction(cards("JH")[0], (Annonce(2, 7, 0),)), ENTROPY)
    heard = [{"seat": 0, "kinds": ["cinquante", "tierce"]}, {"seat": 1, "kinds": ["cent"]}]
    assert seen(game, 2)["deal"]["annonces"] == {"declared": heard, "compared": None, "shown": None}
    game = play(game, "7D 7C")
    annonces = seen(game, 2)["deal"]["annonces"]
    assert annonces["shown"] is None
    assert annonces["compared"] == {"winner": 1, "reason": "higher-kind", "article": "ANN-5", "heights": []}
    annonces = seen(play(game, "8S"), 2)["deal"]["annonces"]
    assert annonces["shown"]["points"] == [0, 100]
    assert [(item["seat"], item["kind"], item["top"], item["suit"]) for item in annonces["shown"]["shown"]] == [
        (1, "cent", "A", "S")
    ]
    assert set(annonces["shown"]["shown"][0]["cards"]) == {"8S", "9S", "TS", "JS", "QS", "KS", "AS"}
    assert "9H" not in names_in(annonces)


def test_a_finished_deal_is_laid_open_with_its_bill():
    *_, game = (game for game in played(Random(8), "ffb-contree") if len(game.past) < 2)
    last = seen(game, 3)["last_deal"]
    assert sorted(card for hand in last["opening"]["hands"] for card in hand) == sorted(CARD_NAMES)
    assert last["scores"] == [sum(line["points"] for line in last["lines"] if line["team"] == team) for team in (0, 1)]
    assert (len(last["opening"]["seed"]), len(last["opening"]["salt"]), len(last["commitment"])) == (32, 32, 64)
    assert seen(game, 0)["last_deal"] == last


def test_f11_a_view_is_the_same_whenever_it_is_asked_for():
    for game in played(Random(9), "ffb-annonces", actions=60):
        assert seen(game, 2) == seen(game, 2)


def opened(ruleset, deck, dealer=3):
    return new_game(parse_ruleset(ruleset), ENTROPY, first_dealer=dealer, supplied=[deck])


def swapped(deck: Supplied, one: int, other: int) -> Supplied:
    """The same deck with two cards in each other's place."""
    places = {one: other, other: one}
    return supplied_deck([places.get(card, card) for card in deck.cards])


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(ruleset=st.sampled_from(RULESETS), seed=st.integers(0, 2**32), length=st.integers(0, 40), spy=st.integers(0, 3))
def test_a_spy_sees_the_same_in_games_that_differ_in_unseen_cards_alone(ruleset, seed, length, spy):
    """Two cards that the spy has not seen change places; the same is called and played, and the spy cannot tell."""
    rng = Random(seed)
    deck = supplied_deck(rng.sample(range(32), 32))
    game = opened(ruleset, deck)
    done = []
    for _ in range(length):
        step = choose(rng, game)
        after = act(game, *step, ENTROPY)
        if after.past:
            break
        done.append(step)
        game = after
    unseen = hidden_from(game, spy)
    assume(len(unseen) > 1)
    one, other = rng.sample(unseen, 2)
    twin = opened(ruleset, swapped(deck, one, other))
    states = [twin]
    for step in done:
        try:
            states.append(act(states[-1], *step, ENTROPY))
        except (Refused, RuleError):
            assume(False)
    twin = states[-1]
    assume(twin.deal.words == game.deal.words)
    assume(resolution(twin.deal) == resolution(game.deal))
    assert twin != game or one == other
    states_of_game = [opened(ruleset, deck)]
    for step in done:
        states_of_game.append(act(states_of_game[-1], *step, ENTROPY))
    assert told(states_of_game, spy) == told(states, spy)
    for ours, theirs in zip(states_of_game, states, strict=True):
        assert seen(ours, spy) == seen(theirs, spy)
    for bearer in BEARERS:
        if bearer in (HOST, None):
            assert seen(game, bearer) == seen(twin, bearer)
    assert refusals(game, spy) == refusals(twin, spy)


def hidden_from(game, spy):
    """The cards that a seat has not seen: neither his own, nor played, turned up or shown."""
    deal = game.deal
    known = {*cards_in(deal.dealt[spy]), *deal.plays, deal.auction.turn_up}
    for item in (view(game).deal.shown or {"shown": []})["shown"]:
        known.update(item["cards"])
    return [card for card in range(32) if card not in known]


def told(states, bearer):
    """Every event as a bearer is told it, without commitments."""
    events = []
    for before, after in zip([None, *states], states, strict=False):
        events += [dump_event(event_for(event, bearer)) for event in events_between(before, after)]
    return [{name: value for name, value in event.items() if name != "commitment"} for event in events]


def refusals(game, seat):
    """What a seat is told of each card that it may not play."""
    said = []
    for card in range(32):
        try:
            act(game, seat, PlayAction(card), ENTROPY)
        except Refused as refused:
            said.append((card, refused.reason, dict(refused.facts), refused.legal))
    return said
