"""What is logged, and how: a JSON object a line, or text for people. Never a body, a token, a key or a card."""

from __future__ import annotations

import logging
import re
import secrets
import traceback
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from flask import Response, request
from gunicorn import glogging  # type: ignore[import-untyped]

from service.settings import Settings

REQUEST = "belote.request"
TRACE = "belote.trace"
"""Where the trace of a request stands that has a span of its own."""

GIVEN_ID = re.compile(r"[A-Za-z0-9._\-]{1,128}")
TRACE_PARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")
NO_TRACE = "0" * 32
LONGEST_PATH = 200
SERVICE = logging.getLogger("service")
TELEMETRY = logging.getLogger("opentelemetry")


def request_id() -> str:
    """The id of the request: the one it came with in `X-Request-Id`, if that is fit for a log, or a new one."""
    environ = request.environ
    found: str | None = environ.get(REQUEST)
    if found is None:
        given = environ.get("HTTP_X_REQUEST_ID")
        found = environ[REQUEST] = given if given and GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
    return found


def trace_id(environ: dict[str, Any]) -> str:
    """The trace that a request belongs to, by the W3C header `traceparent`; empty where there is none that is valid.

    >>> trace_id({"HTTP_TRACEPARENT": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})
    '0af7651916cd43dd8448eb211c80319c'
    """
    given = TRACE_PARENT.fullmatch(environ.get("HTTP_TRACEPARENT", ""))
    return given[1] if given and given[1] != NO_TRACE and not given[0].startswith("ff") else ""


def tell_request_id(response: Response) -> Response:
    """After a request: say its id, by which its line in the log is found."""
    response.headers.add("X-Request-Id", request_id())
    return response


class JsonFormatter(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; a message that is a mapping gives its fields."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        line |= record.msg if isinstance(record.msg, dict) else {"message": record.getMessage()}
        if record.exc_info:
            line["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return orjson.dumps(line).decode()


class TextFormatter(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s [%(process)d] %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; of a message that is a mapping, its values."""
        if isinstance(record.msg, dict):
            said = {"message": " ".join(str(value) for value in record.msg.values())}
            record = logging.makeLogRecord(record.__dict__ | {"msg": said["message"], "args": None})
        return super().format(record)


class Logger(glogging.Logger):  # type: ignore[misc]
    """gunicorn's log, ours and one line a request, in one form."""

    def setup(self, cfg: Any) -> None:
        """Begin to log, at the start and at each reload."""
        super().setup(cfg)
        formatter = JsonFormatter() if Settings.from_env().log_format == "json" else TextFormatter()
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(formatter)
        for logger in (SERVICE, TELEMETRY):
            logger.handlers = self.error_log.handlers
            logger.setLevel(self.loglevel)
            logger.propagate = False

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:  # noqa: ARG002
        """One line for a request that was answered. Without the query, which is nobody's business."""
        if self.access_log_enabled:
            trace = environ.get(TRACE) or trace_id(environ)
            self.access_log.info(
                {
                    "address": environ.get("REMOTE_ADDR", ""),
                    "method": environ.get("REQUEST_METHOD", ""),
                    "path": environ.get("RAW_URI", "").partition("?")[0][:LONGEST_PATH],
                    "status": int(str(resp.status).partition(" ")[0]),
                    "bytes": getattr(resp, "sent", 0),
                    "milliseconds": round(request_time.total_seconds() * 1000, 1),
                    "request": environ.get(REQUEST, ""),
                    **({"trace_id": trace} if trace else {}),
                }
            )
