"""Runs steps of the tests and ends with one line: "N passed, N failed, N skipped". Logs stay in .build/test-logs.

    test.py gate          what `make test` does: two lanes side by side, and with them a slice of what it leaves out
    test.py all [STEP…]   what `make test-all` does, or some of its steps; each result goes into Tests/record.json, and
                          a step that is green there for the same inputs is not run again
    test.py STEP…         these, one after the other

Promise: every step runs, whatever became of the others; it is ended with all that it started when its time is over, or
when this program is ended. Exit code 0 only if nothing failed.
"""

import datetime
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

import record
import slices
import summary
from steps import ALL, GATE, STEPS

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build" / "test-logs"
TAIL_LINES = 40
LATE = 124  # the exit code of what took too long, as that of timeout(1)
GRACE_SECONDS = 10
POLL_SECONDS = 0.1


class Run:
    """One run of some steps. Invariant: a step is in `over` once its result, if it has one, is in `results`."""

    def __init__(self, lanes, environment):
        self.lanes = lanes
        self.environment = environment
        self.is_heard = len(lanes) == 1
        self.wanted = {name for lane in lanes for name in lane}
        self.over = {name: threading.Event() for name in self.wanted}
        self.results = []  # (name, exit code, seconds), in the order in which they ended
        self.running = {}  # {name: process}
        self.lock = threading.Lock()
        self.stops = False

    def go(self):
        """All but the last lane side by side, then the last one by itself."""
        *beside, alone = self.lanes
        threads = [threading.Thread(target=self.walk, args=(lane,)) for lane in beside]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.walk(alone)

    def walk(self, lane):
        for name in lane:
            for other in STEPS[name].after:
                if other in self.wanted:
                    self.over[other].wait()
            try:
                if not self.stops:
                    self.step(name)
            except Exception:  # Else a step that waits for this one would wait for ever.
                (LOGS / f"{name}.log").write_text(traceback.format_exc())
                self.say(self.ends(name) + f"✗ {STEPS[name].title}: the runner failed")
                self.results.append((name, 1, 0))
            finally:
                self.over[name].set()

    def step(self, name):
        step = STEPS[name]
        if why := self.spared(name):
            self.say(f"= {step.title}: {why}")
            return
        self.say(f"▸ {step.title}")
        start = time.monotonic()
        code, processor = self.execute(name)
        seconds = round(time.monotonic() - start)
        if code == 0:
            self.say(f"✓ {step.title}: {seconds} s, {processor:.0f} s of processor")
        elif not self.stops:
            what = f"not done after {step.minutes} min" if code == LATE else f"exit code {code} after {seconds} s"
            self.say(self.ends(name) + f"✗ {step.title}: {what}")
        with self.lock:
            self.results.append((name, code, seconds))
        self.ended(name, code, seconds)

    def spared(self, name):
        """Why a step need not run; None where it has to."""

    def ended(self, name, code, seconds):
        """Called after each step."""

    def execute(self, name):
        """Runs a step as a process group of its own, so that its end is the end of all it started.

        Gives its exit code, and the seconds of processor that it and what it waited for took.
        """
        step = STEPS[name]
        with open(LOGS / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", step.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)
        self.running[name] = process
        try:
            return self.wait(process, name, step.minutes * 60)
        except subprocess.TimeoutExpired:
            self.end(process)
            return LATE, 0
        finally:
            del self.running[name]

    def wait(self, process, name, seconds):
        """What `execute` gives. The step is heard meanwhile where nothing runs beside it."""
        end = time.monotonic() + seconds
        with open(LOGS / f"{name}.log", encoding="utf-8", errors="replace") as log:
            while True:
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
                if self.is_heard:
                    print(log.read(), end="", flush=True)
                if ended:
                    process.returncode = os.waitstatus_to_exitcode(status)
                    return process.returncode, usage.ru_utime + usage.ru_stime
                if time.monotonic() > end:
                    raise subprocess.TimeoutExpired(process.args, seconds)
                time.sleep(POLL_SECONDS)

    @staticmethod
    def end(process):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(GRACE_SECONDS)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def stop(self, *_):
        """What is asked to end ends what it started."""
        self.stops = True
        for process in list(self.running.values()):
            self.end(process)
        print("stopped", flush=True)
        os._exit(130)

    def ends(self, name):
        """The last lines of a log, where it was not said already."""
        if self.is_heard:
            return ""
        lines = (LOGS / f"{name}.log").read_text(errors="replace").splitlines()
        return "".join(f"  | {line}\n" for line in lines[-TAIL_LINES:])

    def say(self, text):
        with self.lock:
            print(text, flush=True)


class Gate(Run):
    """`make test`."""

    def __init__(self, environment):
        super().__init__(GATE, environment)
        self.record = record.read()

    def spared(self, name):
        if not STEPS[name].unless_recorded:
            return None
        kept = self.record.get(name)
        if not record.holds(kept, record.inputs(STEPS[name]), STEPS[name], record.toolchain()):
            return None
        return f"not run, nothing has changed since the record of {kept['date']}"


class All(Run):
    """`make test-all`."""

    def __init__(self, environment, chosen):
        lanes = ALL
        if chosen:
            lanes = tuple(tuple(name for name in lane if name in chosen) for lane in ALL)
        super().__init__(lanes, environment)
        self.record = record.expected(record.read(), [name for lane in ALL for name in lane], datetime.date.today())
        record.write(self.record)
        self.toolchain = record.toolchain()
        self.inputs = {}

    def spared(self, name):
        self.inputs[name] = record.inputs(STEPS[name])
        kept = self.record.get(name)
        # What others need is made again in a new clone.
        if name in BUILDS or not record.holds(kept, self.inputs[name], STEPS[name], self.toolchain):
            return None
        return f"green since {kept['date']} for the same inputs"

    def ended(self, name, code, seconds):
        log = (LOGS / f"{name}.log").read_bytes()
        tally, _ = summary.tally(STEPS[name].runner, code, log.decode(errors="replace"))
        if record.inputs(STEPS[name]) != self.inputs[name]:
            self.say(f"  {name}: its inputs changed while it ran, so its result is not kept")
            return
        with self.lock:
            today = datetime.date.today()
            self.record[name] = record.entry(self.inputs[name], self.toolchain, code, tally, log, seconds, today)
            record.write(self.record)


# Steps that others need the files of.
BUILDS = {"venv", "release", "wasm", "build"}


def with_what_they_need(names):
    """These steps, and the builds that they need."""
    found = set(names)
    for name in names:
        found |= set(STEPS[name].after) & BUILDS
    return found


def prepared(arguments):
    """The run that is asked for."""
    environment = os.environ | {
        "BAIZE_STRICT": "1",  # our own warnings are errors
        "BAIZE_CHROMIUM": shutil.which("chromium") or "chromium",
    }
    environment["BAIZE_BIN"] = str(ROOT / environment.get("BAIZE_BIN", ".build/release/baize"))
    usage = f"usage: test.py gate | all [STEP…] | STEP…; steps: {' '.join(STEPS)}"
    unknown = [name for name in arguments if name not in STEPS and name not in ("gate", "all")]
    if unknown:
        raise SystemExit(f"{unknown[0]} is not a step\n{usage}")
    if not arguments or {"gate", "all"} & set(arguments[1:]) or arguments[0] == "gate" and len(arguments) > 1:
        raise SystemExit(usage)
    if arguments == ["gate"]:
        if slices.chosen() is None:
            environment["BAIZE_SLICE"] = str(slices.next_run() % slices.COUNT)
        said = environment["BAIZE_SLICE"]
        print(f"▸ slice {said} of 0 to {slices.COUNT - 1}; make test SLICE={said} takes it again", flush=True)
        environment["BAIZE_HEADLESS"] = shutil.which("chromium-headless-shell") or ""
        return Gate(environment)
    if arguments[0] == "all":
        others = set(arguments[1:]) - {name for lane in ALL for name in lane}
        if others:
            raise SystemExit(f"{', '.join(sorted(others))}: not a step of make test-all")
        return All(environment, with_what_they_need(arguments[1:]))
    return Run((tuple(arguments),), environment)


def main(arguments):
    run = prepared(arguments)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, run.stop)
    began = time.monotonic()
    run.go()
    print(f"all steps: {time.monotonic() - began:.0f} s; logs in {LOGS.relative_to(ROOT)}")
    return summary.tell(LOGS, [(name, STEPS[name].runner, code, seconds) for name, code, seconds in run.results])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
