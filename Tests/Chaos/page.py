"""A browser with a game, which goes on playing after every death of its server, without a reload."""

import asyncio
import os
import pathlib
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from playwright.sync_api import sync_playwright

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "BrowserTests"))

from table import open_table, settled  # noqa: E402

PATIENCE = 20_000  # milliseconds
PLAYABLE = """() => !["reconnecting", "connecting", "offline"]
    .includes(document.querySelector("#connection").dataset.state)"""


class Turn(NamedTuple):
    """A card turned, with its moments as `time.monotonic` has them."""

    there: float  # the page was connected and had caught up
    seen: float  # the card was
    fault: str | None  # what is wrong with the page


class Page:
    """Lives in a thread of its own, as the browser's library asks."""

    def __init__(self):
        self.thread = ThreadPoolExecutor(1)

    async def _there(self, what, *arguments):
        return await asyncio.get_running_loop().run_in_executor(self.thread, what, *arguments)

    async def open(self, url):
        await self._there(self._open, url)

    async def play(self):
        """Turns a card, as soon as it can."""
        return await self._there(self._play)

    async def close(self):
        await self._there(self._close)
        self.thread.shutdown()

    def _open(self, url):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium"), args=["--no-sandbox"])
        self.page = self.browser.new_page(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(url)
        self.room = open_table(self.page, deal=7)
        self.page.evaluate("() => { window.neverReloaded = true; }")
        self.version = settled(self.page)

    def _play(self):
        self.page.wait_for_function(PLAYABLE)
        there = time.monotonic()
        before = int(self.page.get_attribute("#board", "data-version"))
        self.page.locator("#stock").click()
        self.page.wait_for_function(
            "before => Number(document.querySelector('#board').dataset.version) > before", arg=before)
        seen = time.monotonic()
        if not self.page.evaluate("() => window.neverReloaded"):
            return Turn(there, seen, "the page was loaded anew")
        if self.page.get_attribute("#board", "data-room") != self.room:
            return Turn(there, seen, "the page is at another table")
        if before < self.version:
            return Turn(there, seen, f"the page went back from version {self.version} to {before}")
        self.version = before + 1
        return Turn(there, seen, None)

    def _close(self):
        self.browser.close()
        self.playwright.stop()
