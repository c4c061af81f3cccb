"""Plays for long under a load that comes and goes, and finds whether anything grows.

    soak.py --minutes 45

Companies of bots sit at new tables, play, and leave them for ever; watchers come to tables and go, with and without a
goodbye; pages and lists are asked for. What must be so when the first third is over: memory that is the process's own,
descriptors and threads stay as they are, answers take no longer, and the server says nothing above a notice. BAIZE_BIN
names the program; it is the only thing that is ended. The last line is a summary; the exit code is 0 if all of that
holds.
"""

import argparse
import asyncio
import collections
import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import statistics
import sys
import tempfile
import time
import urllib.request

import bots
from disk import Disk
from fleet import Fleet
from judge import Judge
from life import Life, figures
from trial import GAMES, people
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

WAVES = 3  # fleets at once
WAVE_SECONDS = 90
WATCHERS = 40  # at once
WATCH_SECONDS = 1, 20
SAMPLE_SECONDS = 30
RATE = 4  # commands a second, of each bot
MEMORY_GROWTH_MAX = 1.10  # the last third's median to the second's
MEMORY_NOISE = 4 << 20  # bytes; what an allocator keeps for itself
DESCRIPTORS_MORE_MAX = 16  # their number sways with the number of connections
LATENCY_GROWTH_MAX = 1.5

Sample = collections.namedtuple("Sample", "at memory descriptors threads answers p50 p99 connections awake")


def quantile(before, after, share):
    """Of the answers between two readings, in seconds: within a step of the histogram they are taken as even."""
    steps = sorted((float(found[1]), after[name] - before.get(name, 0)) for name in after
                   if (found := re.fullmatch(r'baize_ack_seconds_bucket\{le="([\d.]+)"\}', name)))
    total = after["baize_ack_seconds_count"] - before.get("baize_ack_seconds_count", 0)
    low, below = 0.0, 0.0
    for bound, count in steps:
        if count >= share * total:
            return low + (bound - low) * (share * total - below) / max(1, count - below)
        low, below = bound, count
    return low


class Soak:
    def __init__(self, life, seed):
        self.life = life
        self.dice = random.Random(seed)
        self.seeds = itertools.count(seed)
        self.rooms = collections.deque(maxlen=WAVES * len(GAMES))
        self.samples = []
        self.acked = self.watched = self.asked = 0
        self.wrong = []

    async def wave(self, wait):
        """One company of bots after the other, each at tables of its own."""
        await asyncio.sleep(wait)
        while True:
            fleet = Fleet(self.life, Judge(), next(self.seeds))
            for game in GAMES:
                fleet.add([game], people(game))
            fleet.begin()
            try:
                await fleet.all_play(WAVE_SECONDS)
                self.rooms.extend(bot.company.room for bot in fleet.bots if bot.opens)
                await asyncio.sleep(WAVE_SECONDS)
                fleet.fail_early()
            finally:
                await fleet.end()
                self.acked += fleet.judge.acked
                self.wrong += fleet.judge.lost

    async def watch(self):
        """Somebody who looks at one table after the other."""
        while True:
            await asyncio.sleep(self.dice.random())
            if not self.rooms:
                continue
            with contextlib.suppress(OSError, EOFError, WebSocketException, TimeoutError):
                async with connect(f"ws://127.0.0.1:{self.life.port}/ws", subprotocols=["baize.v1"],
                                   ping_interval=None, max_size=None, proxy=None, close_timeout=1) as socket:
                    for message in ({"t": "hello", "name": "Watcher", "want": []},
                                    {"t": "sub", "c": 1, "room": self.dice.choice(self.rooms), "as": "watch"}):
                        await socket.send(json.dumps(message) + "\n")
                    async with asyncio.timeout(self.dice.uniform(*WATCH_SECONDS)):
                        async for _ in socket:
                            self.watched += 1
                    if self.dice.random() < 0.5:
                        socket.transport.abort()

    async def ask(self):
        """A visitor who opens pages."""
        paths = ["/", "/js/main.js", "/api/tables", "/healthz", "/nothing"]
        while True:
            await asyncio.sleep(0.2)
            with contextlib.suppress(OSError):
                await asyncio.to_thread(self.get, self.dice.choice(paths))
                self.asked += 1

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.life.port}{path}", timeout=10) as heard:
            heard.read()

    async def look(self, minutes):
        began = time.monotonic()
        before = await asyncio.to_thread(figures, self.life.port)
        while time.monotonic() - began < minutes * 60:
            await asyncio.sleep(SAMPLE_SECONDS)
            after = await asyncio.to_thread(figures, self.life.port)
            self.samples.append(self.sample(time.monotonic() - began, before, after))
            before = after
            print(f"soak: {words(self.samples[-1])}", flush=True)

    def sample(self, at, before, after):
        process = pathlib.Path(f"/proc/{self.life.process.pid}")
        status = dict(re.findall(r"(?m)^(\w+):\s+(\d+)", (process / "status").read_text()))
        return Sample(
            at, int(status["RssAnon"]) * 1024, len(os.listdir(process / "fd")), int(status["Threads"]),
            int(after["baize_ack_seconds_count"] - before["baize_ack_seconds_count"]), quantile(before, after, 0.5),
            quantile(before, after, 0.99), int(after["baize_connections"]), int(sum(
                value for name, value in after.items() if re.match(r'baize_tables\{state="(busy|awake)"', name))))

    async def run(self, minutes):
        tasks = [asyncio.create_task(life) for life in (
            *(self.wave(number * WAVE_SECONDS / WAVES) for number in range(WAVES)),
            *(self.watch() for _ in range(WATCHERS)), self.ask())]
        looking = asyncio.create_task(self.look(minutes))
        done, _ = await asyncio.wait([looking, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in [looking, *tasks]:
            task.cancel()
        await asyncio.gather(looking, *tasks, return_exceptions=True)
        for task in done:
            task.result()  # a load that fell over is a mistake of ours

    def judge(self):
        third = len(self.samples) // 3
        second, last = self.samples[third:2 * third], self.samples[-third:]
        if third == 0:
            return "too short to tell"

        def both(name):
            return (statistics.median(getattr(sample, name) for sample in part) for part in (second, last))

        memory, memory_then = both("memory")
        if memory_then > max(memory * MEMORY_GROWTH_MAX, memory + MEMORY_NOISE):
            self.wrong.append(f"memory grew from {memory / 1e6:.1f} to {memory_then / 1e6:.1f} MB")
        descriptors, descriptors_then = both("descriptors")
        if descriptors_then > descriptors + DESCRIPTORS_MORE_MAX:
            self.wrong.append(f"descriptors grew from {descriptors:.0f} to {descriptors_then:.0f}")
        threads, threads_then = both("threads")
        if threads_then > threads:
            self.wrong.append(f"threads grew from {threads:.0f} to {threads_then:.0f}")
        p99, p99_then = both("p99")
        if p99_then > p99 * LATENCY_GROWTH_MAX:
            self.wrong.append(f"99 % of answers came within {p99 * 1e3:.1f} ms, then {p99_then * 1e3:.1f} ms")
        return (f"memory {memory / 1e6:.1f} then {memory_then / 1e6:.1f} MB, descriptors {descriptors:.0f} then "
                f"{descriptors_then:.0f}, threads {threads_then:.0f}, 99 % of answers within {p99 * 1e3:.1f} then "
                f"{p99_then * 1e3:.1f} ms")


def words(sample):
    return (f"{sample.at / 60:5.1f} min, {sample.memory / 1e6:6.1f} MB, {sample.descriptors} descriptors, "
            f"{sample.threads} threads, {sample.connections} connections, {sample.awake} tables awake, "
            f"{sample.answers / SAMPLE_SECONDS:.0f} answers/s within {sample.p50 * 1e3:.2f} (50 %) and "
            f"{sample.p99 * 1e3:.2f} ms (99 %)")


async def run(life, soak, minutes):
    await life.start()
    try:
        await soak.run(minutes)
    finally:
        life.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    bots.COMMANDS_PER_SECOND = RATE
    print(f"soak: seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="baize-soak-") as folder:
        disk = Disk(folder, shadowed=False)
        life = Life(disk)
        soak = Soak(life, options.seed)
        asyncio.run(run(life, soak, options.minutes))
        found = soak.judge()
        soak.wrong += [f"the log says: {line}" for line in life.log.read_text().splitlines()
                       if re.search(r'"level":"(error|critical)"|\b(ERROR|CRITICAL)\b|Fatal', line)][:5]
        size = sum(path.stat().st_size for path in disk.root.rglob("tables.db*"))
    for wrong in soak.wrong[:20]:
        print(f"soak: ✗ {wrong}")
    print(f"soak: {options.minutes:.0f} minutes, {soak.acked} commands acknowledged, {soak.watched} messages to "
          f"watchers, {soak.asked} pages, {size / 1e6:.0f} MB of tables: {found}; {len(soak.wrong)} wrong")
    return 1 if soak.wrong or not soak.samples else 0


if __name__ == "__main__":
    sys.exit(main())
