"""All bots of one server, and what they were promised together. Bots of one company sit at one table."""

import asyncio
import random
import time
import urllib.error
import urllib.request

from bots import Bot

LOOK_EVERY = 0.01  # seconds


class Company:
    """A table and its players. `room` is known as soon as the table was opened."""

    def __init__(self, game, people):
        self.game = game
        self.people = people
        self.room = None


class Fleet:
    """All bots of one server, and what they were promised together."""

    def __init__(self, life, judge, seed):
        self.life, self.judge, self.seed = life, judge, seed
        self.bots = []
        self.blobs = {}  # name: bytes that the server said it keeps
        self.tasks = []
        self.boots = set()  # of servers that are dead
        self.dice = random.Random(f"{seed} fleet")
        self.rests = False  # nobody begins anything

    @property
    def address(self):
        return f"ws://127.0.0.1:{self.life.port}/ws"

    def add(self, games, people):
        for game in games:
            company = Company(game, people)
            self.bots += [Bot(self, company, len(self.bots) + place, place == 0) for place in range(people)]

    def begin(self):
        self.tasks = [asyncio.create_task(bot.live()) for bot in self.bots]

    def request(self, method, path, token, body=None):
        asked = urllib.request.Request(f"http://127.0.0.1:{self.life.port}{path}", body, method=method,
                                       headers={"Authorization": f"Bearer {token}"} if token else {})
        with urllib.request.urlopen(asked, timeout=5) as heard:
            return heard.read()

    def server_died(self):
        self.boots |= {bot.boot for bot in self.bots}

    async def all_play(self, patience):
        """Waits until every bot plays on a server that is not dead; a bot that does not is a broken promise."""
        end = time.monotonic() + patience
        while late := [bot for bot in self.bots if bot.playing is None or bot.playing in self.boots]:
            self.fail_early()
            if self.judge.lost:
                return
            if time.monotonic() > end:
                self.judge.lose(f"{len(late)} bots do not play again; {late[0].words()}")
            await asyncio.sleep(LOOK_EVERY)

    def fail_early(self):
        """A bot that fell over is a mistake of ours, not of the server."""
        for task in self.tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def look_at_blobs(self, count):
        """Some of what was uploaded is there, byte for byte."""
        for name in self.dice.sample(sorted(self.blobs), min(count, len(self.blobs))):
            try:
                heard = await asyncio.to_thread(self.request, "GET", f"/api/blobs/{name}", None)
            except urllib.error.HTTPError as error:
                self.judge.lose(f"blob {name}: {error.code}")
                continue
            if heard != self.blobs[name]:
                self.judge.lose(f"blob {name} is not what was uploaded")

    async def end(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []
