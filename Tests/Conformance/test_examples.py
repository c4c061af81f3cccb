"""The examples of the protocol's page, docs/examples, run as anybody would run them: the bot plays every game to its
end, and the watcher has every table as its server has it, of games and of boards."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
from urllib.request import urlopen

import pytest
import slices
from peer import PATIENCE
from serving import ROOT
from websockets.sync.client import connect

EXAMPLES = ROOT / "docs/examples"
GAMES = """klondike1 klondike3 vegas1 vegas3 thoughtful doubleklondike freecell bakers eightoff seahaven spider1 spider2
    spider4 spiderette simplesimon yukon russian scorpion canfield fortythieves easthaven westcliff golf tripeaks
    pyramid fan beleagueredcastle accordion""".split()
BOARDS = "four-aces free-piles cards sections card-grid contacts fruits list photos".split()
# For `make test`, without `--every-game`; the others lie in its slices.
CHOICE = ("klondike1", "thoughtful", "spider4", "contacts")
DEAL = 7
GAME_SECONDS_MAX = 120
# Slower than a bot is from the first move on, and faster than it may be elsewhere.
PACE = ("--commands-burst", "4", "--commands-per-second", "80")
# What goes wrong on the way to a watcher, once, with the third event that it has not yet.
MISTAKES = {"hash": 'said["m"] = []', "gap": 'said = {"t": "lost"}'}
SPOILED = """
import json
loads, snapshots = json.loads, []
def spoiled(line):
    said = loads(line)
    if said["t"] == "snap":
        snapshots.append(said["v"])
    if said["t"] == "ev" and said["v"] == snapshots[0] + 3:
        {mistake}
    return said
json.loads = spoiled
import watch
"""


def pytest_generate_tests(metafunc):
    for name, all_ in (("game", GAMES), ("board", BOARDS)):
        if name in metafunc.fixturenames:
            everything = metafunc.config.getoption("--every-game")
            metafunc.parametrize(name, [
                each for each in all_ if everything or each in CHOICE or slices.has(f"test_examples.py::{each}")])


class Program:
    """A program that runs beside the test; what it prints is read line by line."""

    def __init__(self, *command):
        self.lines = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": str(EXAMPLES), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"})
        self._unread = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._unread.put(line.rstrip())
        self._unread.put(None)

    def until(self, pattern, patience=PATIENCE):
        """What matches in the first line that does."""
        for line in self.lines:
            if found := re.search(pattern, line):
                return found
        end = time.monotonic() + patience
        while True:
            try:
                line = self._unread.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                line = None
            assert line is not None, f"{pattern!r} was not printed among:\n" + "\n".join(self.lines[-30:])
            self.lines.append(line)
            if found := re.search(pattern, line):
                return found

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()


@pytest.fixture
def run():
    """Starts programs, which end with the test."""
    programs = []

    def start(*command):
        programs.append(Program(*command))
        return programs[-1]

    yield start
    for program in programs:
        program.stop()


@pytest.fixture(scope="module")
def server(serve):
    return serve(*PACE)


def watch(run, server, room, *more):
    return run(sys.executable, str(EXAMPLES / "watch.py"), f"ws://127.0.0.1:{server.port}/ws", room, *more)


def play(run, server, game):
    bot = run(sys.executable, str(EXAMPLES / "bot.py"), f"ws://127.0.0.1:{server.port}/ws", game, str(DEAL))
    return bot, bot.until(r"^room (r\w{8})$")[1]


def tinker(run, server, board, *more):
    """The program's own bot does at a board what comes to its mind."""
    binary = os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize"))
    return run(binary, "bot", "--url", f"ws://127.0.0.1:{server.port}", "--board", board, "--think", "15", *more)


def agree(run, server, room, watchers):
    """All watchers come to see what a newcomer sees, and were right all the way. Returns how the game stands."""
    last = watch(run, server, room).until(r"^(\d+) snapshot (\w{8}) agreed (\w+)$")
    for watcher in watchers:
        watcher.until(rf"^{last[1]} \w+ {last[2]} agreed {last[3]}$")
        told = [re.fullmatch(r"(\d+) (\w+) \w{8} agreed \w+", line) for line in watcher.lines]
        assert all(told), watcher.lines
        first = int(told[0][1])
        assert [int(each[1]) for each in told] == list(range(first, int(last[1]) + 1)), "each version once"
        assert [each[2] for each in told].count("snapshot") == 1
    return last[3]


def test_all_games_are_known_here(server):
    with urlopen(f"{server.url}/api/games", timeout=PATIENCE) as answer:
        assert [game["id"] for game in json.load(answer)["games"]] == GAMES


def test_the_bot_plays_to_the_end_and_the_watcher_sees_it(server, run, game):
    bot, room = play(run, server, game)
    watchers = [watch(run, server, room), watch(run, server, room, "plain")]
    end = bot.until(r"^(won|stuck) .* version (\d+)$", GAME_SECONDS_MAX)
    assert bot.process.wait(timeout=PATIENCE) == 0
    status = agree(run, server, room, watchers)
    assert status == "won" if end[1] == "won" else status != "won"
    assert watchers[0].until(rf"^{end[2]} ")


class Spectator:
    """Somebody who asks and listens, and keeps all that was told."""

    def __init__(self, socket):
        self.socket = socket
        self.lines = (json.loads(line) for text in socket for line in text.strip().split("\n"))
        self.told = []
        self.count = 0
        socket.send('{"t":"hello","name":"Eve"}\n')

    def until(self, holds):
        for said in self.lines:
            self.told.append(said)
            if holds(said):
                return said
        raise AssertionError("the server has ended the connection")

    def ask(self, **message):
        self.count += 1
        self.socket.send(json.dumps({"c": self.count, **message}) + "\n")
        return self.until(lambda said: said.get("c") == self.count)


def test_bots_race_by_a_link_and_the_deal_is_dealt_again(server, run, tmp_path):
    with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["baize.v1"]) as socket:
        eve = Spectator(socket)
        plan = {"entrants": [3, 4], "seconds": 60, "hint": True}
        race = eve.ask(t="open", game="klondike1", access="link", race=plan)
        # The opener holds a seat but does not play, so three of the four seats are left for bots.
        eve.ask(t="sub", room=race["room"], **{"as": "watch"})
        link = f"{server.url}/c/{race['room']}#p={race['keys']['play']}"
        bots = [run(sys.executable, str(EXAMPLES / "bot.py"), f"ws://127.0.0.1:{server.port}/ws", "race", link)
                for _ in range(2)]
        # The program's own bot finds the server by the link alone.
        own = run(os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize")), "bot", "--race", link, "--think", "5")
        own.until(r"^place \d of 3: ", GAME_SECONDS_MAX)
        for bot in bots:
            bot.until(r"^(won|stuck) after \d+ moves", GAME_SECONDS_MAX)
            assert bot.process.wait(timeout=PATIENCE) == 0
        eve.until(lambda said: said.get("race", {}).get("state") == "ended")
        told = {key: value for said in eve.told for key, value in said.get("race", {}).items()}
        rows = {row["n"]: row for said in eve.told for row in said.get("race", {}).get("entrants", [])}
        tables = [row for row in rows.values() if "room" in row]
        assert len(tables) == 3 and min(row["place"] for row in tables) == 1
        assert told["start"].endswith("".join(f"{row['n']} bot\n" for row in tables))
        eve.ask(t="sub", room=tables[0]["room"], **{"as": "watch"})
        snap = eve.until(lambda said: said["t"] == "snap" and said["r"] == tables[0]["room"])
    start = tmp_path / "start"
    start.write_text(told["start"])
    deal = [sys.executable, str(EXAMPLES / "deal.py"), told["commit"], told["seed"], told["salt"]]
    cards = subprocess.run([*deal, str(start)], capture_output=True, text=True, check=True).stdout.split()
    faces = dict(re.findall(r'\[(\d+), "([A2-9TJQK][CDHS])"', json.dumps(snap["regions"])))
    assert len(faces) >= 7 and all(cards[int(item)] == face for item, face in faces.items())
    # Another text deals other cards, and another seed is refused.
    assert subprocess.run(deal, capture_output=True, text=True, check=True).stdout.split() != cards
    deal[3] = deal[3][::-1]
    refused = subprocess.run(deal, capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and "the commitment is not of this seed" in refused.stderr


def test_the_watcher_sees_every_board(server, run, board):
    bot = tinker(run, server, board, "--watch-link", "--moves", "60")
    room = bot.until(r"/(r\w{8})\b")[1]
    watchers = [watch(run, server, room), watch(run, server, room, "plain")]
    assert bot.process.wait(timeout=PATIENCE) == 0
    assert agree(run, server, room, watchers) == "playing"


@pytest.mark.parametrize("why", MISTAKES)
def test_a_watcher_that_went_wrong_asks_for_a_snapshot(server, run, why):
    _, room = play(run, server, "klondike1")
    program = SPOILED.format(mistake=MISTAKES[why])
    watcher = run(sys.executable, "-c", program, f"ws://127.0.0.1:{server.port}/ws", room)
    watcher.until(rf"^asks for a snapshot: {why}$")
    watcher.until(r"^\d+ snapshot \w{8} agreed")
    watcher.until(r"^\d+ \w+ \w{8} agreed")
    assert sum("asks" in line for line in watcher.lines) == 1


def test_a_watcher_is_told_that_there_is_no_such_table(server, run):
    watcher = watch(run, server, "rNoSuch00")
    watcher.until(r"^not told: .*'gone'")
    assert watcher.process.wait(timeout=PATIENCE) == 1
