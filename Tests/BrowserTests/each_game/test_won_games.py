"""One game of each family, played to the win by hand: by touch on a phone, and by mouse on a wide screen."""

import pytest

from finger import Finger
from table import WON_GAMES, drag, grip, open_table, settled, spot

HANDS = {
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "mouse": {"viewport": {"width": 1440, "height": 900}},
}
# Each run of the gate has an eighth of the others.
CHOICE = ("touch-golf", "mouse-pyramid")


class Touch:
    """A finger that presses and drags, as a phone's browser is told of it."""

    def __init__(self, page):
        self.page = page
        self.finger = Finger(page)

    def press(self, selector):
        self.page.locator(selector).tap()

    def drag(self, handle, pile):
        self.page.locator(f'.card.liftable[data-handle="{handle}"]').wait_for()
        self.finger.down(*grip(self.page, handle))
        self.finger.slide(*spot(self.page, pile), steps=4)
        self.finger.up()


class Mouse:
    def __init__(self, page):
        self.page = page

    def press(self, selector):
        self.page.locator(selector).click()

    def drag(self, handle, pile):
        drag(self.page, handle, pile, steps=3)


def seen(page, handle):
    """The card to take hold of: where piles are squared, the one that lies on top of it."""
    card = page.locator(f'.card.liftable[data-handle="{handle}"]')
    card.wait_for(state="attached")
    if card.is_visible():
        return handle
    piled = page.locator(f'.card[data-in="{card.get_attribute("data-in")}"]').evaluate_all(
        "(all) => all.sort((a, b) => a.dataset.index - b.dataset.index).map((it) => Number(it.dataset.handle))")
    return piled[-1]


@pytest.mark.gate(*CHOICE)
@pytest.mark.parametrize("game", WON_GAMES)
@pytest.mark.parametrize("hand", HANDS)
def test_a_game_of_each_family_is_won(visit, hand, game):
    page = visit(f"/?game={game}", reduced_motion="reduce", **HANDS[hand])
    hands = Touch(page) if hand == "touch" else Mouse(page)
    open_table(page, game, WON_GAMES[game]["deal"])
    version = settled(page)
    for move in WON_GAMES[game]["moves"]:
        if move["op"] == "tap":
            hands.press("#stock")
        elif move["op"] == "finish":
            hands.press("#finish")
        else:
            hands.drag(seen(page, move["item"]), move["in"])
        version += 1
        settled(page, version)
    page.locator("#panel[data-kind=won]").wait_for()
    assert page.get_attribute("#board", "data-status") == "won"
    assert page.get_attribute("#board", "data-disagreements") == "0"
