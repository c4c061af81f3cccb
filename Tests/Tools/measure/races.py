"""Races: how close together all begin, how soon the cards lie after the last press, what progress costs who watches.
One table of figures; a budget that is missed ends it with 1: `make races`.

races.py BAIZE [PART…]     BAIZE: the program; PART: start, progress, again, resume; all where none is named

- start: 64 programs race five times, and nobody watches. From the first to the last of them that is told the start.
- progress: 64 programs race once, and 1,000 watch the race.
- again: two pages of Chromium and two programs race, and again 50 times. From the last press to the cards, faces down,
  before all four.
- resume: two pages race, and one of them loses its line a hundred times. From a new line to its first move that the
  server has confirmed.

Programs are told by the kernel when what they read came, so that reading it late adds nothing, and until all have begun
they only keep it: what they do with it would take the time of the server's loops.
"""

import asyncio
import contextlib
import json
import os
import pathlib
import socket
import statistics
import struct
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
for folder in ("Attacks", "BrowserTests"):
    sys.path.insert(0, str(ROOT / "Tests" / folder))

from line import Line as BrokenLine  # noqa: E402
from serving import Server  # noqa: E402
from wire import frame, text  # noqa: E402

ENTRANTS = 64
SPECTATORS = 1000
RACES = 5
REMATCHES = 50
RESUMES = 100
PLAY_SECONDS = 6
PATIENCE = 60  # seconds
READ_BYTES = 1 << 16
SO_TIMESTAMPNS = 35
TEXT, PING, PONG = 1, 9, 10  # opcodes
# What each figure may be at most, and what it is. Progress is told each half second, more or less.
BUDGETS = {
    "start": (10, "first to last start, ms (the slowest race)"),
    "progress": (2.1, "progress to one who watches, a second"),
    "bytes": (3000, "the same in bytes, a second"),
    "again": (300, "last press to cards before all, ms (95 % of rematches)"),
    "resume": (300, "new line to a confirmed move, ms (99 % of them)"),
}
HEAD = ("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: baize.v1\r\n\r\n")


failures = []  # of any line


class Line:
    """A WebSocket that is told by the kernel when its bytes came."""

    def __init__(self, port, hello):
        self.port, self.hello = port, hello
        self.count = 0
        self.bytes = b""
        self.at = 0.0  # seconds since 1970, when the last bytes came
        self.is_open = False
        self.kept = None  # while it keeps what comes: when, and what

    async def connect(self):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.socket.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.port))
        await loop.sock_sendall(self.socket, HEAD.encode() + text({"t": "hello", **self.hello}))
        loop.add_reader(self.socket, self.read)
        await until(lambda: self.is_open)

    def close(self):
        asyncio.get_running_loop().remove_reader(self.socket)
        self.socket.close()

    def say(self, **message):
        """A few hundred bytes always find room in the kernel."""
        self.count += 1
        self.socket.send(text({"c": self.count, **message}))

    def read(self):
        try:
            self.receive()
        except Exception as failure:
            asyncio.get_running_loop().remove_reader(self.socket)
            failures.append(failure)

    def receive(self):
        data, stamps, _, _ = self.socket.recvmsg(READ_BYTES, 64)
        if not data:
            raise ConnectionError("the server ended the connection")
        for level, kind, stamp in stamps:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS):
                seconds, nanoseconds = struct.unpack("qq", stamp)
                self.at = seconds + nanoseconds / 1e9
        if self.kept is not None:
            return self.kept.append((self.at, data))
        self.take(data)

    def go_on(self):
        """Hears what it has kept."""
        kept, self.kept = self.kept, None
        for self.at, data in kept:
            self.take(data)

    def take(self, data):
        self.bytes += data
        if not self.is_open:
            head, end, rest = self.bytes.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open, self.bytes = True, rest
        while (message := self.message()) is not None:
            for line in message.split(b"\n"):
                if line:
                    self.hear(line)

    def message(self):
        """The payload of the next whole frame; None while there is none, and empty for a ping, which is answered."""
        if len(self.bytes) < 2:
            return None
        opcode = self.bytes[0] & 0xF
        size, start = self.bytes[1], 2
        if size == 126:
            size, start = int.from_bytes(self.bytes[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(self.bytes[2:10], "big"), 10
        if len(self.bytes) < start + size:
            return None
        payload, self.bytes = self.bytes[start:start + size], self.bytes[start + size:]
        if opcode == PING:
            self.socket.send(frame(payload, 0x80 | PONG))
            return b""
        assert opcode == TEXT, f"a frame of opcode {opcode}: {payload}"
        return payload


class Entrant(Line):
    """A program that enters, is ready, draws now and then, gives up when it has played for a while, and asks for the
    next race where it should."""

    def __init__(self, port, number, play_seconds, asks_again=False):
        super().__init__(port, {"name": f"Bot {number}", "role": "bot"})
        self.play_seconds, self.asks_again = play_seconds, asks_again
        self.race = self.room = self.seat = self.next = self.opened = self.state = None
        self.backs_at = self.start_at = 0.0
        self.playing = None

    def enter(self, race):
        # A connection may be in some 40 rooms only.
        for room in filter(None, (self.race, self.room)):
            self.say(t="unsub", room=room)
        self.race, self.room, self.seat, self.next, self.state = race, None, None, None, None
        self.backs_at = self.start_at = 0.0
        self.say(t="sub", room=race, **{"as": "play"})

    def ready(self):
        self.say(t="cmd", r=self.race, op="ready", on=True)

    def hear(self, line):
        if line.startswith((b'{"t":"progress"', b'{"t":"crowd"', b'{"t":"dests"')):
            return
        said = json.loads(line)
        # A move may come too late, or at a bad moment; anything else that is refused is a mistake here.
        assert said["t"] != "no" or said["code"] in ("illegal", "paused", "rate") or said.get("r") == self.room, said
        if said["t"] == "ok" and "keys" in said:
            self.opened = said["room"]
        if said["t"] == "ok" and said.get("r") == self.race and "seat" in said:
            self.seat = said["seat"]
            if self.asks_again:
                self.ready()
        if said["t"] == "snap" and said["r"] == self.room:
            if said["s"]["status"] == "waiting":
                self.backs_at = self.at
            elif said["why"] == "start":
                self.start_at = self.at
                self.playing = asyncio.create_task(self.play(self.room))
        if said.get("r") == self.race and "race" in said:
            self.take_race(said["race"])

    def take_race(self, race):
        for row in race.get("entrants", []):
            if row["n"] == self.seat and "room" in row and self.room is None:
                self.room = row["room"]
                self.say(t="sub", room=self.room, **{"as": "play"})
        state, self.state = self.state, race.get("state", self.state)
        self.next = race.get("next", self.next)
        if not self.asks_again:
            return
        if self.next is not None and self.state == "ended":
            self.enter(self.next)
        elif self.state == "ended" and state != "ended":
            self.say(t="cmd", r=self.race, op="again")

    async def play(self, room):
        for _ in range(self.play_seconds * 2):
            self.say(t="cmd", r=room, op="tap", **{"in": "stock"})
            await asyncio.sleep(0.5)
        self.say(t="cmd", r=room, op="resign")


class Spectator(Line):
    def __init__(self, port):
        super().__init__(port, {"name": "Eve"})
        self.told = []  # when, and how many bytes

    def hear(self, line):
        if line.startswith(b'{"t":"progress"'):
            self.told.append((self.at, len(line)))

    @property
    def seconds(self):
        return self.told[-1][0] - self.told[0][0]


async def until(holds, pause=0.005):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert not failures, failures
        assert time.monotonic() < end, "it takes too long"
        await asyncio.sleep(pause)


# MARK: - Programs alone

async def opened(port, entrants):
    """Programs on a line each, and a race that the first of them opened."""
    players = [Entrant(port, number, PLAY_SECONDS) for number in range(entrants)]
    for player in players:
        await player.connect()
    players[0].say(t="open", game="klondike1", access="public", race={"entrants": [2, entrants], "seconds": 60})
    await until(lambda: players[0].opened)
    return players, players[0].opened


async def enter(players, race):
    for player in players:
        player.enter(race)
    await until(lambda: all(player.seat is not None for player in players))


async def begin(players):
    """From the first to the last who was told that it begins, in milliseconds."""
    for player in players:
        player.ready()
    await until(lambda: all(player.backs_at for player in players))
    for player in players:
        player.kept = []
    await until(lambda: all(any(b'"why":"start"' in data for _, data in player.kept) for player in players), 0.1)
    for player in players:
        player.go_on()
    await until(lambda: all(player.start_at for player in players))
    starts = [player.start_at for player in players]
    return (max(starts) - min(starts)) * 1000


async def starts(port):
    players, race = await opened(port, ENTRANTS)
    spreads = []
    for _ in range(RACES):
        await enter(players, race)
        spreads.append(await begin(players))
        await until(lambda: all(player.state == "ended" for player in players))
        players[0].say(t="cmd", r=race, op="again")
        await until(lambda: players[0].next)
        race = players[0].next
    for player in players:
        player.close()
    print("start: " + ", ".join(f"{spread:.1f}" for spread in spreads) + " ms", flush=True)
    return {"start": max(spreads)}


async def progress(port):
    players, race = await opened(port, ENTRANTS)
    await enter(players, race)
    watchers = [Spectator(port) for _ in range(SPECTATORS)]
    for watcher in watchers:
        await watcher.connect()
        watcher.say(t="sub", room=race, **{"as": "watch"})
    spread = await begin(players)
    await until(lambda: all(player.state == "ended" for player in players))
    for line in players + watchers:
        line.close()
    assert all(len(watcher.told) > 2 for watcher in watchers), "somebody who watches is told nothing"
    print(f"progress: they began within {spread:.1f} ms", flush=True)
    return {
        "progress": statistics.mean((len(watcher.told) - 1) / watcher.seconds for watcher in watchers),
        "bytes": statistics.mean(sum(size for _, size in watcher.told[1:]) / watcher.seconds for watcher in watchers),
    }


# MARK: - Pages and programs

# When *Again* was pressed, and when the table of the next race was there with all its cards: by race.
NOTED = """() => {
  window.pressed = {}; window.laid = {};
  const note = () => {
    const race = document.querySelector(".race");
    const room = race?.dataset.room;
    if (!room || room in laid || document.querySelectorAll("#board .card").length < 52) return;
    if (race.dataset.moment === "counts") laid[room] = (performance.timeOrigin + performance.now()) / 1000;
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  addEventListener("click", ({ target }) => {
    if (target.closest("#again")) {
      pressed[document.querySelector(".race").dataset.room] = (performance.timeOrigin + performance.now()) / 1000;
    }
  }, true);
}"""


class Programs(threading.Thread):
    """Two programs that race, again and again, beside the pages."""

    def __init__(self, port, race):
        super().__init__(daemon=True)
        self.port, self.race = port, race
        self.laid = {}  # by race: when each of them had its cards

    def run(self):
        try:
            asyncio.run(self.play())
        except Exception as failure:
            failures.append(failure)

    async def play(self):
        self.ends = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.players = [Entrant(self.port, number, 0, asks_again=True) for number in range(2)]
        for player in self.players:
            await player.connect()
            player.enter(self.race)
        while not self.ends.is_set() and not failures:
            for player in self.players:
                if player.backs_at:
                    self.laid.setdefault(player.race, {})[player.hello["name"]] = player.backs_at
            await asyncio.sleep(0.02)


# When the page had its last line, and when the first move on it was confirmed. It draws as soon as it is back.
RESUMED = """() => {
  window.lineAt = 0; window.backAt = 0;
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("open", () => { lineAt = performance.now(); window.drawn = null; });
    }
  };
  const note = () => {
    const board = document.querySelector("#board");
    if (!lineAt || !board || document.querySelector("#connection").dataset.state !== "online") return;
    if (window.drawn === null) {
      window.drawn = Number(board.dataset.version);
      document.querySelector("#stock").click();
    } else if (Number(board.dataset.version) > window.drawn && backAt < lineAt) backAt = performance.now();
  };
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true }));
}"""


@contextlib.contextmanager
def two_pages(server, entrants, prepare=None):
    """Two pages, and the race that the first of them opened; the second has not come yet.

    - Parameter prepare: a script that the second runs first.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("BAIZE_CHROMIUM", "/usr/bin/chromium"),
                                             args=["--no-sandbox"])
        ada, ben = (browser.new_context().new_page() for _ in range(2))
        if prepare:
            ben.add_init_script(f"({prepare})()")
        ada.goto(server.url)
        ada.locator("#connection[data-state=online]").wait_for(state="attached")
        ada.click(".tile[data-kind=race]")
        ada.fill("#new-race [name=entrants]", str(entrants))
        ada.select_option("#new-race [name=race-access]", "public")
        ada.click("#open-race")
        ada.locator(".race[data-moment=waits]").wait_for()
        yield ada, ben, ada.get_attribute(".race", "data-room")
        browser.close()


def resumes(server):
    """From a new line to a confirmed move, in milliseconds: one for each line that was lost."""
    found = []
    with contextlib.closing(BrokenLine(server.port)) as line, two_pages(server, 2, RESUMED) as (ada, ben, race):
        ben.goto(f"{line.url}/c/{race}")
        for page in (ada, ben):
            page.locator(".race [data-n]").nth(1).wait_for()
            page.click("#ready")
        for page in (ada, ben):
            page.locator("#board[data-status=playing][data-settled=true]").wait_for()
        for _ in range(RESUMES):
            before = ben.evaluate("lineAt")
            line.cut()
            ben.locator("#connection[data-state=reconnecting]").wait_for()
            # Something goes on without them.
            ada.click("#stock")
            line.mend()
            ben.wait_for_function("(before) => lineAt > before && backAt > lineAt", arg=before)
            found.append(ben.evaluate("backAt - lineAt"))
    return found


def rematches(server):
    """From the last press to the cards before all, in milliseconds: one for each rematch."""
    with two_pages(server, 4) as (*pages, race):
        ada, ben = pages
        ben.goto(f"{server.url}/c/{race}")
        programs = Programs(server.port, race)
        programs.start()
        for page in pages:
            page.evaluate(NOTED)
            page.locator(".race [data-n]").nth(3).wait_for()
            page.click("#ready")
        found = []
        for _ in range(REMATCHES):
            for page in pages:
                page.locator(".race[data-moment=plays]").wait_for()
                page.locator("#board[data-status=playing]").wait_for()
                page.evaluate("() => document.querySelector('#resign').click()")
                page.click("#resign-now")
            for page in pages:
                page.locator(".race[data-moment=ended]").wait_for()
                page.locator(".race-verdict[data-verdict=true]").wait_for()
            for page in pages:
                page.evaluate("() => document.querySelector('#again').click()")
            for page in pages:
                page.locator(f".race:not([data-room={race}])[data-moment=counts]").wait_for()
            before, race = race, ada.get_attribute(".race", "data-room")
            for page in pages:
                page.wait_for_function(f"() => '{race}' in laid")
            assert not failures, failures
            end = time.monotonic() + PATIENCE
            while len(programs.laid.get(race, {})) < 2:
                assert time.monotonic() < end, "the programs have no cards"
                time.sleep(0.01)
            pressed = [page.evaluate("(race) => pressed[race]", before) for page in pages]
            laid = [page.evaluate("(race) => laid[race]", race) for page in pages]
            found.append((max(laid + list(programs.laid[race].values())) - max(pressed)) * 1000)
        programs.loop.call_soon_threadsafe(programs.ends.set)
        programs.join()
    return found


def share(name, found, part):
    """What so great a part of all that was found does not exceed."""
    found = sorted(found)
    print(f"{name}: {len(found)} times, {statistics.median(found):.0f} ms in the middle, {found[-1]:.0f} at most",
          flush=True)
    return {name: found[min(len(found) - 1, round(len(found) * part))]}


PARTS = {
    "start": lambda server: asyncio.run(starts(server.port)),
    "progress": lambda server: asyncio.run(progress(server.port)),
    "again": lambda server: share("again", rematches(server), 0.95),
    "resume": lambda server: share("resume", resumes(server), 0.99),
}


def main(baize, *parts):
    if unknown := set(parts) - set(PARTS):
        raise SystemExit(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    os.environ["BAIZE_BIN"] = baize
    figures = {}
    for part in parts or PARTS:
        server = Server("--loops", "2")
        try:
            figures |= PARTS[part](server)
        finally:
            server.stop()
    missed = False
    for name, figure in figures.items():
        budget, words = BUDGETS[name]
        missed |= figure > budget
        print(f"{words:56} {figure:8.1f} {budget:8}{'  missed' if figure > budget else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
