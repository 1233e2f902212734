"""Waiting for new versions of documents: one subscription for each worker, which wakes whoever waits.

The message says only that there is something new; what it is, each reads from the document. So a message that gets lost
costs nothing but time, and all wait by the same rule: look, wait, look again.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Self

from service.store.connection import AWAY

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from redis.client import PubSub

    from service.store.connection import Store

LOG = logging.getLogger("service")

POLL_SECONDS = 0.05
"""How soon a new channel is subscribed to, and a stop is noticed."""

AWAY_SECONDS = 0.5
"""When to try again a store that is away."""

LINGER_SECONDS = 20.0
"""How long a channel that nobody watches is kept: a long poll comes back soon."""


class TooManyWatches(Exception):
    """The worker keeps as many streams open as it may."""


class _Channel:
    """One channel and those who watch it."""

    def __init__(self, lock: threading.RLock) -> None:
        self.news = threading.Condition(lock)
        self.count = 0
        """How often there was, or may have been, something new."""
        self.watches = 0
        self.left = 0.0
        """When the last watch ended."""

    def tell(self) -> None:
        """Wake all who wait; the lock is held."""
        self.count += 1
        self.news.notify_all()


class Watch:
    """One stream's view of a channel; a context manager, whose end frees its place."""

    def __init__(self, hub: Hub, channel: _Channel) -> None:
        self._hub = hub
        self._channel = channel
        self._count = channel.count
        self._open = True

    def wait(self, seconds: float) -> bool:
        """Wait for so long at most; tell whether there may be something new since the last call."""
        with self._channel.news:
            self._channel.news.wait_for(lambda: self._channel.count != self._count or self._hub.stopping(), seconds)
            news, self._count = self._channel.count != self._count, self._channel.count
        return news

    def close(self) -> None:
        """Give the place back; a second call does nothing."""
        if self._open:
            self._open = False
            self._hub.leave(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub:
    """The watches of one worker, at most so many at once, and the one thread that listens for all of them."""

    def __init__(self, store: Store, limit: int, stopping: Callable[[], bool] = lambda: False) -> None:
        self.stopping = stopping
        self._store = store
        self._limit = limit
        self._lock = threading.RLock()
        self._wanted = threading.Condition(self._lock)
        self._channels: dict[str, _Channel] = {}
        self._watches = 0
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, name: str) -> Watch:
        """Watch a channel; raises TooManyWatches.

        What happens before the subscription stands is no loss: once it does, every watch is told to look again.
        """
        with self._lock:
            if self._watches >= self._limit or not self._listens():
                raise TooManyWatches(self._limit)
            self._watches += 1
            channel = self._channels.setdefault(name, _Channel(self._lock))
            channel.watches += 1
            self._wanted.notify()
            return Watch(self, channel)

    def leave(self, channel: _Channel) -> None:
        """End a watch."""
        with self._lock:
            self._watches -= 1
            channel.watches -= 1
            channel.left = time.monotonic()

    def close(self) -> None:
        """End the thread that listens; the store may be closed afterwards."""
        with self._lock:
            self._closed = True
            self._wanted.notify()
        if self._thread is not None:
            self._thread.join()

    def _listens(self) -> bool:
        """See that the thread runs; false where the system has no thread to give."""
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="events", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                LOG.warning("no thread listens for events: %s", error)
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        while not self._closed:
            try:
                with closing(self._store.blocking.pubsub()) as pubsub:
                    self._listen(pubsub)
            except AWAY as error:
                LOG.warning("the store does not tell of events: %s", error)
                self._look_again()
            except Exception:
                # Whatever it was: without this thread no watch of this process would ever be told of anything.
                LOG.exception("the thread that listens for events failed, and begins anew")
                self._look_again()

    def _look_again(self) -> None:
        self._tell_all()
        time.sleep(AWAY_SECONDS)

    def _listen(self, pubsub: PubSub) -> None:
        """Keep the subscription to what is watched, and pass on what it says."""
        subscribed: set[str] = set()
        while wanted := self._wanted_channels():
            if wanted - subscribed:
                pubsub.subscribe(*(wanted - subscribed))
            if subscribed - wanted:
                pubsub.unsubscribe(*(subscribed - wanted))
            subscribed = wanted
            message = pubsub.get_message(timeout=POLL_SECONDS)
            while message is not None:
                self._tell(message["channel"])
                message = pubsub.get_message()
            if self.stopping():
                self._tell_all()

    def _wanted_channels(self) -> set[str]:
        """What is watched, or was a moment ago; waits until there is something. Nothing only once the hub is closed."""
        with self._lock:
            now = time.monotonic()
            for name, channel in list(self._channels.items()):
                if not channel.watches and now - channel.left > LINGER_SECONDS:
                    del self._channels[name]
            while not self._channels and not self._closed:
                self._wanted.wait()
            return set() if self._closed else set(self._channels)

    def _tell(self, name: bytes) -> None:
        with self._lock:
            channel = self._channels.get(name.decode())
            if channel is not None:
                channel.tell()

    def _tell_all(self) -> None:
        with self._lock:
            for channel in self._channels.values():
                channel.tell()
