"""`python -m service adjudicate`: a file of requests ruled on, one a line."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TextIO

from service.commands.blocks import Ruled, cut_into_blocks, ruled_blocks
from service.settings import Settings, SettingsError

ALL_ACCEPTED, SOME_NOT, NOT_DONE = range(3)
BROKEN_PIPE = 128 + signal.SIGPIPE

PROGRESS_SECONDS = 0.2


class Tally:
    """How many lines were ruled on and how."""

    def __init__(self) -> None:
        self.lines = 0
        self.faulty = 0
        self.refused = 0
        self.first: int | None = None
        self.end = 0

    def add(self, ruled: Ruled) -> None:
        """Count the lines of a block."""
        self.lines += ruled.lines
        self.faulty += ruled.faulty
        self.refused += ruled.refused
        self.first = ruled.first if self.first is None else self.first
        self.end = ruled.end

    def __str__(self) -> str:
        if self.first is None:
            return f"{self.lines:,} lines, all accepted."
        return (
            f"{self.lines:,} lines: {self.faulty:,} not answered with 200, {self.refused:,} refused by the rules; "
            f"the first is line {self.first}."
        )


class Progress:
    """One line of a terminal that says how far it is."""

    def __init__(self, stream: TextIO | None, size: int) -> None:
        self._stream = stream
        self._size = size
        self._start = self._shown = time.monotonic()

    def show(self, tally: Tally) -> None:
        """Say it, not too often."""
        now = time.monotonic()
        if self._stream is None or now - self._shown < PROGRESS_SECONDS:
            return
        self._shown = now
        share = f"{min(100, 100 * tally.end // self._size):3} %  " if self._size else ""
        speed = tally.lines / (now - self._start)
        self._stream.write(f"\r\033[K{share}{tally.lines:,} lines, {speed:,.0f} a second")
        self._stream.flush()

    def clear(self) -> None:
        """Leave the line to others."""
        if self._stream is not None:
            self._stream.write("\r\033[K")
            self._stream.flush()


class Stopped(BaseException):
    """A signal asked to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """Ctrl-C and SIGTERM end the work between two writes, so that no line is cut; a second one ends it at once."""

    def __init__(self) -> None:
        self._asked = 0
        self._busy = False

    def __enter__(self) -> "Signals":
        self._before = {number: signal.signal(number, self._handle) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self._asked or not self._busy:
            raise Stopped(number)
        self._asked = number

    def write(self, output: BinaryIO, text: bytes) -> None:
        """Write all of a text, or raise `Stopped` before or after it."""
        self._busy = True
        left = memoryview(text)
        while left:  # a signal cuts a write to a full pipe short
            left = left[output.write(left) :]
        output.flush()
        self._busy = False
        if self._asked:
            raise Stopped(self._asked)


def run(given: argparse.Namespace) -> int:
    """Rule on a file; returns the exit status."""
    tally = Tally()
    progress = Progress(sys.stderr if sys.stderr.isatty() and not given.quiet else None, size_of(given.file))
    try:
        with Signals() as signals, opened_input(given.file) as lines, opened_output(given.output) as output:
            longest = Settings.from_env().max_body_bytes
            jobs = given.jobs or cores()
            for ruled in ruled_blocks(cut_into_blocks(lines, longest), jobs, longest, given.language):
                tally.add(ruled)
                signals.write(output, ruled.text)
                progress.show(tally)
    except Stopped as stopped:
        progress.clear()
        return failed(f"Stopped after {tally.lines:,} lines.", 128 + stopped.number)
    except BrokenPipeError:
        # What reads the rulings has seen enough; the interpreter must not fail on flushing at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except BrokenProcessPool:
        progress.clear()
        failed(f"A process ended by itself after {tally.lines:,} lines, perhaps for want of memory.", NOT_DONE)
        sys.stderr.flush()
        os._exit(NOT_DONE)  # at its end the interpreter would wait for the threads of the broken pool
    except OSError as error:
        progress.clear()
        return failed(f"{error.filename}: {error.strerror}" if error.filename else str(error), NOT_DONE)
    except SettingsError as error:
        return failed(str(error), NOT_DONE)
    progress.clear()
    if not given.quiet and (tally.first is not None or sys.stderr.isatty()):
        sys.stderr.write(f"{tally}\n")
    return ALL_ACCEPTED if tally.first is None else SOME_NOT


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def failed(why: str, status: int) -> int:
    """Say why it ends early."""
    sys.stderr.write(f"{why}\n")
    return status


def size_of(file: Path | None) -> int:
    """The size of a file in bytes, 0 where there is none to be told."""
    return file.stat().st_size if file is not None and file.is_file() else 0


@contextmanager
def opened_input(file: Path | None) -> Iterator[BinaryIO]:
    """The requests; raises OSError."""
    if file is not None and str(file) != "-":
        with file.open("rb") as stream:
            yield stream
    elif sys.stdin.isatty():
        raise OSError("Name a file of requests, or pipe one in: python -m service adjudicate deals.ndjson")
    else:
        yield sys.stdin.buffer


@contextmanager
def opened_output(file: Path | None) -> Iterator[BinaryIO]:
    """Where the rulings go. A file is there only once it is whole: until then its name ends in .part."""
    if file is None:
        yield sys.stdout.buffer
    elif file.exists() and not file.is_file():
        with file.open("wb") as stream:
            yield stream
    else:
        part = file.with_name(file.name + ".part")
        try:
            with part.open("wb") as stream:
                yield stream
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
