"""Loses the power under servers with bots at their tables, and finds whether anything that was promised is gone.

    power.py --losses 100              nothing may be lost
    power.py --losses 10 --no-fsync    something must be: otherwise this finds nothing

What a disk holds after a loss is what was synced; every second time, by chance, some of the rest too. BAIZE_BIN names
the program. The last line is a summary; the exit code is 0 if what must be is so.
"""

import argparse
import asyncio
import sys
import tempfile
import time

from disk import Disk
from trial import BOTS, Trial


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--losses", type=int, default=100)
    parser.add_argument("--bots", type=int, default=BOTS)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--seconds", type=float, help="no longer than this, however many there were")
    parser.add_argument("--no-fsync", action="store_true", help="a server that does not sync: losses must be found")
    options = parser.parse_args()
    print(f"power: seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="baize-power-") as folder:
        arguments = ["--no-fsync"] if options.no_fsync else []
        trial = Trial(Disk(folder), options.bots, options.seed, *arguments)
        seeds = iter(range(options.seed, sys.maxsize))

        def lose(disk):
            seed = next(seeds)
            disk.lose_power(seed if seed % 2 else None)

        asyncio.run(trial.run(options.losses, lose, seconds=options.seconds))
    enough = trial.deaths == options.losses or options.seconds and trial.deaths > 0
    if options.no_fsync:
        trial.say_findings("power: found, as it must be")
        good = bool(trial.lost) and enough
    else:
        trial.say_findings("power")
        good = not trial.lost and not trial.wrong and enough
    print(f"power: {trial.deaths} losses of power{' without syncs' if options.no_fsync else ''} "
          f"({trial.in_sync} in a sync, {trial.in_write} in a write, {trial.deaths_at_start} more while starting), "
          f"{trial.acked} commands acknowledged, {len(trial.lost)} lost, {trial.repeated} answers the same again, "
          f"{trial.checked} logs checked, {len(trial.wrong)} wrong")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
