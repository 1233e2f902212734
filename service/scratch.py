"""A folder that the processes of one service share for as long as it runs.

Its master holds a lock in it, and so do the workers that it forks. A master that is killed leaves the folder behind;
the next service that starts finds the lock free, and removes it.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

UNLOCKED_SECONDS = 60
"""How old a folder without a lock has to be until it is taken for one that was left: a fresh one is about to get it."""


class Scratch:
    """A fresh private folder in the system's place for temporary files."""

    def __init__(self, prefix: str) -> None:
        for found in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
            with contextlib.suppress(OSError):
                if _is_left(found):
                    shutil.rmtree(found, ignore_errors=True)
        self.folder = Path(tempfile.mkdtemp(prefix=prefix))
        self._lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)


def _is_left(folder: Path) -> bool:
    """Whether a folder is this user's and its service has ended; raises OSError where it just vanished."""
    status = folder.lstat()
    if status.st_uid != os.getuid() or not folder.is_dir() or folder.is_symlink():
        return False
    try:
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return time.time() - status.st_mtime > UNLOCKED_SECONDS
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
