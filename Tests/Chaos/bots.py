"""Bots that play as fast as they may, go on where they were when the server is back, and remember what it promised.

Whatever a bot sent and saw no answer to it sends again with the same `c` when it is back, and a few that were
answered, too.
"""

import asyncio
import collections
import contextlib
import json
import random
import time
import zlib

import websockets
from websockets.asyncio.client import connect

COMMANDS_PER_SECOND, COMMANDS_BURST = 19, 30  # a little less than the server allows
IN_FLIGHT_MAX = 6  # so that a crash finds some on their way
AGAIN = 2  # answered ones that are sent again after each crash
RETRY = 0.03  # seconds
TICK = 0.05
ASK_AGAIN = 0.2
DEALS = 1_000_000

DESCRIPTION = {
    "title": "Shelves", "seats": 4,
    "collections": [{"id": "left", "title": "Left"}, {"id": "right", "title": "Right"}],
    "items": [{"in": "left", "text": f"Book {number}"} for number in range(6)],
}


def png(dice):
    """A picture of one pixel, which is another each time."""
    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = (1).to_bytes(4, "big") * 2 + bytes([8, 6, 0, 0, 0])
    pixel = zlib.compress(bytes([0]) + dice.randbytes(4))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"tEXt", b"c\0" + dice.randbytes(8).hex().encode())
            + chunk(b"IDAT", pixel) + chunk(b"IEND", b""))


class Forgotten(Exception):
    """The server does not know this bot any more."""


class Bot:
    def __init__(self, fleet, company, number, opens):
        self.fleet, self.judge, self.company = fleet, fleet.judge, company
        self.number = number
        self.dice = random.Random(f"{fleet.seed} {number}")
        self.opens = opens
        self.token = self.sid = self.boot = None
        self.c = 0
        self.unanswered = {}  # c: message, in the order of sending
        self.answered = []  # (message, answer): the last that were accepted
        self.own = set()  # versions that its own commands led to, until these are answered
        self.lasting = set()  # numbers of those commands: what they were answered is in the log
        self.again = {}  # c: (message, answer): sent again on purpose
        self.guest = self.seat = self.epoch = None
        self.version = 0
        self.dests = None
        self.places = []  # (collection, what it takes from outside)
        self.lists = []  # lists that must be edited to be moved
        self.floor = None
        self.due = 0.0
        self.connections = 0
        self.ask_at = 0.0  # when it asks next which version the server has
        self.heard = collections.deque(maxlen=6)
        self.playing = None  # the server that it knows to stand where it stood

    # MARK: - One connection after another

    async def live(self):
        with contextlib.suppress(Forgotten):
            await self.connect_again_and_again()

    async def connect_again_and_again(self):
        while True:
            with contextlib.suppress(OSError, EOFError, websockets.WebSocketException, TimeoutError):
                async with connect(
                        self.fleet.address, subprotocols=["baize.v1"], compression=None, ping_interval=None,
                        max_size=None, open_timeout=5, close_timeout=0.1, proxy=None) as socket:
                    await self.talk(socket)
            await asyncio.sleep(RETRY * (0.5 + random.random()))

    async def talk(self, socket):
        self.socket = socket
        self.connections += 1
        hello = {"t": "hello", "name": f"Bot {self.number}", "role": "bot", "want": ["dests"]}
        if self.sid:
            rooms = [[self.company.room, self.epoch, self.version]] if self.epoch else []
            hello |= {"tok": self.token, "resume": {"sid": self.sid, "rooms": rooms}}
        # What was heard before the server can have heard this.
        self.floor = self.judge.floor(self.company.room)
        await self.say(hello)
        while True:
            text = None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    text = await socket.recv()
            for line in (text or "").split("\n"):
                if line:
                    await self.hear(json.loads(line))
            if self.playing != self.boot and time.monotonic() > self.ask_at:
                self.ask_at = time.monotonic() + ASK_AGAIN
                await self.say({"t": "hb"})
            await self.play()

    async def say(self, message):
        await self.socket.send(json.dumps(message) + "\n")

    async def ask(self, message):
        self.c += 1
        self.unanswered[self.c] = message | {"c": self.c}
        await self.say(self.unanswered[self.c])

    # MARK: - What is heard

    async def hear(self, message):
        self.heard.append(message)
        match message["t"]:
            case "welcome": await self.take_welcome(message)
            case "ok": await self.take_ok(message)
            case "no": await self.take_no(message)
            case "snap": self.take_snap(message)
            case "ev": self.take_event(message)
            case "dests": self.dests = message
            case "hb": self.take_versions(message)
            case "crowd": self.take_seats(message)
            case "gone": self.judge.lose(f"{message['r']}: gone: {message.get('why')}")

    async def take_welcome(self, message):
        if self.sid and not message["resumed"]:
            self.judge.lose(f"bot {self.number}: its visit is forgotten")
            raise Forgotten
        if self.sid and message["boot"] != self.boot:
            if not message["keeps"]:
                self.judge.lose(f"bot {self.number}: the server does not say that it keeps tables")
        self.guest = message["you"]["id"]
        if message["boot"] != self.boot:
            # What changed nothing is in no log: said again to another server, it is judged anew.
            self.answered = [(asked, answer) for asked, answer in self.answered
                             if asked["t"] == "open" or answer["c"] in self.lasting]
        self.token, self.sid, self.boot = message["tok"], message["sid"], message["boot"]
        self.due = time.monotonic()
        self.dests = None
        self.again = {answer["c"]: (asked, answer) for asked, answer in self.answered[-AGAIN:]}
        for asked in sorted([*self.unanswered.values(), *(asked for asked, _ in self.again.values())],
                            key=lambda asked: asked["c"]):
            await self.say(asked)
        self.ask_at = 0.0
        if self.opens and not self.c:
            await self.open()

    async def open(self):
        if self.company.game == "described":
            posted = await asyncio.to_thread(self.fleet.request, "POST", "/api/boards", self.token,
                                             json.dumps(DESCRIPTION).encode())
            self.company.room = json.loads(posted)["room"]
            self.fleet.judge.acked += 1
        else:
            await self.ask({"t": "open", "game": self.company.game, "seats": self.company.people,
                            "access": "public", **self.deal()})

    def deal(self):
        if not self.company.game.startswith("klondike"):
            return {}
        return {"deal": {"kind": "sealed"} if self.dice.random() < 0.5 else
                {"kind": "open", "n": self.dice.randrange(DEALS)}, "safe": False, "timed": True}

    async def take_ok(self, message):
        c = message["c"]
        asked = self.unanswered.pop(c, None)
        if c in self.again:
            self.judge.take_repeat(*self.again.pop(c), message)
        if asked is None:
            return
        self.judge.take_ok(asked.get("r"), message.get("v"))
        if asked["t"] in ("cmd", "open"):
            self.answered = [*self.answered[-20:], (asked, message)]
        if asked["t"] == "cmd" and message["v"] in self.own:
            # Of a version the first answer is its own command's; what changed nothing after it names it as well.
            self.own.remove(message["v"])
            self.lasting.add(c)
        if asked["t"] == "open":
            self.company.room = message["room"]
        if asked["t"] == "sub":
            self.seat, self.playing = message["seat"], self.boot

    async def take_no(self, message):
        c = message.get("c")
        asked = self.unanswered.pop(c, None)
        self.judge.refused[message["code"]] += 1
        if c in self.again and message["code"] != "rate":
            self.judge.take_repeat(*self.again[c], message)
        self.again.pop(c, None)
        if message["code"] == "rate":
            self.due = time.monotonic() + message.get("reset", 1000) / 1000
        if asked and asked["t"] == "cmd" and message["code"] not in ("rate", "paused", "role"):
            self.answered = [*self.answered[-20:], (asked, message)]
        if asked and asked["t"] == "cmd" and message["code"] == "role":
            self.judge.lose(f"bot {self.number}: seat {self.seat} of {self.company.room} is not its own any more")
        if asked and asked["t"] in ("open", "sub"):
            if message["code"] in ("rate", "paused", "role", "full"):
                await asyncio.sleep(message.get("reset", 200) / 1000)
                await self.ask({key: value for key, value in asked.items() if key != "c"})
            else:
                self.judge.lose(f"bot {self.number}: {asked} was answered {message}")

    def take_snap(self, message):
        self.epoch, self.version = message["e"], message["v"]
        self.judge.take_state(message["r"], message["e"], message["v"], message["h"])
        if self.floor and message["why"] != "fallback":
            self.judge.take_version(message["r"], message["v"], self.floor)
        self.take_seats(message)
        self.lists = [region["name"] for region in message["regions"] if region.get("edit") == "toggle"]
        self.places = [(run["in"], region["takes"]) for region in message["regions"] if "takes" in region
                       for run in region["runs"]]

    def take_seats(self, message):
        for seat in message["seats"]:
            if seat["n"] == self.seat and seat.get("id") not in (None, self.guest):
                self.judge.lose(f"bot {self.number}: {seat['id']} has its seat {self.seat} of {message['r']}")

    def take_event(self, message):
        self.judge.take_event(message["r"], message["p"], self.version, message["v"], message["h"])
        self.version = max(self.version, message["v"])
        if message["by"] == self.seat:
            self.own.add(message["v"])

    def take_versions(self, message):
        versions = dict(message["r"])
        if self.floor and self.company.room not in versions:
            return  # joining again may take longer than an answer to this
        if self.floor:
            self.judge.take_version(self.company.room, versions[self.company.room], self.floor)
            self.floor = None
        if self.seat is not None:
            self.playing = self.boot

    def words(self):
        """The bot's state in words, for the developer who has to find out what went wrong."""
        return (f"bot {self.number} at {self.company.game} {self.company.room}, seat {self.seat}, version "
                f"{self.version}, connected {self.connections} times, waits for {list(self.unanswered.values())[:2]}, "
                f"{self.floor}, heard last {[json.dumps(message)[:150] for message in self.heard]}")

    # MARK: - What is done

    async def play(self):
        now = time.monotonic()
        if self.fleet.rests or not self.company.room or now < self.due or len(self.unanswered) >= IN_FLIGHT_MAX:
            return
        if self.seat is None:
            if not any(asked["t"] == "sub" for asked in self.unanswered.values()):
                await self.ask({"t": "sub", "room": self.company.room, "as": "play"})
            return
        if self.dests is None:
            return
        self.due = max(self.due, now - COMMANDS_BURST / COMMANDS_PER_SECOND) + 1 / COMMANDS_PER_SECOND
        if command := await self.choose():
            await self.ask({"t": "cmd", "r": self.company.room, **command})

    async def choose(self):
        dice, dests = self.dice, self.dests
        moves = [(source, place) for source in dests["d"] for place in source[1:]]
        if self.lists and not moves:
            return {"op": "edit", "in": dice.choice(self.lists), "on": True}
        if self.places and dice.random() < 0.04:
            return await self.put()
        if dests["undo"] and dice.random() < 0.06:
            return {"op": "undo"}
        if dests["redo"] and dice.random() < 0.3:
            return {"op": "redo"}
        if dests["finish"]:
            return {"op": "finish"}
        if dests["tap"] and (not moves or dice.random() < 0.3):
            return {"op": "tap", "in": dice.choice(dests["tap"])}
        if moves and not (self.company.game.startswith("klondike") and dice.random() < 0.01):
            source, place = dice.choice(moves)
            item = source[0] if isinstance(source[0], int) else dice.choice(source[0])
            if isinstance(place, dict):
                return {"op": "move", "item": item, "onto": dice.choice(place["onto"])} | self.place_of(source)
            return {"op": "move", "item": item, "in": place.rstrip("!")}
        if self.company.game.startswith("klondike"):
            deal = self.deal()["deal"]
            return dice.choice([{"op": "restart"}, {"op": "deal", "deal": deal}])
        return {"op": "undo"}

    def place_of(self, source):
        places = [place for place in source[1:] if isinstance(place, str)]
        return {"in": self.dice.choice(places).rstrip("!")} if places else {"in": "nowhere"}

    async def put(self):
        place, takes = self.dice.choice(self.places)
        word = f"Word {self.dice.randrange(10_000)}"
        if "text/vcard" in takes:
            thing = ["text/vcard", f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{word}\r\nEND:VCARD\r\n", f"{word}.vcf"]
        elif any(kind.startswith("image/") for kind in takes):
            data = png(self.dice)
            try:
                sent = await asyncio.to_thread(self.fleet.request, "PUT", "/api/blobs", self.token, data)
            except OSError:
                return None
            name = json.loads(sent)["blob"]
            self.fleet.blobs[name] = data
            thing = ["image/png", {"blob": name}, f"{word}.png"]
        else:
            thing = ["text/plain", word]
        return {"op": "put", "in": place, "things": [[thing]]}
