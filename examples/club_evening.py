#!/usr/bin/env python3
"""A club's evening: three tables keep their sheets with the service, and the ranking is read at the end.

    python3 examples/club_evening.py http://127.0.0.1:8000

Needs nothing but Python.
"""

import json
import sys
import urllib.error
import urllib.request

RULES = "ffb-classique"
TABLES = {
    ("Les Renards", "Les Loups"): [
        {"contract": {"taker": 0, "trump": "H"}, "points": [100, None], "by": "Table 1"},
        {"contract": {"taker": 1, "trump": "S"}, "points": [81, 81]},
        {"contract": {"taker": 2, "trump": "D"}, "points": [None, 60], "belotes": [{"seat": 0, "suit": "D"}]},
    ],
    ("Les Cerfs", "Les Aigles"): [
        {"outcome": "all-pass"},
        {"contract": {"taker": 3, "trump": "C"}, "points": [0, 162], "capot": 1},
    ],
    ("Les Lynx", "Les Ours"): [
        {"contract": {"taker": 0, "trump": "S"}, "points": [70, None]},
        {"contract": {"taker": 1, "trump": "H"}, "points": [62, None]},
    ],
}


def ask(base, method, path, body=None, token=None, version=None):
    """One request, and the JSON of its answer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if version:
        headers["If-Match"] = f'"{version}"'
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def keep(base, sheet, deals):
    """Enter the deals of a table, one after the other."""
    path, token, version = f"/v1/scoresheets/{sheet['id']}/deals", sheet["tokens"]["edit"], sheet["version"]
    for deal in deals:
        version = ask(base, "POST", path, deal, token, version)["version"]


def main(base):
    """Open the evening, keep its tables, print the ranking."""
    evening = ask(base, "POST", "/v1/evenings", {"name": "Tuesday"})
    path, host = f"/v1/evenings/{evening['id']}", evening["tokens"]["edit"]
    for teams, deals in TABLES.items():
        sheet = ask(base, "POST", f"{path}/scoresheets", {"ruleset": RULES, "teams": list(teams)}, host)
        keep(base, sheet, deals)
    for standing in ask(base, "GET", path, token=evening["tokens"]["watch"])["ranking"]:
        print(f"{standing['rank']}. {standing['team']}: {standing['points']}, {standing['deals_won']} deals won")


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
    except urllib.error.HTTPError as refusal:
        sys.exit(json.load(refusal)["detail"])
    except urllib.error.URLError as error:
        sys.exit(f"The service does not answer ({error.reason}); script/server starts it.")
