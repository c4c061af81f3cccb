"""Measures how long a loop's turns take while the bank of winnable deals fills, beside a server without a bank.

turns.py BAIZE [RUNS]   the program, with `baize-bench` beside it; runs of each server, in turns (usually 3)

A turn lasts from one wait for events to the next, as `perf` sees it; perf has to be allowed to (root, or CAP_PERFMON).
For each run: how many turns there were, their 50th, 90th and 99th percentile in microseconds, and how many deals the
bank found.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

WARM_SECONDS = 1.5
SECONDS = 12
LOAD = ["--table", "--spectators", "100", "--players", "40", "--requests", "200", "--pairs", "1",
        "--seconds", str(SECONDS)]
EVENTS = "syscalls:sys_enter_epoll_wait,syscalls:sys_exit_epoll_wait"
LINE = re.compile(r"^\s*(\d+)\s+(\d+\.\d+):\s+syscalls:sys_(enter|exit)_epoll_wait")


def loops(pid):
    """The threads of a server's loops."""
    tasks = pathlib.Path(f"/proc/{pid}/task")
    return [task.name for task in tasks.iterdir() if (task / "comm").read_text().startswith("loop-")]


def turns(record):
    """How long each turn took, in microseconds."""
    text = subprocess.run(["perf", "script", "-i", record, "-F", "tid,time,event"], capture_output=True, text=True,
                          check=True).stdout
    begun, found = {}, []
    for line in text.splitlines():
        if not (seen := LINE.match(line)):
            continue
        thread, at, what = seen[1], float(seen[2]), seen[3]
        if what == "exit":
            begun[thread] = at
        elif thread in begun:
            found.append((at - begun.pop(thread)) * 1e6)
    return found


def measured(baize, folder, bank):
    """The turns of a server's first seconds under load, and how many deals it found for the bank."""
    server = subprocess.Popen(
        [baize, "serve", "--port", "0", "--data", f"{folder}/data", "--bank-deals", str(bank), "--log-level", "error",
         "--opens-burst", "1000", "--tables-per-guest", "2000", "--tables-per-address", "5000"],
        stdout=subprocess.PIPE, text=True)
    try:
        port = re.search(r":(\d+)/", server.stdout.readline())[1]
        time.sleep(WARM_SECONDS)
        record = f"{folder}/perf.data"
        perf = subprocess.Popen(["perf", "record", "-q", "-o", record, "-e", EVENTS, "-t", ",".join(loops(server.pid))])
        try:
            subprocess.run(
                [f"{baize}-bench", "mixed", "--url", f"ws://127.0.0.1:{port}", "--pid", str(server.pid), *LOAD],
                stdout=subprocess.DEVNULL, check=True)
        finally:
            perf.terminate()
            perf.wait()
        figures = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
        return turns(record), int(re.search(r"^baize_bank_found_total (\d+)", figures, re.M)[1])
    finally:
        server.terminate()
        server.wait()


def main(baize, runs="3"):
    all_runs = {96: [], 0: []}
    for _ in range(int(runs)):
        for bank, seen in all_runs.items():
            with tempfile.TemporaryDirectory() as folder:
                found, deals = measured(baize, folder, bank)
            cuts = statistics.quantiles(found, n=100)
            seen.append([cuts[49], cuts[89], cuts[98]])
            print(f"bank of {bank:2}: {len(found):6} turns, p50 {cuts[49]:6.1f}, p90 {cuts[89]:6.1f}, "
                  f"p99 {cuts[98]:6.1f} µs, {deals} deals found", flush=True)
    for at, name in enumerate(("p50", "p90", "p99")):
        filling, without = (statistics.median(run[at] for run in seen) for seen in all_runs.values())
        print(f"{name}: {filling / without:.2f} of that without a bank (medians)")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
