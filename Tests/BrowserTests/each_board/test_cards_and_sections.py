"""Coloured cards in one scrolling column, and in two sections of which either may be empty."""

import pytest
from playwright.sync_api import expect

from boards import (Gate, agree, aim_by_keys, carry, centre, choose, drag, drop, drop_by_keys, focused, gap, held,
                    is_locked, is_powerless, item, items, layout, lift, lift_by_keys, named, open_kind, open_menu,
                    place, point, press, rest, said, settled, tap, three, told, undo, untold, violations, watch)

COLUMN = ["blue", "green", "yellow", "orange", "pink"]
SECTIONS = {"favorites": ["blue", "green", "yellow"], "others": ["orange", "pink"]}
SCROLLER = ".region.scroll .places"
SCROLLED = f"() => document.querySelector('{SCROLLER}').scrollTop"
LOWEST = f"""() => {{
  const {{ scrollTop, clientHeight, scrollHeight }} = document.querySelector("{SCROLLER}");
  return scrollTop + clientHeight >= scrollHeight - 1;
}}"""


def cards(page):
    return items(page, "cards")


# Cards

def test_a_card_moves_in_the_column_and_everybody_sees_how(visit):
    ann, ben, watcher = three(visit, "cards")
    assert cards(ann) == COLUMN
    lift(ann, "blue")
    for page in (ben, watcher):
        held(page, "blue", "Ann")
    carry(ann, point(ann, "yellow", y=0.7))
    for page in (ann, ben, watcher):
        gap(page, "cards", "orange")
    assert [violations(page) for page in (ann, ben, watcher)] == [[], [], []]
    assert is_locked(ben, "blue, held by Ann")
    for way in (lambda: tap(ben, "blue, held by Ann"), lambda: press(ben, "Enter"), lambda: press(ben, "m")):
        untold(ben)
        way()
        told(ben, "Ann is holding that.")
    # What Ben does meanwhile leaves Ann's hand in peace.
    version = drag(ben, "pink", point(ben, "blue, held by Ann", y=0.1))
    for page in (ann, watcher):
        settled(page, version)
    assert cards(watcher)[:2] == ["pink", "blue, held by Ann"]
    held(watcher, "blue", "Ann")
    carry(ann, point(ann, "orange", y=0.7))
    for page in (ann, ben, watcher):
        gap(page, "cards")
    drop(ann)
    assert agree(ann, ben, watcher) == 3
    assert cards(ann) == ["pink", "green", "yellow", "orange", "blue"]
    assert is_powerless(watcher, "green")
    # Her own move is taken back, his stays.
    undo(ann)
    settled(ann, 4)
    assert agree(ann, ben, watcher) == 4
    assert cards(watcher) == ["pink", "blue", "green", "yellow", "orange"]


@pytest.mark.sliced
def test_the_column_scrolls_by_itself_near_its_edges_and_only_there(visit):
    ann = visit("/", prepare=named("Ann"), viewport={"width": 480, "height": 420})
    open_kind(ann, "cards", seats=2)
    ann.locator(SCROLLER).scroll_into_view_if_needed()
    box = ann.locator(SCROLLER).bounding_box()
    assert not ann.evaluate(LOWEST)
    lift(ann, "blue")
    middle, x = box["y"] + box["height"] / 2, box["x"] + box["width"] / 2
    carry(ann, (x, middle))
    rest(ann)
    assert ann.evaluate(SCROLLED) == 0, "it scrolls though nobody is near its edge"
    carry(ann, (x, box["y"] + box["height"] - 10))
    ann.wait_for_function(LOWEST)
    gap(ann, "cards")
    drop(ann, 2)
    assert cards(ann) == ["green", "yellow", "orange", "pink", "blue"]
    # And back up.
    lift(ann, "blue")
    carry(ann, (x, box["y"] + 10))
    ann.wait_for_function(SCROLLED.replace("() =>", "() => 0 ==="))
    gap(ann, "cards", "green")
    drop(ann, 3)
    assert cards(ann) == COLUMN


@pytest.mark.sliced
def test_cards_by_keys_alone(visit):
    ann, ben, watcher = three(visit, "cards", viewport={"width": 480, "height": 420})
    item(ann, "blue").focus()
    press(ann, "End")
    assert focused(ann) == "pink"
    press(ann, "Space", "ArrowUp")
    held(ben, "pink", "Ann")
    gap(watcher, "cards", "orange")
    assert said(ann) == "Over the board, before orange."
    assert violations(ann) == []
    drop_by_keys(ann, "Space")
    assert cards(ann) == ["blue", "green", "yellow", "pink", "orange"] and focused(ann) == "pink"
    undo(ann)
    settled(ann, 3)
    assert cards(ann) == COLUMN
    assert open_menu(ann, "green")[-1] == "The board, at the end"
    assert violations(ann) == []
    choose(ann, "at the end")
    lift_by_keys(ann, "blue")
    press(ann, "ArrowDown", "Escape")
    agree(ann, ben, watcher)
    assert cards(ben) == ["blue", "yellow", "orange", "pink", "green"]


@pytest.mark.sliced
def test_cards_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "cards", has_touch=True, viewport={"width": 360, "height": 740})
    tap(ann, "blue")
    expect(ann.locator("#move-to")).to_be_visible()
    assert violations(ann) == []
    tap(ann, "orange")
    settled(ann, 2)
    assert cards(ann) == ["green", "yellow", "orange", "blue", "pink"]
    tap(ann, "blue")
    tap(ann, ann.locator("#put-back"))
    expect(ann.locator(".item.picked")).to_have_count(0)
    tap(ann, ann.locator("#undo"))
    settled(ann, 3)
    assert cards(ann) == COLUMN
    tap(watcher, "blue")
    expect(watcher.locator(".item.picked")).to_have_count(0)
    agree(ann, ben, watcher)


# Sections

@pytest.mark.sliced
def test_an_emptied_section_is_seen_whole_on_any_screen(visit):
    ann = visit("/", prepare=named("Ann"))
    room = open_kind(ann, "sections")
    for card in ["orange", "pink"]:
        drag(ann, card, point(ann, "green", y=0.1))
    assert items(ann, "others") == []
    watcher = watch(visit, room)
    for width, height in [(1024, 768), (1366, 650), (360, 740)]:
        for page in (ann, watcher):
            page.set_viewport_size({"width": width, "height": height})
        assert ann.locator(".places").evaluate("(places) => places.scrollHeight - places.clientHeight") <= 0
        empty = place(ann, "others").locator(".empty")
        empty.scroll_into_view_if_needed()
        expect(empty).to_be_in_viewport(ratio=1)
        # Nor does the room that somebody else needs cut it.
        lift(ann, "blue")
        carry(ann, point(ann, "yellow", y=0.1))
        expect(watcher.locator(".gap.remote")).to_have_count(1)
        assert watcher.locator(".places").evaluate("(places) => places.scrollHeight - places.clientHeight") <= 0
        press(ann, "Escape")
        ann.mouse.up()
        agree(ann, watcher)


def test_an_emptied_section_still_accepts(visit):
    ann, ben, watcher = three(visit, "sections")
    assert layout(ann) == SECTIONS
    drag(ann, "orange", point(ann, "green", y=0.1))
    drag(ann, "pink", point(ann, "yellow", y=0.9))
    assert layout(ann) == {"favorites": ["blue", "orange", "green", "yellow", "pink"], "others": []}
    expect(place(ann, "others").locator(".empty")).to_have_text("No cards")
    assert violations(ann) == []
    lift(ann, "blue")
    carry(ann, centre(ann, place(ann, "others").locator(".items")))
    for page in (ann, ben, watcher):
        gap(page, "others")
    drop(ann)
    assert items(ann, "others") == ["blue"]
    agree(ann, ben, watcher)
    # And so does the other one, for Ben.
    for card in ["orange", "green", "yellow", "pink"]:
        drag(ben, card, point(ben, "blue", y=0.9))
    assert items(ben, "favorites") == []
    drag(ben, "pink", centre(ben, place(ben, "favorites").locator(".items")))
    assert items(ben, "favorites") == ["pink"]
    agree(ann, ben, watcher)


@pytest.mark.sliced
def test_one_is_told_that_the_place_is_no_more_and_nothing_is_lost(visit):
    gate = Gate("Ben")
    ann, ben, watcher = three(visit, "sections", ben=gate)
    lift(ben, "pink")
    carry(ben, point(ben, "green", y=0.1))
    gap(watcher, "favorites", "green")
    gate.shut()
    # What he wants to drop in front of goes elsewhere.
    drag(ann, "green", point(ann, "orange", y=0.9))
    ben.mouse.up()
    expect(watcher.locator(".item.held")).to_have_count(0)
    gate.open()
    told(ben, "Somebody was faster. That place has changed meanwhile.")
    agree(ann, ben, watcher)
    assert layout(ben) == {"favorites": ["blue", "yellow"], "others": ["orange", "pink", "green"]}


@pytest.mark.sliced
def test_sections_by_keys_and_by_taps(visit):
    ann, ben, watcher = three(visit, "sections", has_touch=True)
    lift_by_keys(ann, "yellow")
    aim_by_keys(ann, "Others, at the end")
    gap(watcher, "others")
    assert violations(ann) == []
    drop_by_keys(ann)
    assert items(ann, "others") == ["orange", "pink", "yellow"] and focused(ann) == "yellow"
    undo(ann)
    settled(ann, 3)
    assert layout(ann) == SECTIONS
    offered = open_menu(ann, "blue")
    assert offered == ["Favorites, before yellow", "Favorites, at the end", "Others, at the start, before orange",
                       "Others, before pink", "Others, at the end"]
    assert violations(ann) == []
    choose(ann, "Others, before pink")
    agree(ann, ben, watcher)
    tap(ben, "orange")
    tap(ben, "green")
    agree(ann, ben, watcher)
    assert layout(ben) == {"favorites": ["orange", "green", "yellow"], "others": ["blue", "pink"]}
    for card in ["blue", "pink"]:
        tap(ben, card)
        tap(ben, "orange")
        settled(ben)
    tap(ben, "yellow")
    tap(ben, place(ben, "others").locator(".items"))
    agree(ann, ben, watcher)
    assert items(ben, "others") == ["yellow"]
    assert is_powerless(watcher, "yellow")
