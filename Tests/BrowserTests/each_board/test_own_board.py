"""A board of one's own: described in the lobby, told its mistakes, then played; the Kanban example and a small one."""

import json
import re

import pytest
from playwright.sync_api import expect

from boards import (BOARD, SETTLED, agree, aim_by_keys, carry, centre, choose, describe, drag, drop, drop_by_keys,
                    gap, held, is_locked, item, items, join, layout, lift, lift_by_keys, named, online,
                    open_described, open_kind, open_menu, place, point, press, said, settled, tap, three, told, undo,
                    violations, watch)
from files import downloaded, drag_out, drop_in, saved

SMALL = {
    "title": "Packing", "seats": 3, "select": True, "formation": "pile",
    "labels": {"item": "{text} in {collection}", "limited": "{title}: {count} of {capacity}"},
    "collections": [
        {"id": "home", "title": "At home", "accepts": "text"},
        {"id": "bag", "title": "In the bag", "capacity": 2},
        {"id": "list", "title": "On the list", "drop": "copy"},
    ],
    "items": [
        {"in": "home", "text": "Passport", "tags": "paper", "fields": {"Valid until": "2031"}},
        {"in": "home", "text": "Sun hat", "detail": "The wide one"},
        {"in": "home", "text": "Map", "tags": "paper"},
    ],
    "moves": [{"from": "home", "to": "list"}, {"from": ["home", "bag"], "to": ["home", "bag"], "tags": "paper"},
              {"from": ["home", "bag"], "to": ["home", "bag"], "who": 2}],
}
LANTERNS, PLAYLIST, CHAIRS, NUTS = PLANNED = [f"{text}, card in To do" for text in [
    "Hang up the lanterns", "Make a playlist", "Ask the neighbours for chairs", "Find out who eats no nuts"]]
CAKE, LAWN = DOING = [f"{text}, card in Doing" for text in ["Bake the lemon cake", "Mow the lawn"]]
LETTERS, GUITAR = DONE = [f"{text}, card in Done" for text in ["Send the invitations", "Borrow a guitar"]]


WIDE = {
    "title": "A year", "seats": 3,
    "collections": [{"id": f"m{number}", "title": f"Month {number}", "accepts": "text"} for number in range(1, 13)],
    "items": [{"in": "m1", "text": text} for text in ("Sow", "Reap")] + [{"in": "m6", "text": "Weed"}],
}


def into(label, collection):
    """What a card is called there."""
    return label[:label.rindex(" in ")] + f" in {collection}"


def dialog(page):
    return page.locator("#own-board[open]")


def open_dialog(page):
    """The editor in the lobby, with the example in it; its field."""
    online(page)
    page.locator(".tile[data-kind=own]").click()
    field = dialog(page).get_by_role("textbox", name="Description of the board, as JSON")
    expect(field).to_have_value(re.compile(r'"title": "Kanban'))
    return field


def check(page):
    dialog(page).get_by_role("button", name="Check and open").click()


def test_a_mistake_is_told_with_its_line_and_the_mend_and_then_it_opens(visit):
    page = visit("/", expects_errors=True)
    field = open_dialog(page)
    assert violations(page) == []
    example = field.input_value()
    field.fill(example.replace('"capacity"', '"capcity"', 1).replace('"in": "done"', '"in": "don"', 1))
    check(page)
    verdict, problems = dialog(page).locator(".verdict"), dialog(page).locator(".problems button")
    expect(verdict).to_have_text("2 problems: nothing was opened yet.")
    expect(problems).to_have_count(2)
    lines = field.input_value().split("\n")
    for at, (wrong, words, mend) in enumerate([
        ("capcity", 'A collection has no field "capcity".', 'Did you mean "capacity"?'),
        ('"don"', 'There is no collection "don".', 'Did you mean "done"?'),
    ]):
        line = next(number for number, text in enumerate(lines, 1) if wrong in text)
        expect(problems.nth(at)).to_contain_text(re.compile(rf"^{line}:\d+"))
        expect(problems.nth(at).locator(".message")).to_have_text(words)
        expect(problems.nth(at).locator(".mend")).to_have_text(mend)
    assert violations(page) == []
    # A mistake leads to its line, also by keys.
    expect(problems.first).to_be_focused()
    press(page, "Enter")
    selected = field.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert "capcity" in selected and "\n" not in selected
    expect(field).to_be_focused()
    assert page.url.endswith("/")
    # What was written stays, and what is no JSON at all has its place too.
    field.fill(example.replace("],", "]", 1))
    press(page, "Control+Enter")
    expect(verdict).to_have_text("1 problem: nothing was opened yet.")
    expect(problems).to_have_count(1)
    field.fill(example)
    check(page)
    page.locator(SETTLED + "[data-role=player]").wait_for()
    expect(page.locator("h1.title")).to_have_text("Kanban: a garden party")
    assert items(page, "todo") == PLANNED


@pytest.mark.sliced
def test_a_description_comes_as_a_file_chosen_or_dropped(visit, tmp_path):
    page = visit("/")
    field = open_dialog(page)
    small = saved(tmp_path, "small.json", json.dumps(SMALL, indent=2))
    large = saved(tmp_path, "large.json", " " * 65537)
    with page.expect_file_chooser() as waiting:
        dialog(page).get_by_role("button", name="Choose a file…").click()
    waiting.value.set_files(large)
    expect(dialog(page).locator(".verdict")).to_have_text("large.json is larger than 64 KB. Remove some items or text.")
    drop_in(page, centre(page, field), files=[small])
    expect(field).to_have_value(re.compile("Packing"))
    check(page)
    page.locator(SETTLED + "[data-role=player]").wait_for()
    expect(page.locator("h1.title")).to_have_text("Packing")
    assert layout(page) == {
        "home": ["Passport in At home", "Sun hat in At home", "Map in At home"], "bag": [], "list": []}
    # From elsewhere the same comes by the interface for programs, and so do the mistakes.
    other = visit("/", expects_errors=True)
    status, answer = describe(other, {**SMALL, "collections": [{"id": "home"}]})
    assert status == 400 and answer["error"] == "description"
    assert {"line", "column", "message"} <= set(answer["problems"][0])
    assert open_described(other, SMALL) != page.get_attribute(BOARD, "data-room")


def test_a_small_board_does_what_its_description_says(visit):
    ann, ben, watcher = three(visit, SMALL)
    home = ["Passport in At home", "Sun hat in At home", "Map in At home"]
    passport, hat, map_ = home
    assert items(ann, "home") == home
    assert [violations(page) for page in (ann, watcher)] == [[], []]
    # Anybody may pack paper; only the player on seat 2 may pack the rest.
    drag(ann, hat, place(ann, "bag"))
    told(ann, "That cannot go there.")
    drag(ann, passport, place(ann, "bag"))
    drag(ben, hat, place(ben, "bag"))
    agree(ann, ben, watcher)
    packed = [into(label, "In the bag") for label in (passport, hat)]
    assert layout(watcher) == {"home": [map_], "bag": packed, "list": []}
    expect(place(watcher, "bag").locator(".capacity")).to_have_text("2/2")
    # The bag is full; the list takes copies.
    drag(ann, map_, place(ann, "bag"))
    told(ann, "There is no more room there.")
    drag(ann, map_, place(ann, "list"))
    agree(ann, ben, watcher)
    assert items(watcher, "home") == [map_] and items(watcher, "list") == [into(map_, "On the list")]
    # What no move concerns cannot be lifted.
    assert is_locked(ann, into(map_, "On the list"))
    assert violations(ben) == []
    undo(ann)
    undo(ann)
    agree(ann, ben, watcher)
    assert items(watcher, "home") == [passport, map_] and items(watcher, "bag") == [into(hat, "In the bag")]


def test_kanban_keeps_its_rules(visit):
    ann, ben, watcher = three(visit, "kanban")
    assert layout(ann) == {"todo": PLANNED, "doing": DOING, "done": DONE, "bin": []}
    assert [violations(page) for page in (ann, watcher)] == [[], []]
    # To a place among others, where the order counts.
    drag(ann, LANTERNS, point(ann, LAWN, y=0.2))
    lanterns = into(LANTERNS, "Doing")
    agree(ann, ben, watcher)
    assert items(watcher, "doing") == [CAKE, lanterns, LAWN]
    expect(place(watcher, "doing").locator(".capacity")).to_have_text("3/3")
    # Doing takes at most three: the card flies home, and the player who dropped it is told why.
    lift(ben, PLAYLIST)
    carry(ben, centre(ben, place(ben, "doing")))
    expect(ben.locator(".hand.forbidden")).to_have_count(1)
    held(ann, PLAYLIST, "Ben")
    assert [violations(page) for page in (ann, ben)] == [[], []]
    drop(ben)
    told(ben, "There is no more room there.")
    # Done has no order: wherever it is dropped, it comes last.
    drag(ann, CAKE, point(ann, LETTERS, y=0.1))
    agree(ann, ben, watcher)
    assert items(watcher, "done") == [*DONE, into(CAKE, "Done")]
    drag(ann, into(CAKE, "Done"), point(ann, LETTERS, y=0.1))
    drag(ann, GUITAR, place(ann, "todo"))
    told(ann, "That cannot go there.")
    # The bin keeps nothing; what was thrown away can be taken back.
    drag(ben, LETTERS, centre(ben, place(ben, "bin").locator(".items")))
    agree(ann, ben, watcher)
    assert layout(watcher) == {
        "todo": [PLAYLIST, CHAIRS, NUTS], "doing": [lanterns, LAWN], "done": [GUITAR, into(CAKE, "Done")], "bin": []}
    ben.locator("#undo").click()
    agree(ann, ben, watcher)
    assert sorted(items(watcher, "done")) == sorted([*DONE, into(CAKE, "Done")])


@pytest.mark.sliced
def test_selected_cards_travel_as_a_pile(visit):
    ann = visit("/", prepare=named("Ann"))
    watcher = watch(visit, open_kind(ann, "kanban"))
    for label in (LANTERNS, CHAIRS, NUTS):
        item(ann, label).click()
        expect(item(ann, label)).to_have_attribute("aria-pressed", "true")
    settled(ann)
    lift(ann, CHAIRS)
    expect(ann.locator(".hand .count")).to_have_text("3")
    assert said(ann) == "Lifted 3 items."
    carry(ann, (1000, 720))
    expect(ann.locator(".hand")).to_have_attribute("data-formation", "pile")
    # Two are doing: no room for three, which stay together.
    carry(ann, centre(ann, place(ann, "doing")))
    expect(ann.locator(".hand.forbidden")).to_have_count(1)
    carry(ann, centre(ann, place(ann, "done")))
    expect(ann.locator(".hand:not(.forbidden)")).to_have_attribute("data-formation", "list")
    expect(watcher.locator(".ghost .clone")).to_have_count(3)
    assert violations(ann) == []
    drop(ann)
    agree(ann, watcher)
    assert items(watcher, "todo") == [PLAYLIST]
    assert set(items(watcher, "done")) == {*DONE, *(into(label, "Done") for label in (LANTERNS, CHAIRS, NUTS))}
    undo(ann)
    agree(ann, watcher)
    assert items(watcher, "todo") == PLANNED, "one step takes back all three"


@pytest.mark.sliced
def test_kanban_by_keys_alone_and_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "kanban", has_touch=True)
    # Space selects where several can be chosen; Enter lifts, or M lists the places.
    item(ann, CAKE).focus()
    assert any(words == "Done" for words in open_menu(ann, CAKE))
    assert violations(ann) == []
    choose(ann, "To do, at the end")
    agree(ann, ben, watcher)
    cake = into(CAKE, "To do")
    assert items(ben, "todo") == [*PLANNED, cake]
    lift_by_keys(ann, PLAYLIST, "Enter")
    # The ring of the focus is in the hand, not where the card was.
    expect(item(ann, PLAYLIST)).to_have_css("outline-style", "none")
    expect(ann.locator(".hand .clone > .body")).to_have_css("outline-style", "solid")
    aim_by_keys(ann, "Doing, at the end", "ArrowDown")
    held(ben, PLAYLIST, "Ann")
    assert violations(ann) == []
    drop_by_keys(ann)
    agree(ann, ben, watcher)
    assert items(ben, "doing") == [LAWN, into(PLAYLIST, "Doing")]
    undo(ann)
    agree(ann, ben, watcher)
    assert items(ben, "doing") == [LAWN]
    tap(ben, NUTS)
    expect(ben.locator(".selection .what")).to_have_text("Find out who eats no nuts selected")
    assert violations(ben) == []
    tap(ben, place(ben, "doing").locator(".place-head"))
    agree(ann, ben, watcher)
    assert items(ann, "doing") == [LAWN, into(NUTS, "Doing")]
    tap(ben, LETTERS)
    ben.locator("#move-to").tap()
    ben.locator("#move-menu[open]").wait_for()
    assert ben.locator("#move-menu .stop").all_inner_texts()[-1] == "Bin"
    choose(ben, "Bin")
    agree(ann, ben, watcher)
    assert items(watcher, "done") == [GUITAR]


@pytest.mark.sliced
def test_the_focus_is_never_lost_in_a_long_menu_nor_by_what_goes_to_the_bin(visit):
    ann = visit("/", prepare=named("Ann"), viewport={"width": 1024, "height": 500})
    watcher = watch(visit, open_kind(ann, "kanban"))
    open_menu(ann, PLAYLIST)
    # The list is longer than what is seen of it, and yet Enter takes its first.
    assert ann.locator("#move-menu .stops").evaluate("(list) => list.scrollHeight > list.clientHeight")
    expect(ann.locator("#move-menu .stop").first).to_be_focused()
    press(ann, "Enter")
    agree(ann, watcher)
    assert items(watcher, "todo") == [PLAYLIST, LANTERNS, CHAIRS, NUTS]
    expect(item(ann, PLAYLIST)).to_be_focused()
    # What took the focus with it leaves it to what lay next to it, the last one to whatever is nearest.
    for gone, after in [(LANTERNS, CHAIRS), (GUITAR, LETTERS)]:
        open_menu(ann, gone)
        choose(ann, "Bin")
        agree(ann, watcher)
        expect(item(ann, after)).to_be_focused()
    # Also when somebody else takes it away.
    ben = join(visit, ann.get_attribute(BOARD, "data-room"))
    item(ann, CHAIRS).focus()
    drag(ben, CHAIRS, centre(ben, place(ben, "bin").locator(".items")))
    agree(ann, ben, watcher)
    expect(item(ann, NUTS)).to_be_focused()


@pytest.mark.sliced
def test_what_is_pasted_is_brought_into_sight_with_its_column_named(visit):
    ann = visit("/", prepare=named("Ann"), viewport={"width": 360, "height": 740},
                permissions=["clipboard-read", "clipboard-write"])
    open_kind(ann, "kanban")
    ann.locator(".places").evaluate("(places) => { places.scrollLeft = places.scrollWidth; }")
    ann.evaluate("() => navigator.clipboard.writeText('Buy milk')")
    ann.get_by_role("button", name="Paste").click()
    milk = item(ann, "Buy milk, card in To do")
    expect(milk).to_be_in_viewport()
    expect(ann.locator("#say")).to_have_text("Added Buy milk to To do.")


@pytest.mark.sliced
def test_cards_come_and_go_as_text(visit):
    ann = visit("/", prepare=named("Ann"), permissions=["clipboard-read", "clipboard-write"])
    room = open_kind(ann, "kanban")
    ben = join(visit, room, has_touch=True)
    drop_in(ann, point(ann, PLAYLIST, y=0.1), texts={"text/plain": "Buy ice\nlots of it"})
    ice = "Buy ice, card in To do"
    expect(item(ben, ice)).to_contain_text("lots of it")
    expect(ann.locator("#say")).to_contain_text("Added Buy ice to To do.")
    agree(ann, ben)
    assert items(ben, "todo") == [LANTERNS, ice, PLAYLIST, CHAIRS, NUTS]
    # Only one column is open to what comes from outside.
    drop_in(ann, centre(ann, LAWN), texts={"text/plain": "Weed"})
    told(ann, "Not added.")
    assert drag_out(ann, ice)["text/plain"].startswith("Buy ice")
    item(ann, GUITAR).focus()
    ann.locator(".drag-out[data-ready=true]").wait_for()
    press(ann, "Control+c")
    told(ann, "Copied.")
    ann.get_by_role("button", name="Paste").click()
    expect(item(ann, "Borrow a guitar, card in To do")).to_be_attached()
    agree(ann, ben)
    # By taps: saved as a file, pasted into the dialog.
    tap(ben, ice)
    ben.locator("#about-item").tap()
    name, content = downloaded(ben, ben.locator("#details [data-act=download]").tap)
    assert name == "Buy ice.txt" and content.decode().startswith("Buy ice")
    press(ben, "Escape", "Escape")
    ben.get_by_role("button", name="Paste").tap()
    ben.locator("dialog.paste textarea").fill("Call Rosa")
    assert violations(ben) == []
    ben.locator("dialog.paste").get_by_role("button", name="Add").tap()
    expect(item(ann, "Call Rosa, card in To do")).to_be_attached()
    agree(ann, ben)


@pytest.mark.sliced
def test_columns_that_scroll_sideways_are_hit_where_they_are_seen(visit):
    ann = visit("/", prepare=named("Ann"))
    ben = join(visit, open_described(ann, WIDE))
    scrolled = "(to) => document.querySelector('.places').scrollLeft === to"
    # Scrolled by the wheel while something is held, and the hand stays under the pointer.
    lift(ann, "Sow")
    ann.mouse.move(500, 330)
    ann.mouse.wheel(700, 0)
    ann.wait_for_function(scrolled, arg=700)
    carry(ann, point(ann, place(ann, "m6"), y=0.9))
    gap(ann, "m6")
    assert ann.evaluate(scrolled, 700)
    # A page that has not scrolled shows the hand at the edge behind which it is; one that has, over the same column.
    ghost, edge = held(ben, "Sow", "Ann"), ben.locator(".places").bounding_box()
    ben.wait_for_function(
        "([ghost, edge]) => Math.abs(ghost.getBoundingClientRect().x - edge) < 140",
        arg=[ghost.locator(".clone").element_handle(), edge["x"] + edge["width"]])
    ben.evaluate("() => { document.querySelector('.places').scrollLeft = 500; }")
    column = place(ben, "m6").bounding_box()
    ben.wait_for_function(
        "([ghost, middle]) => { const { left, right } = ghost.getBoundingClientRect();"
        " return Math.abs((left + right) / 2 - middle) < 20; }",
        arg=[ghost.locator(".clone").element_handle(), column["x"] + column["width"] / 2])
    drop(ann)
    agree(ann, ben)
    assert items(ben, "m6") == ["Weed", "Sow"]
    # Scrolled before: from here, and from outside.
    drag(ann, "Sow", point(ann, place(ann, "m5"), y=0.9))
    drop_in(ann, point(ann, place(ann, "m7"), y=0.9), texts={"text/plain": "Mow"})
    expect(item(ben, "Mow")).to_be_attached()
    agree(ann, ben)
    assert [items(ben, month) for month in ("m5", "m6", "m7")] == [["Sow"], ["Weed"], ["Mow"]]
    # Near an edge they scroll: from the first to the last in one go.
    ann.evaluate("() => { document.querySelector('.places').scrollLeft = 0; }")
    ends = ann.locator(".places").bounding_box()
    lift(ann, "Reap")
    ann.mouse.move(ends["x"] + ends["width"] - 2, 330, steps=8)
    ann.wait_for_function("() => { const it = document.querySelector('.places');"
                          " return it.scrollLeft >= it.scrollWidth - it.clientWidth - 1; }")
    carry(ann, centre(ann, place(ann, "m12")))
    gap(ann, "m12")
    drop(ann)
    agree(ann, ben)
    assert items(ben, "m12") == ["Reap"] and items(ben, "m1") == []
