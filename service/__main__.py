"""The command line: `python -m service --help`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from service.commands import adjudicate
from service.messages import DEFAULT_LANGUAGE, LANGUAGES

EPILOG = """
A line asks one operation: {"id": "a1", "op": "legal-cards", "body": {...}}; op is the path after /v1/.
The answer is a line too, in order: {"id": "a1", "line": 1, "status": 200, "body": {...}}.

Exit status:
  0    every line was answered with 200 and nothing in it refused by the rules
  1    some line was not, or has a call, card or deal that the rules refuse
  2    it could not be done: a file cannot be read or written, or the use is wrong
  130  stopped by Ctrl-C (143 by SIGTERM); what was written are whole lines
"""


def parser() -> argparse.ArgumentParser:
    """The arguments of every command."""
    whole = argparse.ArgumentParser(prog="python -m service", description="The belote referee.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "adjudicate",
        help="rule on a file of requests, one a line",
        description="Rule on a file of requests, one a line (NDJSON), with all cores.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("file", nargs="?", type=Path, help="the requests; left out or -, standard input")
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="where the rulings go once all are made",
    )
    command.add_argument("-j", "--jobs", type=positive, metavar="N", help="processes; left out, one a core")
    command.add_argument("-l", "--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="of the messages")
    command.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary on standard error")
    command.set_defaults(run=adjudicate.run)
    return whole


def positive(text: str) -> int:
    """A number of processes."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    given = parser().parse_args(arguments)
    status: int = given.run(given)
    return status


if __name__ == "__main__":
    sys.exit(main())
