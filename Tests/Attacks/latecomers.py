"""What a guest who comes late to a table can learn of it: everything that the server sends them, taken apart."""

import asyncio
import contextlib
import json
import pathlib
import re
import secrets
import sys

from attackers import hello, say, visitor
from wire import text

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Conformance"))

from peer import Inflater, Peer  # noqa: E402

FACE = re.compile(rb'\[(\d+),"[A2-9TJQK]{1,2}[SHDC]"')  # a card with its face, as events and snapshots name it
DRAWN = 6
SILENCE = 2  # seconds


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


def everything(port, *said):
    """All that somebody is sent who says this and then listens until nothing more comes."""
    inflater, heard = Inflater(bits=15), b""
    with Peer(port, offers="permessage-deflate") as peer:
        peer.send(text(*said))
        peer.socket.settimeout(SILENCE)
        with contextlib.suppress(TimeoutError):
            while frame := peer.hear():
                heard += inflater.inflate(frame.payload) if frame.compressed else frame.payload
    return heard


async def faces_learnt(port):
    """Somebody draws cards and takes that back. The cards that lie face down again, and which of them others learn who
    come afterwards, by the way in which they come."""
    async with visitor(port, "203.0.113.1") as player:
        mine = await hello(player, "Ada")
        await say(player, t="open", c=1, game="klondike1", deal={"kind": "sealed"}, access="public")
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

        async def draw_again():
            """While they listen, so that what is told to all comes to them too."""
            await asyncio.sleep(SILENCE / 2)
            await play(player, 40, room, op="tap", **{"in": "stock"})
        learnt = await asyncio.gather(
            *(asyncio.to_thread(everything, port, *said) for said in ways.values()), draw_again())
        cards = {way: {int(card) for card in FACE.findall(heard)} for way, heard in zip(ways, learnt)}
        assert len(drawn) == DRAWN and drawn[0] in cards["watches"], "what all are told is found"
        return set(drawn[1:]), cards
