"""The contract at /docs in a real browser: shown and tried out, under its policy, without a request to anybody else."""


def test_an_operation_is_tried_out(new_page, server_url):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server_url}/docs")
    page.locator(".opblock-summary", has_text="/v1/legal-cards").click()
    page.get_by_role("button", name="Execute").first.click()
    page.wait_for_selector(".live-responses-table .response-col_status >> text=200")
    assert page.complaints == []
    assert all(url.startswith((f"{server_url}/", "data:")) for url in asked)


def test_an_article_is_read_in_the_other_language(new_page, server_url):
    page = new_page(locale="en-GB")
    page.goto(f"{server_url}/rules/PLAY-8")
    assert page.locator("h1").inner_text() == "PLAY-8 · Overtrump"
    page.locator("a.language").click()
    page.wait_for_selector("h1 >> text=Surcouper")
    assert page.complaints == []
