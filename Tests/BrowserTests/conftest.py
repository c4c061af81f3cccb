"""One real Chromium for each process of tests and a real server for each test; what they leave behind is looked at
when a test ends.
"""

import pathlib

import pytest
from playwright.sync_api import expect, sync_playwright
from serving import Server
from table import PATIENCE

CHROMIUM = pathlib.Path(__file__).parent / "chromium.sh"
PATIENCE_MS = PATIENCE * 1000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def server():
    server = Server("--loops", "2")
    yield server
    server.stop()


def is_complaint(message):
    # Without the rules a page is whole; tests that need them ask for them.
    return message.type == "error" and not message.location["url"].endswith("/patience.wasm")


@pytest.fixture
def visit(browser, server):
    """Opens pages as different people; a page that reports an error or breaks the CSP fails the test.

    `prepare` is done with a page before it is loaded. On the first page things move as for most people; on the others
    they do not, as for people who asked for that, which also takes less time.
    """
    contexts = []
    complaints = []

    def open_page(path="/", expects_errors=False, prepare=None, **options):
        options.setdefault("viewport", {"width": 1024, "height": 768})
        options.setdefault("reduced_motion", "reduce" if contexts else "no-preference")
        context = browser.new_context(base_url=server.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        if not expects_errors:
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        if prepare:
            prepare(page)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints
