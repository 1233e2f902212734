"""The belote referee: a stateless service that rules on the card game of France."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.settings import Settings

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; without `settings`, those of the environment."""
    # Imported when called, so that the rules are there for programs that have nothing but Python.
    from service import app

    return app.create_app(settings)
