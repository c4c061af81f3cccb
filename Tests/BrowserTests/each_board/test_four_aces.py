"""Four aces, side by side in any order: what everybody sees of a drag, who wins, what is taken back."""

import pytest
from playwright.sync_api import expect

from boards import (Gate, agree, aim_by_keys, carry, centre, choose, drag, drop, drop_by_keys, focused, free, gap,
                    held, is_locked, is_powerless, item, items, lift, lift_by_keys, named, open_kind, open_menu,
                    point, press, redo, said, settled, tap, three, undo, violations)

CLUBS, DIAMONDS, HEARTS, SPADES = (f"ace of {suit}" for suit in ["clubs", "diamonds", "hearts", "spades"])
ORDER = [CLUBS, DIAMONDS, HEARTS, SPADES]


def aces(page):
    return items(page, "aces")


def test_the_ace_of_clubs_goes_to_the_end_and_everybody_sees_how(visit):
    ann, ben, watcher = three(visit, "four-aces")
    assert aces(ann) == ORDER
    green = ann.evaluate("() => getComputedStyle(document.body).backgroundImage")
    assert "gradient" in green
    lift(ann, CLUBS)
    for page in (ben, watcher):
        held(page, CLUBS, "Ann")
    carry(ann, point(ann, SPADES, x=0.9))
    for page in (ann, ben, watcher):
        gap(page, "aces")
    # The gap follows the hand, on all pages.
    carry(ann, centre(ann, HEARTS))
    gap(ann, "aces", HEARTS)
    for page in (ben, watcher):
        gap(page, "aces", HEARTS)
    assert [violations(page) for page in (ann, ben, watcher)] == [[], [], []]
    assert is_locked(ben, f"{CLUBS}, held by Ann")
    carry(ann, point(ann, SPADES, x=0.9))
    drop(ann)
    assert agree(ann, ben, watcher) == 2
    assert aces(ann) == [DIAMONDS, HEARTS, SPADES, CLUBS]
    free(ann, ben, watcher)
    assert is_powerless(watcher, CLUBS)
    assert violations(ann) == violations(watcher) == []


@pytest.mark.sliced
def test_a_fast_hand_lands_where_it_points(visit):
    ann = visit("/", prepare=named("Ann"))
    open_kind(ann, "four-aces", seats=1)
    # In one jump, past cards that were never touched.
    drag(ann, CLUBS, point(ann, SPADES, x=0.9), steps=1)
    assert aces(ann) == [DIAMONDS, HEARTS, SPADES, CLUBS]
    drag(ann, CLUBS, point(ann, DIAMONDS, x=0.1), steps=1)
    assert aces(ann) == ORDER
    # Between two cards is between them.
    x, y = point(ann, HEARTS, x=1)
    drag(ann, CLUBS, (x + 8, y), steps=1)
    assert aces(ann) == [DIAMONDS, HEARTS, CLUBS, SPADES]


@pytest.mark.sliced
def test_what_is_dropped_before_its_lease_is_known_lies_where_it_was_dropped(visit):
    gate = Gate("Ben")
    ann, ben, watcher = three(visit, "four-aces", ben=gate)
    gate.shut()
    lift(ben, CLUBS)
    carry(ben, point(ben, SPADES, x=0.9))
    ben.mouse.up()
    held(watcher, CLUBS, "Ben")
    gate.open()
    assert agree(ann, ben, watcher) == 2
    assert aces(watcher) == [DIAMONDS, HEARTS, SPADES, CLUBS]


@pytest.mark.sliced
def test_two_drop_at_the_same_place_at_once_and_both_cards_are_there(visit):
    gate = Gate("Ben")
    ann, ben, watcher = three(visit, "four-aces", ben=gate)
    lift(ann, CLUBS)
    carry(ann, point(ann, SPADES, x=0.9))
    lift(ben, DIAMONDS)
    carry(ben, point(ben, SPADES, x=0.9))
    gap(ben, "aces")
    gate.shut()
    drop(ann)
    ben.mouse.up()
    gate.open()
    assert agree(ann, ben, watcher) == 3
    assert aces(watcher) == [HEARTS, SPADES, CLUBS, DIAMONDS]


@pytest.mark.sliced
def test_ann_takes_back_her_own_move_and_bens_later_one_stands(visit):
    ann, ben, watcher = three(visit, "four-aces")
    drag(ann, CLUBS, point(ann, SPADES, x=0.9))
    agree(ann, ben, watcher)
    expect(ben.locator("#undo")).to_be_disabled()
    drag(ben, SPADES, point(ben, DIAMONDS, x=0.1))
    agree(ann, ben, watcher)
    assert aces(ann) == [SPADES, DIAMONDS, HEARTS, CLUBS]
    ann.locator("#undo").click()
    settled(ann, 4)
    agree(ann, ben, watcher)
    # Clubs are in front of diamonds again, and spades where Ben put them.
    assert aces(ann) == [CLUBS, SPADES, DIAMONDS, HEARTS]
    expect(ann.locator("#undo")).to_be_disabled()
    expect(ben.locator("#undo")).to_be_enabled()
    ann.locator("#redo").click()
    settled(ann, 5)
    agree(ann, ben, watcher)
    assert aces(ann) == [SPADES, DIAMONDS, HEARTS, CLUBS]


def test_aces_by_keys_alone(visit):
    ann, ben, watcher = three(visit, "four-aces")
    # The board is one tab stop; Tab leads to it.
    for _ in range(12):
        ann.keyboard.press("Tab")
        if focused(ann) == CLUBS:
            break
    press(ann, "ArrowRight", "ArrowRight")
    assert focused(ann) == HEARTS
    press(ann, "ArrowLeft")
    assert focused(ann) == DIAMONDS
    press(ann, "Space")
    held(ben, DIAMONDS, "Ann")
    assert "Arrows choose a place" in said(ann)
    aim_by_keys(ann, "at the end", "ArrowRight")
    gap(watcher, "aces")
    assert violations(ann) == []
    assert drop_by_keys(ann) == 2
    assert aces(ann) == [CLUBS, HEARTS, SPADES, DIAMONDS] and focused(ann) == DIAMONDS
    undo(ann)
    settled(ann, 3)
    assert aces(ann) == ORDER and focused(ann) == DIAMONDS
    redo(ann)
    settled(ann, 4)
    lift_by_keys(ann, HEARTS, "Enter")
    press(ann, "ArrowRight", "Escape")
    assert said(ann) == "ace of hearts is back."
    assert agree(ann, ben, watcher) == 4
    # The same from a list of names.
    assert open_menu(ann, SPADES)[0] == "The board, at the start, before ace of clubs"
    assert violations(ann) == []
    choose(ann, "at the start")
    agree(ann, ben, watcher)
    assert aces(ben)[0] == SPADES


@pytest.mark.sliced
def test_aces_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "four-aces", has_touch=True)
    tap(ann, CLUBS)
    expect(item(ann, CLUBS)).to_have_class("item liftable picked")
    assert violations(ann) == []
    tap(ann, SPADES)
    settled(ann, 2)
    assert aces(ann) == [DIAMONDS, HEARTS, SPADES, CLUBS]
    tap(ann, HEARTS)
    tap(ann, ann.locator("#move-to"))
    choose(ann, "at the end")
    tap(ann, ann.locator("#undo"))
    settled(ann, 4)
    agree(ann, ben, watcher)
    tap(watcher, CLUBS)
    expect(watcher.locator(".picked, .selection:visible")).to_have_count(0)
