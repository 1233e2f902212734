"""A breaker before the store: nobody waits for a store that is known not to answer."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = logging.getLogger("service")

PAUSE_SECONDS = 1.0


class Breaker:
    """Open from the first failure until the store answers again, for at least `PAUSE_SECONDS`.

    While it is open a thread of its own asks whether the store is back, so that no request pays for finding out.
    """

    def __init__(self, answers: Callable[[], bool], pause: float = PAUSE_SECONDS) -> None:
        self._answers = answers
        self._pause = pause
        self._lock = threading.Lock()
        self.is_open = False

    def trip(self) -> bool:
        """Open the breaker; tells whether it was closed."""
        with self._lock:
            if self.is_open:
                return False
            self.is_open = True
        try:
            threading.Thread(target=self._wait, name="breaker", daemon=True).start()
        except RuntimeError as error:
            # The system has no thread to give: nobody would ever close it again.
            LOG.warning("the store is not watched: %s", error)
            self.is_open = False
        return True

    def _wait(self) -> None:
        while True:
            time.sleep(self._pause)
            try:
                if self._answers():
                    self.is_open = False
                    return
            except Exception:
                LOG.exception("asking whether the store is back failed, and is tried again")
