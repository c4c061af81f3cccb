"""Each way of damaging a data directory damages it as it says, and the program owes its host what damage.py says."""

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap

import pytest
from damage import (
    BASE,
    BASED,
    FRAME,
    KINDS,
    LOG,
    LOG_HEAD,
    ONE_TABLE,
    READ_ONLY,
    SOUND,
    UNREADABLE,
    cut_log,
    damage,
    log_frames,
)
from disk import Disk
from fleet import Fleet
from judge import Judge
from life import ROOT, Life, answer, check
from trial import GAMES
from websockets.asyncio.client import connect

ROWS = 400
SEEDS = 4
PLAY = 300  # commands
PATIENCE = 30
KEPT = ROOT / "Tests/Fixtures/tables/format-1"  # fifteen tables, one with a base
NEEDS_TABLES = ("column", "before_base")  # only a server's tables have those
SHORTER = [name for name in KINDS if KINDS[name].owed == SOUND]  # a log that lacks its end
DAMAGED_LOG = ["log_behind_mark", "flipped_log", "flipped_log_head"]
NEEDS_LOG = [*SHORTER, *DAMAGED_LOG, "empty_base"]
PLAYED = [name for name in KINDS if KINDS[name].owed != BASED]  # nothing is played for long enough to get a base

WRITER = f"""
    import os, signal, sqlite3, sys
    base = sqlite3.connect("{BASE}", isolation_level=None)
    base.execute("pragma journal_mode=wal")
    base.execute("pragma wal_autocheckpoint=200")
    base.execute("create table records (n integer primary key, body BLOB not null)")
    for n in range(1, {ROWS} + 1):
        base.execute("insert into records values (?, ?)", (n, n.to_bytes(4) * 100))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A base and its log as a program left them that was killed."""
    folder = tmp_path_factory.mktemp("written")
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(WRITER)], cwd=folder, check=False)
    assert ran.returncode == -signal.SIGKILL and log_frames(folder) > 10
    return folder


def copy_of(folder, place):
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, ignore=shutil.ignore_patterns("control"))  # a socket
    return place


def read(folder):
    """The records, whether each is what was written, and whether the pages are whole."""
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base:
        rows = base.execute("select n, body from records order by n").fetchall()
        whole = base.execute("pragma integrity_check").fetchall() == [("ok",)]
        return [n for n, _ in rows], all(body == n.to_bytes(4) * 100 for n, body in rows), whole


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", [name for name in KINDS if name not in NEEDS_TABLES])
def test_each_damage_does_what_it_says(written, tmp_path, name, seed):
    folder = copy_of(written, tmp_path / "copy")
    words = damage(folder, name, random.Random(seed))
    owed = KINDS[name].owed
    if owed in (READ_ONLY, UNREADABLE):
        with contextlib.suppress(sqlite3.DatabaseError):
            numbers, right, whole = read(folder)
            assert numbers != list(range(1, ROWS + 1)) or not right or not whole, words
        return
    numbers, right, whole = read(folder)
    assert whole and numbers == list(range(1, len(numbers) + 1)), words
    assert right == (owed == SOUND) and (len(numbers) == ROWS or owed == SOUND), words


def test_a_log_that_ends_anywhere_leaves_a_prefix(written, tmp_path):
    size = (written / LOG).stat().st_size
    lengths = set()
    for cut in [0, 1, LOG_HEAD, LOG_HEAD + 1, size - 1, size, *range(LOG_HEAD + FRAME - 1, size, FRAME * 7 + 1)]:
        folder = copy_of(written, tmp_path / "copy")
        cut_log(folder, cut)
        numbers, right, whole = read(folder)
        assert whole and right and numbers == list(range(1, len(numbers) + 1)), cut
        lengths.add(len(numbers))
    assert max(lengths) == ROWS and len(lengths) > 2


# MARK: - The program


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A data directory that a server left when it was killed, and the judge of what it had promised."""
    disk = Disk(tmp_path_factory.mktemp("played"), shadowed=False)

    async def story():
        life = Life(disk)
        fleet = Fleet(life, Judge(), "damage")
        try:
            await life.start()
            fleet.add(GAMES, 1)
            fleet.begin()
            while fleet.judge.acked < PLAY:
                fleet.fail_early()
                await asyncio.sleep(0.01)
            life.kill()
        finally:
            await fleet.end()
            life.stop()
        return fleet.judge

    judge = asyncio.run(story())
    assert judge.lost == [] and len(judge.rooms) == len(GAMES)
    return disk.root, judge


def started(folder, tmp_path, act):
    """Starts a server on a copy of a directory and does something with it, to its end."""
    disk = Disk(tmp_path / "disk", shadowed=False)
    copy_of(folder, disk.root)

    async def story():
        life = Life(disk)
        try:
            await life.start("/healthz")  # it may be read-only
            return await act(life)
        finally:
            life.stop()

    return asyncio.run(story())


def test_a_sound_directory_is_found_sound(played):
    code, lines = check(played[0])
    assert code == 0, lines


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", PLAYED)
def test_the_check_finds_what_was_damaged(played, tmp_path, name, seed):
    folder = copy_of(played[0], tmp_path / "copy")
    words = damage(folder, name, random.Random(seed))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"}
    code, lines = check(folder)
    assert (code == 0) == (KINDS[name].owed == SOUND), (words, code, lines)
    assert lines and not any("Fatal error" in line for line in lines), (words, lines)
    if KINDS[name].owed != SOUND:
        assert before.keys() <= {path for path in folder.rglob("*")}, "a check throws nothing away"


@pytest.mark.parametrize("name", [name for name in PLAYED if name not in SHORTER])
def test_what_is_salvaged_is_sound(played, tmp_path, name):
    folder = copy_of(played[0], tmp_path / "copy")
    words = damage(folder, name, random.Random(name))
    saved = tmp_path / "saved"
    said = check(folder, "--salvage", saved)
    if KINDS[name].owed == UNREADABLE and not (saved / BASE).exists():
        assert said[0] != 0 and said[1], words  # nothing can be read there, and that is said
        return
    shutil.copytree(folder / "blobs", saved / "blobs")  # as it says
    code, lines = check(saved)
    assert code == 0, (words, said, lines)


@pytest.mark.parametrize("name", PLAYED)
def test_a_server_starts_on_what_is_left(played, tmp_path, name):
    """It answers, also guests who come to its tables, and lives on; with damaged pages it says what mends them."""
    folder = copy_of(played[0], tmp_path / "copy")
    words = damage(folder, name, random.Random(name))

    async def look(life):
        said = life.log.read_bytes().decode(errors="replace")
        heard = await watch(life.port, played[1].rooms)
        assert len(heard) == len(played[1].rooms), words
        return await answer(life.port, "/healthz"), said

    status, said = started(folder, tmp_path, look)
    assert status == 200, words
    if KINDS[name].owed in (READ_ONLY, UNREADABLE):
        mend = "go back to a backup" if name == "empty_base" else "--salvage"
        assert mend in said, f"{words}: the mend is not named: {said}"


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", [name for name in KINDS if name not in NEEDS_LOG])
def test_salvage_loses_nothing_that_a_server_shows(tmp_path, name, seed):
    rooms = [line.split()[0] for line in (KEPT / "views.txt").read_text().splitlines()]
    folder = tmp_path / "damaged"
    folder.mkdir()
    shutil.copy(KEPT / BASE, folder)
    words = damage(folder, name, random.Random(seed))
    before = (folder / BASE).read_bytes()
    saved = tmp_path / "saved"
    said = check(folder, "--salvage", saved)
    assert said[0] == 1 and (folder / BASE).read_bytes() == before, (words, said)

    def shown(folder):
        heard = started(folder, tmp_path, lambda life: watch(life.port, rooms))
        return {room: (told["v"], told["h"]) for room, told in heard.items() if told["t"] == "snap"}

    seen = shown(folder)
    if not (saved / BASE).exists():
        assert not seen and any("baize restore" in line for line in said[1]), (words, said)
        return
    kept = shown(saved)
    assert seen.items() <= kept.items(), (words, said, seen.items() - kept.items())
    if KINDS[name].owed == BASED:
        assert len(seen) == len(rooms) and any("from its base" in line for line in said[1]), (words, said)


async def watch(port, rooms):
    """What a new spectator of each room gets: its snapshot, or the refusal."""
    heard = {}
    async with connect(f"ws://127.0.0.1:{port}/ws", subprotocols=["baize.v1"], compression=None, proxy=None) as socket:
        asked = dict(enumerate(rooms, start=1))
        for message in ({"t": "hello", "name": "Watcher", "want": []},
                        *({"t": "sub", "c": c, "room": room, "as": "watch"} for c, room in asked.items())):
            await socket.send(json.dumps(message) + "\n")
        async with asyncio.timeout(PATIENCE):
            while len(heard) < len(asked):
                for message in map(json.loads, filter(None, (await socket.recv()).split("\n"))):
                    if message["t"] == "snap":
                        heard[message["r"]] = message
                    if message["t"] == "no":
                        heard[asked[message["c"]]] = message
    return heard


@pytest.mark.parametrize("seed", range(SEEDS))
def test_one_damaged_record_closes_one_table_only(played, tmp_path, seed):
    root, judge = played
    folder = copy_of(root, tmp_path / "copy")
    words = damage(folder, "record", random.Random(seed))
    heard = started(folder, tmp_path, lambda life: watch(life.port, judge.rooms))
    closed = [message for message in heard.values() if message["t"] == "no"]
    assert len(closed) == 1 and closed[0]["code"] == "gone" and closed[0].get("why"), (words, closed)
    for room, message in heard.items():
        if message["t"] == "snap":
            assert message["v"] >= judge.rooms[room].acked and judge.rooms[room].told.get(message["v"]) in (
                None, message["h"]), (words, room)


@pytest.mark.parametrize("name", SHORTER)
def test_what_is_left_of_a_log_is_what_was_told_once(played, tmp_path, name):
    root, judge = played
    folder = copy_of(root, tmp_path / "copy")
    words = damage(folder, name, random.Random(name))
    for room, message in started(folder, tmp_path, lambda life: watch(life.port, judge.rooms)).items():
        if message["t"] == "snap" and message["v"] <= judge.rooms[room].highest:
            assert judge.rooms[room].told.get(message["v"], message["h"]) == message["h"], (words, room)


def test_a_second_server_on_the_same_directory_refuses(played, tmp_path):
    disk = Disk(tmp_path / "disk", shadowed=False)
    copy_of(played[0], disk.root)

    async def story():
        first = Life(disk)
        try:
            await first.start()
            program = [os.fspath(part) for part in first.process.args]
            program[program.index("--port") + 1] = "0"
            second = await asyncio.to_thread(
                subprocess.run, program, capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert await answer(first.port, "/healthz") == 200
            return second
        finally:
            first.stop()

    second = asyncio.run(story())
    assert second.returncode != 0
    assert len(second.stderr.strip().splitlines()) == 1, second.stderr
