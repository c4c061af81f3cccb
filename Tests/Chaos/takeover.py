"""Takeovers under load: one server after the other goes on in the place of the one before, and nobody notices.

    python3 Tests/Chaos/takeover.py --takeovers 20

Bots play klondike as fast as they may; visitors connect, ask for a page and leave, one after the other. Then a new
server is started with `--takeover`, again and again. What must hold:

- no connection is refused, and none is cut off before its request was answered;
- each command is answered once: said again after coming back, it has the same answer as before;
- no bot waits for an answer for longer than FREEZE_MAX, and no visitor either.

Ends only what it started. The last line is a summary; the exit status is 0 if all holds. Where tables do not outlive a
server (`keeps` is false in its welcome), a bot opens a new one after each takeover, and what it had asked of the old
one and not heard by then counts as cut off, not as lost.
"""

import argparse
import asyncio
import base64
import collections
import contextlib
import json
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FREEZE_MAX = 2.0  # seconds, from any command or connection to its answer
START_MAX = 30.0  # seconds until a server says where it is
PATIENCE = 20.0  # seconds for what must come
UNANSWERED_MAX = 8  # commands of a bot on their way
LOOPS = (1, 3, 2, 2)  # of one server after the other: more than before, fewer, and as many
AGAIN = 4  # answered commands that are said again after coming back
MOVE_SECONDS = 0.06  # a little less often than 20 a second, which is what one may


class Ended(Exception):
    """The connection is over; `code` tells how, `None` without a goodbye."""

    def __init__(self, code=None):
        super().__init__(f"closed with {code}")
        self.code = code


class Talk:
    """A WebSocket that takes no compression; text in, lines out."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: baize.v1\r\n\r\n".encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, OSError) as failure:
            writer.close()
            raise Ended from failure
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            writer.close()
            raise Ended(status)
        return cls(reader, writer)

    def say(self, message):
        self._frame(0x1, json.dumps(message).encode() + b"\n")

    def _frame(self, opcode, payload):
        assert len(payload) < 65_536
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        mask = os.urandom(4)
        self.writer.write(
            bytes([0x80 | opcode]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    async def hear(self):
        """The messages of the next text; `Ended` when no more will come."""
        try:
            while True:
                first, second = await self.reader.readexactly(2)
                count = second & 0x7F
                if count == 126:
                    count = int.from_bytes(await self.reader.readexactly(2), "big")
                elif count == 127:
                    count = int.from_bytes(await self.reader.readexactly(8), "big")
                payload = await self.reader.readexactly(count)
                if first & 0x0F == 0x8:
                    self._frame(0x8, payload[:2])
                    raise Ended(int.from_bytes(payload[:2], "big") if payload else None)
                if first & 0x0F == 0x9:
                    self._frame(0xA, payload)
                if first & 0x0F == 0x1:
                    return [json.loads(line) for line in payload.decode().splitlines()]
        except (asyncio.IncompleteReadError, OSError) as failure:
            raise Ended from failure

    def close(self):
        self.writer.close()


class Figures:
    """What was seen, of all."""

    def __init__(self):
        self.commands = self.again = self.cut_off = 0
        self.lost = []
        self.refused = []
        self.visits = self.told_to_return = self.resumes = 0
        self.freezes = [0.0]

    def summary(self, takeovers):
        return (
            f"takeover: {takeovers} takeovers, {self.commands} commands answered, {len(self.lost)} lost, "
            f"{self.again} said again with the same answer, {self.cut_off} cut off, {self.resumes} resumes, "
            f"{self.visits} connections, {len(self.refused)} refused, "
            f"{self.told_to_return} told to come back, longest freeze {max(self.freezes):.2f} s")


class Bot:
    """Plays one table over many connections. Invariant: each `c` is in `waiting` or in `answers`, not in both."""

    def __init__(self, number, place, figures):
        self.name = f"Bot {number}"
        self.place, self.figures = place, figures
        self.count = 0
        self.waiting = {}  # c: (message, when it was first said)
        self.answers = collections.OrderedDict()  # c: what was heard
        self.checking = {}  # c: the answer that must come again
        self.token = self.visit = self.room = self.epoch = self.window = None
        self.version = 0
        self.stopping = False

    async def live(self):
        while not self.stopping or self.waiting or self.checking:
            try:
                talk = await Talk.open(self.place.port)
            except ConnectionRefusedError as failure:
                self.figures.refused.append(f"{self.name}: {failure}")
                await asyncio.sleep(random.uniform(0, 0.25))
                continue
            except Ended as end:
                if end.code == 503:
                    self.figures.told_to_return += 1
                elif end.code is None:
                    self.figures.refused.append(f"{self.name}: cut off before the handshake was answered")
                await asyncio.sleep(random.uniform(0, 0.25))
                continue
            self.window = None
            try:
                await self.play(talk)
            except Ended:
                pass
            finally:
                talk.close()
            if not self.stopping or self.waiting or self.checking:
                least, most = self.window or (0, 250)
                await asyncio.sleep(random.uniform(least, most) / 1000)

    async def play(self, talk):
        hello = {"t": "hello", "name": self.name, "role": "bot", "want": []}
        if self.token:
            hello["tok"] = self.token
        if self.visit:
            rooms = [[self.room, self.epoch, self.version]] if self.room else []
            hello["resume"] = {"sid": self.visit, "rooms": rooms}
        talk.say(hello)
        messages = collections.deque(await talk.hear())
        welcome = messages.popleft()
        self.token, self.visit = welcome["tok"], welcome["sid"]
        if welcome["resumed"]:
            self.figures.resumes += 1
            self.say_again(talk)
        else:
            if "resume" in hello and welcome["keeps"]:
                self.figures.lost.append(f"{self.name}: the visit is gone")
            self.begin_anew()
        if not self.room:
            await self.take_seat(talk, messages)
        listening = asyncio.create_task(self.listen(talk, messages))
        moving = asyncio.create_task(self.move(talk))
        try:
            await asyncio.wait([listening, moving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, moving):
                task.cancel()
            ends = await asyncio.gather(listening, moving, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, Ended):
                raise end

    def begin_anew(self):
        """The server knows nothing of what was before."""
        self.figures.cut_off += len(self.waiting)
        self.waiting.clear()
        self.checking.clear()
        self.answers.clear()
        self.room, self.version, self.count = None, 0, 0

    async def take_seat(self, talk, messages):
        async def ask(message):
            self.count += 1
            talk.say({**message, "c": self.count})
            while True:
                while messages:
                    heard = messages.popleft()
                    if heard.get("c") == self.count:
                        assert heard["t"] == "ok", heard
                        return heard
                messages.extend(await talk.hear())

        deal = {"kind": "open", "n": random.randrange(1 << 40)}
        opened = await ask({"t": "open", "game": "klondike1", "deal": deal, "safe": False, "timed": False,
                            "access": "public"})
        await ask({"t": "sub", "room": opened["room"], "as": "play"})
        self.room = opened["room"]

    def say_again(self, talk):
        """What was not answered, and some of what was: that answer must be the same."""
        recent = list(self.answers)[-AGAIN:]
        self.checking = {c: self.answers[c] for c in recent}
        for c in sorted([*recent, *self.waiting]):
            talk.say(self.waiting[c][0] if c in self.waiting else self.answers[c]["said"])

    async def move(self, talk):
        while True:
            await asyncio.sleep(random.uniform(0.8, 1.2) * MOVE_SECONDS)
            if self.stopping or len(self.waiting) >= UNANSWERED_MAX:
                if self.stopping and not self.waiting and not self.checking:
                    return
                continue
            self.count += 1
            message = {"t": "cmd", "c": self.count, "r": self.room, "op": "tap", "in": "stock"}
            self.waiting[self.count] = (message, time.monotonic())
            talk.say(message)

    async def listen(self, talk, messages):
        while True:
            while messages:
                self.take(messages.popleft())
            messages.extend(await talk.hear())

    def take(self, message):
        if message["t"] == "bye":
            self.window = message["in"]
        if message["t"] in ("snap", "ev") and message["r"] == self.room:
            self.version = max(self.version, message["v"])
            self.epoch = message.get("e", self.epoch)
        c = message.get("c")
        if c in self.waiting:
            said, since = self.waiting.pop(c)
            if message["t"] == "no" and message["code"] in ("paused", "rate"):
                # Not carried out, and not remembered: asked anew.
                self.figures.cut_off += message["code"] == "paused"
                return
            freeze = time.monotonic() - since
            self.figures.freezes.append(freeze)
            if self.place.tells and freeze > 1:
                print(f"takeover: {self.name} waited {freeze:.2f} s for {c}: {message}"[:200], file=sys.stderr)
            self.figures.commands += 1
            self.answers[c] = {"said": said, "kind": message["t"], "v": message.get("v")}
            while len(self.answers) > 4 * AGAIN:
                self.answers.popitem(last=False)
        elif c in self.checking:
            before = self.checking.pop(c)
            self.figures.again += 1
            if (message["t"], message.get("v")) != (before["kind"], before["v"]):
                self.figures.lost.append(f"{self.name}: {before} was answered {message} after coming back")
        elif c in self.answers and message["t"] in ("ok", "no"):
            self.figures.lost.append(f"{self.name}: {c} was answered twice: {message}")


async def visit_on_and_on(place, figures):
    """Connects, asks, leaves."""
    while not place.over:
        start = time.monotonic()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        except OSError as failure:
            figures.refused.append(f"a visitor: {failure}")
            continue
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            answer = await reader.read(64)
            if not answer.startswith(b"HTTP/1.1 200"):
                figures.refused.append(f"a visitor heard {answer[:40]!r}")
        except OSError as failure:
            figures.refused.append(f"a visitor: {failure}")
        finally:
            writer.close()
        figures.visits += 1
        figures.freezes.append(time.monotonic() - start)
        if place.tells and figures.freezes[-1] > 1:
            print(f"takeover: a visitor waited {figures.freezes[-1]:.2f} s", file=sys.stderr)
        await asyncio.sleep(random.uniform(0, 0.01))


class Place:
    """A port, and the server that answers there now."""

    def __init__(self, program, data, arguments):
        self.program, self.data, self.arguments = program, data, arguments
        self.port = 0
        self.process = None
        self.over = False
        self.tells = False

    async def start(self, *more):
        process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--port", str(self.port), "--data", self.data, "--public", str(ROOT / "Public"),
            "--log-level", "warning", *self.arguments, *more, stdout=asyncio.subprocess.PIPE)
        try:
            line = (await asyncio.wait_for(process.stdout.readline(), START_MAX)).decode()
        except TimeoutError:
            line = ""
        found = re.search(r"http://[\d.]+:(\d+)/", line)
        if not found:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise SystemExit(f"a server did not start: {line!r}")
        self.port = int(found[1])
        return process

    async def take_over(self, loops):
        """Starts a successor; how its predecessor ended."""
        before, began = self.process, time.monotonic()
        self.process = await self.start("--takeover", "--loops", str(loops))
        ready = time.monotonic() - began
        status = await asyncio.wait_for(before.wait(), PATIENCE)
        if self.tells:
            print(f"takeover: {loops} loops accept {ready:.2f} s after the start", file=sys.stderr)
        return status

    async def end(self):
        if self.process and self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self.process.wait(), PATIENCE)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()


async def run(options):
    figures = Figures()
    program = os.environ.get("BAIZE_BIN")
    if not program:
        program = next((str(path) for path in (ROOT / ".build/release/baize", ROOT / ".build/debug/baize")
                        if path.exists()), "")
    failures = []
    with tempfile.TemporaryDirectory(prefix="baize-") as data:
        place = Place(program, data, [])
        place.tells = options.verbose
        place.process = await place.start("--loops", str(LOOPS[-1]))
        bots = [Bot(number, place, figures) for number in range(options.bots)]
        tasks = [asyncio.create_task(bot.live()) for bot in bots]
        tasks += [asyncio.create_task(visit_on_and_on(place, figures)) for _ in range(options.visitors)]
        try:
            async with asyncio.timeout(PATIENCE):
                while not (figures.commands and figures.visits):
                    await asyncio.sleep(0.01)
            for number in range(options.takeovers):
                loops = LOOPS[number % len(LOOPS)]
                status = await place.take_over(loops)
                if status != 0:
                    failures.append(f"takeover {number}: the predecessor ended with {status}")
                await asyncio.sleep(random.uniform(0.5, 1.0) * options.pause)
                if failed := [task.exception() for task in tasks if task.done() and task.exception()]:
                    raise failed[0]
            for bot in bots:
                bot.stopping = True
            place.over = True
            _, pending = await asyncio.wait(tasks, timeout=PATIENCE)
            for bot in bots:
                failures += [f"{bot.name}: {c} was never answered" for c in bot.waiting]
            failures += ["somebody did not come to an end"] * bool(pending)
            for task in pending:
                task.cancel()
            failures += [repr(task.exception()) for task in tasks if not task.cancelled() and task.done()
                         and task.exception()]
        finally:
            await place.end()
    failures += figures.lost[:20] + figures.refused[:20]
    if not figures.commands or not figures.visits:
        failures.append("nothing happened")
    if not options.patient and max(figures.freezes) > FREEZE_MAX:
        failures.append(f"somebody waited for {max(figures.freezes):.2f} s, {FREEZE_MAX} s are allowed")
    for failure in failures:
        print(f"takeover: {failure}", file=sys.stderr)
    print(figures.summary(options.takeovers))
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--takeovers", type=int, default=20)
    parser.add_argument("--bots", type=int, default=16)
    parser.add_argument("--visitors", type=int, default=4)
    parser.add_argument("--patient", action="store_true", help="for a machine with other work: no limits of time")
    parser.add_argument("--verbose", action="store_true", help="tell of each takeover")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds of play between takeovers, at most")
    sys.exit(asyncio.run(run(parser.parse_args())))


if __name__ == "__main__":
    main()
