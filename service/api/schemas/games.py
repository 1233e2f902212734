"""Requests about games: a new game, and an action in one."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from marshmallow import ValidationError, validates_schema

from service.api.schemas.annonces import AnnonceSchema
from service.api.schemas.base import Nested, RequestSchema
from service.api.schemas.contracts import HIGHEST_LEVEL, CallSchema
from service.api.schemas.fields import (
    Flag,
    ListOf,
    RequestField,
    RulesetField,
    card_field,
    cards_field,
    fault,
    seat_field,
    shown,
    word_field,
)
from service.api.schemas.quick import NOT_PLAIN, NotPlain, Reader, quick_number
from service.messages import Message
from service.rules.auction.calls import Call, CallKind
from service.rules.cards import CARDS_BY_NAME
from service.rules.contract import CAPOT
from service.rules.game.actions import Action, CallAction, EndAction, PlayAction
from service.rules.game.dealing import Supplied, supplied_deck, supplied_hands
from service.rules.reasons import RuleError
from service.rules.ruleset import OPTIONS, Ruleset, make_ruleset
from service.rules.trumps import TRUMPS_BY_NAME

MOST_DEALS = 50
"""How many deals a client may supply; after them the service shuffles."""

ActionName = Literal["call", "play", "end"]

PASS = Call("pass")

MOST_ANNONCES = 8
"""More than a hand has: what is not in it is false, and not a fault of the request (ANN-10)."""


class GivenDeal(NamedTuple):
    """A client's own cards: a deck, or hands with what the ruleset asks besides."""

    deck: tuple[int, ...] | None = None
    hands: tuple[tuple[int, ...], ...] | None = None
    turn_up: int | None = None
    stock: tuple[int, ...] = ()


class NewGameRequest(NamedTuple):
    """A game to be opened."""

    ruleset: Ruleset
    first_dealer: int | None = None
    """Who deals first; drawn by lot where it is left out."""
    deals: tuple[GivenDeal, ...] = ()

    @property
    def supplied(self) -> tuple[Supplied, ...]:
        """The client's cards as the rules take them; RuleError at the card, hand or deck that cannot be."""
        return tuple([self._supplied(number, deal) for number, deal in enumerate(self.deals)])

    def _supplied(self, number: int, deal: GivenDeal) -> Supplied:
        try:
            if deal.hands is not None:
                return supplied_hands(self.ruleset, deal.hands, deal.turn_up, deal.stock)
            return supplied_deck(deal.deck or ())
        except RuleError as error:
            raise error.within("deals", number) from None


class ActionRequest(NamedTuple):
    """An action, and the seat that it names, where it names one: the token says whose it is."""

    action: Action
    seat: int | None = None


class OptionField(RequestField):
    """The value of an option of the ruleset."""

    def __init__(self, option: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.option = OPTIONS[option]

    def read(self, value: Any) -> Any:
        """The value."""
        if self.option.accepts(value):
            return value
        raise fault("bad-option-value", option=self.option.name, value=shown(value), allowed=self.option.allowed)


class GivenDealSchema(RequestSchema):
    """The cards of one deal."""

    value = GivenDeal
    deck = cards_field()
    hands = ListOf(cards_field(), length=4)
    turn_up = card_field()
    stock = cards_field()

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _one_form(self, _data: Mapping[str, Any], original: Any = None, **_kwargs: Any) -> None:
        if ("deck" in original) == ("hands" in original):
            raise ValidationError({"hands" if "hands" in original else "deck": [Message("fault", "deck-or-hands")]})
        if "deck" in original:
            unasked = [name for name in ("turn_up", "stock") if name in original]
            if unasked:
                raise ValidationError({name: [Message("fault", "deck-or-hands")] for name in unasked})


class NewGameSchema(RequestSchema):
    """The body of POST /v1/games."""

    ruleset = RulesetField()
    target = OptionField("target")
    first_dealer = seat_field(allow_none=True)
    deals = ListOf(Nested(GivenDealSchema()), maximum=MOST_DEALS)

    @staticmethod
    def value(ruleset: Ruleset, target: int | str | None = None, **named: Any) -> NewGameRequest:
        """The request of these fields; a target of its own is an option of the ruleset (MATCH-1)."""
        if target is not None:
            ruleset = make_ruleset(ruleset.preset, {**ruleset.options, "target": target})
        return NewGameRequest(ruleset, **named)


class CallActionSchema(CallSchema):
    """A call in a game."""

    action = word_field(("call",), required=True)

    @staticmethod
    def value(call: CallKind, seat: int | None = None, level: Any = None, trump: Any = None, **_: Any) -> Any:
        """The action of these fields."""
        return ActionRequest(CallAction(Call(call, trump, level)), seat)


class PlayActionSchema(RequestSchema):
    """A card played in a game, with what is said."""

    action = word_field(("play",), required=True)
    card = card_field(required=True)
    annonces = ListOf(Nested(AnnonceSchema()), maximum=MOST_ANNONCES)
    belote = Flag()
    seat = seat_field()

    @staticmethod
    def value(seat: int | None = None, action: str = "play", **played: Any) -> ActionRequest:  # noqa: ARG004
        """The action of these fields."""
        return ActionRequest(PlayAction(**played), seat)


class EndActionSchema(RequestSchema):
    """The end of a game before the match is over."""

    action = word_field(("end",), required=True)

    @staticmethod
    def value(**_: Any) -> ActionRequest:
        """The action."""
        return ActionRequest(EndAction())


class AnyActionSchema(RequestSchema):
    """What every action has."""

    value: ClassVar[Any] = dict
    action = word_field(tuple(get_args(ActionName)), required=True)


NEW_GAME = Reader(NewGameSchema())
ANY_ACTION = AnyActionSchema()
ACTIONS: Mapping[ActionName, RequestSchema] = {
    "call": CallActionSchema(),
    "play": PlayActionSchema(),
    "end": EndActionSchema(),
}


def read_action(body: Any) -> ActionRequest:
    """The action of a JSON body; raises Problem with every fault."""
    try:
        return quick_action(body)
    except NOT_PLAIN:
        pass
    named = {name: body[name] for name in ("action",) if name in body} if isinstance(body, dict) else body
    name: ActionName = ANY_ACTION.read(named)["action"]
    request: ActionRequest = ACTIONS[name].read(body)
    return request


def quick_action(body: Any) -> ActionRequest:
    """What the schemas load from the commonest actions: a card without annonces, a pass, a take, a bid."""
    name = body["action"]
    if name == "play":
        belote = body.get("belote", False)
        if len(body) != 2 + ("belote" in body) or type(belote) is not bool:
            raise NotPlain
        return ActionRequest(PlayAction(CARDS_BY_NAME[body["card"]], (), belote))
    if name != "call":
        raise NotPlain
    kind = body["call"]
    if kind == "pass" and len(body) == 2:
        return ActionRequest(CallAction(PASS))
    if kind == "take" and len(body) == 2 + ("trump" in body):
        return ActionRequest(CallAction(Call("take", TRUMPS_BY_NAME[body["trump"]] if "trump" in body else None)))
    if kind == "bid" and len(body) == 4:
        trump, level = TRUMPS_BY_NAME[body["trump"]], body["level"]
        return ActionRequest(
            CallAction(Call("bid", trump, level if level == CAPOT else quick_number(level, HIGHEST_LEVEL)))
        )
    raise NotPlain
