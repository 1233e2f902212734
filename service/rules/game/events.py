"""What happened: the events between two states of a game, each as its bearer may see it."""

from typing import Any, Literal, NamedTuple

from service.rules.game.facts import Bearer, Game

EventKind = Literal[
    "deal-started",
    "call-made",
    "contract-agreed",
    "deal-passed-out",
    "annonces-declared",
    "belote-said",
    "card-played",
    "trick-won",
    "annonces-compared",
    "annonces-shown",
    "deal-scored",
    "match-over",
    "game-ended",
]


class Event(NamedTuple):
    """Something that happened.

    `facts` holds JSON values only (cards, trumps and seats as the ints of this package), so that an event can be kept
    as `[kind, facts, hands]` and made again of it. `hands` are cards by seat, of which each seat may see its own alone:
    an event with them is for the store, never for a client.
    """

    kind: EventKind
    facts: dict[str, Any]
    hands: list[list[int]] | None = None


def events_between(before: Game | None, after: Game) -> list[Event]:
    """What one action made happen, in order; from None, what a new game begins with.

    `after` is `before` after one `act`.
    """
    raise NotImplementedError


def event_for(event: Event, bearer: Bearer) -> Event:
    """The event as a bearer may see it: a seat finds its own cards under `hand`, others' nowhere."""
    raise NotImplementedError
