"""A very first start that loses power in the midst of any sync leaves a directory on which the next one begins anew."""

import asyncio

import pytest
from disk import SYNC, Disk
from life import Life, answer, check

PATIENCE = 30
SYNCS_MAX = 60  # a first start has fewer
HOLD = 60_000  # milliseconds, longer than anybody waits


async def start_until_sync(life, disk, number):
    """Starts a server and kills it in its sync of this number, before that has kept anything; false if it is ready."""
    fault = disk.fail("slow", calls=SYNC, after=number, count=1, milliseconds=HOLD)
    life.spawn()
    async with asyncio.timeout(PATIENCE):
        while disk.hits(fault) == 0:
            assert life.process.poll() is None, life.last_words()
            if b"http://" in life.log.read_bytes():
                break
            await asyncio.sleep(0.005)
    fell = disk.hits(fault) > 0
    life.kill()
    disk.mend()
    life.log.write_bytes(b"")
    return fell


@pytest.mark.parametrize("seed", [None, 1])
def test_a_first_start_may_lose_power_in_any_sync(tmp_path, seed):
    async def story():
        for number in range(SYNCS_MAX):
            disk = Disk(tmp_path / str(number))
            life = Life(disk)
            try:
                fell = await start_until_sync(life, disk, number)
                disk.lose_power(None if seed is None else seed * SYNCS_MAX + number)
                left = sorted(path.name for path in disk.root.iterdir())
                await life.start()
                assert await answer(life.port, "/readyz") == 200, (number, left)
                life.kill()
                code, lines = check(disk.root)
                assert code == 0, (number, left, lines)
            finally:
                life.stop()
            if not fell:
                return number
        raise AssertionError("a first start never comes to its end")

    assert asyncio.run(story()) > 5
