"""A name keeps its slice, and eight runs in a row have all of them."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import slices


class Slices(unittest.TestCase):
    def test_are_those_of_swift(self):
        # Tests/BytesTests/SliceTests.swift has the same names.
        names = ("", "123456789", "RoomsTests/GameProperties.swift", "a könig")
        self.assertEqual([slices.number_of(name) for name in names], [0, 6, 7, 3])

    def test_are_chosen_by_number_and_by_nothing_else(self):
        for said, number in (("0", 0), ("7", 7), ("8", 0), ("1234", 2), ("", None)):
            with mock.patch.dict(os.environ, BAIZE_SLICE=said):
                self.assertEqual(slices.chosen(), number)
        for said in ("-1", "one", "1.0"):
            with mock.patch.dict(os.environ, BAIZE_SLICE=said), self.assertRaisesRegex(SystemExit, "a whole number"):
                slices.chosen()

    def test_eight_green_runs_in_a_row_have_all_of_them(self):
        runs = []
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, XDG_STATE_HOME=folder):
            for _ in range(9):
                runs.append(slices.next_run())
                slices.keep(runs[-1])
        self.assertEqual(runs, list(range(runs[0], runs[0] + 9)))
        self.assertEqual({run % slices.COUNT for run in runs[:8]}, set(range(8)))

    def test_a_run_that_is_not_green_is_repeated(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, XDG_STATE_HOME=folder):
            slices.keep(11)
            self.assertEqual((slices.next_run(), slices.next_run()), (12, 12))

    def test_without_a_count_it_is_said_what_to_set(self):
        with (tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, XDG_STATE_HOME=folder),
              mock.patch.object(slices, "git", lambda *_: mock.Mock(stdout="21\n")),
              contextlib.redirect_stdout(io.StringIO()) as printed):
            self.assertEqual(slices.next_run(), 21)
        self.assertIn("has to set BAIZE_SLICE", printed.getvalue())

    def test_a_count_is_kept_in_the_home_directory_or_nowhere(self):
        with mock.patch.dict(os.environ, XDG_STATE_HOME="here", HOME="/elsewhere"):
            self.assertEqual(slices.state(), Path("/elsewhere/.local/state/baize/runs"))
        with (mock.patch.dict(os.environ, XDG_STATE_HOME=""), mock.patch("os.path.expanduser", lambda path: path),
              contextlib.redirect_stdout(io.StringIO()) as printed):
            slices.keep(slices.next_run())
        self.assertIn("there is no home directory", printed.getvalue())

    def test_a_count_that_cannot_be_kept_stops_nothing(self):
        with (tempfile.NamedTemporaryFile() as file, mock.patch.dict(os.environ, XDG_STATE_HOME=file.name),
              contextlib.redirect_stdout(io.StringIO()) as printed):
            slices.keep(slices.next_run())
        self.assertIn("cannot be kept", printed.getvalue())

    def test_have_each_client_once(self):
        found = []
        for number in range(slices.COUNT):
            with mock.patch.dict(os.environ, BAIZE_SLICE=str(number)):
                found += slices.clients()[len(slices.ALWAYS):]
        self.assertEqual(sorted(found), sorted(slices.CLIENTS.values()))

    def test_without_a_slice_nothing_belongs_to_one(self):
        with mock.patch.dict(os.environ, BAIZE_SLICE=""):
            self.assertFalse(any(slices.has(str(at)) for at in range(50)))
