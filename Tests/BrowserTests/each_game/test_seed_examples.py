"""The code-along's own examples, on a deal where its cards lie as it shows them.

Deal 166383, draw one: A♦ 7♠ 5♥ 8♦ 7♦ 3♠ 4♣ lie open; the stock gives Q♦ second, 3♦ fifth and 6♦ eighth.
"""

import re

import pytest
from playwright.sync_api import expect

from table import Witness, board, drag, open_table, press_stock, settled, spot, top, watch_path

DEAL = 166383
QUEEN, THREE, SIX, FOUR = 29, 32, 35, 27


@pytest.fixture
def table(server, visit):
    page = visit("/")
    room = open_table(page, deal=DEAL)
    return page, room


def turn_to(page, face):
    for _ in range(24):
        if top(page, "waste") and top(page, "waste")[1] == face:
            return
        before = settled(page)
        press_stock(page)
        settled(page, before + 1)
    raise AssertionError(f"{face} never came")


def test_the_six_of_diamonds_moves_from_the_remainder_onto_the_seven_of_spades(table, server):
    page, room = table
    turn_to(page, "6D")
    version = settled(page)
    drag(page, SIX, "t1")
    settled(page, version + 1)
    assert board(page)["t1"][-2:] == [[7, "7S"], [SIX, "6D"]]
    assert all(handle != SIX for handle, _ in board(page).get("waste", []))
    witness = Witness(server, watch_path(page))
    assert witness.board()[0] == board(page)
    witness.close()


def test_the_queen_of_diamonds_returns_from_the_seven_of_diamonds(table):
    page, _ = table
    turn_to(page, "QD")
    version, before = settled(page), board(page)
    drag(page, QUEEN, "t4", drop=False)
    expect(page.locator(f'.card.lifted[data-handle="{QUEEN}"]')).to_be_visible()
    page.mouse.up()
    # Why is said to those who cannot see it fly back; that it was lifted, or has been put back, is no reason.
    expect(page.locator("#say")).to_have_text(re.compile(r"^(?!Lifted )(?!.* is back\.$).+\.$"))
    settled(page, version)
    assert board(page) == before
    assert top(page, "waste") == [QUEEN, "QD"]


def test_the_four_of_clubs_brings_the_three_of_diamonds_as_a_stack(table):
    page, _ = table
    turn_to(page, "3D")
    version = settled(page)
    drag(page, THREE, "t6")
    version = settled(page, version + 1)
    drag(page, FOUR, "t2", drop=False)
    boxes = [page.locator(f'.card[data-handle="{handle}"]').bounding_box() for handle in (FOUR, THREE)]
    target = spot(page, "t2")
    for box in boxes:
        assert abs(box["x"] + box["width"] / 2 - target[0]) < box["width"], "the cards are not in the hand"
    assert 0 < boxes[1]["y"] - boxes[0]["y"] < boxes[0]["height"] / 2, "they do not lie as a stack"
    page.mouse.up()
    settled(page, version + 1)
    assert [face for _, face in board(page)["t2"][-3:]] == ["5H", "4C", "3D"]


def test_a_face_down_card_does_not_lift(table):
    page, _ = table
    version, before = settled(page), board(page)
    hidden = before["t6"][2][0]
    drag(page, hidden, "t2", drop=False, lifts=False)
    assert page.locator(".legal").count() == 0
    page.mouse.up()
    settled(page, version)
    assert board(page) == before


def test_the_lifted_card_leaves_its_place_empty_for_the_watcher_too(table, visit):
    page, room = table
    watcher = visit(watch_path(page))
    settled(watcher)
    home = watcher.locator(f'.card[data-handle="{FOUR}"]').bounding_box()
    drag(page, FOUR, "t2", drop=False)
    watcher.locator(".ghost-name").wait_for()
    watcher.wait_for_function(
        """([handle, x]) => {
             const card = document.querySelector(`.card[data-handle="${handle}"]`);
             return Math.abs(card.getBoundingClientRect().x - x) > 100;
           }""", arg=[FOUR, home["x"]])
    # An illegal place: it flies home on both boards.
    to_x, to_y = spot(page, "t3")
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    settled(page)
    watcher.locator(".ghost-name").wait_for(state="detached")
    settled(watcher)
    back = watcher.locator(f'.card[data-handle="{FOUR}"]').bounding_box()
    assert abs(back["x"] - home["x"]) < 1 and abs(back["y"] - home["y"]) < 1
