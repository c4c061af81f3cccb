"""What one network, or a few, do to keep others from a server. Each attack runs until its time is over.

    .venv/bin/python Tests/Attacks/attackers.py visits 8080 30

The server must take 127.0.0.1 for a proxy (`--trust-proxy 127.0.0.1`): attackers come from addresses of their own, each
attack from others. At the end it prints how far it got, as JSON.
"""

import asyncio
import collections
import contextlib
import itertools
import json
import os
import random
import resource
import string
import sys
import time
import zlib

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from wire import Wire, done, frame, post, text

ADDRESSES = 20  # that an attack may have


def home(number):
    """An address of this attack's own."""
    return f"198.51.100.{ADDRESSES * list(ATTACKS).index(sys.argv[1]) + number}"


def visitor(port, address):
    """A connection that a proxy makes for somebody."""
    return connect(f"ws://127.0.0.1:{port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None,
                   additional_headers={"X-Forwarded-For": address}, open_timeout=60, ping_interval=None,
                   max_queue=None)


async def say(socket, **message):
    done["lines said"] += 1
    await socket.send(json.dumps(message) + "\n")


async def hello(socket, name="Mob", **more):
    """The welcome."""
    done["connections"] += 1
    await say(socket, t="hello", name=name, **more)
    return json.loads((await socket.recv()).split("\n")[0])


async def answer(socket, c):
    """The answer to a message; what else is said meanwhile is passed over."""
    while True:
        for line in filter(None, (await socket.recv()).split("\n")):
            if (message := json.loads(line)).get("c") == c:
                return message


def ended_by(error):
    """What ended an attempt, for the count."""
    if isinstance(error, ConnectionClosed):
        return f"closed {error.rcvd.code if error.rcvd else 1006}"
    if isinstance(error, InvalidStatus):
        return f"refused {error.response.status_code}"
    return f"{type(error).__name__} {error}"[:40].strip()


async def again(end, *tries):
    """Each of them over and over until the end; a connection that is refused or closed is tried again."""
    async def one(attempt):
        while time.monotonic() < end:
            try:
                await attempt()
            except (OSError, WebSocketException, TimeoutError) as error:
                done[ended_by(error)] += 1
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
    await again(end, *(lambda n=n: one(home(n % 3)) for n in range(45)))


async def tables(port, end):
    """Opens tables, and keeps as many awake as it can."""
    async def one(address):
        async with visitor(port, address) as socket:
            await hello(socket)
            for c in range(1, 33):
                await say(socket, t="open", c=2 * c, game="fruits", seats=1, access="public")
                opened = await answer(socket, 2 * c)
                if opened["t"] == "ok":
                    await say(socket, t="sub", c=2 * c + 1, room=opened["room"], **{"as": "play"})
                    await answer(socket, 2 * c + 1)
                await asyncio.sleep(max(0.0, opened.get("reset", 0) / 1000))
            while time.monotonic() < end:
                await say(socket, t="hb")
                await asyncio.wait_for(socket.recv(), 30)
                await asyncio.sleep(5)
    await again(end, *(lambda n=n: one(home(n % 5)) for n in range(100)))


async def uploads(port, end):
    """Sends most of a large file at once, and then a byte now and then."""
    size, first = 5_000_000, 4_900_000

    async def one(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(
                f"PUT /api/blobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer g1.mobmobmobmobmob{number:06}\r\n"
                f"X-Forwarded-For: {home(number % 3)}\r\nContent-Length: {size}\r\n\r\n".encode())
            done["connections"] += 1
            done["bytes sent"] += first
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
        await post(port, home(place), f"g1.mobmobmobm{next(numbers):010}", "/api/games?check", body)
        await asyncio.sleep(0.1)
    await again(end, *(lambda n=n: one(n) for n in range(8)))


async def refusals(port, end):
    """Asks for what is refused, as often as one may, at tables of its own."""
    async def one(address):
        async with visitor(port, address) as socket:
            await hello(socket)
            await say(socket, t="open", c=1, game="klondike1", deal={"kind": "open", "n": 7}, access="public")
            opened = await answer(socket, 1)
            await say(socket, t="sub", c=2, room=opened["room"], **{"as": "play"})
            await answer(socket, 2)
            c = 2
            while time.monotonic() < end:
                c += 1
                await say(socket, t="cmd", c=c, r=opened["room"], op="undo")
                await answer(socket, c)
                await asyncio.sleep(0.05)
    await again(end, *(lambda n=n: one(home(n % 3)) for n in range(12)))


async def replies(port, end):
    """Asks for the largest answers: of some it reads none, of others all."""
    items = [{"in": "pool", "text": "x" * 90} for _ in range(500)]
    board = {"title": "Large", "collections": [{"id": "pool", "title": "Pool"}], "items": items}
    said = await post(port, home(0), "g1.mobmobmobmobmobmobmob", "/api/boards", json.dumps(board).encode())
    room = said.split('"room":"')[1][:9]
    pages = "".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n\r\n" for path in 4 * [
        "/api/games", "/api/games/klondike1", "/js/main.js", "/api/rooms/" + room + "/game"])

    async def unread(place):
        async with Wire(port, place, receives=2048) as wire:
            await wire.hello()
            await wire.say({"t": "sub", "c": 1, "room": room, "as": "watch"}, *30 * [{"t": "sync", "r": room}])
            await asyncio.sleep(2)

    async def read(place):
        async with Wire(port, place) as wire:
            await wire.hello()
            await wire.join(room, "watch")
            await wire.keep_saying(end, 20, lambda _: {"t": "sync", "r": room})

    async def lobby(place):
        async with Wire(port, place) as wire:
            await wire.hello()
            await wire.keep_saying(end, 20, lambda c: {"t": "lobby", "c": c, "on": True})

    async def files(place):
        async with Wire(port, place, receives=2048, speaks=False) as wire:
            await wire.send((pages % (16 * (place,))).encode())
            await asyncio.sleep(2)
    await again(end, *(lambda n=n: (unread, read, lobby, files)[n % 4](home(n % 3)) for n in range(200)))


async def steps(port, end):
    """Plays, takes back and goes elsewhere as fast as is allowed, at many tables: each keeps all of it."""
    async def one(place):
        async with Wire(port, place) as wire:
            await wire.hello(want=["dests"])
            room = await wire.table("klondike1", deal={"kind": "sealed"})

            def step(c):
                more = random.choice(12 * [{"op": "tap", "in": "stock"}] + 6 * [{"op": "undo"}] + [
                    {"op": "restart"}, {"op": "go", "ply": random.randrange(c)}])
                return {"t": "cmd", "c": c, "r": room, **more}
            await wire.keep_saying(end, 20, step)
    await again(end, *(lambda n=n: one(home(n % 3)) for n in range(200)))


async def questions(port, end):
    """Plays long games, many connections at each, and then asks about them and goes from one end to the other."""
    grown = time.monotonic() + min(20, (end - time.monotonic()) / 2)
    tables = collections.defaultdict(asyncio.Future)

    async def one(number):
        table, place = tables[number % 10], home(number % 3)
        async with Wire(port, place) as wire:
            await wire.hello(tok=f"g1.mobmobmobmobmobmob{number % 10}", want=["dests"])
            if number < 10 and not table.done():
                table.set_result(await wire.table("klondike1", deal={"kind": "open", "n": 7}))
            room = await table
            await wire.join(room)
            await wire.keep_saying(
                grown, 20, lambda c: {"t": "cmd", "c": c, "r": room, "op": "tap", "in": "stock"})

            def question(c):
                return {"c": c, "r": room, **random.choice((
                    {"t": "q", "q": "lines", "after": random.choice((0, 512, 2048))}, {"t": "q", "q": "hint"},
                    {"t": "q", "q": "dests"}, {"t": "cmd", "op": "go", "ply": random.randrange(4000)}))}
            await wire.keep_saying(end, 20, question)
    await again(end, *(lambda n=n: one(n) for n in range(150)))


async def hovers(port, end):
    """Lifts cards and moves them as fast as can be, before many who look on."""
    tables = collections.defaultdict(asyncio.Future)

    async def one(number):
        table, place = tables[number % 10], home(number % 3)
        async with Wire(port, place) as wire:
            await wire.hello(want=["drag", "dests"])
            if number < 10 and not table.done():
                table.set_result(await wire.table("free-piles", seats=7))
            room, seat = await table, number // 10
            await wire.join(room, "play" if seat < 7 else "watch")
            while seat < 7 and time.monotonic() < end:
                card = seat * (seat + 3) // 2  # the top of that pile
                await wire.say({"t": "lift", "c": (c := next(wire.numbers)), "r": room, "item": card})
                drag = int(await wire.until(rb'"t":"lease","c":%d,.*?"d":(\d+)' % c))
                await wire.keep_saying(min(end, time.monotonic() + 8), 30, lambda c, drag=drag: {
                    "t": "hover", "r": room, "d": drag, "x": c % 9000, "y": 500, "o": f"pile-{1 + c % 7}"})
                await wire.say({"t": "cancel", "c": next(wire.numbers), "r": room, "d": drag})
            await wire.keep_saying(end, 4, lambda _: {"t": "hb"})
    await again(end, *(lambda n=n: one(n) for n in range(200)))


async def talk(port, end):
    """Says and reacts at one table, nine houses of eight people each, most of it more than anybody may."""
    table = asyncio.Future()

    async def one(number):
        async with Wire(port, home(number // 8)) as wire:
            await wire.hello(tok=f"g1.mobmobmobmobmobmo{number:04}")
            if number == 0 and not table.done():
                await wire.say({"t": "open", "c": (c := next(wire.numbers)), "game": "klondike1", "seats": 8,
                                "deal": {"kind": "open", "n": 7}, "access": "link"})
                table.set_result((await wire.until(rb'"t":"ok","c":%d,"room":"(\w+","keys":{"play":"\w+)' % c))
                                 .split('","keys":{"play":"'))
            room, key = await table
            seated = number < 8
            await wire.join(room, "play" if seated else "watch", key=key)
            await wire.keep_saying(end, 16, lambda c: {
                "c": c, "r": room, **({"t": "say", "text": f"line {c}"} if seated else {"t": "react", "what": "clap"})})
    await again(end, *(lambda n=n: one(n) for n in range(72)))


async def resumes(port, end):
    """Comes back to visits and tables that never were, and to tables that are left and sleep."""
    rooms = collections.deque(maxlen=1000)

    def invented(count):
        return "".join(random.choices(string.ascii_letters + string.digits, k=count))

    async def one(place):
        async with Wire(port, place) as wire:
            if random.random() < 0.05:
                await wire.hello()
                rooms.append(await wire.table("klondike1", deal={"kind": "open", "n": 7}))
            else:
                named = random.sample(rooms, min(8, len(rooms)))
                named += ["r" + invented(8) for _ in range(32 - len(named))]
                await wire.hello(resume={"sid": f"{random.getrandbits(128):032x}", "rooms": [
                    [room, f"{random.getrandbits(32):08x}", random.randrange(500)] for room in named]})
                await wire.until(rb'"t":"(gone)"')
    await again(end, *(lambda n=n: one(home(n % 3)) for n in range(60)))


async def slow(port, end):
    """Begins requests, handshakes and hellos, and goes on with them byte by byte or not at all."""
    begun = "GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\n"
    upload = ("PUT /api/blobs HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\n"
              "Authorization: Bearer g1.mobmobmobmobmobmobmob\r\nContent-Length: 100000\r\n\r\n")

    async def drip(place, first, rest, speaks):
        async with Wire(port, place, receives=2048, speaks=speaks) as wire:
            await wire.send(first)
            for byte in rest:
                await asyncio.sleep(0.3)
                wire.pass_over()
                await wire.send(bytes([byte]))
            await asyncio.sleep(1)

    async def one(number):
        place = home(number % 4)
        first, rest, speaks = (
            (begun.format(place).encode(), b"X-Slow: " + 200 * b"x", False), (b"", 200 * b"G", False),
            (upload.format(place).encode(), 200 * b"u", False), (b"", text({"t": "hello", "name": "Mob"}), True),
            (b"\x81\xfe\x0f\xff", bytes(200), True))[number % 5]
        await drip(place, first, rest, speaks)
    await again(end, *(lambda n=n: one(n) for n in range(800)))


async def nonsense(port, end):
    """Connects, says what no client says, and is gone, with a goodbye or without."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = (squeezer.compress(bytes(1 << 22)) + squeezer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    hello = text({"t": "hello", "name": "Mob"})
    said = [
        b"", hello, hello + b"\x88\x82\0\0\0\0\x03\xe8",
        random.randbytes(2000), b"\x81\x05naked", frame(b"reserved", 0xB1), frame(b"", 0x83),
        b"\x81\xff" + b"\xff" * 8, frame(b"a", 0x01) + 20 * frame(b"b", 0x00), frame(bytes(126), 0x89),
        frame(b"", 0x80), frame(b"\xff\xfe"), frame(bytes(10), 0x82), 20 * frame(b"", 0x89),
        hello + frame(random.randbytes(4000), 0xC1), hello + frame(bomb, 0xC1),
        hello + 30 * frame(b"{" * 4000), hello + 30 * frame(b'{"a":' * 800), hello + 30 * text({"t": "fly", "c": 1}),
        hello + text(*40 * [{"t": "q", "c": 1, "r": "rAAAAAAAA", "q": "hint"}]), 30 * hello,
        hello + 500 * frame(b"", 0x89), hello + frame(b"\n" * 4096), hello + 250 * text(*30 * [{"t": "hb"}])]
    assert max(map(len, said)) < 1 << 18

    async def one(place):
        async with Wire(port, place, speaks=random.random() < 0.8) as wire:
            if random.random() < 0.3:
                wire.end_without_goodbye()
            await wire.send(random.choice(said))
            if random.random() < 0.5:
                async with asyncio.timeout(1):
                    await wire.until(rb"(\x88|HTTP/1.1 [45])")
    await again(end, *(lambda n=n: one(home(n % 3)) for n in range(60)))


ATTACKS = {attack.__name__: attack for attack in (
    visits, tables, uploads, descriptions, refusals, replies, steps, questions, hovers, resumes, slow, nonsense,
    talk)}


async def main(name, port, seconds):
    end = time.monotonic() + seconds
    attack = asyncio.create_task(ATTACKS[name](port, end))
    await asyncio.wait([attack], timeout=seconds + 1)
    if attack.done():
        attack.result()


if __name__ == "__main__":
    name, port, seconds = sys.argv[1:]
    # A connection is a file; many systems allow few without being asked.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    async def life():
        await main(name, int(port), float(seconds))
        print(json.dumps(done), flush=True)
        os._exit(0)  # nobody waits for what is still open
    asyncio.run(life())
