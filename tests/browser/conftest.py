"""A real headless Chromium; where none can be had the browser tests say so and are left out."""

import os
import shutil
import subprocess

import pytest
from playwright.sync_api import Error, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]


def chromium():
    """The path of Chromium, installed from Debian if it is missing and may be."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(INSTALL, capture_output=True, timeout=240, check=False)
        found = shutil.which("chromium")
    return found


@pytest.fixture(scope="session")
def browser():
    program = chromium()
    if program is None:
        pytest.skip("There is no Chromium here, and none could be installed: apt-get install chromium")
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except Error as error:
            pytest.skip(f"Chromium does not start here: {error}")
        yield opened
        opened.close()


@pytest.fixture
def new_page(browser):
    """Pages of browsers that share nothing; each keeps what its console and its network complained of."""
    contexts = []

    def make(**settings):
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.complaints = []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda said: page.complaints.append(said.text) if "Content Security" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
