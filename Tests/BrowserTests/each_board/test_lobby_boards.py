"""Boards in the lobby: a tile for each, seats, the link to send, and the list of live tables."""

import pytest
from playwright.sync_api import expect

from boards import BOARD, SETTLED, items, named, online, open_kind, press, tile_of, violations

TILES = {
    "fruits": "Fruit basket", "contacts": "Contacts", "photos": "Photos", "card-grid": "Card grid",
    "free-piles": "Free piles", "four-aces": "Four aces", "cards": "Cards", "sections": "Sections", "list": "List",
    "kanban": "Kanban: a garden party",
}
EMPTY = {"photos"}


def test_each_tile_opens_its_board_without_a_reload(visit):
    page = visit("/")
    online(page)
    expect(page.locator("#open-table")).to_be_enabled()
    assert set(TILES) | {"own"} <= set(page.locator(".tile").evaluate_all("(all) => all.map((it) => it.dataset.kind)"))
    assert violations(page) == []
    page.evaluate("() => { window.neverReloaded = true; }")
    for kind, title in TILES.items():
        tile_of(page, kind).click()
        page.locator(SETTLED + "[data-role=player]").wait_for()
        expect(page.locator("h1.title")).to_have_text(title)
        assert (page.locator(f"{BOARD} .item").count() == 0) == (kind in EMPTY)
        assert page.evaluate("scrollY") == 0, f"{kind} begins at its top"
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.evaluate("window.neverReloaded") is True
        page.go_back()
        expect(page.locator(".tile[data-kind=kanban]")).to_be_visible()
        online(page)


def test_the_link_of_a_new_board_brings_others_to_it_until_all_seats_are_taken(visit):
    ann = visit("/", prepare=named("Ann"))
    online(ann)
    ann.fill("#new-seats", "2")
    ann.locator("#new-seats").blur()
    tile = tile_of(ann, "sections")
    tile.focus()
    press(ann, "Enter")
    ann.locator(SETTLED + "[data-role=player]").wait_for()
    link = ann.url
    assert violations(ann) == []
    # It covers nothing of the board.
    card, first = ann.locator(".invite").bounding_box(), ann.locator(f"{BOARD} .region").first.bounding_box()
    assert card["y"] + card["height"] <= first["y"]
    ann.locator(".invite .open").click()
    expect(ann.locator(".invite")).to_have_count(0)
    expect(ann.locator(".sending input")).to_have_value(link)
    assert violations(ann) == []
    press(ann, "Escape")
    lobby = visit("/")
    row = lobby.locator(f"#tables > li[data-room={link.rsplit('/', 1)[1]}]")
    expect(row).to_contain_text("1 of 2 seats taken")
    expect(row.locator(".who")).to_have_text("Ann")
    expect(row.locator("a.button")).to_have_text("Join")
    ben = visit(link, prepare=named("Ben"))
    ben.locator(SETTLED + "[data-role=player]").wait_for()
    expect(row).to_contain_text("2 of 2 seats taken")
    expect(row.locator("a.button")).to_have_text("Watch")
    # The third one watches, also by the same link, and is told so.
    third = visit(link, prepare=named("Cyd"))
    third.locator(SETTLED + "[data-role=watch]").wait_for()
    expect(third.locator(".banner")).to_contain_text("Watching Ann, Ben")
    expect(third.locator("#sit")).to_be_hidden()
    # Whose seat becomes free, others may have.
    ben.context.close()
    row.locator("a.button").click()
    lobby.locator(SETTLED).wait_for()
    expect(lobby.locator("#seats")).to_contain_text("Ann")
    assert items(lobby, "favorites") == items(ann, "favorites") != []
    assert [violations(page) for page in (third, lobby)] == [[], []]


@pytest.mark.parametrize("asked,given", [("1", 1), ("99", 8), ("", 4)])
@pytest.mark.sliced
def test_a_board_has_as_many_seats_as_were_asked_for(visit, asked, given):
    page = visit("/")
    online(page)
    page.fill("#new-seats", asked)
    page.locator("#new-seats").blur()
    expect(page.locator("#new-seats")).to_have_value(str(given))
    room = open_kind(page, "cards", given)
    other = visit("/")
    expect(other.locator(f"#tables > li[data-room={room}]")).to_contain_text(
        f"1 of {given} seat" + ("" if given == 1 else "s") + " taken")
