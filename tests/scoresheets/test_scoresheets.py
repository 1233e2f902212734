"""Score sheets and evenings over HTTP."""

import json
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.api.schemas.scoresheets import ENTRY
from service.rules.ruleset import make_ruleset, parse_ruleset, presets
from service.rules.scoresheet.changes import Change, Sheet
from service.rules.scoresheet.storage import FORMAT, dump, load
from service.rules.stored import NewerFormat
from tests.api.contract import faults_of_answer, operations

MADE = {"contract": {"taker": 0, "trump": "H"}, "points": [100, 62]}
LITIGE = {"contract": {"taker": 0, "trump": "H"}, "points": [81, None]}
PASSED = {"outcome": "all-pass"}
ENTRIES = {
    "both points": MADE,
    "one side": {"contract": {"taker": 1, "trump": "S"}, "points": [None, 90]},
    "capot": {"contract": {"taker": 0, "trump": "C"}, "points": [162, 0], "capot": 0},
    "belote": MADE | {"belotes": [{"team": 1, "suit": "H"}]},
    "a forgotten rebelote": MADE | {"belotes": [{"seat": 0, "suit": "H", "rebelote": False, "noticed": "at-count"}]},
    "annonces": MADE | {"annonces": [50, 0], "declared_annonces": [50, 20]},
    "litige": LITIGE,
}
TWICE = [{"team": 0, "suit": "H"}, {"team": 1, "suit": "H"}]
TRICKS = [{"leader": 0, "cards": [rank + suit for suit in "SHDC"]} for rank in "AKQJT987"]


class Keeper:
    """A sheet and whoever writes on it."""

    def __init__(self, client, **body):
        self.client = client
        response = client.post("/v1/scoresheets", json=body)
        self.check("/v1/scoresheets", "post", response)
        assert response.status_code == 201
        self.opened = response.get_json()
        self.path = f"/v1/scoresheets/{self.opened['id']}"
        self.edit, self.watch = self.opened["tokens"]["edit"], self.opened["tokens"]["watch"]
        self.version = 1

    def ask(self, method, path="", body=None, token=None, **headers):
        sent = {"Authorization": f"Bearer {token or self.edit}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.client.open(self.path + path, method=method, json=body, headers=sent)
        template = "/v1/scoresheets/{identity}" + path.split("?")[0]
        if path.startswith("/deals/"):
            template = "/v1/scoresheets/{identity}/deals/{number}"
        self.check(template, method.lower(), response)
        return response

    def check(self, template, method, response):
        operation = next(each for path, name, each in operations() if (path, name) == (template, method))
        if response.get_data():
            assert faults_of_answer(operation, response.status_code, response.mimetype, response.get_json()) == []
        else:
            assert str(response.status_code) in operation["responses"]

    def write(self, method, path="/deals", body=None, **headers):
        response = self.ask(method, path, body, **{"If_Match": f'"{self.version}"'} | headers)
        if response.status_code == 200:
            self.version = response.get_json()["version"]
        return response

    def sheet(self):
        return self.ask("GET").get_json()


@pytest.fixture
def keep(client):
    return lambda **body: Keeper(client, **({"ruleset": "ffb-annonces", "teams": ["Nord", "Sud"]} | body))


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_every_form_of_entry_is_scored_as_by_itself(client, keep, entry):
    keeper = keep()
    answer = keeper.write("POST", body=entry | {"by": "Anne"}).get_json()
    alone = client.post("/v1/deals/score", json=entry).get_json()
    alone.pop("ruleset")
    row = answer["deals"][0]
    assert (row["bill"], row["dealer"], row["counted"]) == (alone, 0, True)
    assert client.post("/v1/deals/score", json=row["deal"]).get_json()["lines"] == alone["lines"]
    assert answer["match"]["totals"] == alone["scores"]


def test_tricks_are_entered_card_by_card(client, keep):
    entry = {"contract": {"taker": 0, "trump": "S"}, "tricks": TRICKS}
    row = keep().write("POST", body=entry).get_json()["deals"][0]
    assert row["bill"]["outcome"] == "made"
    assert row["deal"]["tricks"] == TRICKS


@pytest.mark.parametrize(
    ("entry", "reason", "pointer"),
    [
        (MADE | {"points": [100, 61]}, "points-do-not-add-up", "/points"),
        (MADE | {"capot": 0}, "impossible-position", "/capot"),
        (MADE | {"belotes": TWICE}, "impossible-position", "/belotes/1/suit"),
        ({"contract": {"taker": 0, "trump": "H"}}, "invalid-request", "/points"),
        (MADE | {"carried": 81}, "invalid-request", "/carried"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place_and_changes_nothing(keep, entry, reason, pointer):
    keeper = keep()
    response = keeper.write("POST", body=entry)
    assert (response.status_code, response.get_json()["reason"]) == (422, reason)
    assert [error["pointer"] for error in response.get_json()["errors"]] == [pointer]
    assert keeper.sheet()["deals"] == []


def test_a_correction_scores_everything_after_it_again_and_is_kept_with_who_made_it(keep):
    keeper = keep(ruleset="ffb-classique")
    keeper.write("POST", body=LITIGE | {"by": "Anne"})
    keeper.write("POST", body=PASSED)
    keeper.write("POST", body=MADE)
    assert keeper.sheet()["match"]["totals"] == [181, 62 + 81]
    keeper.write("PUT", "/deals/2", MADE | {"by": "Bruno"})
    assert keeper.sheet()["match"]["totals"] == [200, 124]
    keeper.write("DELETE", "/deals/3")
    sheet = keeper.sheet()
    assert [row["number"] for row in sheet["deals"]] == [2, 4]
    history = keeper.ask("GET", "/history").get_json()["changes"]
    assert [change["event"] for change in history] == ["deal-entered"] * 3 + ["deal-changed", "deal-removed"]
    assert [change["by"] for change in history] == ["Anne", None, None, "Bruno", None]
    assert history[3]["before"]["points"] == [81, None]
    assert all(change["at"].endswith("+00:00") for change in history)


def test_a_forgotten_deal_is_entered_in_its_place(keep):
    keeper = keep()
    keeper.write("POST", body=MADE)
    answer = keeper.write("POST", body=PASSED | {"before": 2}).get_json()
    assert [row["number"] for row in answer["deals"]] == [3, 2]
    assert keeper.write("POST", body=PASSED | {"before": 99}).status_code == 404
    assert keeper.write("PUT", "/deals/99", PASSED).status_code == 404


def test_no_deal_follows_the_one_that_decided(keep):
    keeper = keep(ruleset="ffb-annonces(target=100)")
    assert keeper.write("POST", body=MADE).get_json()["match"]["winner"] == 0
    refused = keeper.write("POST", body=MADE)
    assert (refused.status_code, refused.get_json()["reason"], refused.get_json()["article"]) == (
        409,
        "match-over",
        "MATCH-7",
    )


def test_a_version_is_changed_once(keep):
    keeper = keep()
    assert keeper.ask("POST", "/deals", MADE).status_code == 428
    first = keeper.write("POST", body=MADE, Idempotency_Key="one")
    again = keeper.ask("POST", "/deals", MADE, If_Match='"1"', Idempotency_Key="one")
    assert again.get_json() == first.get_json()
    keeper.write("POST", body=PASSED)
    later = keeper.ask("POST", "/deals", MADE, If_Match='"1"', Idempotency_Key="one")
    assert later.get_json() == first.get_json(), "a late repetition is answered as the first time"
    assert keeper.ask("POST", "/deals", PASSED, If_Match='"3"', Idempotency_Key="one").status_code == 422
    assert keeper.ask("POST", "/deals", MADE, If_Match='"1"').status_code == 412
    assert len(keeper.sheet()["deals"]) == 2


def test_two_phones_at_once_never_lose_an_entry(app, keep):
    keeper = keep(ruleset="ffb-annonces(target=none)")
    accepted = []

    def phone(name):
        client = app.test_client()
        for number in range(8):
            while True:
                headers = {"Authorization": f"Bearer {keeper.edit}"}
                version = client.get(keeper.path, headers=headers).get_json()["version"]
                headers |= {"If-Match": f'"{version}"', "Idempotency-Key": f"{name}-{number}"}
                response = client.post(f"{keeper.path}/deals", json=MADE | {"by": name}, headers=headers)
                if response.status_code == 200:
                    accepted.append(name)
                    break
                assert response.status_code == 412

    phones = [threading.Thread(target=phone, args=(name,)) for name in ("Anne", "Bruno")]
    for each in phones:
        each.start()
    for each in phones:
        each.join()
    assert len(keeper.sheet()["deals"]) == len(accepted) == 16


def test_who_may_look_and_who_may_write(client, keep):
    keeper, other = keep(), keep()
    assert keeper.ask("GET", token=keeper.watch).status_code == 200
    refused = keeper.ask("POST", "/deals", MADE, token=keeper.watch, If_Match='"1"')
    assert refused.status_code == 403
    assert keeper.ask("GET", token=other.edit).status_code == 403
    assert keeper.ask("GET", token=keeper.edit[:-2] + "xx").status_code == 401
    assert client.get(keeper.path).status_code == 401
    assert client.get("/v1/scoresheets/aaaaaaaaaaaaaaaa").status_code == 404
    assert keeper.ask("GET", If_None_Match='"1"').status_code == 304
    assert keeper.ask("DELETE").status_code == 204
    assert keeper.ask("GET").status_code == 404


def test_watchers_are_told_of_every_change(keep):
    keeper = keep()
    keeper.write("POST", body=MADE)
    keeper.write("PUT", "/deals/2", LITIGE)
    told = keeper.ask("GET", "/events?wait=0", token=keeper.watch).get_json()
    assert [(event["id"], event["event"], event["totals"]) for event in told["events"]] == [
        ("2", "deal-entered", [100, 62]),
        ("3", "deal-changed", [0, 81]),
    ]
    later = keeper.ask("GET", "/events?wait=0&after=2").get_json()
    assert [event["id"] for event in later["events"]] == ["3"]


def test_the_record_goes_to_matches_score(client, keep):
    keeper = keep()
    for entry in (LITIGE, PASSED, MADE):
        keeper.write("POST", body=entry)
    record = keeper.ask("GET", "/record").get_json()
    scored = client.post("/v1/matches/score", json=record["match"]).get_json()
    assert scored["totals"] == keeper.sheet()["match"]["totals"]


@settings(max_examples=25)
@given(data=st.data())
def test_any_changes_come_to_the_match_of_the_list(app, data):
    client = app.test_client()
    preset = data.draw(st.sampled_from(sorted(presets())))
    level = {"level": 90} if make_ruleset(preset).bids else {}
    keeper, model = Keeper(client, ruleset=f"{preset}(target=none)"), []
    for _ in range(data.draw(st.integers(1, 8))):
        contract = {"taker": data.draw(st.integers(0, 3)), "trump": data.draw(st.sampled_from("SHDC"))} | level
        deal = {"contract": contract, "points": [data.draw(st.integers(0, 162)), None]}
        entry = data.draw(st.sampled_from([deal, PASSED]))
        kind = data.draw(st.sampled_from(["POST", "PUT", "DELETE"])) if model else "POST"
        if kind == "POST":
            model.append((keeper.version + 1, entry))
            keeper.write("POST", body=entry)
            continue
        place = data.draw(st.integers(0, len(model) - 1))
        number = model[place][0]
        keeper.write(kind, f"/deals/{number}", entry if kind == "PUT" else None)
        model[place : place + 1] = [(number, entry)] if kind == "PUT" else []
    body = {"ruleset": f"{preset}(target=none)", "deals": [entry for _, entry in model]}
    scored, sheet = client.post("/v1/matches/score", json=body).get_json(), keeper.sheet()
    assert [row["number"] for row in sheet["deals"]] == [number for number, _ in model]
    assert sheet["match"]["totals"] == scored["totals"]
    assert [row["totals"] for row in sheet["deals"]] == [deal["totals"] for deal in scored["deals"]]


def test_an_evening_ranks_its_three_tables(client):
    evening = client.post("/v1/evenings", json={"name": "Mardi"}).get_json()
    path, headers = f"/v1/evenings/{evening['id']}", {"Authorization": f"Bearer {evening['tokens']['edit']}"}
    for teams, points in ((["Ours", "Loups"], 100), (["Cerfs", "Aigles"], 100), (["Lynx", "Loups"], 90)):
        opened = client.post(f"{path}/scoresheets", json={"ruleset": "ffb-classique", "teams": teams}, headers=headers)
        assert opened.status_code == 201
        sheet = opened.get_json()
        written = {"Authorization": f"Bearer {sheet['tokens']['edit']}", "If-Match": '"1"'}
        entry = {"contract": {"taker": 0, "trump": "H"}, "points": [points, None]}
        assert client.post(f"/v1/scoresheets/{sheet['id']}/deals", json=entry, headers=written).status_code == 200
    watch = {"Authorization": f"Bearer {evening['tokens']['watch']}"}
    shown = client.get(path, headers=watch).get_json()
    assert [(each["rank"], each["team"], each["points"]) for each in shown["ranking"]] == [
        (1, "Loups", 134),
        (2, "Cerfs", 100),
        (2, "Ours", 100),
        (4, "Lynx", 90),
        (5, "Aigles", 62),
    ]
    assert [table["totals"] for table in shown["tables"]] == [[100, 62], [100, 62], [90, 72]]
    assert client.post(f"{path}/scoresheets", json={}, headers=watch).status_code == 403
    for body in ({}, {"teams": ["Ours", ""]}, {"teams": ["Ours", "Ours"]}):
        refused = client.post(f"{path}/scoresheets", json={"ruleset": "ffb-classique"} | body, headers=headers)
        assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "/teams")
    assert client.delete(path, headers=headers).status_code == 204
    assert client.get(path, headers=watch).status_code == 404


def test_a_sheet_is_read_as_it_was_written_and_a_newer_format_refused():
    sheet = Sheet(ruleset=parse_ruleset("pagat"), first_dealer=1, teams=("a", "b"), players=("", "", "", ""))
    for number, entry in enumerate(
        [*ENTRIES.values(), PASSED, {"contract": {"taker": 0, "trump": "S"}, "tricks": TRICKS}], 2
    ):
        sheet = sheet.with_change(
            Change("add", number, ENTRY.read(entry).deal, None, "2026-12-01T00:00:00+00:00", "Anne")
        )
    assert load(json.loads(json.dumps(dump(sheet)))) == sheet
    with pytest.raises(NewerFormat):
        load(dump(sheet) | {"format": FORMAT + 1})


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_correction_that_ends_the_match_earlier_keeps_what_was_played_on(client, preset):
    """The deals that still count are those of /v1/matches/score, and the match opens again when it is taken back."""
    level = {"level": 80} if make_ruleset(preset).bids else {}
    small = {"contract": {"taker": 0, "trump": "H"} | level, "points": [90, None]}
    capot = small | {"points": [None, 0], "capot": 0}
    target = client.post("/v1/deals/score", json={"ruleset": preset} | capot).get_json()["scores"][0]
    keeper = Keeper(client, ruleset=f"{preset}(target={target})")
    for _ in range(2):
        assert keeper.write("POST", body=small).status_code == 200
    before = keeper.sheet()
    number = before["deals"][0]["number"]
    assert keeper.write("PUT", f"/deals/{number}", capot).status_code == 200
    sheet = keeper.sheet()
    record = keeper.ask("GET", "/record").get_json()["match"]
    scored = client.post("/v1/matches/score", json=record).get_json()
    counted = [row for row in sheet["deals"] if row["counted"]]
    assert [row["totals"] for row in counted] == [deal["totals"] for deal in scored["deals"]]
    assert sheet["match"] == {name: scored[name] for name in sheet["match"]}
    assert sheet["match"]["over"]
    assert [row["counted"] for row in sheet["deals"]] == [True, False]
    assert keeper.write("PUT", f"/deals/{number}", small).status_code == 200
    again = keeper.sheet()
    assert again | {"version": 0} == before | {"version": 0}


def test_nothing_is_held_over_once_a_litige_has_ended_the_match(client, keep):
    """The defence reaches the target by its 81; the 81 that are put aside stay on the bill alone."""
    keeper = Keeper(client, ruleset="ffb-classique(target=81)")
    keeper.write("POST", body={"contract": {"taker": 0, "trump": "S"}, "points": [81, 81]})
    sheet = keeper.sheet()
    row = sheet["deals"][0]
    assert (sheet["match"]["over"], sheet["match"]["winner"], row["bill"]["carried"]) == (True, 1, 81)
    assert (row["carried"], sheet["match"]["carried"]) == (0, 0)
