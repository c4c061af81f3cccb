"""Whatever lies open on a table can be read in a real browser: rank and suit whole, at least 11 pixels high, at the
moment when the longest column of 1,000 random games was longest. The same is asked of numbers alone, for more sizes, by
Tests/ClientTests/table/readable.test.mjs. `BAIZE_SHOTS=DIR` keeps a picture of each."""

import json
import re

import pytest
from playwright.sync_api import expect

from serving import ROOT
from table import press_stock, settled
from test_all_games import FAMILIES, PHONE, sit
from test_sizes import keep

LONGEST = {table["game"]: table for table in map(
    json.loads, (ROOT / "Tests" / "Fixtures" / "longest-columns.jsonl").read_text().splitlines())}
SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800), (1440, 900), (2560, 1440)]
# CSS pixels: the lowest index that is read well, and what a rounded half of a pixel may make.
LEAST = 11
SLACK = 0.6

# The cards that lie open and cannot be read, one line each. How much of a card its index takes is measured on a copy
# of that index, since a page cannot look into what it uses of another file.
UNREAD = """async ([least, slack]) => {
  const SVG = "http://www.w3.org/2000/svg";
  const sprite = new DOMParser().parseFromString(await (await fetch("/img/cards.svg")).text(), "image/svg+xml");
  const stage = document.body.appendChild(document.createElementNS(SVG, "svg"));
  stage.setAttribute("viewBox", "0 0 250 350");
  stage.setAttribute("width", "250");
  stage.setAttribute("height", "350");
  stage.append(document.importNode(sprite.querySelector("defs"), true));
  const extents = new Map();
  const extent = (face, print) => {
    if (!extents.has(face + print)) {
      const index = stage.appendChild(document.createElementNS(SVG, "g"));
      index.style.fontSize = print;
      index.append(document.importNode(sprite.getElementById(`i${face}`), true));
      index.querySelector("[id]").removeAttribute("id");
      const frame = index.querySelector("svg").appendChild(document.createElementNS(SVG, "rect"));
      frame.setAttribute("width", "100%");
      frame.setAttribute("height", "100%");
      const origin = stage.getBoundingClientRect();
      const parts = [...index.querySelectorAll("use")].filter((it) => !it.getAttribute("display"))
        .map((it) => it.getBoundingClientRect());
      if (parts.length !== 2 || parts.some(({ width }) => width === 0)) throw new Error(`no index of ${face}`);
      const { top, bottom } = frame.getBoundingClientRect();
      extents.set(face + print, { right: Math.max(...parts.map((it) => it.right)) - origin.left,
        top: top - origin.top, bottom: bottom - origin.top });
      index.remove();
    }
    return extents.get(face + print);
  };
  const cards = [...document.querySelectorAll(".card:not(.deep)")].map((card) => ({
    card, face: card.dataset.face?.replace("~", ""), z: Number(card.style.zIndex), rect: card.getBoundingClientRect(),
    print: getComputedStyle(card).getPropertyValue("--index"),
  }));
  // Of a squared pile the card below the top waits there, unseen, until the top is lifted.
  const isWholly = (one, over) => one.card.dataset.in === over.card.dataset.in
    && Math.abs(one.rect.left - over.rect.left) < 1 && Math.abs(one.rect.top - over.rect.top) < 1;
  const faults = [];
  for (const one of cards) {
    const { card, face, z, rect, print } = one;
    const above = cards.filter((it) => it.z > z && it.card !== card);
    if (!face || above.some((it) => isWholly(one, it))) continue;
    const scale = rect.width / 250;
    const { right, top, bottom } = extent(face, print);
    const { left, top: start } = rect;
    const seen = { left, top: start, right: left + right * scale, bottom: start + bottom * scale };
    const say = (what) => faults.push(`${face} in ${card.dataset.in} ${what}`);
    if ((bottom - top) * scale < least) say(`has an index that is ${((bottom - top) * scale).toFixed(1)} high`);
    if (seen.right > rect.right || seen.bottom > rect.bottom) say("is too small for its index");
    for (const it of above) {
      const over = it.rect.left < seen.right - slack && seen.left < it.rect.right - slack
        && it.rect.top < seen.bottom - slack && seen.top < it.rect.bottom - slack;
      if (over) say(`lies under ${it.face} in ${it.card.dataset.in}`);
    }
  }
  stage.remove();
  return faults;
}"""


def told_as(table):
    """Has the page told this table instead of the server's."""

    def prepare(page):
        def join(socket):
            server = socket.connect_to_server()
            server.on_message(lambda text: socket.send("\n".join(changed(line, table) for line in text.split("\n"))))

        page.route_web_socket(re.compile(r".*/ws$"), join)

    return prepare


def changed(line, table):
    message = json.loads(line) if line else {}
    if message.get("t") != "snap":
        return line
    items = iter(range(1000))
    left = {pile: cards.split() for pile, cards in table["piles"].items()}
    for region in message["regions"]:
        for run in region["runs"]:
            cards = left.pop(run["in"], [])
            run["items"] = [[next(items)] if card == "?" else [next(items), card] for card in cards]
    assert not left, left
    return json.dumps(message)


def at_longest(visit, server, game, **options):
    """A page that shows the longest column of a game."""
    return sit(visit, server, game, prepare_too=told_as(LONGEST[game]), reduced_motion="reduce", **options)[0]


def resized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("""() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
      resolve(document.querySelector("#board").offsetWidth <= document.querySelector(".felt").clientWidth))))""")
    settled(page)


@pytest.mark.parametrize("game", LONGEST)
@pytest.mark.gate(*FAMILIES)
def test_every_open_card_can_be_read_at_every_size(visit, server, game):
    page = at_longest(visit, server, game)
    shown = page.locator(".card[data-in^=t].up").count()
    assert shown >= LONGEST[game]["known"]
    for width, height in SIZES:
        resized(page, width, height)
        keep(page, game, f"{width}x{height}", "longest")
        assert page.evaluate(UNREAD, [LEAST, SLACK]) == [], (width, height)


def test_what_cannot_be_read_is_found(visit, server):
    page = at_longest(visit, server, "yukon")
    assert page.evaluate(UNREAD, [LEAST, SLACK]) == []
    column = page.locator(".card.up[data-in^=t][data-index='20']").first.get_attribute("data-in")
    harms = {
        "lies under": f"""() => document.querySelectorAll(".card[data-in={column}]").forEach((card) => {{
          const [x, y] = card.style.transform.match(/-?[0-9.]+/g).map(Number);
          card.style.transform = `translate(${{x}}px, ${{y / 3}}px)`; }})""",
        "high": "() => document.querySelector('#board').style.setProperty('--index', '8px')",
        "too small": "() => document.querySelector('#board').style.setProperty('--index', '150px')",
    }
    for word, harm in harms.items():
        page.evaluate(harm)
        assert any(word in fault for fault in page.evaluate(UNREAD, [LEAST, SLACK])), word
        page.reload()
        settled(page)


@pytest.mark.parametrize("game", ["klondike3", "spider4"])
@pytest.mark.gate("spider4")
def test_a_stock_tells_what_is_left_of_it(visit, server, game):
    # Cards, or where each pile gets one, how often there are enough.
    before, after = {"klondike3": ("24", "21"), "spider4": ("×5", "×4")}[game]
    page, _, _ = sit(visit, server, game)
    count = page.locator("#stock .count")
    expect(count).to_be_visible()
    expect(count).to_have_text(before)
    press_stock(page)
    expect(count).to_have_text(after)


@pytest.mark.sliced
def test_numbers_above_a_table_say_what_they_are_on_a_phone(visit, server):
    page, _, _ = sit(visit, server, "klondike1", viewport=PHONE)
    for width in (320, 360, 390, 420):
        page.set_viewport_size({"width": width, "height": 700})
        bar = page.locator(".top").bounding_box()
        for name, term in {"time": "Time", "moves": "Moves", "score": "Score"}.items():
            said = page.locator(f".stats div:has(#{name}) dt")
            expect(said).to_have_text(term)
            above, below = said.bounding_box(), page.locator(f"#{name}").bounding_box()
            assert above["height"] > 9 and above["width"] > 9, (width, name)
            assert above["y"] >= bar["y"] and below["y"] + below["height"] <= bar["y"] + bar["height"]
            assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.sliced
def test_under_forced_colours_suits_have_letters(visit, server):
    page, _, _ = sit(visit, server, "klondike1", forced_colors="active")
    letters = "() => getComputedStyle(document.querySelector('.card.up .front')).getPropertyValue('--suit-letters')"
    assert page.evaluate(letters).strip() == "inline"
    page.emulate_media(forced_colors="none")
    assert page.evaluate(letters).strip() == ""
