"""The list: Edit shows handles to the player who pressed it, and rows go where offsets say."""

import re

import pytest
from playwright.sync_api import expect

from boards import (agree, aim_by_keys, by_handle, carry, choose, drag, drop, drop_by_keys, edit, held, is_locked,
                    item, items, lift, lift_by_keys, open_kind, open_menu, point, press, region, settled, tap, three,
                    undo, violations)
from finger import Finger

ALPHA, BETA, GAMMA, DELTA = GREEK = ["Alpha", "Beta", "Gamma", "Delta"]


def rows(page):
    return items(page, "list")


def grips(page):
    return page.locator(".item .grip")


@pytest.mark.sliced
def test_edit_shows_handles_to_one_person_only(visit):
    ann, ben, watcher = three(visit, "list")
    assert rows(ann) == GREEK
    for page in (ann, ben, watcher):
        expect(grips(page)).to_have_count(0)
        assert violations(page) == []
    assert is_locked(ann, ALPHA), "rows lie still until Edit"
    edit(ann)
    expect(grips(ann)).to_have_count(4)
    expect(region(ann, "list").get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    for page in (ben, watcher):
        expect(grips(page)).to_have_count(0)
        assert is_locked(page, ALPHA)
    expect(region(ben, "list").get_by_role("button", name="Edit")).to_be_visible()
    expect(region(watcher, "list").get_by_role("button", name="Edit")).to_have_count(0)
    assert violations(ann) == []
    lift(ann, ALPHA, at=by_handle(ann, ALPHA))
    carry(ann, point(ann, BETA, y=0.8))
    held(ben, ALPHA, "Ann")
    held(watcher, ALPHA, "Ann")
    assert [violations(page) for page in (ann, ben)] == [[], []]
    drop(ann)
    agree(ann, ben, watcher)
    assert rows(watcher) == [BETA, ALPHA, GAMMA, DELTA]
    # Both may edit at once; one who is done does not end it for the other.
    edit(ben)
    edit(ann, on=False)
    expect(grips(ann)).to_have_count(0)
    expect(grips(ben)).to_have_count(4)
    assert is_locked(ann, GAMMA)
    drag(ben, GAMMA, point(ben, BETA, y=0.2), at=by_handle(ben, GAMMA))
    agree(ann, ben, watcher)
    assert rows(ann) == [GAMMA, BETA, ALPHA, DELTA]
    # An edit mode is nothing to be taken back; the move is, and it was Ann's.
    undo(ann)
    agree(ann, ben, watcher)
    expect(grips(ben)).to_have_count(4)
    assert rows(watcher) == [ALPHA, GAMMA, BETA, DELTA], "Ben's move stands: Gamma is before Beta"


def test_rows_land_where_their_offset_says_down_and_up(visit):
    page = visit("/")
    open_kind(page, "list")
    edit(page)
    # move(fromOffsets:toOffset:) counts in the list as it was: down to behind a row, up to before one.
    for label, target, part, expected in [
        (ALPHA, GAMMA, 0.8, [BETA, GAMMA, ALPHA, DELTA]),
        (ALPHA, DELTA, 0.8, [BETA, GAMMA, DELTA, ALPHA]),
        (ALPHA, BETA, 0.2, [ALPHA, BETA, GAMMA, DELTA]),
        (DELTA, GAMMA, 0.2, [ALPHA, BETA, DELTA, GAMMA]),
        (BETA, DELTA, 0.8, [ALPHA, DELTA, BETA, GAMMA]),
    ]:
        drag(page, label, point(page, target, y=part), at=by_handle(page, label))
        assert rows(page) == expected, f"{label} to {target}"
    # Dropped where it lay, it stays, and that is no move to be taken back.
    version = settled(page)
    drag(page, DELTA, point(page, DELTA, y=0.6), at=by_handle(page, DELTA))
    drag(page, DELTA, (5, 700), at=by_handle(page, DELTA))
    assert settled(page) == version
    for expected in ([ALPHA, BETA, DELTA, GAMMA], GREEK):
        page.locator("#undo").click()
        page.wait_for_function("(first) => document.querySelector('#board').dataset.version > first", arg=version)
        version = settled(page)
        assert rows(page) == expected


@pytest.mark.sliced
def test_rows_by_keys_alone_and_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "list", has_touch=True)
    button = region(ann, "list").get_by_role("button", name="Edit")
    button.focus()
    press(ann, "Enter")
    expect(grips(ann)).to_have_count(4)
    settled(ann)
    lift_by_keys(ann, DELTA)
    aim_by_keys(ann, "before Beta", "ArrowUp")
    assert violations(ann) == []
    drop_by_keys(ann)
    agree(ann, ben, watcher)
    assert rows(ben) == [ALPHA, DELTA, BETA, GAMMA]
    open_menu(ann, ALPHA)
    assert violations(ann) == []
    choose(ann, "at the end")
    agree(ann, ben, watcher)
    assert rows(ben) == [DELTA, BETA, GAMMA, ALPHA]
    # Without Edit, keys and taps lift nothing.
    item(ben, DELTA).focus()
    press(ben, "Space")
    tap(ben, BETA)
    expect(ben.locator(".hand, .picked")).to_have_count(0)
    region(ben, "list").get_by_role("button", name="Edit").tap()
    expect(grips(ben)).to_have_count(4)
    settled(ben)
    tap(ben, ALPHA)
    expect(item(ben, ALPHA)).to_have_class(re.compile("picked"))
    assert violations(ben) == []
    tap(ben, BETA)
    agree(ann, ben, watcher)
    assert rows(ann) == [DELTA, ALPHA, BETA, GAMMA]
    # A finger on a handle lifts at once.
    finger = Finger(ben)
    finger.down(*by_handle(ben, GAMMA))
    finger.move(*point(ben, DELTA, x=0.9, y=0.15))
    expect(ben.locator(".hand")).to_have_count(1)
    finger.up()
    agree(ann, ben, watcher)
    assert rows(watcher) == [GAMMA, DELTA, ALPHA, BETA]
