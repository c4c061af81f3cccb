"""The way in and the way back: what a visitor sees first, how few presses it takes to play, and how one goes on."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from boards import Gate, named, online, violations
from table import SETTLED, open_table, options, press_stock, settled, until

SCREENS = [(1366, 633), (1024, 768), (390, 664), (360, 640)]
DAY_MS = 86_400_000


def listing(*tables, more=None, status=200):
    """For `visit(prepare=…)`: somebody who was here before, and the tables that the server has of theirs."""
    def prepare(page):
        page.add_init_script("try { localStorage['baize.tok'] ??= 'g1.x'; } catch { /* not our page yet */ }")
        answer = {"tables": list(tables), **({"more": more} if more else {})}
        page.route("**/api/me/tables*", lambda route: route.fulfill(status=status, json=answer))
    return prepare


def mine(room, game="klondike1", **facts):
    """A table of one's own as the server lists it."""
    return {"id": room, "game": game, "deal": {"kind": "sealed"}, "who": ["Ann"], "seats": 1, "watching": 0,
            "moves": 31, "score": 0, "up": 9, "of": 52, "status": "playing", "at": int(time.time() * 1000), **facts}


def at_table(page, room=None):
    """Waits until a table lies there, that one if it is named; its room."""
    page.locator(SETTLED + "[data-role=player]" + (f"[data-room={room}]" if room else "")).wait_for()
    return page.get_attribute("#board", "data-room")


def said(page):
    """What the page says over its socket, from now on."""
    told = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.append(frame)))
    return told


def opens(told):
    return [json.loads(line) for frame in told for line in frame.split("\n") if '"t":"open"' in line]


# The first screen

@pytest.mark.parametrize("width, height", SCREENS)
@pytest.mark.gate("1366-633", "360-640")
def test_the_button_that_deals_is_in_sight_and_needs_one_press(visit, width, height):
    page = visit("/", viewport={"width": width, "height": height})
    deal = page.get_by_role("button", name="Play Klondike", exact=True)
    expect(deal).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("It is free and needs no account.")).to_be_in_viewport(ratio=1)
    deal.click()
    at_table(page)
    expect(page.locator("h1.title")).to_contain_text("Klondike, draw 1")


@pytest.mark.parametrize("width, height", SCREENS)
@pytest.mark.sliced
def test_the_button_that_goes_on_is_in_sight(visit, width, height):
    page = visit("/", viewport={"width": width, "height": height}, prepare=listing(mine("rA"), mine("rB", "golf")))
    expect(page.locator("#my-tables > li")).to_have_count(1)
    expect(page.get_by_role("link", name="Continue Klondike, draw 1")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play Klondike", exact=True)).to_be_in_viewport(ratio=1)
    assert violations(page) == []


def test_the_game_that_was_played_last_is_the_one_that_is_offered(visit):
    page = visit("/")
    open_table(page, "yukon")
    page.locator("a.brand").click()
    expect(page.get_by_role("button", name="Play Yukon", exact=True).first).to_be_visible()


def test_a_picture_of_a_game_deals_it_at_once(visit):
    page = visit("/")
    page.locator("#known").get_by_role("button", name="TriPeaks").click()
    at_table(page)
    expect(page.locator("h1.title")).to_contain_text("TriPeaks")


@pytest.mark.sliced
def test_the_games_that_people_know_have_pictures_and_stand_first(visit):
    page = visit("/")
    tiles = page.locator("#known .tile")
    kinds = tiles.evaluate_all("(all) => all.map((it) => it.dataset.kind)")
    assert kinds[0] == "klondike1" and len(kinds) >= 9
    assert {"klondike3", "spider1", "freecell", "pyramid", "tripeaks", "golf", "yukon", "fortythieves"} <= set(kinds)
    page.wait_for_function("""() => [...document.querySelectorAll("#known svg")].every((it) => it.childElementCount)""")
    order = page.evaluate("""() => ["#open-table", "#my-tables", "#known", ".games", "#kinds", "#tables"].map(
      (it) => document.querySelector(it).compareDocumentPosition(document.querySelector("#tables")) & 4)""")
    assert order == [4, 4, 4, 4, 4, 0]


@pytest.mark.sliced
def test_any_other_game_takes_two_presses(visit):
    page = visit("/")
    expect(page.get_by_role("heading", name="All 28 games")).to_be_visible()
    page.locator(".games label:has(input[value=accordion])").click()
    page.locator(".chosen").get_by_role("button", name="Play Accordion").click()
    at_table(page)
    expect(page.locator("h1.title")).to_contain_text("Accordion")


@pytest.mark.sliced
def test_what_was_chosen_far_down_the_list_has_its_button_in_sight(visit):
    page = visit("/", viewport={"width": 360, "height": 640})
    page.locator(".games label:has(input[value=klondike3])").click()
    expect(page.locator(".chosen .deal")).to_be_in_viewport(ratio=1)


@pytest.mark.sliced
def test_boards_are_for_playing_together_the_useful_ones_first(visit):
    page = visit("/")
    box = page.get_by_role("region", name="Play together")
    kinds = box.locator(".tile:visible").evaluate_all("(all) => all.map((it) => it.dataset.kind)")
    assert kinds[:4] == ["race", "kanban", "photos", "fruits"] and "four-aces" not in kinds
    box.get_by_text("More boards to try").click()
    expect(box.locator(".tile[data-kind=four-aces]")).to_be_visible()


# Options

def test_options_are_out_of_the_way_and_remembered(visit):
    page = visit("/")
    online(page)
    expect(page.get_by_text("shuffled at random and sealed")).to_be_hidden()
    expect(page.locator("input[name=n]")).to_be_hidden()
    options(page)
    page.locator("label:has(input[name=kind][value=open])").click()
    page.fill("input[name=n]", "12")
    page.get_by_label("Auto-move to foundations").first.select_option("safe")
    page.locator("#options").get_by_label("Who can come to your table").select_option("knock")
    page.locator("#options label.timed").click()
    page.fill("#your-name", "Ann")
    assert violations(page) == []
    page.reload()
    expect(page.locator("#options")).not_to_have_attribute("open", "")
    expect(page.locator("#options summary")).to_contain_text(
        "deal 12 · Auto-move: Only when safe · Everybody may watch, you let players in")
    told = said(page)
    page.reload()
    page.get_by_role("button", name="Play Klondike deal 12").click()
    at_table(page)
    expect(page.locator("h1.title")).to_have_text("Klondike, draw 1 · deal 12")
    [opened] = opens(told)
    assert (opened["access"], opened["timed"], opened["safe"]) == ("knock", False, True)


@pytest.mark.sliced
def test_a_number_that_is_wrong_is_shown_where_it_is_mended(visit):
    page = visit("/")
    options(page)
    page.locator("label:has(input[name=kind][value=open])").click()
    page.fill("input[name=n]", "x")
    page.locator("#options summary").click()
    page.locator("#known .tile").first.click()
    expect(page.locator("input[name=n]")).to_be_visible()
    expect(page.locator("input[name=n]")).to_be_focused()


@pytest.mark.sliced
def test_a_board_is_for_whom_it_was_said(visit):
    page = visit("/")
    told = said(page)
    page.reload()
    online(page)
    page.locator(".boards").get_by_label("Who can come to your table").select_option("link")
    page.locator(".tile[data-kind=fruits]").click()
    page.locator("#board[data-kind=board][data-role=player]").wait_for()
    assert [(it["game"], it["access"]) for it in opens(told)] == [("fruits", "link")]


# Links

def test_a_link_to_a_deal_deals_it_and_says_so(visit):
    page = visit("/?game=tripeaks&deal=3")
    room = at_table(page)
    line = page.locator(".arrival")
    expect(line.get_by_role("heading")).to_have_text("TriPeaks · deal 3")
    assert page.url.endswith(f"/t/{room}")
    assert violations(page) == []
    page.reload()
    at_table(page, room)
    page.go_back()
    assert page.url == "about:blank"
    page.go_forward()
    at_table(page, room)


@pytest.mark.sliced
def test_the_line_of_a_link_leads_to_the_lobby_and_goes_with_its_deal(visit):
    page = visit("/?game=golf&deal=3")
    at_table(page)
    page.locator("#new-game").click()
    expect(page.locator("h1.title")).to_have_text("Golf · deal 4")
    expect(page.locator(".arrival")).to_have_count(0)
    page.goto("/?game=golf&deal=3")
    at_table(page)
    page.locator(".arrival").get_by_role("link", name="Lobby").click()
    expect(page.locator("#known")).to_be_visible()
    expect(page.locator(".arrival")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.sliced
def test_the_line_of_a_link_is_one_row_and_covers_nothing(visit, width):
    page = visit("/?game=fortythieves&deal=123456789", viewport={"width": width, "height": 640})
    at_table(page)
    line, felt = page.locator(".arrival").bounding_box(), page.locator(".felt").bounding_box()
    assert line["height"] <= 56 and line["y"] + line["height"] <= felt["y"] + 1, (line, felt)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.sliced
def test_a_link_within_the_pages_deals_once_however_one_goes_back_and_forth(visit):
    page = visit("/rules")
    page.evaluate("""() => { const link = document.createElement("a"); link.href = "/?game=golf&deal=9";
      link.textContent = "Golf 9"; document.querySelector("main").append(link); link.click(); }""")
    room = at_table(page)
    for _ in range(2):
        page.go_back()
        page.locator(".rules").wait_for()
        page.go_forward()
        at_table(page, room)


@pytest.mark.sliced
def test_a_link_that_was_left_before_the_cards_came_is_not_dealt_again(visit):
    gate = Gate("Ann")
    page = visit("/", prepare=gate)
    online(page)
    gate.shut()
    page.evaluate("""() => { const link = document.createElement("a"); link.href = "/?game=golf&deal=9";
      document.querySelector("main").append(link); link.click(); }""")
    expect(page.get_by_text("Dealing Golf…")).to_be_visible()
    page.go_back()
    page.locator("#known").wait_for()
    gate.open()
    page.wait_for_function("() => Object.keys(sessionStorage).length > 0")
    room = page.evaluate("() => sessionStorage.getItem(Object.keys(sessionStorage)[0])")
    page.go_forward()
    at_table(page, room)


@pytest.mark.sliced
def test_a_link_to_a_game_alone_offers_it(visit):
    page = visit("/?game=spider1", prepare=listing(mine("rA")))
    expect(page.locator("#open-table")).to_have_text("Play Spider")
    boxes = [page.locator(it).bounding_box() for it in ("#open-table", "#continue")]
    assert (boxes[0]["y"], boxes[0]["x"]) < (boxes[1]["y"], boxes[1]["x"]), "it is first"
    page.locator("#open-table").click()
    at_table(page)
    expect(page.locator("h1.title")).to_contain_text("Spider, one suit")


# The way back

@pytest.mark.parametrize("way", ["the logo", "Back", "a closed tab", "three days"])
@pytest.mark.gate("Back", "a closed tab")
def test_a_game_that_was_left_goes_on_with_one_press(visit, way):
    page = visit("/")
    room = open_table(page, deal=7)
    press_stock(page)
    settled(page, 2)
    if way == "the logo":
        page.locator("a.brand").click()
    elif way == "Back":
        page.go_back()
    else:
        context = page.context
        page.close()
        page = context.new_page()
        if way == "three days":
            page.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {3 * DAY_MS}; }}")
        page.goto("/")
    goes_on = page.locator("#continue")
    when = "3 days ago" if way == "three days" else r"(now|\d+ minutes? ago)"
    expect(goes_on).to_have_text(re.compile(f"^ContinueKlondike, draw 1 · 1 move · {when}$"))
    assert goes_on.evaluate("(it) => it.parentElement.firstElementChild === it")
    goes_on.click()
    at_table(page, room)
    assert settled(page) == 2


@pytest.mark.sliced
def test_it_says_how_far_who_is_there_and_when(visit):
    now = int(time.time() * 1000)
    tables = [
        mine("rA", status="won", at=now - 3600_000), mine("rB", "golf", up=0, moves=1, at=now - 2 * 60_000),
        mine("rC", "spider1", up=26, of=104, here=["Ben", "Cem"], at=now - 3 * DAY_MS),
        {"id": "rD", "status": "damaged", "at": now - 9 * DAY_MS},
        mine("rE", "freecell", status="stuck", deal={"kind": "open", "n": 7}, at=now - DAY_MS),
    ]
    page = visit("/", prepare=listing(*tables))
    expect(page.locator("#continue")).to_have_text("ContinueGolf · 1 move · 2 minutes ago")
    rows = page.locator("#my-tables > li")
    expect(rows.locator(".row-words")).to_have_text([
        "Spider, one suit26 of 104 cards up · Ben and Cem are there · 3 days ago",
        "FreeCell · deal 7no moves left · yesterday", "Klondike, draw 1won · 1 hour ago",
        "This table is damaged · 9 days ago"])
    expect(rows.locator("a")).to_have_text(["Continue", "Continue", "Look at it"])
    assert violations(page) == []


@pytest.mark.sliced
def test_of_many_tables_six_are_shown_and_more_on_request(visit):
    page = visit("/", prepare=listing(*(mine(f"r{at}", status="won") for at in range(20))))
    rows = page.locator("#my-tables > li")
    expect(rows).to_have_count(6)
    expect(page.locator("#continue")).to_be_hidden()
    for count in (12, 18, 20):
        page.get_by_role("button", name="Show more").click()
        expect(rows).to_have_count(count)
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


@pytest.mark.sliced
def test_without_tables_it_says_so_and_asks_for_nothing_on_a_first_visit(visit):
    asked = []
    page = visit("/", prepare=lambda page: page.on("request", lambda it: asked.append(it.url)))
    online(page)
    expect(page.locator(".mine")).to_contain_text("None yet. What you play stands here the next time you come.")
    expect(page.locator("#continue")).to_be_hidden()
    assert not [url for url in asked if "/api/me/" in url]


@pytest.mark.sliced
def test_while_the_list_is_waited_for_and_when_it_cannot_be_had_it_says_so(visit):
    held = []

    def prepare(page):
        listing()(page)
        page.route("**/api/me/tables*", lambda route: held.append(route))

    page = visit("/", prepare=prepare, expects_errors=True)
    expect(page.locator(".mine")).to_contain_text("Looking for your tables…")
    until(page, lambda: held)
    held.pop().abort()
    expect(page.locator(".mine [role=status]")).to_have_text("Your tables could not be loaded.")
    assert violations(page) == []
    page.locator(".mine").get_by_role("button", name="Try again").click()
    until(page, lambda: held)
    held.pop().fulfill(json={"tables": [mine("rA"), mine("rB", "golf")]})
    expect(page.locator("#my-tables > li")).to_have_count(1)
    expect(page.locator(".mine").get_by_role("button", name="Try again")).to_be_hidden()


@pytest.mark.sliced
def test_a_server_without_a_list_leaves_what_the_browser_knows(visit):
    page = visit("/", prepare=lambda page: page.route("**/api/me/tables*", lambda it: it.fulfill(status=404)),
                 expects_errors=True)
    room = open_table(page, "golf")
    page.locator("a.brand").click()
    page.locator("#continue[href]").click()
    at_table(page, room)


@pytest.mark.sliced
def test_a_game_that_is_over_is_not_the_one_to_go_on_with(visit):
    page = visit("/", prepare=listing(mine("rA", status="won"), mine("rB", status="stuck")))
    expect(page.locator("#my-tables > li")).to_have_count(2)
    expect(page.locator("#continue")).to_be_hidden()


# Live now

@pytest.mark.sliced
def test_a_row_of_a_live_table_stays_the_same_row(visit):
    ann = visit("/", prepare=named("Ann"))
    online(ann)
    ann.locator(".tile[data-kind=fruits]").click()
    ann.locator("#board[data-kind=board][data-role=player]").wait_for()
    page = visit("/")
    row = page.locator(f"#tables > li[data-room={ann.get_attribute('#board', 'data-room')}]")
    expect(row.locator(".mini")).to_have_count(1)
    expect(row).to_contain_text("0 watching")
    row.evaluate("(it) => { it.sameRow = true; }")
    visit(ann.url.replace("/t/", "/watch/")).locator("#board").wait_for()
    expect(row).to_contain_text("1 watching")
    assert row.evaluate("(it) => it.sameRow") is True
