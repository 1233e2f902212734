"""Every operation that takes a token, with every kind of wrong one; which operations those are the contract says."""

import re

import pytest
import redis

from tests.api.contract import operations

DEAL = {"contract": {"taker": 0, "trump": "H"}, "points": [100, 62]}
FIRST = {"If-Match": '"1"'}
SECOND = {"If-Match": '"2"'}
RENEWAL = {"Idempotency-Key": "5f2b2a0e-a-key-not-guessed"}
SEATS = ("0", "1", "2", "3")

OPENERS = {
    "games": {"ruleset": "ffb-contree", "first_dealer": 3},
    "scoresheets": {"ruleset": "ffb-classique"},
    "evenings": {"name": "Mardi"},
}
BEARERS = {"games": (*SEATS, "host"), "scoresheets": ("edit", "watch"), "evenings": ("edit", "watch")}

MAY = {
    "showGame": (*SEATS, "host"),
    "deleteGame": ("host",),
    "actInGame": ("0",),
    "gameEvents": (*SEATS, "host"),
    "gameRecord": (*SEATS, "host"),
    "takeSeat": ("0", "host"),
    "leaveSeat": ("0", "host"),
    "passHost": ("host",),
    "showScoresheet": ("edit", "watch"),
    "deleteScoresheet": ("edit",),
    "enterDeal": ("edit",),
    "changeDeal": ("edit",),
    "removeDeal": ("edit",),
    "scoresheetHistory": ("edit", "watch"),
    "scoresheetRecord": ("edit", "watch"),
    "scoresheetEvents": ("edit", "watch"),
    "renewScoresheetToken": ("edit",),
    "showEvening": ("edit", "watch"),
    "deleteEvening": ("edit",),
    "openTable": ("edit",),
    "renewEveningToken": ("edit",),
}
"""Whose token opens what; seat 0 is to act."""

SENT = {
    "actInGame": (FIRST, {"action": "call", "call": "pass", "seat": 0}),
    "enterDeal": (SECOND, DEAL),
    "changeDeal": (SECOND, DEAL | {"points": [90, 72]}),
    "removeDeal": (SECOND, None),
    "renewScoresheetToken": (RENEWAL, None),
    "renewEveningToken": (RENEWAL, None),
    "openTable": ({}, {"ruleset": "ffb-classique", "teams": ["A", "B"]}),
}
"""What goes with a request, so that nothing but its token can be refused."""

TAKING_TOKENS = {
    operation["operationId"]: (path, method, {} in operation["security"])
    for path, method, operation in operations()
    if any("bearer" in way for way in operation.get("security", ()))
}


class Thing:
    """A game, a sheet with one deal, or an evening, and what its tokens open."""

    def __init__(self, client, kind):
        self.client, self.kind = client, kind
        opened = client.post(f"/v1/{kind}", json=OPENERS[kind]).get_json()
        self.identity, given = opened["id"], opened["tokens"]
        seats = dict(zip(SEATS, given.get("seats", ()), strict=False))
        self.tokens = seats | {name: token for name, token in given.items() if name != "seats"}
        if kind == "scoresheets":
            assert self.ask("enterDeal", self.tokens["edit"], headers=FIRST, body=DEAL).status_code == 200
        self.version = self.state()

    def ask(self, name, token=None, *, authorization=None, headers=None, body=None):
        path, method, _ = TAKING_TOKENS[name]
        path = path.replace("{identity}", self.identity)
        path = re.sub(
            "{(seat|number|reader)}", lambda part: {"seat": "0", "number": "2", "reader": "watch"}[part[1]], path
        )
        standard, content = SENT.get(name, ({}, None))
        shown = authorization or (f"Bearer {token}" if token else None)
        sent = standard | (headers or {}) | ({"Authorization": shown} if shown else {})
        query = {"wait": "0"} if path.endswith("/events") else None
        return self.client.open(path, method=method, headers=sent, json=body or content, query_string=query)

    def state(self):
        """What anybody would see of a change."""
        path = f"/v1/{self.kind}/{self.identity}"
        token = self.tokens["host" if self.kind == "games" else "edit"]
        return self.client.get(path, headers={"Authorization": f"Bearer {token}"}).get_json()

    def renew(self, bearer):
        """Replace the token of a bearer; the old one is void from then on."""
        name = {"games": "takeSeat" if bearer in SEATS else "passHost", "scoresheets": "renewScoresheetToken"}.get(
            self.kind, "renewEveningToken"
        )
        path, method, _ = TAKING_TOKENS[name]
        path = path.replace("{identity}", self.identity).replace("{seat}", bearer).replace("{reader}", bearer)
        main = self.tokens["host" if self.kind == "games" else "edit"]
        headers = {"Authorization": f"Bearer {main}"} | RENEWAL
        answer = self.client.open(path, method=method, headers=headers)
        assert answer.status_code == 200, answer.get_json()
        self.tokens[bearer] = answer.get_json()["token"]


def kind_of(name):
    return TAKING_TOKENS[name][0].split("/")[2]


def refused(answer, status, reason):
    assert (answer.status_code, answer.get_json()["reason"]) == (status, reason)
    assert answer.headers.get("WWW-Authenticate", "").startswith("Bearer") == (status == 401)
    return True


def test_the_table_has_every_operation_that_takes_a_token():
    assert MAY.keys() == TAKING_TOKENS.keys()


@pytest.mark.parametrize("name", MAY)
def test_the_tokens_that_open_it_and_those_that_do_not(client, name):
    for bearer in BEARERS[kind_of(name)]:
        thing = Thing(client, kind_of(name))
        answer = thing.ask(name, thing.tokens[bearer])
        if bearer in MAY[name]:
            assert answer.status_code in (200, 201, 204), answer.get_json()
        else:
            refused(answer, 403, "forbidden")
            assert thing.state() == thing.version


@pytest.mark.parametrize("name", MAY)
def test_without_a_token_it_opens_to_spectators_or_to_nobody(client, name):
    thing = Thing(client, kind_of(name))
    answer = thing.ask(name)
    if TAKING_TOKENS[name][2]:
        assert answer.status_code == 200
        assert not answer.get_json().get("hand")
    else:
        refused(answer, 401, "unauthorized")
    assert thing.state() == thing.version


@pytest.mark.parametrize("name", MAY)
def test_no_malformed_token_opens_it(client, name):
    thing = Thing(client, kind_of(name))
    token = thing.tokens[MAY[name][0]]
    secret = token.rpartition("_")[2]
    for wrong in ("Bearer", "Bearer x", f"Basic {token}", token, f"Bearer {token}x", f"Bearer {token[:-1]}"):
        refused(thing.ask(name, authorization=wrong), 401, "unauthorized")
    for bearer in (*SEATS, "host", "edit", "watch", "admin", ""):
        wrong = f"Bearer belote_{thing.identity}_{bearer}_{'A' * len(secret)}"
        refused(thing.ask(name, authorization=wrong), 401, "unauthorized")
    assert thing.state() == thing.version


@pytest.mark.parametrize("name", MAY)
def test_no_token_of_another_thing_opens_it(client, name):
    thing = Thing(client, kind_of(name))
    for kind in OPENERS:
        for bearer, token in Thing(client, kind).tokens.items():
            known = bearer in BEARERS[thing.kind]
            refused(thing.ask(name, token), *((403, "forbidden") if known else (401, "unauthorized")))
    assert thing.state() == thing.version


@pytest.mark.parametrize("name", MAY)
def test_no_token_that_was_replaced_opens_it(client, name):
    thing = Thing(client, kind_of(name))
    bearer = MAY[name][0]
    old = thing.tokens[bearer]
    thing.renew(bearer)
    refused(thing.ask(name, old), 401, "unauthorized")
    assert thing.tokens[bearer] != old


@pytest.mark.parametrize("name", MAY)
def test_with_its_time_over_its_token_opens_nothing(client, redis_url, name):
    thing = Thing(client, kind_of(name))
    with redis.Redis.from_url(redis_url) as store:
        found = list(store.scan_iter(match=f"*{thing.identity}*"))
        assert found
        assert all(store.ttl(key) > 0 for key in found)
        for key in found:
            store.pexpire(key, 0)
    answer = thing.ask(name, thing.tokens[MAY[name][0]])
    assert answer.status_code == 404
