"""The record of `make test-all`, Tests/record.json, and what `make test` asks of it.

For each step: the hash of its inputs, the toolchain, its exit code, its counts, the hash of its log, the day of the
run, and the last day on which `make test-all` found the same inputs. Promise: a result counts for the inputs and the
command that it was made with, and for no others. `make test` fails where a step of `make test-all` has no result, a red
one, or one that is older than DAYS_MAX days while its inputs changed. Ends with
"checks: N passed, N failed, N skipped".
"""

import datetime
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from slices import git
from steps import ALL, STEPS, names_of

ROOT = Path(__file__).resolve().parents[2]
FILE = "Tests/record.json"
DAYS_MAX = 14
# Written by a run, and read by no step but this.
UNREAD = {FILE}
# Reads the logs of all steps, so that a mistake in it would be in every result.
JUDGE = "Tests/Tools/summary.py"
TOOLS = {
    "swift": "swift --version", "chromium": "chromium --version", "node": "node --version", "tsc": "tsc --version",
    "valgrind": "valgrind --version", "firefox": "firefox-esr --version", "go": "go version",
}


def files(specs, root):
    """The files here that pathspecs name, committed or not."""
    answer = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *specs, root=root)
    if answer.returncode != 0:
        raise SystemExit(f"git cannot list the files of this project, so no result can be kept or judged: "
                         f"{answer.stderr.strip()}")
    return sorted(set(answer.stdout.split("\0")) - UNREAD - {""})


def inputs(step, root=ROOT, kept=None, reads=None):
    """The hash of a step's command, of all files that it reads, as they lie here, and of what judges its log. `kept`
    has the hashes of files that were read before.
    """
    kept = {} if kept is None else kept
    total = hashlib.sha256(step.command.encode())
    for name in files((*(step.reads if reads is None else reads), JUDGE), root):
        path = root / name
        if path not in kept:
            kept[path] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        if kept[path]:
            total.update(f"{name}\0{kept[path]}\n".encode())
    return total.hexdigest()[:32]


def gate_inputs(step, root=ROOT, kept=None):
    """The hash of what the gate looks at; None for a step that it runs whatever has changed."""
    return inputs(step, root, kept, step.gate_reads) if step.gate_reads else None


def today():
    """The date in UTC. A local date could lie in the future of another time zone."""
    return datetime.datetime.now(datetime.UTC).date()


def toolchain():
    """The versions that a result depends on, as they are here."""
    said = []
    for tool, command in TOOLS.items():
        try:
            answer = subprocess.run(command.split(), capture_output=True, text=True, check=False).stdout
        except OSError:
            answer = ""
        version = re.search(r"\d+(\.\d+)+", answer)
        said.append(f"{tool} {version[0] if version else 'none'}")
    return ", ".join(said)


def read(root=ROOT):
    try:
        record = json.loads((root / FILE).read_text())
        for name, kept in record.items():
            if lacking := KEYS - kept.keys():
                raise ValueError(f"{name} lacks {', '.join(sorted(lacking))}")
        return record
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError) as failure:
        raise SystemExit(f"{FILE} cannot be read ({failure}); after a merge take one side whole, or delete it, and run "
                         "make test-all")


def write(record, root=ROOT):
    """Whole or not at all, since a run may be ended at any time. Leaves out steps that do not exist any more."""
    new = root / f"{FILE}.new"  # which git ignores, and so does every list of inputs
    ordered = {name: record[name] for name in names_of(ALL) if name in record}
    new.write_text(json.dumps(ordered, indent=1) + "\n")
    new.replace(root / FILE)


KEYS = {"inputs", "toolchain", "exit", "passed", "failed", "skipped", "log", "seconds", "date"}


def entry(found, found_by_gate, tools, code, tally, log, seconds, day):
    """What is kept of one step's run."""
    return {
        "inputs": found, **({"gate_inputs": found_by_gate} if found_by_gate else {}),
        "toolchain": tools, "exit": code, "passed": tally.passed, "failed": tally.failed,
        "skipped": tally.skipped, "log": hashlib.sha256(log).hexdigest()[:32], "seconds": seconds,
        "date": day.isoformat(),
    }


def is_green(kept):
    """What was skipped was not run, so it is not green either."""
    return kept["exit"] == 0 and kept["failed"] == kept["skipped"] == 0 and kept["passed"] > 0


def holds(kept, found, step, toolchain, of="inputs"):
    """Whether a step need not run again: these inputs are the same, and the versions of the tools that it uses."""
    if kept is None or not is_green(kept) or found is None or kept.get(of) != found:
        return False
    return all(version in kept["toolchain"].split(", ")
               for version in toolchain.split(", ") if version.split()[0] in step.tools)


def fault(kept, found, day):
    """What `make test` has against a step's record; None if nothing."""
    if kept is None:
        return "was never run"
    if not is_green(kept):
        return f"is red: exit code {kept['exit']}, {kept['failed']} failed, {kept['skipped']} skipped"
    last = kept.get("confirmed", kept["date"])
    days = (day - datetime.date.fromisoformat(last)).days
    if days < 0:
        return f"has a result of {last}, which is in the future"
    if kept["inputs"] != found and days > DAYS_MAX:
        return f"has a result that is {days} days old (limit: {DAYS_MAX}), and its inputs have changed since"
    return None


def judge(record, found, day):
    """Prints a line for each step of `make test-all`; how many passed and failed."""
    passed, faults = 0, []
    for name in names_of(ALL):
        kept = record.get(name)
        wrong = fault(kept, found[name], day)
        if kept:
            same = "same inputs" if kept["inputs"] == found[name] else "inputs changed"
            counts = f"{kept['passed']} passed, {kept['failed']} failed, {kept['skipped']} skipped"
            print(f"  {name:16} {kept['date']}  {counts:42} {kept['seconds']:5} s  {same}")
        if wrong:
            faults.append(f"FAILED: {name} {wrong}; run: make test-all STEPS={name}, and commit {FILE}")
        passed += wrong is None
    for line in faults:
        print(line)
    return passed, len(faults)


def main():
    kept = {}
    found = {name: inputs(STEPS[name], kept=kept) for name in names_of(ALL)}
    passed, failed = judge(read(), found, today())
    print(f"checks: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
