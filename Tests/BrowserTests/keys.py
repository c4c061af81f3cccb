"""A person who has only keys: what is pressed at a table, and where the focus is meanwhile. No pointer, no focus by
script: whatever is reached here can be reached by the keys that the page names."""

from playwright.sync_api import expect

from table import until

# More presses than any way over a table or through a page takes.
PRESSES_MAX = 80
FOCUS = """() => { const it = document.activeElement;
  return { id: it.id, pile: it.dataset.in ?? null, handle: "handle" in it.dataset ? Number(it.dataset.handle) : null,
           onBoard: it.closest("#board") !== null }; }"""


def focus(page):
    """What has the focus: its id, and on the board its pile and the card's handle."""
    return page.evaluate(FOCUS)


def tab_to(page, holds, key="Tab"):
    """Goes through the page by Tab until the focus is where it shall be."""
    for _ in range(PRESSES_MAX):
        if holds(focus(page)):
            return
        page.keyboard.press(key)
    raise AssertionError(f"Tab does not lead there: {focus(page)}")


def deal(page, words, number):
    """From the lobby to a table: looks for a game by its name and enters the number of a deal."""
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.locator("#new-table .games label").first.wait_for()
    tab_to(page, lambda _: page.evaluate("() => document.activeElement?.matches('#options > summary')"))
    if page.locator("#options:not([open])").count():
        page.keyboard.press("Enter")
    sealed = page.get_by_role("radio", name="Random")
    tab_to(page, lambda _: sealed.evaluate("(it) => it === document.activeElement"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    field = page.get_by_role("textbox", name="Number")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(str(number))
    search = page.get_by_role("searchbox", name="Search games")
    tab_to(page, lambda _: search.evaluate("(it) => it === document.activeElement"))
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    tab_to(page, lambda at: at["id"] == "open-table", "Shift+Tab")
    page.keyboard.press("Enter")
    page.locator("#board[data-role=player][data-settled=true]").wait_for()


def to_board(page):
    """Onto the table, wherever in the page the focus is."""
    tab_to(page, lambda at: at["onBoard"])


def _column(pile):
    return int(pile[1:])


def go_to(page, handle, pile):
    """By arrows to a card of Klondike that lies open; its pile is a column, or is seen in the row above them."""
    to_board(page)
    for _ in range(PRESSES_MAX):
        at = focus(page)
        if at["handle"] == handle:
            return
        page.keyboard.press(_towards(page, at["pile"], handle, pile))
    raise AssertionError(f"arrows do not lead to card {handle} in {pile}: {focus(page)}")


def _towards(page, here, handle, pile):
    above = not here.startswith("t")
    if here == pile:
        index = page.evaluate("document.activeElement.dataset.index")
        wanted = page.get_attribute(f'.card[data-handle="{handle}"]', "data-index")
        return "ArrowUp" if int(wanted) < int(index) else "ArrowDown"
    if pile.startswith("t"):
        if above:
            return "ArrowDown"
        return "ArrowRight" if _column(here) < _column(pile) else "ArrowLeft"
    if not above:
        return "ArrowUp"
    row = ["stock", "waste", "f0", "f1", "f2", "f3"]
    return "ArrowRight" if row.index(here) < row.index(pile) else "ArrowLeft"


def carry(page, pile):
    """Lifts the card under the focus, goes through what it may be put on, and drops it there."""
    page.keyboard.press("Space")
    until(page, lambda: page.locator(".pile.over").count() == 1)
    for _ in range(PRESSES_MAX):
        if page.locator(".pile.over").get_attribute("data-in") == pile:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{pile} is not among the places")


def choose(page, pile):
    """From the list of places: Tab to the one that is meant."""
    page.keyboard.press("m")
    stop = page.locator(f'#move-menu .stop[data-in="{pile}"]')
    stop.wait_for()
    tab_to(page, lambda _: stop.evaluate("(it) => it === document.activeElement"))
    page.keyboard.press("Enter")
