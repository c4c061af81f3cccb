"""Compares what watchers of one table heard with what a reference heard: every event byte for byte, none missing.

A raw deflate stream has no checksum: a client that is out of step may hand over text that is wrong without a word.
"""

import json


class Wrong(AssertionError):
    """What was heard is not what was said."""


def lines_of(text):
    """The lines of one message, each with its end; every line has one."""
    if not text.endswith("\n"):
        raise Wrong(f"a message of {len(text)} characters does not end a line: …{text[-80:]!r}")
    return [line + "\n" for line in text.split("\n")[:-1]]


class Reference:
    """What a watcher without compression heard of one room. Invariant: `events` lead from `first` to `last`."""

    def __init__(self, room, lines):
        self.room = room
        self.events = {}
        self.hashes = {}
        self.first = self.last = self.epoch = None
        for line in lines:
            message = json.loads(line)
            if message.get("r") != room:
                continue
            if message["t"] == "snap":
                if self.first is None:
                    self.first, self.epoch = message["v"], message["e"]
                elif message["v"] != self.last:
                    raise Wrong(f"the reference itself fell behind, from {self.last} to {message['v']}")
                self.last = message["v"]
                self.hashes[self.last] = message["h"]
            elif message["t"] == "ev":
                if message["p"] != self.last:
                    raise Wrong(f"the reference lacks what is between {self.last} and {message['p']}")
                self.last = message["v"]
                self.events[self.last] = line
                self.hashes[self.last] = message["h"]


class Heard:
    """How far one watcher of a room has come, by the lines that it got."""

    def __init__(self, reference, version=None):
        self.reference = reference
        self.version = version  # None until a snapshot; a number for a watcher that resumes
        self.events = self.known = 0
        self.snapshots = []

    def take(self, line):
        message = json.loads(line)
        if message.get("r") != self.reference.room:
            return
        if message["t"] == "snap":
            self._snapshot(message)
        elif message["t"] == "ev":
            self._event(line, message)

    def _snapshot(self, snapshot):
        version = snapshot["v"]
        if snapshot["e"] != self.reference.epoch or snapshot["h"] != self.reference.hashes.get(version):
            raise Wrong(f"the snapshot at {version} is of another table")
        if self.version is not None and version < self.version:
            raise Wrong(f"the snapshot leads back, from {self.version} to {version}")
        self.version = version
        self.snapshots.append(snapshot["why"])

    def _event(self, line, event):
        if self.reference.events.get(event["v"]) != line:
            raise Wrong(f"event {event['v']} is not what was said:\n{line}{self.reference.events.get(event['v'])}")
        if self.version is None:
            raise Wrong(f"event {event['v']} comes before the snapshot")
        if event["v"] <= self.version:
            self.known += 1
        elif event["p"] == self.version:
            self.version = event["v"]
            self.events += 1
        else:
            raise Wrong(f"nothing leads from {self.version} to event {event['v']}")

    def take_all(self, texts):
        for text in texts:
            for line in lines_of(text):
                self.take(line)
        return self
