"""A request is found in the log by the trace that it belongs to."""

import json
import urllib.request

import pytest

from service.logs import trace_id

TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.mark.parametrize(
    "given",
    [
        "",
        TRACE,
        f"00-{TRACE.upper()}-b7ad6b7169203331-01",
        f"00-{'0' * 32}-b7ad6b7169203331-01",
        f"ff-{TRACE}-b7ad6b7169203331-01",
        f"00-{TRACE}-b7ad6b7169203331-01\n",
    ],
)
def test_a_header_that_is_not_valid_is_left_out(given):
    assert trace_id({"HTTP_TRACEPARENT": given}) == ""


def test_the_line_of_a_request_has_its_trace(start_service, redis_url):
    service = start_service({"REDIS_URL": redis_url, "WEB_CONCURRENCY": "1"})
    request = urllib.request.Request(
        f"{service.url}/livez?token=secret", headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
    )
    with urllib.request.urlopen(request, timeout=5) as response:
        told = response.headers["X-Request-Id"]
    service.stop()
    text = service.log.read_text()
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert [line["request"] for line in lines if line.get("trace_id") == TRACE] == [told]
    assert "secret" not in text
