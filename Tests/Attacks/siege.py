"""A server with players, before and while somebody attacks it: how long players wait, and who is refused or closed."""

import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Chaos"))

from attackers import answer, hello, say, visitor  # noqa: E402
from disk import Disk  # noqa: E402
from life import Life, figures  # noqa: E402

CALM = 6  # seconds without an attack, to compare with
RISE = 3  # until an attack is under way
EVERY = 0.2  # seconds between two moves at a table, on average


def percentile(waits, share):
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))]


class Player:
    """Somebody from an address of their own, at a table for so many. What is wrong is said in words.

    - Parameter host: who opens the table; nobody: this player does.
    """

    def __init__(self, port, number, seats=1, host=None):
        self.port, self.address, self.seats, self.host = port, f"192.0.2.{number + 1}", seats, host
        self.waits, self.wrong = [], []
        self.room = self.token = None
        self.began = None  # when it said what is not answered yet
        self.ready = asyncio.Event()

    async def play(self):
        try:
            async with visitor(self.port, self.address) as socket:
                welcome = await hello(socket, "Ada", want=["dests", "drag"])
                self.token = welcome["tok"]
                self.room = await self.table(socket)
                await say(socket, t="sub", c=2, room=self.room, **{"as": "play"})
                said = await answer(socket, 2)
                assert said["t"] == "ok" and said["seat"] >= 0, said
                self.ready.set()
                c = 2
                while True:
                    c += 1
                    self.began = time.perf_counter()
                    await say(socket, t="cmd", c=c, r=self.room, op="tap", **{"in": "stock"})
                    said = await answer(socket, c)
                    self.waits.append(time.perf_counter() - self.began)
                    self.began = None
                    if said["t"] != "ok":
                        self.wrong.append(f"a move was answered {said}")
                    await asyncio.sleep(random.uniform(0.5, 1.5) * EVERY * self.seats)
        except Exception as error:  # noqa: BLE001  whatever ends a player is what the attack did
            self.wrong.append(f"{type(error).__name__}: {error}")
            self.ready.set()

    async def table(self, socket):
        if self.host:
            await self.host.ready.wait()
            return self.host.room
        await say(socket, t="open", c=1, game="klondike1", deal={"kind": "open", "n": 7}, seats=self.seats,
                  access="public")
        return (await answer(socket, 1))["room"]


class Siege:
    """The server and its players, from `async with` to its end.

    - Parameter seats: so many play at one table.
    """

    def __init__(self, *arguments, players=10, seats=1):
        # In memory: attackers on the same machine take the time in which its disk would be served.
        memory = pathlib.Path("/dev/shm")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="baize-siege-", dir=memory if memory.is_dir() else None))
        self.token = secrets.token_hex(32)
        (self.folder / "token").write_text(self.token)
        self.life = Life(Disk(self.folder, shadowed=False), "--trust-proxy", "127.0.0.1",
                         "--operator-token-file", str(self.folder / "token"), *arguments)
        self.players_count, self.seats = players, seats
        self.players, self.tasks, self.attacks = [], [], []

    async def __aenter__(self):
        await self.life.start()
        for number in range(self.players_count):
            host = self.players[number - number % self.seats] if number % self.seats else None
            self.players.append(Player(self.life.port, number, self.seats, host))
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]
        for player in self.players:
            await asyncio.wait_for(player.ready.wait(), 60)
        return self

    async def __aexit__(self, *_):
        for attack in self.attacks:
            attack.kill()
            attack.wait()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.life.stop()
        shutil.rmtree(self.folder)

    @property
    def port(self):
        return self.life.port

    @property
    def wrong(self):
        return [words for player in self.players for words in player.wrong]

    def begin(self, name, seconds, programs=1):
        """Somebody attacks, in programs that leave the cores to the server and its players, as if from elsewhere.

        A program with the policy SCHED_IDLE loses its core as soon as another one wakes up there. With any other policy
        it keeps the core for up to 3 ms, whatever its nice value is, and players would wait for that.
        """
        for _ in range(programs):
            self.attacks.append(subprocess.Popen(
                [sys.executable, HERE / "attackers.py", name, str(self.port), str(seconds)], stdout=subprocess.PIPE))
            os.sched_setscheduler(self.attacks[-1].pid, os.SCHED_IDLE, os.sched_param(0))

    async def told(self):
        """How far each attack got, in their order; it is waited for."""
        return [json.loads((await asyncio.to_thread(attack.communicate, timeout=60))[0]) for attack in self.attacks]

    async def all_waits(self, seconds):
        """How long players wait for what they do in the next seconds, so far also for what is not answered then."""
        for player in self.players:
            player.waits.clear()
        await asyncio.sleep(seconds)
        now = time.perf_counter()
        return [wait for player in self.players
                for wait in (*player.waits, *([now - player.began] if player.began else []))]

    async def waits(self, seconds):
        """The same: the time that 95 of 100 are within."""
        return percentile(await self.all_waits(seconds), 0.95)

    async def newcomer(self, address="203.0.113.1"):
        """How long it takes to be let in; somebody who is not is an exception."""
        began = time.perf_counter()
        async with visitor(self.port, address) as socket:
            assert (await hello(socket, "Newcomer"))["t"] == "welcome"
        return time.perf_counter() - began

    def memory(self):
        """The server's, in bytes: now, and the most there was."""
        status = pathlib.Path(f"/proc/{self.life.process.pid}/status").read_text()
        return [int(re.search(rf"{name}:\s+(\d+)", status)[1]) * 1024 for name in ("VmRSS", "VmHWM")]

    async def figures(self):
        return await asyncio.to_thread(figures, self.port, self.token)

    def bytes_kept(self):
        """Of the tables, with their log."""
        total = 0
        for name in ("tables.db", "tables.db-wal"):
            with contextlib.suppress(FileNotFoundError):
                total += (self.life.disk.root / name).stat().st_size
        return total
