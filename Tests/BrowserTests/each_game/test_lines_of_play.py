"""The lines of play: what was taken back and left for something else is listed, and can be come back to."""

import json
import re

import pytest
from playwright.sync_api import expect

from boards import named, violations
from keys import to_board
from table import board, drag, open_table, press_stock, settled, until, watch_path
from test_accessibility import LISTEN
from test_looks import THEMES, wish
from test_solitaire_together import sit

DEAL = 7
TEN, FOUR = 27, 26
DIALOG = "#lines[open]"
CURRENT = f"{DIALOG} [aria-current=true]"
# How each row reads: how deep it lies, what is heard of it, and whether it lies on the table.
ROWS = """(rows) => rows.map((row) => {
  const [button] = row.children;
  const words = button.textContent.replace(/\\s+/g, " ").trim();
  return "  ".repeat(row.ariaLevel - 1) + words + (button.getAttribute("aria-current") === "true" ? " (here)" : "");
})"""
TREE = ["The deal", "1. 10 of spades to column 2", "  2. instead: 4 of spades to column 5"]
AT_STOCK = [*TREE, "2. back to: Turned the stock (here)"]
# The four lies face down again: what it did is not told.
AT_DEAL = ["The deal (here)", TREE[1], "  2. instead: Turned the stock", "2. back to: A move"]
AT_FOUR = [*TREE[:2], "  2. instead: Turned the stock", "2. back to: 4 of spades to column 5 (here)"]


def at_ten(tree):
    """The same lines with the ten on the table."""
    return [tree[0], tree[1] + " (here)", tree[2], tree[3].removesuffix(" (here)")]


def sent(pattern, found):
    """For `visit(prepare=…)`: all that the page says of that kind."""
    def hear(socket):
        socket.on("framesent", lambda text: found.extend(re.findall(pattern, text)))
    return lambda page: page.on("websocket", hear)


def between(change):
    """For `visit(prepare=…)`: each answer with lines as it is changed on its way to the page."""
    def told(text):
        lines = [json.loads(line) for line in text.split("\n") if line]
        return "".join(json.dumps(change(line) if line["t"] == "lines" else line) + "\n" for line in lines)

    def connect(socket):
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda text: socket.send(told(text) if isinstance(text, str) else text))
    return lambda page: page.route_web_socket(lambda url: url.endswith("/ws"), connect)


def rows(page):
    return page.locator(f"{DIALOG} li").evaluate_all(ROWS)


def shows(page, expected):
    until(page, lambda: rows(page) == expected)


def open_lines(page):
    page.click("#open-lines")
    page.locator(CURRENT).wait_for()


def ply(page, number):
    return page.locator(f"{DIALOG} [data-ply='{number}']")


def play_two_lines(page):
    """The ten, the four, back, and the stock turned instead: the room, and the board at each ply."""
    room = open_table(page, deal=DEAL)
    version = settled(page)
    boards = [board(page)]
    for step in [lambda: drag(page, TEN, "t1"), lambda: drag(page, FOUR, "t4"), lambda: page.click("#undo"),
                 lambda: press_stock(page)]:
        step()
        version += 1
        settled(page, version)
        boards.append(board(page))
    del boards[3]
    return room, boards


def test_what_was_left_is_come_back_to(visit):
    page = visit("/")
    _, boards = play_two_lines(page)
    version = settled(page)
    page.evaluate(LISTEN)
    open_lines(page)
    shows(page, AT_STOCK)
    expect(page.locator(CURRENT)).to_be_focused()
    for number, (tree, said) in [
        (2, (AT_FOUR, "Now at move 2 of 2.")),
        (0, (AT_DEAL, "Back to the start.")),
        (1, (at_ten(AT_FOUR), "Now at move 1 of 2.")),
        (3, (AT_STOCK, "Now at move 2 of 2.")),
        (1, (at_ten(AT_STOCK), "Back to move 1 of 2.")),
    ]:
        ply(page, number).click()
        version += 1
        settled(page, version)
        assert board(page) == boards[number]
        shows(page, tree)
        expect(ply(page, number)).to_be_focused()
        expect(page.locator(f"{DIALOG} [role=status]")).to_have_text(said)
        assert page.evaluate("() => said.splice(0)") == [said]
    page.keyboard.press("Escape")
    page.locator("#lines").wait_for(state="hidden")
    expect(page.locator("#open-lines")).to_be_focused()


@pytest.mark.sliced
def test_keys_alone_are_enough(visit):
    page = visit("/")
    _, boards = play_two_lines(page)
    version = settled(page)
    to_board(page)
    page.keyboard.press("l")
    shows(page, AT_STOCK)
    expect(page.locator(CURRENT)).to_be_focused()
    for key, number in [("ArrowUp", 2), ("ArrowUp", 1), ("ArrowUp", 0), ("ArrowUp", 0), ("End", 3), ("ArrowLeft", 1),
                        ("ArrowRight", 3), ("Home", 0), ("ArrowDown", 1), ("ArrowDown", 2)]:
        page.keyboard.press(key)
        expect(ply(page, number)).to_be_focused()
    page.keyboard.press("Enter")
    settled(page, version + 1)
    assert board(page) == boards[2]
    shows(page, AT_FOUR)
    expect(ply(page, 2)).to_be_focused()
    # One stop for Tab among them all; the next is what closes the dialog.
    assert page.locator(f"{DIALOG} li button[tabindex='0']").count() == 1
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#lines .close")).to_be_focused()
    page.keyboard.press("l")
    page.locator("#lines").wait_for(state="hidden")
    page.keyboard.press("z")
    settled(page, version + 2)
    assert board(page) == boards[1]


@pytest.mark.sliced
def test_a_press_beside_them_closes_them(visit):
    page = visit("/")
    play_two_lines(page)
    open_lines(page)
    page.locator("#lines-title").click()
    expect(page.locator(DIALOG)).to_be_visible()
    page.mouse.click(20, 400)
    expect(page.locator(DIALOG)).to_have_count(0)


def test_a_spectator_sees_the_lines_and_cannot_go_to_them(visit):
    page = visit("/")
    room, boards = play_two_lines(page)
    gone = []
    watcher = visit(watch_path(page), prepare=sent(r'"op":"go"', gone))
    version = settled(watcher)
    watcher.keyboard.press("l")
    shows(watcher, AT_STOCK)
    expect(watcher.locator(f"{DIALOG} li button:not([aria-disabled=true])")).to_have_count(0)
    # Nothing that is disabled can be clicked; a person can press it all the same. `click(force=True)` would not wait
    # until the row is painted, and before that a press hits the `li` around it.
    ply(watcher, 2).hover()
    watcher.mouse.down()
    watcher.mouse.up()
    expect(watcher.locator(f"{DIALOG} [role=status]")).to_have_text("Only players at the table can do that.")
    watcher.keyboard.press("ArrowUp")
    watcher.keyboard.press("Enter")
    assert settled(watcher) == version and board(watcher) == boards[3]
    # What the player does is seen there at once.
    open_lines(page)
    ply(page, 2).click()
    shows(watcher, AT_FOUR)
    shows(page, AT_FOUR)
    assert board(watcher) == board(page) == boards[2]
    assert gone == []


@pytest.mark.sliced
def test_they_are_there_after_a_reload_and_over_a_crash_of_the_server(visit, server):
    page = visit("/", expects_errors=True)
    _, boards = play_two_lines(page)
    page.reload()
    version = settled(page)
    open_lines(page)
    shows(page, AT_STOCK)
    server.kill()
    server.start()
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    ply(page, 2).click()
    settled(page, version + 1)
    assert board(page) == boards[2]
    shows(page, AT_FOUR)


@pytest.mark.sliced
def test_they_are_asked_for_when_opened_and_when_the_table_changed(visit):
    asked = []
    page = visit("/", prepare=sent(r'"q":"lines"', asked))
    room, _ = play_two_lines(page)
    version = settled(page)
    watching = watch_path(page)
    assert asked == []
    open_lines(page)
    assert len(asked) == 1
    for number in [1, 2, 3]:
        ply(page, number).click()
        version += 1
        settled(page, version)
        expect(ply(page, number)).to_have_attribute("aria-current", "true")
    assert len(asked) == 4
    # Somebody comes, and the table does not change.
    visit(watching).locator("#board[data-settled=true]").wait_for()
    expect(page.locator("#watchers")).to_have_text("1")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    settled(page, version + 1)
    assert len(asked) == 4


@pytest.mark.sliced
def test_they_are_closed_when_the_table_is_gone(visit, server):
    page = visit("/", expects_errors=True)
    play_two_lines(page)
    open_lines(page)
    server.kill()
    server.forget()
    server.start()
    page.locator("#panel[data-kind=gone]").wait_for()
    expect(page.locator(DIALOG)).to_have_count(0)
    expect(page.locator("#open-lines")).to_be_disabled()
    page.keyboard.press("l")
    expect(page.locator(DIALOG)).to_have_count(0)


@pytest.mark.sliced
def test_a_new_deal_has_lines_of_its_own(visit):
    page = visit("/")
    play_two_lines(page)
    other = page.context.new_page()
    other.goto(f"/t/{page.get_attribute('#board', 'data-room')}")
    settled(other)
    open_lines(page)
    other.click("#new-game")
    other.click("#new-deal")
    shows(page, ["The deal (here)"])


@pytest.mark.sliced
def test_other_peoples_moves_are_not_gone_over(visit):
    ann, ben, _ = sit(visit, deal=DEAL)
    for page, act in [(ann, lambda: drag(ann, TEN, "t1")), (ben, lambda: press_stock(ben))]:
        version = settled(page)
        act()
        for each in (ann, ben):
            settled(each, version + 1)
    open_lines(ann)
    ply(ann, 0).click()
    expect(ann.locator(f"{DIALOG} [role=status]")).to_have_text("Somebody else has moved since.")
    assert settled(ann) == version + 1
    expect(ann.locator(".toast")).to_have_count(0)
    shows(ann, ["The deal", "1. 10 of spades to column 2", "2. Turned the stock (here)"])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.sliced
def test_axe_finds_nothing(visit, theme):
    page = visit("/", prepare=named("Ann"), reduced_motion="reduce")
    room, _ = play_two_lines(page)
    watching = watch_path(page)
    wish(page, theme=theme)
    open_lines(page)
    ply(page, 2).click()
    shows(page, AT_FOUR)
    assert violations(page) == []
    watcher = visit(watching, reduced_motion="reduce")
    settled(watcher)
    wish(watcher, theme=theme)
    open_lines(watcher)
    assert violations(watcher) == []


@pytest.mark.parametrize("width, language", [(320, "de"), (360, "es"), (390, "zh"), (844, "xb")])
@pytest.mark.sliced
def test_fit_on_small_screens(visit, width, language):
    height = 390 if width == 844 else 700
    page = visit(f"/?lang={language}", viewport={"width": width, "height": height}, has_touch=True)
    open_table(page, deal=DEAL)
    settled(page)
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    tools = "(it) => it.scrollWidth - it.clientWidth"
    for _ in range(2):
        assert page.evaluate(wide) <= 0 and page.locator(".tools").evaluate(tools) <= 0
        # As it is when the rest can be played at once.
        page.locator("#finish").evaluate("(it) => { it.hidden = false; }")
    open_lines(page)
    box = page.locator(DIALOG).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0 and box["y"] + box["height"] <= height
    for button in page.locator(f"{DIALOG} button").all():
        assert button.bounding_box()["height"] >= 44
    assert page.locator(f"{DIALOG} ol").evaluate(tools) <= 0


def many(count):
    """As many plies, every tenth of them left for another."""
    plies = []
    for number in range(1, count + 1):
        parent = 0 if number == 1 else number - 2 if number % 10 == 1 else number - 1
        plies.append([number, parent, "tap", "stock"] if number % 3 else [number, parent, "move", TEN, "t1"])
    return plies


@pytest.mark.sliced
def test_a_thousand_plies_are_shown_and_gone_through(visit):
    """They come from between page and server: to play so many takes a minute."""
    plies = many(1000)
    page = visit("/", prepare=between(lambda line: {**line, "at": 995, "plies": plies}))
    play_two_lines(page)
    open_lines(page)
    expect(page.locator(f"{DIALOG} li")).to_have_count(1001)
    expect(ply(page, 995)).to_be_focused()
    expect(ply(page, 995)).to_be_in_viewport()
    # Those that are not painted yet take as much room, so that none moves when it comes into sight.
    heights = page.locator(f"{DIALOG} li").evaluate_all("(rows) => rows.map((it) => it.offsetHeight)")
    assert max(heights) - min(heights) <= 1
    for key, number in [("Home", 0), ("End", 1000)]:
        page.keyboard.press(key)
        expect(ply(page, number)).to_be_focused()
        expect(ply(page, number)).to_be_in_viewport()


@pytest.mark.sliced
def test_what_cannot_be_answered_now_is_asked_again(visit):
    told = []

    def refuse_once(line):
        told.append(line)
        refusal = {"t": "no", "c": line["c"], "r": line["r"], "code": "rate", "reset": 20}
        return refusal if len(told) == 1 else line

    page = visit("/", prepare=between(refuse_once))
    play_two_lines(page)
    open_lines(page)
    shows(page, AT_STOCK)
    assert len(told) == 2


@pytest.mark.sliced
def test_what_is_refused_for_good_is_said_and_not_asked_again(visit):
    told = []

    def refuse(line):
        told.append(line)
        return {"t": "no", "c": line["c"], "r": line["r"], "code": "bad", "why": "no such question"}

    page = visit("/", prepare=between(refuse))
    play_two_lines(page)
    path = watch_path(page)
    page.click("#open-lines")
    expect(page.locator(f"{DIALOG} [role=status]")).to_have_text("The server did not understand that.")
    # Whatever is heard of the table meanwhile.
    visit(path).locator("#board[data-settled=true]").wait_for()
    expect(page.locator("#watchers")).to_have_text("1")
    assert len(told) == 1 and rows(page) == []


@pytest.mark.parametrize("no, words", [
    ({"code": "rate", "reset": 600_000}, ""), ({"code": "bad"}, "The server did not understand that.")])
@pytest.mark.sliced
def test_what_was_refused_is_asked_again_when_the_dialog_is_opened_again(visit, no, words):
    refusing = [True]

    def change(line):
        return {"t": "no", "c": line["c"], **no} if refusing[0] else line

    page = visit("/", prepare=between(change))
    open_table(page, deal=DEAL)
    for _ in range(2):
        page.keyboard.press("l")
        page.locator(DIALOG).wait_for()
        expect(page.locator(f"{DIALOG} .said")).to_have_text(words)
        page.keyboard.press("Escape")
        page.locator(DIALOG).wait_for(state="hidden")
    refusing[0] = False
    page.keyboard.press("l")
    expect(page.locator(f"{DIALOG} li")).to_have_count(1)
