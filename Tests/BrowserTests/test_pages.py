"""How pages look and what they promise to everybody: sizes, axe, reduced motion, links."""

import pytest
from playwright.sync_api import expect

from boards import violations
from table import GAME, board, drag, open_table, play, press_stock, settled, watch_path

SIZES = [(360, 740), (1024, 768), (1920, 1080)]


@pytest.mark.parametrize("width,height", SIZES)
@pytest.mark.gate("360-740")
def test_everything_fits_and_axe_finds_nothing(visit, tmp_path, width, height):
    page = visit("/", viewport={"width": width, "height": height})
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    expect(page.locator("#open-table")).to_be_enabled()
    assert violations(page) == []
    open_table(page, deal=166383)
    settled(page)
    assert violations(page) == []
    overflow = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0, "the page scrolls sideways"
    board = page.locator("#board").bounding_box()
    for handle in range(28):
        card = page.locator(f'.card[data-handle="{handle}"]').bounding_box()
        assert card["x"] >= board["x"] - 1 and card["x"] + card["width"] <= board["x"] + board["width"] + 1
        assert card["y"] + card["height"] <= height, "a card lies below the window"
    drag(page, 27, "t2", drop=False)
    assert violations(page) == []
    page.screenshot(path=tmp_path / "drag.png")
    page.mouse.up()


def test_the_table_is_laid_as_the_seed_lays_it(visit):
    page = visit("/", viewport={"width": 1024, "height": 768})
    open_table(page, deal=7)
    settled(page)
    boxes = {pile: page.locator(f'.pile[data-in="{pile}"] .slot').bounding_box()
             for pile in ["stock", "waste", *(f"f{i}" for i in range(4)), *(f"t{i}" for i in range(7))]}
    width = boxes["t0"]["width"]
    left = [boxes[f"t{i}"]["x"] for i in range(7)]
    gaps = [b - a - width for a, b in zip(left, left[1:])]
    assert max(gaps) - min(gaps) < 1
    # Top row: stock, current card, one blank column, four foundations.
    assert [round(boxes[pile]["x"] - x) for pile, x in zip(
        ["stock", "waste", "f0", "f1", "f2", "f3"], [left[0], left[1], *left[3:]])] == [0] * 6
    assert boxes["t0"]["y"] > boxes["stock"]["y"] + boxes["stock"]["height"]
    assert len({round(boxes[f"t{i}"]["y"]) for i in range(7)}) == 1


def is_seen(page, place):
    """Whether no picture there looks the same with the place of a pile hidden and with it shown."""
    slot = page.locator(f'.pile[data-in="{place}"] .slot')
    box = slot.bounding_box()
    pictures = {"hidden": set(), "": set()}
    # Several times: what is drawn anew may differ by a shade from what was there before.
    for visibility in ["hidden", ""] * 3:
        slot.evaluate("(slot, visibility) => { slot.style.visibility = visibility; }", visibility)
        pictures[visibility].add(page.screenshot(clip=box, animations="disabled"))
    return pictures["hidden"].isdisjoint(pictures[""])


@pytest.mark.sliced
def test_every_empty_place_shows_that_it_is_one(visit):
    page = visit("/")
    open_table(page, deal=GAME["deal"])
    version = settled(page)
    for place in ["waste", "f0", "f1", "f2", "f3"]:
        assert is_seen(page, place), place
    moves = iter(GAME["moves"])
    while "t0" in board(page):
        play(page, next(moves))
        version = settled(page, version + 1)
    assert is_seen(page, "t0"), "an emptied column"


def test_reduced_motion_leaves_nothing_running(visit):
    page = visit("/", reduced_motion="reduce")
    open_table(page, deal=166383)
    version = settled(page)
    press_stock(page)
    page.locator(f"#board[data-version='{version + 1}']").wait_for()
    running = page.evaluate(
        """() => document.getAnimations().filter((animation) =>
             animation.playState === "running" && animation.effect.getTiming().duration > 100).length""")
    assert running == 0


def test_a_deal_link_deals_and_a_watch_link_watches(visit):
    page = visit("/?game=klondike3&deal=42")
    page.locator("#board[data-settled=true][data-role=player]").wait_for()
    room = page.get_attribute("#board", "data-room")
    other = visit(watch_path(page))
    other.locator("#board[data-role=watch][data-settled=true]").wait_for()
    assert f"/watch/{room}#w=" in other.url


@pytest.mark.parametrize("path", ["/nope", "/t/", "/watch/no!", "/rules/a/b"])
@pytest.mark.gate("/nope")
def test_an_address_at_which_there_is_nothing_shows_a_page_with_a_way_to_the_lobby(visit, path):
    # A browser complains of a page with the status 404.
    page = visit(path, expects_errors=True)
    expect(page.get_by_role("heading", name="There is no page here")).to_be_focused()
    assert page.title() == "There is no page here · Baize"
    assert violations(page) == []
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("heading", name="Popular games")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_a_sealed_deal_shows_its_commitment(visit):
    page = visit("/")
    open_table(page)
    page.locator("#share").click()
    commit = page.locator("#about .commit").inner_text()
    assert len(commit) >= 12


def test_going_back_and_forth_never_reloads(visit):
    page = visit("/")
    page.evaluate("() => { window.neverReloaded = true; }")
    open_table(page, deal=7)
    page.go_back()
    page.locator("#new-table").wait_for()
    page.go_forward()
    page.locator("#board[data-settled=true]").wait_for()
    page.locator("a.brand").click()
    page.locator("#new-table").wait_for()
    assert page.evaluate("() => window.neverReloaded") is True
