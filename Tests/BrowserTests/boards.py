"""What people see and do at a board: items by their names, three pages at one table, pointer, keys and taps, axe."""

import json
import re

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import TimeoutError, expect

BOARD = "#board[data-kind=board]"
SETTLED = BOARD + "[data-settled=true]"
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
         "resultTypes": ["violations"]}
# Longer than a gap stays where it is after each change, which is PAUSE_MS of boards/drag/gap.js.
REST_MS = 110


# Opening

def named(name):
    """For `visit(prepare=…)`: the page belongs to somebody of that name."""
    script = f"try {{ localStorage.setItem('baize.name', {json.dumps(name)}); }} catch {{ /* not our page yet */ }}"
    return lambda page: page.add_init_script(script)


class Gate:
    """For `visit(prepare=…)`, between somebody's page and the server: while shut the page hears nothing new."""

    def __init__(self, name):
        self.name = name
        self.is_shut = False
        self.waiting = []
        self.socket = None

    def __call__(self, page):
        named(self.name)(page)
        page.route_web_socket(lambda url: url.endswith("/ws"), self._connect)

    def _connect(self, socket):
        self.socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda text: self.waiting.append(text) if self.is_shut else socket.send(text))

    def shut(self):
        self.is_shut = True

    def open(self):
        self.is_shut = False
        while self.waiting:
            self.socket.send(self.waiting.pop(0))


def online(page):
    page.locator("#connection[data-state=online]").wait_for(state="attached")


def tile_of(page, kind):
    """The tile of a board in the lobby, in sight also where it is an example."""
    tile = page.locator(f".tile[data-kind='{kind}']")
    if tile.is_hidden():
        page.locator(".examples summary").click()
    return tile


def open_kind(page, kind, seats=4):
    """Opens a board from the lobby, by its tile; the room's name."""
    online(page)
    page.fill("#new-seats", str(seats))
    page.locator("#new-seats").blur()
    tile_of(page, kind).click()
    page.locator(SETTLED + "[data-role=player]").wait_for()
    uninvite(page)
    return page.get_attribute("#board", "data-room")


def uninvite(page):
    """Closes the card with the link, which comes with a new board."""
    close = page.locator(".invite .close")
    if close.count():
        close.click()


def describe(page, description):
    """Has a board of one's own opened: (status, answer) as the server gives them. A text is sent as it is."""
    text = description if isinstance(description, str) else json.dumps(description)
    online(page)
    return tuple(page.evaluate(
        """async (body) => {
             const headers = { Authorization: `Bearer ${localStorage.getItem("baize.tok")}` };
             const reply = await fetch("/api/boards", { method: "POST", headers, body });
             return [reply.status, await reply.json()];
           }""", text))


def open_described(page, description):
    """Opens a board of one's own and sits down; the room's name."""
    status, answer = describe(page, description)
    assert status in (200, 201), answer
    page.goto(answer["path"])
    page.locator(SETTLED + "[data-role=player]").wait_for()
    return answer["room"]


def join(visit, room, name="Ben", prepare=None, **options):
    """Somebody who takes a seat at a table that is open."""
    page = visit(f"/t/{room}", prepare=prepare or named(name), **options)
    page.locator(SETTLED + "[data-role=player]").wait_for()
    return page


def watch(visit, room, name="Wil", **options):
    """A spectator."""
    page = visit(f"/watch/{room}", prepare=named(name), **options)
    page.locator(SETTLED + "[data-role=watch]").wait_for()
    return page


def three(visit, kind, seats=4, ben=None, **options):
    """Ann, who opened a board of that kind or one that is described; Ben, maybe behind a gate; and a watcher."""
    ann = visit("/", prepare=named("Ann"), **options)
    room = open_kind(ann, kind, seats) if isinstance(kind, str) else open_described(ann, kind)
    ben = join(visit, room, "Ben", ben, **options)
    watcher = watch(visit, room, "Wil", **options)
    # Everybody knows of everybody.
    for page in (ann, ben, watcher):
        expect(page.locator("#watchers")).to_have_text("1")
        expect(page.locator("#seats li")).to_have_count(2)
    return ann, ben, watcher


# Seeing

def item(page, label):
    """By its accessible name, whole; the first if several have it."""
    return page.locator(f"{BOARD} .item[aria-label={json.dumps(label, ensure_ascii=False)}]").first


def items(page, place):
    """The accessible names of what lies in a place, in order."""
    return page.evaluate(
        """(place) => [...document.querySelectorAll(".item")].filter((item) => item.dataset.in === place)
             .sort((a, b) => a.dataset.index - b.dataset.index).map((item) => item.getAttribute("aria-label"))""",
        place)


def layout(page):
    """All places with what lies in them: {place: [names]}."""
    return {place: items(page, place) for place in page.evaluate(
        """() => [...document.querySelectorAll(".place")].map((place) => place.dataset.in)""")}


def place(page, name):
    return page.locator(f"{BOARD} .place[data-in={json.dumps(name, ensure_ascii=False)}]")


def region(page, name):
    return page.locator(f"{BOARD} .region[data-region={json.dumps(name, ensure_ascii=False)}]")


def settled(page, version=None):
    """Waits until nothing is asked and nothing moves, at a version if one is named; the version."""
    page.locator(SETTLED + (f"[data-version='{version}']" if version is not None else "")).wait_for()
    return int(page.get_attribute("#board", "data-version"))


def agree(*pages):
    """Waits until all pages show the same board, quietly and with nobody's hand on it; the version."""
    for page in pages:
        expect(page.locator(".ghost, .hand")).to_have_count(0)
    # The page that acted last is ahead of the others.
    first = max(pages, key=settled)
    version, seen = settled(first), first.get_attribute("#board", "data-hash")
    for page in pages:
        page.locator(f"{SETTLED}[data-version='{version}'][data-hash='{seen}']").wait_for()
    shown = layout(first)
    for page in pages:
        assert layout(page) == shown
    return version


def said(page):
    """What a screen reader has just been told."""
    return page.locator("#say").text_content()


def told(page, text):
    """Waits until a page says something, shown for a moment as well."""
    expect(page.locator("#toasts .toast", has_text=text).last).to_be_attached()


def untold(page):
    """Puts away what was shown for a moment, so that the next of it is seen to be new."""
    page.evaluate("() => document.querySelector('#toasts').replaceChildren()")


def held(page, label, by):
    """Waits until an item is shown as held by somebody: the name on it, their ghost with name and colour."""
    seat = page.locator("#seats li", has_text=by).first.get_attribute("data-by")
    other = item(page, f"{label}, held by {by}")
    expect(other).to_have_class(_word("held"))
    expect(other.locator(".held-by")).to_have_text(f"held by {by}")
    expect(other).to_have_attribute("data-by", seat)
    ghost = page.locator(f".ghost[data-by='{seat}']")
    expect(ghost.locator(".ghost-name")).to_have_text(by)
    return ghost


def free(*pages):
    """Waits until nobody holds anything on these pages."""
    for page in pages:
        expect(page.locator(".item.held, .ghost, .gap")).to_have_count(0)


def is_locked(page, of, at=None):
    """Whether somebody who drags an item gets nothing into their hand. at = where to take it.

    By name, `held by …` with it: then the page must say so.
    """
    x, y = at or centre(page, of)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    empty = page.locator(".hand").count() == 0
    page.mouse.up()
    holder = re.search(", held by (.*)$", of) if isinstance(of, str) else None
    if holder:
        told(page, f"{holder[1]} is holding that.")
    return empty


# The gap that is open on a page, as it is seen: in which place, and what lies behind it there.
GAP = """() => {
  const gap = document.querySelector(".items > .gap");
  if (!gap) return null;
  const at = gap.getBoundingClientRect();
  const rtl = getComputedStyle(gap).direction === "rtl";
  const isBehind = ({ left, right, top }) => {
    if (top > at.bottom - 4) return true;
    if (top > at.top + 4) return left < at.right && right > at.left;
    return Math.abs(top - at.top) <= 4 && (rtl ? right <= at.left + 4 : left >= at.right - 4);
  };
  const others = [...gap.parentElement.querySelectorAll(":scope > .item:not(.lifted)")];
  const behind = others.find((item) => isBehind(item.getBoundingClientRect()));
  const name = behind?.getAttribute("aria-label").replace(/, held by .*/, "") ?? null;
  return [gap.closest(".place").dataset.in, name];
}"""


def gap(page, place, before=None):
    """Waits until room is made in a place, in front of an item or at the end."""
    try:
        page.wait_for_function(f"(wanted) => JSON.stringify(({GAP})()) === wanted",
                               arg=json.dumps([place, before], separators=(",", ":")))
    except TimeoutError as late:
        raise AssertionError(f"the gap is {page.evaluate(GAP)}, not {[place, before]}") from late


def is_powerless(watcher, label, *keys):
    """Whether a spectator can lift nothing, neither by mouse nor by keys, and sees no buttons for it."""
    before, version = layout(watcher), watcher.get_attribute("#board", "data-version")
    assert is_locked(watcher, label)
    item(watcher, label).focus()
    press(watcher, *(keys or ("Space", "ArrowDown", "Enter", "m", "z", "Delete")))
    expect(watcher.locator(
        ".hand, .item.selected:not([role=radio]), .item.picked, dialog[open]")).to_have_count(0)
    expect(watcher.locator(".tools")).to_be_hidden()
    return layout(watcher) == before and watcher.get_attribute("#board", "data-version") == version


def vanish(page):
    """The page is gone, as when somebody closes the window."""
    page.context.close()


# Nothing fades in or slides any more; what breathes for as long as it is there does not count.
AT_REST = """() => document.getAnimations().every((it) =>
  it.playState !== "running" || it.effect.getComputedTiming().endTime === Infinity)"""


def violations(page):
    """What axe finds against WCAG 2.2 AA, one line each, once all has come to rest: half faded in, words are pale."""
    page.wait_for_function(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = page.evaluate("async (rules) => (await axe.run(rules)).violations", RULES)
    return [f"{found['id']}: {node['html'][:160]}: {node['failureSummary'][:200]}"
            for found in results for node in found["nodes"][:1]]


def _word(name):
    """A pattern for one word of a class attribute."""
    return re.compile(rf"(^|\s){re.escape(name)}(\s|$)")


def is_liftable(page, label):
    """Waits until the page knows that an item can be lifted: the server tells so behind the board, and each move."""
    expect(item(page, label)).to_have_class(_word("liftable"))


# By the pointer

def point(page, of, x=0.5, y=0.5):
    """A point of an item (by name) or of a locator, in parts of its width and height."""
    found = item(page, of) if isinstance(of, str) else of
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def centre(page, of):
    return point(page, of)


def lift(page, label, at=None):
    """Takes an item with the mouse and keeps it; at = where to take it, else in its middle."""
    is_liftable(page, label)
    x, y = at or centre(page, label)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 4, steps=2)
    expect(page.locator(".hand:not(.flying)")).to_have_count(1)


def carry(page, to, steps=8):
    """Moves what is held to a point and waits until the gap has opened there."""
    page.mouse.move(*to, steps=steps)
    rest(page)


def rest(page):
    """Waits until all gaps have stayed where they are for so long that they will: by the page's frames and clock."""
    page.evaluate(
        """(ms) => new Promise((done) => {
             let seen = null, since = 0, frames = 0;
             const look = (now) => {
               const gaps = [...document.querySelectorAll(".gap")].map((gap) => gap.outerHTML).join();
               if (gaps !== seen) [seen, since, frames] = [gaps, now, 0];
               frames += 1;
               if (now - since > ms && frames > 3) done();
               else requestAnimationFrame(look);
             };
             requestAnimationFrame(look);
           })""", REST_MS)


def drop(page, version=None):
    page.mouse.up()
    return settled(page, version)


def drag(page, label, to, steps=8, at=None):
    """By the mouse, from an item to a point, an item's middle, or the middle of a locator; the version afterwards."""
    lift(page, label, at)
    carry(page, to if isinstance(to, tuple) else centre(page, to), steps)
    return drop(page)


# The list, whose rows can be moved by their handles while it is edited

def edit(page, on=True):
    """Begins or ends to edit, by the button."""
    name, after = ("Edit", "Done") if on else ("Done", "Edit")
    region(page, "list").get_by_role("button", name=name, exact=True).click()
    expect(region(page, "list").get_by_role("button", name=after, exact=True)).to_be_visible()
    settled(page)


def by_handle(page, label):
    """Where the handle of a row is taken."""
    return point(page, item(page, label).locator(".grip"))


# By keys

def focused(page):
    """The accessible name of what has the focus."""
    return page.evaluate("() => document.activeElement.getAttribute('aria-label')")


def lift_by_keys(page, label, key="Space"):
    is_liftable(page, label)
    item(page, label).focus()
    page.keyboard.press(key)
    expect(page.locator(".hand")).to_have_count(1)


def aim_by_keys(page, words, key="ArrowDown", most=40):
    """Presses an arrow until the page says that the item is over something with these words."""
    for _ in range(most):
        page.keyboard.press(key)
        heard = said(page)
        if heard.startswith("Over ") and words in heard:
            return heard
    raise AssertionError(f"{key} never led to {words!r}; last heard: {said(page)!r}")


def drop_by_keys(page, key="Enter"):
    page.keyboard.press(key)
    return settled(page)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def undo(page):
    """By its key, once the page knows that there is something to undo."""
    expect(page.locator("#undo")).to_be_enabled()
    press(page, "z")


def redo(page):
    expect(page.locator("#redo")).to_be_enabled()
    press(page, "y")


# By taps, and from the list of destinations

def tap(page, of):
    """A click, or a touch where the page has a touch screen."""
    found = item(page, of) if isinstance(of, str) else of
    expect(found).to_be_enabled()
    # Not under the bar at the bottom of the page.
    found.evaluate("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
    x, y = centre(page, found)
    if page.evaluate("navigator.maxTouchPoints > 0"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def open_menu(page, label):
    """The list of destinations of an item, by the key M; what it offers."""
    is_liftable(page, label)
    item(page, label).focus()
    page.keyboard.press("m")
    page.locator("#move-menu[open]").wait_for()
    return page.locator("#move-menu .stop").all_inner_texts()


def choose(page, words):
    """Takes a destination from the open list; the version afterwards."""
    page.locator("#move-menu .stop", has_text=words).first.click()
    return settled(page)
