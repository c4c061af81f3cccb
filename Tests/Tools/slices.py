"""What `make test` leaves out, in eighths: each run does one of them, so that eight runs in a row do all of it.

Promise: a name keeps its slice, whatever else is added, and Tests/TestDice/Slice.swift puts it into the same one. Which
slice a run takes is a count of the green runs on this machine: a slice is run again until it is green. The count is
kept outside of the project, since CI runs in a new clone each time; the first run begins at the number of
commits. BAIZE_SLICE=N chooses slice N modulo 8: a CI that keeps nothing hands over the number of its run.

slices.py clients   the clients of other people that this run has at a table
"""

import os
import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNT = 8
# The other three clients need a runtime of their own each; the remaining five slices have no such client.
CLIENTS = {0: "firefox", 3: "node-ws", 6: "gorilla"}
ALWAYS = ("chromium", "websockets")  # clients that every run has


def number_of(name):
    """The slice that a name belongs to."""
    return zlib.crc32(name.encode()) % COUNT


def chosen():
    """This run's slice, or None where nothing is left out."""
    said = os.environ.get("BAIZE_SLICE", "")
    if not said:
        return None
    if not said.isdecimal():
        raise SystemExit(f"BAIZE_SLICE is {said!r}; it has to be a whole number, and counts modulo {COUNT}")
    return int(said) % COUNT


def has(name):
    """Whether a name belongs to this run's slice."""
    return number_of(name) == chosen()


def state():
    """Where the number of the last green run is kept. Throws OSError where there is no home directory."""
    # The XDG Base Directory Specification: relative paths are ignored.
    for folder in (os.environ.get("XDG_STATE_HOME", ""), os.path.expanduser("~/.local/state")):
        if os.path.isabs(folder):
            return Path(folder) / "baize" / "runs"
    raise OSError("there is no home directory")


def git(*arguments, root=ROOT):
    """What git answers, also where the project belongs to another user than the one who runs its tests."""
    return subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments], cwd=root, capture_output=True, text=True, check=False)


def next_run():
    """The number of this run: one more than the last green run on this machine."""
    try:
        return int(state().read_text()) + 1
    except (OSError, ValueError):
        print("This machine has no count of green runs yet, so it begins at the number of commits. A CI that keeps no "
              "home directory has to set BAIZE_SLICE to the number of its build.", flush=True)
        return int(git("rev-list", "--count", "HEAD").stdout or 0)


def keep(run):
    """Counts a run that was green."""
    try:
        file = state()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{run}\n")
    except OSError as failure:
        print(f"the number of this run cannot be kept ({failure}), so the next one may have the same slice")


def clients():
    """The clients of other people that this run has at a table."""
    return [*ALWAYS, *(name for at, name in CLIENTS.items() if at == chosen())]


def main(what):
    if what != "clients":
        raise SystemExit("usage: slices.py clients")
    print(*clients())


if __name__ == "__main__":
    main(*sys.argv[1:2] or [""])
