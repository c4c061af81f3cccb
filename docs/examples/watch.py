"""Watches a table by its events and checks each view hash. It uses nothing that docs/PROTOCOL.md does not say.

watch.py ws://127.0.0.1:8080/ws rAbCdEfGh [plain]    plain: without compression
"""

import json
import sys

from websockets.sync.client import connect


def view_hash(rows, seen):
    value = 2166136261
    for place, row in rows.items():
        items = ",".join(f"{handle}={seen[handle]}" if seen.get(handle) else f"{handle}" for handle in row)
        for byte in f"{place}:{items};".encode():
            value = (value ^ byte) * 16777619 % 2**32
    return f"{value:08x}"


WRITTEN = ("text", "detail", "symbol", "color", "face", "image")  # what the hash takes of an item with content
ANEW = ("join", "sync", "resume", "behind")  # why a snapshot is told that was asked for; others are told to all
_, url, room, *plain = sys.argv
epoch, version, asked = "", 0, False  # asked: for a snapshot
with connect(url, subprotocols=["baize.v1"], compression=None if plain else "deflate") as ws:
    ws.send('{"t":"hello","name":"Watcher","role":"bot"}\n')
    ws.send(json.dumps({"t": "sub", "c": 1, "room": room, "as": "watch"}) + "\n")
    for said in (json.loads(line) for message in ws for line in message.strip().split("\n")):
        why = ""  # a snapshot is needed
        match said["t"]:
            case "no" | "gone":
                sys.exit(f"not told: {said}")
            case "snap" if said["e"] != epoch or said["v"] > version or said["why"] in ANEW:
                epoch, rows, seen, asked = said["e"], {}, {}, False
                runs = [run for region in said["regions"] for run in region["runs"]]
                moves = [("mv", [item[0] for item in run["items"]], run["in"]) for run in runs]
                told = [item for run in runs for item in run["items"] if len(item) == 2]
            case "ev" if said["v"] > version and not asked:
                why = "" if said["p"] == version else "gap"
                moves = [("mv", said.get("gone", []), None), *said["m"]]
                told = said["up"] + [[handle, ""] for handle in said["dn"]]
            case "hb" if dict(said["r"]).get(room, 0) > version:
                why = "gap"
            case _:
                continue
        if not why:
            for _, handles, place, *before in moves:
                for row in rows.values():
                    row[:] = [handle for handle in row if handle not in handles]
                row = rows.setdefault(place, [])
                at = row.index(before[0]) if before else len(row)
                row[at:at] = handles
            rows.pop(None, None)  # what is gone
            for handle, it in told:
                seen[handle] = it if isinstance(it, str) else "|".join(it.get(name, "") for name in WRITTEN)
            version, why = said["v"], "" if view_hash(rows, seen) == said["h"] else "hash"
            print(version, said.get("op", "snapshot"), said["h"], "differs" if why else "agreed", said["s"]["status"])
        if why:
            asked = True
            print("asks for a snapshot:", why)
            ws.send(json.dumps({"t": "sync", "r": room, "why": why}) + "\n")
