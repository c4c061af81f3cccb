"""Choosing a game in the lobby: by name, with options, by a link, and of one's own."""

import re

import pytest
from playwright.sync_api import expect

from boards import online, press, violations
from table import open_table, options, settled, until, watch_path

GAMES = "#new-table .games"


def chosen(page):
    return page.locator(f"{GAMES} input:checked").input_value()


def shown(page):
    """The games in sight, by their ids."""
    return page.locator(f"{GAMES} label:visible input").evaluate_all("(all) => all.map((it) => it.value)")


def deal(page):
    page.click("#open-table")
    page.locator("#board[data-role=player]").wait_for()
    settled(page)


def test_a_name_finds_a_game_and_enter_chooses_it_without_dealing(visit):
    page = visit("/")
    online(page)
    page.locator(f"{GAMES} label").first.wait_for()
    field = page.get_by_role("searchbox", name="Search games")
    field.fill("spid")
    assert {"spider1", "spider4", "spiderette"} <= set(shown(page)) and "klondike1" not in shown(page)
    field.fill("no such game")
    assert shown(page) == []
    expect(page.get_by_text("No game found.")).to_be_visible()
    field.fill("accordion")
    press(page, "Enter")
    assert chosen(page) == "accordion"
    expect(page.locator(f"{GAMES} input:checked")).to_be_focused()
    assert page.locator("#new-table").is_visible(), "nothing was dealt"
    expect(page.get_by_role("heading", name="Accordion", exact=True)).to_be_visible()
    assert violations(page) == []


@pytest.mark.sliced
def test_options_are_part_of_the_game_and_told_in_its_name(visit):
    page = visit("/")
    online(page)
    page.locator(f"{GAMES} label:has(input[value=freecell])").click()
    page.get_by_text("Variations", exact=True).click()
    cells = page.get_by_label("Cells")
    expect(cells.locator("option:checked")).to_have_text("4 (standard)")
    cells.select_option("3")
    expect(page.get_by_role("heading", name="FreeCell, 3 cells")).to_be_visible()
    expect(page.locator(".chosen a")).to_have_attribute("href", "/rules/freecell:cells=3")
    assert violations(page) == []
    options(page)
    page.select_option("#options select[name=access]", "public")
    deal(page)
    expect(page.locator("h1.title")).to_contain_text("FreeCell, 3 cells")
    other = visit("/")
    expect(other.locator("#tables > li .game").first).to_contain_text("FreeCell, 3 cells")


@pytest.mark.sliced
def test_what_was_played_last_stands_first(visit):
    page = visit("/")
    open_table(page, game="yukon", deal=1)
    page.goto("/")
    group = page.locator(f"{GAMES} [role=group]").first
    expect(group.locator("h3")).to_have_text("Last played")
    assert group.locator("input").evaluate_all("(all) => all.map((it) => it.value)") == ["yukon"]
    assert chosen(page) == "yukon"


@pytest.mark.parametrize("number", ["0", "9007199254740993", "18446744073709551615"])
@pytest.mark.gate("18446744073709551615")
def test_a_link_deals_what_it_names_whatever_the_number(visit, number):
    page = visit(f"/?game=golf:kings=queen&deal={number}")
    settled(page)
    expect(page.locator("h1.title")).to_contain_text(f"deal {number}")
    page.locator("#share").click()
    link = page.locator("#deal-link").input_value()
    assert link.endswith(f"/?game=golf:kings=queen&deal={number}")


@pytest.mark.parametrize("query, told", [
    ("game=nosuch&deal=5", "There is no game called “nosuch” here."),
    ("game=freecell:cells=99&deal=3", "Cells of FreeCell cannot be “99”, only 1, 2, 3, 4, 5, 6, 7 or 8."),
    ("game=klondike1:back=no,passes=zz", "Passes of Klondike, draw 1 cannot be “zz”, only any number, 1, 2 or 3."),
])
@pytest.mark.sliced
def test_a_link_to_what_is_not_offered_says_so_and_chooses_nothing(visit, query, told):
    page = visit(f"/?{query}")
    online(page)
    alert = page.locator("#new-table").get_by_role("alert")
    expect(alert).to_have_text(told)
    assert page.locator(f"{GAMES} input:checked").count() == 0
    expect(page.locator("#open-table")).to_be_disabled()
    expect(page.locator(".chosen")).to_be_hidden()
    assert len(shown(page)) > 20 and violations(page) == []
    page.locator(".tile[data-kind=solitaire]").click()
    expect(page.locator("#toasts")).to_contain_text("Choose a game first.")
    page.locator(f"{GAMES} label:has(input[value=golf])").click()
    expect(alert).to_be_hidden()
    deal(page)
    expect(page.locator("h1.title")).to_contain_text("Golf")


@pytest.mark.sliced
def test_a_link_with_a_number_that_no_deal_has_says_so(visit):
    page = visit("/?game=golf&deal=-5")
    online(page)
    alert = page.locator("#new-table").get_by_role("alert")
    expect(alert).to_have_text("“-5” is not a deal number.")
    page.locator(f"{GAMES} input[value=golf]:checked").wait_for(state="attached")
    page.click("#open-table")
    assert page.locator("#new-table").is_visible(), "nothing was dealt"
    page.fill("input[name=n]", "5")
    expect(alert).to_be_hidden()
    deal(page)
    expect(page.locator("h1.title")).to_contain_text("deal 5")


@pytest.mark.parametrize("number", ["18446744073709551616", "-1", "x", ""])
@pytest.mark.sliced
def test_a_number_that_no_deal_has_is_not_dealt(visit, number):
    page = visit("/")
    online(page)
    page.locator(f"{GAMES} label").first.wait_for()
    options(page)
    page.locator("label:has(input[name=kind][value=open])").click()
    page.fill("input[name=n]", number)
    page.click("#open-table")
    assert page.locator("input[name=n]").evaluate("(it) => it.validationMessage") != ""
    assert page.locator("#new-table").is_visible()


@pytest.mark.sliced
def test_cards_go_up_by_themselves_as_was_chosen(visit):
    page = visit("/")
    online(page)
    page.locator(f"{GAMES} label").first.wait_for()
    options(page)
    page.locator("#options").get_by_label("Auto-move to foundations").select_option("all")
    deal(page)
    page.locator("#share").click()
    auto = page.locator("#auto")
    expect(auto).to_have_value("all")
    auto.select_option("off")
    page.reload()
    page.locator("#share").click()
    expect(auto).to_have_value("off")


@pytest.mark.sliced
def test_a_list_that_does_not_come_can_be_asked_for_again(visit):
    lost = ["the list"]

    def prepare(page):
        # The page asks for it ahead as well.
        page.route("**/api/games", lambda route: route.abort() if lost else route.fallback())

    page = visit("/", expects_errors=True, prepare=prepare)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("could not be loaded")
    lost.clear()
    # What most people play can be dealt without the list.
    expect(page.locator("#open-table")).to_be_enabled()
    alert.get_by_role("button").click()
    page.locator(f"{GAMES} label").first.wait_for()
    expect(alert).to_be_hidden()
    expect(page.locator("#open-table")).to_be_enabled()


def own_game(visit):
    """The lobby with the dialog for a game of one's own, and its field with the example."""
    page = visit("/", expects_errors=True)
    online(page)
    page.locator("#new-table .own-game").click()
    dialog = page.get_by_role("dialog", name="Your own game")
    text = dialog.get_by_label("Description of the game, as JSON")
    expect(text).not_to_have_value("")
    return page, dialog, text


@pytest.mark.sliced
def test_a_game_of_ones_own_is_checked_and_opened(visit):
    page, dialog, text = own_game(visit)
    assert violations(page) == []
    example = text.input_value()
    text.fill("{\n  \"nothing\": 1\n}")
    dialog.get_by_role("button", name="Check and open").click()
    dialog.locator(".problems button").first.wait_for()
    text.fill(example)
    dialog.get_by_role("button", name="Check and open").click()
    page.locator("#board[data-role=player]").wait_for()
    settled(page)


@pytest.mark.sliced
def test_what_was_written_of_a_board_and_of_a_game_stays_apart(visit):
    page = visit("/", expects_errors=True)
    online(page)
    for kind, text in (("own", "a board"), ("own-game", "a game")):
        page.locator(f"button[data-kind={kind}]").click()
        page.locator("#own-board textarea").fill(text)
        page.locator("#own-board .close").click()
    for kind, text in (("own", "a board"), ("own-game", "a game")):
        page.locator(f"button[data-kind={kind}]").click()
        expect(page.locator("#own-board textarea")).to_have_value(text)
        page.locator("#own-board .close").click()


@pytest.mark.sliced
def test_another_server_is_asked_for_its_games(visit, server):
    asked = []
    page = visit("/", expects_errors=True, prepare=lambda page: page.on(
        "request", lambda request: asked.append(1) if request.url.endswith("/api/games") else None))
    page.locator("#new-table .games label").first.wait_for()
    assert len(asked) == 1
    page.locator("label:has(input[name=game][value=freecell])").click()
    server.kill()
    server.start()
    until(page, lambda: len(asked) == 2)
    expect(page.locator("input[name=game][value=freecell]")).to_be_checked()


def sent(page):
    """What the page says over its socket."""
    told = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.append(frame)))
    return told


@pytest.mark.sliced
def test_whether_time_counts_is_chosen_where_it_does_and_stays_chosen(visit):
    told = []
    page = visit("/", prepare=lambda page: told.append(sent(page)))
    online(page)
    page.locator(f"{GAMES} label:has(input[value=freecell])").click()
    options(page)
    timed = page.locator("#new-table .timed")
    expect(timed).to_be_hidden()
    page.locator(f"{GAMES} label:has(input[value=klondike1])").click()
    expect(page.locator("#new-table [name=timed]")).to_be_checked()
    assert violations(page) == []
    timed.click()
    deal(page)
    assert any('"timed":false' in frame for frame in told[0])
    page.goto("/")
    page.locator(f"{GAMES} label").first.wait_for()
    expect(page.locator("#new-table [name=timed]")).not_to_be_checked()
    page.click("#open-settings")
    page.locator("#settings label:has([name=timed])").click()
    page.locator("#settings .close").click()
    expect(page.locator("#new-table [name=timed]")).to_be_checked()
    deal(page)
    assert any('"timed":true' in frame for frame in told[0])


@pytest.mark.sliced
def test_a_game_of_ones_own_is_sent_as_a_link_that_deals_it(visit):
    page, dialog, text = own_game(visit)
    example = text.input_value()
    share = dialog.get_by_role("button", name="Copy a link to this game")
    text.fill("{}")
    share.click()
    dialog.locator(".problems button").first.wait_for()
    link = dialog.get_by_label("Link to this game")
    expect(link).to_be_hidden()
    own = example.replace("King Albert", "Königin Ann").replace('"king-albert"', '"queen-ann"')
    text.fill(own)
    share.click()
    expect(link).to_have_value(re.compile("/#own="))
    assert violations(page) == []
    address = link.input_value()
    text.press("End")
    text.type(" ")
    expect(link).to_be_hidden()

    other = visit(address)
    dialog = other.get_by_role("dialog", name="Your own game")
    expect(dialog.get_by_label("Description of the game, as JSON")).to_have_value(own)
    expect(dialog.locator(".verdict")).to_have_text("The game is complete and can be dealt.")
    assert other.locator("#tables > li").count() == 0, "nothing was opened"
    assert violations(other) == []
    dialog.get_by_role("button", name="Check and open").click()
    other.locator("#board[data-role=player]").wait_for()
    settled(other)
    expect(other.locator("h1.title")).to_contain_text("Königin Ann")
    other.locator("#share").click()
    assert other.get_by_label("Link to this game").input_value() == address
    assert violations(other) == []
    watcher = visit(watch_path(other))
    watcher.locator("#share").click()
    expect(watcher.get_by_label("Link to this game")).to_be_hidden()


@pytest.mark.parametrize("hash", ["#own=", "#own=0__8", "#own=1AAAA", "#own=3e30"])
@pytest.mark.sliced
def test_a_link_to_a_game_that_cannot_be_read_says_so(visit, hash):
    page = visit(f"/{hash}")
    expect(page.locator("#new-table").get_by_role("alert")).to_contain_text("cannot be read")
    expect(page.locator("#own-board")).to_be_hidden()


@pytest.mark.sliced
def test_a_link_to_what_is_no_game_shows_what_is_wrong_with_it(visit):
    page = visit("/#own=0e30", expects_errors=True)
    dialog = page.get_by_role("dialog", name="Your own game")
    expect(dialog.get_by_label("Description of the game, as JSON")).to_have_value("{}")
    dialog.locator(".problems button").first.wait_for()
