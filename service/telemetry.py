"""Spans for OpenTelemetry: one a request, which goes on the trace of its caller, and one an exchange with the store.

Imported only where `BELOTE_TRACES` is on: the packages are those of requirements-telemetry.txt. Where spans go, and
which of them, is told by the standard OTEL_ variables. A span names the route, never a path, a query, a header or a
card.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from werkzeug.wsgi import ClosingIterator

from service.api.http import ANSWERED
from service.logs import TRACE
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from flask import Flask
    from opentelemetry.trace import Span

PROBES = frozenset(("/livez", "/readyz", "/metrics"))
"""What is asked every few seconds by machines, and would fill a collector with nothing."""

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"))
OPERATIONS = "/v1/"
EVENT_STREAM = "text/event-stream"
FLUSH_SECONDS = 3.0
"""How long a worker that stops waits for its last spans to be taken."""

INCOMING = TraceContextTextMapPropagator()
HEADERS = (("traceparent", "HTTP_TRACEPARENT"), ("tracestate", "HTTP_TRACESTATE"))


class Telemetry:
    """The spans of a process, and the way out for them."""

    def __init__(self) -> None:
        self._exporter = OTLPSpanExporter()
        resource = Resource.create({"service.name": "belote"}).merge(OTELResourceDetector().detect())
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self.tracer = self._provider.get_tracer("belote")

    def stop(self) -> None:
        """Send what is left, for `FLUSH_SECONDS` at most: a collector that is away must not hold up a stop."""
        last = threading.Thread(target=self._provider.shutdown, name="telemetry", daemon=True)
        last.start()
        last.join(FLUSH_SECONDS)
        if last.is_alive():
            self._exporter.shutdown()  # type: ignore[no-untyped-call]

    @contextmanager
    def exchange(self, command: str) -> Iterator[None]:
        """A span around a command to the store, as a part of the request that needs it; none outside of one."""
        if not trace.get_current_span().is_recording():
            yield
            return
        with self.tracer.start_as_current_span(
            command,
            kind=SpanKind.CLIENT,
            attributes={"db.system.name": "redis", "db.operation.name": command},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield
            except Exception as error:
                # Its kind, and not its words: they may have the address of the store, or what was sent to it.
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR)
                raise


class Traced:
    """A WSGI application with a span around each request but probes, up to the end of its answer.

    The span of an event stream ends where the stream begins: it may go on for hours.
    """

    def __init__(self, app: Flask, telemetry: Telemetry) -> None:
        self._inner = app.wsgi_app
        self._telemetry = telemetry

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        if environ.get("PATH_INFO") in PROBES:
            return self._inner(environ, start_response)
        span = self._begin(environ)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            describe(span, environ, status)
            if any(name == "Content-Type" and value.startswith(EVENT_STREAM) for name, value in headers):
                span.end()
            return start_response(status, headers, *rest)

        with trace.use_span(span, record_exception=False, set_status_on_exception=False):
            answer = self._inner(environ, start)
        return ClosingIterator(answer, lambda: end(span))

    def _begin(self, environ: dict[str, Any]) -> Span:
        carrier = {name: environ[key] for name, key in HEADERS if key in environ}
        method = environ.get("REQUEST_METHOD", "")
        method = method if method in METHODS else "_OTHER"
        span = self._telemetry.tracer.start_span(
            method, INCOMING.extract(carrier), SpanKind.SERVER, {"http.request.method": method}
        )
        environ[TRACE] = trace.format_trace_id(span.get_span_context().trace_id)
        return span


def describe(span: Span, environ: dict[str, Any], status: str) -> None:
    """Say of a request what it asked for and how it was answered."""
    code = int(status[:3])
    said: dict[str, str | int] = {"http.response.status_code": code}
    request = environ.get("werkzeug.request")
    if request is not None and request.url_rule is not None:
        route = said["http.route"] = str(request.url_rule)
        span.update_name(f"{request.method} {route}")
        if route.startswith(OPERATIONS):
            said["belote.operation"] = route.removeprefix(OPERATIONS)
    if request_id := environ.get("belote.request"):
        said["belote.request"] = request_id
    answered = environ.get(ANSWERED)
    if isinstance(answered, Problem):
        said |= {"belote.problem": answered.kind, "belote.reason": answered.reason}
    elif isinstance(answered, dict) and isinstance(ruleset := answered.get("ruleset"), str):
        said["belote.preset"] = ruleset.partition("(")[0]
    if code >= 500:
        said["error.type"] = answered.kind if isinstance(answered, Problem) else str(code)
        span.set_status(StatusCode.ERROR)
    span.set_attributes(said)


def end(span: Span) -> None:
    """End a span that may have ended."""
    if span.is_recording():
        span.end()
