"""The score sheet on phones, in a real browser: two pages on one sheet, entries without a network, refusals, links."""

import json
import re
import urllib.request

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True}


def watched(new_page):
    """A phone whose page counts the taps on it and fails on a fault in its console."""
    return new_page(**PHONE)


def tap(page, selector):
    page.taps = getattr(page, "taps", 0) + 1
    page.locator(selector).first.click()


def open_sheet(page, server_url, language="en"):
    page.goto(f"{server_url}/score")
    page.select_option("#language", language)
    page.wait_for_selector("#preset option", state="attached")
    page.select_option("#preset", "ffb-classique")
    page.fill("#team-0", "Les Valets")
    page.fill("#team-1", "Les Neuf")
    page.click("#open")
    page.wait_for_selector("#sheet:not([hidden]) #enter")


def fill_in(page, *, taker=0, trump="H", points="100", belote=None, capot=None):
    tap(page, "#enter")
    tap(page, f"#group-taker label.key:nth-child({taker + 1})")
    tap(page, f"#group-trump label.key:has(input[value={trump}])")
    for digit in points:
        tap(page, f"#keypad button:text-is('{digit}')")
    if belote is not None:
        tap(page, f"#group-belotes label.key:nth-child({belote + 1})")
    if capot is not None:
        tap(page, f"#group-capot label.key:nth-child({capot + 1})")


def enter(page, **deal):
    fill_in(page, **deal)
    tap(page, "#save")
    page.wait_for_selector("#entry:not([open])", state="attached")


def totals(page, first, second):
    """Wait for the totals."""
    page.wait_for_function(
        "wanted => [0, 1].map(team => document.querySelector(`#total-${team}`)?.textContent).join() === wanted",
        arg=f"{first},{second}",
    )


def link_of(page, kind):
    page.click("#share")
    link = page.input_value(f".link.{kind} input")
    assert page.get_attribute(f".link.{kind} img", "src").startswith("data:image/svg+xml,")
    page.click("#detail > button")
    return link


def sheet_of(link):
    """What the service has, asked with the token of a link."""
    base, _, hash_ = link.partition("/score#")
    asked = dict(re.findall(r"(\w+)=([^&]+)", hash_))
    request = urllib.request.Request(
        f"{base}/v1/scoresheets/{asked['sheet']}", headers={"Authorization": f"Bearer {asked['watch']}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def test_a_deal_is_entered_in_few_taps_and_seen_on_another_phone(server_url, new_page):
    keeper, other = watched(new_page), watched(new_page)
    open_sheet(keeper, server_url)
    other.goto(link_of(keeper, "watch"))
    totals(other, 0, 0)
    enter(keeper, taker=0, trump="H", points="100", belote=0)
    assert keeper.taps <= 8
    totals(keeper, 120, 62)
    totals(other, 120, 62)
    other.click("#deals button.deal")
    assert "120" in other.inner_text("#detail tfoot")
    assert other.locator("#change").count() == other.locator("#remove").count() == 0
    assert not other.is_visible("#enter")
    assert keeper.complaints == other.complaints == []


def test_two_phones_that_keep_one_sheet_lose_no_entry(server_url, new_page):
    first, second = watched(new_page), watched(new_page)
    open_sheet(first, server_url)
    second.goto(link_of(first, "edit"))
    second.wait_for_selector("#enter:visible")
    enter(first, points="100")
    enter(second, taker=1, trump="S", points="60")
    for page in (first, second):
        totals(page, 160, 164)
    first.click("#deals tbody tr:nth-child(1) button")
    first.click("#remove")
    first.click("#sure")
    for page in (first, second):
        totals(page, 60, 102)
    assert first.complaints == second.complaints == []


def test_entries_wait_for_the_network_and_are_sent_once(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url)
    link = link_of(page, "edit")
    page.context.set_offline(True)
    enter(page, points="100")
    enter(page, taker=1, points="50")
    page.wait_for_selector("#waits")
    page.context.set_offline(False)
    totals(page, 150, 174)
    assert [row["deal"]["points"] for row in sheet_of(link)["deals"]] == [[100, None], [50, None]]


def test_an_entry_whose_answer_was_lost_is_made_once(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url)
    link = link_of(page, "edit")
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/v1/scoresheets/*/deals", lose)
    enter(page, points="100")
    page.wait_for_function("() => !document.querySelector('#waits')")
    totals(page, 100, 62)
    assert lost == [200]
    assert len(sheet_of(link)["deals"]) == 1


def test_what_cannot_be_is_refused_at_its_place_and_can_be_mended(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url)
    fill_in(page, points="163")
    tap(page, "#save")
    page.wait_for_selector("#fault-points:not(:empty)")
    page.fill("#points-0", "100")
    tap(page, "#save")
    totals(page, 100, 62)


def test_an_entry_outlives_a_reload_without_the_network(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url)
    link = link_of(page, "edit")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    enter(page, points="100")
    page.wait_for_selector("#waits")
    page.reload()
    page.wait_for_selector("#waits")
    assert sheet_of(link)["deals"] == []
    page.context.set_offline(False)
    totals(page, 100, 62)
    assert len(sheet_of(link)["deals"]) == 1


def test_a_deal_is_corrected_and_what_follows_is_scored_again(server_url, new_page):
    """81 each is a litige: once it is corrected, the deal after it is no longer given what was held over."""
    page = watched(new_page)
    open_sheet(page, server_url)
    enter(page, taker=0, trump="H", points="81")
    totals(page, 0, 81)
    assert "81" in page.inner_text("#match")
    enter(page, taker=1, trump="S", points="62")
    totals(page, 62, 262)
    page.click("#deals tbody tr:nth-child(1) button")
    page.click("#change")
    assert page.input_value("#points-0") == "81"
    page.fill("#points-0", "100")
    tap(page, "#save")
    totals(page, 162, 162)
    page.click("#deals tbody tr:nth-child(1) button")
    assert "100" in page.inner_text("#detail tfoot")
    page.click("#detail > button:last-child")
    page.click("#history")
    page.wait_for_selector("#changes li:nth-child(3)")
    assert "81" in page.inner_text("#changes li:first-child")
    assert page.complaints == []


def test_a_belote_has_one_team_and_a_capot_leaves_no_points(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url)
    fill_in(page, points="100", belote=0)
    tap(page, "#group-belotes label.key:nth-child(2)")
    assert [page.is_checked(f"#group-belotes label.key:nth-child({place}) input") for place in (1, 2)] == [False, True]
    tap(page, "#group-capot label.key:nth-child(1)")
    tap(page, "#save")
    page.wait_for_selector("#fault-points:not(:empty), #fault-capot:not(:empty)")
    page.fill("#points-0", "")
    tap(page, "#save")
    totals(page, 252, 20)


def ask(server_url, method, path, body, token, version=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    if version:
        headers["If-Match"] = f'"{version}"'
    request = urllib.request.Request(server_url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def start_table(page, teams):
    page.wait_for_selector("#preset option", state="attached")
    page.select_option("#preset", "ffb-classique")
    for team, name in enumerate(teams):
        page.fill(f"#team-{team}", name)
    page.click("#open")
    page.wait_for_selector("#sheet:not([hidden]) #enter")


def test_a_sheet_is_kept_by_the_rules_of_the_house(server_url, new_page):
    page = watched(new_page)
    page.goto(f"{server_url}/score")
    page.select_option("#preset", "ffb-classique")
    page.click("#house summary")
    page.select_option("#options [name=rounding]", "five-up")
    page.select_option("#options [name=capot_points]", "250")
    page.locator("details:has(#ends) summary").click()
    page.select_option("#ends", "deals")
    page.fill("#many", "6")
    with page.expect_request(lambda request: request.url.endswith("/v1/scoresheets")) as opening:
        page.click("#open")
    chosen = opening.value.post_data_json["ruleset"]
    assert chosen == "ffb-classique(rounding=five-up,capot_points=250,target=none,deal_limit=6)"
    page.wait_for_selector("#sheet:not([hidden]) #enter")
    enter(page, taker=0, trump="H", points="96")
    totals(page, 100, 70)
    assert page.complaints == []


def test_an_evening_of_three_tables_is_kept_and_ranked(server_url, new_page):
    first, second = watched(new_page), watched(new_page)
    first.goto(f"{server_url}/score")
    first.select_option("#language", "en")
    first.wait_for_selector("#preset option", state="attached")
    first.click("details:has(#open-evening) summary")
    first.fill("#evening-name", "Tuesday")
    first.click("#open-evening button")
    first.click("#evening button:has-text('Share')")
    link = first.input_value(".link.edit input")
    first.click("#detail > button")
    first.locator("#evening p.row button").first.click()
    start_table(first, ("Les Renards", "Les Loups"))
    second.goto(link)
    second.locator("#evening p.row button").first.click()
    start_table(second, ("Les Cerfs", "Les Aigles"))
    for page in (first, second):
        enter(page, points="100")
        enter(page, taker=1, trump="S", points="60")
        totals(page, 160, 164)
    evening = dict(re.findall(r"(\w+)=([^&]+)", link.partition("#")[2]))
    third = ask(
        server_url,
        "POST",
        f"/v1/evenings/{evening['evening']}/scoresheets",
        {"ruleset": "ffb-classique", "teams": ["Les Lynx", "Les Ours"]},
        evening["edit"],
    )
    version = third["version"]
    for deal in (
        {"contract": {"taker": 0, "trump": "H"}, "points": [100, None]},
        {"outcome": "all-pass"},
        {"contract": {"taker": 3, "trump": "C"}, "points": [0, 162], "capot": 1},
    ):
        path = f"/v1/scoresheets/{third['id']}/deals"
        version = ask(server_url, "POST", path, deal, third["tokens"]["edit"], version)["version"]
    first.click("#home")
    first.wait_for_function("() => document.querySelectorAll('#ranking tbody tr').length === 6")
    rows = [row.inner_text().split("\t") for row in first.locator("#ranking tbody tr").all()]
    capot = 252
    assert sorted(rows) == sorted(
        [
            ["1", "Les Ours", str(62 + capot), "1"],
            ["2", "Les Loups", "164", "1"],
            ["2", "Les Aigles", "164", "1"],
            ["4", "Les Renards", "160", "1"],
            ["4", "Les Cerfs", "160", "1"],
            ["6", "Les Lynx", "100", "1"],
        ]
    )
    assert [row[0] for row in rows] == ["1", "2", "2", "4", "4", "6"]
    assert first.complaints == second.complaints == []


def test_the_page_speaks_french(server_url, new_page):
    page = watched(new_page)
    open_sheet(page, server_url, "fr")
    fill_in(page, points="163")
    tap(page, "#save")
    page.wait_for_selector("#fault-points:not(:empty)")
    assert page.get_attribute("html", "lang") == "fr"
    assert "point" in page.inner_text("#fault-points").lower()
