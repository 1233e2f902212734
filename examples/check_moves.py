#!/usr/bin/env python3
"""Check many moves in one request. Python's standard library, nothing else.

    python3 examples/check_moves.py moves.ndjson [http://127.0.0.1:8000]

Each line of the file is the body of /v1/moves/validate. Prints the lines that are refused, with the reason; the exit
code is 1 if there are any.
"""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path


def rule(base, bodies):
    """The rulings on many moves, one a body."""
    lines = [
        json.dumps({"id": number, "op": "moves/validate", "body": body}) for number, body in enumerate(bodies, start=1)
    ]
    request = urllib.request.Request(
        f"{base}/v1/batch", "\n".join(lines).encode(), {"Content-Type": "application/x-ndjson"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return [json.loads(line) for line in answer]


def main(file, base="http://127.0.0.1:8000"):
    """Print what is refused; the exit code."""
    bodies = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines() if line.strip()]
    refused = 0
    for ruling in rule(base, bodies):
        body = ruling["body"]
        if ruling["status"] != 200:
            print(f"{ruling['id']}: {body['detail']}")
        elif not body["legal"]:
            print(f"{ruling['id']}: {body['card']} {body['reason']} ({body['article']}): {body['message']}")
        else:
            continue
        refused += 1
    return 1 if refused else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except urllib.error.HTTPError as refusal:
        sys.exit(json.load(refusal)["detail"])
    except urllib.error.URLError as error:
        sys.exit(f"The service does not answer ({error.reason}); script/server starts it.")
