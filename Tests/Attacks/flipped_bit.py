"""Flips one bit in the log of a server that was killed, cuts the log, or takes files away, and looks whether anything
that was acknowledged is gone and nobody says so.

    BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Attacks/flipped_bit.py
    … --trials 60 --versions 800 --seed 7

Each trial works on a copy of one of two directories, in which bots have played until the server was killed: one under
load, and one at rest, when all of the log was in the file as well. A start and `baize check` must agree; where they say
that all is well, every version that was acknowledged is there; where they name damage, `--salvage` must give at least
what SQLite reads of it. What no mark knew of yet is left alone: the end of a log, of the last second, may be cut off by
power as well. Exit code 0 if all of that holds; every broken promise is a line.
"""

import argparse
import asyncio
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Chaos"))
from damage import BASE, FRAME, LOG, LOG_HEAD, MARK, commits, flip, forget_index  # noqa: E402
from disk import Disk  # noqa: E402
from fleet import Fleet  # noqa: E402
from judge import Judge  # noqa: E402
from life import Life, check  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

GAMES = ("klondike1", "four-aces", "free-piles", "list")
PATIENCE = 60
MOMENT = 20  # commits
REST = 5  # seconds


def marked(folder):
    """The frames of the log that the mark knows of; without one, those of more than a moment ago."""
    mark = folder / MARK
    return int.from_bytes(mark.read_bytes()[16:24]) if mark.exists() else commits(folder)[-MOMENT]


def bit_of_log(folder, dice):
    """One bit, anywhere in what of the log the mark knows of or has a later commit behind it."""
    end = max(marked(folder), commits(folder)[-2])
    flip(folder / LOG, offset := dice.randrange(LOG_HEAD + end * FRAME), dice)
    forget_index(folder)
    return f"a bit of byte {offset}, in frame {(offset - LOG_HEAD) // FRAME + 1} of {end}"


def cut(folder, dice):
    """The log ends where a commit does."""
    ends = commits(folder)
    end = dice.choice([end for end in ends if end < marked(folder)])
    os.truncate(folder / LOG, LOG_HEAD + end * FRAME)
    forget_index(folder)
    return f"the log ends at frame {end} of {ends[-1]}"


def no_log(folder, dice):
    """The log is not there."""
    (folder / LOG).unlink()
    forget_index(folder)
    return "the log is gone"


def no_tables(folder, dice):
    """The file is empty or gone, with its log or without."""
    if dice.random() < 0.5:
        (folder / LOG).unlink()
    if dice.random() < 0.5:
        (folder / BASE).unlink()
        return "the tables are gone"
    (folder / BASE).write_bytes(b"")
    return "the tables are empty"


ATTACKS = (bit_of_log, bit_of_log, bit_of_log, bit_of_log, cut, no_log, no_tables)


async def versions(port, rooms):
    """Where each table stands for a new spectator; tables that cannot be read are left out."""
    heard, left = {}, set()
    async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None) as socket:
        asked = dict(enumerate(rooms, start=1))
        for message in ({"t": "hello", "name": "Watcher", "want": []},
                        *({"t": "sub", "c": c, "room": room, "as": "watch"} for c, room in asked.items())):
            await socket.send(json.dumps(message) + "\n")
        async with asyncio.timeout(PATIENCE):
            while len(heard) + len(left) < len(asked):
                for message in map(json.loads, filter(None, (await socket.recv()).split("\n"))):
                    if message["t"] == "snap":
                        heard[message["r"]] = message["v"]
                    if message["t"] == "no":
                        left.add(asked[message["c"]])
    return heard


async def play(disk, count, seed, rests):
    """Plays so many versions and kills the server, under load or at rest; what it had promised."""
    life = Life(disk)
    fleet = Fleet(life, Judge(), seed)
    try:
        await life.start()
        fleet.add(GAMES, 1)
        fleet.begin()
        end = time.monotonic() + 10 * PATIENCE
        while fleet.judge.acked < count and time.monotonic() < end:
            fleet.fail_early()
            await asyncio.sleep(0.01)
        fleet.rests = rests
        end = time.monotonic() + REST
        while rests and time.monotonic() < end and marked(disk.root) != commits(disk.root)[-1]:
            await asyncio.sleep(0.1)
        life.kill()
    finally:
        await fleet.end()
        life.stop()
    return {room: known.acked for room, known in fleet.judge.rooms.items()}


async def shown(folder, place, rooms):
    """What a server on a copy shows, and whether it names damage."""
    disk = Disk(place, shadowed=False)
    shutil.copytree(folder, disk.root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("control"))
    life = Life(disk)
    try:
        await life.start("/healthz")
        heard = await versions(life.port, rooms)
        said = life.log.read_bytes().decode(errors="replace")
        return heard, "baize check" in said or "go back to a backup" in said
    finally:
        life.stop()
        shutil.rmtree(place)


async def trial(attack, played, promised, place, dice):
    """What is wrong, in words; and what was done, with its result."""
    folder = place / "damaged"
    shutil.copytree(played, folder, ignore=shutil.ignore_patterns("control"))
    words = attack(folder, dice)
    code, lines = check(folder)
    heard, named = await shown(folder, place / "server", promised)
    wrong = []
    if named != (code != 0):
        wrong.append(f"the start {'names' if named else 'does not name'} damage, the check ends with {code}: {lines}")
    lost = {room: (heard.get(room), version) for room, version in promised.items() if heard.get(room, -1) < version}
    lost_of_salvage = None
    if not named and lost:
        wrong.append(f"lost, and nobody says so: {lost}")
    if named:
        saved = place / "saved"
        check(folder, "--salvage", saved)
        if (saved / BASE).exists():
            had, _ = await shown(saved, place / "server", promised)
            if any(had.get(room, -1) < version for room, version in heard.items()):
                wrong.append(f"salvage has less than was shown: {had} of {heard}")
            lost_of_salvage = sum(max(0, version - had.get(room, 0)) for room, version in promised.items())
        elif attack is not no_tables:
            wrong.append("salvage gives nothing")
    shutil.rmtree(place)
    took = sum(max(0, version - heard.get(room, 0)) for room, version in promised.items())
    return wrong, words, named, took, lost_of_salvage


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=35)
    parser.add_argument("--versions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    print(f"flipped bit: seed {options.seed}", flush=True)
    dice = random.Random(options.seed)
    broken = 0
    with tempfile.TemporaryDirectory(prefix="baize-bit-") as name:
        folder = pathlib.Path(name)
        played = []
        for rests in (False, True):
            disk = Disk(folder / f"played-{rests}", shadowed=False)
            promised = asyncio.run(play(disk, options.versions, options.seed, rests))
            played.append((disk.root, promised))
            print(f"{sum(promised.values())} versions of {len(promised)} tables acknowledged, killed "
                  f"{'at rest' if rests else 'under load'}", flush=True)
        for number in range(options.trials):
            attack = ATTACKS[number % len(ATTACKS)]
            root, promised = played[number % len(played)]
            wrong, words, named, took, lost = asyncio.run(trial(attack, root, promised, folder / "trial", dice))
            broken += bool(wrong)
            print(f"{'✗' if wrong else '✓'} {words}: {'named' if named else 'well'}, {took} versions not shown"
                  + (f", {lost} not salvaged" if lost is not None else ""), *wrong, sep="\n    ", flush=True)
    print(f"flipped bit: {options.trials} trials, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
