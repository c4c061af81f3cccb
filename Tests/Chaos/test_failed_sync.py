"""A sync of the log that fails: the move is whole in the file, and nobody knows whether it is on the disk. What was
told as `paused` never comes back, however the server dies; where that cannot be had, nothing is told until it can.
"""

import asyncio
import json

import pytest
from disk import SYNC, Disk
from life import Life, answer, check
from websockets.asyncio.client import connect

PATIENCE = 30
QUIET = 2.5  # seconds, in which a server that may not answer would have: it tries the disk each second
TRIES = 50


class Player:
    """One seat at one table of klondike, who turns the stock."""

    def __init__(self, socket):
        self.socket, self.c, self.room, self.stock, self.version = socket, 0, None, None, 0

    async def say(self, message):
        self.c += 1
        await self.socket.send(json.dumps(message | {"c": self.c}) + "\n")
        return self.c

    async def answer_to(self, c):
        while True:
            for message in map(json.loads, filter(None, (await self.socket.recv()).split("\n"))):
                if message["t"] == "dests" and message["tap"]:
                    self.stock = message["tap"][0]
                if message["t"] in ("ok", "no") and message.get("c") == c:
                    return message

    async def ask(self, message):
        async with asyncio.timeout(PATIENCE):
            return await self.answer_to(await self.say(message))

    async def sit_down(self):
        await self.socket.send(json.dumps({"t": "hello", "name": "Ada", "role": "bot", "want": ["dests"]}) + "\n")
        opened = await self.ask({"t": "open", "game": "klondike1", "seats": 1, "deal": {"kind": "open", "n": 7},
                                 "safe": False, "timed": False, "access": "public"})
        self.room = opened["room"]
        await self.ask({"t": "sub", "room": self.room, "as": "play"})
        while self.stock is None:
            await self.ask({"t": "cmd", "r": self.room, "op": "undo"})

    def turn(self):
        return {"t": "cmd", "r": self.room, "op": "tap", "in": self.stock}


def story(tmp_path, act):
    """A server with somebody at a table, and what is done with both."""
    disk = Disk(tmp_path)
    life = Life(disk)

    async def tell():
        try:
            await life.start()
            async with connect(f"ws://127.0.0.1:{life.port}/ws", subprotocols=["baize.v1"], compression=None,
                               proxy=None) as socket:
                player = Player(socket)
                await player.sit_down()
                await act(disk, life, player)
        finally:
            life.stop()

    asyncio.run(tell())


async def version(life, room):
    """Where a table stands, for a new spectator."""
    async with connect(f"ws://127.0.0.1:{life.port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None) as ws:
        for message in ({"t": "hello", "name": "Watcher", "want": []},
                        {"t": "sub", "c": 1, "room": room, "as": "watch"}):
            await ws.send(json.dumps(message) + "\n")
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in map(json.loads, filter(None, (await ws.recv()).split("\n"))):
                    if message["t"] == "snap":
                        return message["v"]


async def paused_once(disk, player, kind):
    """Turns until a turn met a sync that failed: the version before that one."""
    told = (await player.ask(player.turn()))["v"]
    for _ in range(TRIES):
        # A checkpoint syncs the log as well, and may meet it first.
        disk.fail(kind, calls=SYNC, count=1, suffix="-wal")
        heard = await player.ask(player.turn())
        disk.mend()
        if heard["t"] == "no":
            assert heard["code"] == "paused", heard
            return told
        told = heard["v"]
    raise AssertionError("no turn met the fault")


@pytest.mark.parametrize("dies", ["is killed", "loses power"])
@pytest.mark.parametrize("kind", ["eio", "late"])
def test_what_was_told_as_paused_does_not_come_back(tmp_path, kind, dies):
    async def act(disk, life, player):
        told = await paused_once(disk, player, kind)
        life.kill()
        if dies == "loses power":
            disk.lose_power()
        code, lines = check(disk.root)
        assert code == 0, lines
        await life.start()
        assert await version(life, player.room) == told, "what was paused is there"

    story(tmp_path, act)


@pytest.mark.parametrize("kind", ["eio", "late"])
def test_nothing_is_told_while_no_sync_holds(tmp_path, kind):
    async def act(disk, life, player):
        assert (await player.ask(player.turn()))["t"] == "ok"
        number = disk.fail(kind, calls=SYNC, suffix="-wal")
        c = await player.say(player.turn())
        told = asyncio.create_task(player.answer_to(c))
        async with asyncio.timeout(PATIENCE):
            while disk.hits(number) < 3:
                await asyncio.sleep(0.01)
            while await answer(life.port, "/readyz") != 503:
                await asyncio.sleep(0.01)
        done, _ = await asyncio.wait([told], timeout=QUIET)
        assert not done and await answer(life.port, "/healthz") == 200
        disk.mend()
        async with asyncio.timeout(PATIENCE):
            heard = await told
            assert heard["code"] == "paused", heard
            while (await player.ask(player.turn()))["t"] != "ok":
                await asyncio.sleep(0.05)
            while await answer(life.port, "/readyz") != 200:
                await asyncio.sleep(0.05)

    story(tmp_path, act)


def test_a_server_that_dies_meanwhile_leaves_a_log_that_is_sound(tmp_path):
    async def act(disk, life, player):
        assert (await player.ask(player.turn()))["t"] == "ok"
        number = disk.fail("late", suffix="-wal")
        await player.say(player.turn())
        async with asyncio.timeout(PATIENCE):
            while disk.hits(number) < 2:
                await asyncio.sleep(0.01)
        life.kill()
        disk.mend()
        disk.lose_power()
        assert check(disk.root)[0] == 0
        await life.start()
        assert await version(life, player.room)

    story(tmp_path, act)
