"""Makes docs/img/table.png, the picture on the README's first screen: `make screenshot`.

A real server, a real game (the recorded one) some way in, a card in the hand, somebody watching.
"""

import os
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from serving import Server  # noqa: E402
from table import GAME, drag, open_table, options, play, settled  # noqa: E402

# The picture is taken at the first move between columns after this many moves.
MOVES_MIN = 40


def main(path):
    server = Server("--loops", "2")
    try:
        with sync_playwright() as playwright:
            chromium = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(base_url=server.url, viewport={"width": 1180, "height": 760})
            page.goto("/")
            options(page)
            page.fill("#your-name", "Ada")
            room = open_table(page, deal=GAME["deal"])
            for name in ("Grace", "Edsger"):
                watcher = browser.new_context(base_url=server.url).new_page()
                watcher.goto(f"/watch/{room}")
                settled(watcher)
            version = settled(page)
            moves = GAME["moves"]
            shown = next(number for number, move in enumerate(moves)
                         if number >= MOVES_MIN and move["op"] == "move" and move["in"].startswith("t"))
            for move in moves[:shown]:
                play(page, move)
                version = settled(page, version + 1)
            drag(page, moves[shown]["item"], moves[shown]["in"], drop=False)
            page.wait_for_timeout(300)
            page.screenshot(path=path)
            page.mouse.up()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs/img/table.png")
