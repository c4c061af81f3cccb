"""The other ways to play: touch, taps, double click, keys; and what must not break a drag."""

import time

import pytest
from playwright.sync_api import expect

from boards import redo, undo
from table import board, drag, grip, open_table, press_stock, settled, spot, top

DEAL = 166383
FOUR, ACE = 27, 0


@pytest.fixture
def page(visit):
    page = visit("/")
    open_table(page, deal=DEAL)
    return page


class Fingers:
    """Touches by number; all that are down are named each time."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})


def test_a_finger_drags_a_card(visit):
    page = visit("/", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    open_table(page, deal=DEAL)
    version = settled(page)
    start, end, finger = grip(page, FOUR), spot(page, "t2"), Fingers(page)
    finger("touchStart", start)
    for step in range(1, 9):
        finger("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end)))
    finger("touchEnd")
    settled(page, version + 1)
    assert top(page, "t2") == [FOUR, "4C"]


@pytest.mark.sliced
def test_a_second_finger_does_not_break_the_first(visit):
    page = visit("/", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    open_table(page, deal=DEAL)
    version = settled(page)
    start, end, other = grip(page, FOUR), spot(page, "t2"), grip(page, 7)
    finger = Fingers(page)
    middle = tuple((a + b) / 2 for a, b in zip(start, end))
    finger("touchStart", start)
    finger("touchMove", middle)
    finger("touchStart", middle, other)
    finger("touchMove", end, (other[0] + 60, other[1] + 90))
    finger("touchEnd", end)
    finger("touchEnd")
    settled(page, version + 1)
    assert top(page, "t2") == [FOUR, "4C"]
    # And the table is alive: the next drag works.
    page.locator("#undo").click()
    settled(page, version + 2)
    assert top(page, "t6") == [FOUR, "4C"]


def test_two_taps_move_a_card_and_a_third_elsewhere_lets_go(page):
    version = settled(page)
    page.mouse.click(*grip(page, FOUR))
    page.locator('.pile.legal[data-in="t2"]').wait_for()
    page.mouse.click(*grip(page, 18))
    assert page.locator(".pile.legal").count() == 0
    page.mouse.click(*grip(page, FOUR))
    page.mouse.click(*spot(page, "t2"))
    settled(page, version + 1)
    assert top(page, "t2") == [FOUR, "4C"]


def double_click(page, x, y):
    """As quick as a person's by the times that its events name, however long the browser takes to be told of them."""
    session, began = page.context.new_cdp_session(page), time.time()
    page.mouse.move(x, y)
    for number in range(4):
        session.send("Input.dispatchMouseEvent", {
            "type": ("mousePressed", "mouseReleased")[number % 2], "x": x, "y": y, "button": "left",
            "clickCount": 1 + number // 2, "timestamp": began + number * 0.06})


def test_a_double_click_sends_to_the_foundation(page):
    version = settled(page)
    double_click(page, *grip(page, ACE))
    settled(page, version + 1)
    assert top(page, "f1") == [ACE, "AD"]


def test_undo_and_redo_by_button_and_key(page):
    version = settled(page)
    before = board(page)
    press_stock(page)
    settled(page, version + 1)
    after = board(page)
    page.locator("#undo").click()
    settled(page, version + 2)
    assert board(page) == before
    page.locator("#redo").click()
    settled(page, version + 3)
    assert board(page) == after
    undo(page)
    settled(page, version + 4)
    assert board(page) == before
    redo(page)
    settled(page, version + 5)
    assert board(page) == after


@pytest.mark.parametrize("how", ["key", "lost capture", "cancelled pointer"])
@pytest.mark.gate("lost capture")
def test_a_drag_that_is_broken_off_flies_home(page, how):
    version, before = settled(page), board(page)
    drag(page, FOUR, "t2", drop=False)
    expect(page.locator(".card.lifted")).to_have_count(1)
    if how == "key":
        page.keyboard.press("Escape")
    elif how == "lost capture":
        page.evaluate("""() => document.querySelector(".felt").releasePointerCapture(1)""")
        # The browser tells it just before the next event of that pointer.
        x, y = spot(page, "t2")
        page.mouse.move(x + 9, y)
    else:
        page.evaluate("""() => document.querySelector("#board").dispatchEvent(
            new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }))""")
    expect(page.locator(".card.lifted")).to_have_count(0)
    page.mouse.up()
    settled(page, version)
    assert board(page) == before
    drag(page, FOUR, "t2")
    settled(page, version + 1)


def test_a_move_by_keys_alone(page):
    version = settled(page)
    # One tab stop on the whole table; from there arrows lead to every card.
    page.locator("#stock").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.handle") == str(FOUR)
    page.keyboard.press("Enter")
    page.locator('.pile.legal[data-in="t2"]').wait_for()
    for _ in range(6):
        if page.locator('.pile.over[data-in="t2"]').count():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settled(page, version + 1)
    assert top(page, "t2") == [FOUR, "4C"]
    assert page.evaluate("document.activeElement.dataset.handle") == str(FOUR)


@pytest.mark.sliced
def test_the_whole_strip_below_a_column_is_its_target(page):
    version = settled(page)
    box = page.locator("#board").bounding_box()
    x, y = grip(page, FOUR)
    column = page.locator('.pile[data-in="t2"]').bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20)
    page.mouse.move(column["x"] + column["width"] / 2, box["y"] + box["height"] - 4, steps=5)
    page.mouse.up()
    settled(page, version + 1)
    assert top(page, "t2") == [FOUR, "4C"]


@pytest.mark.sliced
def test_the_stock_is_turned_over_at_the_end_of_a_pass(visit):
    page = visit("/", reduced_motion="reduce")
    open_table(page, deal=DEAL)
    version = settled(page)
    for number in range(24):
        press_stock(page)
        settled(page, version + number + 1)
    assert "stock" not in board(page)
    expect(page.locator("#stock")).to_be_enabled()
    press_stock(page)
    settled(page, version + 25)
    assert len(board(page)["stock"]) == 24
    assert "waste" not in board(page)
