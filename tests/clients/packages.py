"""The packages that TypeScript is compiled with."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

UNREACHED = re.compile(r"ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT")


def install(directory: Path) -> None:
    """Install what the package.json of a folder names; skips the test where there is no npm or no registry."""
    if shutil.which("npm") is None:
        pytest.skip("No TypeScript is tested: there is no npm here")
    words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--loglevel", "error"]
    done = subprocess.run(words, cwd=directory, check=False, capture_output=True, text=True, timeout=300)
    if done.returncode and UNREACHED.search(done.stderr):
        pytest.skip(f"No TypeScript is tested, the registry of npm is not reached: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
