"""Races of many: how close to each other all begin, how soon backs lie after the last press, what progress costs who
watches. One table of figures; a budget that is missed ends it with 1.

races.py BAIZE [ENTRANTS [SPECTATORS [RACES]]]    BAIZE: the program
"""

import asyncio
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from websockets.asyncio.client import connect

BUDGETS = {"start": 10, "backs": 300, "progress": 2, "bytes": 3000}
PLAY_SECONDS = 6


class Entrant:
    """A program that enters, is ready, draws now and then, and gives up when it has played for a while."""

    def __init__(self, number):
        self.number = number
        self.count = 0
        self.race = self.room = self.seat = self.next = self.opened = None
        self.backs_at = self.start_at = 0.0
        self.ended = asyncio.Event()

    async def say(self, **message):
        self.count += 1
        await self.socket.send(json.dumps({"c": self.count, **message}) + "\n")

    async def run(self, url):
        async with connect(url, subprotocols=["baize.v1"], compression=None, max_size=None) as self.socket:
            await self.socket.send('{"t":"hello","name":"Bot %d","role":"bot"}\n' % self.number)
            async for text in self.socket:
                now = time.perf_counter()
                for line in text.strip().split("\n"):
                    if line.startswith(('{"t":"progress"', '{"t":"crowd"', '{"t":"dests"')):
                        continue
                    await self.hear(json.loads(line), now)

    async def enter(self, race):
        self.race, self.room, self.next = race, None, None
        self.backs_at = self.start_at = 0.0
        self.ended.clear()
        await self.say(t="sub", room=race, **{"as": "play"})

    async def ready(self):
        await self.say(t="cmd", r=self.race, op="ready", on=True)

    async def hear(self, said, now):
        if said["t"] == "ok" and "keys" in said:
            self.opened = said["room"]
        if said["t"] == "ok" and said.get("r") == self.race and "seat" in said:
            self.seat = said["seat"]
        if said["t"] == "snap" and said["r"] == self.room:
            if said["s"]["status"] == "waiting":
                self.backs_at = now
            elif said["why"] == "start":
                self.start_at = now
                self.play = asyncio.create_task(self.draw())
        for row in said.get("race", {}).get("entrants", []) if said.get("r") == self.race else []:
            if row["n"] == self.seat and "room" in row and self.room is None:
                self.room = row["room"]
                await self.say(t="sub", room=self.room, **{"as": "play"})
        if said.get("r") == self.race and said.get("race", {}).get("state") == "ended":
            self.next = said["race"].get("next", self.next)
            self.ended.set()

    async def draw(self):
        for _ in range(PLAY_SECONDS * 2):
            await self.say(t="cmd", r=self.room, op="tap", **{"in": "stock"})
            await asyncio.sleep(0.5)
        await self.say(t="cmd", r=self.room, op="resign")


class Spectator:
    def __init__(self):
        self.told = []

    async def run(self, url, race):
        async with connect(url, subprotocols=["baize.v1"], compression=None, max_size=None) as socket:
            await socket.send('{"t":"hello","name":"Eve"}\n')
            await socket.send(json.dumps({"t": "sub", "c": 1, "room": race, "as": "watch"}) + "\n")
            async for text in socket:
                for line in text.split("\n"):
                    if line.startswith('{"t":"progress"'):
                        self.told.append((time.perf_counter(), len(line)))


async def until(holds, seconds=60):
    end = time.perf_counter() + seconds
    while not holds():
        assert time.perf_counter() < end, "it takes too long"
        await asyncio.sleep(0.005)


async def measure(url, entrants, spectators, races):
    players = [Entrant(number) for number in range(entrants)]
    tasks = [asyncio.create_task(player.run(url)) for player in players]
    await until(lambda: all(hasattr(player, "socket") for player in players))
    # Who opens a race has a seat in it.
    plan = {"entrants": [2, max(2, entrants)], "seconds": 60}
    await players[0].say(t="open", game="klondike1", access="public", race=plan)
    await until(lambda: players[0].opened)
    race = players[0].opened
    watchers = [Spectator() for _ in range(spectators)]
    starts, backs = [], []
    for turn in range(races):
        for player in players:
            await player.enter(race)
        await until(lambda: all(player.seat is not None for player in players))
        if turn == 0:
            for watcher in watchers:
                tasks.append(asyncio.create_task(watcher.run(url, race)))
                await asyncio.sleep(0.002)
        await asyncio.sleep(0.5)
        for player in players:
            await player.ready()
        pressed = time.perf_counter()
        await until(lambda: all(player.start_at for player in players))
        backs.append((max(player.backs_at for player in players) - pressed) * 1000)
        times = [player.start_at for player in players]
        starts.append((max(times) - min(times)) * 1000)
        await until(lambda: all(player.ended.is_set() for player in players))
        for player in players:
            player.seat = None
        await players[0].say(t="cmd", r=race, op="again")
        await until(lambda: players[0].next)
        race = players[0].next
    figures = {"start": max(starts), "backs": max(backs)}
    if told := [told for watcher in watchers for told in [watcher.told] if len(told) > 2]:
        rates = [(len(lines) - 1) / (lines[-1][0] - lines[0][0]) for lines in told]
        sizes = [sum(size for _, size in lines[1:]) / (lines[-1][0] - lines[0][0]) for lines in told]
        figures |= {"progress": sum(rates) / len(rates), "bytes": sum(sizes) / len(sizes)}
        assert len(told) == spectators, "somebody who watches is told nothing"
    for task in tasks:
        task.cancel()
    return figures


def main(baize, entrants=64, spectators=1000, races=5):
    with tempfile.TemporaryDirectory(prefix="baize-") as data:
        server = subprocess.Popen(
            [baize, "serve", "--port", "0", "--loops", "2", "--data", data, "--log-level", "warning",
             "--public", str(pathlib.Path(__file__).resolve().parents[3] / "Public")],
            stdout=subprocess.PIPE, text=True)
        try:
            port = re.search(r":(\d+)/", server.stdout.readline()).group(1)
            figures = asyncio.run(measure(f"ws://127.0.0.1:{port}/ws", entrants, spectators, races))
        finally:
            server.terminate()
            server.wait(timeout=20)
    words = {"start": "first to last start, ms", "backs": "last press to backs on all, ms",
             "progress": "progress to one who watches, a second", "bytes": "the same in bytes, a second"}
    print(f"{entrants} entrants, {spectators} spectators, {races} races; the worst of all races, and budgets")
    missed = False
    for name, figure in figures.items():
        isMissed = figure > BUDGETS[name] * (1.05 if name == "progress" else 1)
        missed |= isMissed
        print(f"{words[name]:40} {figure:8.1f} {BUDGETS[name]:8}{'  missed' if isMissed else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
