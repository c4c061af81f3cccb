"""A real server for a test: `baize serve` on a free port, with data of its own."""

import contextlib
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Server:
    """`baize serve` on a free port, or on the same port again after `kill`."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.port = 0
        self.process = None
        # What one keeps, no other finds: quotas count from nothing.
        self.data = tempfile.TemporaryDirectory(prefix="baize-")
        self.start()

    def start(self):
        binary = os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize"))
        self.process = subprocess.Popen(
            [binary, "serve", "--port", str(self.port), "--public", str(ROOT / "Public"), "--log-level", "warning",
             "--data", self.data.name, "--bank-deals", "0", "--solver-nice", "1", *self.arguments],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found.group(1))

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """As the power would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=5)

    def forget(self):
        """Gives the next server an empty directory."""
        self.data.cleanup()
        self.data = tempfile.TemporaryDirectory(prefix="baize-")

    @contextlib.contextmanager
    def tables(self):
        """The database of tables, to be changed while nobody has it."""
        assert self.process.poll() is not None
        with contextlib.closing(sqlite3.connect(pathlib.Path(self.data.name) / "tables.db")) as database:
            yield database
            database.commit()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(timeout=20) == 0, "the server did not stop cleanly"
        self.data.cleanup()
