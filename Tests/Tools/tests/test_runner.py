"""A run of steps: side by side, in order, each with an end, and none lost."""

import contextlib
import datetime
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import record
import test as runner
from steps import Step

LATE = 0.02  # of a minute


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.steps = {}
        for name, to in (("STEPS", self.steps), ("LOGS", self.folder), ("ROOT", self.folder)):
            self.patch(runner, name, to)

    def patch(self, module, name, to):
        patched = mock.patch.object(module, name, to)
        patched.start()
        self.addCleanup(patched.stop)

    def step(self, name, command, minutes=1, **other):
        self.steps[name] = Step(name, minutes, command, ("Sources",), **other)

    def go(self, *lanes, kind=runner.Run, **more):
        """What was said, and {step: its exit code}."""
        run = kind(lanes, dict(os.environ), **more) if kind is runner.Run else kind(dict(os.environ), **more)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            run.go()
        return printed.getvalue(), {result.name: result.code for result in run.results}

    def expect_end(self, child):
        """A process that a step started ends soon."""
        for _ in range(500):
            state = Path(f"/proc/{child}/stat")
            if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
            time.sleep(0.01)
        self.fail("what the step started lives on")

    def test_goes_through_all_lanes_whatever_fails(self):
        self.step("bad", "echo why it failed; exit 3")
        self.step("good", "true")
        self.step("last", "test -e seen", after=("good",))
        self.step("beside", "touch seen")
        said, codes = self.go(("bad", "good"), ("beside",), ("last",))
        self.assertEqual(codes, {"bad": 3, "good": 0, "beside": 0, "last": 0})
        self.assertIn("| why it failed\n✗ bad: exit code 3", said)

    def test_waits_for_what_a_step_needs_in_the_other_lane(self):
        self.step("builds", "sleep 0.3; touch built")
        self.step("takes", "test -e built", after=("builds", "elsewhere"))
        self.step("alone", "true")
        self.assertEqual(self.go(("builds",), ("takes",), ("alone",))[1]["takes"], 0)

    def test_ends_a_step_with_all_that_it_started_when_its_time_is_over(self):
        self.step("late", "sleep 60 & echo $! >child; wait", minutes=LATE)
        said, codes = self.go(("late",), ())
        self.assertEqual(codes, {"late": runner.LATE})
        self.assertIn("not done after", said)
        self.expect_end(int((self.folder / "child").read_text()))

    def test_interrupts_a_late_step_so_that_it_can_put_away_what_it_started(self):
        self.step("late", "trap 'touch tidied; exit' INT; sleep 60", minutes=LATE)
        self.assertEqual(self.go(("late",), ())[1], {"late": runner.LATE})
        self.assertTrue((self.folder / "tidied").exists())

    def test_leaves_nothing_of_a_step_in_the_background(self):
        self.step("leaves", "(trap '' INT TERM; sleep 60) & echo $! >child")
        self.assertEqual(self.go(("leaves",), ())[1], {"leaves": 0})
        self.expect_end(int((self.folder / "child").read_text()))

    def test_stops_at_the_first_command_of_a_step_that_fails(self):
        self.step("two", "false\ntrue")
        self.step("piped", "false | true")
        self.assertEqual(self.go(("two", "piped"), ())[1], {"two": 1, "piped": 1})

    def test_runs_nothing_whose_build_failed(self):
        self.step("release", "exit 1")
        self.step("serves", "touch ran", after=("release",))
        self.step("other", "true")
        said, codes = self.go(("release", "serves"), ("other",), ())
        self.assertEqual(codes, {"release": 1, "serves": 1, "other": 0})
        self.assertIn("✗ serves: not run, since release failed", said)
        self.assertFalse((self.folder / "ran").exists())

    def test_keeps_no_result_of_a_step_that_it_was_told_to_end(self):
        self.step("long", "sleep 60")
        self.step("next", "touch ran")
        run = runner.Run((("long", "next"), (), ()), dict(os.environ))
        ended = []
        run.ended = lambda *result: ended.append(result)
        timer = threading.Timer(0.3, run.stop)
        timer.start()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            run.go()
        self.assertEqual((run.results, ended), ([], []))
        self.assertNotIn("✗", printed.getvalue())
        self.assertFalse((self.folder / "ran").exists())

    def test_counts_its_own_failure_and_goes_on(self):
        self.step("one", "true")
        self.step("two", "true", after=("one",))
        with mock.patch.object(runner.Run, "ended", side_effect=[OSError("the disk is full"), None]):
            said, codes = self.go(("one",), ("two",), ())
        self.assertEqual(codes, {"one": 1, "two": 0})
        self.assertIn("the disk is full", said)

    def test_goes_on_where_a_step_cannot_even_be_looked_at(self):
        self.step("one", "true")
        self.step("two", "true", after=("one",))
        with mock.patch.object(runner.Run, "spared", side_effect=[SystemExit("git cannot list"), (None, None)]):
            said, codes = self.go(("one",), ("two",), ())
        self.assertEqual(codes, {"one": 1, "two": 0})
        self.assertIn("git cannot list", said)

    def test_counts_a_step_without_a_result_as_a_failure(self):
        for name in ("ran", "spared", "lost"):
            self.step(name, "true")
        run = runner.Run((("ran", "spared", "lost"), (), ()), dict(os.environ))
        run.spared = lambda name: ("not run", None) if name == "spared" else (None, None)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            run.walk(("ran", "spared"))
            run.fail_steps_without_result()
        self.assertEqual({result.name: result.code for result in run.results}, {"ran": 0, "lost": 1})
        self.assertIn("✗ lost: it was not run", printed.getvalue())

    def test_counts_a_run_when_it_was_green(self):
        self.step("good", "true")
        self.step("bad", "false")
        self.patch(runner.record, "read", dict)
        self.patch(record, "gate_inputs", lambda *_: None)
        for names, number, kept in ((("good",), 12, [12]), (("bad",), 12, []), (("good",), None, [])):
            with (mock.patch.object(runner, "GATE", (names, ())), mock.patch.object(runner.slices, "keep") as keep,
                  mock.patch.object(runner.signal, "signal"), contextlib.redirect_stdout(io.StringIO())):
                gate = runner.Gate(dict(os.environ), number)
                with mock.patch.object(runner, "prepared", lambda _, gate=gate: gate):
                    runner.main([])
            self.assertEqual([call.args[0] for call in keep.call_args_list], kept)

    def test_says_at_once_what_a_step_says_that_runs_alone(self):
        self.step("only", "echo hello")
        said, _ = self.go(("only",))
        self.assertEqual(said.splitlines()[:2], ["▸ only", "hello"])

    def recorded(self, steps, inputs="a"):
        """A run of `make test-all` that has these steps."""
        for module in (runner, record):
            self.patch(module, "ALL", (steps, (), ()))
        self.patch(record, "ROOT", self.folder)
        self.patch(record, "toolchain", lambda: "swift 6")
        self.patch(record, "inputs", lambda *_: inputs)
        self.patch(runner, "BUILDS", {"build"})
        self.patch(record, "read", lambda: self.kept)
        self.patch(record, "write", lambda kept: setattr(self, "kept", kept))
        return self.go(kind=runner.All, chosen=())

    def test_builds_only_what_a_step_that_runs_needs(self):
        self.kept = {}
        self.step("build", "echo built >>runs")
        self.step("takes", "test -e fixed", after=("build",))
        self.step("other", "true")
        steps = ("build", "takes", "other")
        self.recorded(steps)
        (self.folder / "fixed").touch()
        said, codes = self.recorded(steps)
        self.assertEqual(codes, {"build": 0, "takes": 0, "other": 0})
        said, codes = self.recorded(steps)
        self.assertIn("= build: green since", said)
        self.assertEqual((self.folder / "runs").read_text(), "built\nbuilt\n")

    def test_takes_a_skipped_test_for_a_failure_where_everything_is_to_be_run(self):
        self.kept = {}
        self.step("skips", "echo 3 passed, 2 skipped in 0.1s", runner="pytest")
        self.assertEqual(self.go(("skips",), ())[1], {"skips": 0})
        said, codes = self.recorded(("skips",))
        self.assertEqual(codes, {"skips": 1})
        self.assertFalse(record.is_green(self.kept["skips"]))

    def test_takes_up_where_it_was(self):
        self.kept = {}
        self.step("first", "echo one >>runs")
        self.step("second", "exit 1")
        self.recorded(("first", "second"))
        self.assertEqual({name: entry["exit"] for name, entry in self.kept.items()}, {"first": 0, "second": 1})
        self.step("second", "true")
        said, codes = self.recorded(("first", "second"))
        self.assertIn("= first: green since", said)
        self.assertEqual(codes, {"first": 0, "second": 0})
        today = datetime.date.today().isoformat()
        self.assertEqual([entry.get("confirmed") for entry in self.kept.values()], [today, None])
        self.recorded(("first", "second"), inputs="b")
        self.assertEqual((self.folder / "runs").read_text(), "one\none\n")

    def test_keeps_no_result_of_inputs_that_changed_meanwhile(self):
        self.kept = {}
        self.step("first", "true")
        for module in (runner, record):
            self.patch(module, "ALL", (("first",), (), ()))
        self.patch(record, "toolchain", lambda: "swift 6")
        self.patch(record, "inputs", mock.Mock(side_effect=["a", "b"]))
        self.patch(record, "gate_inputs", lambda *_: None)
        self.patch(record, "read", dict)
        self.patch(record, "write", mock.Mock(side_effect=AssertionError("a result is kept")))
        said, codes = self.go(kind=runner.All, chosen=())
        self.assertIn("its result is not kept", said)
        self.assertEqual(codes, {"first": 0})


class Program(unittest.TestCase):
    def says(self, *arguments, **environment):
        answer = subprocess.run(
            [sys.executable, runner.__file__, *arguments], env=os.environ | environment, capture_output=True, text=True,
            check=False, timeout=60)
        return answer.returncode, answer.stdout + answer.stderr

    def test_stays_at_a_first_slice_until_it_is_green(self):
        commits = iter(("21", "30"))
        with (tempfile.TemporaryDirectory() as folder,
              mock.patch.dict(os.environ, XDG_STATE_HOME=folder), mock.patch.object(runner.subprocess, "run"),
              mock.patch.object(runner.slices, "git", lambda *_: mock.Mock(stdout=next(commits))),
              contextlib.redirect_stdout(io.StringIO())):
            numbers = []
            for _ in range(2):
                os.environ.pop("BAIZE_SLICE", None)
                numbers.append(runner.prepared(["gate"]).number)
        self.assertEqual(numbers, [21, 21])

    def test_refuses_what_is_no_step(self):
        for arguments, words in (((), "usage:"), (("nosuch",), "nosuch is not a step"),
                                 (("all", "browser"), "browser: not a step of make test-all"),
                                 (("gate", "all"), "usage:"), (("js", "gate"), "usage:")):
            code, said = self.says(*arguments)
            self.assertEqual(code, 1, arguments)
            self.assertIn(words, said)

    def test_refuses_an_unknown_slice(self):
        code, said = self.says("gate", BAIZE_SLICE="first")
        self.assertEqual(code, 1)
        self.assertIn("a whole number", said)

    def test_lets_nobodys_settings_choose_what_is_recorded(self):
        with mock.patch.dict(os.environ, BAIZE_BIN="mine", BAIZE_UPDATE="1", HOME="/home"):
            kept = runner.clean_environment(recorded=True)
            self.assertNotIn("BAIZE_UPDATE", kept)
            self.assertTrue(kept["BAIZE_BIN"].endswith("/.build/release/baize"))
            self.assertEqual(kept["HOME"], "/home")
            self.assertTrue(runner.clean_environment(recorded=False)["BAIZE_BIN"].endswith("/mine"))

    def begun(self, folder, command, **options):
        """The runner as a program of its own, with one step that runs this command."""
        program = (
            "import sys; sys.path.insert(0, sys.argv[1]); import pathlib, test; from steps import Step\n"
            "test.LOGS = test.ROOT = pathlib.Path(sys.argv[2])\n"
            "test.STEPS['only'] = Step('only', 1, sys.argv[3])\n"
            "test.prepared = lambda _: test.Run((('only',),), {'PATH': '/usr/bin:/bin'})\n"
            "sys.exit(test.main([]))")
        return subprocess.Popen(
            [sys.executable, "-c", program, Path(runner.__file__).parent, folder, command], text=True, **options)

    def written(self, file):
        """What a step writes into a file, once it is there."""
        for _ in range(1000):
            if file.exists() and file.read_text():
                return file.read_text().strip()
            time.sleep(0.01)
        self.fail(f"{file} is not written")

    def test_ends_what_it_started_when_it_is_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            process = self.begun(folder, "echo $$ >child; sleep 60", stdout=subprocess.DEVNULL)
            child = self.written(Path(folder) / "child")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(30), 130)
            self.assertFalse(Path(f"/proc/{child}/fd").exists())

    def test_goes_on_where_nothing_can_be_printed(self):
        for stdout, environment in (("/dev/full", {}), ("/dev/null", {"PYTHONIOENCODING": "ascii"})):
            with tempfile.TemporaryDirectory() as folder, open(stdout, "w") as out:
                process = self.begun(folder, "true", stdout=out, stderr=subprocess.PIPE, env=os.environ | environment)
                with process.stderr:
                    self.assertEqual((process.wait(30), process.stderr.read()), (0, ""))

    def test_goes_on_when_nobody_reads_any_more(self):
        with tempfile.TemporaryDirectory() as folder:
            process = self.begun(
                folder, "echo yes >began; until test -e gone; do sleep 0.01; done; echo said to nobody",
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.written(Path(folder) / "began")
            process.stdout.close()
            (Path(folder) / "gone").touch()
            with process.stderr:
                self.assertEqual((process.wait(30), process.stderr.read()), (0, ""))

    def test_runs_once_at_a_time_in_one_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            waits = "echo yes >began; until test -e go; do sleep 0.01; done"
            first = self.begun(folder, waits, stdout=subprocess.DEVNULL)
            self.written(Path(folder) / "began")
            second = self.begun(folder, "touch ran", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            with second.stderr:
                self.assertEqual(second.wait(30), 1)
                self.assertIn("another run is under way", second.stderr.read())
            (Path(folder) / "go").touch()
            self.assertEqual(first.wait(30), 0)
            self.assertFalse((Path(folder) / "ran").exists())
            self.assertEqual(self.begun(folder, "true", stdout=subprocess.DEVNULL).wait(30), 0)
