"""The least that a Flask service with a store can do for an action: what bench/games.py measures against.

Parse the body, get a value the size of a stored game, set it again, and answer with a document the size of a view.
"""

import os

from flask import Flask, request

from service.store.connection import Store

KEEP_SECONDS = 3600


def create_app(value_bytes, answer):
    """A service that makes two round trips of that many bytes and answers with that document."""
    app = Flask("bare")
    store = Store(os.environ["REDIS_URL"])
    value = os.urandom(value_bytes)

    @app.post("/v1/games/<identity>/actions")
    def act(identity):
        request.get_json()
        found = store.client.get(f"bare:{{{identity}}}")
        store.client.set(f"bare:{{{identity}}}", found or value, ex=KEEP_SECONDS)
        return answer

    return app
