"""A disk that fails under a server: commands are answered `paused`, nothing is announced that is not kept, and play
goes on by itself when the disk does. Afterwards power is lost, and all that was promised is there.
"""

import asyncio
import time

import pytest
from disk import SYNC, WRITE, Disk
from fleet import Fleet
from judge import Judge
from life import Life, answer
from trial import GAMES

PAUSES = 20  # answers that are waited for while the disk fails
MOVES = 60  # commands before, and after it is mended
PATIENCE = 30

REFUSED = {
    "full": {"kind": "enospc"},
    "full at any write": {"kind": "enospc", "calls": WRITE},
    "failing writes": {"kind": "eio"},
    "read-only": {"kind": "erofs"},
}
BORNE = {
    "short writes": {"kind": "short"},
    "slow syncs": {"kind": "slow", "milliseconds": 60},
    "one failing sync": {"kind": "eio", "calls": SYNC, "count": 1},
    "one failing write": {"kind": "eio", "count": 1},
}


async def until(fleet, what):
    end = time.monotonic() + PATIENCE
    while not what():
        fleet.fail_early()
        assert fleet.judge.lost == []
        assert time.monotonic() < end, f"{fleet.judge.acked} acknowledged, {dict(fleet.judge.refused)} refused"
        await asyncio.sleep(0.01)


async def more(fleet, count):
    acked = fleet.judge.acked
    await until(fleet, lambda: fleet.judge.acked >= acked + count)


async def story(tmp_path, fault, meanwhile):
    disk = Disk(tmp_path)
    life = Life(disk)
    fleet = Fleet(life, Judge(), "faults")
    try:
        await life.start()
        fleet.add(GAMES, 1)
        fleet.begin()
        await fleet.all_play(PATIENCE)
        await more(fleet, MOVES)
        number = disk.fail(**fault)
        await meanwhile(fleet)
        assert disk.hits(number) > 0
        assert await answer(life.port, "/healthz") == 200
        disk.mend()
        await more(fleet, MOVES)
        assert all(bot.connections == 1 for bot in fleet.bots), "somebody had to come back"
        life.kill()
        fleet.server_died()
        disk.lose_power()
        await life.start()
        await fleet.all_play(PATIENCE)
    finally:
        await fleet.end()
        life.stop()
    assert fleet.judge.lost == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_disk_that_fails_pauses_the_tables_until_it_is_mended(tmp_path, name):
    async def wait_for_pauses(fleet):
        await until(fleet, lambda: fleet.judge.refused["paused"] >= PAUSES)
        acked = fleet.judge.acked
        await until(fleet, lambda: fleet.judge.refused["paused"] >= 2 * PAUSES)
        # A repeated undo that changes nothing may be agreed to; nothing new is kept.
        assert fleet.judge.acked - acked < PAUSES

    asyncio.run(story(tmp_path, REFUSED[name], wait_for_pauses))


@pytest.mark.parametrize("name", BORNE)
def test_a_disk_that_stumbles_is_borne(tmp_path, name):
    asyncio.run(story(tmp_path, BORNE[name], lambda fleet: more(fleet, MOVES)))
