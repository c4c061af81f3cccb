"""Opens a table and plays by hints until it is won or stuck. It uses nothing that docs/PROTOCOL.md does not say.

bot.py ws://127.0.0.1:8080/ws klondike1 [7]    a game, and the number of its deal or a sealed one
"""

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
        if said["t"] in ("snap", "ev"):
            table = said
        elif said.get("c") == count:
            if said.get("code") in ("rate", "paused"):
                time.sleep(said.get("reset", 500) / 1000)
                return ask(**message)
            return said if said["t"] != "no" else sys.exit(f"refused: {said}")


_, url, game, *number = sys.argv
count, table, views = 0, {}, []
with connect(url, subprotocols=["baize.v1"]) as ws:
    lines = (json.loads(line) for text in ws for line in text.strip().split("\n"))
    ws.send('{"t":"hello","name":"Bot","role":"bot"}\n')
    deal = {"kind": "open", "n": number[0]} if number else {"kind": "sealed"}
    room = ask(t="open", game=game, deal=deal)["room"]
    print("room", room)
    ask(t="sub", room=room, **{"as": "play"})
    while hints := [hint for hint in ask(t="q", r=room, q="hint")["list"] if hint["why"] != "again"]:
        if table["h"] in views:
            break  # longer ago than a hint remembers
        views.append(table["h"])
        match hints[0]:
            case {"item": item, "in": place}:
                ask(t="cmd", r=room, op="move", item=item, **{"in": place})
            case {"tap": place}:
                ask(t="cmd", r=room, op="tap", **{"in": place})
            case _:
                ask(t="cmd", r=room, op="finish")
    end = "won" if table["s"]["status"] == "won" else "stuck"
    print(f"{end} after {len(views)} moves, at version {table['v']}")
