"""What a screen reader makes of the pages: the tree of each that is kept as text, all that the live region says in a
game, and what axe finds on pages that other tests do not come to."""

import pytest
from playwright.sync_api import expect

from boards import named, online, violations
from golden import compare
from keys import carry, go_to, tab_to, to_board
from table import GAME, drag, grip, open_table, play, press_stock, settled

DEAL = 7
# All that the live region ever says, in the order in which it says it.
LISTEN = """() => { window.said = [];
  const region = document.querySelector("#say");
  new MutationObserver(() => { if (region.textContent !== "") said.push(region.textContent); })
    .observe(region, { childList: true, characterData: true, subtree: true }); }"""


# Trees

def tree(page, name, selector="body"):
    compare(f"{name}.aria.yml", page.locator(selector).aria_snapshot())


def klondike(visit, **options):
    """A table of Klondike as it was dealt, and nothing moves on it."""
    options.setdefault("reduced_motion", "reduce")
    page = visit("/", prepare=named("Ann"), **options)
    open_table(page, deal=DEAL)
    settled(page)
    page.locator(".card.liftable").first.wait_for()
    return page


def test_the_tree_of_the_lobby(visit):
    page = visit("/", prepare=named("Ann"))
    online(page)
    page.locator("#new-table .games label").first.wait_for()
    tree(page, "lobby")


def test_the_tree_of_a_table_and_of_its_dialogs(visit):
    page = klondike(visit)
    tree(page, "klondike")
    page.mouse.click(*grip(page, 27))
    page.keyboard.press("m")
    page.locator("#move-menu[open]").wait_for()
    tree(page, "klondike-places", "#move-menu")
    page.keyboard.press("Escape")
    press_stock(page)
    settled(page, 2)
    page.click("#new-game")
    page.locator("#fresh[open]").wait_for()
    tree(page, "klondike-new", "#fresh")


def test_the_tree_of_the_settings(visit):
    page = visit("/", prepare=named("Ann"))
    online(page)
    page.click("#open-settings")
    page.locator("#settings[open]").wait_for()
    tree(page, "settings", "#settings")


@pytest.mark.parametrize("path, name", [("/rules", "rules"), ("/rules/klondike1", "rules-klondike")])
def test_the_tree_of_the_rules(visit, path, name):
    page = visit(path)
    page.locator(".rules-body li").first.wait_for()
    tree(page, name, "main")
