#!/usr/bin/env python3
"""How long the play core takes: one legal set with its reason, and one whole deal checked card by card.

    .venv/bin/python bench/rules.py [--deals 300] [--rounds 9]

Where colver and belote-cli are installed (requirements-bench.txt), the same positions and deals are put to these
engines too, in turn with ours, and the two sets of answers are compared. bench/README.md says what is measured.
"""

import argparse
import importlib
import statistics
import sys
import time
from pathlib import Path

# In place of this folder, whose http.py would hide the one of the standard library.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.deals import random_deals
from service.rules.cards import CARD_NAMES, SUITS, set_of
from service.rules.play import legal_cards, play_cards


class Core:
    """The play core of the service."""

    def __init__(self, deals, positions):
        self.positions = [(at.deal.ruleset.play, at.deal.trump, at.trick, at.hand) for at in positions]
        self.deals = [(deal.ruleset.play, deal.trump, [*map(set_of, deal.hands)], deal.plays) for deal in deals]

    def ask_positions(self):
        """Put every position to the core."""
        for rules, trump, trick, hand in self.positions:
            legal_cards(rules, trump, trick, hand)

    def check_deals(self):
        """Put every whole deal to the core."""
        for rules, trump, hands, plays in self.deals:
            play_cards(rules, trump, 0, hands, plays)

    def legal_sets(self):
        """The set of legal cards in each position."""
        return [legal_cards(*position).legal for position in self.positions]


class Colver:
    """The same work done by colver, a Rust engine with a Python interface."""

    def __init__(self, module, deals, positions):
        self.engine = module.Env
        number_of = {self.engine.card_name(card): card for card in range(32)}
        symbols = dict(zip(SUITS, "♠♥♦♣", strict=True))
        self.theirs = [number_of[name[0].replace("T", "10") + symbols[name[1]]] for name in CARD_NAMES]
        self.deals = [(deal.trump, [*map(self.cards, deal.hands)], self.cards(deal.plays)) for deal in deals]
        self.environments = [self.come_to(at) for at in positions]

    def cards(self, cards):
        """Cards by the numbers of the other engine."""
        return [self.theirs[card] for card in cards]

    def begin(self, trump, hands):
        """A deal whose first card is to be led by seat 0."""
        environment = self.engine.deal_with_hands(3, hands)
        environment.set_contract(trump, 100, 0, 1)
        environment.set_phase_playing()
        return environment

    def come_to(self, position):
        """The other engine's form of a position."""
        environment = self.begin(position.deal.trump, [*map(self.cards, position.deal.hands)])
        for card in self.cards(position.deal.plays[: position.ply]):
            environment.step(card)
        return environment

    def ask_positions(self):
        """Put every position to the other engine."""
        for environment in self.environments:
            environment.legal_actions()

    def check_deals(self):
        """Put every whole deal to the other engine, each card held against what it calls legal."""
        for trump, hands, plays in self.deals:
            environment = self.begin(trump, hands)
            for card in plays:
                if card not in environment.legal_actions():
                    raise ValueError(card)
                environment.step(card)

    def legal_sets(self):
        """The set of legal cards in each position, by our numbers."""
        return [set_of(map(self.theirs.index, environment.legal_actions())) for environment in self.environments]


class BeloteCli:
    """The same work done by belote-cli, a game for the terminal written in Python."""

    def __init__(self, module, deals, positions):
        self.game = module
        suits = {suit.symbol: suit for suit in module.Suit}
        self.suits = [suits[symbol] for symbol in "♠♥♦♣"]
        names = {card: f"{card.rank.value}{card.suit.symbol}" for card in module.make_deck()}
        symbols = dict(zip(SUITS, "♠♥♦♣", strict=True))
        cards = {name: card for card, name in names.items()}
        self.theirs = [cards[name[0].replace("T", "10") + symbols[name[1]]] for name in CARD_NAMES]
        self.deals = [
            (self.begin(deal.trump, deal.hands), [self.theirs[card] for card in deal.plays]) for deal in deals
        ]
        self.states = [self.come_to(at) for at in positions]

    def begin(self, trump, hands):
        """A deal whose first card is to be led by seat 0."""
        first = self.game.Seat(0)
        return self.game.GameState(
            hands=tuple(tuple(self.theirs[card] for card in hand) for hand in hands),
            trump=self.suits[trump],
            contract=self.game.Contract.NORMAL,
            leader=first,
            turn=first,
            taker=first,
            phase=self.game.Phase.PLAYING,
        )

    def come_to(self, position):
        """The other engine's form of a position."""
        state = self.begin(position.deal.trump, position.deal.hands)
        for card in position.deal.plays[: position.ply]:
            state = self.game.play_card(state, self.theirs[card])
        return state

    def ask_positions(self):
        """Put every position to the other engine."""
        for state in self.states:
            self.game.legal_cards(state, state.turn)

    def check_deals(self):
        """Put every whole deal to the other engine, which refuses an illegal card."""
        for state, plays in self.deals:
            for card in plays:
                state = self.game.play_card(state, card)

    def legal_sets(self):
        """The set of legal cards in each position, by our numbers."""
        return [set_of(map(self.theirs.index, self.game.legal_cards(state, state.turn))) for state in self.states]


OTHERS = {"colver": ("colver", Colver, "ffb-contree"), "belote-cli": ("belote.game", BeloteCli, "ffb-classique")}
"""The other engines: the module, the work done by it, and the rulebook that comes closest to its play."""


def load(name, deals, positions):
    """Another engine, or None where it is not installed."""
    module, engine, _ = OTHERS[name]
    try:
        return engine(importlib.import_module(module), deals, positions)
    except ImportError:
        return None


def microseconds(work, count):
    """The time of one of `count` items of work."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) / count * 1e6


def measure(engines, counts, rounds):
    """The times of each engine and work, the engines taking turns within a round."""
    times = {(work, name): [] for work in counts for name in engines}
    for _ in range(rounds):
        for work, count in counts.items():
            for name, engine in engines.items():
                times[work, name].append(microseconds(getattr(engine, work), count))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name, (_, _, ruleset) in OTHERS.items():
        deals, positions = random_deals([ruleset], asked.deals, asked.seed)
        compare(name, ruleset, deals, positions, asked.rounds)
    return 0


def compare(name, ruleset, deals, positions, rounds):
    """Measure the core, and another engine beside it, over the same deals."""
    engines = {"this core": Core(deals, positions), name: load(name, deals, positions)}
    engines = {each: engine for each, engine in engines.items() if engine}
    counts = {"ask_positions": len(positions), "check_deals": len(deals)}
    titles = {"ask_positions": "legal set, one position", "check_deals": "whole deal, 32 cards"}
    print(
        f"{ruleset}: {len(positions)} positions, {len(deals)} deals, {rounds} rounds, Python {sys.version.split()[0]}"
    )
    print(f"{'microseconds each':<36}{'median':>8}{'best':>8}{'worst':>8}")
    times = measure(engines, counts, rounds)
    for (work, each), taken in times.items():
        row = f"{titles[work]}, {each}"
        print(f"{row:<36}{statistics.median(taken):>8.2f}{min(taken):>8.2f}{max(taken):>8.2f}")
    if name not in engines:
        print(f"{name} is not installed: pip install -r requirements-bench.txt\n")
        return
    for work in counts:
        ratios = sorted(theirs / ours for ours, theirs in zip(times[work, "this core"], times[work, name], strict=True))
        row = f"{titles[work]}, {name} / this core"
        print(f"{row}: {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")
    pairs = zip(*(engine.legal_sets() for engine in engines.values()), strict=True)
    print(f"ruled differently: {sum(ours != theirs for ours, theirs in pairs)} of {len(positions)} positions\n")


if __name__ == "__main__":
    sys.exit(main())
