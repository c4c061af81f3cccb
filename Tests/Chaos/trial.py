"""Servers that die under load, one after another, and a check that their promises hold.

Between two deaths: the server is started on what is left, every bot comes back and goes on, and a copy of what was left
is looked at by `baize check`. Invariant: nothing is judged that a later death could have changed.
"""

import asyncio
import contextlib
import itertools
import pathlib
import random
import shutil
import sys
import time

from fleet import Fleet
from judge import Judge
from life import Ended, Life, check

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Tools"))
import slices  # noqa: E402

GAMES = ("klondike1", "fruits", "klondike3", "four-aces", "free-piles", "photos", "contacts", "list", "cards",
         "sections", "card-grid", "described")


def people(game):
    """How many bots sit at a table."""
    return 1 if game.startswith("klondike") else 2


BOTS = sum(people(game) for game in GAMES)  # for a table of each game
COME_BACK = 30  # seconds; only to end a trial in which somebody never does
CALM, BUSY = 0.05, 0.9  # seconds between coming back and dying
DIE_AT_START = 0.08  # how often it dies while it starts
DIE_AT_REST = 0.2  # how often it had time to put its house in order before
START_DEATH = 0.4  # within so many seconds
BLOBS_LOOKED_AT = 3


class Trial:
    """One run. `deaths` are those that a server met while it played."""

    def __init__(self, disk, bots, seed, *arguments):
        self.disk, self.seed = disk, seed
        self.life = Life(disk, *arguments)
        self.dice = random.Random(seed)
        self.bot_count = bots
        self.deaths = self.deaths_at_start = self.in_sync = self.in_write = self.checked = 0
        self.slowest_start = 0.0
        self.lost, self.wrong = [], []  # promises broken; all else that may not be
        self.acked = self.repeated = 0
        self.refused = {}
        self.fleet = None
        # What is timed beside the bots comes first: the check takes a core.
        self.before_check = lambda: asyncio.sleep(0)
        # What a death is to find needs calm to come about.
        self.before_death = lambda: asyncio.sleep(0)

    async def begin(self):
        """A server and a fleet that begin from nothing or from what is there."""
        self.note_start(await self.life.start())
        self.fleet = Fleet(self.life, Judge(), f"{self.seed} {self.deaths}")
        # A fleet too small for all games has others in each slice.
        first = slices.chosen() or 0
        games = itertools.cycle(GAMES[first:] + GAMES[:first])
        while len(self.fleet.bots) < self.bot_count:
            game = next(games)
            self.fleet.add([game], people(game))
        self.fleet.begin()
        await self.fleet.all_play(COME_BACK)

    def note_start(self, seconds):
        self.slowest_start = max(self.slowest_start, seconds)

    async def die(self, lose, guest):
        """One death at a random time, and all that is promised after it. Returns when everybody plays again."""
        await self.before_death()
        await asyncio.sleep(self.dice.uniform(CALM, BUSY))
        waits = guest and await guest.may_be_judged(self.deaths)
        if self.dice.random() < DIE_AT_REST:
            self.fleet.rests = True
            await asyncio.sleep(self.dice.uniform(0, BUSY))
        syncs, writes = self.life.kill()
        self.fleet.rests = False
        self.deaths += 1
        self.in_sync += syncs > 0
        self.in_write += writes > 0
        self.fleet.server_died()
        lose(self.disk)
        copy = await self.copy_data()
        if not waits and self.dice.random() < DIE_AT_START:
            await self.die_at_start(lose)
        self.note_start(await self.life.start())
        # A guest that is judged comes back while the bots do, and is timed. The check takes a core, so it comes after.
        meanwhile = [asyncio.create_task(self.play_then_look(guest, copy) if waits else self.look(copy))]
        try:
            await self.fleet.all_play(COME_BACK)
            if not self.fleet.judge.lost:
                await self.fleet.look_at_blobs(BLOBS_LOOKED_AT)
        finally:
            await asyncio.gather(*meanwhile)

    async def play_then_look(self, guest, copy):
        await guest.play()
        await self.look(copy)

    async def die_at_start(self, lose):
        self.life.spawn()
        await asyncio.sleep(self.dice.uniform(0, START_DEATH))
        self.life.kill()
        self.deaths_at_start += 1
        lose(self.disk)

    async def copy_data(self):
        """What the death left, for `baize check`."""
        copy = self.disk.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.disk.root, copy, ignore=shutil.ignore_patterns("control"))  # a socket
        return copy

    async def look(self, copy):
        await self.before_check()
        code, lines = await asyncio.to_thread(check, copy)
        self.checked += 1
        if code != 0:
            self.wrong.append(f"death {self.deaths}: baize check says {lines[-3:]}")

    async def end_fleet(self):
        """Takes over what the fleet's judge found."""
        if not self.fleet:
            return
        await self.fleet.end()
        judge = self.fleet.judge
        self.acked += judge.acked
        self.repeated += judge.repeated
        self.lost += judge.lost
        for code, count in judge.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count
        self.fleet = None

    async def start_over(self):
        """After promises were broken: nothing that is left there can be judged."""
        await self.end_fleet()
        if self.life.process:
            self.life.kill()
        shutil.rmtree(self.disk.root)
        self.disk.root.mkdir()
        self.disk.copy_root()

    async def run(self, deaths, lose=lambda disk: None, guest=None, seconds=None):
        """So many deaths, or as many as there is time for.

        - Parameters: `lose` is done to the disk at each; `guest` is somebody beside the bots (chaos.py).
        """
        end = time.monotonic() + seconds if seconds else None
        try:
            while self.deaths < deaths and not (end and time.monotonic() > end):
                try:
                    if self.fleet is None:
                        await self.begin()
                    await self.die(lose, guest)
                except Ended as ended:
                    self.lost.append(f"death {self.deaths}: the server does not start: {ended}")
                    await self.start_over()
                if self.fleet and self.fleet.judge.lost:
                    await self.start_over()
        finally:
            await self.end_fleet()
            with contextlib.suppress(ProcessLookupError):
                self.life.stop()

    def say_findings(self, name):
        for words in [*self.lost, *self.wrong][:20]:
            print(f"{name}: ✗ {words}")
