"""Bots whose lines are cut, all at once, go on where they were, and the judge has nothing to complain of."""

import asyncio

from disk import Disk
from fleet import Fleet
from judge import Judge
from life import Life
from trial import GAMES

CUTS = 3
MOVES_BETWEEN = 100
PATIENCE = 20


def test_bots_whose_lines_are_cut_go_on_where_they_were(tmp_path):
    async def story():
        life = Life(Disk(tmp_path, shadowed=False))
        fleet = Fleet(life, Judge(), "cut")
        try:
            await life.start()
            for game in GAMES:
                fleet.add([game], 2)
            fleet.begin()
            await fleet.all_play(PATIENCE)
            for _ in range(CUTS):
                before = fleet.judge.acked
                while fleet.judge.acked < before + MOVES_BETWEEN:
                    fleet.fail_early()
                    await asyncio.sleep(0.01)
                for bot in fleet.bots:
                    bot.playing = None
                    bot.socket.transport.abort()
                await fleet.all_play(PATIENCE)
                await fleet.look_at_blobs(5)
        finally:
            await fleet.end()
            life.stop()
        return fleet

    fleet = asyncio.run(story())
    assert fleet.judge.lost == []
    assert fleet.judge.repeated > 0
    assert {bot.company.game for bot in fleet.bots if bot.version > 1} == set(GAMES)
    assert fleet.blobs
