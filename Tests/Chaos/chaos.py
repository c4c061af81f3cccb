"""Kills servers with bots at their tables, and finds whether anything that was promised is gone.

    chaos.py --kills 200

Beside the bots, two race, a browser has a game and a crowd of tables lies on the disk. After each kill: no
acknowledged command is lost and each has the answer that it had; no race has another result than it had; `baize check`
finds a log without holes; the server accepts within START_MAX, and, at each kill that its page was ready for, the
browser plays within PAGE_MAX of that, without a reload.
BAIZE_BIN names the program. The last line is a summary; the exit code is 0 only if all of that holds.
"""

import argparse
import asyncio
import sys
import tempfile
import time

from crowd import fill
from disk import Disk
from page import Page
from racing import Races
from trial import BOTS, Trial

PAGE_EVERY = 5  # kills; a page that is cut off again and again waits longer each time, until it had some calm
PAGE_CALM = 5.2  # seconds; PROTOCOL.md, full jitter
START_MAX = 1.0  # seconds until it accepts
PAGE_MAX = 2.0  # seconds until a browser plays again
RACE_MAX = 2.0  # seconds until a race goes on


class Browsing:
    """The browser's part of a trial."""

    def __init__(self, trial):
        self.trial = trial
        self.page = None
        self.slowest = 0.0
        self.returns = 0
        self.wrong = []

    async def may_be_judged(self, deaths):
        """Whether it is measured how soon it is back; it has had its calm then."""
        if self.page is None or deaths % PAGE_EVERY != 0 or await self.take_turn() is None:
            return False
        await asyncio.sleep(PAGE_CALM)
        return self.page is not None

    async def play(self):
        """After a kill, while the bots come back."""
        turn = await self.take_turn()
        if turn is None:
            return
        self.returns += 1
        there, played = turn.there - self.trial.life.accepted, turn.seen - self.trial.life.accepted
        self.slowest = max(self.slowest, played)
        print(f"chaos: death {self.trial.deaths}: the browser there after {there:.2f} s, playing {played:.2f} s",
              flush=True)

    async def take_turn(self):
        """The page's next turn; None if it did not come to one."""
        try:
            turn = await self.page.play()
        except Exception as error:  # told by the summary
            self.wrong.append(f"death {self.trial.deaths}: the page does not play again: {error}")
            return await self.leave()
        if turn.fault:
            self.wrong.append(f"death {self.trial.deaths}: {turn.fault}")
        return turn

    async def come(self):
        self.page = Page()
        await self.page.open(f"http://127.0.0.1:{self.trial.life.port}/")

    async def leave(self):
        if self.page:
            await self.page.close()
        self.page = None


async def run(trial, browsing, races, options):
    began = await trial.life.start()
    print(f"chaos: an empty server accepts after {began:.2f} s", flush=True)
    start = time.monotonic()
    await fill(trial.life.port, options.tables)
    print(f"chaos: {options.tables} tables: {time.monotonic() - start:.0f} s", flush=True)
    trial.life.kill()
    try:
        await trial.begin()
        races.begin()
        trial.before_check, trial.before_death = races.go_on, races.come_to_play
        if options.page:
            await browsing.come()
        await trial.run(options.kills, guest=browsing, seconds=options.seconds)
    finally:
        await races.end()
        await browsing.leave()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--bots", type=int, default=BOTS)
    parser.add_argument("--tables", type=int, default=2000, help="that lie on the disk")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--seconds", type=float, help="no longer than this, however many there were")
    parser.add_argument("--no-page", dest="page", action="store_false", help="without a browser")
    parser.add_argument("--patient", action="store_true", help="for a machine with other work: no limits of time")
    options = parser.parse_args()
    print(f"chaos: seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="baize-chaos-") as folder:
        trial = Trial(Disk(folder, shadowed=False), options.bots, options.seed)
        browsing, races = Browsing(trial), Races(trial.life, options.seed)
        asyncio.run(run(trial, browsing, races, options))
    trial.wrong += browsing.wrong + races.results.wrong
    if not options.patient and trial.slowest_start > START_MAX:
        trial.wrong.append(f"a start took {trial.slowest_start:.2f} s")
    if not options.patient and browsing.slowest > PAGE_MAX:
        trial.wrong.append(f"the browser took {browsing.slowest:.2f} s")
    if not options.patient and races.results.slowest > RACE_MAX:
        trial.wrong.append(f"a race went on after {races.results.slowest:.2f} s")
    trial.say_findings("chaos")
    print(f"chaos: {races.words()}")
    print(f"chaos: {trial.deaths} kills ({trial.in_sync} in a sync, {trial.in_write} in a write, "
          f"{trial.deaths_at_start} more while starting), {trial.acked} commands acknowledged, {len(trial.lost)} lost, "
          f"{trial.repeated} answers the same again, {trial.checked} logs checked, accepting after "
          f"{trial.slowest_start:.2f} s at most, a browser playing {browsing.slowest:.2f} s later at most "
          f"({browsing.returns} times), "
          f"{len(trial.wrong)} wrong")
    enough = trial.deaths == options.kills or options.seconds and trial.deaths > 0
    return 0 if enough and not trial.lost and not trial.wrong else 1


if __name__ == "__main__":
    sys.exit(main())
