"""Players for games: they choose at random, legally or not, and know how to set a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.rules.annonces import Annonce, detect
from service.rules.annonces.kinds import CARRE, LOWEST_TOPS
from service.rules.auction.calls import BidRange, Call
from service.rules.cards import CARD_NAMES, cards_in, parse_card
from service.rules.game.actions import Action, CallAction, PlayAction, act, legal_actions, new_game
from service.rules.game.dealing import Supplied, supplied_deck, supplied_hands
from service.rules.play import Ruling
from service.rules.ruleset import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from service.rules.game.facts import Deal, Game

PRESETS = (
    "ffb-classique",
    "ffb-annonces",
    "ffb-contree",
    "ffb-coinchee",
    "bs-fyi",
    "belote-501",
    "pagat",
    "scorecrew",
    "pagat-coinche",
)

RULESETS = (
    *PRESETS,
    "ffb-annonces(sans_atout=true,tout_atout=true)",
    "ffb-annonces(all_pass=same-dealer,litige_award=contract-maker,target=300)",
    "ffb-coinchee(tout_atout=true,contre_timing=any-time,annonces_on_failure=all-declared)",
    "pagat-coinche(annonces=true,sans_atout=true,all_pass=dealer-takes)",
    "ffb-classique(target=none,deal_limit=3)",
)

ENTROPY = bytes(range(32))


def choose(rng: Random, game: Game) -> tuple[int, Action]:
    """A legal action of the seat whose turn it is; now and then a false annonce or a forgotten word."""
    deal = game.deal
    assert deal is not None
    seat = deal.to_act
    legal = legal_actions(deal, seat)
    assert legal
    if isinstance(legal, Ruling):
        card = rng.choice(list(cards_in(legal.legal)))
        return seat, PlayAction(card, annonces_of(rng, deal, seat), rng.random() < 0.8)
    call = rng.choice(legal)
    return seat, CallAction(bid_of(rng, call) if isinstance(call, BidRange) else call)


def bid_of(rng: Random, bids: BidRange) -> Call:
    """One of the legal bids, a low one mostly."""
    trump = rng.choice(bids.trumps)
    if bids.minimum is None or (bids.capot and rng.random() < 0.05):
        return Call("bid", trump, "capot")
    level = bids.minimum + bids.step * rng.randrange(4)
    return Call("bid", trump, level if bids.maximum is None else min(level, bids.maximum))


def annonces_of(rng: Random, deal: Deal, seat: int) -> tuple[Annonce, ...]:
    """What a seat declares with its first card: what it holds, mostly."""
    rules = deal.auction.ruleset.annonces
    if len(deal.plays) >= 4 or not rules.annonces or deal.contract is None:
        return ()
    held = tuple([holding.annonce for holding in detect(rules, deal.contract.trump, deal.dealt[seat])])
    chance = rng.random()
    if chance < 0.1:
        return ()
    return (*held, any_annonce(rng)) if chance > 0.9 else held


def any_annonce(rng: Random) -> Annonce:
    """An annonce that may well be false."""
    kind = rng.randrange(4)
    return Annonce(kind, rng.randrange(LOWEST_TOPS[kind], 8), None if kind == CARRE else rng.randrange(4))


def played(rng: Random, ruleset: str, actions: int | None = None) -> Iterator[Game]:
    """A game by random legal play, state by state, up to its end or for so many actions."""
    game = new_game(parse_ruleset(ruleset), rng.randbytes(32))
    yield game
    while not game.over and actions != 0:
        game = act(game, *choose(rng, game), rng.randbytes(32))
        yield game
        actions = None if actions is None else actions - 1


def cards(text: str) -> list[int]:
    """The cards that a text names, parted by spaces."""
    return [parse_card(name) for name in text.split()]


def names(held: int) -> set[str]:
    """The names of a set of cards."""
    return {CARD_NAMES[card] for card in cards_in(held)}


def deck_with(hands: Sequence[str]) -> Supplied:
    """Eight cards by seat, for a ruleset that bids."""
    return supplied_hands(parse_ruleset("ffb-contree"), [cards(hand) for hand in hands])


def any_deck(rng: Random) -> Supplied:
    """A deck in any order."""
    return supplied_deck(rng.sample(range(32), 32))


def table(ruleset: str, *hands: str, dealer: int = 3) -> Game:
    """A game whose first deal has these hands, by seat, before the first call."""
    return new_game(parse_ruleset(ruleset), ENTROPY, first_dealer=dealer, supplied=[deck_with(hands)])


def call(game: Game, *calls: str) -> Game:
    """The game after some calls in turn: `pass`, `80 H`."""
    for said in calls:
        level, _, trump = said.partition(" ")
        spoken = Call("bid", "SHDC".index(trump), int(level)) if trump else Call(said)  # type: ignore[arg-type]
        assert game.deal is not None
        game = act(game, game.deal.to_act, CallAction(spoken), ENTROPY)
    return game


def play(game: Game, text: str, *, belote: bool = False) -> Game:
    """The game after some cards in turn."""
    for card in cards(text):
        assert game.deal is not None
        game = act(game, game.deal.to_act, PlayAction(card, (), belote), ENTROPY)
    return game
