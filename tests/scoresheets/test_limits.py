"""How much a sheet and an evening hold, and that no answer about a full one is without bounds."""

import pytest

from service.api.access import new_token
from service.api.sheet_views import CHANGES_TOLD
from service.rules.ruleset import parse_ruleset
from service.rules.scoresheet.changes import MOST_CHANGES, Change, Sheet
from service.rules.scoresheet.sheet import MOST_DEALS
from service.rules.scoring.written import WrittenDeal
from service.store.games import new_identity
from service.store.sheets import EDIT, MOST_TABLES, KeptSheet, Keys
from service.store.tables import digest_of
from tests.rules.scores import contract
from tests.scoresheets.test_scoresheets import MADE, PASSED, Keeper

DEAL = WrittenDeal(contract("0 H"), (100, 62))


def filled(app, *changes):
    """A keeper of a sheet to which so much was done already."""
    sheet = Sheet(
        ruleset=parse_ruleset("ffb-annonces(target=none)"),
        first_dealer=0,
        teams=("Nord", "Sud"),
        players=("", "", "", ""),
        changes=changes,
    )
    identity = new_identity()
    token = new_token(identity, EDIT)
    app.extensions["sheets"].open(identity, KeptSheet(keys=Keys(digest_of(token), bytes(32)), sheet=sheet))
    keeper = Keeper.__new__(Keeper)
    keeper.client, keeper.path = app.test_client(), f"/v1/scoresheets/{identity}"
    keeper.edit, keeper.version = token, sheet.version
    return keeper


def entered(count):
    return [Change("add", number, DEAL) for number in range(2, 2 + count)]


@pytest.mark.parametrize(("language", "said"), [("en", "1000 deals"), ("fr", "1000 donnes")])
def test_a_sheet_holds_so_many_deals_and_is_corrected_all_the_same(app, language, said):
    keeper = filled(app, *entered(MOST_DEALS - 1))
    assert keeper.write("POST", body=PASSED).status_code == 200
    refused = keeper.write("POST", body=PASSED, Accept_Language=language)
    assert (refused.status_code, refused.get_json()["reason"]) == (409, "sheet-full")
    assert refused.get_json()["type"] == "/problems/full"
    assert said in refused.get_json()["detail"]
    assert keeper.write("PUT", "/deals/2", MADE).status_code == 200
    assert keeper.write("DELETE", "/deals/3").status_code == 200
    assert keeper.write("POST", body=PASSED).status_code == 200
    record = keeper.ask("GET", "/record").get_json()
    assert keeper.client.post("/v1/matches/score", json=record["match"]).status_code == 200


@pytest.mark.parametrize(("language", "said"), [("en", "2000 times"), ("fr", "2000 fois")])
def test_a_sheet_keeps_so_many_changes_and_can_still_be_read(app, language, said):
    corrected = [Change("change", 2, DEAL)] * (MOST_CHANGES - 4)
    keeper = filled(app, *entered(3), *corrected)
    assert keeper.write("DELETE", "/deals/3").status_code == 200
    for method, path, body in (("POST", "/deals", MADE), ("PUT", "/deals/2", MADE), ("DELETE", "/deals/2", None)):
        refused = keeper.write(method, path, body, Accept_Language=language)
        assert (refused.status_code, refused.get_json()["reason"]) == (409, "sheet-full")
        assert said in refused.get_json()["detail"]
    sheet = keeper.sheet()
    assert (sheet["version"], len(sheet["deals"])) == (MOST_CHANGES + 1, 2)


@pytest.mark.parametrize(("path", "name"), [("/history?after=", "changes"), ("/events?wait=0&after=", "events")])
def test_changes_are_told_in_answers_of_a_hundred(app, path, name):
    changes = [*entered(CHANGES_TOLD), Change("remove", 4), Change("change", 3, None), Change("add", 104, DEAL, 3)]
    keeper = filled(app, *changes, Change("change", 3, DEAL))
    told, last, answers = [], "0", 0
    while last != str(keeper.version):
        answer = keeper.ask("GET", f"{path}{last}").get_json()
        assert len(answer[name]) <= CHANGES_TOLD
        told, last, answers = told + answer[name], answer["last"], answers + 1
    assert answers == 2
    assert [change["id"] for change in told] == [str(version) for version in range(2, keeper.version + 1)]
    assert keeper.ask("GET", f"{path}{last}").get_json()[name] == []
    sheet = keeper.sheet()
    assert told[-1]["totals"] == sheet["match"]["totals"]
    assert [(change["before"], change["after"]) for change in told[-4:]] == [
        (sheet["deals"][0]["deal"], None),
        (sheet["deals"][0]["deal"], PASSED),
        (None, sheet["deals"][0]["deal"]),
        (PASSED, sheet["deals"][0]["deal"]),
    ]


def test_a_version_that_never_was_is_followed_by_nothing(app):
    keeper = filled(app, *entered(2))
    assert keeper.ask("GET", "/history?after=99").get_json()["changes"] == []
    assert keeper.ask("GET", "/events?wait=0&after=99").get_json()["events"] == []
    assert keeper.ask("GET", "/history?after=x").status_code == 422


def test_an_evening_has_so_many_tables(app, client):
    evening = client.post("/v1/evenings", json={"name": "Mardi"}).get_json()
    path, headers = f"/v1/evenings/{evening['id']}", {"Authorization": f"Bearer {evening['tokens']['edit']}"}
    evenings = app.extensions["evenings"]
    stored, kept = evenings.load(evening["id"])
    for _ in range(MOST_TABLES - 1):
        kept = kept.with_sheet(new_identity())
    evenings.save(stored, kept)
    body = {"ruleset": "ffb-classique", "teams": ["Ours", "Loups"]}
    assert client.post(f"{path}/scoresheets", json=body, headers=headers).status_code == 201
    for language, said in (("en", "200 tables, the most"), ("fr", "200 tables, le plus")):
        refused = client.post(f"{path}/scoresheets", json=body, headers=headers | {"Accept-Language": language})
        assert (refused.status_code, refused.get_json()["reason"]) == (409, "evening-full")
        assert said in refused.get_json()["detail"]
    assert len(client.get(path, headers=headers).get_json()["tables"]) == 1, "tables whose sheets are gone are left out"
