"""What holds at every board: spectators can do nothing, the first of two who take the same item has it, players undo
only their own moves, and a player who vanishes changes nothing. Photos begin empty; spectators of them are in
test_photos.py.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from boards import (Gate, agree, by_handle, carry, centre, drag, drop, edit, free, held, is_powerless, items, layout,
                    lift, named, open_kind, place, point, region, rest, settled, three, told, undo, vanish, violations,
                    watch)
from files import drop_in


class Scene(NamedTuple):
    """Two moves that can be made at a board one after the other, each an item and where it goes on somebody's page."""

    kind: str
    mine: str | Callable  # a name, or what finds it on a page
    to: Callable
    other: str | Callable
    other_to: Callable
    # A watcher's keys at the other item; Enter looks closer at a contact, which everybody may.
    keys: tuple = ("Space", "ArrowDown", "Enter", "m", "z", "Delete")
    # What players do before anything can be lifted, and where an item is taken (None: in its middle).
    ready: Callable = lambda page: None
    grip: Callable = lambda page, label: None

    def names(self, page):
        return [each(page) if callable(each) else each for each in (self.mine, self.other)]

    def lift(self, page, label):
        """Room opens where the item lay, and its neighbours move once more; a place is found after that."""
        lift(page, label, self.grip(page, label))
        rest(page)

    def drag(self, page, label, to):
        drag(page, label, to, at=self.grip(page, label))


def on(label, x=0.5, y=0.5):
    return lambda page: point(page, label, x, y)


def on_top(pile):
    return lambda page: point(page, items(page, pile)[-1], y=0.6)


def top(pile):
    return lambda page: items(page, pile)[-1]


def within(name):
    return lambda page: centre(page, place(page, name))


SCENES = {scene.kind: scene for scene in [
    Scene("four-aces", "ace of clubs", on("ace of spades", x=0.9), "ace of hearts", on("ace of diamonds", x=0.1)),
    Scene("free-piles", top("pile-7"), on_top("pile-1"), top("pile-6"), on_top("pile-2")),
    Scene("cards", "blue", on("yellow", y=0.9), "pink", on("green", y=0.1)),
    Scene("sections", "blue", on("orange", y=0.9), "yellow", on("green", y=0.1)),
    Scene("contacts", "Ann Lee, draggable", on("Cyd Roe, draggable", y=0.8), "Bob May, draggable",
          on("Dee Fox, draggable", y=0.8), keys=("Space", "ArrowDown", "Enter", "Escape", "m", "z", "Delete")),
    Scene("fruits", "🍎 Apple, draggable", lambda page: centre(page, region(page, "basket")),
          "🥭 Mango, draggable", lambda page: centre(page, region(page, "basket"))),
    Scene("kanban", "Bake the lemon cake, card in Doing", within("done"), "Make a playlist, card in To do",
          within("doing"), keys=("Space", "m", "z", "Delete")),
    Scene("list", "Alpha", on("Beta", y=0.8), "Delta", on("Gamma", y=0.2), ready=edit, grip=by_handle),
    # Low in the drop area, whatever lies in it.
    Scene("card-grid", "1", lambda page: point(page, region(page, "drop-area"), y=0.8),
          "2", lambda page: point(page, region(page, "drop-area"), y=0.8)),
]}


@pytest.fixture
def scene(request):
    return SCENES[request.param]


def at_boards(*kinds):
    return pytest.mark.parametrize("scene", kinds, indirect=True)


@at_boards(*SCENES)
@pytest.mark.gate("kanban")
def test_who_watches_can_do_nothing(visit, scene):
    ann = visit("/", prepare=named("Ann"))
    watcher = watch(visit, open_kind(ann, scene.kind))
    scene.ready(ann)
    before = layout(ann)
    mine, other = scene.names(watcher)
    drop_in(watcher, scene.to(watcher), texts={"text/plain": "Weed"})
    assert is_powerless(watcher, other, *scene.keys)
    expect(watcher.locator(".transfer-tools, .liftable, .grip")).to_have_count(0)
    assert violations(watcher) == []
    assert layout(watcher) == layout(ann) == before
    # What others do is seen all the same.
    scene.drag(ann, mine, scene.to(ann))
    agree(ann, watcher)
    assert layout(watcher) == layout(ann) != before


@at_boards("four-aces", "free-piles", "cards", "sections", "list")
@pytest.mark.gate("dropped-free-piles")
@pytest.mark.parametrize("drops", [False, True], ids=["in-hand", "dropped"])
def test_of_two_who_take_the_same_the_slower_is_told(visit, scene, drops):
    gate = Gate("Ben")
    ann, ben, watcher = three(visit, scene.kind, ben=gate)
    scene.ready(ann)
    scene.ready(ben)
    before = layout(ann)
    mine, _ = scene.names(ann)
    scene.drag(ann, mine, scene.to(ann))
    hers = layout(ann)
    undo(ann)
    start = agree(ann, ben, watcher)
    assert layout(watcher) == before != hers
    gate.shut()
    scene.lift(ann, mine)
    held(watcher, mine, "Ann")
    # Ben cannot know yet.
    scene.lift(ben, mine)
    carry(ben, scene.to(ben))
    if drops:
        ben.mouse.up()
    expect(watcher.locator(".item.held")).to_have_count(1)
    gate.open()
    told(ben, "is taken: Ann was faster.")
    expect(ben.locator(".hand")).to_have_count(0)
    ben.mouse.up()
    held(ben, mine, "Ann")
    carry(ann, scene.to(ann))
    drop(ann, start + 1)
    agree(ann, ben, watcher)
    assert layout(ben) == hers


@at_boards("four-aces", "free-piles", "cards", "sections", "list", "card-grid")
@pytest.mark.gate("sections")
def test_own_moves_are_taken_back_and_who_vanishes_changes_nothing(visit, scene):
    ann, ben, watcher = three(visit, scene.kind)
    scene.ready(ann)
    scene.ready(ben)
    start = agree(ann, ben, watcher)
    mine, other = scene.names(ann)
    scene.drag(ben, other, scene.other_to(ben))
    agree(ann, ben, watcher)
    theirs = layout(ann)
    undo(ben)
    settled(ben, start + 2)
    scene.drag(ann, mine, scene.to(ann))
    agree(ann, ben, watcher)
    scene.drag(ben, other, scene.other_to(ben))
    agree(ann, ben, watcher)
    undo(ann)
    settled(ann, start + 5)
    agree(ann, ben, watcher)
    assert layout(watcher) == theirs, "Ben's move stands"
    scene.lift(ann, mine)
    carry(ann, scene.to(ann))
    held(ben, mine, "Ann")
    vanish(ann)
    free(ben, watcher)
    assert agree(ben, watcher) == start + 5 and layout(ben) == theirs
    # What she held is anybody's again.
    scene.drag(ben, mine, scene.to(ben))
    agree(ben, watcher)
    assert layout(ben) != theirs
