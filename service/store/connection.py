"""The connection to the store: one server, Sentinel or Cluster, by the scheme of its URL.

redis-py gives other retries and timeouts to each way of building a client, and none of them fits a service, so all are
set here: a hung store costs at most two timeouts. A retry may send a write again, which the store's scripts must bear.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import RedisClusterException
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.store.breaker import Breaker
from service.store.embedded import store_url

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from service.settings import Settings

AWAY: tuple[type[Exception], ...] = (redis.RedisError, RedisClusterException)
"""What is raised when the store cannot do what it was asked: away, starting, full, failing over, read-only."""

PING_SECONDS = 0.3

LONGEST_BLOCK_SECONDS = 30.0
"""How long a blocking read of `Store.blocking` may wait at the server."""

QUICK_SECONDS = 0.25
"""How long an exchange of `Store.quick` may take."""

SENTINEL = "redis+sentinel"
CLUSTER = "redis+cluster"
DEFAULT_PORTS = {SENTINEL: 26379, CLUSTER: 6379}
PARAMETERS = ("ssl", "sentinel_username", "sentinel_password")


class StoreHangsError(redis.RedisError):
    """The store is not asked, because it did not answer a moment ago."""


class StoreUrlError(ValueError):
    """A URL of several servers that cannot be read; the message says what would be right, without the password."""


class Servers(NamedTuple):
    """What a redis+sentinel:// or redis+cluster:// URL says."""

    nodes: list[tuple[str, int]]
    username: str | None
    password: str | None
    service: str
    database: int
    parameters: dict[str, str]


def parse_servers(url: str) -> Servers:
    """Read `scheme://[user:password@]host[:port],…[/service[/database]][?ssl=true]`; a cluster has no path.

    >>> servers = parse_servers("redis+sentinel://:secret@one,[::1]:26380/mymaster/2")
    >>> servers.nodes, servers.password, servers.service, servers.database
    ([('one', 26379), ('::1', 26380)], 'secret', 'mymaster', 2)
    """
    # By hand: urllib knows one host a URL.
    scheme, _, rest = url.partition("://")
    rest, _, query = rest.partition("?")
    netloc, _, path = rest.partition("/")
    login, _, hosts = netloc.rpartition("@")
    username, _, password = login.partition(":")
    service, _, database = path.strip("/").partition("/")
    parameters = dict(parse_qsl(query))
    unknown = sorted(set(parameters) - set(PARAMETERS))
    if unknown:
        raise StoreUrlError(f"A {scheme}:// URL has no parameter {unknown[0]!r}; it may have {', '.join(PARAMETERS)}.")
    if scheme == CLUSTER and service:
        raise StoreUrlError(f"A {scheme}:// URL ends after the hosts: a cluster has one database.")
    if scheme == SENTINEL and not service:
        raise StoreUrlError(f"A {scheme}:// URL names the service after the hosts: {scheme}://host:port/mymaster.")
    if database and not database.isdecimal():
        raise StoreUrlError(f"A {scheme}:// URL ends with the number of a database, not {database!r}.")
    return Servers(
        [_node(host, scheme) for host in hosts.split(",")],
        unquote(username) or None,
        unquote(password) or None,
        unquote(service),
        int(database or 0),
        parameters,
    )


def _node(text: str, scheme: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None:
        raise StoreUrlError(f"A {scheme}:// URL names hosts as host:port,host:port; {text[:80]!r} is none.")
    return host, port or DEFAULT_PORTS[scheme]


def check_url(url: str) -> None:
    """Raise `ValueError`, with what would be right, for a URL that cannot be read. Nothing is connected."""
    if url.partition("://")[0] in DEFAULT_PORTS:
        parse_servers(url)
    else:
        redis.ConnectionPool.from_url(url)


def make_client(url: str, *, timeout: float, retries: int, connections: int) -> redis.Redis:
    """Return a client of the store at a URL, which connects when it is first used (a Cluster's at once).

    Shapes: redis://, rediss:// and unix:// as redis-py reads them; `redis+sentinel://host:port,…/service[/database]`;
    `redis+cluster://host:port,…`. `timeout` in seconds holds for connecting and for each exchange. Raises `ValueError`
    for a URL that cannot be read.
    """
    backoff = ExponentialWithJitterBackoff(cap=0.1, base=0.01) if retries else NoBackoff()
    options: dict[str, Any] = {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(backoff, retries),
        "max_connections": connections,
        "client_name": "belote",
    }
    scheme = url.partition("://")[0]
    if scheme == SENTINEL:
        return _sentinel_client(parse_servers(url), options)
    if scheme == CLUSTER:
        return _cluster_client(parse_servers(url), options)
    return redis.Redis.from_url(url, **options)


def watch(client: redis.Redis, around: Callable[[str], AbstractContextManager[None]]) -> None:
    """Do something around each exchange of a client, its second try included."""
    execute: Callable[..., Any] = client.execute_command

    def watched(*command: Any, **options: Any) -> Any:
        with around(str(command[0])):
            return execute(*command, **options)

    client.execute_command = watched  # type: ignore[method-assign]


def _sentinel_client(servers: Servers, options: dict[str, Any]) -> redis.Redis:
    ssl = servers.parameters.get("ssl") == "true"
    sentinels = Sentinel(
        servers.nodes,
        sentinel_kwargs={
            "socket_timeout": options["socket_timeout"],
            "socket_connect_timeout": options["socket_connect_timeout"],
            "username": servers.parameters.get("sentinel_username"),
            "password": servers.parameters.get("sentinel_password"),
            "ssl": ssl,
            "retry": Retry(NoBackoff(), 0),  # the next sentinel is asked instead
        },
    )
    login = {"username": servers.username, "password": servers.password, "db": servers.database, "ssl": ssl}
    return cast("redis.Redis", sentinels.master_for(servers.service, **login, **options))


def _cluster_client(servers: Servers, options: dict[str, Any]) -> redis.Redis:
    cluster = redis.RedisCluster(
        startup_nodes=[ClusterNode(host, port) for host, port in servers.nodes],
        username=servers.username,
        password=servers.password,
        ssl=servers.parameters.get("ssl") == "true",
        **options,
    )
    # A cluster's client has the same commands; it lacks scripts in a pipeline and keys of two slots in one command.
    return cast("redis.Redis", cluster)


class Store:
    """The clients of the store for one process; they connect when first used, so that the service starts without it.

    `client` is for exchanges, `blocking` for reads that wait at the server up to `LONGEST_BLOCK_SECONDS`.
    """

    def __init__(self, url: str, *, timeout: float = 1.5, threads: int = 64) -> None:
        self.url = url
        self._timeout = timeout
        self._connections = threads + 8
        self._clients: dict[str, redis.Redis] = {}
        self._lock = threading.Lock()
        self._breaker = Breaker(self.ping)
        self.around: Callable[[str], AbstractContextManager[None]] | None = None
        """What is to be done around each exchange, given the name of its command."""

    @classmethod
    def of(cls, settings: Settings) -> Store:
        """Return the store that the settings name; without `redis_url` that is the embedded server."""
        return cls(store_url(settings), timeout=settings.redis_timeout_seconds, threads=settings.threads)

    @property
    def client(self) -> redis.Redis:
        """For all that answers at once; an exchange is tried twice. Raises StoreHangsError while the store hangs."""
        if self._breaker.is_open:
            raise StoreHangsError("the store did not answer in time, and has not answered since")
        return self._client("client", self._timeout, 1)

    @property
    def quick(self) -> redis.Redis:
        """For what can be done without: it is tried once, for `QUICK_SECONDS` at most."""
        return self._client("quick", min(QUICK_SECONDS, self._timeout), 0)

    @property
    def blocking(self) -> redis.Redis:
        """For reads that wait at the server for what comes."""
        return self._client("blocking", LONGEST_BLOCK_SECONDS + self._timeout, 1)

    def failed(self, error: Exception) -> None:
        """Take note of what the store raised.

        One that hangs is not asked again until it answers: every request to it would hold a thread for two timeouts,
        and soon no thread would be left for the requests that need no store. One that refuses costs no time.
        """
        if isinstance(error, redis.TimeoutError):
            self._breaker.trip()

    def ping(self, budget: float = PING_SECONDS) -> bool:
        """Tell whether the store answers within about `budget` seconds."""
        try:
            return bool(self._client(f"ping {budget}", budget, 0).ping())
        except AWAY:
            return False

    def close(self) -> None:
        """Close all connections; a later use opens new ones."""
        with self._lock:
            clients, self._clients = self._clients, {}
        for client in clients.values():
            with contextlib.suppress(*AWAY):
                client.close()

    def _client(self, name: str, timeout: float, retries: int) -> redis.Redis:
        client = self._clients.get(name)
        if client is None:
            client = make_client(self.url, timeout=timeout, retries=retries, connections=self._connections)
            if self.around is not None:
                watch(client, self.around)
            with self._lock:
                client = self._clients.setdefault(name, client)
        return client
