"""Runs steps of the tests and ends with one line: "N passed, N failed, N skipped". Logs stay in .build/test-logs.

    test.py gate          what `make test` does: two lanes side by side, and with them a slice of what it leaves out
    test.py all [STEP…]   what `make test-all` does, or some of its steps; each result goes into Tests/record.json, and
                          a step that is green there for the same inputs is not run again
    test.py STEP…         these, one after the other

Promise: every step runs, even if others failed, unless a build that it needs failed. A step is ended with all
that it started when its time is over, or when this program is asked to end. One run at a time in a clone. Exit code 0
only if nothing failed.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import NamedTuple

import record
import slices
import summary
from steps import ALL, GATE, STEPS, names_of

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build" / "test-logs"
TAIL_LINES = 40
LATE = 124  # the exit code of what took too long, as that of timeout(1)
GRACE_SECONDS = 20  # for tests to end the browsers and servers that they started
POLL_SECONDS = 0.1


class Result(NamedTuple):
    name: str
    code: int
    seconds: int
    tally: summary.Tally
    remark: str | None = None  # where a runner and its exit code do not agree


class Output:
    """What is printed. Promise: a reader who goes away, or a full disk, stops nothing; what is printed then is lost."""

    def __init__(self, stream):
        self.stream = stream or open(os.devnull, "w")
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # for terminals that cannot show every character

    def write(self, text):
        self.attempt(lambda: self.stream.write(text))

    def flush(self):
        self.attempt(self.stream.flush)

    def attempt(self, act):
        try:
            act()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


class Run:
    """One run of some steps. Invariant: a step is in `over` once its result, if it has one, is in `results`."""

    may_skip = True  # Whether a skipped test is allowed.

    def __init__(self, lanes, environment):
        self.lanes = lanes
        self.environment = environment
        self.prints_live = len(lanes) == 1  # prints what steps print as it comes
        self.wanted = set(names_of(lanes))
        self.over = {name: threading.Event() for name in self.wanted}
        self.results = []  # of type Result, in the order in which steps ended
        self.needless = set()  # steps that were spared
        self.running = {}  # {name: process}
        self.lock = threading.Lock()
        self.stops_at = None  # when it was asked to end

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
                if self.stops_at is None:
                    self.step(name)
            except (Exception, SystemExit):  # Otherwise a step that waits for this one would wait for ever.
                self.fail(name, traceback.format_exc(), "the runner failed")
            finally:
                self.over[name].set()

    def step(self, name):
        step = STEPS[name]
        if lacking := self.failed & BUILDS & set(step.after):
            self.fail(name, "", f"not run, since {' and '.join(sorted(lacking))} failed")
            return
        why, tally = self.spared(name)
        if why:
            self.needless.add(name)
            self.say(f"= {step.title}: {why}")
            if tally:
                self.results.append(Result(name, 0, 0, tally))
            return
        self.say(f"▸ {step.title}")
        start = time.monotonic()
        code, processor = self.execute(name)
        if self.stops_at is not None:
            return
        seconds = round(time.monotonic() - start)
        if code == 0:
            self.say(f"✓ {step.title}: {seconds} s, {processor:.0f} s of CPU time")
        else:
            what = f"not done after {step.minutes} min" if code == LATE else f"exit code {code} after {seconds} s"
            self.say(self.ends(name) + f"✗ {step.title}: {what}")
        log = (LOGS / f"{name}.log").read_bytes()
        tally, remark = summary.tally(step.runner, code, log.decode(errors="replace"))
        if tally.skipped and not self.may_skip:
            tally, remark = tally + summary.Tally(0, 1, 0), "skipped tests, which counts as a failure"
            code = code or 1
        self.results.append(Result(name, code, seconds, tally, remark))
        self.ended(self.results[-1], log)

    def fail(self, name, log, why):
        """A failure that no step made."""
        self.results.append(Result(name, 1, 0, summary.Tally(0, 1, 0), why))
        self.say(f"{log}✗ {STEPS[name].title}: {why}")

    def fail_steps_without_result(self):
        """A step without a result failed, even where the runner did not notice."""
        for name in sorted(self.wanted - self.needless - {result.name for result in self.results}):
            self.fail(name, "", "it was not run, which counts as a failure")

    @property
    def failed(self):
        return {result.name for result in self.results if result.code}

    def spared(self, name):
        """Why a step need not run, and what it counts all the same; None where it has to run."""
        return None, None

    def ended(self, result, log):
        """Called after each step."""

    def execute(self, name):
        """Runs a step as a process group of its own, so that its end is the end of all it started.

        Gives its exit code, and the seconds of CPU time that it and what it waited for took.
        """
        step = STEPS[name]
        with open(LOGS / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", step.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)
        self.running[name] = process
        if self.stops_at is not None:  # since it was last looked at
            self.send(process, signal.SIGINT)
        try:
            return self.wait(process, name, step.minutes * 60)
        finally:
            del self.running[name]
            self.send(process, signal.SIGKILL)  # what it left in the background

    def wait(self, process, name, seconds):
        """What `execute` gives. A step that is late, or not wanted any more, is interrupted as by Ctrl-C, and after a
        while it is ended.
        """
        late_at, code = time.monotonic() + seconds, None
        with open(LOGS / f"{name}.log", encoding="utf-8", errors="replace") as log:
            while True:
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
                if self.prints_live:
                    print(log.read(), end="", flush=True)
                if ended:
                    process.returncode = os.waitstatus_to_exitcode(status)
                    return process.returncode if code is None else code, usage.ru_utime + usage.ru_stime
                now = time.monotonic()
                if code is None and now > late_at:
                    code = LATE
                    self.send(process, signal.SIGINT)
                asked_at = late_at if code else self.stops_at
                if asked_at is not None and now > asked_at + GRACE_SECONDS:
                    self.send(process, signal.SIGKILL)
                time.sleep(POLL_SECONDS)

    @staticmethod
    def send(process, number):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass

    def stop(self, *_):
        """Asks all that runs to end. The lanes wait until it has."""
        if self.stops_at is None:
            self.stops_at = time.monotonic()
        for process in list(self.running.values()):
            self.send(process, signal.SIGINT)

    def ends(self, name):
        """The last lines of a log, unless they were shown already."""
        if self.prints_live:
            return ""
        lines = (LOGS / f"{name}.log").read_text(errors="replace").splitlines()
        return "".join(f"  | {line}\n" for line in lines[-TAIL_LINES:])

    def say(self, text):
        with self.lock:
            print(text, flush=True)


class Gate(Run):
    """`make test`."""

    may_skip = False  # Otherwise eight runs in a row could leave a test out.

    def __init__(self, environment, number):
        super().__init__(GATE, environment)
        self.record = record.read()
        self.number = number  # of the run, which chose its slice; None where somebody chose one

    def spared(self, name):
        kept = self.record.get(name)
        found = record.gate_inputs(STEPS[name])
        if found is None or not record.holds(kept, found, STEPS[name], record.toolchain(), of="gate_inputs"):
            return None, None
        return f"not run: no file that it watches has changed since its green result of {kept['date']}", None


class All(Run):
    """`make test-all`. A result counts for the files as they lay when the run began: builds were made of them."""

    may_skip = False

    def __init__(self, environment, chosen):
        lanes = ALL
        if chosen:
            wanted = set(chosen).union(*(BUILDS & set(STEPS[name].after) for name in chosen))
            lanes = tuple(tuple(name for name in lane if name in wanted) for lane in ALL)
        super().__init__(lanes, environment)
        self.record = record.read()
        self.toolchain = record.toolchain()
        self.inputs = self.read_inputs()

    def read_inputs(self):
        """{step: the hashes of what it reads, and of what the gate looks at}"""
        kept = {}
        return {name: (record.inputs(STEPS[name], ROOT, kept), record.gate_inputs(STEPS[name], ROOT, kept))
                for name in self.wanted}

    def spared(self, name):
        if not self.holds(name) or self.is_needed(name):
            return None, None
        kept = self.record[name]
        self.keep(name, kept | {"confirmed": record.today().isoformat()})
        tally = summary.Tally(kept["passed"], kept["failed"], kept["skipped"])
        return f"green since {kept['date']} for the same inputs", tally

    def holds(self, name):
        return record.holds(self.record.get(name), self.inputs[name][0], STEPS[name], self.toolchain)

    def is_needed(self, build):
        """Whether a step that has to run takes the files of this one, which a new clone does not have."""
        return build in BUILDS and any(build in STEPS[name].after and not self.holds(name) for name in self.wanted)

    def ended(self, result, log):
        now = record.inputs(STEPS[result.name]), record.gate_inputs(STEPS[result.name])
        if now != self.inputs[result.name]:
            self.say(f"  {result.name}: its inputs changed after the run began, so its result is not kept")
            return
        self.keep(result.name, record.entry(
            *now, self.toolchain, result.code, result.tally, log, result.seconds, record.today()))

    def keep(self, name, entry):
        with self.lock:
            self.record[name] = entry
            record.write(self.record)


# Steps that others need the files of.
BUILDS = {"venv", "release", "wasm", "build"}


def clean_environment(recorded):
    """What the steps see. Of what `make test` and `make test-all` do, nobody's settings choose a part."""
    kept = {name: value for name, value in os.environ.items() if not (recorded and name.startswith("BAIZE_"))}
    return kept | {
        "BAIZE_STRICT": "1",  # our own warnings are errors
        "BAIZE_CHROMIUM": shutil.which("chromium") or "chromium",
        "BAIZE_BIN": str(ROOT / kept.get("BAIZE_BIN", ".build/release/baize")),
    }


def prepared(arguments):
    """The run that is asked for."""
    usage = f"usage: test.py gate | all [STEP…] | STEP…; steps: {' '.join(STEPS)}"
    unknown = [name for name in arguments if name not in STEPS and name not in ("gate", "all")]
    if unknown:
        raise SystemExit(f"{unknown[0]} is not a step\n{usage}")
    if not arguments or {"gate", "all"} & set(arguments[1:]) or arguments[0] == "gate" and len(arguments) > 1:
        raise SystemExit(usage)
    environment = clean_environment(arguments[0] in ("gate", "all"))
    if arguments[0] == "gate":
        chosen = slices.chosen()
        number = None
        if chosen is None:
            number = slices.next_run()
            # Otherwise the run after a first one that is red would take another slice once something is committed.
            slices.keep(number - 1)
        said = str(number % slices.COUNT if chosen is None else chosen)
        os.environ["BAIZE_SLICE"] = environment["BAIZE_SLICE"] = said
        environment["BAIZE_HEADLESS"] = shutil.which("chromium-headless-shell") or ""
        print(f"▸ slice {said} of 0 to {slices.COUNT - 1}; make test SLICE={said} runs it again", flush=True)
        # Here, where somebody can be asked for a password.
        subprocess.run(["bash", "Tests/Tools/need.sh", "clients", *slices.clients()], cwd=ROOT, check=True)
        return Gate(environment, number)
    if arguments[0] == "all":
        others = set(arguments[1:]) - set(names_of(ALL))
        if others:
            raise SystemExit(f"{', '.join(sorted(others))}: not a step of make test-all")
        return All(environment, arguments[1:])
    return Run((tuple(sorted(arguments, key=list(STEPS).index)),), environment)


def alone():
    """Holds the clone until this program ends: two runs would write into each other's builds and logs."""
    LOGS.mkdir(parents=True, exist_ok=True)
    held = open(LOGS / "lock", "w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit("another run is under way in this folder; wait for its end, or use a clone of your own")
    return held


def main(arguments):
    run = prepared(arguments)
    sys.stdout = Output(sys.stdout)
    _held = alone()
    for name in run.wanted:
        (LOGS / f"{name}.log").unlink(missing_ok=True)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, run.stop)
    began = time.monotonic()
    run.go()
    if run.stops_at is not None:
        print("stopped", flush=True)
        return 130
    if isinstance(run, Gate):
        record_log = LOGS / "record.log"
        print(record_log.read_text() if record_log.exists() else "", end="")
    run.fail_steps_without_result()
    print(f"all steps: {time.monotonic() - began:.0f} s; logs in {LOGS.relative_to(ROOT)}")
    code = summary.tell(LOGS, run.results, STEPS)
    # What failed is run again: the count goes on when a slice is green.
    if code == 0 and isinstance(run, Gate) and run.number is not None:
        slices.keep(run.number)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
