"""Spans as a collector gets them: on the trace of the caller, with what was asked and nothing that is secret."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from service.settings import Settings, SettingsError
from tests.faults.load import QUESTION
from tests.games.http import PASS, HttpTable
from tests.games.remote import HttpClient

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


class Collector:
    """Takes spans as OTLP over HTTP, and keeps the bytes too."""

    def __init__(self):
        self.bodies = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                assert self.path == "/v1/traces"
                collector.bodies.append(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def resources(self):
        return [each for body in self.bodies for each in ExportTraceServiceRequest.FromString(body).resource_spans]

    def spans(self):
        return [span for each in self.resources() for scope in each.scope_spans for span in scope.spans]


@pytest.fixture
def collector():
    made = Collector()
    yield made
    made.close()


@pytest.fixture
def traced(collector, redis_url, start_service):
    """A service of two workers that sends its spans when it stops, and not before."""
    return start_service(
        {
            "REDIS_URL": redis_url,
            "BELOTE_TRACES": "on",
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_BSP_SCHEDULE_DELAY": "60000",
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
        }
    )


def attributes(span):
    return {item.key: getattr(item.value, item.value.WhichOneof("value")) for item in span.attributes}


def ask(url, body=None, **headers):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.headers


def test_a_request_goes_on_the_trace_of_its_caller(traced, collector):
    told = ask(
        f"{traced.url}/v1/legal-cards?secret=1",
        QUESTION,
        traceparent=f"00-{TRACE}-{PARENT}-01",
        **{"X-Api-Key": "belote_key_secret"},
    )
    assert traced.stop() == 0
    (span,) = [span for span in collector.spans() if span.trace_id.hex() == TRACE]
    assert (span.name, span.kind, span.parent_span_id.hex()) == ("POST /v1/legal-cards", span.SPAN_KIND_SERVER, PARENT)
    assert attributes(span) == {
        "http.request.method": "POST",
        "http.route": "/v1/legal-cards",
        "http.response.status_code": 200,
        "belote.operation": "legal-cards",
        "belote.preset": "ffb-annonces",
        "belote.request": told["X-Request-Id"],
    }
    assert span.end_time_unix_nano > span.start_time_unix_nano
    resource = {item.key: item.value.string_value for item in collector.resources()[0].resource.attributes}
    assert (resource["service.name"], resource["deployment.environment.name"]) == ("belote", "test")
    assert not any(secret in body for body in collector.bodies for secret in (b"secret", b"AD", b"9H"))


def test_a_game_is_followed_to_the_store_without_a_token_or_a_card(traced, collector):
    table = HttpTable(HttpClient(traced.url), ruleset="ffb-contree", first_dealer=3)
    hand = table.view(0).json["hand"]
    assert table.act(0, PASS).status_code == 200
    assert table.act(0, PASS).status_code == 409
    identity = table.path.rsplit("/", 1)[1]
    assert traced.stop() == 0
    spans = collector.spans()
    requests = {span.span_id: span for span in spans if span.kind == span.SPAN_KIND_SERVER}
    acts = [span for span in requests.values() if span.name == "POST /v1/games/<identity>/actions"]
    done, refused = sorted(acts, key=lambda span: span.start_time_unix_nano)
    assert attributes(done)["belote.preset"] == "ffb-contree"
    assert attributes(refused)["belote.problem"] == "action-refused"
    assert attributes(refused)["belote.reason"] == "not-your-turn"
    assert attributes(refused)["http.response.status_code"] == 409
    assert refused.status.code == refused.status.STATUS_CODE_UNSET
    exchanges = [span for span in spans if span.parent_span_id == done.span_id]
    exchanges.sort(key=lambda span: span.start_time_unix_nano)
    # A server that does not know the script yet is sent it by a third.
    assert [span.name for span in exchanges][:2] == ["GET", "EVALSHA"]
    assert attributes(exchanges[0])["db.system.name"] == "redis"
    assert exchanges[0].trace_id == done.trace_id
    secrets = [*table.tokens.values(), identity, json.dumps(hand), f'"{hand[0]}"']
    assert not any(secret.encode() in body for body in collector.bodies for secret in secrets)


def test_the_log_and_the_spans_agree_on_the_trace(traced, collector):
    ask(f"{traced.url}/v1/rulesets", traceparent=f"00-{TRACE}-{PARENT}-01")
    ask(f"{traced.url}/v1/rulesets", traceparent="00-nothing-01")
    ask(f"{traced.url}/v1/legal-cards", b"{")
    assert traced.stop() == 0
    lines = [json.loads(line) for line in traced.log.read_text().splitlines() if line.startswith("{")]
    logged = {line["request"]: line["trace_id"] for line in lines if line.get("path", "").startswith("/v1/")}
    sent = {attributes(span)["belote.request"]: span.trace_id.hex() for span in collector.spans()}
    assert logged == sent
    assert len(sent) == 3
    assert TRACE in sent.values()
    assert not [line for line in lines if line.get("path") == "/livez" and "trace_id" in line]


def test_what_the_caller_does_not_sample_is_not_sent(traced, collector):
    ask(f"{traced.url}/v1/rulesets", traceparent=f"00-{TRACE}-{PARENT}-00")
    assert traced.stop() == 0
    assert collector.spans() == []
    assert f'"trace_id":"{TRACE}"' in traced.log.read_text()


def test_the_span_of_a_stream_ends_where_the_stream_begins(traced, collector):
    table = HttpTable(HttpClient(traced.url), ruleset="ffb-contree", first_dealer=3)
    request = urllib.request.Request(f"{traced.url}{table.path}/events", headers={"Accept": "text/event-stream"})
    with urllib.request.urlopen(request, timeout=10) as stream:
        stream.readline()
        time.sleep(0.5)
    assert traced.stop() == 0
    (span,) = [span for span in collector.spans() if span.name.endswith("/events")]
    assert span.end_time_unix_nano - span.start_time_unix_nano < 0.5e9
    # What the stream asks the store for later is no part of the request that began it.
    assert [each.name for each in collector.spans() if each.parent_span_id == span.span_id] == ["GET"]


def test_a_store_that_is_away_is_an_error_without_its_address(collector, start_service):
    service = start_service(
        {
            "REDIS_URL": "redis://user:hidden@127.0.0.1:1/0",
            "BELOTE_TRACES": "on",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{collector.url}/v1/traces",
        }
    )
    ask(f"{service.url}/v1/games/{'a' * 16}")
    assert service.stop() == 0
    spans = {span.name: span for span in collector.spans()}
    request, exchange = spans["GET /v1/games/<identity>"], spans["GET"]
    for span, kind in ((request, "store-unavailable"), (exchange, "ConnectionError")):
        assert span.status.code == span.status.STATUS_CODE_ERROR
        assert attributes(span)["error.type"] == kind
        assert not span.events
    assert not any(b"hidden" in body or b"127.0.0.1" in body for body in collector.bodies)


def test_a_collector_that_is_away_costs_no_request_and_hardly_delays_a_stop(redis_url, start_service):
    service = start_service(
        {"REDIS_URL": redis_url, "BELOTE_TRACES": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    )
    assert ask(f"{service.url}/v1/legal-cards", QUESTION)["Content-Type"] == "application/json"
    began = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - began < 12
    told = [json.loads(line) for line in service.log.read_text().splitlines() if line.startswith("{")]
    assert [line for line in told if line["level"] in ("warning", "error") and "export" in line.get("message", "")]
    assert "Traceback" not in service.log.read_text()


def test_it_refuses_to_start_without_the_packages(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)
    with pytest.raises(SettingsError, match=r"BELOTE_TRACES is on, .* pip install -r requirements-telemetry\.txt"):
        Settings.from_env({"BELOTE_TRACES": "on"})
    assert not Settings.from_env({}).traces


def test_nothing_of_it_is_loaded_unless_it_is_on():
    # redis-py loads what it finds of the SDK by itself.
    code = (
        "import sys; from service import create_app; from service.settings import Settings;"
        "create_app(Settings(redis_url='unix:///nowhere'));"
        "loaded = ('service.telemetry', 'opentelemetry.exporter', 'google');"
        "sys.exit(any(name.startswith(loaded) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], env=os.environ, check=False).returncode == 0
