"""Small boards in the lobby: they move when their tables move, and who has them on the screen watches nobody."""

import contextlib
import json

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from boards import online, violations
from table import GAME, PATIENCE, SETTLED, until

DEAL = {"kind": "open", "n": GAME["deal"]} if isinstance(GAME["deal"], int) else GAME["deal"]
PIXELS = "(canvas) => canvas.toDataURL()"


class Host:
    """Somebody who has opened a table that everybody may see, and plays there."""

    def __init__(self, stack, server, game=None, deals=True):
        self.socket = stack.enter_context(
            connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["baize.v1"], compression=None))
        self.asked = 0
        self.say({"t": "hello", "name": "Host", "want": []})
        opening = {"game": game or GAME["game"], **({"deal": DEAL} if deals else {}), "seats": 1, "access": "public"}
        self.room = self.ask({"t": "open", **opening})["room"]
        self.ask({"t": "sub", "room": self.room, "as": "play"})
        self.moves = iter(GAME["moves"])

    def say(self, message):
        self.socket.send(json.dumps(message) + "\n")

    def ask(self, message):
        """The answer, an `ok`; what else was told meanwhile is not kept."""
        self.asked += 1
        self.say({**message, "c": self.asked})
        while True:
            for line in self.socket.recv(timeout=PATIENCE).splitlines():
                answer = json.loads(line)
                if answer.get("c") == self.asked:
                    assert answer["t"] == "ok", answer
                    return answer

    def move(self):
        """One move of a game; the version after it."""
        return self.ask({"t": "cmd", "r": self.room, **next(self.moves)})["v"]


@pytest.fixture
def hosts(server):
    """Opens tables of other people."""
    with contextlib.ExitStack() as stack:
        yield lambda *how, **more: Host(stack, server, *how, **more)


class Said:
    """For `visit(prepare=…)`: what a page says of tables over its sockets, as (word, room)."""

    def __init__(self):
        self.all = []
        self.sockets = 0
        self.socket = None

    def __call__(self, page):
        page.route_web_socket(lambda url: url.endswith("/ws"), self._connect)

    def _connect(self, socket):
        self.sockets += 1
        self.socket = socket
        server = socket.connect_to_server()
        server.on_message(socket.send)
        socket.on_message(lambda text: (self._note(text), server.send(text)))

    def _note(self, text):
        for message in map(json.loads, text.splitlines()):
            if message["t"] in ("sub", "unsub"):
                self.all.append((message.get("as", "unsub"), message["room"]))

    @property
    def following(self):
        """The tables that are followed now."""
        rooms = []
        for word, room in self.all:
            if word == "mini":
                rooms.append(room)
            elif room in rooms:
                rooms.remove(room)
        return rooms


def mini(page, room):
    return page.locator(f"#tables > li[data-room={room}] .mini")


def drawn(page, room, version):
    expect(mini(page, room)).to_have_attribute("data-version", str(version))


def hide(page, hidden=True):
    """As if another tab were in front."""
    page.evaluate("""(state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""", "hidden" if hidden else "visible")


TALL = {"width": 1280, "height": 5600}


def test_a_small_board_moves_with_its_table_and_is_not_counted(visit, hosts):
    host = hosts()
    said = Said()
    page = visit("/", prepare=said, viewport=TALL)
    drawn(page, host.room, 1)
    before = mini(page, host.room).locator("canvas").evaluate(PIXELS)
    for _ in range(3):
        version = host.move()
    drawn(page, host.room, version)
    assert mini(page, host.room).locator("canvas").evaluate(PIXELS) != before
    expect(page.locator(f"#tables > li[data-room={host.room}]")).to_contain_text("0 watching")
    assert said.sockets == 1 and said.all == [("mini", host.room)]
    assert violations(page) == []


def test_a_press_on_it_watches_the_table(visit, hosts):
    host = hosts()
    said = Said()
    page = visit("/", prepare=said, viewport=TALL)
    drawn(page, host.room, 1)
    mini(page, host.room).click()
    page.locator(SETTLED + f"[data-role=watch][data-room={host.room}]").wait_for()
    # First it is left, then watched: else the page would lose the table that it shows.
    assert said.all == [("mini", host.room), ("unsub", host.room), ("watch", host.room)]
    page.locator(f"#board[data-version='{host.move()}']").wait_for()
    page.go_back()
    # The link of the picture lies over the words.
    page.locator(f"#tables > li[data-room={host.room}] .who").click(force=True)
    page.locator(SETTLED + "[data-role=watch]").wait_for()


@pytest.mark.sliced
def test_the_button_of_a_board_takes_a_seat_and_the_rest_of_its_row_watches(visit, hosts):
    room = hosts("fruits", deals=False).room
    page = visit("/", viewport=TALL)
    drawn(page, room, 1)
    expect(mini(page, room)).to_have_attribute("href", f"/watch/{room}")


def test_it_stops_while_nobody_can_see_it(visit, hosts):
    host = hosts()
    said = Said()
    page = visit("/", prepare=said, viewport=TALL)
    drawn(page, host.room, 1)
    hide(page)
    until(page, lambda: said.all == [("mini", host.room), ("unsub", host.room)])
    version = host.move()
    hide(page, hidden=False)
    drawn(page, host.room, version)


@pytest.mark.sliced
def test_only_tables_on_the_screen_are_followed(visit, hosts):
    rooms = [hosts().room for _ in range(12)]
    said = Said()
    page = visit("/", prepare=said, viewport={"width": 390, "height": 664})
    expect(page.locator("#tables > li")).to_have_count(len(rooms))
    page.wait_for_timeout(700)
    assert said.all == []
    page.locator("#tables > li").first.scroll_into_view_if_needed()
    until(page, lambda: 0 < len(said.following) < len(rooms))
    seen = set(said.following)
    page.locator("#tables > li").last.scroll_into_view_if_needed()
    until(page, lambda: not seen <= set(said.following))


@pytest.mark.sliced
def test_forty_tables_are_not_too_many(visit, hosts):
    rooms = {hosts().room for _ in range(40)}
    said = Said()
    page = visit("/", prepare=said, viewport=TALL)
    expect(page.locator("#tables .mini[data-version]")).to_have_count(32)
    assert len(said.following) == 32 and set(said.following) <= rooms
    # All of them are left at once, and the table that is watched then is let in.
    page.locator("#tables a.button").last.click()
    page.locator(SETTLED + "[data-role=watch]").wait_for()
    assert said.following == []


@pytest.mark.sliced
def test_a_table_that_cannot_be_seen_has_no_picture_and_the_others_go_on(visit, hosts, server):
    host, other = hosts(), hosts()

    def refuse(page):
        def hear(socket):
            line = socket.connect_to_server()
            line.on_message(socket.send)

            def say(text):
                for each in text.splitlines():
                    message = json.loads(each)
                    if message["t"] == "sub" and message["room"] == host.room:
                        answer = {"t": "no", "c": message["c"], "code": "role", "why": "key"}
                        socket.send(json.dumps(answer) + "\n")
                    else:
                        line.send(each + "\n")
            socket.on_message(say)
        page.route_web_socket(lambda url: url.endswith("/ws"), hear)

    page = visit("/", prepare=refuse, viewport=TALL)
    drawn(page, other.room, 1)
    expect(mini(page, host.room)).to_have_class("mini none")
    drawn(page, other.room, other.move())
    page.locator(f"#tables > li[data-room={host.room}] a.button").wait_for()


@pytest.mark.sliced
def test_they_go_on_after_a_lost_connection(visit, hosts):
    host = hosts()
    said = Said()
    page = visit("/", prepare=said, viewport=TALL)
    drawn(page, host.room, 1)
    said.socket.close(code=1001)
    until(page, lambda: said.sockets == 2)
    online(page)
    drawn(page, host.room, host.move())


@pytest.mark.sliced
def test_another_theme_is_seen_at_once(visit, hosts):
    host = hosts()
    page = visit("/", viewport=TALL)
    drawn(page, host.room, 1)
    before = mini(page, host.room).locator("canvas").evaluate(PIXELS)
    page.evaluate("() => bundled['/js/settings.js'].settings.set('back', 'rings')")
    until(page, lambda: mini(page, host.room).locator("canvas").evaluate(PIXELS) != before)
