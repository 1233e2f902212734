"""A breaker before the store: nobody waits for a store that is known not to answer."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
        threading.Thread(target=self._wait, name="breaker", daemon=True).start()
        return True

    def _wait(self) -> None:
        while True:
            time.sleep(self._pause)
            if self._answers():
                self.is_open = False
                return
