"""Plays one game of each family to the win in Firefox, by mouse on a wide screen and by touch on a narrow one: `make
firefox`. Given a folder, it saves a screenshot of each finished game there.

A real server, and a real Firefox that is led by its own protocol, Marionette.
"""

import base64
import pathlib
import shutil
import sys
import tempfile
import time

from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from serving import Server  # noqa: E402
from table import WON_GAMES  # noqa: E402

# Seconds.
PATIENCE = 30
# Firefox has no window that is narrower than 500.
SIZES = {"mouse": (1440, 900), "touch": (500, 844)}
PREFERENCES = {"ui.prefersReducedMotion": 1, "dom.w3c_touch_events.enabled": 1}

# Where a card is taken hold of, and where it is dropped: as the tests in Chromium do.
GRIP = """const [handle] = arguments;
const card = document.querySelector(`.card.liftable[data-handle="${handle}"]`);
if (!card) return null;
const pile = [...document.querySelectorAll(`.card[data-in="${card.dataset.in}"]`)];
const seen = card.getAttribute("aria-hidden") === "true"
  ? pile.sort((a, b) => a.dataset.index - b.dataset.index).at(-1) : card;
const box = seen.getBoundingClientRect();
return [box.x + box.width / 2, box.y + Math.min(12, box.height * 0.08)];"""
SPOT = """const [pile] = arguments;
const cards = [...document.querySelectorAll(`.card[data-in="${pile}"]`)];
const last = cards.sort((a, b) => a.dataset.index - b.dataset.index).at(-1);
if (pile.startsWith("t") && last) {
  const box = last.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height * 0.6];
}
const box = document.querySelector(`.pile[data-in="${pile}"]`).getBoundingClientRect();
return [box.x + box.width / 2, box.y + Math.min(box.height, 60) / 2];"""
STATE = """const board = document.querySelector("#board");
return board && { version: Number(board.dataset.version), settled: board.dataset.settled === "true",
  role: board.dataset.role, status: board.dataset.status, disagreements: board.dataset.disagreements };"""
MIDDLE = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];"""


class Table:
    """A table in Firefox, and the hand that plays there."""

    def __init__(self, firefox, hand):
        self.firefox = firefox
        self.hand = hand

    def run(self, script, *arguments):
        return self.firefox.execute_script(script, script_args=arguments)

    def until(self, what, holds):
        end = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < end, f"{what} never came"
            time.sleep(0.01)
        return found

    def open(self, url, game, deal):
        self.firefox.navigate(f"{url}/?game={game}&deal={deal}")
        self.settled(lambda it: it["role"] == "player")

    def settled(self, holds):
        return self.until("that position", lambda: (it := self.run(STATE)) and it["settled"] and holds(it) and it)

    def gesture(self, start, *stops):
        fingers = self.firefox.actions.sequence("pointer", "hand", {"pointerType": self.hand})
        fingers.pointer_move(*(round(at) for at in start)).pointer_down()
        for stop in stops:
            fingers.pointer_move(*(round(at) for at in stop), duration=60)
        fingers.pointer_up().perform()

    def play(self, move):
        if move["op"] != "move":
            return self.gesture(self.run(MIDDLE, "#finish" if move["op"] == "finish" else "#stock"))
        start = self.until("that card", lambda: self.run(GRIP, move["item"]))
        end = self.run(SPOT, move["in"])
        return self.gesture(start, (start[0] + 6, start[1] + 6), end)


    def win(self, url, game, deal, moves):
        """Whether the game was won, and the page and the server agreed all the time."""
        self.open(url, game, deal)
        version = self.run(STATE)["version"]
        for at, move in enumerate(moves, 1):
            self.play(move)
            last = self.settled(lambda it: it["version"] == version + at)
        return last["status"] == "won" and last["disagreements"] == "0"


def main(shots=""):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    log = tempfile.NamedTemporaryFile(prefix="firefox-", suffix=".log")
    firefox = Marionette(bin=program, headless=True, gecko_log=log.name, prefs=PREFERENCES)
    server = Server("--loops", "2")
    failed = 0
    try:
        firefox.start_session()
        for hand, (width, height) in SIZES.items():
            firefox.set_window_rect(width=width, height=height)
            for game, won in WON_GAMES.items():
                try:
                    good, why = Table(firefox, hand).win(server.url, game, **won), ""
                except (AssertionError, MarionetteException) as error:
                    good, why = False, f": {error}"
                failed += not good
                print(f"{'✓' if good else 'FAILED:'} {game} by {hand}{why}", flush=True)
                if shots:
                    picture = base64.b64decode(firefox.screenshot(full=False))
                    (pathlib.Path(shots) / f"firefox-{hand}-{game}.png").write_bytes(picture)
    finally:
        server.stop()
        firefox.quit(in_app=False)
    print(f"checks: {len(SIZES) * len(WON_GAMES) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
