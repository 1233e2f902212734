"""The connection to the store: its URLs, its budget of time, and what it does when the store is away."""

from __future__ import annotations

import socket
import time

import pytest
import redis

from service.store.connection import AWAY, Store, check_url, make_client, parse_servers

WRONG = {
    "redis+sentinel://one:26379": "names the service",
    "redis+sentinel://one:26379/mymaster/two": "number of a database",
    "redis+sentinel://one:port/mymaster": "host:port",
    "redis+sentinel:///mymaster": "host:port",
    "redis+cluster://one:7000,/": "host:port",
    "redis+cluster://one:7000/0": "one database",
    "redis+cluster://one:7000?tls=true": "no parameter 'tls'",
    "redis://one:port": "Port",
    "http://one": "URL must specify",
}


@pytest.mark.parametrize("url", WRONG)
def test_a_wrong_url_is_refused_before_anything_is_connected(url):
    with pytest.raises(ValueError, match=WRONG[url]):
        check_url(url)


@pytest.mark.parametrize("url", ["redis://h", "rediss://u:p@h:1/2", "unix:///s", "redis+cluster://a,b:7001?ssl=true"])
def test_a_right_url_is_taken(url):
    check_url(url)


def test_a_wrong_url_does_not_tell_its_password():
    with pytest.raises(ValueError, match="names the service") as caught:
        check_url("redis+sentinel://user:secret@one")
    assert "secret" not in str(caught.value)


def test_a_login_is_read_and_decoded():
    servers = parse_servers("redis+cluster://user:p%40ss%2Fword@one,two:7001?ssl=true")
    assert servers.nodes == [("one", 6379), ("two", 7001)]
    assert (servers.username, servers.password) == ("user", "p@ss/word")
    assert servers.parameters == {"ssl": "true"}


def test_a_sentinel_url_gives_a_client_of_its_service_with_our_timeouts():
    url = "redis+sentinel://:secret@127.0.0.1:1,127.0.0.1:2/mymaster/3"
    client = make_client(url, timeout=0.2, retries=1, connections=4)
    options = client.connection_pool.connection_kwargs
    assert (options["password"], options["db"], options["socket_timeout"]) == ("secret", 3, 0.2)
    assert client.connection_pool.service_name == "mymaster"
    assert options["retry"].get_retries() == 1


def test_a_value_goes_and_comes_back(redis_url):
    store = Store(redis_url)
    store.client.set("test:connection", b"1", ex=10)
    assert store.blocking.get("test:connection") == b"1"
    assert store.ping()
    store.close()
    assert store.ping()
    store.close()


def test_a_client_is_made_once(redis_url):
    store = Store(redis_url)
    assert store.client is store.client
    assert store.client is not store.blocking
    assert store.client.connection_pool.max_connections == 72


def test_a_blocking_read_outlasts_the_timeout_of_an_exchange(redis_url):
    store = Store(redis_url, timeout=0.2)
    begin = time.monotonic()
    assert not store.blocking.xread({"test:empty-stream": "$"}, block=500)
    assert time.monotonic() - begin > 0.45
    with pytest.raises(redis.TimeoutError):
        store.client.xread({"test:empty-stream": "$"}, block=1000)
    store.close()


@pytest.mark.parametrize("scheme", ["redis", "redis+sentinel", "redis+cluster"])
def test_a_store_that_is_away_fails_soon_and_in_a_way_that_is_caught(scheme):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    store = Store(f"{scheme}://127.0.0.1:{port}{'/mymaster' if scheme == 'redis+sentinel' else ''}")
    begin = time.monotonic()
    assert not store.ping()
    with pytest.raises(AWAY):
        store.client.get("test:any")
    assert time.monotonic() - begin < 2
    store.close()


@pytest.mark.parametrize("scheme", ["redis", "redis+sentinel", "redis+cluster"])
def test_a_store_that_hangs_costs_the_budget_and_not_more(scheme):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        store = Store(f"{scheme}://127.0.0.1:{port}{'/mymaster' if scheme == 'redis+sentinel' else ''}", timeout=0.2)
        begin = time.monotonic()
        assert not store.ping(0.1)
        assert time.monotonic() - begin < 1
        begin = time.monotonic()
        with pytest.raises(AWAY):
            store.client.get("test:any")
        assert time.monotonic() - begin < 2
        store.close()


def test_an_error_does_not_hide_a_dead_connection(redis_url):
    store = Store(redis_url)
    store.client.ping()
    identity = store.client.client_id()
    with redis.Redis.from_url(redis_url) as other:
        other.client_kill_filter(_id=identity)
    assert store.client.ping()
    store.close()
