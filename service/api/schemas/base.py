"""What every request schema shares: unknown fields are refused, and all faults are reported with their places."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, post_load
from marshmallow.exceptions import SCHEMA

from service.api.schemas.fields import RequestField
from service.messages import Message
from service.problems import Pointer, invalid_request


class RequestSchema(Schema):
    """A JSON object of known fields; what it loads is an instance of `value`."""

    value: ClassVar[Any]
    """The type of what is loaded."""

    class Meta:
        """Unknown fields are faults."""

        unknown = RAISE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        messages: dict[str, Any] = {
            "unknown": Message("fault", "unknown-field", allowed=", ".join(self.fields)),
            "type": Message("fault", "not-an-object"),
        }
        self.error_messages = messages

    @post_load
    def _build(self, data: dict[str, Any], **_kwargs: Any) -> Any:
        return self.value(**data)

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The value of a JSON document; raises ValidationError.

        What is no object has that one fault: marshmallow would ask the validators of the schema all the same.
        """
        if not isinstance(data, dict):
            raise ValidationError({SCHEMA: [Message("fault", "not-an-object")]})
        return super().load(data, **kwargs)

    def read(self, body: object) -> Any:
        """The value of a JSON document; raises Problem with every fault."""
        try:
            return self.load(body)
        except ValidationError as error:
            raise invalid_request(faults_in(error.messages)) from None


class Nested(RequestField):
    """An object inside an object."""

    def __init__(self, schema: RequestSchema, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = schema

    def read(self, value: Any) -> Any:
        """The value of the inner object."""
        return self.schema.load(value)


def faults_in(messages: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Message]]:
    """Every fault of marshmallow's tree of errors with its place.

    >>> [place for place, _ in faults_in({"hand": {3: [Message("fault", "null")]}})]
    [('hand', 3)]
    """
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from faults_in(inner, pointer if name == SCHEMA else (*pointer, name))
    elif isinstance(messages, list):
        for message in messages:
            yield pointer, message
    else:
        yield pointer, messages
