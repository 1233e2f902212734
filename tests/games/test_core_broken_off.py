"""A game that the host breaks off, and deals before their contract."""

import pytest

from service.rules.game.actions import EndAction, act, new_game
from service.rules.game.facts import HOST
from service.rules.game.record import record
from service.rules.game.sheet import score_facts
from service.rules.ruleset import parse_ruleset
from tests.games.players import ENTROPY, call, play, table

HEARTS_AND_OTHERS = (
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
    "7D 8D 9D TD JD QD KD AD",
    "7C 8C 9C TC JC QC KC AC",
)


def test_the_record_of_a_deal_broken_off_in_its_auction_is_laid_open():
    game = act(new_game(parse_ruleset("ffb-contree"), ENTROPY, first_dealer=3), HOST, EndAction(), ENTROPY)
    deal = record(game)["deals"][-1]
    assert (deal["outcome"], "replay" in deal, len(deal["hands"])) == ("broken-off", False, 4)
    assert deal["auction"]["calls"] == []
    assert {"salt", "seed"} <= set(deal)


def test_the_record_of_a_deal_broken_off_in_play_replays():
    game = call(table("ffb-contree", *HEARTS_AND_OTHERS), "80 H", "pass", "pass", "pass")
    game = act(play(game, "7H"), HOST, EndAction(), ENTROPY)
    deal = record(game)["deals"][-1]
    assert deal["outcome"] == "broken-off"
    assert deal["replay"]["plays"] == ["7H"]


def test_before_its_contract_a_deal_has_no_play_and_no_score():
    deal = new_game(parse_ruleset("ffb-contree"), ENTROPY, first_dealer=3).deal
    for ask in (lambda: deal.agreed, lambda: deal.play, lambda: score_facts(deal)):
        with pytest.raises(ValueError, match="no contract"):
            ask()
