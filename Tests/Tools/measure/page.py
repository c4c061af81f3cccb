"""Measures how soon a first card can be lifted over slow lines, and fails where a budget is missed: `make page`.

A real server, a real Chromium, and a line between them that is so long and so wide. A visitor comes by the link to a
deal, which deals by itself; the clock runs from the navigation until a card can be lifted.
*Cold* is a browser that has never been here, *warm* the next visit of one that has. Each is done several times, and the
median counts; other work on the machine can only spoil it.
"""

import os
import shutil
import statistics
import sys
import time
import pathlib

from playwright.sync_api import sync_playwright
from slow_line import SlowLine

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from serving import Server  # noqa: E402

PATH = "/?game=klondike1&deal=7"
# Name, round trip in ms, Mbit/s, by how much slower the processor is made; what a cold and a warm visit may take, in s.
LINES = [("mobile", 150, 1.6, 4, 3.0, 1.2), ("wired", 100, 10, 1, 1.5, 0.8)]
RUNS = 9
REQUESTS_MAX = {"cold": 12, "warm": 2}
KB_MAX = 130

# Notes when a card can be lifted. It looks when something has changed, and not again and again, which would cost a slow
# processor as much as the page itself.
WATCH = """() => {
  const { promise, resolve } = Promise.withResolvers();
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no card can be lifted")), 60000));
  globalThis.lifting = Promise.race([promise, late]);
  const observer = new MutationObserver(() => {
    if (!document.querySelector("#board[data-role=player] .card.liftable")) return;
    globalThis.liftableAt = performance.now();
    observer.disconnect();
    resolve();
  });
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ["class", "data-role"] });
}"""
FOUND = """() => {
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const isSent = (it) => it.startTime <= liftableAt && it.transferSize > 0 && !it.name.endsWith(".wasm");
  const bytes = loaded.filter(isSent).reduce((sum, it) => sum + it.encodedBodySize, 0);
  return { lift: liftableAt, kB: bytes / 1000 };
}"""
# What a page keeps for the next visit is there, where it keeps anything.
KEPT = """async () => {
  if (!document.documentElement.dataset.release) return;
  while (!await navigator.serviceWorker.getRegistration()) await new Promise((done) => setTimeout(done, 50));
  await navigator.serviceWorker.ready;
}"""


def visited(context, line, rate):
    """One visit: when what was possible, and what went over the line until then."""
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    line.paths.clear()
    page.goto(PATH, wait_until="commit")
    page.evaluate("() => lifting")
    paths = [path for path in line.paths if path != "/ws" and not path.endswith(".wasm")]
    found = {**page.evaluate(FOUND), "requests": len(paths), "paths": paths}
    page.evaluate(KEPT)
    # What comes after the first card: the rules, and what is kept.
    time.sleep(1.5)
    page.close()
    return found


def pair(browser, server, milliseconds, megabits, rate):
    """A cold visit and the warm one behind it."""
    line = SlowLine(server.port, milliseconds, megabits)
    context = browser.new_context(base_url=line.url, viewport={"width": 1280, "height": 800})
    try:
        cold = visited(context, line, rate)
        return {"cold": cold, "warm": visited(context, line, rate)}
    finally:
        context.close()
        line.close()


def report(name, when, found, budget):
    """Prints one line; whether it is within the budgets."""
    lift = statistics.median(one["lift"] for one in found) / 1000
    requests = max(one["requests"] for one in found)
    kilobytes = statistics.median(one["kB"] for one in found)
    good = lift <= budget and requests <= REQUESTS_MAX[when] and kilobytes <= KB_MAX
    seconds = "–".join(f"{at(one['lift'] for one in found) / 1000:.2f}" for at in (min, max))
    print(f"{'✓' if good else '✗'} {name:<7} {when}  first card {lift:5.2f} s ({seconds}; at most {budget}), "
          f"{requests:>3} requests, {kilobytes:6.1f} kB", flush=True)
    if not good and requests > REQUESTS_MAX[when]:
        print("  " + " ".join(max(found, key=lambda one: one["requests"])["paths"][:20]))
    return good


def main(wanted="", runs=RUNS):
    server = Server("--loops", "2")
    good = []
    try:
        with sync_playwright() as playwright:
            chromium = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for name, milliseconds, megabits, rate, cold, warm in LINES:
                if wanted not in name:
                    continue
                print(f"{name}: {milliseconds} ms, {megabits} Mbit/s, CPU ÷{rate}; the median of {runs}", flush=True)
                found = [pair(browser, server, milliseconds, megabits, rate) for _ in range(int(runs))]
                for when, budget in (("cold", cold), ("warm", warm)):
                    good.append(report(name, when, [one[when] for one in found], budget))
            browser.close()
    finally:
        server.stop()
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
