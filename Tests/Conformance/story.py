"""One table that a bot plays and one board that a crowd moves things on, watched by other people's clients.

Each member of the audience has four connections to the two rooms: one comes late; one falls behind because its line is
held; one changes rooms and comes back; one watches both rooms at once, loses its line and resumes. All that they are
told is compared with what a reference without compression was told.
"""

import contextlib
import json
import os
import random
import re
import subprocess

from board import Crowd
from line import Line
from peer import PATIENCE, TEXT, Peer
from serving import ROOT
from transcript import Heard, Reference, lines_of
from visitor import Visitor, hello

DEAL = 7
THINK_MS, THINK_MS_EACH = 20, 6  # the bot plays until all members have come
WINDOW = 32_768  # bytes on their way to a client that does not read
RECENT = 10  # events that a reference has heard before anybody joins: more than a joiner is told of
BEHIND_MOVES = 240  # more than is kept for one spectator
BEHIND_BATCH = 8  # few enough that a client that reads keeps up
PUBLICATIONS = 300
ROLES = ("late", "slow", "roaming", "both")


class Room:
    """A room, and what its reference hears of it."""

    def __init__(self, server, name):
        self.name = name
        self.witness = Visitor(server, "Witness")
        self.witness.join(name)

    @property
    def version(self):
        for line in reversed(self.witness.lines):
            message = json.loads(line)
            if message.get("r") == self.name and message["t"] in ("snap", "ev"):
                return message["v"]

    def reach(self, version):
        self.witness.wait(lambda said: said.get("r") == self.name and said.get("v", -1) >= version)

    def told(self):
        """How many bytes the reference was told."""
        return sum(len(line.encode()) for line in self.witness.lines)

    def reference(self):
        return Reference(self.name, self.witness.lines)

    def close(self):
        self.witness.close()


class Seen:
    """One connection of a member. `at` follows how far it was told of each room."""

    def __init__(self, program, offer, line):
        self.line = line
        self.watcher = program.open(line.url.replace("http:", "ws:") + "/ws", offer=offer)
        self.count = self.looked = 0
        self.versions, self.epochs = {}, {}
        self.welcome = None

    def greet(self, name, **more):
        self.watcher.say(hello(name, **more))
        self.watcher.wait(lambda watcher: watcher.texts, "a welcome")
        self.welcome = json.loads(lines_of(self.watcher.texts[0])[0])
        assert self.welcome["t"] == "welcome", self.welcome

    def sub(self, room):
        self.count += 1
        self.watcher.say({"t": "sub", "c": self.count, "room": room.name, "as": "watch"})

    def unsub(self, room):
        self.count += 1
        self.watcher.say({"t": "unsub", "c": self.count, "room": room.name})

    def at(self, room):
        texts = self.watcher.texts
        while self.looked < len(texts):
            for line in lines_of(texts[self.looked]):
                message = json.loads(line)
                if message["t"] in ("snap", "ev"):
                    self.versions[message["r"]] = message["v"]
                    self.epochs[message["r"]] = message.get("e") or self.epochs.get(message["r"])
            self.looked += 1
        return self.versions.get(room.name, -1)

    def reach(self, room, version):
        self.watcher.wait(lambda _: self.at(room) >= version, f"version {version} of {room.name}")


class Member:
    """One client with one way of asking for compression. What goes wrong with it stays its own: `failure`."""

    def __init__(self, name, program, offer):
        self.name, self.program, self.offer = name, program, offer
        self.failure = None
        self.seen = {}
        self.resumed = None  # the connection that goes on where `both` was cut
        self.held = {}  # room: the version that `both` had then
        self.publications = None  # the connection to /lab/sub
        self.lines = []

    def open(self, server, window=None):
        self.lines.append(Line(server.port, window=window))
        return Seen(self.program, self.offer, self.lines[-1])

    def close(self):
        for line in self.lines:
            line.close()


class Story:
    """Invariant: once told, every member that did not fail has heard the last version of what it watched."""

    def __init__(self, server, members, seed):
        self.server, self.members = server, members
        self.dice = random.Random(seed)
        self.crowd = Crowd(server, seed)
        self.board = Room(server, self.crowd.room)
        self.table = self.bot = None

    def deal(self):
        """The bot begins to play."""
        program = os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize"))
        think = THINK_MS + THINK_MS_EACH * len(self.members)
        self.bot = subprocess.Popen(
            [program, "bot", "--url", f"ws://127.0.0.1:{self.server.port}", "--deal", str(DEAL), "--think", str(think),
             "--watch-link"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        found = re.search(r"/watch/(\w+)", self.bot.stderr.readline())
        assert found, "the bot did not say where it plays"
        self.table = Room(self.server, found[1])

    def all(self, act):
        """Each member in turn; a member that failed has left."""
        for member in self.members:
            if member.failure is None:
                try:
                    act(member)
                except Exception as failure:  # told by the tests of this member
                    member.failure = failure

    def moves(self, count):
        goal = self.board.version + count
        self.crowd.move(count)
        self.board.reach(goal)

    def tell(self):
        self.all(self.connect)
        self.deal()
        self.moves(RECENT)
        self.table.reach(RECENT)
        self.all(self.come)
        self.moves(RECENT)
        self.all(self.go_elsewhere)
        self.moves(RECENT)
        self.all(self.come_back)
        self.fall_behind()
        self.all(self.lose_line)
        self.moves(RECENT)
        self.all(self.resume)
        self.moves(RECENT)
        assert self.bot.wait(timeout=60) == 0
        self.all(self.hear_out)

    def connect(self, member):
        for role in ROLES:
            seen = member.seen[role] = member.open(self.server, WINDOW if role == "slow" else None)
            seen.greet(f"{member.name} {role}"[:24])

    def come(self, member):
        member.seen["late"].sub(self.table)
        member.seen["slow"].sub(self.board)
        member.seen["roaming"].sub(self.table)
        member.seen["both"].sub(self.table)
        member.seen["both"].sub(self.board)
        for role, rooms in (("slow", [self.board]), ("roaming", [self.table]), ("both", [self.table, self.board])):
            for room in rooms:
                member.seen[role].reach(room, 0)

    def go_elsewhere(self, member):
        roaming = member.seen["roaming"]
        roaming.unsub(self.table)
        roaming.sub(self.board)
        roaming.reach(self.board, 0)

    def come_back(self, member):
        roaming = member.seen["roaming"]
        roaming.unsub(self.board)
        roaming.sub(self.table)

    def fall_behind(self):
        self.all(lambda member: member.seen["slow"].line.hold())
        for _ in range(BEHIND_MOVES // BEHIND_BATCH):
            self.moves(BEHIND_BATCH)
            # Members that read are given the time to do so.
            self.all(lambda member: member.seen["both"].reach(self.board, self.board.version))
        self.all(lambda member: member.seen["slow"].line.release())

    def lose_line(self, member):
        both = member.seen["both"]
        both.line.cut()
        both.watcher.wait(lambda watcher: watcher.code is not None, "the end of a line that was cut")
        member.held = {room.name: both.at(room) for room in (self.table, self.board)}

    def resume(self, member):
        both = member.seen["both"]
        both.line.mend()
        member.resumed = Seen(member.program, member.offer, both.line)
        rooms = [[name, both.epochs[name], version] for name, version in member.held.items()]
        member.resumed.greet(
            f"{member.name} both"[:24], tok=both.welcome["tok"], resume={"sid": both.welcome["sid"], "rooms": rooms})
        assert member.resumed.welcome["resumed"], member.resumed.welcome

    def hear_out(self, member):
        table, board = self.table.version, self.board.version
        member.seen["late"].reach(self.table, table)
        member.seen["roaming"].reach(self.table, table)
        member.seen["slow"].reach(self.board, board)
        if member.held[self.table.name] < table:
            member.resumed.reach(self.table, table)
        member.resumed.reach(self.board, board)

    def heard(self, member, role, room):
        """What one connection was told of a room, compared; `Wrong` where it differs."""
        if role == "resumed":
            return Heard(room.reference(), member.held[room.name]).take_all(member.resumed.watcher.texts)
        return Heard(room.reference()).take_all(member.seen[role].watcher.texts)

    def publish(self):
        """Everybody subscribes in the middle of publications; the lines that were published."""
        said = [json.dumps(self.value(3), ensure_ascii=False) + "\n" for _ in range(PUBLICATIONS)]
        with Peer(self.server.port, "/lab/pub") as publisher:
            for number, line in enumerate(said):
                if number == PUBLICATIONS // 3:
                    self.all(self.subscribe)
                publisher.say(TEXT, line.encode())
        self.all(lambda member: member.publications.wait(
            lambda watcher: watcher.texts and watcher.texts[-1].endswith(said[-1]), "the last publication"))
        return said

    def subscribe(self, member):
        member.publications = member.program.open(
            f"ws://127.0.0.1:{self.server.port}/lab/sub", protocol="", offer=member.offer)

    def value(self, depth):
        """JSON by chance: repeated names, chance in the values, all of Unicode."""
        dice = self.dice
        kind = dice.randrange(6 if depth else 4)
        if kind == 0:
            return dice.choice([None, True, False, 0, -1, dice.random(), dice.getrandbits(60)])
        if kind == 1:
            return "".join(chr(dice.choice([dice.randrange(1, 128), dice.randrange(128, 0x800),
                                            dice.randrange(0x800, 0xD800), dice.randrange(0x10000, 0x110000)]))
                           for _ in range(dice.randrange(60)))
        if kind < 4:
            return dice.choice(["move", "drop", "tableau", "foundation"]) * dice.randrange(1, 40)
        if kind == 4:
            return [self.value(depth - 1) for _ in range(dice.randrange(8))]
        return {dice.choice(["handle", "in", "score", "at", "label"]): self.value(depth - 1)
                for _ in range(dice.randrange(6))}

    def close(self):
        for each in (*self.members, self.crowd, self.board, self.table):
            with contextlib.suppress(OSError):
                each.close() if each else None
        if self.bot:
            self.bot.terminate()
            self.bot.wait(timeout=PATIENCE)
            self.bot.stderr.close()
