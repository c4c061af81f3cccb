"""A result counts for its own inputs, and the gate refuses what is red, missing, or old and of other inputs."""

import contextlib
import datetime
import io
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import record
from steps import ALL, STEPS, Step, names_of
from summary import Tally

TODAY = datetime.date(2026, 3, 20)
NAMES = names_of(ALL)


def green(inputs="a", days=0, **other):
    day = TODAY - datetime.timedelta(days=days)
    return record.entry(inputs, None, "swift 6", 0, Tally(4, 0, 0), b"log", 3, day) | other


class Results(unittest.TestCase):
    def test_hold_for_the_same_inputs_and_toolchain(self):
        step = Step("it", 1, "true", tools=("swift",))
        here = "swift 6, node 20"
        for kept in (green(), green(toolchain="swift 6, node 18")):
            self.assertTrue(record.holds(kept, "a", step, here))
        for kept in (None, green("b"), green(exit=1), green(failed=1), green(passed=0), green(skipped=1),
                     green(toolchain="swift 7")):
            self.assertFalse(record.holds(kept, "a", step, here))

    def test_are_refused_where_they_are_missing_red_or_old_and_of_other_inputs(self):
        self.assertIsNone(record.fault(green(), "a", TODAY))
        self.assertIsNone(record.fault(green(days=300), "a", TODAY))
        self.assertIsNone(record.fault(green("b", days=14), "a", TODAY))
        self.assertIn("never run", record.fault(None, "a", TODAY))
        self.assertIn("15 days old", record.fault(green("b", days=15), "a", TODAY))
        for kept in (green(exit=2), green(failed=1), green(passed=0), green(skipped=1)):
            self.assertIn("is red", record.fault(kept, "a", TODAY))
        self.assertIn("in the future", record.fault(green(days=-1), "a", TODAY))

    def test_are_as_old_as_the_last_day_on_which_their_inputs_were_the_same(self):
        self.assertIsNone(record.fault(green("b", days=300, confirmed="2026-03-06"), "a", TODAY))
        self.assertIn("15 days old", record.fault(green("b", days=300, confirmed="2026-03-05"), "a", TODAY))

    def test_hold_for_the_gate_while_what_it_looks_at_is_the_same(self):
        step = Step("it", 1, "true", gate_reads=("Sources",))
        kept = green("old", gate_inputs="a")
        self.assertTrue(record.holds(kept, "a", step, "swift 6", of="gate_inputs"))
        self.assertFalse(record.holds(kept, "b", step, "swift 6", of="gate_inputs"))
        self.assertFalse(record.holds(kept, "a", step, "swift 7", of="gate_inputs"))
        self.assertFalse(record.holds(kept | {"exit": 1}, "a", step, "swift 6", of="gate_inputs"))
        self.assertFalse(record.holds(None, "a", step, "swift 6", of="gate_inputs"))
        self.assertFalse(record.holds(green(), None, Step("it", 1, "true"), "swift 6", of="gate_inputs"))

    def test_are_told_for_each_step_with_the_mend(self):
        kept = {name: green() for name in NAMES} | {"kills": green(exit=1)}
        del kept["fuzz"]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertEqual(record.judge(kept, dict.fromkeys(NAMES, "a"), TODAY), (len(NAMES) - 2, 2))
        self.assertIn("FAILED: fuzz was never run; run: make test-all STEPS=fuzz", printed.getvalue())
        self.assertIn("FAILED: kills is red: exit code 1", printed.getvalue())

    def test_are_kept_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "Tests").mkdir()
            self.assertEqual(record.read(Path(folder)), {})
            record.write({"kills": green(), "fuzz": green(), "of before": green()}, Path(folder))
            self.assertEqual(list(record.read(Path(folder)).items()), [("fuzz", green()), ("kills", green())])
            self.assertEqual(len(list((Path(folder) / "Tests").iterdir())), 1)
            for text in ("<<<<<<< ours", "[]", "null", '{"kills": 1}', '{"kills": {"exit": 0}}'):
                (Path(folder) / record.FILE).write_text(text)
                with self.assertRaisesRegex(SystemExit, "after a merge take one side whole"):
                    record.read(Path(folder))

    def test_need_files_that_can_be_listed(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(SystemExit, "git cannot list the files"):
            record.files((".",), folder)


class Inputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        (self.root / ".gitignore").write_text(".build*/\n")
        for name in ("Sources/A/a.swift", "Tests/a.py", ".build/made", record.JUDGE):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(name)

    def changed(self, name, text):
        """Whether the hash of a step that reads Sources is another one then."""
        step = Step("it", 1, "true", ("Sources",))
        before = record.inputs(step, self.root)
        if text is None:
            (self.root / name).unlink()
        else:
            (self.root / name).write_text(text)
        return record.inputs(step, self.root) != before

    def test_are_the_files_a_step_reads_committed_or_not(self):
        self.assertTrue(self.changed("Sources/A/a.swift", "other"))
        self.assertTrue(self.changed("Sources/A/new.swift", ""))
        subprocess.run(["git", "-C", self.root, "add", "."], check=True)
        self.assertTrue(self.changed("Sources/A/new.swift", None))

    def test_exclude_other_files(self):
        self.assertFalse(self.changed("Tests/a.py", "other"))
        self.assertFalse(self.changed(".build/made", "other"))

    def test_are_what_judges_its_log_too(self):
        self.assertTrue(self.changed(record.JUDGE, "other"))
        self.assertTrue((record.ROOT / record.JUDGE).exists())

    def test_are_its_command_too(self):
        one, other = (Step("it", 1, command, ("Sources",)) for command in ("true", "false"))
        self.assertNotEqual(record.inputs(one, self.root), record.inputs(other, self.root))

    def test_read_a_file_once(self):
        kept = {}
        step = Step("it", 1, "true", ("Sources",))
        first = record.inputs(step, self.root, kept)
        with mock.patch.object(Path, "read_bytes", side_effect=AssertionError):
            self.assertEqual(record.inputs(step, self.root, kept), first)

    def test_the_gate_looks_at_files_that_share_something_between_threads(self):
        watched = STEPS["tsan"].gate_reads
        for name, is_watched in (("Sources/Reactor/Mailbox.swift", True), ("Sources/Store/Journal/Journal.swift", True),
                                 ("Sources/HTTP/Target.swift", False), ("Sources/Server/Homes/Homes.swift", False)):
            self.assertTrue((record.ROOT / name).exists(), name)
            self.assertEqual(name in watched, is_watched, name)

    def test_every_pathspec_matches_a_file(self):
        for name, step in STEPS.items():
            for spec in (*step.reads, *step.gate_reads):
                self.assertTrue(record.files((spec,), record.ROOT), f"{name} reads {spec}, which is nothing")
