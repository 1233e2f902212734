"""The table in a real browser: a whole deal by clicks, a refused card, a reload, a second browser."""

import re
import time

import pytest

DEADLINE = 60
HANDS = ["KH QH JH AS AD", "TH AH 7S 8S 9S", "7H 8H 7D 8D 9D", "7C 8C 9C TC JC"]


def open_game(page, server_url, preset="ffb-classique", mode="one", language="en"):
    page.goto(f"{server_url}/table?fast=1")
    page.select_option("#language", language)
    page.wait_for_selector("#preset option", state="attached")
    page.select_option("#preset", preset)
    page.check(f"input[value={mode}]")
    page.click("#start")
    page.wait_for_selector("#table:not([hidden])")
    if mode == "four":
        take_device(page)


def take_device(page):
    """At a device for four, whoever is next says that it is in their hands, if it was in another's."""
    page.wait_for_selector("#uncover:visible, #calls button, #hand .legal")
    if page.is_visible("#uncover"):
        assert page.locator("#hand .card, #calls button").count() == 0
        page.click("#uncover")
        page.wait_for_selector("#calls button, #hand .legal")


def my_turn(page):
    """Wait for the own turn, or for the bill of a deal; which of the two it is."""
    page.wait_for_function(
        "() => document.querySelector('#bill').open || document.querySelector('#place-0.turn')"
        " && (document.querySelector('#calls button') || document.querySelector('#hand .legal'))"
    )
    return "bill" if page.evaluate("document.querySelector('#bill').open") else "turn"


def acted(page, act):
    """Do something, and wait until the page shows a later version of the game, or the bill."""
    before = page.get_attribute("#table", "data-version")
    act()
    page.wait_for_function(
        "before => document.querySelector('#bill').open || document.querySelector('#table').dataset.version !== before",
        arg=before,
    )


def take_turn(page):
    """A take if there is one, else the first call; or the first legal card."""
    for selector in ("#calls button[data-call=take]", "#calls button", "#hand .legal"):
        if page.locator(selector).count():
            acted(page, page.locator(selector).first.click)
            return
    pytest.fail("there was nothing to do")


def play_deal(page):
    end = time.monotonic() + DEADLINE
    while my_turn(page) == "turn":
        assert time.monotonic() < end, "the deal does not end"
        take_turn(page)


def test_a_whole_deal_is_played_by_clicks_and_its_bill_shown(server_url, new_page):
    page = new_page()
    open_game(page, server_url)
    play_deal(page)
    assert page.inner_text("#bill-title")
    sums = [int(text) for text in page.locator("#bill-sums tr").first.locator("th").all_inner_texts()[1:]]
    assert sum(sums) >= 81 or page.inner_text("#bill-title") == "Everybody passed"
    page.click("#bill-close")
    assert my_turn(page) == "turn"
    assert page.complaints == []


def test_an_illegal_card_is_grey_and_refused_with_its_reason(server_url, new_page):
    page = new_page()
    open_game(page, server_url)
    end = time.monotonic() + DEADLINE
    while not page.locator("#hand .illegal").count():
        assert time.monotonic() < end, "no card was ever illegal"
        if my_turn(page) == "bill":
            page.click("#bill-close")
        elif not page.locator("#hand .illegal").count():
            take_turn(page)
    card = page.locator("#hand .illegal").first
    reason = card.get_attribute("title")
    assert reason
    hand = page.inner_text("#hand")
    card.click()
    page.wait_for_selector("#say.refused")
    assert page.inner_text("#say") == reason
    assert page.inner_text("#hand") == hand
    assert page.complaints == []


def test_a_reload_comes_back_to_the_same_state(server_url, new_page):
    page = new_page()
    open_game(page, server_url)
    my_turn(page)
    hand, score = page.inner_text("#hand"), page.inner_text("#score")
    page.reload()
    page.wait_for_selector("#hand .card")
    my_turn(page)
    assert (page.inner_text("#hand"), page.inner_text("#score")) == (hand, score)


def test_a_second_browser_sees_the_same_table_and_no_hand(server_url, new_page):
    page, watcher, joined = new_page(), new_page(), new_page()
    open_game(page, server_url, mode="four")
    page.wait_for_selector("#hand .card")
    links = page.locator("#link-list a").evaluate_all("links => links.map(link => link.href)")
    watcher.goto(links[0])
    watcher.wait_for_selector("#middle .card")
    assert watcher.locator("#hand .card").count() == 0
    turned = page.locator("#middle .card").get_attribute("data-card")
    assert watcher.locator("#middle .card").get_attribute("data-card") == turned
    joined.goto(links[1])
    joined.wait_for_selector("#hand .card")
    page.locator("#calls button[data-call=take]").click()
    watcher.wait_for_function("() => document.querySelector('#score').textContent.includes('Contract')")
    joined.wait_for_function("() => document.querySelector('#score').textContent.includes('Contract')")
    assert watcher.get_attribute("#score", "data-totals") == joined.get_attribute("#score", "data-totals") == "0 0"
    assert [watcher.complaints, joined.complaints] == [[], []]


@pytest.mark.parametrize(
    "cut", [re.compile(r"/events$"), re.compile(r"/events\?wait=[1-9]")], ids=["by-poll", "by-stream"]
)
def test_it_follows_others_by_either_way(server_url, new_page, cut):
    page, watcher = new_page(), new_page()
    open_game(page, server_url, mode="four")
    page.wait_for_selector("#calls button")
    watcher.route(cut, lambda route: route.abort())
    watcher.goto(page.locator("#link-list a").first.evaluate("link => link.href"))
    watcher.wait_for_selector("#middle .card")
    page.locator("#calls button[data-call=take]").click()
    watcher.wait_for_function("() => document.querySelector('#told').textContent.includes('take')")
    page.wait_for_function("() => document.querySelector('#score').textContent.includes('Contract')")
    take_device(page)
    page.locator("#hand .legal").first.click()
    watcher.wait_for_selector("#middle .card.at-0, #middle .card.at-1, #middle .card.at-2, #middle .card.at-3")
    played = watcher.locator("#middle .card").get_attribute("aria-label")
    assert re.search(" of (spades|hearts|diamonds|clubs)$", played)
    watcher.wait_for_function("card => document.querySelector('#told').textContent.includes(card)", arg=played)


def test_annonces_and_the_belote_are_said_with_a_card(server_url, new_page):
    game = {
        "ruleset": "ffb-annonces",
        "first_dealer": 3,
        "deals": [
            {
                "hands": [cards.split() for cards in HANDS],
                "turn_up": "9H",
                "stock": ["TS", "JS", "QS", "KS", "TD", "JD", "QD", "KD", "QC", "KC", "AC"],
            }
        ],
    }
    page = new_page()
    opened = page.request.post(f"{server_url}/v1/games", data=game).json()
    page.goto(f"{server_url}/table#game={opened['id']}&seat=0&token={opened['tokens']['seats'][0]}")
    page.select_option("#language", "en")
    acted(page, page.locator("#calls button[data-call=take]").click)
    page.wait_for_selector("#say-belote")
    assert page.locator("#words label").all_inner_texts() == [
        " Say belote",
        " Declare a tierce (jack of hearts, queen of hearts, king of hearts)",
    ]
    acted(page, page.locator("#hand [data-card=KH]").click)
    page.wait_for_function("() => document.querySelector('#told').textContent.includes('« belote »')")
    assert "You: a tierce." in page.inner_text("#told")
    assert page.inner_text("#place-0 .said") == "a tierce · belote"


def test_an_invitation_keeps_the_own_game(server_url, new_page):
    page = new_page()
    open_game(page, server_url, mode="friends")
    page.wait_for_selector("#hand .card")
    hand = page.inner_text("#hand")
    other = page.context.new_page()
    other.goto(page.locator("#link-list a").nth(2).evaluate("link => link.href"))
    other.wait_for_selector("#hand .card")
    assert other.inner_text("#hand") != hand
    page.reload()
    page.wait_for_selector("#hand .card")
    assert page.inner_text("#hand") == hand


def test_the_last_trick_can_be_looked_back_at(server_url, new_page):
    page = new_page()
    open_game(page, server_url, mode="four")
    page.wait_for_selector("#calls button")
    acted(page, page.locator("#calls button[data-call=take]").click)
    for _ in range(5):
        take_device(page)
        acted(page, page.locator("#hand .legal").first.click)
    assert page.locator("#middle .card").count() == 1
    page.click("#look-back")
    assert page.locator("#middle .card").count() == 4
    assert page.locator("#middle .card.won").count() == 1
    page.click("#look-back")
    assert page.locator("#middle .card").count() == 1


def test_at_one_device_no_hand_is_seen_until_its_player_has_the_device(server_url, new_page):
    page = new_page()
    open_game(page, server_url, preset="ffb-contree", mode="four")
    first = page.inner_text("#hand")
    acted(page, page.locator("#calls button[data-call=pass]").click)
    for again in (False, True):
        page.wait_for_selector("#uncover:visible")
        assert page.locator("#hand .card, #calls button").count() == 0
        assert page.inner_text("#say") == "Pass the device to " + page.inner_text("#uncover")[5:].split(":")[0] + "."
        if not again:
            page.reload()
    take_device(page)
    assert page.locator("#hand .card").count() == 8
    assert page.inner_text("#hand") != first
    assert page.complaints == []


def test_a_house_plays_by_its_own_rules(server_url, new_page):
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto(f"{server_url}/table?fast=1")
    page.select_option("#language", "en")
    page.select_option("#preset", "ffb-contree")
    page.click("#house-label")
    page.select_option("#options select[name=bid_step]", "5")
    page.select_option("#options select[name=sans_atout]", label="yes")
    page.select_option("#language", "fr")
    assert page.locator("#options [name=sans_atout] option:checked").inner_text() == "oui"
    edges = page.locator("#opening select").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(edges) <= 360
    page.check("input[value=four]")
    with page.expect_request(lambda request: request.method == "POST") as opening:
        page.click("#start")
    assert opening.value.post_data_json["ruleset"] == "ffb-contree(sans_atout=true,bid_step=5)"
    take_device(page)
    page.select_option("#level", "85")
    acted(page, page.locator("#calls button[data-trump=SA]").click)
    assert page.complaints == []


def test_another_preset_brings_its_own_rules_of_the_house(server_url, new_page):
    page = new_page()
    page.goto(f"{server_url}/table?fast=1")
    page.select_option("#preset", "ffb-contree")
    page.wait_for_selector("#options [name=counting]", state="attached")
    page.select_option("#options [name=annonces]", "true", force=True)
    page.select_option("#preset", "ffb-classique")
    page.wait_for_selector("#options [name=tie_policy]", state="attached")
    with page.expect_request(lambda request: request.method == "POST") as opening:
        page.click("#start")
    assert opening.value.post_data_json["ruleset"] == "ffb-classique"


def test_it_plays_over_plain_http_from_another_machine(server_url, new_page):
    """There a browser has no `crypto.randomUUID`."""
    page = new_page()
    page.add_init_script("delete Crypto.prototype.randomUUID")
    open_game(page, server_url, mode="four")
    page.wait_for_selector("#calls button")
    acted(page, page.locator("#calls button[data-call=take]").click)
    take_device(page)


def test_a_service_that_is_away_is_waited_for(server_url, new_page):
    page = new_page()
    open_game(page, server_url)
    my_turn(page)
    hand = page.inner_text("#hand")
    page.route("**/v1/games/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#say.refused")
    page.unroute("**/v1/games/**")
    page.wait_for_selector("#hand .card")
    assert page.inner_text("#hand") == hand


def test_an_action_while_the_last_answer_is_on_its_way_is_not_lost(server_url, new_page):
    page = new_page()
    open_game(page, server_url, preset="ffb-contree", mode="four")
    page.wait_for_selector("#calls select")

    def answer_late(route):
        answer = route.fetch()
        page.wait_for_timeout(600)
        route.fulfill(response=answer)

    page.route("**/actions", answer_late)
    for call in ("[data-trump=H]", "[data-call=pass]", "[data-call=pass]", "[data-call=pass]"):
        take_device(page)
        acted(page, page.locator(f"#calls button{call}").click)
    take_device(page)
    page.unroute_all(behavior="wait")


def test_a_busy_service_is_asked_again(server_url, new_page):
    page = new_page()
    open_game(page, server_url, preset="ffb-contree", mode="four")
    page.wait_for_selector("#calls select")
    busy = {"type": "/problems/rate-limited", "title": "Too many requests", "status": 429, "detail": "Later."}
    page.route("**/actions", lambda route: route.fulfill(status=429, json=busy), times=1)
    acted(page, page.locator("#calls button[data-trump=H]").click)


def test_it_bids_in_french_on_a_phone_and_by_keyboard(server_url, new_page):
    page = new_page(viewport={"width": 360, "height": 740}, locale="fr-FR")
    open_game(page, server_url, preset="ffb-contree", mode="four", language="fr")
    page.wait_for_selector("#calls select")
    page.select_option("#level", "100")
    acted(page, lambda: page.locator("#calls button[data-trump=H]").first.press("Enter"))
    for _ in range(3):
        page.wait_for_selector("#uncover:visible")
        page.press("#uncover", "Enter")
        acted(page, lambda: page.locator("#calls button[data-call=pass]").press("Enter"))
    take_device(page)
    assert re.search(r"Contrat : ♥ 100", page.inner_text("#score"))
    page.locator("#hand .card").first.focus()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == page.locator("#hand .card").nth(1).get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_selector("#middle .card")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.complaints == []
