"""Counts instructions of the release build under callgrind and compares them with Tests/Fixtures/instructions.json:
what a frame and what a message cost without sockets, and what a delivery costs a server that tells a hundred. Ends with
one line: "checks: N passed, N failed, N skipped".

Each figure is the difference of two runs of different length, so that starting up drops out. Other work on the machine
can only add to it: a server that is kept waiting wakes up more often, and does each second what is done each second. So
a figure that is too high is counted again, and the lowest of at most TRIES counts; --update always takes all of them. A
figure more than TOLERANCE away from its budget fails, in either direction: what became cheaper is written down with
--update, so that it stays so. Budgets hold for the version of Swift with which they were made; with another one the
figures are only printed.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUDGETS = ROOT / "Tests" / "Fixtures" / "instructions.json"
TOLERANCE = 0.03
TRIES = 3

FRAMES = {"20 B, one at a time": 80000, "20 B, 16 at once": 80000, "60 B of JSON": 80000, "1024 B": 40000}
MESSAGES = {
    "a command read": 20000, "a hover read": 20000, "an ok written": 40000, "an event written": 10000,
    "destinations written": 8000, "a drag written": 20000, "a snapshot written": 4000, "a record written": 20000,
}  # fmt: skip
SUBSCRIBERS = 100
# By window: a short run and a long one. Starting up varies by a million instructions, so there have to be many more.
PUBLICATIONS = {1: (100, 8100), 16: (1600, 65600)}
START_SECONDS = 60
RUN_SECONDS = 300


def total(text):
    """Instructions in a file that callgrind wrote."""
    found = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
    if not found:
        raise SystemExit("callgrind wrote no total")
    return int(found[1])


def verdict(name, counted, budget):
    """None where the figure is as it was, else what to say."""
    if budget is None:
        return f"FAILED: {name}: {counted:.1f}, and no budget; write it down with Tests/Tools/instructions.py --update"
    ratio = counted / budget
    if abs(ratio - 1) <= TOLERANCE:
        return None
    off = f"{abs(ratio - 1):.1%} {'more' if ratio > 1 else 'fewer'} than {budget:.1f}"
    write = "write it down with Tests/Tools/instructions.py --update"
    mend = f"find what costs them, or if it is worth it {write}" if ratio > 1 else f"{write}, so that it stays so"
    return f"FAILED: {name}: {counted:.1f} instructions, {off}; {mend}"


def swift_version():
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"Swift version (\d+\.\d+)", said)[1]


class Counting:
    """Runs both programs under callgrind, again and again. Promise: what it starts it ends."""

    def __init__(self, program, folder):
        self.program, self.bench = folder / "baize", folder / "baize-bench"
        for stripped, built in ((self.program, program), (self.bench, program.with_name("baize-bench"))):
            # Debian's valgrind cannot read the compiler's debug information; counting needs none.
            subprocess.run(["strip", "--strip-debug", "-o", stripped, built], check=True)
        self.folder = folder
        self.runs = 0
        # Otherwise the order of a dictionary differs from run to run.
        self.environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}

    def command(self, program, *arguments):
        self.runs += 1
        self.out = self.folder / f"callgrind.{self.runs}"
        return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.out}", program, *arguments]

    def work(self, kind, work, count):
        command = self.command(self.bench, kind, "--only", work, "--count", str(count))
        subprocess.run(command, check=True, capture_output=True, timeout=RUN_SECONDS, env=self.environment)
        return total(self.out.read_text())

    def fanout(self, window, publications):
        (self.folder / "public").mkdir(exist_ok=True)
        (self.folder / "public" / "index.html").write_text("<!doctype html>")
        serve = self.command(
            self.program, "serve", "--lab", "--port", "0", "--loops", "1", "--log-level", "error",
            # A folder for each run: only then do all of them make the tables, which costs 5 million instructions.
            "--data", self.folder / f"data.{self.runs}", "--public", self.folder / "public",
        )
        out = self.out
        with open(self.folder / "server.log", "w+") as log, contextlib.ExitStack() as ends:
            server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
            ends.callback(self.end, server)
            port = self.port(server, log)
            bench = [
                self.bench, "fanout", "--url", f"ws://127.0.0.1:{port}", "--no-pin",
                "--subscribers", str(SUBSCRIBERS), "--window", str(window), "--publications", str(publications),
            ]  # fmt: skip
            subprocess.run(bench, check=True, stdout=subprocess.DEVNULL, timeout=RUN_SECONDS)
        return total(out.read_text())

    @staticmethod
    def port(server, log):
        line = server.stdout.readline()
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return int(found[1])
        log.seek(0)
        raise SystemExit(f"the server did not start: {line}{log.read()}")

    @staticmethod
    def end(server):
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def of_work(counting, kind, work, times):
    few, many = counting.work(kind, work, times // 4), counting.work(kind, work, times)
    return (many - few) / (times - times // 4)


def of_delivery(counting, window, lengths):
    few, many = (counting.fanout(window, publications) for publications in lengths)
    return (many - few) / (SUBSCRIBERS * (lengths[1] - lengths[0]))


def works(counting):
    """What is counted: {name: what counts it}."""
    return {
        **{f"a frame: {work}": lambda work=work, frames=frames: of_work(counting, "frames", work, frames)
           for work, frames in FRAMES.items()},
        **{f"a message: {work}": lambda work=work, times=times: of_work(counting, "messages", work, times)
           for work, times in MESSAGES.items()},
        **{f"a delivery: window {window}": lambda window=window, lengths=lengths: of_delivery(counting, window, lengths)
           for window, lengths in PUBLICATIONS.items()},
    }


def lowest(count, budget):
    """What is counted: the lowest of TRIES, or the first that its budget allows."""
    found = count()
    for _ in range(TRIES - 1):
        if budget is not None and found <= budget * (1 + TOLERANCE):
            break
        print(f"  {found:.1f}{f' instead of {budget:.1f}' if budget else ''}: counted again", flush=True)
        found = min(found, count())
    return found


def compare(figures, kept, version):
    """Prints what was counted. Gives how many passed and failed."""
    budgets = kept.get("budgets", {})
    comparable = kept.get("swift") == version
    passed = failed = 0
    for name, counted in figures.items():
        said = verdict(name, counted, budgets.get(name)) if comparable else None
        print(said or f"{name}: {counted:.1f} instructions" + ("" if comparable else ", not compared"))
        failed += said is not None
        passed += said is None and comparable
    if not comparable:
        print(f"the budgets were made with Swift {kept.get('swift')}, this is {version}: they are not compared")
        passed += 1  # that it could be counted
    for name in budgets.keys() - figures.keys() if comparable else ():
        print(f"FAILED: {name}: has a budget, and was not counted; leave it out with --update")
        failed += 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / ".build" / "release" / "baize", type=Path)
    parser.add_argument("--update", action="store_true", help="write down what is counted")
    options = parser.parse_args()
    for tool in ("valgrind", "strip"):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} is not installed")
    version = swift_version()
    kept = json.loads(BUDGETS.read_text())
    budgets = kept.get("budgets", {}) if kept.get("swift") == version and not options.update else {}
    with tempfile.TemporaryDirectory(prefix="baize-instructions-") as folder:
        counts = works(Counting(options.program, Path(folder)))
        figures = {name: lowest(count, budgets.get(name)) for name, count in counts.items()}
    if options.update:
        rounded = {name: round(counted, 1) for name, counted in figures.items()}
        kept = {"swift": version, "budgets": rounded}
        BUDGETS.write_text(json.dumps(kept, indent=2) + "\n")
    passed, failed = compare(figures, kept, version)
    print(f"checks: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
