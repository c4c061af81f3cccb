"""What was told wrong or not at all once: a crowd of before, a request's answer, and whether hidden cards can go up."""

import asyncio
import contextlib
import http.client
import json
import random
import sqlite3

from attackers import answer, hello, say, visitor
from strangers import PATIENCE, status

DEALS = 120
JOINS, AT_ONCE = 60, 20
CROWD = 1  # seconds in which a crowd is told
FORGOTTEN, FORGETTING = 40, 6  # tables, and seconds in which a server forgets them
# Everything can go up after very many turns of the stock, more than a server looks through.
AT_LIMIT = {"game": "limit", "title": "Limit", "packs": 2, "stock": {}, "waste": {}, "foundation": {},
            "tableau": {"count": 1, "up": 1, "build": "down", "suit": "alternateColour", "take": "run"},
            "cell": {"count": 16}}


async def seated(socket, room):
    """The player on each seat, and whether they are connected, from the last message about it."""
    await asyncio.sleep(CROWD)
    await say(socket, t="q", c=9, r=room, q="dests")
    told = None
    while True:
        for message in map(json.loads, filter(None, (await socket.recv()).split("\n"))):
            if message["t"] == "crowd":
                told = [(seat.get("name"), seat.get("on", False)) for seat in message["seats"]]
            if message.get("c") == 9:
                return told


async def watch(socket, room):
    await hello(socket, "Eve")
    await say(socket, t="sub", c=1, room=room, **{"as": "watch"})


async def crowds(port, address="203.0.113.8"):
    """The players at tables, as a spectator heard it last and as a newcomer hears it: pairs.

    Somebody sits down and is gone at once, so that a connection ends about when its join becomes durable.
    """
    async def pair():
        async with visitor(port, address) as ada, visitor(port, address) as eve, visitor(port, address) as dan:
            await hello(ada, "Ada")
            await say(ada, t="open", c=1, game="klondike1", deal={"kind": "open", "n": 7}, access="public", seats=2)
            room = (await answer(ada, 1))["room"]
            await say(ada, t="sub", c=2, room=room, **{"as": "play"})
            await answer(ada, 2)
            await watch(eve, room)
            async with visitor(port, address) as bob:
                await hello(bob, "Bob")
                await say(bob, t="sub", c=1, room=room, **{"as": "play"})
                await asyncio.sleep(random.uniform(0, 0.02))
                bob.transport.abort()
            heard = await seated(eve, room)
            await watch(dan, room)
            return heard, await seated(dan, room)
    return [each for _ in range(JOINS // AT_ONCE) for each in await asyncio.gather(*(pair() for _ in range(AT_ONCE)))]


async def asked_while_forgotten(siege):
    """The statuses of requests about tables that are forgotten meanwhile; one that never comes is an exception."""
    rooms = []
    for number in range(FORGOTTEN):
        # Each from an address of its own: nobody may open so many.
        async with visitor(siege.port, f"203.0.113.{number + 1}") as socket:
            await hello(socket, "Ada")
            await say(socket, t="open", c=1, game="klondike1", deal={"kind": "open", "n": number}, access="public")
            rooms.append((await answer(socket, 1))["room"])
    siege.life.stop()
    with contextlib.closing(sqlite3.connect(siege.life.disk.root / "tables.db")) as tables:
        tables.execute("UPDATE tables SET usedAt = 1000")
        tables.commit()
    await siege.life.start()

    async def ask(room):
        # Once: a table that is asked for is in use.
        await asyncio.sleep(random.uniform(0, FORGETTING))
        return await asyncio.to_thread(status, siege.port, f"/api/rooms/{room}/game")
    return await asyncio.gather(*map(ask, rooms))


async def finishes(port):
    """What deals of a game at the limit say of whether all can go up: a set of answers."""
    said = set()
    for number in range(DEALS):
        # Each from an address of its own: nobody may open so many.
        address = f"203.0.113.{number % 200 + 10}"
        made, body = await asyncio.to_thread(described, port, address)
        assert made == 201, body
        async with visitor(port, address) as socket:
            await hello(socket, "Ada", tok=guest(address))
            room = json.loads(body)["room"]
            await say(socket, t="sub", c=1, room=room, **{"as": "play"})
            assert (await answer(socket, 1))["t"] == "ok"
            await say(socket, t="cmd", c=3, r=room, op="finish")
            done = await answer(socket, 3)
            said.add((done["t"], done.get("code"), done.get("why")))
    return said


def guest(address):
    return f"g1.somebody-from-{address.replace('.', '-')}"


def described(port, address):
    """Opens a table of the game at the limit: the status, and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("POST", "/api/games", json.dumps(AT_LIMIT), {
            "Authorization": f"Bearer {guest(address)}", "X-Forwarded-For": address})
        response = connection.getresponse()
        return response.status, response.read().decode()
