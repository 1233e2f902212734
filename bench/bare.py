"""The least that a Flask service can do with JSON: parse a body and return it. What bench/http.py measures against."""

import orjson
from flask import Flask, Response, request

PATHS = ("/v1/legal-cards", "/v1/deals/score", "/v1/deals/replay")


def create_app(parser="json"):
    """A service that answers each path with the body it was sent; `parser` is json, Flask's own, or orjson."""
    app = Flask("bare")
    view = {"json": echo, "orjson": echo_by_orjson}[parser]
    for path in PATHS:
        app.add_url_rule(path, path, view, methods=["POST"])
    return app


def echo():
    """The body, parsed and written by Flask."""
    return request.get_json()


def echo_by_orjson():
    """The body, parsed and written by orjson."""
    return Response(orjson.dumps(orjson.loads(request.get_data())), mimetype="application/json")
