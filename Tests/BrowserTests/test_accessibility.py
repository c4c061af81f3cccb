"""What a screen reader makes of the pages: the tree of each that is kept as text, all that the live region says in a
game, and what axe finds on pages that other tests do not come to."""

import itertools
import json

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from boards import named, online, violations
from golden import compare
from keys import carry, go_to, to_board
from table import GAME, drag, grip, open_table, play, press_stock, settled, watch_path
from test_all_games import Dealer
from test_looks import THEMES, wish
from test_solitaire_together import same, sit

DEAL = 7
# All that the live region ever says, in the order in which it says it.
LISTEN = """() => { window.said = [];
  // Also in a dialog. What is said again ends with a blank.
  for (const region of document.querySelectorAll("#say, .said")) {
    new MutationObserver(() => { if (region.textContent !== "") said.push(region.textContent.trim()); })
      .observe(region, { childList: true, characterData: true, subtree: true });
  } }"""


# Trees

def tree(page, name, selector="body"):
    compare(f"{name}.aria.yml", page.locator(selector).aria_snapshot())


def klondike(visit, **options):
    """A table of Klondike as it was dealt, and nothing moves on it."""
    options.setdefault("reduced_motion", "reduce")
    page = visit("/", prepare=named("Ann"), **options)
    open_table(page, deal=DEAL)
    settled(page)
    page.locator(".card.liftable").first.wait_for()
    return page


def test_the_tree_of_the_lobby(visit):
    page = visit("/", prepare=named("Ann"))
    online(page)
    page.locator("#new-table .games label").first.wait_for()
    tree(page, "lobby")


def test_the_tree_of_a_table_and_of_its_dialogs(visit):
    page = klondike(visit)
    tree(page, "klondike")
    page.mouse.click(*grip(page, 27))
    page.keyboard.press("m")
    page.locator("#move-menu[open]").wait_for()
    tree(page, "klondike-places", "#move-menu")
    page.keyboard.press("Escape")
    press_stock(page)
    settled(page, 2)
    page.click("#new-game")
    page.locator("#fresh[open]").wait_for()
    tree(page, "klondike-new", "#fresh")


@pytest.mark.sliced
def test_the_tree_of_the_settings(visit):
    page = visit("/", prepare=named("Ann"))
    online(page)
    page.click("#open-settings")
    page.locator("#settings[open]").wait_for()
    tree(page, "settings", "#settings")


@pytest.mark.parametrize("path, name", [("/rules", "rules"), ("/rules/klondike1", "rules-klondike")])
@pytest.mark.sliced
def test_the_tree_of_the_rules(visit, path, name):
    page = visit(path)
    page.locator(".rules-body li").first.wait_for()
    tree(page, name, "main")


# The live region

class Log:
    """What the live region said, by what was done."""

    def __init__(self, page):
        self.page = page
        self.lines = []

    def note(self, done, version=None):
        """To be called when something was done, with the version that it leads to if it is a move."""
        settled(self.page, version)
        said = self.page.evaluate("() => said.splice(0)")
        self.lines += [f"{done}:", *(f"  {text}" for text in said)]


def test_what_the_live_region_says_in_a_game_of_klondike(visit):
    page = klondike(visit)
    page.evaluate(LISTEN)
    log = Log(page)
    version = settled(page)
    to_board(page)
    for key in ["ArrowRight", "ArrowDown"]:
        page.keyboard.press(key)
    log.note("arrow keys, which the focus speaks for")
    go_to(page, 27, "t6")
    page.keyboard.press("Space")
    page.locator(".pile.over").wait_for()
    log.note("Space on the 10 of spades")
    page.keyboard.press("ArrowRight")
    log.note("the next place: there is one only")
    page.keyboard.press("Escape")
    log.note("Escape")
    carry(page, "t1")
    version += 1
    log.note("Space, Enter", version)
    page.keyboard.press("z")
    version += 1
    log.note("Z", version)
    page.keyboard.press("z")
    log.note("Z again, where nothing was played")
    page.keyboard.press("y")
    version += 1
    log.note("Y", version)
    page.keyboard.press("d")
    version += 1
    log.note("D", version)
    page.keyboard.press("h")
    page.locator(".card.hinted, .pile.hint-target").first.wait_for()
    log.note("H")
    page.keyboard.press("h")
    log.note("H again")
    top = page.locator(".card[data-in=waste]").last.get_attribute("data-handle")
    go_to(page, int(top), "waste")
    page.keyboard.press("f")
    log.note("F on a card that no foundation takes")
    page.keyboard.press("f")
    log.note("F again")
    page.keyboard.press("f")
    log.note("F once more")
    page.keyboard.press("m")
    log.note("M on a card that goes nowhere")
    go_to(page, 0, "t0")
    page.keyboard.press("Space")
    log.note("Space on a card that goes nowhere")
    # By the pointer: what is lifted, where it goes, why not, and back.
    drag(page, 0, "t3")
    # Why not, the server says, and the table is settled meanwhile.
    expect(page.locator("#say")).not_to_have_text("Lifted jack of spades.")
    log.note("the jack of spades dragged onto the 5 of spades")
    page.mouse.click(*grip(page, 26))
    log.note("a tap on what lies open now in the last column")
    page.keyboard.press("Escape")
    log.note("Escape")
    for move in GAME["moves"][1:3]:
        play(page, move)
        version += 1
        log.note(f"the {'second' if move is GAME['moves'][1] else 'third'} move of the game dragged", version)
    page.click("#new-game")
    page.click("#restart")
    version += 1
    log.note("this deal from the start", version)
    page.keyboard.press("Control+z")
    version += 1
    log.note("Control and Z", version)
    page.click("#new-game")
    page.click("#new-deal")
    expect(page.locator("h1.title")).to_have_text(f"Klondike, draw 1 · deal {DEAL + 1}")
    log.note("the next deal")
    compare("klondike.live.txt", "\n".join(log.lines))


@pytest.mark.sliced
def test_the_live_region_says_what_goes_up_by_itself(visit, server):
    page = at(visit, Dealer(server, "klondike1", DEAL), "baize")
    page.evaluate(LISTEN)
    page.click("#share")
    page.select_option("#auto", "all")
    page.keyboard.press("Escape")
    # The ace of spades is the last card of the stock that is turned before it goes up at once.
    while page.locator(".card[data-in=f3]").count() == 0:
        version = settled(page)
        page.keyboard.press("d")
        settled(page, version + 1)
    assert page.evaluate("said").pop() == "Ace of spades to spades foundation."


def test_what_others_do_at_a_table_is_said_with_their_name(visit):
    ann, ben, watcher = sit(visit, deal=DEAL)
    for page in (ann, ben, watcher):
        page.evaluate(LISTEN)
    version = same(ann, ben, watcher)
    drag(ann, 27, "t1")
    assert same(ann, ben, watcher) > version
    for page in (ben, watcher):
        assert page.evaluate("said") == ["Ann: 10 of spades to column 2. 4 of spades turned up."]
    assert ann.evaluate("said") == ["Lifted 10 of spades.", "10 of spades to column 2.", "4 of spades turned up."]


@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.sliced
def test_who_opens_a_table_begins_at_its_heading(visit, watching):
    page = klondike(visit)
    heading = "document.activeElement.matches('h1.title')"
    assert page.evaluate(heading)
    if watching:
        other = visit(watch_path(page))
    else:
        other = page
        other.reload()
    other.locator("#board[data-settled=true]").wait_for()
    assert other.evaluate(heading)
    # Keys mean there what they mean on the table.
    version = settled(page)
    page.keyboard.press("d")
    settled(page, version + 1)


# What axe finds

# For a dealer that plays a whole game over the wire at once.
FAST = pytest.mark.settings("--commands-burst", "200", "--messages-burst", "400")


def won(server, moves=None):
    """A table at which GAME, or other moves, were played over the wire: its room and the player's token."""
    dealer = Dealer(server, "klondike1", GAME["deal"])
    with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["baize.v1"], compression=None) as socket:
        def say(message):
            socket.send(json.dumps(message) + "\n")

        say({"t": "hello", "tok": dealer.token, "name": "Ann", "want": []})
        Dealer.hear(socket, "welcome")
        say({"t": "sub", "c": 1, "room": dealer.room, "as": "play"})
        Dealer.hear(socket, "snap")
        count = itertools.count(2)
        for move in GAME["moves"] if moves is None else moves:
            say({"t": "cmd", "c": next(count), "r": dealer.room, **move})
            answer = Dealer.hear(socket, "ok", "no")
            assert answer["t"] == "ok", (move, answer)
    return dealer


def at(visit, dealer, theme, **options):
    """A page with the dealer's token, in a theme."""
    options.setdefault("reduced_motion", "reduce")
    script = f"""localStorage.setItem("baize.tok", {json.dumps(dealer.token)});"""
    page = visit(f"/t/{dealer.room}", prepare=lambda page: page.add_init_script(script), expects_errors=True,
                 **options)
    page.locator("#board[data-role=player]").wait_for()
    wish(page, theme=theme)
    return page


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.gate("baize")
@FAST
def test_axe_finds_nothing_on_a_table_from_the_first_move_to_the_end(visit, server, theme):
    page = at(visit, won(server), theme)
    page.locator("#panel[data-kind=won]").wait_for()
    assert violations(page) == []
    page.click("#panel-new")
    page.locator("#board[data-status=playing][data-settled=true]").wait_for()
    page.locator(".card.liftable").first.wait_for()
    assert violations(page) == []
    page.keyboard.press("h")
    page.locator(".hinted, .hint-target").first.wait_for()
    assert violations(page) == []
    page.click("#share")
    page.locator("#about[open]").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    version = settled(page)
    press_stock(page)
    settled(page, version + 1)
    page.click("#new-game")
    page.locator("#fresh[open]").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    other = visit(watch_path(page), expects_errors=True)
    other.locator(".banner:not([hidden])").wait_for()
    wish(other, theme=theme)
    assert violations(other) == []
    server.kill()
    server.forget()
    server.start()
    for each in (page, other):
        each.locator("#panel[data-kind=gone]").wait_for()
        assert violations(each) == []


@pytest.mark.parametrize("width, height", [(844, 390), (390, 844), (320, 568)])
@pytest.mark.gate("320-568")
def test_axe_finds_nothing_on_a_phone_however_it_is_held(visit, width, height):
    page = klondike(visit, viewport={"width": width, "height": height})
    assert violations(page) == []
    names = page.locator(".tools").aria_snapshot()
    for name in ["Undo", "Redo", "History", "Hint", "New", "Invite"]:
        assert f'button "{name}"' in names, names
    watcher = visit(watch_path(page), viewport={"width": width, "height": height})
    watcher.locator(".banner:not([hidden])").wait_for()
    assert violations(watcher) == []
    # What has no room for its word has the word all the same.
    terms = watcher.locator(".stats").aria_snapshot()
    for term in ["Time", "Moves", "Score", "Watching"]:
        assert f"term: {term}" in terms, terms


def stuck(visit, server, **options):
    """A table of Golf whose stock is used up: however it was played, it is at its end."""
    page = at(visit, Dealer(server, "golf", 7), "baize", **options)
    while page.locator("#board[data-status=playing]").count():
        version = settled(page)
        page.keyboard.press("d")
        settled(page, version + 1)
    page.locator("#panel[data-kind=stuck]").wait_for()
    return page


@pytest.mark.sliced
def test_axe_finds_nothing_where_no_move_leads_on(visit, server):
    page = stuck(visit, server)
    assert violations(page) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.sliced
def test_axe_finds_nothing_in_the_rules_nor_where_they_cannot_be_had(visit, theme):
    page = visit("/rules", expects_errors=True, reduced_motion="reduce")
    wish(page, theme=theme)
    for path in ["/rules", "/rules/klondike1", "/rules/chess", "/t/rNothing9", "/watch/rNothing9"]:
        page.goto(path)
        page.locator(".rules-body li, .state:not([hidden]):text('no game'), #panel[data-kind=gone]").first.wait_for()
        assert violations(page) == [], path


# Where the focus is

def focused(page):
    return page.evaluate("""() => { const it = document.activeElement;
      return it === document.body ? "nowhere" : it.closest("#board") ? "the board" : it.id || it.className; }""")


@pytest.mark.sliced
def test_the_focus_stays_where_a_button_has_nothing_more_to_do(visit):
    page = klondike(visit)
    page.evaluate(LISTEN)
    press_stock(page)
    version = settled(page, 2)
    for button, words in [("undo", "There is nothing to undo."), ("redo", "There is nothing to redo.")]:
        expect(page.locator(f"#{button}")).to_be_enabled()
        page.focus(f"#{button}")
        page.keyboard.press("Enter")
        version = settled(page, version + 1)
        expect(page.locator(f"#{button}")).to_be_disabled()
        assert focused(page) == button
        page.keyboard.press("Enter")
        expect(page.locator("#say")).to_have_text(words)
        assert (focused(page), settled(page)) == (button, version)


def test_the_focus_goes_on_at_the_table_when_a_panel_closes(visit, server):
    page = stuck(visit, server)
    page.focus("#panel-undo")
    page.keyboard.press("Enter")
    page.locator("#panel").wait_for(state="hidden")
    assert focused(page) == "the board"
    page.keyboard.press("d")
    page.locator("#panel[data-kind=stuck]").wait_for()
    page.focus("#panel-close")
    page.keyboard.press("Enter")
    page.locator("#panel").wait_for(state="hidden")
    assert focused(page) == "the board"


@pytest.mark.sliced
def test_the_focus_goes_on_at_the_table_when_a_card_is_put_back_by_its_button(visit):
    page = klondike(visit)
    page.mouse.click(*grip(page, 27))
    page.locator(".card.selected").wait_for()
    page.focus("#put-back")
    page.keyboard.press("Enter")
    expect(page.locator(".card.selected")).to_have_count(0)
    assert focused(page) == "the board"


@pytest.mark.sliced
def test_the_focus_goes_on_at_the_table_when_the_stock_under_it_is_used_up(visit, server):
    page = at(visit, Dealer(server, "vegas1", 7), "baize")
    page.focus("#stock")
    while page.locator("#stock:enabled").count():
        version = settled(page)
        page.keyboard.press("Enter")
        settled(page, version + 1)
    assert focused(page) == "the board"


@pytest.mark.sliced
def test_what_is_said_under_an_open_dialog_is_said_in_it_and_shown_above_it(visit):
    page = klondike(visit, permissions=["clipboard-read", "clipboard-write"])
    for selector in page.locator("template").evaluate_all(
            "(all) => all.flatMap((it) => [...it.content.querySelectorAll('dialog')].filter((dialog) => "
            "dialog.querySelectorAll('.said[role=status]').length !== 1).map((dialog) => dialog.id))"):
        raise AssertionError(f"{selector} cannot say anything")
    page.click("#share")
    page.click("#copy-deal")
    expect(page.locator("#about .said")).to_have_text("Link copied.")
    expect(page.locator("#say")).to_have_text("")
    # In the top layer, above the dialog that came there before.
    expect(page.locator("#toasts:popover-open .toast")).to_have_text("Link copied.")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(page.locator("#say")).to_have_text("There is nothing to undo.")
    expect(page.locator("#about .said")).to_have_text("")
    page.evaluate("""async () => bundled["/js/settings.js"].settings.set("language", "de")""")
    page.locator("html[lang=de]").wait_for(state="attached")
    expect(page.locator("#say")).to_have_text("")


# A screen reader's own press is a click without a pointer

def press(page, selector):
    page.locator(selector).evaluate("(it) => it.click()")


def test_a_screen_readers_own_presses_play_a_game(visit):
    page = klondike(visit)
    page.evaluate(LISTEN)
    expect(page.locator("#move-to")).to_be_disabled()
    press(page, "#move-to")
    press(page, '.card[data-handle="27"]')
    # One press selects, whatever a finger's would do, and the next one names the place.
    press(page, '.card[data-in="t1"].up')
    settled(page, 2)
    # Or the place is chosen from a list, of the card that was focused last.
    to_board(page)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#move-to")).to_be_disabled()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#move-to")).to_be_enabled()
    press(page, '.card[data-handle="26"]')
    expect(page.locator("#move-to")).to_be_enabled()
    press(page, "#move-to")
    page.locator("#move-menu[open]").wait_for()
    press(page, '#move-menu .stop[data-in="t4"]')
    settled(page, 3)
    press(page, "#stock")
    settled(page, 4)
    press(page, '.card[data-in="t0"].up')
    assert page.evaluate("said") == [
        "Choose a card first.", "Selected 10 of spades, 1 destination.", "10 of spades to column 2.",
        "4 of spades turned up.", "Selected 4 of spades, 1 destination.", "4 of spades to column 5.",
        "2 of clubs turned up.", "Turned 10 of clubs.", "Selected jack of spades, 0 destinations."]


@pytest.mark.sliced
def test_a_screen_readers_press_on_what_lies_beneath_or_at_who_watches_moves_nothing(visit):
    page = klondike(visit)
    press(page, '.card[data-handle="27"]')
    page.keyboard.press("Escape")
    covered = page.locator(".card[data-in=t6]:not(.up)").last.get_attribute("data-handle")
    press(page, f'.card[data-handle="{covered}"]')
    expect(page.locator("#say")).to_have_text("That card cannot be lifted.")
    watcher = visit(watch_path(page))
    watcher.locator("#board[data-role=watch][data-settled=true]").wait_for()
    press(watcher, '.card[data-handle="27"]')
    expect(watcher.locator(".card.selected")).to_have_count(0)
    expect(watcher.locator("#move-to")).to_be_hidden()
    assert settled(page) == settled(watcher)


# The facts above a table, as they are late in a long game; what stands beside them in the bar.
OVERLAPS = """(watching) => {
  const facts = { time: "12:34", moves: "124", score: "635" };
  for (const [id, text] of Object.entries(facts)) document.getElementById(id).textContent = text;
  document.querySelector(".watchers").hidden = watching === 0;
  document.getElementById("watchers").textContent = String(watching);
  const box = (it) => it.getBoundingClientRect();
  const inside = box(document.querySelector(".stats"));
  const shown = [...document.querySelectorAll(".stats dd")].filter((it) => it.checkVisibility() && box(it).width > 0
    && box(it).top < inside.bottom - 2);
  const beside = [".brand svg", "#connection", "#open-settings"].map((it) => document.querySelector(it));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const parts = [...shown, ...document.querySelectorAll(".stats dt")];
  return { shown: shown.map(({ id }) => id),
    over: parts.flatMap((part) => beside.filter((it) => over(box(part), box(it))).map((it) => part.id + it.id)) };
}"""


@pytest.mark.parametrize("code", ["en", "de", "es", "zh"])
@pytest.mark.sliced
def test_the_facts_of_a_long_game_find_room_on_a_phone(visit, code):
    page = klondike(visit, viewport={"width": 320, "height": 568})
    page.evaluate("""async (code) => bundled["/js/settings.js"].settings.set("language", code)""", code)
    page.locator(f"html[lang^={code}]").wait_for(state="attached")
    for width in (320, 360, 390, 420, 421, 480, 560):
        page.set_viewport_size({"width": width, "height": 700})
        for watching in (0, 2):
            found = page.evaluate(OVERLAPS, watching)
            assert found["over"] == [], (width, watching)
            assert found["shown"][:3] == ["time", "moves", "score"], (width, watching, found)
        tools = page.locator(".tools button:visible")
        boxes = [tools.nth(at).bounding_box() for at in range(tools.count())]
        assert boxes[0]["x"] >= 0 and boxes[-1]["x"] + boxes[-1]["width"] <= width
        assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes), (width, boxes)
