"""The summary line believes only what a runner said."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from summary import Tally, failures, tally, tell

SWIFT = """\
➜ Test "it is 43" skipped: "no"
✔ Test "it is 42" passed after 0.001 seconds.
✘ Test "many cases" recorded an issue with 1 argument n → 41 at LibTests.swift:10:60: failed after 1 seconds
✘ Test "many cases" with 2 test cases failed after 0.001 seconds with 1 issue.
✘ Suite "The answer" failed after 0.001 seconds with 2 issues (including 1 known issue).
✘ Test run with 4 tests in 1 suite failed after 0.001 seconds with 2 issues (including 1 known issue).
"""
NODE = "# tests 9\n# suites 0\n# pass 5\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n# duration_ms 91.6\n"


class ASummary(unittest.TestCase):
    def says(self, runner, code, log, expected, remark=""):
        part, why = tally(runner, code, log)
        self.assertEqual(part, Tally(*expected))
        self.assertEqual(bool(why), bool(remark))
        self.assertTrue((why or "").startswith(remark), why)

    def test_reads_swift_testing(self):
        self.says("swift", 1, SWIFT, (2, 1, 1))
        self.says("swift", 0, "✔ Test run with 1 test in 0 suites passed after 0.001 seconds.\n", (1, 0, 0))
        self.says("swift", 1, "✘ Test run with 3 tests in 1 suite failed after 1 seconds with 1 issue.\n", (2, 1, 0))

    def test_reads_node_in_both_reporters(self):
        self.says("node", 1, NODE, (5, 2, 2))
        self.says("node", 1, NODE.replace("#", "ℹ"), (5, 2, 2))
        self.says("node", 1, "".join(f"\x1b[34mℹ {line[2:]}\x1b[39m\n" for line in NODE.splitlines()), (5, 2, 2))

    def test_reads_pytest_loud_and_quiet(self):
        self.says("pytest", 1, "=== 1 failed, 2 passed, 3 skipped, 1 warning in 0.31s ===\n", (2, 1, 3))
        self.says("pytest", 0, "4 passed in 71.04s (0:01:11)\n", (4, 0, 0))
        self.says("pytest", 0, "14 passed, 33 subtests passed in 0.21s\n", (14, 0, 0))
        self.says("pytest", 1, "1 passed, 2 errors in 0.10s\n", (1, 2, 0))

    def test_reads_our_own_checks(self):
        self.says("checks", 0, "checks: 5 passed, 0 failed, 1 skipped\n", (5, 0, 1))

    def test_counts_a_step_without_a_runner_as_one_check(self):
        self.says("one", 0, "", (1, 0, 0))
        self.says("one", 2, "", (0, 1, 0))

    def test_takes_a_missing_summary_for_a_failure(self):
        for runner in ("swift", "node", "pytest", "checks"):
            self.says(runner, 0, "Segmentation fault\n", (0, 1, 0), "ended without a summary")

    def test_takes_no_test_at_all_for_a_failure(self):
        self.says("swift", 0, "✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.\n", (0, 1, 0), "ran no")
        self.says("node", 0, "# tests 0\n# pass 0\n# fail 0\n", (0, 1, 0), "ran no")
        self.says("pytest", 0, "2 skipped in 0.01s\n", (0, 1, 2), "ran no")

    def test_believes_the_exit_code_against_the_log(self):
        self.says("pytest", 1, "4 passed in 1.00s\n", (4, 1, 0), "ended with exit code 1")
        self.says("swift", 139, "✔ Test run with 4 tests passed after 1 s.\n", (4, 1, 0), "ended with exit code")

    def test_counts_reports_of_a_sanitizer_whatever_the_exit_code(self):
        log = "SUMMARY: AddressSanitizer: 32 byte(s) leaked.\n✔ Test run with 4 tests passed after 1 s.\n"
        self.says("swift", 0, log, (4, 1, 0), "has 1 reports of a sanitizer")
        self.says("swift", 1, log, (4, 1, 0), "ended with exit code 1")

    def test_repeats_what_failed_at_the_end(self):
        self.assertEqual(
            failures("swift", SWIFT),
            [
                '✘ Test "many cases" recorded an issue with 1 argument n → 41 at LibTests.swift:10:60: '
                "failed after 1 seconds"
            ],
        )
        self.assertEqual(failures("pytest", "FAILED a.py::b - no\n1 failed in 0.1s\n"), ["FAILED a.py::b - no"])
        self.assertEqual(failures("node", "  \x1b[31m✖ adds (1ms)\x1b[39m\n✖ failing tests:\n"), ["✖ adds (1ms)"])
        race = "✔ Test \"it\" passed\nSUMMARY: ThreadSanitizer: data race A.swift:3 in a\n"
        self.assertEqual(failures("swift", race), ["SUMMARY: ThreadSanitizer: data race A.swift:3 in a"])
        self.assertEqual(failures("swift", "a/A.swift:3:1: error: no\n"), ["a/A.swift:3:1: error: no"])
        self.assertEqual(failures("swift", "✔ Test \"it\" passed after 0.001 seconds.\n"), [])
        self.assertEqual(failures("one", "b.swift:24: wide [width]\ntidy: 12 rules\n"), ["b.swift:24: wide [width]"])
        self.assertEqual(failures("one", "a.js(1,2): error TS1: no\n"), ["a.js(1,2): error TS1: no"])
        found = failures("one", "chaos: ✗ death 3\n✗ json: no\nchaos: 3 kills\n")
        self.assertEqual(found, ["chaos: ✗ death 3", "✗ json: no"])
        self.assertEqual(failures("one", "takeover: Bot 1: lost\n"), ["takeover: Bot 1: lost"])
        self.assertEqual(len(failures("one", "".join(f"a.swift:{n}: error: no\n" for n in range(40)))), 10)

    def test_tells_of_failed_steps_last(self):
        results = [
            ("format", 1, 9, Tally(0, 1, 0), None),
            ("tidy", 0, 8, Tally(1, 0, 0), None),
        ]
        steps = {"format": SimpleNamespace(runner="one"), "tidy": SimpleNamespace(runner="one")}
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            (Path(folder) / "format.log").write_text("a.swift:3:1: error: no\n")
            self.assertEqual(tell(Path(folder), results, steps), 1)
        lines = [" ".join(line.split()) for line in printed.getvalue().splitlines()]
        self.assertEqual(lines, [
            "tidy 8 s 1 passed, 0 failed, 0 skipped",
            "format 9 s 0 passed, 1 failed, 0 skipped",
            "a.swift:3:1: error: no",
            "1 passed, 1 failed, 0 skipped",
        ])
