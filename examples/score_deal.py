#!/usr/bin/env python3
"""Score one deal and print its bill. Python's standard library, nothing else.

    python3 examples/score_deal.py 92 70 [http://127.0.0.1:8000] [ruleset]

The takers are seats 0 and 2, the trump is hearts; the two numbers are the card points of the takers and the defence.
"""

import json
import sys
import urllib.error
import urllib.request


def score(base, body):
    """The score of a deal; ends with what the service says where the request is not right."""
    request = urllib.request.Request(
        f"{base}/v1/deals/score", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["detail"])


def main(takers, defence, base="http://127.0.0.1:8000", ruleset="ffb-classique"):
    """Ask, and print every line with the article that it rests on."""
    contract = {"taker": 0, "trump": "H"}
    bill = score(base, {"ruleset": ruleset, "contract": contract, "points": [int(takers), int(defence)]})
    print(f"{bill['outcome']}: {bill['scores'][0]} to {bill['scores'][1]}")
    for line in bill["lines"]:
        print(f"  team {line['team']}: {line['points']:>4}  {line['reason']} ({line['article']})")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except urllib.error.URLError as error:
        sys.exit(f"The service does not answer ({error.reason}); script/server starts it.")
