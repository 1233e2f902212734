"""The application, put together: settings, routes, error handlers."""

import logging
from functools import partial

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from service.api import access, batch, evenings, games, health, metrics, scoresheets, stateless, streams
from service.api.cors import Cors
from service.api.doors import Doors, tell_quota
from service.api.http import problem_response
from service.logs import request_id, tell_request_id
from service.messages import Message
from service.metrics import METRICS, Measured
from service.problems import Problem, detail
from service.rules.stored import Damaged, NewerFormat
from service.settings import Settings
from service.store.connection import AWAY, Store
from service.store.events import Hub
from service.store.games import Games
from service.store.limits import Limits
from service.store.sheets import Evenings, Sheets
from service.web import pages, score_page, table_page

LOG = logging.getLogger("service")


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; without `settings`, those of the environment."""
    settings = settings or Settings.from_env()
    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.extensions["settings"] = settings
    store = app.extensions["store"] = Store.of(settings)
    app.extensions["games"] = Games(store, settings)
    app.extensions["sheets"] = Sheets(store, settings)
    app.extensions["evenings"] = Evenings(store, settings)
    app.extensions["hub"] = Hub(store, settings.streams, lambda: app.extensions.get("stopping", bool)())
    app.register_blueprint(stateless.create_blueprint())
    app.register_blueprint(batch.blueprint)
    app.register_blueprint(games.blueprint)
    app.register_blueprint(streams.blueprint)
    app.register_blueprint(scoresheets.blueprint)
    app.register_blueprint(evenings.blueprint)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(table_page.blueprint)
    app.register_blueprint(score_page.blueprint)
    put_up_doors(app, settings, store)
    if settings.metrics:
        app.register_blueprint(metrics.blueprint)
        app.wsgi_app = Measured(app, METRICS)  # type: ignore[method-assign]
    if settings.traces:
        put_on_telemetry(app, store)
    app.register_error_handler(Problem, problem_response)
    for away in AWAY:
        app.register_error_handler(away, partial(store_away, store))
    for unread in (NewerFormat, Damaged):
        app.register_error_handler(unread, unreadable)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Exception, failure)
    return app


def put_up_doors(app: Flask, settings: Settings, store: Store) -> None:
    """All that stands before and after every request; what is switched off is not there."""
    limits = Limits(store, settings.rate_limit, settings.rate_seconds) if settings.rate_limit else None
    if limits or settings.api_key_for != "none":
        app.before_request(Doors(settings, limits).guard)
    if limits:
        app.after_request(tell_quota)
    app.after_request(tell_request_id)
    if settings.cors_origins:
        app.after_request(Cors(settings.cors_origins).tell)


def put_on_telemetry(app: Flask, store: Store) -> None:
    """Spans for requests and their exchanges with the store."""
    # Its packages are an extra, which nobody else needs.
    from service.telemetry import Telemetry, Traced

    telemetry = app.extensions["telemetry"] = Telemetry()
    store.around = telemetry.exchange
    app.wsgi_app = Traced(app, telemetry)  # type: ignore[method-assign]


def http_error(error: HTTPException) -> Response:
    """A fault that Flask or Werkzeug found, as a problem."""
    if isinstance(error, NotFound):
        problem = Problem("not-found", detail("not-found", path=request.path[:80]))
    elif isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        said = detail("method-not-allowed", method=request.method[:20], path=request.path[:80], allowed=allowed)
        problem = Problem("method-not-allowed", said, headers={"Allow": allowed})
    elif isinstance(error, RequestEntityTooLarge):
        problem = Problem("body-too-large", detail("body-too-large", maximum=request.max_content_length))
    else:
        problem = Problem("bad-request", Message("problem.detail", "bad-request", why=error.name))
    return problem_response(problem)


def store_away(store: Store, error: Exception) -> Response:
    """The store cannot do what it was asked."""
    store.failed(error)
    LOG.warning("the store of games is away: %s", error)
    return problem_response(health.store_unavailable())


def unreadable(error: NewerFormat | Damaged) -> Response:
    """Something that is stored cannot be read: somebody has to look at it, and the path says at which."""
    LOG.error("what is asked for by %s cannot be read: %s", request.path[:200], error)
    return problem_response(access.unreadable(error))


def failure(error: Exception) -> Response:
    """A fault of ours: logged with its trace, told without it."""
    LOG.error("unhandled exception on %s, request %s", request.path[:200], request_id(), exc_info=error)
    return problem_response(Problem("internal-error", detail("internal-error")))
