"""One real Chromium for each process of tests and a real server for each test; what they leave behind is looked at
when a test ends.

With `--gate`, as in `make test`, a choice of the tests runs in headless Chromium, and an eighth of all tests in full
Chromium. `@pytest.mark.gate("freecell", "spider4")` names the cases of a test that are in the choice,
`@pytest.mark.sliced` leaves a test out of it; one without a mark is in it with all its cases.
"""

import os
import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright
from serving import Server
from table import PATIENCE

HERE = pathlib.Path(__file__).parent
# Some tests take from each other, and from the tools, what they have in common.
sys.path += [str(HERE / "each_board"), str(HERE / "each_game"), str(HERE.parent / "Tools")]
import slices  # noqa: E402

CHROMIUM = HERE / "fixtures" / "chromium.sh"
PATIENCE_MS = PATIENCE * 1000
expect.set_options(timeout=PATIENCE_MS)


def pytest_addoption(parser):
    parser.addoption("--gate", action="store_true", help="the gate's choice, and the slice that BAIZE_SLICE names")


def pytest_configure(config):
    config.addinivalue_line("markers", "gate(case, …): the cases of this test that are in the gate's choice")
    config.addinivalue_line("markers", "settings(argument, …): what the server is started with besides")
    config.addinivalue_line("markers", "sliced: not in the gate's choice, only in a slice")


def is_chosen(item):
    """Whether a test is in the gate's choice."""
    if item.get_closest_marker("sliced"):
        return False
    mark = item.get_closest_marker("gate")
    return mark is None or item.callspec.id in mark.args


def is_sliced(item):
    """Whether a test is in this run's slice."""
    return slices.has(f"{item.path.name}::{item.name}")


def unknown_cases(items):
    """What marks name and no test has, and tests whose mark names nothing, one line each."""
    cases = {}
    for item in items:
        if mark := item.get_closest_marker("gate"):
            name = f"{item.path.name}::{item.originalname}"
            named, there = cases.setdefault(name, (set(mark.args), set()))
            there.add(item.callspec.id if hasattr(item, "callspec") else None)
    wrong = [f"{name}: the mark `gate` names no case; a test with no mark is in the gate's choice"
             for name, (named, _) in cases.items() if not named]
    return wrong + [f"{name}: the mark `gate` names {case}, which is no case of it"
                    for name, (named, there) in cases.items() for case in sorted(named - there)]


def pytest_collection_modifyitems(config, items):
    # Of a test that is named on the command line there may be one case only.
    if not any("::" in argument for argument in config.args) and (wrong := unknown_cases(items)):
        raise pytest.UsageError("\n".join(wrong))
    if config.getoption("--gate"):
        config.hook.pytest_deselected(items=[item for item in items if not is_chosen(item) and not is_sliced(item)])
        items[:] = [item for item in items if is_chosen(item) or is_sliced(item)]


@pytest.fixture(scope="session")
def browsers():
    """{what starts it: a browser}, each started when it is first asked for."""
    started = {}
    with sync_playwright() as playwright:

        def get(program):
            if program not in started:
                started[program] = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox"], env={**os.environ, "BAIZE_CHROMIUM": program})
            return started[program]

        yield get
        for browser in started.values():
            browser.close()


def is_hurried(request):
    """Whether a test runs for the gate's choice alone: its slice takes the time that everything takes for players."""
    return request.config.getoption("--gate") and not is_sliced(request.node)


@pytest.fixture
def browser(request, browsers):
    """Full Chromium, or for the gate's choice headless Chromium, where it is installed."""
    headless = os.environ.get("BAIZE_HEADLESS")
    if headless and is_hurried(request):
        return browsers(headless)
    return browsers(os.environ.get("BAIZE_CHROMIUM", "chromium"))


@pytest.fixture
def server(request):
    settings = request.node.get_closest_marker("settings")
    server = Server("--loops", "2", *(settings.args if settings else ()))
    yield server
    server.stop()


def is_complaint(message):
    # Without the rules a page is whole; tests that need them ask for them.
    return message.type == "error" and not message.location["url"].endswith("/patience.wasm")


@pytest.fixture
def visit(request, browser, server):
    """Opens pages as different people; a page that reports an error or breaks the CSP fails the test.

    `prepare` is done with a page before it is loaded. On the first page things move as for most people; on the others
    they do not, as for people who asked for that, which also takes less time. In a test that runs for the gate's choice
    alone nothing moves on the first page either: a test of motion asks for `reduced_motion="no-preference"`.
    """
    contexts = []
    complaints = []

    def open_page(path="/", expects_errors=False, prepare=None, **options):
        options.setdefault("viewport", {"width": 1024, "height": 768})
        options.setdefault("reduced_motion", "reduce" if contexts or is_hurried(request) else "no-preference")
        # What a page keeps for the next visit is kept where a test asks for that; routes do not see what it serves.
        options.setdefault("service_workers", "block")
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
