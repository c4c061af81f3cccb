"""Adds up what the runners of one `make test` said: "N passed, N failed, N skipped".

Promise: nothing counts as passed that a runner did not say. A step that failed without naming a failed test, a
runner without its summary line, and a runner that found no test at all each count as one failure.
"""

import re
from typing import NamedTuple


class Tally(NamedTuple):
    passed: int
    failed: int
    skipped: int

    def __add__(self, other):
        return Tally(*(a + b for a, b in zip(self, other)))

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def swift(log):
    """Swift Testing: "Test run with N tests in M suites passed after ..."; N counts the skipped ones too."""
    runs = re.findall(r"Test run with (\d+) tests?\b.* (passed|failed) after", log)
    if not runs:
        return None
    failed = len(re.findall(r"^✘ Test (?!run with \d)(?!.* recorded an issue).* failed after [\d.]+ s", log, re.M))
    skipped = len(re.findall(r"^➜ Test .* skipped", log, re.M))
    if failed == 0 and any(word == "failed" for _, word in runs):
        failed = 1
    return Tally(sum(int(count) for count, _ in runs) - failed - skipped, failed, skipped)


def node(log):
    """node --test: "# pass 3" or "ℹ pass 3", one line per word, at the end."""
    count = {word: int(n) for word, n in re.findall(r"^[#ℹ] (\w+) (\d+)$", log, re.M)}
    if not {"tests", "pass", "fail"} <= count.keys():
        return None
    return Tally(
        count["pass"],
        count["fail"] + count.get("cancelled", 0),
        count.get("skipped", 0) + count.get("todo", 0),
    )


def pytest(log):
    """pytest: "==== 1 failed, 2 passed, 1 skipped in 0.31s ====", without the rules when quiet."""
    lines = re.findall(r"^(?:=+ )?((?:\d+ [a-z ]+(?:, )?)+) in [\d.]+s\b", log, re.M)
    if not lines:
        return None
    count = {}
    for n, word in re.findall(r"(\d+) ([a-z ]+)", lines[-1]):
        count[word.rstrip("s") if word.startswith("error") else word] = int(n)
    return Tally(
        count.get("passed", 0) + count.get("xpassed", 0),
        count.get("failed", 0) + count.get("error", 0),
        count.get("skipped", 0) + count.get("xfailed", 0),
    )


def checks(log):
    """Our own scripts: "checks: N passed, N failed, N skipped"."""
    lines = re.findall(r"^checks: (\d+) passed, (\d+) failed, (\d+) skipped$", log, re.M)
    return Tally(*map(int, lines[-1])) if lines else None


# What a runner says of a failure, in lines worth repeating: the log's end is all that some readers see.
FAILURES = {
    "swift": r"^✘ Test (?!run with \d).* recorded an issue.*$|^SUMMARY: \w+Sanitizer.*$|^\S+\.swift:\d+.*\berror: .*$",
    "node": r"^\s*✖ (?!failing tests).*$|^not ok .*$",
    "pytest": r"^(?:FAILED|ERROR) .*$",
    "checks": r"^FAILED: .*$",
    "one": r"^.*\berror\b.*$|^[\w./+-]+:\d+.*$|^(?:\w+: )?✗ .*$|^takeover: .*$",
}
FAILURES_TOLD_MAX = 10

RUNNERS = {"swift": swift, "node": node, "pytest": pytest, "checks": checks}


def tally(runner, code, log):
    """What one step adds, and a sentence where its runner and its exit code do not agree."""
    if runner == "one":
        return Tally(1, 0, 0) if code == 0 else Tally(0, 1, 0), None
    said = RUNNERS[runner](re.sub(r"\x1b\[[0-9;]*m", "", log))
    if said is None:
        return Tally(0, 1, 0), "ended without a summary, which counts as a failure"
    if said.passed + said.failed == 0:
        return said + Tally(0, 1, 0), "ran no test, which counts as a failure"
    reports = len(re.findall(r"^SUMMARY: \w+Sanitizer", log, re.M))
    if code == 0 and reports:
        return said + Tally(0, reports, 0), f"has {reports} reports of a sanitizer, which count as failures"
    if code != 0 and said.failed == 0:
        return said + Tally(0, 1, 0), f"ended with exit code {code}, which counts as a failure"
    return said, None


def failures(runner, log):
    """The first lines in which a runner tells of its failures, each once."""
    lines = re.findall(FAILURES[runner], re.sub(r"\x1b\[[0-9;]*m", "", log), re.M)
    return list(dict.fromkeys(line.strip()[:300] for line in lines))[:FAILURES_TOLD_MAX]


def tell(folder, results, steps):
    """Prints what each step added, those that failed behind the others, and the sum as the last line; the exit code of
    the whole.
    """
    total = Tally(0, 0, 0)
    for name, _, seconds, part, remark in sorted(results, key=lambda result: result[3].failed > 0):
        print(f"  {name:16} {seconds:5} s  {part}" + (f" ({remark})" if remark else ""))
        if part.failed:
            log = folder / f"{name}.log"  # a step that never began has none
            for line in failures(steps[name].runner, log.read_text(errors="replace") if log.exists() else ""):
                print(f"    {line}")
        total += part
    print(total)
    return 1 if total.failed or not total.passed else 0
