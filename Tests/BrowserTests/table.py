"""What a test sees and does at a table: the board in the page, the board as the server tells it, and the hand."""

import contextlib
import json
import pathlib
import time

from websockets.sync.client import connect

# A deal that a bot has won, and its moves.
GAME = json.loads((pathlib.Path(__file__).parent / "fixtures" / "won-klondike1.json").read_text())
# One game of each family that can be won, by its name: the deal, and the moves.
WON_GAMES = json.loads((pathlib.Path(__file__).parent / "fixtures" / "won-games.json").read_text())
SETTLED = "#board[data-settled=true]"
# Seconds. Where all is well nobody waits so long, however much the machine has to do.
PATIENCE = 20


def options(page):
    """Opens the options of a new table."""
    if page.locator("#options:not([open])").count():
        page.locator("#options summary").click()


def open_table(page, game="klondike1", deal=None, safe=False, access=None):
    """Deals from the lobby as a person does; the room's name. Access: left as it is chosen, or `link`, `public`…"""
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.locator(f'label:has(input[name=game][value="{game}"])').click()
    options(page)
    if deal is None:
        page.locator("label:has(input[name=kind][value=sealed])").click()
    else:
        page.locator("label:has(input[name=kind][value=open])").click()
        page.fill("input[name=n]", str(deal))
    if safe:
        page.select_option("select[name=auto]", "safe")
    if access is not None:
        page.select_option("#options select[name=access]", access)
    page.click("#open-table")
    page.locator(SETTLED + "[data-role=player]").wait_for()
    return page.get_attribute("#board", "data-room")


def watch_path(page):
    """The way to watch a table, as its player hands it out: one for a single player is private, its link has a key."""
    link = page.locator(".sending input")
    is_open = page.locator("#about[open]").count() > 0
    if not is_open:
        page.locator("#share").click()
    until(page, lambda: link.count() == 1 and link.input_value() != "")
    if not is_open:
        page.keyboard.press("Escape")
        page.locator("#about:not([open])").wait_for(state="attached")
    return link.input_value().removeprefix(page.evaluate("origin")).replace("/t/", "/watch/")


def settled(page, version=None):
    """Waits until nothing moves, at a version if one is named; the version."""
    selector = SETTLED + (f"[data-version='{version}']" if version is not None else "")
    page.locator(selector).wait_for()
    return int(page.get_attribute("#board", "data-version"))


def until(page, holds):
    """Waits until something holds of what a page's events tell the test."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "that never came"
        page.wait_for_timeout(20)


def foresees(page):
    """Waits until the rules are at hand in the page; `make wasm` makes them."""
    page.locator("#board[data-prediction=on]").wait_for()


def board(page):
    """The cards in the page: {collection: [[handle, face or None], …]}, deepest first."""
    cards = page.evaluate(
        """() => [...document.querySelectorAll(".card")].map((card) =>
             [card.dataset.in, Number(card.dataset.index), Number(card.dataset.handle), card.dataset.face ?? null])""")
    piles = {}
    for pile, _, handle, face in sorted(cards, key=lambda card: (card[0], card[1])):
        piles.setdefault(pile, []).append([handle, face])
    return piles


class Witness:
    """A client of its own that watches: what the server says of a room, with no code of ours in between."""

    def __init__(self, server, room):
        """room: its name, or the path of its watch link, which has the key of a private table"""
        self.room, _, key = room.removeprefix("/watch/").partition("#w=")
        self.stack = contextlib.ExitStack()
        self.socket = self.stack.enter_context(
            connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["baize.v1"], compression=None))
        self.lines = []
        self.say({"t": "hello", "name": "Witness", "want": []})
        self.hear("welcome")
        self.say({"t": "sub", "c": 1, "room": self.room, "as": "watch", **({"key": key} if key else {})})
        self.last = self.hear("snap")

    def say(self, message):
        self.socket.send(json.dumps(message) + "\n")

    def hear(self, kind):
        while True:
            while self.lines:
                message = self.lines.pop(0)
                if message["t"] == kind:
                    return message
            text = self.socket.recv(timeout=PATIENCE)
            self.lines += [json.loads(line) for line in text.split("\n") if line]

    def board(self):
        """The server's board, and its version, asked for now."""
        self.lines = []
        self.say({"t": "sync", "r": self.room, "why": "gap"})
        snap = self.hear("snap")
        piles = {}
        for region in snap["regions"]:
            for run in region["runs"]:
                for item in run["items"]:
                    piles.setdefault(run["in"], []).append([item[0], item[1] if len(item) > 1 else None])
        return piles, snap["v"], snap

    def close(self):
        self.stack.close()


def grip(page, handle):
    """Where to take a card: in its upper strip, which no card on it covers."""
    box = page.locator(f'.card[data-handle="{handle}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(12, box["height"] * 0.08)


def spot(page, pile):
    """Where to drop on a pile: low in a column, in the middle of anything else."""
    box = page.locator(f'.pile[data-in="{pile}"]').bounding_box()
    cards = page.locator(f'.card[data-in="{pile}"]')
    if pile.startswith("t") and cards.count():
        last = cards.last.bounding_box()
        return box["x"] + box["width"] / 2, last["y"] + last["height"] * 0.6
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"], 60) / 2


def drag(page, handle, pile, steps=6, drop=True, lifts=True):
    """Drags a card to a pile by the mouse. Waits first until the page lets it be lifted, unless `lifts` is false."""
    if lifts:
        page.locator(f'.card.liftable[data-handle="{handle}"]').wait_for()
    x, y = grip(page, handle)
    to_x, to_y = spot(page, pile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 6)
    page.mouse.move(to_x, to_y, steps=steps)
    if drop:
        page.mouse.up()


def press_stock(page):
    page.locator("#stock").click()


def play(page, move):
    """One move of GAME, by the mouse."""
    if move["op"] == "tap":
        press_stock(page)
    elif move["op"] == "finish":
        page.locator("#finish").click()
    else:
        drag(page, move["item"], move["in"], steps=3)


def top(page, pile):
    """The last card of a pile: [handle, face], or None."""
    return (board(page).get(pile) or [None])[-1]
