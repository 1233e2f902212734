"""The settings of the service: one frozen value, read from the environment once and in one place."""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

REDIS_SCHEMES = ("redis", "rediss", "unix", "redis+sentinel", "redis+cluster")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("json", "text")
DAY = 24 * 60 * 60
N = TypeVar("N", int, float)
V = TypeVar("V")

_CHECKOUT = Path(__file__).resolve().parent.parent
KEY_HOLDERS = ("none", "remote", "all")

_API_KEY = re.compile(r"([A-Za-z0-9.\-]{1,40})=([0-9a-f]{64})")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-]+(:[0-9]{1,5})?|https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


class SettingsError(ValueError):
    """One or more variables of the environment hold what the service cannot use; one line each."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the service may be told from outside; every field has a default that works on a fresh machine.

    >>> Settings.from_env({}).port
    8000
    >>> Settings.from_env({"PORT": "eighty"})
    Traceback (most recent call last):
    service.settings.SettingsError: PORT is 'eighty'; allowed is a whole number from 0 to 65535.
    """

    host: str = "127.0.0.1"
    """`HOST`: the address to listen on. The default is reached from this machine only; a container sets 0.0.0.0."""

    port: int = 8000
    """`PORT`: the TCP port to listen on, 0 to 65535. With 0 the system picks a free one."""

    workers: int = 2
    """`WEB_CONCURRENCY`: worker processes, 1 to 256. One or two a core."""

    threads: int = 64
    """`BELOTE_THREADS`: threads a worker, 2 to 4096. Each request and each open event stream takes one."""

    streams: int = 56
    """`BELOTE_STREAMS`: event streams and long polls that a worker keeps open at once, 1 to `threads` - 1, so that
    streams never starve requests. Left out: `threads` - 8, or half of the threads where there are fewer than 16."""

    connections: int = 1000
    """`BELOTE_CONNECTIONS`: connections that a worker keeps open at once, `threads` + 2 to 100000; one more is answered
    with 503. Left out: 1000, or twice the threads where that is more."""

    client_seconds: int = 10
    """`BELOTE_CLIENT_SECONDS`: how long a client may take to send the head of a request, and then its body, 1 to 300;
    each KB of a body earns it another second."""

    graceful_seconds: int = 15
    """`BELOTE_GRACEFUL_SECONDS`: how long requests under way may go on after the service is told to stop, 1 to 600."""

    redis_url: str | None = field(default=None, repr=False)
    """`REDIS_URL`: where the games are kept: redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://.
    Left out or empty: a server of our own, started with the service on a private socket."""

    redis_server: Path | None = None
    """`BELOTE_REDIS_SERVER`: the valkey-server or redis-server program for a server of our own. Left out: the one of
    the installed wheel, or else the one on the PATH."""

    redis_timeout_seconds: float = 1.5
    """`BELOTE_REDIS_TIMEOUT_SECONDS`: how long one exchange with the store may take, 0.1 to 30, before it counts as
    away."""

    data_directory: Path = _CHECKOUT / "data"
    """`BELOTE_DATA`: the folder in which a server of our own keeps its append-only file. Left out: `data` in the
    checkout."""

    runtime_directory: Path | None = None
    """`XDG_RUNTIME_DIR`: the folder for the private socket of a server of our own. Left out: the system's
    temporary one."""

    max_body_bytes: int = 256 * 1024
    """`BELOTE_MAX_BODY_BYTES`: the largest request body, 1024 to 16777216 bytes; a larger one is answered with 413."""

    max_batch_bytes: int = 16 * 1024 * 1024
    """`BELOTE_MAX_BATCH_BYTES`: the same for /v1/batch, whose lines are each held to `max_body_bytes`; 1024 to
    1073741824."""

    max_batch_lines: int = 100_000
    """`BELOTE_MAX_BATCH_LINES`: the most lines of a batch, 1 to 100000000; a longer one is answered with 413."""

    max_batch_seconds: int = 120
    """`BELOTE_MAX_BATCH_SECONDS`: how long a batch may take, from its first byte to its last ruling sent, 1 to 3600.
    After that the rulings end, and the last line says from which line on there are none."""

    idle_game_seconds: int = 7 * DAY
    """`BELOTE_IDLE_GAME_SECONDS`: a game that nobody acts in for so long is forgotten, 60 to 31536000 (a year)."""

    finished_game_seconds: int = DAY
    """`BELOTE_FINISHED_GAME_SECONDS`: a game is kept for so long after its end, 60 to 31536000 (a year)."""

    sheet_seconds: int = 90 * DAY
    """`BELOTE_SHEET_SECONDS`: a score sheet or an evening that nobody changes for so long is forgotten, 60 to
    31536000 (a year)."""

    cors_origins: tuple[str, ...] = ("*",)
    """`BELOTE_CORS_ORIGINS`: origins whose pages may call the service, by commas; `*` for all, `none` for none.
    All is safe as a default: no cookie is read, and a seat's token is sent by the page that knows it."""

    api_keys: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """`BELOTE_API_KEYS`: the keys of front ends as name=digest by commas, the digest being the SHA-256 of the key in 64
    hexadecimal digits; script/api-key makes both. A request shows its key in the header X-Api-Key."""

    api_key_for: str = "none"
    """`BELOTE_API_KEY_FOR`: who has to show a key under /v1: none, remote (all but this machine itself) or all. Left
    out: remote where there are keys, none where there are none."""

    rate_limit: int = 0
    """`BELOTE_RATE_LIMIT`: requests under /v1 that a key and address may make in `rate_seconds`, 0 to 1000000; one too
    many is answered with 429. 0: as many as they like."""

    rate_seconds: int = 60
    """`BELOTE_RATE_SECONDS`: the length of the window of the rate limit, 1 to 86400 (a day)."""

    proxies: int = 0
    """`BELOTE_PROXIES`: how many proxies of ours stand before the service, 0 to 16, each of which adds the address that
    it saw to X-Forwarded-For. With 0 the header is not believed."""

    log_level: str = "info"
    """`BELOTE_LOG_LEVEL`: the least serious line that is logged: debug, info, warning or error."""

    log_format: str = "json"
    """`BELOTE_LOG_FORMAT`: json for one object a line, text for people."""

    access_log: bool = True
    """`BELOTE_ACCESS_LOG`: on or off: one line for each request, without bodies, tokens or cards."""

    metrics: bool = True
    """`BELOTE_METRICS`: on or off: counts and latencies at /metrics, for Prometheus. It tells whoever asks how much is
    asked, and nothing of cards or players."""

    traces: bool = False
    """`BELOTE_TRACES`: on or off: a span of OpenTelemetry for each request, sent by OTLP over HTTP to where the
    standard OTEL_ variables say. Needs the packages of requirements-telemetry.txt."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read the settings from `environ`, by default the process's environment.

        An empty variable counts as left out. Raises `SettingsError` with one line for each variable that is wrong.
        """
        read = _Reader(os.environ if environ is None else environ)
        settings = cls._read(read)
        if read.faults:
            raise SettingsError(read.faults)
        return settings

    @classmethod
    def _read(cls, read: _Reader) -> Self:
        threads = read.integer("BELOTE_THREADS", cls.threads, 2, 4096)
        api_keys = read.api_keys("BELOTE_API_KEYS")
        return cls(
            host=read.text("HOST", cls.host),
            port=read.integer("PORT", cls.port, 0, 65535),
            workers=read.integer("WEB_CONCURRENCY", cls.workers, 1, 256),
            threads=threads,
            streams=read.integer("BELOTE_STREAMS", _default_streams(threads), 1, threads - 1),
            connections=read.integer("BELOTE_CONNECTIONS", max(cls.connections, 2 * threads), threads + 2, 100_000),
            client_seconds=read.integer("BELOTE_CLIENT_SECONDS", cls.client_seconds, 1, 300),
            graceful_seconds=read.integer("BELOTE_GRACEFUL_SECONDS", cls.graceful_seconds, 1, 600),
            redis_url=read.redis_url("REDIS_URL"),
            redis_server=read.path("BELOTE_REDIS_SERVER", None),
            redis_timeout_seconds=read.number("BELOTE_REDIS_TIMEOUT_SECONDS", cls.redis_timeout_seconds, 0.1, 30),
            data_directory=read.path("BELOTE_DATA", cls.data_directory),
            runtime_directory=read.path("XDG_RUNTIME_DIR", None),
            max_body_bytes=read.integer("BELOTE_MAX_BODY_BYTES", cls.max_body_bytes, 1024, 16 * 1024**2),
            max_batch_bytes=read.integer("BELOTE_MAX_BATCH_BYTES", cls.max_batch_bytes, 1024, 1024**3),
            max_batch_lines=read.integer("BELOTE_MAX_BATCH_LINES", cls.max_batch_lines, 1, 10**8),
            max_batch_seconds=read.integer("BELOTE_MAX_BATCH_SECONDS", cls.max_batch_seconds, 1, 3600),
            idle_game_seconds=read.integer("BELOTE_IDLE_GAME_SECONDS", cls.idle_game_seconds, 60, 365 * DAY),
            finished_game_seconds=read.integer(
                "BELOTE_FINISHED_GAME_SECONDS", cls.finished_game_seconds, 60, 365 * DAY
            ),
            sheet_seconds=read.integer("BELOTE_SHEET_SECONDS", cls.sheet_seconds, 60, 365 * DAY),
            cors_origins=read.origins("BELOTE_CORS_ORIGINS", cls.cors_origins),
            api_keys=api_keys,
            api_key_for=read.holders("BELOTE_API_KEY_FOR", api_keys),
            rate_limit=read.integer("BELOTE_RATE_LIMIT", cls.rate_limit, 0, 10**6),
            rate_seconds=read.integer("BELOTE_RATE_SECONDS", cls.rate_seconds, 1, DAY),
            proxies=read.integer("BELOTE_PROXIES", cls.proxies, 0, 16),
            log_level=read.choice("BELOTE_LOG_LEVEL", cls.log_level, LOG_LEVELS),
            log_format=read.choice("BELOTE_LOG_FORMAT", cls.log_format, LOG_FORMATS),
            access_log=read.choice("BELOTE_ACCESS_LOG", "on", ("on", "off")) == "on",
            metrics=read.choice("BELOTE_METRICS", "on", ("on", "off")) == "on",
            traces=read.traces("BELOTE_TRACES"),
        )


def variables() -> tuple[str, ...]:
    """Return the names of all variables that the service reads, in the order of the fields."""
    read = _Reader({})
    Settings._read(read)
    return tuple(read.names)


def misspelt(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables that look like one of ours but are not, each with the name that was probably meant.

    Other `BELOTE_` names are let be: an orchestrator may set some for a service called belote.

    >>> misspelt({"BELOTE_THREADS": "8", "BELOTE_TREADS": "8", "BELOTE_SERVICE_HOST": "10.0.0.1"})
    {'BELOTE_TREADS': 'BELOTE_THREADS'}
    """
    known = variables()
    names = sorted(set(os.environ if environ is None else environ) - set(known))
    close = {name: difflib.get_close_matches(name, known, 1, 0.85) for name in names if name.startswith("BELOTE_")}
    return {name: matches[0] for name, matches in close.items() if matches}


def _default_streams(threads: int) -> int:
    return threads - 8 if threads >= 16 else max(1, threads // 2)


def _has_telemetry() -> bool:
    try:
        return importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        return False


class _Reader:
    """Reads variables one by one and keeps a list of what is wrong, so that all of it is said at once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.names: list[str] = []
        self.faults: list[str] = []

    def text(self, name: str, default: str) -> str:
        self.names.append(name)
        return self._environ.get(name, "").strip() or default

    def choice(self, name: str, default: str, allowed: Sequence[str]) -> str:
        value = self.text(name, default).lower()
        if value in allowed:
            return value
        return self._refuse(name, f"one of {', '.join(allowed)}", default)

    def integer(self, name: str, default: int, least: int, most: int) -> int:
        return self._within(name, default, least, most, int, "a whole number")

    def number(self, name: str, default: float, least: float, most: float) -> float:
        return self._within(name, default, least, most, float, "a number")

    def path(self, name: str, default: V) -> Path | V:
        value = self.text(name, "")
        return Path(value).absolute() if value else default

    def redis_url(self, name: str) -> str | None:
        value = self.text(name, "")
        if not value:
            return None
        scheme, _, rest = value.partition("://")
        if scheme in REDIS_SCHEMES and rest.strip("/"):
            return value
        # The value itself may hold a password, so it is not repeated.
        self.faults.append(
            f"{name} is not usable; allowed is a URL of a host that starts with "
            f"{', '.join(f'{scheme}://' for scheme in REDIS_SCHEMES)}."
        )
        return None

    def origins(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.text(name, ",".join(default))
        if value == "none":
            return ()
        origins = tuple(part.strip() for part in value.split(",") if part.strip())
        if origins == ("*",) or (origins and all(_ORIGIN.fullmatch(origin) for origin in origins)):
            return origins
        return self._refuse(name, "*, none, or origins such as https://example.org, separated by commas", default)

    def api_keys(self, name: str) -> tuple[tuple[str, str], ...]:
        parts = [part.strip() for part in self.text(name, "").split(",") if part.strip()]
        keys = [(match[1], match[2]) for part in parts if (match := _API_KEY.fullmatch(part))]
        if len(keys) < len(parts) or len(dict(keys)) < len(keys):
            # Whoever put a key in place of its digest does not want to read it in a log.
            self.faults.append(
                f"{name} is not usable; allowed is name=digest by commas, each name once, the digest being 64 "
                "lower-case hexadecimal digits: script/api-key makes one."
            )
            return ()
        return tuple(keys)

    def holders(self, name: str, api_keys: Sequence[object]) -> str:
        value = self.choice(name, "remote" if api_keys else "none", KEY_HOLDERS)
        if value == "none" or api_keys or any(fault.startswith("BELOTE_API_KEYS ") for fault in self.faults):
            return value
        return self._refuse(name, "none as long as BELOTE_API_KEYS is empty: nobody could come in", "none")

    def traces(self, name: str) -> bool:
        is_on = self.choice(name, "off", ("on", "off")) == "on"
        if is_on and not _has_telemetry():
            self.faults.append(
                f"{name} is on, and the packages that it needs are not installed: "
                f"{sys.executable} -m pip install -r requirements-telemetry.txt"
            )
        return is_on

    def _within(self, name: str, default: N, least: N, most: N, parse: Callable[[str], N], what: str) -> N:
        try:
            value = parse(self.text(name, str(default)))
        except ValueError:
            value = most + 1
        if least <= value <= most:
            return value
        return self._refuse(name, f"{what} from {least} to {most}", default)

    def _refuse(self, name: str, allowed: str, default: V) -> V:
        self.faults.append(f"{name} is {self._environ.get(name, '')[:80]!r}; allowed is {allowed}.")
        return default
