"""One real Chromium for all tests and a real server for each; what they leave behind is looked at when a test ends."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Server:
    """`baize serve` on a free port, or on the same port again after `kill`."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.port = 0
        self.process = None
        # What one keeps, no other finds: quotas count from nothing.
        self.data = tempfile.TemporaryDirectory(prefix="baize-")
        self.start()

    def start(self):
        binary = os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize"))
        self.process = subprocess.Popen(
            [binary, "serve", "--port", str(self.port), "--public", str(ROOT / "Public"), "--log-level", "warning",
             "--data", self.data.name, *self.arguments],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found.group(1))

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """As the power would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=5)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(timeout=3) == 0, "the server did not stop cleanly"
        self.data.cleanup()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        path = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
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
        page.set_default_timeout(10_000)
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
