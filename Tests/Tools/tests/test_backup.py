"""deploy/baize-backup, with a program in the place of Baize that copies, looks, or fails as told."""

import os
import pathlib
import re
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "deploy/baize-backup"
PROGRAM = """#!/bin/sh
[ "$FAILS" != "$1" ] || exit 1
[ "$1" != backup ] || cp -r "$2" "$3"
[ "$1" != check ] || test -e "$2/tables.db"
"""
OLD = ["2026-01-01T03.00.00Z", "2026-01-02T03.00.00Z", "2026-01-03T03.00.00Z"]


@pytest.fixture
def place(tmp_path):
    (tmp_path / "baize").write_text(PROGRAM)
    (tmp_path / "baize").chmod(0o755)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/tables.db").write_text("whole")
    for name in [*OLD, "notes"]:
        (tmp_path / "backups" / name).mkdir(parents=True)
    return tmp_path


def run(place, count="3", fails=""):
    return subprocess.run(
        [SCRIPT, place / "data", place / "backups", count], capture_output=True, text=True,
        env={**os.environ, "BAIZE_BIN": str(place / "baize"), "FAILS": fails})


def names(place):
    return sorted(each.name for each in (place / "backups").iterdir())


def test_a_copy_is_named_by_its_time_and_the_oldest_makes_room(place):
    done = run(place)
    assert done.returncode == 0, done.stderr
    *kept, new, notes = names(place)
    assert kept == OLD[1:] and notes == "notes"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\dZ", new)
    assert (place / "backups" / new / "tables.db").read_text() == "whole"


def test_the_first_copy_makes_its_folder(place):
    for name in names(place):
        (place / "backups" / name).rmdir()
    (place / "backups").rmdir()
    assert run(place, count="1").returncode == 0
    assert len(names(place)) == 1


@pytest.mark.parametrize("verb", ["backup", "check"])
def test_a_copy_that_fails_has_no_name_and_costs_no_older_one(place, verb):
    assert run(place, fails=verb).returncode != 0
    assert set(names(place)) - {"unfinished"} == {*OLD, "notes"}
    # The next one is not in its way.
    assert run(place).returncode == 0
    assert "unfinished" not in names(place)


@pytest.mark.parametrize("count", ["0", "-1", "many", ""])
def test_a_count_that_would_keep_nothing_is_refused(place, count):
    assert run(place, count=count).returncode != 0
    assert names(place) == [*OLD, "notes"]
