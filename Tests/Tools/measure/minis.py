"""Measures what a lobby costs in which 32 small boards move, and fails where a budget is missed: `make minis`.

A real server, a real Chromium, and 32 tables at which recorded games are played, each two moves a second, over and
over. The page's processor is made four times as slow. Bytes are counted on the line between the two, as they come out
of the server. Other work on the machine makes scripts take longer than they would alone, and changes no bytes.
"""

import asyncio
import itertools
import json
import os
import pathlib
import shutil
import sys
import threading
import time

from playwright.sync_api import sync_playwright
from slow_line import SlowLine
from websockets.asyncio.client import connect

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from serving import Server  # noqa: E402
from table import WON_GAMES  # noqa: E402

TABLES = 32
MOVE_SECONDS = 0.5
SECONDS = 20
SLOWER = 4
# All 32 rows are on the screen.
WINDOW = {"width": 1280, "height": 5200}
# Of the line, and of the page's main thread.
KB_PER_SECOND = 12
SCRIPT_SHARE = 0.25
VERSIONS = "() => [...document.querySelectorAll('#tables .mini')].map((it) => it.dataset.version)"


class Players(threading.Thread):
    """Somebody at each table, who plays a game that was won, then the same deal again."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.address = f"ws://127.0.0.1:{port}/ws"
        self.loop = asyncio.new_event_loop()

    def run(self):
        asyncio.set_event_loop(self.loop)
        games = itertools.islice(itertools.cycle(WON_GAMES.items()), TABLES)
        for at, (name, game) in enumerate(games):
            self.loop.create_task(self.play(name, game, at))
        self.loop.run_forever()
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()

    async def play(self, name, game, at):
        async with connect(self.address, subprotocols=["baize.v1"], compression=None) as socket:
            rooms = self.loop.create_future()

            async def say(**message):
                await socket.send(json.dumps(message) + "\n")

            async def listen():
                async for text in socket:
                    for line in text.splitlines():
                        if not rooms.done() and "room" in (message := json.loads(line)):
                            rooms.set_result(message["room"])

            deal = game["deal"] if isinstance(game["deal"], dict) else {"kind": "open", "n": game["deal"]}
            # A task that nobody holds may be forgotten.
            listening = self.loop.create_task(listen())  # noqa: F841
            await say(t="hello", name=f"Player {at + 1}", want=[])
            await say(t="open", c=1, game=name, deal=deal, seats=1, access="public")
            room = await rooms
            await say(**{"t": "sub", "c": 2, "room": room, "as": "play"})
            await asyncio.sleep(MOVE_SECONDS * at / TABLES)
            for c in itertools.count(3):
                step = (c - 3) % (len(game["moves"]) + 1)
                move = game["moves"][step - 1] if step else {"op": "deal", "deal": deal}
                await say(t="cmd", c=c, r=room, **move)
                await asyncio.sleep(MOVE_SECONDS)

    def stop(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.join(timeout=10)


def metrics(devtools):
    return {it["name"]: it["value"] for it in devtools.send("Performance.getMetrics")["metrics"]}


def measured(page, devtools, line):
    """Bytes a second on the line, and shares of the time of the page's main thread."""
    before, bytes_before, began = metrics(devtools), line.down.carried, time.monotonic()
    versions = page.evaluate(VERSIONS)
    time.sleep(SECONDS)
    after, seconds = metrics(devtools), time.monotonic() - began
    moved = sum(one != other for one, other in zip(versions, page.evaluate(VERSIONS)))
    span = after["Timestamp"] - before["Timestamp"]
    return {"kB": (line.down.carried - bytes_before) / seconds / 1000, "moved": moved,
            **{name: (after[name] - before[name]) / span for name in ("ScriptDuration", "TaskDuration")}}


def visited(browser, server):
    """A visit to a lobby in which all small boards are on the screen."""
    line = SlowLine(server.port, 0, 1000)
    context = browser.new_context(base_url=line.url, viewport=WINDOW)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        page.goto("/")
        page.locator("#tables .mini[data-version]").nth(TABLES - 1).wait_for(timeout=60000)
        # What belongs to the arrival is over.
        time.sleep(3)
        return measured(page, devtools, line)
    finally:
        context.close()
        line.close()


def main():
    server = Server("--loops", "2")
    players = Players(server.port)
    players.start()
    try:
        with sync_playwright() as playwright:
            chromium = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            found = visited(browser, server)
            browser.close()
    finally:
        players.stop()
        server.stop()
    script = found["ScriptDuration"]
    good = found["kB"] <= KB_PER_SECOND and script <= SCRIPT_SHARE and found["moved"] == TABLES
    print(f"{'✓' if good else '✗'} {TABLES} small boards, {1 / MOVE_SECONDS:g} moves a second each, CPU ×{SLOWER}: "
          f"{found['kB']:.1f} kB/s (at most {KB_PER_SECOND}), scripts {script:.1%} (at most {SCRIPT_SHARE:.0%}), "
          f"the whole main thread {found['TaskDuration']:.1%}; {found['moved']} moved; load {os.getloadavg()[0]:.1f}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
