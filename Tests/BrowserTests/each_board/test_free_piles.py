"""Free piles: one card that lies face up goes anywhere among such cards; face-down cards lie where they lie."""

import pytest
from playwright.sync_api import expect

from boards import (agree, aim_by_keys, carry, centre, choose, drag, drop, drop_by_keys, focused, free, gap, held,
                    is_locked, is_powerless, items, layout, lift, lift_by_keys, open_menu, place, point, press, said,
                    settled, tap, three, undo, violations)

DOWN = "face-down card"
PILES = [f"pile-{number}" for number in range(1, 8)]


def top(page, pile):
    return items(page, pile)[-1]


def strip(page, label):
    """What is seen of a card that others lie on."""
    return point(page, label, y=0.08)


def test_exactly_one_card_lifts_and_goes_anywhere_among_face_up_cards(visit):
    ann, ben, watcher = three(visit, "free-piles")
    assert [len(items(ann, pile)) for pile in PILES] == [1, 2, 3, 4, 5, 6, 7]
    assert all(items(ann, pile)[:-1] == [DOWN] * (len(items(ann, pile)) - 1) for pile in PILES)
    first, second, third = (top(ann, pile) for pile in ["pile-7", "pile-6", "pile-5"])
    onto = top(ann, "pile-1")
    # At the end, onto any card.
    lift(ann, first)
    for page in (ben, watcher):
        held(page, first, "Ann")
    carry(ann, point(ann, onto, y=0.6))
    for page in (ann, ben, watcher):
        gap(page, "pile-1")
    assert [violations(page) for page in (ann, watcher)] == [[], []]
    assert is_locked(ben, f"{first}, held by Ann")
    drop(ann, 2)
    assert items(ann, "pile-1") == [onto, first]
    # Between two cards, and in front of the first.
    drag(ann, second, strip(ann, onto))
    assert items(ann, "pile-1") == [onto, second, first]
    # One that lies under others comes alone.
    lift(ann, onto, strip(ann, onto))
    expect(ann.locator(".hand .clone")).to_have_count(1)
    carry(ann, point(ann, third, y=0.6))
    drop(ann, 4)
    assert items(ann, "pile-1") == [second, first]
    assert items(ann, "pile-5") == [DOWN] * 4 + [third, onto]
    # In front of the first face-up card, behind those that lie face down.
    lift(ann, first)
    carry(ann, point(ann, third, y=-0.06))
    gap(ann, "pile-5", third)
    drop(ann, 5)
    assert items(ann, "pile-5") == [DOWN] * 4 + [first, third, onto]
    assert agree(ann, ben, watcher) == 5
    assert is_powerless(watcher, onto)


@pytest.mark.sliced
def test_face_down_cards_are_inert_and_nothing_turns_up_by_itself(visit):
    ann, ben, watcher = three(visit, "free-piles")
    last, before = top(ann, "pile-2"), layout(ann)
    hidden = place(ann, "pile-7").locator(".item").first
    for page in (ann, ben):
        assert is_locked(page, hidden, point(page, hidden, y=0.05))
    hidden.focus()
    press(ann, "Space")
    assert said(ann) == "face-down card cannot be lifted."
    assert layout(ann) == before
    # The card on it goes: it stays as it is.
    drag(ann, last, point(ann, top(ann, "pile-3"), y=0.6))
    assert items(ann, "pile-2") == [DOWN]
    assert is_locked(ann, place(ann, "pile-2").locator(".item"))
    # A pile of such cards takes another, at the end only.
    card = top(ann, "pile-4")
    drag(ann, card, point(ann, place(ann, "pile-2").locator(".item"), y=0.03))
    assert items(ann, "pile-2") == [DOWN, card]
    # And so does an empty one.
    only = top(ann, "pile-1")
    drag(ann, only, point(ann, card, y=0.6))
    assert items(ann, "pile-1") == []
    assert violations(ann) == []
    drag(ann, only, centre(ann, place(ann, "pile-1")))
    assert items(ann, "pile-1") == [only]
    agree(ann, ben, watcher)
    # Nobody's page knows a face that nobody may see.
    for page in (ann, watcher):
        assert page.locator(".item[aria-label='face-down card'] use:not([href*=back])").count() == 0


@pytest.mark.sliced
def test_piles_by_keys_alone(visit):
    ann, ben, watcher = three(visit, "free-piles")
    card, onto = top(ann, "pile-7"), top(ann, "pile-6")
    lift_by_keys(ann, card)
    held(ben, card, "Ann")
    aim_by_keys(ann, f"{onto} on top", "ArrowLeft")
    assert violations(ann) == []
    drop_by_keys(ann)
    assert top(ann, "pile-6") == card and focused(ann) == card
    # Arrows walk over what is seen.
    press(ann, "ArrowUp")
    assert focused(ann) == onto
    undo(ann)
    settled(ann, 3)
    assert top(ann, "pile-7") == card
    offered = open_menu(ann, card)
    assert len(offered) == 12, offered
    assert violations(ann) == []
    choose(ann, f"before {onto}")
    assert items(ann, "pile-6")[-2:] == [card, onto]
    agree(ann, ben, watcher)


@pytest.mark.parametrize("width", [360, 1024])
@pytest.mark.sliced
def test_piles_by_taps_alone(visit, width):
    ann, ben, watcher = three(visit, "free-piles", has_touch=True, viewport={"width": width, "height": 740})
    card, onto = top(ann, "pile-7"), top(ann, "pile-1")
    tap(ann, card)
    expect(place(ann, "pile-1")).to_have_class("place legal")
    tap(ann, onto)
    settled(ann, 2)
    assert items(ann, "pile-1") == [onto, card]
    # A tap on a card that lies face down selects nothing.
    tap(ann, place(ann, "pile-7").locator(".item").last)
    expect(ann.locator(".item.picked")).to_have_count(0)
    tap(ann, ann.locator("#undo"))
    settled(ann, 3)
    assert top(ann, "pile-7") == card
    assert violations(ann) == []
    agree(ann, ben, watcher)
