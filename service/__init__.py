"""The belote referee: a stateless service that rules on the card game of France."""

from service.app import create_app

__all__ = ["create_app"]
