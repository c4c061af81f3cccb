"""Measures how smoothly boards of 104 and of 500 items move under a hand, and fails where a budget is missed:
`make frames`.

A real server and a real Chromium. Six ways of dragging, each with the processor as it is and four times as slow. Other
work on the machine can only spoil a drag, not improve it: each is done up to five times, and the quietest counts.
"""

import collections
import contextlib
import functools
import json
import math
import os
import pathlib
import shutil
import sys
import threading
import time
import urllib.request

from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from serving import Server  # noqa: E402

TOKEN = "g1.frames-0123456789abcdef"
PLACES = ["todo", "doing", "review", "done"]
ITEMS = 104
MANY = 500
STEPS = 130
TRIES = 5
WINDOW = {"width": 1280, "height": 900}

# By how much slower the processor is made: what 95 of 100 frames may take.
FRAME_MS_P95 = {ITEMS: {1: 17.0, 4: 34.0}, MANY: {1: 17.0, 4: 50.0}}
# What our own code may take of a frame, on the processor as it is.
SCRIPT_MS_P95 = 4.0

# Counts frames, the time in our own code between them, and what makes the browser lay out the page ahead of time.
WATCH = """() => {
  const watch = globalThis.watch = { on: false, frames: [], scripts: [], reads: {} };
  const noted = (name) => { if (watch.on) watch.reads[name] = (watch.reads[name] ?? 0) + 1; };
  const reads = {
    Element: ["getBoundingClientRect", "getClientRects", "clientWidth", "clientHeight", "clientLeft", "clientTop",
      "scrollTop", "scrollLeft", "scrollWidth", "scrollHeight"],
    HTMLElement: ["offsetLeft", "offsetTop", "offsetWidth", "offsetHeight", "offsetParent"],
    Document: ["elementFromPoint", "elementsFromPoint"],
  };
  for (const [type, names] of Object.entries(reads)) {
    for (const name of names) {
      const owner = globalThis[type].prototype;
      const was = Object.getOwnPropertyDescriptor(owner, name);
      if (was.get) Object.defineProperty(owner, name, { ...was, get() { noted(name); return was.get.call(this); } });
      else owner[name] = function (...them) { noted(name); return was.value.apply(this, them); };
    }
  }
  const style = globalThis.getComputedStyle;
  globalThis.getComputedStyle = (...them) => { noted("getComputedStyle"); return style(...them); };

  let depth = 0;
  let spent = 0;
  const timed = (act, self, them) => {
    const start = performance.now();
    depth += 1;
    try { return typeof act === "function" ? act.apply(self, them) : act.handleEvent(...them); }
    finally { depth -= 1; if (depth === 0) spent += performance.now() - start; }
  };
  const wrapped = new WeakMap();
  const wrap = (act) => {
    if (act === null || act === undefined) return act;
    if (!wrapped.has(act)) wrapped.set(act, function (...them) { return timed(act, this, them); });
    return wrapped.get(act);
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (kind, act, ...more) {
    return addEventListener.call(this, kind, wrap(act), ...more);
  };
  EventTarget.prototype.removeEventListener = function (kind, act, ...more) {
    return removeEventListener.call(this, kind, wrap(act), ...more);
  };
  for (const [type, name] of [["WebSocket", "onmessage"]]) {
    const was = Object.getOwnPropertyDescriptor(globalThis[type].prototype, name);
    Object.defineProperty(globalThis[type].prototype, name, { ...was, set(act) { was.set.call(this, wrap(act)); } });
  }
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (act) => request((now) => timed(act, globalThis, [now]));
  let last = 0;
  const tick = (now) => {
    if (watch.on && last > 0) { watch.frames.push(now - last); watch.scripts.push(spent); }
    spent = 0;
    last = now;
    request(tick);
  };
  request(tick);
}"""


def described(layout, items):
    """A board of so many items that may go anywhere, some of them coloured, some with a second line."""
    colors = ["blue", "green", "yellow", "orange", "pink"]
    return {
        "title": "Frames", "layout": layout, "seats": 2, "select": True, "formation": "pile",
        "collections": [{"id": place, "title": place.title()} for place in PLACES],
        "items": [{"in": PLACES[at // (items // len(PLACES))], "text": f"Item {at}",
                   **({"color": colors[at % 5]} if at % 3 else {"detail": "with a second line"})}
                  for at in range(items)],
    }


def opened(server, layout, items):
    """The path of a new table with that board."""
    body = json.dumps(described(layout, items)).encode()
    asked = urllib.request.Request(server.url + "/api/boards", body, {"Authorization": "Bearer " + TOKEN})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return json.load(answer)["path"]


def listen(socket, seconds):
    """Takes in what the server says for so long: a client that does not read would soon be dropped."""
    end = time.monotonic() + seconds
    with contextlib.suppress(TimeoutError):
        while (left := end - time.monotonic()) > 0:
            socket.recv(timeout=left)


class Other(threading.Thread):
    """Somebody else who drags an item round the same board until told to stop."""

    def __init__(self, server, path, item):
        super().__init__(daemon=True)
        self.address = f"ws://127.0.0.1:{server.port}/ws"
        self.room = path.rsplit("/", 1)[1]
        self.item = item
        self.holds = threading.Event()
        self.enough = threading.Event()

    def run(self):
        with connect(self.address, subprotocols=["baize.v1"], compression=None) as socket:
            def say(message):
                socket.send(json.dumps(message) + "\n")

            say({"t": "hello", "name": "Grace", "want": ["drag"]})
            say({"t": "sub", "c": 1, "room": self.room, "as": "play"})
            say({"t": "lift", "c": 2, "r": self.room, "item": self.item})
            drag = None
            while drag is None:
                for line in socket.recv(timeout=10).splitlines():
                    message = json.loads(line)
                    assert message["t"] != "no", message
                    drag = message["d"] if message["t"] == "lease" else drag
            self.holds.set()
            step = 0
            while not self.enough.is_set():
                step += 1
                listen(socket, 1 / 15)
                x, y = (round(5000 + 4500 * wave(step / 9)) for wave in (math.sin, math.cos))
                say({"t": "hover", "r": self.room, "d": drag, "x": x, "y": y, "o": PLACES[step // 20 % len(PLACES)]})

    def stop(self):
        self.enough.set()
        self.join(timeout=10)


@contextlib.contextmanager
def nobody():
    """Nobody else is at the board."""
    yield


@contextlib.contextmanager
def somebody(server, path, item):
    """Somebody else drags while this lasts."""
    other = Other(server, path, item)
    other.start()
    assert other.holds.wait(10), "the other person could not lift"
    try:
        yield
    finally:
        other.stop()


def around(step):
    """A way that crosses all places."""
    return 640 + 520 * math.sin(step / 14), 480 + 250 * math.cos(step / 9)


def at_the_edge(step):
    """A way along the lower edge, where the page scrolls, and then along the upper one."""
    return 640 + 300 * math.sin(step / 20), WINDOW["height"] - 14 if step < STEPS * 0.55 else 16


def middle(page, item):
    box = page.locator(f'.item[data-handle="{item}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def measured(page, item, way):
    """One drag: the frames, the scripting in each, and the layout reads while it moved."""
    x, y = middle(page, item)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.locator(".hands .hand").wait_for(state="attached")
    for step in range(10):
        page.mouse.move(*way(0))
    page.evaluate("() => { Object.assign(watch, { frames: [], scripts: [], reads: {}, on: true }); }")
    for step in range(STEPS):
        page.mouse.move(*way(step))
    found = page.evaluate("() => { watch.on = false; return watch; }")
    page.keyboard.press("Escape")
    page.mouse.up()
    page.locator("#board[data-settled=true]").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    return found


def part(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]


def report(name, items, rate, found):
    """Prints one line; whether it is within the budgets."""
    frames, scripts = found["frames"], found["scripts"]
    p95, script = part(frames, 0.95), part(scripts, 0.95)
    reads = sum(found["reads"].values())
    good = p95 <= FRAME_MS_P95[items][rate] + 0.05 and reads == 0 and (rate > 1 or script <= SCRIPT_MS_P95)
    print(f"{'✓' if good else '✗'} {name:<34} CPU ×{rate}  n {len(frames):>4}  median {part(frames, 0.5):5.1f}  "
          f"p95 {p95:5.1f}  max {max(frames):6.1f}  script p95 {script:5.2f} ms  reads {found['reads'] or 0}",
          flush=True)
    return good


def measure(browser, server, rate, items, layout, chosen, way, company):
    """The quietest of some drags of one kind, on a page of its own, and the layout reads of all of them."""
    path = opened(server, layout, items)
    context = browser.new_context(base_url=server.url, viewport=WINDOW)
    page = context.new_page()
    page.add_init_script(f"({WATCH})(); localStorage.setItem('baize.tok', '{TOKEN}')")
    page.goto(path)
    page.locator("#board[data-settled=true][data-role=player]").wait_for()
    page.locator(".item").nth(items - 1).wait_for(state="attached")
    for item in range(chosen):
        page.locator(f'.item[data-handle="{item}"]').click()
    if chosen:
        page.locator(".item.selected").nth(chosen - 1).wait_for()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    # The counters are tried first: if they did not work, a count of 0 would say nothing.
    counted = page.evaluate("""() => {
      watch.on = true;
      document.body.getBoundingClientRect();
      getComputedStyle(document.body);
      watch.on = false;
      return document.body.offsetWidth > 0 && watch.reads;
    }""")
    assert counted == {"getBoundingClientRect": 1, "getComputedStyle": 1}, counted
    best, reads = None, collections.Counter()
    with company(server, path) if company else nobody():
        if company:
            page.locator(".ghost").wait_for(state="attached")
        # The first drag warms the page up.
        for attempt in range(TRIES + 1):
            found = measured(page, 2, way)
            reads.update(found["reads"])
            if attempt > 0 and (best is None or part(found["frames"], 0.95) < part(best["frames"], 0.95)):
                best = found
            if best and part(best["frames"], 0.95) <= FRAME_MS_P95[items][rate]:
                break
    context.close()
    return {**best, "reads": dict(reads)}


def main(wanted=""):
    other = functools.partial(somebody, item=ITEMS - 1)
    ways = [
        ("one item, columns", ITEMS, "columns", 0, around, None),
        ("one item, grid", ITEMS, "grid", 0, around, None),
        ("a selection of eight", ITEMS, "columns", 8, around, None),
        ("scrolling at the edges", ITEMS, "columns", 0, at_the_edge, None),
        ("while somebody else drags", ITEMS, "columns", 0, around, other),
        (f"one of {MANY} items, columns", MANY, "columns", 0, around, None),
    ]
    server = Server("--loops", "2")
    try:
        with sync_playwright() as playwright:
            chromium = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            print(f"{ITEMS} items, {STEPS} steps; budgets: p95 17 ms and 4 ms of scripting, CPU ×4 34 ms ({MANY}: 50), "
                  f"no layout reads; the quietest of {TRIES} drags each")
            good = [report(name, how[0], rate, measure(browser, server, rate, *how))
                    for name, *how in ways if wanted in name for rate in (1, 4)]
            browser.close()
    finally:
        server.stop()
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
