"""Races that go on while servers are killed: two bots race, again and again, and remember each result.

A race has one result, the same for all who hear of it, whenever they do. A server that was killed in the middle goes on
with it when both are back.
"""

import asyncio
import contextlib
import json
import random
import time

import websockets
from websockets.asyncio.client import connect

RETRY = 0.03  # seconds
DRAW_EVERY = 0.08  # seconds
DRAWS = (3, 40)  # of one game, then it is given up
ENTRANTS = 2
COME_TO_PLAY = 0.3  # how often a death waits until a race is played, which takes six seconds of calm from its opening
COME_TO_PLAY_MAX = 9  # seconds
GO_ON = 4  # seconds; only so long a race is waited for after a start, for it may have ended


class Results:
    """What was told of each race that has ended."""

    def __init__(self):
        self.places = {}
        self.compared = 0
        self.pauses = []  # seconds from a start of the server to the first move in a race
        self.wrong = []

    @property
    def slowest(self):
        return max(self.pauses, default=0.0)

    def take(self, race, rows):
        # Rows come in the order in which they were told of, which differs.
        places = tuple(sorted((row["n"], row["state"], row.get("ms", 0), row["place"]) for row in rows
                              if "place" in row))
        if race in self.places:
            self.compared += 1
        if self.places.setdefault(race, places) != places:
            self.wrong.append(f"{race}: its result was {self.places[race]} and now is {places}")
        if len(places) != ENTRANTS:
            self.wrong.append(f"{race}: {len(places)} have a place: {rows}")


class Racer:
    def __init__(self, races, number):
        self.races, self.results, self.number = races, races.results, number
        self.dice = random.Random(f"{races.seed} racer {number}")
        self.token = self.sid = None
        self.plays = False
        self.moved = 0.0  # when its last move was answered
        self.c = 0
        self.unanswered = {}
        self.enter(None)

    def enter(self, race):
        self.race, self.room, self.seat, self.rows, self.state = race, None, None, {}, None
        self.positions = {}
        self.draws = self.dice.randint(*DRAWS)
        self.wants_next = False
        self.plays = False
        self.next_draw = 0.0

    async def live(self):
        while True:
            with contextlib.suppress(OSError, EOFError, websockets.WebSocketException, TimeoutError):
                async with connect(self.races.address, subprotocols=["baize.v1"], compression=None,
                                   ping_interval=None, max_size=None, open_timeout=5, close_timeout=0.1,
                                   proxy=None) as self.socket:
                    await self.talk()
            await asyncio.sleep(RETRY * (0.5 + random.random()))

    async def talk(self):
        hello = {"t": "hello", "name": f"Racer {self.number}", "role": "bot"}
        if self.sid:
            rooms = [[room, *position] for room, position in self.positions.items()]
            hello |= {"tok": self.token, "resume": {"sid": self.sid, "rooms": rooms}}
        await self.socket.send(json.dumps(hello) + "\n")
        # Of a race that runs it is measured how soon it goes on.
        self.is_back = self.plays
        while True:
            text = None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRAW_EVERY):
                    text = await self.socket.recv()
            for line in (text or "").split("\n"):
                if line:
                    await self.hear(json.loads(line))
            await self.act()

    async def ask(self, **message):
        self.c += 1
        self.unanswered[self.c] = {"c": self.c, **message}
        await self.socket.send(json.dumps(self.unanswered[self.c]) + "\n")

    def asks(self, **fields):
        return any(all(asked.get(key) == value for key, value in fields.items()) for asked in self.unanswered.values())

    # MARK: - What is heard

    async def hear(self, said):
        match said["t"]:
            case "welcome":
                self.token, self.sid = said["tok"], said["sid"]
                for asked in list(self.unanswered.values()):
                    await self.socket.send(json.dumps(asked) + "\n")
            case "ok" | "no": await self.take_answer(said)
            case "snap" | "ev":
                if said["t"] == "snap" or said["r"] in self.positions:
                    epoch = said.get("e") or self.positions[said["r"]][0]
                    self.positions[said["r"]] = (epoch, said["v"])
                if "race" in said:
                    await self.take_race(said["r"], said["race"])
                if said["r"] == self.room:
                    self.plays = said["s"]["status"] == "playing"
            case "gone": self.positions.pop(said["r"], None)

    async def take_answer(self, said):
        asked = self.unanswered.pop(said.get("c"), None)
        if asked is None:
            return
        if said["t"] == "no":
            if asked["t"] == "sub" and asked["as"] == "watch":
                self.results.wrong.append(f"{asked['room']}: a race that has ended cannot be watched: {said}")
            self.next_draw = time.monotonic() + said.get("reset", 200) / 1000
        elif asked["t"] == "open":
            self.races.race = said["room"]
        elif asked["t"] == "sub" and asked["room"] == self.race:
            self.seat = said["seat"]
        elif asked.get("op") in ("tap", "resign"):
            self.moved = time.monotonic()
            if self.is_back:
                self.is_back = False
                self.results.pauses.append(self.moved - self.races.life.accepted)

    async def take_race(self, room, race):
        if room != self.race:
            if race["state"] == "ended" and "game" in race:  # all of it, and not what has changed
                self.results.take(room, race["entrants"])
                self.positions.pop(room, None)
                await self.ask(t="unsub", room=room)
            return
        self.state = race["state"]
        for row in race.get("entrants", []):
            self.rows[row["n"]] = row
        self.room = self.rows.get(self.seat, {}).get("room")
        if self.state == "ended":
            self.results.take(room, list(self.rows.values()))
            if "next" in race:
                self.races.race = race["next"]

    # MARK: - What is done

    async def act(self):
        now = time.monotonic()
        if now < self.next_draw:
            return
        if self.races.race is None:
            if self.number == 0 and not self.asks(t="open"):
                plan = {"entrants": [ENTRANTS, ENTRANTS], "seconds": 60}
                await self.ask(t="open", game="klondike1", access="public", race=plan)
            return
        if self.race != self.races.race and self.state in (None, "ended"):
            before = self.race
            self.enter(self.races.race)
            if before and self.dice.random() < 0.3 and self.results.places:
                await self.ask(t="sub", room=self.dice.choice(list(self.results.places)), **{"as": "watch"})
        if self.seat is None:
            if not self.asks(t="sub", room=self.race):
                await self.ask(t="sub", room=self.race, **{"as": "play"})
        elif self.state == "open" and not self.rows.get(self.seat, {}).get("ready") and not self.asks(op="ready"):
            await self.ask(t="cmd", r=self.race, op="ready", on=True)
        elif self.state in ("starting", "running") and self.room and self.room not in self.positions:
            if not self.asks(t="sub", room=self.room):
                await self.ask(t="sub", room=self.room, **{"as": "play"})
                self.next_draw = now + 0.1
        elif self.state == "running" and self.plays and not self.asks(r=self.room):
            self.draws -= 1
            await self.ask(t="cmd", r=self.room, **({"op": "tap", "in": "stock"} if self.draws > 0
                                                    else {"op": "resign"}))
            self.next_draw = now + DRAW_EVERY
        elif self.state == "ended" and self.races.race == self.race and not self.asks(op="again"):
            await self.ask(t="cmd", r=self.race, op="again")


class Races:
    """Two racers for as long as a trial runs."""

    def __init__(self, life, seed):
        self.life, self.seed = life, seed
        self.dice = random.Random(f"{seed} races")
        self.race = None
        self.results = Results()
        self.racers = [Racer(self, number) for number in range(ENTRANTS)]
        self.tasks = []

    @property
    def address(self):
        return f"ws://127.0.0.1:{self.life.port}/ws"

    def begin(self):
        self.tasks = [asyncio.create_task(racer.live()) for racer in self.racers]

    async def come_to_play(self):
        """Now and then a race is played when this returns."""
        if self.dice.random() < COME_TO_PLAY:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(COME_TO_PLAY_MAX):
                    while not all(racer.plays for racer in self.racers):
                        await asyncio.sleep(RETRY)

    async def go_on(self):
        """Returns when the racers who played before a start play again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GO_ON):
                while any(racer.plays and racer.moved < self.life.accepted for racer in self.racers):
                    await asyncio.sleep(RETRY)

    async def end(self):
        for task in self.tasks:
            if task.done() and not task.cancelled() and task.exception():
                self.results.wrong.append(f"a racer fell over: {task.exception()!r}")
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def words(self):
        pauses = sorted(self.results.pauses)
        middle = pauses[len(pauses) // 2] if pauses else 0.0
        return (f"{len(self.results.places)} races ended, {self.results.compared} results told again; after "
                f"{len(pauses)} starts a move came, {middle:.2f} s later in the middle and "
                f"{self.results.slowest:.2f} s at most")
