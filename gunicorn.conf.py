"""How gunicorn serves the service. `gunicorn` alone, started in this folder, reads this file.

What can be set is in service/settings.py.
"""

import json
import os
import resource
import socket
import sys
from pathlib import Path
from typing import Any

# At a reload this file is read again, by a process that has imported modules before: what stands there now is to count.
for _name in [name for name in sys.modules if name.partition(".")[0] == "service"]:
    del sys.modules[_name]

import gunicorn.util
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest

from service.metrics import METRICS
from service.scratch import Scratch
from service.settings import Settings, SettingsError, misspelt
from service.store.connection import check_url
from service.store.embedded import EmbeddedServer, store_url
from service.store.program import EmbeddedServerError, NoServerProgramError

EXAMPLE = '{"trump": "H", "trick": {"leader": 0, "cards": ["AD", "TH"]}, "hand": ["9H", "QH", "AS"]}'
DETAIL_LENGTH = 200
ALLOWED = {
    400: "The request is not valid HTTP/1.1.",
    414: "A request line has at most 4094 bytes.",
    431: "A request has at most 100 headers of at most 8190 bytes each.",
}


def _settings() -> Settings:
    try:
        settings = Settings.from_env()
        check_url(store_url(settings))
    except (SettingsError, EmbeddedServerError, ValueError) as error:
        sys.exit(f"The service cannot start:\n{error}")
    return settings


settings = _settings()
_host = f"[{settings.host}]" if ":" in settings.host else settings.host

wsgi_app = "service:create_app()"
bind = f"{_host}:{settings.port}"
workers = settings.workers
worker_class = "service.worker.Worker"
threads = settings.threads
# Connections beyond the threads are idle ones that are kept alive, and those whose request is still on its way.
worker_connections = settings.connections
keepalive = 15
timeout = 30
graceful_timeout = settings.graceful_seconds
limit_request_line = 4094
limit_request_fields = 100
limit_request_field_size = 8190
loglevel = settings.log_level
logger_class = "service.logs.Logger"
accesslog = "-" if settings.access_log else None
proc_name = "belote"
# One path for all services of a user, which they would take from each other.
control_socket_disable = True
if Path("/dev/shm").is_dir():  # noqa: S108 - workers touch a file there to show that they live; a disk could stall it
    worker_tmp_dir = "/dev/shm"  # noqa: S108


def _raise_file_limit() -> None:
    """Let each worker open as many files as it may have connections, to clients and to the store."""
    wanted = settings.connections + 4 * settings.threads + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


_raise_file_limit()


def on_starting(server: Any) -> None:
    """Before anything listens, see that the port is free and the store runs."""
    for name, meant in misspelt().items():
        server.log.warning("%s is not a setting of the service; is %s meant?", name, meant)
    _refuse_taken_port()
    if settings.metrics:
        server.scratch = Scratch("belote-metrics-")
    if settings.redis_url is None:
        server.embedded_store = _start_store(server)


def _refuse_taken_port() -> None:
    # A socket handed down by systemd or by the gunicorn that this one replaces is taken rightly.
    if settings.port == 0 or "LISTEN_FDS" in os.environ or "GUNICORN_FD" in os.environ:
        return
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            sys.exit(
                f"The service cannot listen on {bind}: {os.strerror(error.errno or 0)}.\n"
                "Stop what listens there, or name another port or address: PORT=8001 script/server"
            )


def _start_store(server: Any) -> EmbeddedServer | None:
    try:
        store = EmbeddedServer.ensure(settings)
    except NoServerProgramError as error:
        server.log.warning("Games are off, all else works. %s", error)
        return None
    except EmbeddedServerError as error:
        sys.exit(f"The service cannot start its store of games:\n{error}")
    if store.is_owner:
        _revive_with(server, store)
    else:
        server.log.warning("The store of %s belongs to another process and ends with it.", settings.data_directory)
    return store


def _revive_with(server: Any, store: EmbeddedServer) -> None:
    """Look after the store when the master looks after its workers, every second: gunicorn has no hook for it."""
    manage_workers = server.manage_workers

    def manage_workers_and_store() -> None:
        manage_workers()
        try:
            if store.revive():
                server.log.warning("The store of games had ended and was started again.")
        except EmbeddedServerError as error:
            server.log.error("The store of games has ended and does not start: %s", error)

    server.manage_workers = manage_workers_and_store


def when_ready(server: Any) -> None:
    """Say where the service is and what to try, once it listens."""
    host, port = server.LISTENERS[0].getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - the address to call, not to bind
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    sys.stdout.write(
        f"The Belote referee is at {address}\n"
        f"Try: curl -s {address}/v1/legal-cards -H 'Content-Type: application/json' -d '{EXAMPLE}'\n"
    )
    sys.stdout.flush()


def post_worker_init(worker: Any) -> None:
    """Tell the application what only the worker knows: whether it is to stop, and what its faults in bodies mean.

    An open event stream that does not ask would hold the stop up; a torn chunk would be taken for a fault of ours.
    """
    app = worker.wsgi
    app.extensions["stopping"] = lambda: not worker.alive
    app.register_error_handler(ParseException, lambda _: app.handle_user_exception(BadRequest()))


def post_fork(server: Any, _worker: Any) -> None:
    """Let the worker put its counts where the others find them."""
    scratch = getattr(server, "scratch", None)
    if scratch is not None:
        METRICS.share(scratch.folder)


def worker_exit(_server: Any, worker: Any) -> None:
    """Keep the last counts and send the last spans of a worker that ends."""
    METRICS.write()
    app = getattr(worker, "wsgi", None)
    if app is not None and "telemetry" in app.extensions:
        app.extensions["telemetry"].stop()


def on_exit(server: Any) -> None:
    """Stop the store after the workers; restart rather than send USR2, which would end it under the new master."""
    scratch = getattr(server, "scratch", None)
    if scratch is not None:
        scratch.remove()
    store = getattr(server, "embedded_store", None)
    if store is not None:
        store.stop()


def write_problem(client: socket.socket, status: int, title: str, detail: str) -> None:
    """Answer a malformed or too large request, which never reaches the application, with a problem like all others."""
    reason = "internal-error" if status == 500 else title.lower().replace(" ", "-")
    body = json.dumps(
        {
            "type": f"/problems/{reason}",
            "title": title,
            "status": status,
            "detail": " ".join(part for part in (ALLOWED.get(status, ""), detail[:DETAIL_LENGTH]) if part) or title,
            "reason": reason,
        }
    ).encode()
    head = (
        f"HTTP/1.1 {status} {title}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(client, head.encode("latin-1") + body)


gunicorn.util.write_error = write_problem
