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
# The page's own clock tells, and its own hand plays: what this process does meanwhile, with all its bots, is not the
# browser's time.
TURN = """patience => new Promise((resolve, reject) => {
    const [connection, board, stock] = ["#connection", "#board", "#stock"].map(name => document.querySelector(name));
    const isThere = () => !["reconnecting", "connecting", "offline"].includes(connection.dataset.state);
    let there = null, before = Number(board.dataset.version);
    const observer = new MutationObserver(look);
    function look() {
        if (there === null && isThere()) {
            there = Date.now();
            before = Number(board.dataset.version);
            stock.click();
        }
        if (there === null || Number(board.dataset.version) <= before) return;
        observer.disconnect();
        resolve({ there, seen: Date.now(), before });
    }
    for (const seen of [connection, board]) observer.observe(seen, { attributes: true });
    setTimeout(() => reject(new Error(there === null ? "not connected" : "no card was turned")), patience);
    look();
})"""


class Turn(NamedTuple):
    """A card turned, with its moments as `time.monotonic` has them."""

    there: float  # the page was connected
    seen: float  # the card was, at the version that the server gave
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
        turned = self.page.evaluate(TURN, PATIENCE)
        wall = time.monotonic() - time.time()
        there, seen, before = turned["there"] / 1000 + wall, turned["seen"] / 1000 + wall, turned["before"]
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
