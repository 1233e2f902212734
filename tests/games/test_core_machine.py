"""A game driven by random legal and illegal actions is always what its facts say."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from service.rules.auction.calls import BidRange, Call
from service.rules.game.actions import CallAction, EndAction, PlayAction, Refused, act, legal_actions, new_game
from service.rules.game.events import event_for, events_between
from service.rules.game.facts import HOST, Game
from service.rules.game.storage import dump, load
from service.rules.game.view import view
from service.rules.play import Ruling
from service.rules.reasons import RuleError
from service.rules.ruleset import parse_ruleset
from tests.games.players import RULESETS, any_annonce, any_deck, choose

SEATS = st.integers(0, 3)
RANDOMS = st.integers(0, 2**32).map(Random)


class GameMachine(RuleBasedStateMachine):
    """Actions of all kinds; what was done is kept, to be done again at the end."""

    @initialize(ruleset=st.sampled_from(RULESETS), rng=RANDOMS, dealer=st.none() | SEATS, supplied=st.integers(0, 2))
    def open(self, ruleset: str, rng: Random, dealer: int | None, supplied: int) -> None:
        given = [any_deck(rng) for _ in range(supplied)]
        self.opening = (parse_ruleset(ruleset), rng.randbytes(32), dealer, given)
        self.game = self.opened()
        self.done: list[tuple[object, object, bytes]] = []

    def opened(self) -> Game:
        ruleset, entropy, dealer, given = self.opening
        return new_game(ruleset, entropy, first_dealer=dealer, supplied=given)

    def do(self, bearer, action, entropy: bytes) -> None:
        self.game = act(self.game, bearer, action, entropy)
        self.done.append((bearer, action, entropy))

    @rule(rng=RANDOMS, times=st.integers(1, 12))
    def go_on(self, rng: Random, times: int) -> None:
        for _ in range(times):
            if not self.game.over:
                self.do(*choose(rng, self.game), rng.randbytes(32))

    @rule(seat=SEATS, card=st.integers(0, 31), belote=st.booleans(), false=st.booleans(), rng=RANDOMS)
    def play_anything(self, seat: int, card: int, belote: bool, false: bool, rng: Random) -> None:
        action = PlayAction(card, (any_annonce(rng),) if false else (), belote)
        deal = self.game.deal
        legal = None if deal is None else legal_actions(deal, seat)
        allowed = isinstance(legal, Ruling) and legal.legal >> card & 1
        if false and deal is not None:
            allowed = allowed and len(deal.plays) < 4 and self.game.ruleset.annonces.annonces
        self.attempt(seat, action, allowed, rng)

    @rule(
        seat=SEATS,
        call=st.sampled_from(["pass", "take", "bid", "contre", "surcontre"]),
        trump=st.integers(0, 5),
        level=st.sampled_from([70, 80, 85, 90, 120, 160, 170, 250, "capot"]),
        rng=RANDOMS,
    )
    def call_anything(self, seat: int, call, trump: int, level, rng: Random) -> None:
        deal = self.game.deal
        named = {"bid": (trump, level), "take": (trump,)}.get(call, ())
        said = Call(call, *named)
        legal = (legal_actions(deal, seat) or ()) if deal is not None and deal.contract is None else ()
        allowed = any(self.covers(option, said, deal) for option in legal)
        self.attempt(seat, CallAction(said), allowed, rng)

    @staticmethod
    def covers(option, said: Call, deal) -> bool:
        """Whether an entry of the legal calls has a call in it."""
        if isinstance(option, Call):
            turned = option.kind == "take" and option.trump is None and said.trump == deal.auction.turned_suit
            return option.kind == said.kind and (turned or option.trump == said.trump)
        assert isinstance(option, BidRange)
        if said.kind != "bid" or said.trump not in option.trumps:
            return False
        if said.level == "capot":
            return option.capot
        low, high = option.minimum, option.maximum
        return low is not None and said.level % option.step == 0 and low <= said.level <= (high or said.level)

    def attempt(self, seat: int, action, allowed, rng: Random) -> None:
        before = self.game
        if allowed and not before.over:
            self.do(seat, action, rng.randbytes(32))
            return
        with pytest.raises(Refused) as refused:
            act(before, seat, action, rng.randbytes(32))
        assert refused.value.reason.article
        alternatives = None if before.over or before.deal is None else legal_actions(before.deal, seat)
        assert refused.value.legal == alternatives

    @rule(seat=SEATS)
    def take_without_a_trump(self, seat: int) -> None:
        """It is a call of the first round alone; in the second it is none."""
        deal = self.game.deal
        if deal is None or deal.contract is not None or deal.auction.first_round or self.game.ruleset.bids:
            return
        with pytest.raises((RuleError, Refused)):
            act(self.game, seat, CallAction(Call("take")), b"")

    @rule(rng=RANDOMS, sure=st.integers(0, 9))
    def break_off(self, rng: Random, sure: int) -> None:
        if sure == 0 and not self.game.over:
            self.do(HOST, EndAction(), b"")

    @invariant()
    def stored_is_the_same(self) -> None:
        game = getattr(self, "game", None)
        if game is not None:
            assert load(dump(game)) == game

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        again = self.opened()
        for bearer, action, entropy in self.done:
            before, again = again, act(load(dump(again)), bearer, action, entropy)
            assert events_between(before, again)
            for seat in (*range(4), None):
                assert all(event_for(event, seat).hands is None for event in events_between(before, again))
        assert again == self.game
        assert dump(again) == dump(self.game)
        for seat in (*range(4), HOST, None):
            assert view(again, seat) == view(self.game, seat)


GameMachine.TestCase.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestGameMachine = GameMachine.TestCase
