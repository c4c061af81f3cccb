"""The card grid: several cards are chosen, dragged together and copied; a line tells what a drag says of itself."""

import re

import pytest
from playwright.sync_api import expect

from boards import (agree, carry, centre, choose, drag, drop, focused, free, held, is_locked, is_powerless, item,
                    items, layout, lift, named, open_kind, open_menu, press, redo, region, said, settled, tap, three,
                    undo, vanish, violations)

CARDS = [str(number) for number in range(1, 13)]
FORMATIONS = ["default", "none", "pile", "list", "stack"]


def chosen(page):
    """The cards that the player of this page has selected."""
    return page.locator(".item[data-in=grid][aria-pressed=true]").evaluate_all(
        "(found) => found.map((item) => item.getAttribute('aria-label'))")


def area(page):
    """Where to drop: low in the drop area, whatever lies in it."""
    box = region(page, "drop-area").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 30


def status(page, words):
    expect(page.locator(".status-line")).to_have_text(re.compile(words))


@pytest.mark.sliced
def test_several_are_chosen_and_copied_together(visit):
    ann, ben, watcher = three(visit, "card-grid", viewport={"width": 1024, "height": 900})
    assert items(ann, "grid") == CARDS and items(ann, "drop-area") == []
    assert violations(ann) == []
    for card in ["1", "3", "4"]:
        tap(ann, card)
    settled(ann)
    assert chosen(ann) == ["1", "3", "4"]
    # What Ben chooses is his; hers is seen on his page as hers.
    tap(ben, "3")
    tap(ben, "9")
    settled(ben)
    assert chosen(ben) == ["3", "9"]
    for page in (ben, watcher):
        expect(item(page, "1")).to_have_attribute("data-chosen-by", "0")
    lift(ann, "3")
    expect(ann.locator(".hand .clone")).to_have_count(3)
    expect(ann.locator(".hand .count")).to_have_text("3")
    for page in (ben, watcher):
        for card in ["1", "3", "4"]:
            held(page, card, "Ann")
    assert is_locked(ben, "1, held by Ann")
    # A selected card that another holds does not come along, and holds nothing up.
    carry(ann, centre(ann, "6"))
    assert [violations(page) for page in (ann, ben, watcher)] == [[], [], []]
    carry(ann, area(ann))
    for page in (ann, ben, watcher):
        status(page, r"^active · item \d of 3 \((1 3 4|3 1 4)\) · at \d+ %, \d+ %$")
    expect(region(ann, "drop-area")).to_have_class(re.compile("targeted"))
    drop(ann)
    agree(ann, ben, watcher)
    assert items(watcher, "grid") == CARDS and items(watcher, "drop-area") == ["1", "3", "4"]
    # Hers is cleared, his is not.
    assert chosen(ann) == [] and chosen(ben) == ["3", "9"]
    for page in (ann, ben, watcher):
        status(page, "^transfer completed · ")
    assert region(ann, "drop-area").get_attribute("aria-label") == "Drop area, 3 cards"
    # The next drop replaces the copies; hers is taken back under it.
    drag(ben, "9", area(ben))
    agree(ann, ben, watcher)
    assert items(ann, "drop-area") == ["3", "9"] and chosen(ben) == []
    undo(ben)
    agree(ann, ben, watcher)
    assert items(ann, "drop-area") == ["1", "3", "4"]
    assert is_powerless(watcher, "3")


def test_the_status_follows_a_drag_from_its_beginning_to_its_end(visit):
    ann = visit("/", prepare=named("Ann"), viewport={"width": 1024, "height": 900})
    open_kind(ann, "card-grid", seats=2)
    ann.evaluate("""() => {
      const line = document.querySelector(".status-line");
      window.heard = [line.textContent];
      new MutationObserver(() => window.heard.push(line.textContent)).observe(
        line, { childList: true, characterData: true, subtree: true });
    }""")
    tap(ann, "2")
    tap(ann, "5")
    settled(ann)
    lift(ann, "5")
    carry(ann, centre(ann, "8"))
    status(ann, "^active · item 2 of 2")
    before = ann.locator(".status-line").text_content()
    carry(ann, area(ann))
    expect(ann.locator(".status-line")).not_to_have_text(before)
    drop(ann)
    status(ann, "^transfer completed")
    heard = ann.evaluate("window.heard")
    phases = list(dict.fromkeys(line.split(" ·")[0] for line in heard))
    assert phases[0] == "Nothing is dragged." and phases[-1] == "transfer completed", phases
    assert "active" in phases
    assert all("(2 5)" in line for line in heard[1:]), heard
    assert len({line.split(" at ")[1] for line in heard if line.startswith("active")}) > 1, "the place never changed"


def poses(page, selector=".hand .clone"):
    """How the cards of a hand lie to each other, when they lie still."""
    return page.eval_on_selector_all(selector, """async (clones) => {
      await Promise.all(clones.flatMap((clone) => clone.getAnimations()).map(({ finished }) => finished));
      return clones.map((clone) => {
        const { transform, zIndex } = getComputedStyle(clone);
        return `${transform} ${zIndex}`;
      });
    }""")


@pytest.mark.sliced
def test_a_drag_that_rests_on_a_formation_tries_it_on(visit):
    ann, ben, watcher = three(visit, "card-grid", viewport={"width": 1024, "height": 900})
    lift(ann, "1")
    carry(ann, centre(ann, "stack"))
    for page in (ann, ben, watcher):
        expect(item(page, "stack")).to_have_attribute("aria-checked", "true")
    # The drag goes on as if nothing had happened.
    carry(ann, area(ann))
    drop(ann)
    agree(ann, ben, watcher)
    assert items(watcher, "drop-area") == ["1"]


@pytest.mark.sliced
def test_all_formations_look_different_for_everybody(visit):
    # Cards are turned only where motion is wanted.
    options = {"viewport": {"width": 1024, "height": 900}, "reduced_motion": "no-preference"}
    ann, ben, watcher = three(visit, "card-grid", **options)
    for card in ["1", "3", "4", "8"]:
        tap(ann, card)
    seen = {}
    for formation in FORMATIONS:
        tap(ann, formation)
        settled(ann)
        expect(item(ann, formation)).to_have_attribute("aria-checked", "true")
        expect(ben.locator(".item[aria-checked=true]")).to_have_text(formation)
        lift(ann, "1")
        carry(ann, centre(ann, "7"), steps=4)
        expect(ann.locator(f".hand[data-formation={formation}]")).to_have_count(1)
        for page in (ben, watcher):
            expect(page.locator(f".ghost[data-formation={formation}]")).to_have_count(1)
        seen[formation] = poses(ann)
        assert len(seen[formation]) == 4
        assert poses(watcher, ".ghost .clone") == seen[formation]
        # The card under the pointer lies straight.
        assert seen[formation][0].startswith("matrix(1, 0, 0, 1, 0, 0)")
        ann.keyboard.press("Escape")
        ann.mouse.up()
        settled(ann)
    assert len({tuple(found) for found in seen.values()}) == len(FORMATIONS), seen
    assert any("matrix(1, 0, 0, 1," not in pose for pose in seen["pile"]), "a pile without a turn"
    assert all("matrix(1, 0, 0, 1," in pose for pose in seen["list"] + seen["stack"] + seen["none"])
    assert layout(watcher) == layout(ann) and items(ann, "drop-area") == []


@pytest.mark.sliced
def test_two_drop_at_once_and_who_vanishes_lets_go_of_all_they_chose(visit):
    ann, ben, watcher = three(visit, "card-grid", viewport={"width": 1024, "height": 900})
    lift(ann, "1")
    carry(ann, area(ann))
    lift(ben, "2")
    carry(ben, area(ben))
    ann.mouse.up()
    ben.mouse.up()
    agree(ann, ben, watcher)
    # The area holds what was dropped last, whole; which drop was the last is up to the server.
    assert items(watcher, "drop-area") in (["1"], ["2"]) and items(watcher, "grid") == CARDS
    before = layout(ben)
    for card in ["5", "6"]:
        tap(ann, card)
    settled(ann)
    lift(ann, "5")
    carry(ann, area(ann))
    held(ben, "6", "Ann")
    vanish(ann)
    free(ben, watcher)
    agree(ben, watcher)
    assert layout(ben) == before
    drag(ben, "6", area(ben))
    assert items(ben, "drop-area") == ["6"]


@pytest.mark.sliced
def test_the_grid_by_keys_alone(visit):
    ann, ben, watcher = three(visit, "card-grid")
    item(ann, "1").focus()
    press(ann, "Space", "ArrowRight", "Space")
    settled(ann)
    assert chosen(ann) == ["1", "2"] and focused(ann) == "2"
    assert said(ann) == "2 selected, 2 in all."
    press(ann, "Enter")
    expect(ann.locator(".hand .clone")).to_have_count(2)
    press(ann, "ArrowDown")
    assert said(ann) == "Over Drop area."
    assert violations(ann) == []
    press(ann, "Enter")
    settled(ann)
    agree(ann, ben, watcher)
    assert items(watcher, "drop-area") == ["1", "2"] and chosen(ann) == []
    undo(ann)
    agree(ann, ben, watcher)
    assert items(ann, "drop-area") == []
    redo(ann)
    settled(ann)
    assert items(ann, "drop-area") == ["1", "2"]
    item(ann, "7").focus()
    press(ann, "Space")
    settled(ann)
    assert open_menu(ann, "7") == ["Drop area"]
    assert violations(ann) == []
    choose(ann, "Drop area")
    assert items(ann, "drop-area") == ["7"]
    # The selector too.
    item(ann, "pile").focus()
    press(ann, "ArrowRight", "Space")
    settled(ann)
    expect(ann.locator(".item[aria-checked=true]")).to_have_text("list")


@pytest.mark.parametrize("width", [360, 1024])
@pytest.mark.sliced
def test_the_grid_by_taps_alone(visit, width):
    ann, ben, watcher = three(visit, "card-grid", has_touch=True, viewport={"width": width, "height": 740})
    for card in ["1", "3"]:
        tap(ann, card)
    settled(ann)
    assert chosen(ann) == ["1", "3"]
    expect(ann.locator(".selection .what")).to_have_text("2 items selected")
    assert violations(ann) == []
    tap(ann, region(ann, "drop-area").locator(".items"))
    agree(ann, ben, watcher)
    assert items(watcher, "drop-area") == ["1", "3"] and chosen(ann) == []
    tap(ann, "12")
    tap(ann, ann.locator("#move-to"))
    version = choose(ann, "Drop area")
    assert items(ann, "drop-area") == ["12"]
    tap(ann, ann.locator("#undo"))
    settled(ann, version + 1)
    agree(ann, ben, watcher)
    assert items(ann, "drop-area") == ["1", "3"]
    tap(ann, "stack")
    settled(ann)
    expect(ben.locator(".item[aria-checked=true]")).to_have_text("stack")
    tap(watcher, "2")
    tap(watcher, "none")
    settled(watcher)
    assert chosen(watcher) == []
    expect(watcher.locator(".item[aria-checked=true]")).to_have_text("stack")
