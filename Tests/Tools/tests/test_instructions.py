"""Budgets of instructions fail in both directions, and only where they can be compared."""

import contextlib
import io
import unittest

from instructions import TRIES, compare, lowest, total, verdict

KEPT = {"swift": "6.3", "budgets": {"a frame": 100.0, "a delivery": 40.0}}


class Budgets(unittest.TestCase):
    def says(self, figures, version="6.3"):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            result = compare(figures, KEPT, version)
        return result, printed.getvalue()

    def test_hold_within_three_percent(self):
        for counted in (97.1, 100.0, 102.9):
            self.assertIsNone(verdict("a frame", counted, 100.0))

    def test_fail_beyond_and_say_what_to_do(self):
        self.assertIn("3.5% more", verdict("a frame", 103.5, 100.0))
        self.assertIn("find what costs them", verdict("a frame", 103.5, 100.0))
        self.assertIn("so that it stays so", verdict("a frame", 96.5, 100.0))
        for counted in (103.5, 96.5):
            self.assertIn("--update", verdict("a frame", counted, 100.0))
        self.assertIn("no budget", verdict("a frame", 100.0, None))

    def test_count_each_figure_once(self):
        self.assertEqual(self.says({"a frame": 100, "a delivery": 41})[0], (2, 0))
        self.assertEqual(self.says({"a frame": 100, "a delivery": 50})[0], (1, 1))
        result, printed = self.says({"a frame": 100})
        self.assertEqual(result, (1, 1))
        self.assertIn("FAILED: a delivery: has a budget, and was not counted", printed)
        self.assertEqual(self.says({"a frame": 100, "a delivery": 40, "new": 1})[0], (2, 1))

    def test_are_not_compared_with_another_compiler(self):
        result, printed = self.says({"a frame": 300, "a delivery": 4}, version="6.4")
        self.assertEqual(result, (1, 0))
        self.assertIn("made with Swift 6.3, this is 6.4", printed)

    def test_are_counted_again_where_something_may_have_added_to_them(self):
        def counting(*figures, budget=100.0):
            left = list(figures)
            with contextlib.redirect_stdout(io.StringIO()):
                return lowest(lambda: left.pop(0), budget), len(left)

        self.assertEqual(counting(102.9, 1.0), (102.9, 1))
        self.assertEqual(counting(90.0, 1.0), (90.0, 1))
        self.assertEqual(counting(106.0, 102.0, 1.0), (102.0, 1))
        self.assertEqual(counting(*[106.0 - at for at in range(TRIES)]), (107.0 - TRIES, 0))
        # A new budget is the lowest of all tries.
        self.assertEqual(counting(*[500.0 - at for at in range(TRIES)], 1.0, budget=None), (501.0 - TRIES, 1))

    def test_come_from_what_callgrind_wrote(self):
        self.assertEqual(total("events: Ir\nfn=main\n0 5\n\ntotals: 57096211\n"), 57096211)
        self.assertEqual(total("version: 1\nsummary: 12\n"), 12)
        with self.assertRaises(SystemExit):
            total("events: Ir\n")
