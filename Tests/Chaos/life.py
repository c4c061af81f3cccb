"""A server that dies and is started again: on the same port, the same data, whatever disk lies under it."""

import asyncio
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_PATIENCE = 60  # seconds; what is promised is measured, this only ends a trial that hangs
POLL = 0.005


def binary():
    """The program: BAIZE_BIN, else the release build, else the debug build."""
    built = [ROOT / ".build/release/baize", ROOT / ".build/debug/baize"]
    named = os.environ.get("BAIZE_BIN")
    return named or str(next((path for path in built if path.exists()), built[-1]))


def check(folder, *arguments):
    """What `baize check` says of a data directory: its exit code and its lines."""
    ran = subprocess.run([binary(), "check", *arguments, str(folder)], capture_output=True, text=True,
                         timeout=START_PATIENCE, check=False)
    return ran.returncode, (ran.stdout + ran.stderr).strip().splitlines()


class Ended(Exception):
    """The server ended by itself; the words are the end of its log."""


async def answer(port, path):
    """The status of a request, None without an answer."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            line = await reader.readline()
            return int(line.split()[1]) if line else None
        finally:
            writer.close()
    except OSError:
        return None


def figures(port, token=None):
    """The server's figures. A server that trusts proxies shows them only with the operator's token."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/metrics")
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked, timeout=10) as heard:
        lines = heard.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line and line[0] != "#")}


class Life:
    """One server after another. Invariant: at most one process of ours runs."""

    def __init__(self, disk, *arguments):
        self.disk = disk
        self.arguments = arguments
        self.log = disk.folder / "log"
        self.log.write_bytes(b"")
        self.port = 0
        self.process = None
        self.accepted = 0.0  # when it last began to accept

    def spawn(self):
        """A process that is not waited for."""
        assert self.process is None
        self.disk.faults.fresh()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [binary(), "serve", "--port", str(self.port), "--public", str(ROOT / "Public"), "--log-level",
                 "warning", "--data", str(self.disk.root), *self.arguments],
                env={**os.environ, **self.disk.environment()}, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return time.monotonic()

    async def start(self, path="/readyz"):
        """Starts it and waits until it accepts; how many seconds that took.

        - Parameter path: what is answered with 200 then.
        """
        began = self.spawn()
        while not (self.port and await answer(self.port, path) == 200):
            if self.process.poll() is not None:
                code = self.process.returncode
                self.process = None
                raise Ended(f"exit code {code}: {self.last_words()}")
            if time.monotonic() - began > START_PATIENCE:
                raise Ended(f"does not accept: {self.last_words()}")
            if not self.port and (found := re.search(rb"http://127\.0\.0\.1:(\d+)/", self.log.read_bytes())):
                self.port = int(found[1])
            await asyncio.sleep(POLL)
        self.accepted = time.monotonic()
        return self.accepted - began

    def kill(self):
        """As the power would: no goodbye. What was under way: (syncs, writes)."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=START_PATIENCE)
        self.process = None
        return self.disk.faults.running()

    def stop(self):
        """Its last end: it may say goodbye."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=START_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(timeout=START_PATIENCE)
                print("chaos: the server did not stop when it was asked to", file=sys.stderr)
        self.process = None

    def last_words(self):
        return self.log.read_bytes()[-600:].decode(errors="replace").strip()
