"""What one network, or a few, do to keep others from a server. Each attack runs until its time is over.

    .venv/bin/python Tests/Attacks/attackers.py visits 8080 30

The server must take 127.0.0.1 for a proxy (`--trust-proxy 127.0.0.1`): attackers come from addresses of their own.
"""

import asyncio
import contextlib
import itertools
import json
import sys
import time

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

CONNECTIONS_OF_ONE = 250  # of 256 that an address may have


def visitor(port, address):
    """A connection that a proxy makes for somebody."""
    return connect(f"ws://127.0.0.1:{port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None,
                   additional_headers={"X-Forwarded-For": address}, open_timeout=60, ping_interval=None)


async def say(socket, **message):
    await socket.send(json.dumps(message) + "\n")


async def hello(socket, name="Mob", **more):
    """The welcome."""
    await say(socket, t="hello", name=name, **more)
    return json.loads((await socket.recv()).split("\n")[0])


async def answer(socket, c):
    """The answer to a message; what else is said meanwhile is passed over."""
    while True:
        for line in filter(None, (await socket.recv()).split("\n")):
            if (message := json.loads(line)).get("c") == c:
                return message


async def again(end, *tries):
    """Each of them over and over until the end; a connection that is refused or closed is tried again."""
    async def one(attempt):
        while time.monotonic() < end:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError):
                await attempt()
            await asyncio.sleep(0)
    await asyncio.gather(*map(one, tries))


# MARK: - Attacks


async def visits(port, end):
    """Says hello, spends some of what a visit may spend, and leaves."""
    async def one(address):
        async with visitor(port, address) as socket:
            await hello(socket)
            for c in range(1, 4):
                await say(socket, t="lobby", c=c, on=False)
            await answer(socket, 3)
    await again(end, *(lambda n=n: one(f"198.51.100.{n % 3}") for n in range(45)))


async def tables(port, end):
    """Opens tables, and keeps as many awake as it can."""
    async def one(address):
        async with visitor(port, address) as socket:
            await hello(socket)
            for c in range(1, 33):
                await say(socket, t="open", c=2 * c, game="fruits", seats=1)
                opened = await answer(socket, 2 * c)
                if opened["t"] == "ok":
                    await say(socket, t="sub", c=2 * c + 1, room=opened["room"], **{"as": "play"})
                    await answer(socket, 2 * c + 1)
                await asyncio.sleep(max(0.0, opened.get("reset", 0) / 1000))
            while time.monotonic() < end:
                await say(socket, t="hb")
                await asyncio.wait_for(socket.recv(), 30)
                await asyncio.sleep(5)
    await again(end, *(lambda n=n: one(f"198.51.100.{n % 5}") for n in range(100)))


async def uploads(port, end):
    """Sends most of a large file at once, and then a byte now and then."""
    size, first = 5_000_000, 4_900_000

    async def one(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(
                f"PUT /api/blobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer g1.mobmobmobmobmob{number:06}\r\n"
                f"X-Forwarded-For: 198.51.100.{number % 3}\r\nContent-Length: {size}\r\n\r\n".encode())
            writer.write(b"a" * first)
            while time.monotonic() < end and not reader.at_eof():
                writer.write(b"a")
                await writer.drain()
                with contextlib.suppress(TimeoutError):
                    if await asyncio.wait_for(reader.read(1000), 1):
                        return
        finally:
            writer.close()
    await again(end, *(lambda n=n: one(n) for n in range(40)))


async def descriptions(port, end):
    """Posts games in which every word is misspelt."""
    fields = ",".join(f'"tabelau{number}":1' for number in range(4000))
    body = f'{{"gaem":"x",{fields}}}'.encode()
    numbers = itertools.count()

    async def one(place):
        number = next(numbers)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(
                "POST /api/games?check HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer g1.mobmobmobm{number:010}\r\n"
                f"X-Forwarded-For: 198.51.100.{place}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                .encode() + body)
            await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.close()
        await asyncio.sleep(0.1)
    await again(end, *(lambda n=n: one(n) for n in range(8)))


async def refusals(port, end):
    """Asks for what is refused, as often as one may, at tables of its own."""
    async def one(address):
        async with visitor(port, address) as socket:
            await hello(socket)
            await say(socket, t="open", c=1, game="klondike1", deal={"kind": "open", "n": 7})
            opened = await answer(socket, 1)
            await say(socket, t="sub", c=2, room=opened["room"], **{"as": "play"})
            await answer(socket, 2)
            c = 2
            while time.monotonic() < end:
                c += 1
                await say(socket, t="cmd", c=c, r=opened["room"], op="undo")
                await answer(socket, c)
                await asyncio.sleep(0.05)
    await again(end, *(lambda n=n: one(f"198.51.100.{n % 3}") for n in range(12)))


ATTACKS = {attack.__name__: attack for attack in (visits, tables, uploads, descriptions, refusals)}


if __name__ == "__main__":
    name, port, seconds = sys.argv[1:]
    asyncio.run(ATTACKS[name](int(port), time.monotonic() + float(seconds)))
