"""Many tables that somebody played a move at and left: what a server finds on its disk after months."""

import asyncio
import json

from websockets.asyncio.client import connect

PER_VISIT = 10  # what one visit may open at once
AT_ONCE = 20  # visits


async def visit(address, first, count):
    async with connect(address, subprotocols=["baize.v1"], compression=None, proxy=None) as socket:
        lines = []

        async def say(message):
            await socket.send(json.dumps(message) + "\n")

        async def hear(wanted):
            while True:
                while lines:
                    message = json.loads(lines.pop(0))
                    if wanted(message):
                        return message
                lines.extend(line for line in (await socket.recv()).split("\n") if line)

        async def agree(c, message):
            await say(message | {"c": c})
            answer = await hear(lambda message: message.get("c") == c)
            assert answer["t"] == "ok", f"{message} was answered {answer}"
            return answer

        await say({"t": "hello", "name": "Dealer", "want": []})
        await hear(lambda message: message["t"] == "welcome")
        for number in range(count):
            c = number * 4 + 1
            deal = {"kind": "open", "n": first + number}
            opened = await agree(c, {"t": "open", "game": "klondike1", "deal": deal, "access": "public"})
            room = opened["room"]
            await agree(c + 1, {"t": "sub", "room": room, "as": "play"})
            await agree(c + 2, {"t": "cmd", "r": room, "op": "tap", "in": "stock"})
            await agree(c + 3, {"t": "unsub", "room": room})
            await asyncio.sleep(0.1)  # four commands of twenty a second, and a burst


async def fill(port, tables):
    """So many tables more."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(first):
        async with gate:
            await visit(f"ws://127.0.0.1:{port}/ws", first, min(PER_VISIT, tables - first))

    await asyncio.gather(*(one(first) for first in range(0, tables, PER_VISIT)))
