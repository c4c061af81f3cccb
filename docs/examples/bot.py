"""Opens a table and plays by hints until it is won or stuck. It uses nothing that docs/PROTOCOL.md does not say.

bot.py ws://127.0.0.1:8080/ws klondike1 [7]    a game, and the number of its deal or a sealed one
"""

import json
import sys
import time

from websockets.sync.client import connect


class Player:
    def __init__(self, ws):
        self.ws, self.c, self.table = ws, 0, None  # the newest snapshot or event
        self.say(t="hello", name="Bot", role="bot")

    def say(self, **message):
        self.ws.send(json.dumps(message) + "\n")

    def ask(self, **message):
        """The answer. The event of a command comes before it, the snapshot of a `sub` behind it."""
        self.c += 1
        self.say(c=self.c, **message)
        answer = None
        while not answer:
            for said in map(json.loads, self.ws.recv(timeout=35).splitlines()):
                if said["t"] in ("snap", "ev"):
                    self.table = said
                elif said.get("c") == self.c and said.get("code") in ("rate", "paused"):
                    time.sleep(said.get("reset", 500) / 1000)
                    self.say(c=self.c, **message)
                elif said.get("c") == self.c:
                    answer = said
        return answer if answer["t"] != "no" else sys.exit(f"refused: {answer}")


def command_of(hint):
    if "item" in hint:
        return {"op": "move", "item": hint["item"], "in": hint["in"]}
    return {"op": "tap", "in": hint["tap"]} if "tap" in hint else {"op": "finish"}


def main(url, game, number=""):
    with connect(url, subprotocols=["baize.v1"]) as ws:
        player, views, moves = Player(ws), set(), 0
        deal = {"kind": "open", "n": number} if number else {"kind": "sealed"}
        room = player.ask(t="open", game=game, deal=deal)["room"]
        print("room", room, flush=True)
        player.ask(t="sub", room=room, **{"as": "play"})
        while hints := [hint for hint in player.ask(t="q", r=room, q="hint")["list"] if hint["why"] != "again"]:
            if player.table["h"] in views:
                break  # longer ago than a hint remembers
            views.add(player.table["h"])
            player.ask(t="cmd", r=room, **command_of(hints[0]))
            moves += 1
        end = "won" if player.table["s"]["status"] == "won" else "stuck"
        print(f"{end} after {moves} moves, at version {player.table['v']}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
