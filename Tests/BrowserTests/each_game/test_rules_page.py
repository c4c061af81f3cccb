"""The rules of all games: a list, and for each a picture, sentences and scoring, made of what the server tells."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from boards import online, violations
from table import settled, until, watch_path


def fetched(server, path):
    with urllib.request.urlopen(server.url + path) as reply:
        return json.load(reply)


def test_from_the_lobby_to_the_rules_of_a_game_and_to_its_table(visit):
    page = visit("/")
    online(page)
    page.evaluate("() => { window.neverReloaded = true; }")
    page.get_by_role("link", name="Rules of all games").click()
    expect(page.locator("h1")).to_have_text("Rules")
    expect(page.locator("h1")).to_be_focused()
    assert violations(page) == []
    page.get_by_role("link", name="Yukon", exact=True).click()
    expect(page.locator("h1")).to_have_text("Rules of Yukon")
    assert page.title() == "Rules of Yukon · Baize"
    expect(page.get_by_role("img")).to_have_accessible_name("The layout: 4 foundations and 7 columns")
    assert violations(page) == []
    page.get_by_role("link", name="Play Yukon").click()
    expect(page.locator("input[name=game][value=yukon]")).to_be_checked()
    assert page.evaluate("window.neverReloaded") is True


@pytest.mark.sliced
def test_every_game_has_its_rules_told_completely(visit, server):
    page = visit("/rules")
    page.locator(".rules-body li").first.wait_for()
    games = fetched(server, "/api/games")["games"]
    links = page.locator(".rules-body li a").evaluate_all("(all) => all.map((it) => it.getAttribute('href'))")
    assert sorted(links) == sorted(f"/rules/{game['id']}" for game in games)
    for game in games:
        say = fetched(server, f"/api/games/{game['id']}")["say"]
        page.goto(f"/rules/{game['id']}")
        page.locator(".rules-body svg").wait_for()
        sections = page.locator(".rules-body section").evaluate_all("""(all) => all.map((it) =>
          [it.querySelector("h2").textContent, it.querySelectorAll("li, tbody tr").length])""")
        variations = [count for heading, count in sections if heading == "Variations"]
        assert variations == ([len(game["options"])] if game["options"] else [])
        told = [key for key, *_ in say if not key.startswith("section.")]
        assert sum(count for _, count in sections) - sum(variations) == len(told), game["id"]
        text = page.locator(".rules-body").inner_text()
        assert not re.search(r"\{|undefined|NaN|\[object", text), game["id"]
        # The picture shows each pile, and no card outside of it.
        outside = page.evaluate("""() => {
          const box = document.querySelector(".layout").getBoundingClientRect();
          return [...document.querySelectorAll(".layout rect")].map((it) => it.getBoundingClientRect())
            .filter((it) => it.left < box.left || it.right > box.right || it.bottom > box.bottom + 1).length;
        }""")
        assert outside == 0, game["id"]


@pytest.mark.sliced
def test_a_game_with_options_is_told_with_them(visit):
    page = visit("/rules/freecell:cells=3")
    expect(page.locator("h1")).to_have_text("Rules of FreeCell, 3 cells")
    expect(page.locator(".rules-body")).to_contain_text("Each of the 3 cells holds one card")
    page.get_by_role("link", name="Play FreeCell").click()
    expect(page.locator("select[data-option=cells]")).to_have_value("3")


@pytest.mark.sliced
def test_a_game_that_was_described_is_told_by_its_table(visit, server):
    page = visit("/")
    online(page)
    page.locator("#new-table .own-game").click()
    dialog = page.get_by_role("dialog", name="Your own game")
    expect(dialog.get_by_label("Description of the game, as JSON")).not_to_have_value("")
    dialog.get_by_role("button", name="Check and open").click()
    page.locator("#board[data-role=player]").wait_for()
    settled(page)
    table = page.url.rsplit("/", 1)[1]
    page.click("#share")
    page.get_by_role("dialog", name="Invite").get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_have_text("Rules of King Albert")
    page.locator(".rules-body svg").wait_for()
    expect(page.locator(".rules-body")).to_contain_text("9 columns get 9, 8, 7, 6, 5, 4, 3, 2 and 1 cards.")
    assert violations(page) == []
    page.get_by_role("link", name="Play King Albert").click()
    page.locator("#board[data-role=player]").wait_for()
    assert page.url.endswith(f"/t/{table}")
    # The table is private: its name tells a stranger nothing, and a link with a key leads there and back.
    stranger = visit(f"/rules/t/{table}", expects_errors=True)
    expect(stranger.locator(".state")).to_have_text("There is no game of that name here.")
    watching = watch_path(page)
    other = visit(watching)
    settled(other)
    other.click("#share")
    other.get_by_role("dialog").get_by_role("link", name="Rules").click()
    expect(other.locator("h1")).to_have_text("Rules of King Albert")
    other.get_by_role("link", name="Play King Albert").click()
    other.locator("#board[data-role=watch]").wait_for()


def test_a_game_that_is_not_known_says_so_and_leads_on(visit):
    for nowhere in ("t/rAbCdEfGh", "chess"):
        page = visit(f"/rules/{nowhere}", expects_errors=True)
        expect(page.locator(".state")).to_have_text("There is no game of that name here.")
    assert violations(page) == []
    page.get_by_role("link", name="All games").click()
    page.locator(".rules-body li").first.wait_for()


@pytest.mark.sliced
def test_a_choice_that_a_game_does_not_offer_is_told(visit):
    page = visit("/rules/golf:kings=zzz", expects_errors=True)
    told = "On a king of Golf cannot be “zzz”, only nothing, a queen or a queen or an ace."
    expect(page.locator(".state")).to_have_text(told)
    expect(page.locator("h1")).to_have_text("Rules")
    assert page.title() == "Rules · Baize"


@pytest.mark.sliced
def test_rules_that_cannot_be_fetched_say_so(visit):
    def prepare(page):
        page.route("**/api/games/*", lambda route: route.abort())

    page = visit("/rules/klondike1", expects_errors=True, prepare=prepare)
    expect(page.locator(".state")).to_have_text("These rules could not be loaded.")
    assert violations(page) == []


@pytest.mark.parametrize("path, heading", [("/rules", "Rules"), ("/rules/golf", "Rules of Golf")])
@pytest.mark.sliced
def test_what_cannot_be_fetched_can_be_asked_for_again(visit, path, heading):
    def prepare(page):
        page.route("**/api/games**", lambda route: route.abort())
        page.route("**/api/games/*", lambda route: route.abort())

    page = visit(path, expects_errors=True, prepare=prepare)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".state")).to_have_text("These rules could not be loaded.")
    expect(again).to_be_focused()
    page.unroute_all()
    page.keyboard.press("Enter")
    page.locator(".rules-body li").first.wait_for()
    expect(page.locator("h1")).to_have_text(heading)
    expect(page.locator("h1")).to_be_focused()
    expect(again).to_be_hidden()
    expect(page.locator(".state")).to_be_hidden()


@pytest.mark.sliced
def test_who_has_gone_on_before_the_rules_came_stays_there(visit):
    waiting = []
    page = visit("/rules/golf", prepare=lambda page: page.route(
        "**/api/games/golf", lambda route: waiting.append(route)))
    until(page, lambda: waiting)
    page.locator("#open-settings").focus()
    waiting[0].continue_()
    page.locator(".rules-body li").first.wait_for()
    expect(page.locator("#open-settings")).to_be_focused()


@pytest.mark.sliced
def test_a_picture_is_drawn_for_the_left_hand_where_that_is_chosen(visit):
    page = visit("/rules/klondike1")
    stock = page.locator(".layout .down").first
    stock.wait_for()
    right = stock.bounding_box()["x"]
    page.evaluate("""async () => bundled["/js/settings.js"].settings.set("hand", "left")""")
    assert stock.bounding_box()["x"] > right, "at once"
    page.reload()
    stock.wait_for()
    assert stock.bounding_box()["x"] > right
