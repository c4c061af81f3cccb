"""The fruit basket: fruits on one side, a drop zone on the other that gets a copy of each."""

import re

import pytest
from playwright.sync_api import expect

from boards import (agree, aim_by_keys, carry, centre, drag, drop, drop_by_keys, free, held, is_locked, item, items,
                    lift, lift_by_keys, open_kind, press, region, settled, tap, three, told, undo, violations)
from files import Arrival, downloaded, drag_out, drop_in

FRUITS = ["🍎 Apple", "🍌 Banana", "🍒 Cherry", "🍇 Grape", "🥭 Mango"]
AVAILABLE = [f"{fruit}, draggable" for fruit in FRUITS]
APPLE, BANANA, CHERRY, GRAPE, MANGO = AVAILABLE


def basket(page):
    return region(page, "basket")


def holds(page, *fruits):
    """Waits until the basket says that it holds these, to the eye and to the ear."""
    count = len(fruits)
    expect(basket(page).locator("h2")).to_have_text(f"Basket ({count})")
    expect(basket(page)).to_have_attribute(
        "aria-label", f"Basket, drop zone, {count} fruit" + ("" if count == 1 else "s"))
    empty = basket(page).get_by_text("Drop fruits here")
    expect(empty).to_be_visible(visible=count == 0)
    assert items(page, "basket") == list(fruits)


def test_fruits_are_copied_into_the_basket_and_all_see_it(visit):
    ann, ben, watcher = three(visit, "fruits")
    assert items(ann, "available") == AVAILABLE
    for page in (ann, ben, watcher):
        holds(page)
        assert violations(page) == []
    lift(ann, APPLE)
    carry(ann, centre(ann, basket(ann)))
    preview = ann.locator(".hand .look-chip")
    expect(preview).to_have_css("opacity", "0.85")
    expect(preview).to_have_text("🍎Apple")
    held(ben, APPLE, "Ann")
    held(watcher, APPLE, "Ann")
    assert [violations(page) for page in (ann, ben)] == [[], []]
    # Ben's drag of another fruit is not in the way.
    drag(ben, MANGO, basket(ben))
    drop(ann)
    agree(ann, ben, watcher)
    assert items(watcher, "available") == AVAILABLE, "the fruits stay where they were"
    for page in (ann, ben, watcher):
        holds(page, "🥭 Mango", "🍎 Apple")
    # A fruit may lie in it twice; a drop beside it leaves everything as it is.
    drag(ann, APPLE, basket(ann))
    drag(ann, GRAPE, (512, 600))
    agree(ann, ben, watcher)
    holds(watcher, "🥭 Mango", "🍎 Apple", "🍎 Apple")
    assert is_locked(ben, "🍎 Apple"), "what is in the basket stays there"
    assert violations(ann) == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.sliced
def test_the_basket_glows_while_it_is_targeted(visit, motion):
    page = visit("/", reduced_motion=motion, color_scheme="light")
    open_kind(page, "fruits")
    zone = basket(page)
    accent = page.evaluate(
        """() => {
             const probe = document.createElement("i");
             probe.style.color = "var(--accent)";
             document.body.append(probe);
             const { color } = getComputedStyle(probe);
             probe.remove();
             return color.match(/\\d+/g).map(Number);
           }""")
    idle = zone.evaluate("(zone) => getComputedStyle(zone).backgroundColor")
    lift(page, CHERRY)
    expect(zone).not_to_have_class(re.compile("targeted"))
    carry(page, centre(page, zone))
    expect(zone).to_have_css("border-width", "2px")
    expect(zone).to_have_css("border-color", "rgb({}, {}, {})".format(*accent))
    parts = " ".join(rf"{part * 1000 // 255 / 1000:.3f}\d*" for part in accent)
    fill = re.compile(rf"^color\(srgb {parts} / 0\.18\)$")
    expect(zone).to_have_css("background-color", fill)
    style = zone.evaluate(
        """(zone) => {
             const style = getComputedStyle(zone);
             return [style.transitionProperty, style.transitionDuration, style.transitionTimingFunction];
           }""")
    if motion == "reduce":
        assert style[0] == "none" or set(style[1].split(", ")) == {"0s"}, style
    else:
        assert "background-color" in style[0] and set(style[1].split(", ")) == {"0.2s"}, style
        assert set(style[2].split(", ")) == {"ease-in-out"}, style
    # It fades when the fruit leaves it.
    carry(page, (512, 600))
    expect(zone).to_have_css("background-color", idle)
    expect(zone).not_to_have_css("border-color", "rgb({}, {}, {})".format(*accent))
    drop(page)
    holds(page)


@pytest.mark.sliced
def test_a_fruit_by_keys_alone_and_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "fruits", has_touch=True)
    lift_by_keys(ann, GRAPE)
    assert "Basket" in aim_by_keys(ann, "Basket", "ArrowRight")
    assert violations(ann) == []
    held(ben, GRAPE, "Ann")
    drop_by_keys(ann)
    holds(ann, "🍇 Grape")
    # The focus has stayed with the fruit: at once again, and put back.
    press(ann, "Space", "ArrowRight", "Escape")
    agree(ann, ben, watcher)
    holds(ben, "🍇 Grape")
    tap(ben, BANANA)
    expect(item(ben, BANANA)).to_have_class(re.compile("picked"))
    assert violations(ben) == []
    tap(ben, basket(ben))
    agree(ann, ben, watcher)
    holds(ann, "🍇 Grape", "🍌 Banana")
    # What each of them did, each takes back.
    undo(ann)
    agree(ann, ben, watcher)
    holds(watcher, "🍌 Banana")
    ben.locator("#undo").click()
    agree(ann, ben, watcher)
    holds(watcher)


@pytest.mark.sliced
def test_fruits_come_and_go_as_text(visit):
    page = visit("/", permissions=["clipboard-read", "clipboard-write"])
    open_kind(page, "fruits")
    version = settled(page)
    arrival = Arrival(page, texts={"text/plain": "Cherry"}).over(*centre(page, basket(page)))
    arrival.lights(basket(page))
    assert violations(page) == []
    arrival.drop()
    settled(page, version + 1)
    holds(page, "🍒 Cherry")
    # No fruit, and a fruit where none is taken.
    drop_in(page, centre(page, basket(page)), texts={"text/plain": "Stone"})
    told(page, "Not added.")
    drop_in(page, centre(page, region(page, "available")), texts={"text/plain": "Cherry"})
    free(page)
    assert items(page, "available") == AVAILABLE
    holds(page, "🍒 Cherry")
    carried = drag_out(page, MANGO)
    assert carried["text/plain"] == "🥭 Mango"
    # By keys: copied here, pasted there.
    item(page, MANGO).focus()
    page.locator(".drag-out[data-ready=true]").wait_for()
    press(page, "Control+c")
    told(page, "Copied.")
    basket(page).get_by_role("button", name="Paste").click()
    settled(page, version + 2)
    holds(page, "🍒 Cherry", "🥭 Mango")


@pytest.mark.sliced
def test_without_a_clipboard_a_fruit_is_pasted_into_a_dialog(visit):
    page = visit("/", has_touch=True)
    open_kind(page, "fruits")
    version = settled(page)
    basket(page).get_by_role("button", name="Paste").tap()
    dialog = page.locator("dialog.paste")
    expect(dialog.locator("h2")).to_have_text("Paste into Basket")
    assert violations(page) == []
    dialog.locator("textarea").fill("🍇 Grape")
    dialog.get_by_role("button", name="Add").tap()
    settled(page, version + 1)
    holds(page, "🍇 Grape")
    # And out again, without a drag.
    tap(page, APPLE)
    page.locator("#about-item").tap()
    name, content = downloaded(page, page.locator("#details [data-act=download]").tap)
    assert name.endswith(".txt") and content.decode() == "🍎 Apple"
    assert violations(page) == []
