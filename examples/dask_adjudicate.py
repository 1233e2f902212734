#!/usr/bin/env python3
"""Rules on a folder of requests with all machines of a Dask cluster.

    pip install -r requirements.txt -r requirements-dask.txt
    python examples/dask_adjudicate.py deals/ rulings/                             # processes of this machine
    python examples/dask_adjudicate.py deals/ rulings/ --scheduler tcp://host:8786 # a cluster, both folders shared

Every `*.ndjson` of the first folder is a partition: its rulings become a file of the same name in the second. The
function for a partition is the one that `python -m service adjudicate` uses; what is done where, and what is done again
when a worker dies, is Dask's. A file of rulings appears at once and whole, so that each request is ruled on exactly
once in what is there, and files that are there already are left alone: start it again after a stop and it goes on.

Exit status as for `python -m service adjudicate`: 1 if some line was not accepted.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from distributed import Client, LocalCluster, as_completed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

LONGEST = 256 * 1024


class Done(NamedTuple):
    """What became of a partition."""

    name: str
    lines: int
    not_accepted: int


def adjudicate_partition(requests: str, rulings: str) -> Done:
    """Rule on one file, in a worker; the rulings are moved to their place once they are whole."""
    # A function of a script is sent to the workers as it stands, so it brings its imports along.
    from service.commands.blocks import cut_into_blocks, rule_on_block

    target = Path(rulings)
    lines = not_accepted = 0
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with Path(requests).open("rb") as stream, os.fdopen(handle, "wb") as output:
            for block in cut_into_blocks(stream, LONGEST):
                ruled = rule_on_block(block, LONGEST, "en")
                output.write(ruled.text)
                lines += ruled.lines
                not_accepted += ruled.faulty + ruled.refused
        Path(part).replace(target)
    finally:
        Path(part).unlink(missing_ok=True)
    return Done(target.name, lines, not_accepted)


def adjudicate_folder(client: Client, requests: Path, rulings: Path) -> list[Done]:
    """Rule on every file of a folder that has no rulings yet."""
    rulings.mkdir(parents=True, exist_ok=True)
    files = [file for file in sorted(requests.glob("*.ndjson")) if not (rulings / file.name).exists()]
    futures = client.map(
        adjudicate_partition,
        [str(file) for file in files],
        [str(rulings / file.name) for file in files],
        pure=False,
    )
    done = []
    for future in as_completed(futures):
        done.append(future.result())
        print(f"{len(done)}/{len(files)} {done[-1].name}: {done[-1].lines} lines", flush=True)
    return done


def main() -> int:
    """Rule on a folder; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requests", type=Path, help="folder of *.ndjson files")
    parser.add_argument("rulings", type=Path, help="folder for as many files of rulings")
    parser.add_argument("--scheduler", help="address of a cluster; left out, one process a core of this machine")
    given = parser.parse_args()
    if given.scheduler:
        with Client(given.scheduler) as client:
            # The workers have the checkout at the same place, or the service installed where they find it.
            done = adjudicate_folder(client, given.requests.resolve(), given.rulings.resolve())
    else:
        with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            done = adjudicate_folder(client, given.requests.resolve(), given.rulings.resolve())
    lines, not_accepted = (sum(each[field] for each in done) for field in (1, 2))
    print(f"{len(done)} files, {lines} lines, {not_accepted} not accepted")
    return 1 if not_accepted else 0


if __name__ == "__main__":
    sys.exit(main())
