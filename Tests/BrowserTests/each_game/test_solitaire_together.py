"""Solitaire with two seats: Klondike's rules, two hands, and a spectator."""

import re

import pytest
from playwright.sync_api import expect

from boards import Gate, named, online, press, told, undo, uninvite, vanish, violations
from table import GAME, SETTLED, board, drag, grip, options, press_stock, settled, spot, top

DEAL = 166383
FOUR, ACE = 27, 0


def open_together(page, seats=2, deal=DEAL):
    """Opens the chosen deal for several from the lobby; the room's name."""
    online(page)
    options(page)
    page.locator("label:has(input[name=kind][value=open])").click()
    page.fill("input[name=n]", str(deal))
    page.fill("#new-seats", str(seats))
    page.locator("#new-seats").blur()
    page.locator(".tile[data-kind=solitaire]").click()
    page.locator(SETTLED + "[data-role=player]").wait_for()
    uninvite(page)
    return page.get_attribute("#board", "data-room")


@pytest.fixture
def table(visit):
    """Ann, Ben and a spectator, at one table."""
    return sit(visit)


def sit(visit, ben=None, deal=DEAL, **options):
    ann = visit("/", prepare=named("Ann"), **options)
    room = open_together(ann, deal=deal)
    second = visit(f"/t/{room}", prepare=ben or named("Ben"), **options)
    second.locator(SETTLED + "[data-role=player]").wait_for()
    watcher = visit(f"/watch/{room}", prepare=named("Wil"), **options)
    watcher.locator(SETTLED + "[data-role=watch]").wait_for()
    return ann, second, watcher


def same(*pages):
    """Waits until all pages show the same table, with nobody's hand on it; the version."""
    for page in pages:
        expect(page.locator(".ghost-name, .card.lifted")).to_have_count(0)
    first = max(pages, key=settled)
    version, seen = settled(first), first.get_attribute("#board", "data-hash")
    for page in pages:
        page.locator(f"{SETTLED}[data-version='{version}'][data-hash='{seen}']").wait_for()
        assert board(page) == board(first)
    return version


def is_held(page, handle, by):
    """Waits until a card is seen in somebody's hand, with name and colour."""
    card = page.locator(f'.card.ghost[data-handle="{handle}"]')
    expect(card).to_have_attribute("aria-label", re.compile(f", held by {by}$"))
    seat = page.locator("#seats li", has_text=by).first.get_attribute("data-by")
    expect(card).to_have_attribute("data-by", seat)
    expect(page.locator(f".ghost-name[data-by='{seat}']")).to_have_text(by)


def test_two_play_one_game_and_see_each_others_hands(table):
    ann, ben, watcher = table
    version = same(*table)
    home = grip(ben, FOUR)
    drag(ann, FOUR, "t2", drop=False)
    for page in (ben, watcher):
        is_held(page, FOUR, "Ann")
    # Locked for Ben, where it lies; the rest is not.
    ben.mouse.move(*home)
    ben.mouse.down()
    ben.mouse.move(home[0] + 30, home[1] + 30, steps=3)
    assert ben.locator(f'.card.lifted[data-handle="{FOUR}"]').count() == 0
    told(ben, "Ann is holding that.")
    ben.keyboard.press("Escape")
    ben.mouse.up()
    assert [violations(page) for page in table] == [[], [], []]
    drag(ben, ACE, "f1")
    settled(ben, version + 1)
    ann.mouse.up()
    settled(ann, version + 2)
    assert same(*table) == version + 2
    assert top(watcher, "t2") == [FOUR, "4C"] and top(watcher, "f1") == [ACE, "AD"]
    # A spectator cannot lift cards.
    drag(watcher, FOUR, "t6", drop=False, lifts=False)
    expect(watcher.locator(".card.lifted")).to_have_count(0)
    watcher.mouse.up()
    watcher.keyboard.press("z")
    assert same(*table) == version + 2


@pytest.mark.sliced
def test_two_take_the_same_card_at_once_and_one_is_told(visit):
    gate = Gate("Ben")
    ann, ben, watcher = table = sit(visit, ben=gate)
    version = same(*table)
    gate.shut()
    drag(ann, FOUR, "t2", drop=False)
    is_held(watcher, FOUR, "Ann")
    # Ben, who cannot know, takes and drops it as well.
    drag(ben, FOUR, "t2")
    expect(watcher.locator(".ghost-name")).to_have_text("Ann")
    gate.open()
    told(ben, "Somebody else is holding that.")
    is_held(ben, FOUR, "Ann")
    ann.mouse.up()
    settled(ann, version + 1)
    assert same(*table) == version + 1
    # The same card once more, but now it is dropped before Ben's word is heard.
    gate.shut()
    drag(ann, ACE, "f1")
    settled(ann, version + 2)
    drag(ben, ACE, "f1")
    gate.open()
    expect(ben.locator("#toasts .toast")).not_to_have_count(0)
    assert same(*table) == version + 2
    assert top(ben, "f1") == [ACE, "AD"]


def test_each_takes_back_what_was_ones_own(table):
    ann, ben, watcher = table
    version = same(*table)
    drag(ann, FOUR, "t2")
    settled(ann, version + 1)
    same(*table)
    # Not out of somebody's hand.
    drag(ben, FOUR, "t6", drop=False)
    is_held(ann, FOUR, "Ben")
    undo(ann)
    told(ann, "That would move something that somebody is holding")
    ben.keyboard.press("Escape")
    ben.mouse.up()
    assert same(*table) == version + 1
    drag(ben, ACE, "f1")
    settled(ben, version + 2)
    same(*table)
    for button in (ann.locator("#undo"), ben.locator("#undo")):
        expect(button).to_be_enabled()
    ann.locator("#undo").click()
    settled(ann, version + 3)
    assert same(*table) == version + 3
    assert top(watcher, "t6") == [FOUR, "4C"] and top(watcher, "f1") == [ACE, "AD"]
    # The buttons know whose step is whose.
    expect(ann.locator("#undo")).to_be_disabled()
    expect(ben.locator("#undo")).to_be_enabled()
    expect(ann.locator("#redo")).to_be_enabled()
    expect(ben.locator("#redo")).to_be_disabled()
    ann.locator("#redo").click()
    settled(ann, version + 4)
    assert same(*table) == version + 4
    assert top(watcher, "t2") == [FOUR, "4C"] and top(watcher, "f1") == [ACE, "AD"]
    undo(ben)
    settled(ben, version + 5)
    assert same(*table) == version + 5
    assert top(watcher, "t2") == [FOUR, "4C"] and "f1" not in board(watcher)


@pytest.mark.sliced
def test_what_others_have_built_on_stays(visit):
    ann, ben, watcher = table = sit(visit, deal=GAME["deal"])
    version = same(*table)
    first, second = GAME["moves"][:2]
    drag(ann, first["item"], first["in"])
    settled(ann, version + 1)
    same(*table)
    # Ben moves the card that has come up under hers.
    drag(ben, second["item"], second["in"])
    settled(ben, version + 2)
    same(*table)
    before = board(ann)
    undo(ann)
    told(ann, "Others have built on that move since.")
    assert same(*table) == version + 2 and board(watcher) == before
    # When he has taken his back, hers can be taken back too.
    undo(ben)
    settled(ben, version + 3)
    same(*table)
    undo(ann)
    settled(ann, version + 4)
    assert same(*table) == version + 4


@pytest.mark.sliced
def test_who_vanishes_in_a_drag_leaves_the_table_as_it_was(table):
    ann, ben, watcher = table
    version, before = same(*table), board(ben)
    drag(ann, FOUR, "t2", drop=False)
    for page in (ben, watcher):
        is_held(page, FOUR, "Ann")
    vanish(ann)
    assert same(ben, watcher) == version and board(ben) == before
    drag(ben, FOUR, "t2")
    settled(ben, version + 1)
    assert same(ben, watcher) == version + 1


@pytest.mark.sliced
def test_both_play_by_keys_alone(table):
    ann, ben, watcher = table
    version = same(*table)
    # From the one tab stop arrows lead to every card.
    for page in (ann, ben):
        page.locator("#stock").focus()
        press(page, "ArrowDown", "End")
        assert page.evaluate("document.activeElement.dataset.handle") == str(FOUR)
    ann.keyboard.press("Enter")
    is_held(ben, FOUR, "Ann")
    for _ in range(7):
        if ann.locator('.pile.over[data-in="t2"]').count():
            break
        ann.keyboard.press("ArrowRight")
    assert violations(ann) == []
    # What is locked cannot be lifted by keys either.
    ben.keyboard.press("Enter")
    assert ben.locator(".card.lifted").count() == 0
    told(ben, "Ann is holding that.")
    ann.keyboard.press("Enter")
    settled(ann, version + 1)
    assert same(*table) == version + 1
    press(ben, "Home", "f")
    settled(ben, version + 2)
    undo(ann)
    settled(ann, version + 3)
    assert same(*table) == version + 3
    assert top(watcher, "t6") == [FOUR, "4C"] and top(watcher, "f1") == [ACE, "AD"]


@pytest.mark.sliced
def test_both_play_by_taps_alone(visit):
    ann, ben, watcher = table = sit(visit, has_touch=True, viewport={"width": 360, "height": 740})
    version = same(*table)
    for page in (ann, ben):
        # Else a finger's first tap is enough.
        page.evaluate("async () => bundled['/js/settings.js'].settings.set('oneTap', 'off')")
    ann.touchscreen.tap(*grip(ann, FOUR))
    ann.locator('.pile.legal[data-in="t2"]').wait_for()
    ann.touchscreen.tap(*spot(ann, "t2"))
    settled(ann, version + 1)
    same(*table)
    ben.touchscreen.tap(*grip(ben, ACE))
    ben.locator('.pile.legal[data-in="f1"]').wait_for()
    ben.touchscreen.tap(*spot(ben, "f1"))
    settled(ben, version + 2)
    assert same(*table) == version + 2
    press_stock(ann)
    settled(ann, version + 3)
    ann.locator("#undo").tap()
    settled(ann, version + 4)
    watcher.touchscreen.tap(*grip(watcher, FOUR))
    watcher.locator("#stock").tap(force=True)
    expect(watcher.locator(".pile.legal")).to_have_count(0)
    assert same(*table) == version + 4
