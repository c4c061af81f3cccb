"""All floods at once, of one server with 50 players at 10 tables, and how long the players wait.

    BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Attacks/floods.py --minutes 10 --runs 3
    … --only steps hovers --minutes 0.3 --runs 1

In each run players play on a fresh server alone, and then under the floods. No player may be refused or closed, and 99
of 100 moves are answered within three times what they took without floods; of several runs the median counts. What each
flood got done, and what the server counted meanwhile, is a line. Nothing else should run beside it. Exit code 0 if all
of that holds.
"""

import argparse
import asyncio
import collections
import statistics
import sys

from attackers import ATTACKS
from siege import RISE, Siege, percentile

PLAYERS, SEATS = 50, 5
LONGER_MAX = 3  # times
SHARES = 0.5, 0.95, 0.99
COUNTED = ("baize_connections_accepted_total", "baize_connections_refused_total", "baize_requests_total",
           "baize_websockets_opened_total", "baize_websockets_closed_total", "baize_commands_total",
           "baize_slow_peers_total", "baize_tables_woken_total", "baize_journal_records_total",
           "baize_journal_failures_total", "baize_received_bytes_total", "baize_sent_bytes_total")

Run = collections.namedtuple("Run", "calm flooded wrong")


def shown(waits):
    return (", ".join(f"{share:.0%} within {percentile(waits, share) * 1e3:.1f} ms" for share in SHARES)
            + f", the longest {max(waits) * 1e3:.0f} ms, of {len(waits)}")


def counts(pairs):
    return ", ".join(f"{name} {count:,.0f}" for name, count in pairs if count)


async def flooded(names, calm_seconds, seconds):
    """One run: what players waited without floods and with them, and what went wrong for them, in words."""
    async with Siege(players=PLAYERS, seats=SEATS) as siege:
        calm = await siege.all_waits(calm_seconds)
        began, before = siege.memory()[0], await siege.figures()
        for name in names:
            siege.begin(name, seconds)
        await asyncio.sleep(RISE)
        waits = await siege.all_waits(seconds - RISE)
        wrong, (_, most), after = siege.wrong, siege.memory(), await siege.figures()
        for name, told in zip(names, await siege.told(), strict=True):
            print(f"  {name}: {counts(sorted(told.items()))}")
        print("  the server counted: " + counts(
            (name.removeprefix("baize_"), after[name] - before.get(name, 0))
            for name in after if name.startswith(COUNTED)))
        print(f"  memory {began / 1e6:.0f} MB, and at most {most / 1e6:.0f} MB under the floods")
        print(f"  alone: {shown(calm)}\n  floods: {shown(waits)}")
        for words in wrong[:10]:
            print(f"  ✗ {words}")
        print(f"  {len(wrong)} refusals and ends of players", flush=True)
        return Run(percentile(calm, 0.99), percentile(waits, 0.99), wrong)


def judged(runs, bearable=0.0, longer=LONGER_MAX):
    """Whether all of them together hold; the last line.

    - Parameters:
      - bearable: seconds that moves may take even if that is longer.
      - longer: so many times as long as without floods they may take.
    """
    calm, waited = (statistics.median(getattr(run, name) for run in runs) for name in ("calm", "flooded"))
    wrong = sum(len(run.wrong) for run in runs)
    print(f"floods: 99 of 100 moves within {calm * 1e3:.1f} ms, and {waited * 1e3:.1f} ms under floods, "
          f"{waited / calm:.1f} times that; {wrong} refusals and ends of players")
    return wrong == 0 and waited <= max(longer * calm, bearable)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--calm-minutes", type=float, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    options = parser.parse_args()
    runs = []
    for number in range(options.runs):
        print(f"run {number + 1}: {len(options.only)} floods, {options.minutes:g} minutes", flush=True)
        runs.append(asyncio.run(flooded(options.only, 60 * options.calm_minutes, 60 * options.minutes)))
    return 0 if judged(runs) else 1


if __name__ == "__main__":
    sys.exit(main())
