"""Every game that the server offers, in a real browser: it is laid out whole, and can be played by dragging, by tapping
and from the list of destinations. What is legal is read off the wire, so no game is known here but by its name."""

import json

import pytest
from playwright.sync_api import expect

from boards import violations
from table import Witness, drag, foresees, press_stock, settled, spot, until, watch_path
from websockets.sync.client import connect

GAMES = """klondike1 klondike3 vegas1 vegas3 thoughtful doubleklondike freecell bakers eightoff seahaven spider1 spider2
    spider4 spiderette simplesimon yukon russian scorpion canfield fortythieves easthaven westcliff golf tripeaks
    pyramid fan beleagueredcastle accordion freecell:cells=3 golf:kings=queen""".split()
# One of each family, for `make test`; the others lie in its slices.
FAMILIES = ("klondike3", "freecell", "spider2", "yukon", "canfield", "golf", "pyramid", "accordion")
PHONE = {"width": 390, "height": 844}
MOVES = 6


class Dealer:
    """Opens a table by the wire; a page with its token sits there."""

    def __init__(self, server, game, deal=7):
        address = f"ws://127.0.0.1:{server.port}/ws"
        with connect(address, subprotocols=["baize.v1"], compression=None) as socket:
            socket.send(json.dumps({"t": "hello", "name": "Dealer", "want": []}) + "\n")
            self.token = self.hear(socket, "welcome")["tok"]
            asked = {"t": "open", "c": 1, "game": game, "deal": {"kind": "open", "n": deal}, "seats": 1}
            socket.send(json.dumps(asked) + "\n")
            self.room = self.hear(socket, "ok")["room"]

    @staticmethod
    def hear(socket, *kinds):
        while True:
            for line in socket.recv(timeout=10).split("\n"):
                if line and json.loads(line)["t"] in kinds:
                    return json.loads(line)


class Wire:
    """The legal destinations as the page was told them last."""

    def __init__(self, page):
        self.dests = None
        page.on("websocket", lambda socket: socket.on("framereceived", self.hear))

    def hear(self, text):
        for line in text.split("\n") if isinstance(text, str) else ():
            message = json.loads(line) if line else {}
            if message.get("t") == "dests":
                self.dests = message


def sit(visit, server, game, prepare_too=lambda page: None, **options):
    """A page at a fresh table of a game, and what it hears."""
    dealer = Dealer(server, game)
    wires = []

    def prepare(page):
        wires.append(Wire(page))
        page.add_init_script(f"localStorage.setItem('baize.tok', {json.dumps(dealer.token)})")
        prepare_too(page)

    page = visit(f"/t/{dealer.room}", prepare=prepare, **options)
    page.locator("#board[data-role=player]").wait_for()
    settled(page)
    return page, dealer.room, wires[0]


def told(page, wire):
    """What may be done with the table as it is shown."""
    version = settled(page)
    until(page, lambda: wire.dests and wire.dests["v"] >= version)
    return wire.dests


def moves(dests):
    return [(entry[0], to.rstrip("!")) for entry in dests["d"] for to in entry[1:]]


def seen(page, handle):
    """The card that is seen where this one lies: of a squared pile its top."""
    return page.evaluate("""(handle) => {
      const card = document.querySelector(`.card[data-handle="${handle}"]`);
      const there = [...document.querySelectorAll(`.card[data-in="${card.dataset.in}"]`)]
        .filter((it) => it.style.transform === card.style.transform);
      return Number(there.sort((a, b) => b.dataset.index - a.dataset.index)[0].dataset.handle);
    }""", handle)


def tap(page, handle, pile):
    """The card, then where it shall go."""
    page.mouse.click(*grip_of(page, handle))
    page.locator(f'.card.selected[data-handle="{handle}"]').wait_for()
    page.mouse.click(*spot(page, pile))


def grip_of(page, handle):
    box = page.locator(f'.card[data-handle="{handle}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(6, box["height"] * 0.05)


def choose(page, handle, pile):
    """From the list of destinations."""
    page.mouse.click(*grip_of(page, handle))
    page.locator(f'.card.selected[data-handle="{handle}"]').wait_for()
    page.keyboard.press("m")
    page.locator(f'#move-menu .stop[data-in="{pile}"]').click()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.gate("klondike3", "spider2", "canfield", "pyramid")
def test_is_laid_out_and_played(visit, server, game):
    page, room, wire = sit(visit, server, game)
    foresees(page)
    assert violations(page) == []
    ways = [drag, tap, choose]
    for turn in range(MOVES):
        dests = told(page, wire)
        legal = moves(dests)
        before = dests["v"]
        if dests["tap"] and (not legal or turn == 2):
            press_stock(page)
        elif legal:
            handle, pile = legal[turn * 7 % len(legal)]
            ways[turn % len(ways)](page, seen(page, handle), pile)
        else:
            pytest.fail(f"nothing can be done after {turn} moves: this deal is no good for the test")
        until(page, lambda v=before: int(page.get_attribute("#board", "data-version")) > v)
    witness = Witness(server, watch_path(page))
    version = settled(page)
    assert (witness.last["v"], witness.last["h"]) == (version, page.get_attribute("#board", "data-hash"))
    witness.close()
    assert inside(page)
    page.keyboard.press("h")
    # A hint, or the message that there is no hint.
    page.locator(".toast").first.wait_for()
    assert violations(page) == []
    assert page.locator("#moves").inner_text() == str(witness.last["s"]["moves"]) != "0"
    # The rules at hand in the page said the same as the server, all the time.
    assert page.get_attribute("#board", "data-disagreements") == "0"
    assert page.get_attribute("#board", "data-prediction") == "on"


@pytest.mark.parametrize("game", ["freecell", "spider4", "pyramid", "accordion"])
@pytest.mark.gate("freecell")
def test_one_tap_of_a_finger_plays_the_best_move(visit, server, game):
    page, _, wire = sit(visit, server, game, viewport=PHONE, has_touch=True)
    before = told(page, wire)
    handle, best = next((entry[0], entry[1].rstrip("!")) for entry in before["d"] if len(entry) > 1)
    home = page.get_attribute(f'.card[data-handle="{handle}"]', "data-in")
    page.touchscreen.tap(*grip_of(page, handle))
    until(page, lambda: int(page.get_attribute("#board", "data-version")) > before["v"])
    settled(page)
    lies = page.get_attribute(f'.card[data-handle="{handle}"]', "data-in")
    # Two cards that go together go away.
    assert lies == (best if game != "pyramid" else "f0") and lies != home
    assert inside(page)


def inside(page):
    """Whether the whole board, and every card that is seen, lies on the page."""
    return page.evaluate("""() => {
      const felt = document.querySelector(".felt").getBoundingClientRect();
      const all = [document.querySelector("#board"), ...document.querySelectorAll(".card:not(.deep)")];
      return all.every((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return left >= felt.left - 1 && right <= felt.right + 1 && top >= felt.top - 1 && bottom <= felt.bottom + 1;
      });
    }""")


@pytest.mark.sliced
def test_is_played_by_keys_alone(visit, server):
    page, _, wire = sit(visit, server, "freecell")
    dests = told(page, wire)
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.closest('#board')"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    handle = int(page.evaluate("document.activeElement.dataset.handle"))
    legal = next([to.rstrip("!") for to in entry[1:]] for entry in dests["d"] if entry[0] == handle)
    page.keyboard.press("Enter")
    for _ in range(20):
        if page.locator(".pile.over[data-in=c2]").count():
            break
        page.keyboard.press("ArrowRight")
    assert "c2" in legal
    page.keyboard.press("Enter")
    until(page, lambda: page.get_attribute(f'.card[data-handle="{handle}"]', "data-in") == "c2")
    # The focus goes with the card.
    assert int(page.evaluate("document.activeElement.dataset.handle")) == handle
    assert "cell 3" in page.evaluate("document.activeElement.getAttribute('aria-label')")


@pytest.mark.parametrize("game", ["freecell", "thoughtful", "canfield", "pyramid", "accordion"])
@pytest.mark.gate("pyramid")
def test_can_be_read_by_all(visit, server, game):
    page, _, wire = sit(visit, server, game)
    told(page, wire)
    assert violations(page) == []
    # Whatever lies open is told of, and nothing that lies hidden.
    heard = page.evaluate("""() => [...document.querySelectorAll('.card:not([aria-hidden=true])')].map(
        (card) => [card.dataset.face ?? null, card.getAttribute('aria-label')])""")
    assert heard and all(face and " of " in label for face, label in heard)


def heard_in(page, pile):
    """The faces of the cards of a pile that a screen reader comes to."""
    return page.locator(f".card[data-in={pile}]:not([aria-hidden=true])").evaluate_all(
        "(all) => all.map((it) => it.dataset.face)")


def test_only_the_top_of_a_squared_pile_is_heard_whatever_came_and_went(visit, server):
    page, _, wire = sit(visit, server, "klondike1")
    tops = []
    for _ in range(3):
        version = told(page, wire)["v"]
        press_stock(page)
        settled(page, version + 1)
        tops += heard_in(page, "waste")
        assert len(tops) == len(set(tops)) and heard_in(page, "waste") == tops[-1:]
    # The one below comes to light without another name.
    for top in reversed(tops[:-1]):
        version = told(page, wire)["v"]
        page.keyboard.press("z")
        settled(page, version + 1)
        assert heard_in(page, "waste") == [top]


@pytest.mark.sliced
def test_a_streak_is_shown_beside_the_score_as_long_as_it_lasts(visit, server):
    page, _, wire = sit(visit, server, "tripeaks", viewport=PHONE)
    streak = page.locator("#streak")
    expect(streak).to_be_hidden()
    length = 0
    while length < 2:
        dests = told(page, wire)
        if moves(dests):
            handle, pile = moves(dests)[0]
            drag(page, handle, pile)
            length += 1
        else:
            press_stock(page)
            length = 0
        settled(page, dests["v"] + 1)
        if length:
            expect(streak).to_have_text(str(length))
            expect(streak).to_be_visible()
        else:
            expect(streak).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    stats = [box["x"] + box["width"] for box in (it.bounding_box() for it in page.locator(".stats dd:visible").all())]
    assert max(stats) <= page.locator("#connection").bounding_box()["x"]
    assert violations(page) == []
    press_stock(page)
    expect(streak).to_be_hidden()


@pytest.mark.sliced
def test_two_cards_that_go_together_are_hinted_at_once_each(visit, server):
    page, _, wire = sit(visit, server, "pyramid")
    told(page, wire)
    heard = []
    while not heard or heard[-1] not in heard[:-1]:
        page.keyboard.press("h")
        said = page.locator("#say")
        expect(said).not_to_have_text(heard[-1] if heard else "")
        heard.append(said.inner_text())
    pairs = [frozenset(text.removesuffix(" go together.").lower().split(" and "))
             for text in heard[:-1] if text.endswith(" go together.")]
    assert pairs and len(pairs) == len(set(pairs))


@pytest.mark.sliced
def test_has_a_list_of_places_that_can_be_read_by_all(visit, server):
    page, _, wire = sit(visit, server, "freecell")
    handle = told(page, wire)["d"][0][0]
    page.mouse.click(*grip_of(page, handle))
    page.keyboard.press("m")
    page.locator("#move-menu[open]").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#move-menu[open]").wait_for(state="detached")
