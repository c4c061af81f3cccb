"""Plays by hints until it is won or stuck, by docs/PROTOCOL.md alone: bot.py URL GAME [DEAL]
or in a race that gives hints: bot.py URL race LINK"""

import json
import sys
import time

from websockets.sync.client import connect


def ask(**message):
    """The answer. The event of a command comes before it, the snapshot of a `sub` behind it."""
    global count, table
    count += 1
    ws.send(json.dumps({"c": count, **message}) + "\n")
    for said in lines:
        if said["t"] in ("snap", "ev") and said["r"] == room:  # a race tells its own events beside the table's
            table = said
        elif said.get("c") == count:
            if said.get("code") in ("rate", "paused"):
                time.sleep(said.get("reset", 500) / 1000)
                return ask(**message)
            return said if said["t"] != "no" or message["t"] == "q" else sys.exit(f"refused: {said}")


_, url, game, *number = sys.argv
count, room, table, views = 0, "", {}, []
with connect(url, subprotocols=["baize.v1"]) as ws:
    lines = (json.loads(line) for text in ws for line in text.strip().split("\n"))
    ws.send('{"t":"hello","name":"Bot","role":"bot"}\n')
    if game == "race":
        room, _, key = number[0].rpartition("/")[2].partition("#p=")
        seat = ask(t="sub", room=room, key=key or None, **{"as": "play"})["seat"]
        ask(t="cmd", r=room, op="ready", on=True)
        rows = (row for said in lines for row in said.get("race", {}).get("entrants", []))
        room = next(row["room"] for row in rows if row["n"] == seat and "room" in row)
        time.sleep(0.5)  # the table is being opened
        ask(t="sub", room=room, **{"as": "play"})
        table = next(said for said in lines if said["t"] == "snap" and said["why"] == "start")
    else:
        deal = {"kind": "open", "n": number[0]} if number else {"kind": "sealed"}
        print("room", room := ask(t="open", game=game, deal=deal, access="public")["room"])
        ask(t="sub", room=room, **{"as": "play"})
    while hints := [hint for hint in ask(t="q", r=room, q="hint").get("list", []) if hint["why"] != "again"]:
        if table["h"] in views:
            break  # longer ago than a hint remembers
        views.append(table["h"])
        hint = {"op": "move", **hints[0]} if "item" in hints[0] else {"op": "tap", "in": hints[0].get("tap")}
        ask(t="cmd", r=room, **(hint if hint["in"] else {"op": "finish"}))
    end = "won" if table["s"]["status"] == "won" else "stuck"
    if end == "stuck":
        ask(t="cmd", r=room, op="resign")  # opens the deal, and lets a race end
    print(f"{end} after {len(views)} moves, at version {table['v']}")
