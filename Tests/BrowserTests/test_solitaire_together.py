"""Solitaire with two seats: Klondike's rules, two hands, somebody who watches."""

import pytest
from playwright.sync_api import expect

from boards import Gate, named, online, told, vanish, violations
from table import SETTLED, board, drag, grip, press_stock, settled, spot, top

DEAL = 166383
FOUR, ACE = 27, 0


def open_together(page, seats=2, deal=DEAL):
    """Opens Klondike for several, in the page's own name; the room's name."""
    online(page)
    return page.evaluate(
        """([seats, n]) => new Promise((done, failed) => {
             const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws", ["baize.v1"]);
             const say = (message) => socket.send(JSON.stringify(message) + "\\n");
             socket.onopen = () => say({ t: "hello", tok: localStorage.getItem("baize.tok"), name: "Ann", want: [] });
             socket.onmessage = ({ data }) => {
               for (const line of data.split("\\n").filter(Boolean)) {
                 const message = JSON.parse(line);
                 if (message.t === "welcome") {
                   const deal = { kind: "open", n };
                   say({ t: "open", c: 1, game: "klondike1", deal, safe: false, timed: false, seats });
                 }
                 if (message.t === "no") failed(new Error(line));
                 if (message.room) {
                   socket.close();
                   done(message.room);
                 }
               }
             };
           })""", [seats, deal])


@pytest.fixture
def table(visit):
    """Ann, Ben and somebody who watches, at one table."""
    return sit(visit)


def sit(visit, ben=None, **options):
    ann = visit("/", prepare=named("Ann"), **options)
    room = open_together(ann)
    ann.goto(f"/t/{room}")
    ann.locator(SETTLED + "[data-role=player]").wait_for()
    second = visit(f"/t/{room}", prepare=ben or named("Ben"), **options)
    second.locator(SETTLED + "[data-role=player]").wait_for()
    watcher = visit(f"/watch/{room}", prepare=named("Wil"), **options)
    watcher.locator(SETTLED + "[data-role=watch]").wait_for()
    return ann, second, watcher


def same(*pages):
    """Waits until all pages show the same table, with nobody's hand on it; the version."""
    for page in pages:
        expect(page.locator(".ghost-name, .card.lifted")).to_have_count(0)
    version = settled(pages[0])
    seen = pages[0].get_attribute("#board", "data-hash")
    for page in pages:
        page.locator(f"{SETTLED}[data-version='{version}'][data-hash='{seen}']").wait_for()
        assert board(page) == board(pages[0])
    return version


def is_held(page, handle, by):
    """Waits until a card is seen in somebody's hand, with the name."""
    expect(page.locator(f'.card.ghost[data-handle="{handle}"]')).to_have_count(1)
    expect(page.locator(".ghost-name")).to_have_text(by)


def test_two_play_one_game_and_see_each_others_hands(table):
    ann, ben, watcher = table
    version = same(*table)
    drag(ann, FOUR, "t2", drop=False)
    for page in (ben, watcher):
        is_held(page, FOUR, "Ann")
    # Locked for Ben; the rest is not.
    drag(ben, FOUR, "t2", drop=False)
    expect(ben.locator(".card.lifted")).to_have_count(0)
    ben.mouse.up()
    assert [violations(page) for page in table] == [[], [], []]
    drag(ben, ACE, "f1")
    settled(ben, version + 1)
    ann.mouse.up()
    settled(ann, version + 2)
    assert same(*table) == version + 2
    assert top(watcher, "t2") == [FOUR, "4C"] and top(watcher, "f1") == [ACE, "AD"]
    # Who watches lifts nothing.
    drag(watcher, FOUR, "t6", drop=False)
    expect(watcher.locator(".card.lifted")).to_have_count(0)
    watcher.mouse.up()
    watcher.keyboard.press("z")
    assert same(*table) == version + 2


def test_probe(table):
    ann, ben, watcher = table
    version = same(*table)
    drag(ann, FOUR, "t2")
    settled(ann, version + 1)
    same(*table)
    drag(ben, ACE, "f1")
    settled(ben, version + 2)
    same(*table)
    print([p.locator("#undo").is_enabled() for p in table])
    ann.locator("#undo").click()
    settled(ann, version + 3)
    same(*table)
    print(board(ann)["t6"], board(ann)["t2"], board(ann).get("f1"))
    print([p.locator("#undo").is_enabled() for p in table])
    ann.screenshot(path="/tmp/t1/sol.png")
    press_stock(ann)
    settled(ann, version + 4)
    same(*table)
    press_stock(ben)
    settled(ben, version + 5)
    print("waste", board(ben)["waste"])
    same(*table)
    ann.keyboard.press("z")
    ann.wait_for_timeout(600)
    print(ann.locator("#say").text_content(), ann.get_attribute("#board", "data-version"))
    print("waste", board(ben)["waste"])
