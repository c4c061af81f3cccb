"""Watches a table: keeps it by its events and checks each view hash, with nothing but what docs/PROTOCOL.md says.

watch.py ws://127.0.0.1:8080/ws rAbCdEfGh [plain]    plain: without compression
"""

import json
import random
import sys
import time

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

HASHED = ("text", "detail", "symbol", "color", "face", "image")  # of an item with content


class Watcher:
    def __init__(self, room):
        self.room, self.visit, self.epoch, self.version = room, None, "", 0
        self.rows, self.seen = {}, {}  # the handles in each place, and what is known of each
        self.awaits = False  # a snapshot that was asked for

    def hello(self):
        self.awaits, told = False, {"t": "hello", "name": "Watcher", "role": "bot"}
        if self.visit:
            rooms = [[self.room, self.epoch, self.version]]
            told |= {"tok": self.visit["tok"], "resume": {"sid": self.visit["sid"], "rooms": rooms}}
        return told

    def hear(self, said):
        """What to say to it, if anything."""
        match said["t"]:
            case "welcome":
                self.visit = said
                return None if said["resumed"] else {"t": "sub", "c": 1, "room": self.room, "as": "watch"}
            case "no" | "gone":
                sys.exit(f"not told: {said}")
            case "snap" if said["why"] not in ("deal", "fallback") or said["v"] > self.version:
                self.begin(said)
                return self.check(said, f"snapshot ({said['why']})")
            case "ev" if said["v"] > self.version and not self.awaits:
                if said["p"] != self.version:
                    return self.sync("gap")
                self.take(said)
                return self.check(said, f"{said['op']} by {said['by']}")
            case "hb" if dict(said["r"]).get(self.room, 0) > self.version:
                return self.sync("gap")

    def begin(self, snap):
        self.epoch, self.version, self.rows, self.seen, self.awaits = snap["e"], snap["v"], {}, {}, False
        for run in (run for region in snap["regions"] for run in region["runs"]):
            self.rows.setdefault(run["in"], []).extend(item[0] for item in run["items"])
            self.seen.update(item for item in run["items"] if len(item) == 2)

    def take(self, event):
        self.lift(event.get("gone", []))
        for _, handles, place, *before in event["m"]:
            self.lift(handles)
            at = self.rows[place].index(before[0]) if before else len(self.rows[place])
            self.rows[place][at:at] = handles
        self.seen.update(event["up"])
        self.seen.update((handle, "") for handle in event["dn"])
        self.version = event["v"]

    def lift(self, handles):
        for row in self.rows.values():
            row[:] = [handle for handle in row if handle not in handles]

    def sync(self, why):
        self.awaits = True
        print("asks for a snapshot:", why, flush=True)
        return {"t": "sync", "r": self.room, "why": why}

    def check(self, said, what):
        if self.hash() != said["h"]:
            return self.sync("hash")
        print(f"{said['v']} {what}: {said['h']} agreed, {said['s']['status']}", flush=True)

    def hash(self):
        value = 2166136261
        for byte in "".join(f"{place}:{','.join(map(self.spell, row))};" for place, row in self.rows.items()).encode():
            value = (value ^ byte) * 16777619 % 2**32
        return f"{value:08x}"

    def spell(self, handle):
        seen = self.seen.get(handle, "")
        text = "|".join(seen.get(name, "") for name in HASHED) if isinstance(seen, dict) else seen
        return f"{handle}={text}" if text else f"{handle}"


def main(url, room, *plain):
    watcher, wait = Watcher(room), 0.25
    while True:
        began = time.monotonic()
        try:
            with connect(url, subprotocols=["baize.v1"], compression=None if plain else "deflate") as ws:
                ws.send(json.dumps(watcher.hello()) + "\n")
                while True:
                    for said in map(json.loads, ws.recv(timeout=35).splitlines()):
                        if answer := watcher.hear(said):
                            ws.send(json.dumps(answer) + "\n")
        except (OSError, ConnectionClosed, InvalidHandshake) as end:
            code = end.rcvd.code if isinstance(end, ConnectionClosed) and end.rcvd else 1006
            if code in (1002, 1003, 1007, 1008, 1009, 4400, 4401):
                sys.exit(f"ended: {end}")
            wait = 0.25 if time.monotonic() - began > 5 else min(2 * wait, 15)
            print(f"lost the connection ({code})", flush=True)
            time.sleep(10 if code == 4029 else random.uniform(0, wait))


if __name__ == "__main__":
    main(*sys.argv[1:])
