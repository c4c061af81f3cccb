"""A whole game by keys alone, from the lobby to the win: a deal that a bot has won, and its moves."""

import pytest
from playwright.sync_api import expect

from keys import carry, choose, deal, focus, go_to, tab_to
from table import GAME, board, settled

# Any use of the mouse by the page's visitor would be heard here.
LISTEN = """() => { window.pointers = 0;
  for (const kind of ["pointerdown", "mousedown", "touchstart"]) {
    addEventListener(kind, () => { pointers += 1; }, { capture: true });
  } }"""


def pile_of(page, handle):
    return page.get_attribute(f'.card[data-handle="{handle}"]', "data-in")


def play(page, move, turn):
    """One move, each time in another of the ways that keys have."""
    if move["op"] == "tap":
        page.keyboard.press("d")
        return
    if move["op"] == "finish":
        tab_to(page, lambda at: at["id"] == "finish", "Shift+Tab" if turn % 2 else "Tab")
        page.keyboard.press("Enter")
        return
    handle = move["item"]
    go_to(page, handle, pile_of(page, handle))
    if move["op"] == "send" or (move["in"].startswith("f") and turn % 3 == 0):
        page.keyboard.press("f")
    elif turn % 3 == 1:
        choose(page, move["in"])
    else:
        carry(page, move["in"])


@pytest.mark.sliced
def test_a_game_is_won_by_keys_alone(visit):
    page = visit("/", reduced_motion="reduce")
    page.evaluate(LISTEN)
    deal(page, "klondike", GAME["deal"])
    expect(page.locator("h1.title")).to_have_text(f"Klondike, draw 1 · deal {GAME['deal']}")
    version = settled(page)
    for turn, move in enumerate(GAME["moves"]):
        play(page, move, turn)
        version += 1
        settled(page, version)
        if move["op"] == "move":
            assert [move["item"]] == [it for it, _ in board(page)[move["in"]] if it == move["item"]], f"move {turn}"
            # The focus goes with the card, so that the next move begins there.
            assert focus(page)["onBoard"], f"the focus left the table with move {turn}: {focus(page)}"
    won = page.get_by_role("dialog", name="You won")
    expect(won.get_by_role("heading", name="You won")).to_be_focused()
    assert page.get_attribute("#board", "data-status") == "won"
    assert len([it for pile, cards in board(page).items() if pile.startswith("f") for it in cards]) == 52
    # And on to the next one.
    page.keyboard.press("Tab")
    expect(won.get_by_role("button", name=f"Next deal: {GAME['deal'] + 1}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1.title")).to_have_text(f"Klondike, draw 1 · deal {GAME['deal'] + 1}")
    assert page.evaluate("pointers") == 0
