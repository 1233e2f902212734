"""Lines ruled on in blocks, over processes, in order, with no more of them in memory than the processes need."""

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import BinaryIO, NamedTuple

from service.api.lines import Line, numbered_lines, rule_on
from service.store.embedded import die_with_parent

BLOCK_LINES = 500
BLOCK_BYTES = 256 * 1024


class Block(NamedTuple):
    """Some lines that follow each other."""

    lines: tuple[Line, ...]
    end: int
    """How far the stream was read, in bytes; 0 where that cannot be said."""


class Ruled(NamedTuple):
    """The answers to a block."""

    text: bytes
    lines: int
    faulty: int
    """Lines not answered with 200."""
    refused: int
    """Lines of which the rules refuse a call, a card or a deal."""
    first: int | None
    """The number of the first line that is one or the other."""
    end: int
    """That of the block."""


def cut_into_blocks(stream: BinaryIO, longest: int) -> Iterator[Block]:
    """The lines of a stream in blocks of a bounded number and size."""
    lines: list[Line] = []
    size = 0
    tells = stream.seekable()
    for line in numbered_lines(stream, longest):
        lines.append(line)
        size += len(line.text or b"")
        if len(lines) == BLOCK_LINES or size >= BLOCK_BYTES:
            yield Block(tuple(lines), stream.tell() if tells else 0)
            lines, size = [], 0
    if lines:
        yield Block(tuple(lines), stream.tell() if tells else 0)


def rule_on_block(block: Block, longest: int, language: str) -> Ruled:
    """The answers to a block, one line each."""
    rulings = [rule_on(line, longest, language) for line in block.lines]
    return Ruled(
        b"".join([ruling.text for ruling in rulings]),
        len(rulings),
        sum(ruling.status != 200 for ruling in rulings),
        sum(ruling.status == 200 and not ruling.accepted for ruling in rulings),
        next((line.number for line, ruling in zip(block.lines, rulings, strict=True) if not ruling.accepted), None),
        block.end,
    )


def ruled_blocks(blocks: Iterator[Block], jobs: int, longest: int, language: str) -> Iterator[Ruled]:
    """The answers to all blocks in order; a single block, or one job, is done in this process."""
    begin = list(islice(blocks, 2))
    every = chain(begin, blocks)
    if jobs == 1 or len(begin) < 2:
        yield from (rule_on_block(block, longest, language) for block in every)
    else:
        yield from _over_processes(every, jobs, longest, language)


def _over_processes(blocks: Iterable[Block], jobs: int, longest: int, language: str) -> Iterator[Ruled]:
    waiting: deque[Future[Ruled]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(os.getpid(),))
    whole = True
    try:
        for block in blocks:
            waiting.append(pool.submit(rule_on_block, block, longest, language))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        whole = False  # a thread of the pool may be writing to the dead process for ever
        raise
    finally:
        pool.shutdown(wait=whole, cancel_futures=True)


def _begin(parent: int) -> None:
    """In a process of the pool: Ctrl-C is for the one that reads and writes, and without that one there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent(parent)
