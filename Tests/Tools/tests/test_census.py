"""A test that nothing runs is found, in every language."""

import tempfile
import unittest
from pathlib import Path

import census
from steps import ALL, GATE, STEPS, names_of


class Census(unittest.TestCase):
    def test_finds_a_test_of_swift_that_is_not_run(self):
        written = {"RoomsTests": 3, "NewTests": 1}
        listed = census.swift_listed("RoomsTests.`A`/one()\nRoomsTests.`A`/two(of:)\nRoomsTests.three()\nBuilding…\n")
        self.assertEqual(listed, {"RoomsTests": 3})
        self.assertEqual(len(census.swift_faults(written, listed)), 1)
        self.assertIn("Tests/NewTests: 1 tests are written down, and 0 are run", census.swift_faults(written, listed))
        self.assertEqual(census.swift_faults({"RoomsTests": 3}, listed), [])

    def test_finds_a_test_of_python_in_neither_set_or_in_one_only(self):
        written = {"Tests/A/test_a.py": {"test_one", "test_two"}}
        both = {"test_a.py::test_one[x]", "test_a.py::test_one[y]", "test_a.py::Cases::test_two"}
        self.assertEqual(census.python_faults(written, both, both), [])
        less = both - {"test_a.py::test_one[y]"}
        self.assertIn("in no slice", *census.python_faults(written, less, both))
        self.assertIn("not by make test-all", *census.python_faults(written, both, less))
        none = {"test_a.py::test_one[x]", "test_a.py::test_two_of_them"}
        self.assertEqual(len(census.python_faults(written, none, none)), 2)

    def test_finds_a_file_of_node_that_no_step_runs(self):
        commands = ["node --test Tests/ClientTests/*.test.mjs"]
        self.assertEqual(census.node_faults({"Tests/ClientTests/a.test.mjs"}, commands), [])
        self.assertIn("no step", *census.node_faults({"Tests/Elsewhere/a.test.mjs"}, commands))

    def test_finds_what_is_written_down(self):
        with tempfile.TemporaryDirectory() as folder:
            tests = Path(folder) / "Tests" / "ATests"
            tests.mkdir(parents=True)
            (tests / "A.swift").write_text("@Test func `a`() {}\n  @Test(arguments: [1])\n  func b() {}\n// @Test\n")
            (tests / "test_a.py").write_text("def test_a():\n  pass\nclass A:\n  def test_b(self):\n    pass\n")
            (tests / "a.test.mjs").write_text('import test from "node:test";\n')
            (tests / "b.js").write_text("import { test } from 'node:test';\n")
            (tests / "support.mjs").write_text("export const one = 1;\n")
            root = Path(folder)
            self.assertEqual(census.swift_tests(root), {"ATests": 2})
            self.assertEqual(census.python_tests(root), {"Tests/ATests/test_a.py": {"test_a", "test_b"}})
            self.assertEqual(census.node_tests(root), {"Tests/ATests/a.test.mjs", "Tests/ATests/b.js"})


class Steps(unittest.TestCase):
    def test_wait_only_for_what_comes_before_them_or_in_another_lane(self):
        for lanes in (GATE, ALL):
            for lane in lanes:
                for at, name in enumerate(lane):
                    self.assertFalse(set(STEPS[name].after) & set(lane[at:]), f"{name} would wait for ever")

    def test_stand_behind_what_they_wait_for(self):
        names = list(STEPS)
        for name, step in STEPS.items():
            for other in step.after:
                self.assertLess(names.index(other), names.index(name), f"{name} is named before {other}")

    def test_are_all_in_a_set(self):
        self.assertEqual({*names_of(GATE), *names_of(ALL)}, STEPS.keys())

    def test_appear_once_in_each_set(self):
        for lanes in (GATE, ALL):
            self.assertEqual(len(names_of(lanes)), len(set(names_of(lanes))))
