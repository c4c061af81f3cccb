"""Every game on a phone, a tablet and a desktop: nothing lies outside, nothing lies on another zone, nothing scrolls
sideways. `BAIZE_SHOTS=DIR` keeps a picture of each."""

import os
import pathlib

import pytest

from table import press_stock, settled
from test_all_games import FAMILIES, GAMES, sit

SIZES = {"phone": (390, 844), "lying phone": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}
# What a rounded half of a pixel may make.
SLACK = 1

# What is wrong with how the table lies now, one line each.
FAULTS = """(slack) => {
  const faults = [];
  const box = (element) => element.getBoundingClientRect();
  const say = (name, { left, top, right, bottom }) =>
    `${name} at ${[left, top, right, bottom].map(Math.round).join(" ")}`;
  const felt = box(document.querySelector(".felt"));
  // A zone is the piles of one kind: each pile where it is drawn, with the cards that are seen on it.
  const piles = new Map();
  const add = (element, rect) => {
    const name = element.dataset.in;
    const here = piles.get(name) ?? { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    piles.set(name, {
      left: Math.min(here.left, rect.left), top: Math.min(here.top, rect.top),
      right: Math.max(here.right, rect.right), bottom: Math.max(here.bottom, rect.bottom),
    });
  };
  const outside = (name, rect) => {
    if (rect.left < -slack || rect.right > innerWidth + slack) faults.push(say(`outside of the window: ${name}`, rect));
    else if (rect.left < felt.left - slack || rect.right > felt.right + slack || rect.top < felt.top - slack
        || rect.bottom > felt.bottom + slack) faults.push(say(`outside of the felt: ${name}`, rect));
  };
  for (const pile of document.querySelectorAll(".pile:not([hidden])")) {
    const slot = box(pile.querySelector(".slot"));
    outside(`pile ${pile.dataset.in}`, slot);
    add(pile, slot);
  }
  for (const card of document.querySelectorAll(".card:not(.deep)")) {
    const rect = box(card);
    outside(`card ${card.dataset.handle} in ${card.dataset.in}`, rect);
    // WCAG 2.2, 2.5.8.
    if (rect.width < 24) faults.push(say(`too small: card ${card.dataset.handle}`, rect));
    add(card, rect);
  }
  const zone = (name) => name.replace(/\\d+$/, "");
  const named = (kind) => new Set([...document.querySelectorAll(kind)].map((it) => it.dataset.in));
  const [pictured, runs] = [".pictured", ".runs"].map(named);
  const all = [...piles];
  all.forEach(([name, a], at) => {
    for (const [other, b] of all.slice(at + 1)) {
      // In a picture cards cover each other, and finished runs lie in a fan.
      if ([pictured, runs].some((kind) => kind.has(name) && kind.has(other))) continue;
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const same = zone(name) === zone(other);
      if (over > slack && down > slack) {
        const kind = same ? "one zone" : "two zones";
        faults.push(`${kind}: ${say(name, a)}, ${say(other, b)}`);
      }
    }
  });
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page scrolls sideways by ${wide}`);
  for (const part of document.querySelectorAll("main, .table-page, .felt, .tools, .info, .top")) {
    if (part.scrollWidth > part.clientWidth + slack && getComputedStyle(part).overflowX !== "visible") {
      faults.push(`${part.className || part.tagName} scrolls sideways by ${part.scrollWidth - part.clientWidth}`);
    }
  }
  return faults;
}"""


def keep(page, game, size, moment):
    """Keeps a picture for people to look at, if BAIZE_SHOTS names a folder."""
    folder = os.environ.get("BAIZE_SHOTS")
    if not folder:
        return
    path = pathlib.Path(folder) / f"{game.replace(':', '-')}-{size}-{moment}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)


def faults_at_every_size(page, game, moment):
    """What is wrong at each size, by its name."""
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        # The board is fitted behind the page's layout.
        page.wait_for_function("""() => { const felt = document.querySelector(".felt");
          return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
            resolve(document.querySelector("#board").offsetWidth <= felt.clientWidth)))); }""")
        settled(page)
        keep(page, game, size, moment)
        if faults := page.evaluate(FAULTS, SLACK):
            found[size] = faults
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.gate(*FAMILIES)
def test_lies_well_at_every_size(visit, server, game):
    page, _, _ = sit(visit, server, game, reduced_motion="reduce")
    assert faults_at_every_size(page, game, "dealt") == {}
    version = settled(page)
    if page.locator("#stock:enabled").count():
        # What the stock brings lies well, too.
        for _ in range(3):
            if page.locator("#stock:enabled").count():
                press_stock(page)
                version = settled(page, version + 1)
        assert faults_at_every_size(page, game, "turned") == {}


def test_what_lies_wrong_is_found(visit, server):
    page, _, _ = sit(visit, server, "klondike1", reduced_motion="reduce")
    assert page.evaluate(FAULTS, SLACK) == []
    harms = {
        "outside of the window": """() => document.querySelector('.card[data-in=t6]').style.transform =
          `translate(${innerWidth}px, 200px)`""",
        "two zones": """() => document.querySelector('.card[data-in=t0]').style.transform =
          document.querySelector('.pile[data-in=f0]').style.transform""",
        "one zone": """() => document.querySelector('.card[data-in=t0]').style.transform =
          document.querySelector('.card[data-in=t1]').style.transform""",
        "scrolls sideways": """() => { document.querySelector('.tools').style.width = '200vw'; }""",
    }
    for word, harm in harms.items():
        page.evaluate(harm)
        faults = page.evaluate(FAULTS, SLACK)
        assert any(word in fault for fault in faults), (word, faults)
        page.reload()
        settled(page)
