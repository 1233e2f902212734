"""A lost or leaked token of a sheet or an evening is replaced, and the old one is void at once."""

import json
import threading
import time
from uuid import uuid4

import pytest

from tests.scoresheets.test_scoresheets import MADE, Keeper

KEY = "8c3e6f0a-renewal-1"


class Evening(Keeper):
    """An evening, and whoever holds its tokens."""

    def __init__(self, client):
        self.client = client
        self.opened = client.post("/v1/evenings", json={"name": "Mardi"}).get_json()
        self.path = f"/v1/evenings/{self.opened['id']}"
        self.edit, self.watch = self.opened["tokens"]["edit"], self.opened["tokens"]["watch"]

    def check(self, template, method, response):
        template = template.replace("scoresheets/{identity}", "evenings/{identity}")
        super().check(template, method, response)


@pytest.fixture(params=["sheet", "evening"])
def held(request, client):
    return Keeper(client, ruleset="ffb-classique") if request.param == "sheet" else Evening(client)


def renew(keeper, reader, token=None, **headers):
    sent = {"Authorization": f"Bearer {token or keeper.edit}"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    response = keeper.client.post(f"{keeper.path}/{reader}/token", headers=sent)
    keeper.check("/v1/scoresheets/{identity}/{reader}/token", "post", response)
    return response


def status_of(keeper, token):
    return keeper.ask("GET", token=token).status_code


@pytest.mark.parametrize("reader", ["edit", "watch"])
def test_the_old_token_is_void_at_once_and_the_other_stays(held, reader):
    renewed = renew(held, reader)
    assert (renewed.status_code, renewed.get_json()["reader"]) == (200, reader)
    assert renewed.headers["Cache-Control"] == "no-store"
    new, other = renewed.get_json()["token"], "watch" if reader == "edit" else "edit"
    assert status_of(held, new) == 200
    assert status_of(held, held.opened["tokens"][reader]) == 401
    assert status_of(held, held.opened["tokens"][other]) == 200
    assert renew(held, "edit", new).status_code == (200 if reader == "edit" else 403)


def test_only_the_bearer_of_the_token_for_editing_renews(client, held):
    for reader in ("edit", "watch"):
        assert renew(held, reader, held.watch).status_code == 403
        assert renew(held, reader, held.edit[:-2] + "xx").status_code == 401
        assert client.post(f"{held.path}/{reader}/token").status_code == 401
    assert renew(held, "host").status_code == 404
    assert held.ask("DELETE").status_code == 204
    assert renew(held, "edit").status_code == 404


@pytest.mark.parametrize("reader", ["edit", "watch"])
def test_a_renewal_whose_answer_got_lost_is_answered_again(held, reader):
    first = renew(held, reader, Idempotency_Key=KEY)
    again = renew(held, reader, Idempotency_Key=KEY)
    assert first.status_code == again.status_code == 200
    assert first.get_json() == again.get_json()
    assert first.headers["ETag"] == again.headers["ETag"]
    assert status_of(held, again.get_json()["token"]) == 200
    token = held.edit if reader == "watch" else first.get_json()["token"]
    other = renew(held, reader, token, Idempotency_Key=str(uuid4()))
    assert other.get_json()["token"] != first.get_json()["token"]


def test_whoever_has_the_old_token_alone_is_told_nothing(held):
    renew(held, "edit", Idempotency_Key=KEY)
    for key in (str(uuid4()), KEY + "x"):
        assert renew(held, "edit", Idempotency_Key=key).status_code == 401
    assert renew(held, "watch", Idempotency_Key=KEY).status_code == 401
    assert renew(held, "edit").status_code == 401


def test_a_key_that_could_be_guessed_is_refused(held):
    for key, said in (("renew", "16"), ("x" * 256, "255")):
        refused = renew(held, "edit", Idempotency_Key=key)
        assert refused.status_code == 400
        assert said in refused.get_json()["detail"]
    assert status_of(held, held.edit) == 200


def test_a_key_serves_one_request(held):
    assert renew(held, "watch", Idempotency_Key=KEY).status_code == 200
    used = renew(held, "edit", Idempotency_Key=KEY)
    assert (used.status_code, used.get_json()["type"]) == (422, "/problems/idempotency-key-reused")
    assert renew(held, "watch").status_code == 200
    late = renew(held, "watch", Idempotency_Key=KEY)
    assert late.status_code == 412, "another token is valid by now, and is told to nobody"


def test_the_answer_is_told_again_until_somebody_writes(client):
    keeper = Keeper(client)
    new = renew(keeper, "edit", Idempotency_Key=KEY).get_json()["token"]
    assert renew(keeper, "edit", Idempotency_Key=KEY).status_code == 200
    assert keeper.write("POST", body=MADE, token=new).status_code == 200
    assert renew(keeper, "edit", Idempotency_Key=KEY).status_code == 401


def test_a_renewal_is_no_change_of_the_sheet(client):
    keeper = Keeper(client)
    written = keeper.write("POST", body=MADE, Idempotency_Key="deal")
    keeper.edit = renew(keeper, "edit").get_json()["token"]
    assert keeper.ask("GET", If_None_Match='"2"').status_code == 304
    again = keeper.ask("POST", "/deals", MADE, If_Match='"1"', Idempotency_Key="deal")
    assert again.get_json() == written.get_json(), "a deal that waited in a phone is not written twice"
    assert keeper.write("POST", body=MADE, Idempotency_Key="next").get_json()["version"] == 3
    later = keeper.ask("POST", "/deals", MADE, If_Match='"2"', Idempotency_Key="next")
    assert (later.status_code, later.get_json()["version"]) == (200, 3)
    stale = keeper.ask("POST", "/deals", MADE, If_Match='"4"')
    assert (stale.status_code, stale.get_json()["version"]) == (412, 3)
    assert [change["id"] for change in keeper.ask("GET", "/history").get_json()["changes"]] == ["2", "3"]


@pytest.mark.parametrize("reader", ["edit", "watch"])
def test_a_stream_and_a_poll_end_with_their_token(app, client, reader):
    keeper = Keeper(client)
    old = keeper.opened["tokens"][reader]
    with client.get(f"{keeper.path}/events", headers={"Authorization": f"Bearer {old}"}) as stream:
        lines = iter(stream.response)
        next(lines)
        polled, hub = [], app.extensions["hub"]
        watches = hub._watches

        def poll():
            headers = {"Authorization": f"Bearer {old}"}
            polled.append(app.test_client().get(f"{keeper.path}/events?wait=20", headers=headers).status_code)

        waiting = threading.Thread(target=poll)
        waiting.start()
        while hub._watches == watches and waiting.is_alive():
            time.sleep(0.01)
        assert renew(keeper, reader).status_code == 200
        kind, _, data = next(lines).partition(b"\n")
        assert kind == b"event: end"
        assert json.loads(data.strip().removeprefix(b"data: ")) == {"event": "revoked"}
        assert list(lines) == []
        waiting.join(10)
        assert polled == [401]


def test_two_at_once_renew_one_after_the_other(app, client):
    """Of two who renew the token for editing, one comes too late: his is void by then."""
    keeper = Keeper(client)
    answers = []

    def phone():
        headers = {"Authorization": f"Bearer {keeper.edit}"}
        answers.append(app.test_client().post(f"{keeper.path}/edit/token", headers=headers))

    phones = [threading.Thread(target=phone) for _ in range(4)]
    for each in phones:
        each.start()
    for each in phones:
        each.join()
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]
    (token,) = [answer.get_json()["token"] for answer in answers if answer.status_code == 200]
    assert status_of(keeper, token) == 200
