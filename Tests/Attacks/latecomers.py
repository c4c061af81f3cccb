"""Who comes late to a table, and how much of it they can learn: everything that the server sends them, taken apart."""

import asyncio
import json
import re
import secrets
import zlib

from attackers import hello, say, visitor
from wire import Wire

FACE = re.compile(rb'\[(\d+),"[A2-9TJQK]{1,2}[SHDC]"')  # a card with its face, as events and snapshots name it
DRAWN = 6


async def play(socket, c, room, **command):
    """What is told until the answer."""
    await say(socket, t="cmd", c=c, r=room, **command)
    told = []
    while True:
        for line in filter(None, (await socket.recv()).split("\n")):
            told.append(json.loads(line))
            if told[-1].get("c") == c:
                assert told[-1]["t"] == "ok", told[-1]
                return told[:-1]


def texts(data):
    """What is in a server's frames, whole or begun: as they lie there, and all that was deflated in one stream."""
    inflater, plain, at = zlib.decompressobj(-15), b"", 0
    while at + 2 <= len(data):
        size, first = data[at + 1], data[at]
        at += 2
        if size in (126, 127):
            length = 2 if size == 126 else 8
            size, at = int.from_bytes(data[at:at + length], "big"), at + length
        payload = data[at:at + size]
        at += size
        plain += inflater.decompress(payload + b"\0\0\xff\xff") if first & 0x40 else payload
    return plain


async def everything(port, address, *said):
    """All that somebody is sent who says this and then listens for a while."""
    async with Wire(port, address) as wire:
        await wire.say(*said)
        heard = wire.heard
        try:
            async with asyncio.timeout(2):
                while read := await asyncio.get_running_loop().sock_recv(wire.socket, 1 << 16):
                    heard += read
        except TimeoutError:
            pass
        return texts(heard)


async def faces_learnt(port):
    """Somebody draws cards and takes that back. The cards that lie face down again, and which of them others learn who
    come afterwards, by the way in which they come."""
    async with visitor(port, "203.0.113.1") as player:
        mine = await hello(player, "Ada")
        await say(player, t="open", c=1, game="klondike1", deal={"kind": "sealed"})
        room = re.search(r'"room":"(\w+)"', await player.recv())[1]
        await say(player, t="sub", c=2, room=room, **{"as": "play"})
        snap = {}
        while snap.get("t") != "snap":
            for line in filter(None, (await player.recv()).split("\n")):
                snap = json.loads(line) if '"t":"snap"' in line else snap
        drawn = []
        for c in range(3, 3 + DRAWN):
            drawn += [card for told in await play(player, c, room, op="tap", **{"in": "stock"})
                      for card, _ in told.get("up", [])]
        for c in range(20, 20 + DRAWN):
            await play(player, c, room, op="undo")

        def resume(sid, version):
            return {"t": "hello", "name": "Eve", "resume": {"sid": sid, "rooms": [[room, snap["e"], version]]}}
        watches = {"t": "sub", "c": 1, "room": room, "as": "watch"}
        ways = {
            "watches": ({"t": "hello", "name": "Eve"}, watches),
            "a visit that never was": (resume(secrets.token_hex(16), 1),),
            "another's visit": (resume(mine["sid"], 1), watches),
            "another's visit, at the beginning": (resume(mine["sid"], 0), watches)}
        # One is drawn again while they listen, so that what is told to all comes to them too.
        learnt = await asyncio.gather(
            *(everything(port, f"203.0.113.{2 + number}", *said) for number, said in enumerate(ways.values())),
            later(1, play(player, 40, room, op="tap", **{"in": "stock"})))
        cards = {way: {int(card) for card in FACE.findall(text)} for way, text in zip(ways, learnt)}
        assert len(drawn) == DRAWN and drawn[0] in cards["watches"], "what all are told is found"
        return set(drawn[1:]), cards


async def later(seconds, what):
    await asyncio.sleep(seconds)
    return await what
