"""Whether a game can still be won: after each move, where it was lost, the way back, and deals that are winnable."""

import re

import pytest
from playwright.sync_api import expect
from table import drag, open_table, options, press_stock, settled

# Four cards in four cells, and nothing can be won any more.
LOST_DEAL = 21
LOSING = [(46, "c0"), (49, "c3"), (50, "c1"), (48, "c2")]

# What a race or a long line may take, in ms: moves come one after the other so that they can be seen.
PLAYED_MS = 90_000


def outlook(page):
    return page.locator(".outlook .words")


def moves(page):
    return int(re.search(r"\d+", outlook(page).inner_text())[0])


def win(page):
    """Plays the line that wins to its end."""
    page.locator(".outlook .show-me").click()
    page.locator("#board[data-status=won]").wait_for(timeout=PLAYED_MS)


def winnable(page, game, auto="off"):
    """Deals a winnable game, as the lobby does by itself where that is quick."""
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.locator(f'label:has(input[name=game][value="{game}"])').click()
    options(page)
    expect(page.locator("input[name=winnable]")).to_be_checked()
    page.select_option("#options select[name=auto]", auto)
    page.click("#open-table")
    page.locator("#board[data-settled=true][data-role=player]").wait_for()


def test_a_lost_game_is_told_where_gone_back_to_and_won(visit):
    page = visit()
    open_table(page, "freecell", deal=LOST_DEAL)
    page.click("#outlook")
    expect(outlook(page)).to_have_text(re.compile(r"Can be won in \d+ moves"))
    for item, pile in LOSING:
        version = settled(page)
        drag(page, item, pile)
        settled(page, version + 1)
    expect(outlook(page)).to_have_text("Cannot be won any more")
    page.click(".outlook .where")
    expect(outlook(page)).to_have_text(re.compile(r"Lost with move [1-4]"))
    lost = moves(page)
    # Given up, it is told as well, and goes on.
    page.click("#resign") if page.locator("#resign:visible").count() else page.click("#new-game")
    if page.locator("#fresh[open]").count():
        page.click("#fresh-resign")
    page.click("#resign-now")
    page.locator("#panel:not([hidden])").wait_for()
    page.click("#panel-look")
    expect(outlook(page)).to_have_text(f"Lost with move {lost}")
    back = page.locator(".outlook .back")
    expect(back).to_have_text("Back to the start" if lost == 1 else f"Back to move {lost - 1}")
    back.click()
    expect(outlook(page)).to_have_text(re.compile(r"Can be won in \d+ moves"))
    page.locator("#board[data-status=playing]").wait_for()
    win(page)


def test_a_line_that_is_played_can_be_stopped_and_stops_for_a_move(visit):
    page = visit()
    open_table(page, "freecell", deal=1)
    page.click("#outlook")
    expect(outlook(page)).to_have_text(re.compile(r"Can be won in \d+ moves"))
    whole = moves(page)
    page.click(".outlook .show-me")
    expect(outlook(page)).to_have_text(re.compile(rf"Move [2-9] of {whole}"))
    page.click(".outlook .stop")
    expect(outlook(page)).to_have_text(re.compile(r"Can be won in \d+ moves"))
    assert moves(page) < whole
    version = settled(page)
    page.click(".outlook .show-me")
    expect(outlook(page)).to_have_text(re.compile(r"Move [1-9] of"))
    page.keyboard.press("z")
    expect(page.locator(".outlook .stop")).to_be_hidden()
    assert settled(page) > version
    page.click(".outlook .close")
    expect(page.locator(".outlook")).to_be_hidden()


def test_a_hint_says_with_how_many_moves_it_wins(visit):
    page = visit()
    open_table(page, "freecell", deal=1)
    page.click("#hint")
    expect(page.locator("#toasts")).to_contain_text(re.compile(r"Wins in \d+ moves\."))


@pytest.mark.settings("--solver-threads", "0")
def test_the_page_finds_the_line_itself_where_the_server_has_no_solver(visit):
    page = visit()
    open_table(page, "freecell", deal=LOST_DEAL)
    page.click("#outlook")
    expect(outlook(page)).to_have_text(re.compile(r"Can be won in \d+ moves"))
    whole = moves(page)
    page.click("#hint")
    expect(page.locator("#toasts")).to_contain_text(f"Wins in {whole} moves.")
    # The same is said again after something else was done and taken back.
    for item, pile in LOSING:
        version = settled(page)
        drag(page, item, pile)
        settled(page, version + 1)
    expect(outlook(page)).to_have_text("Cannot be won any more")
    # Where it was lost only the server's history could say.
    expect(page.locator(".outlook .where")).to_be_hidden()
    for _ in LOSING:
        version = settled(page)
        page.keyboard.press("z")
        settled(page, version + 1)
    expect(outlook(page)).to_have_text(f"Can be won in {whole} moves")
    page.click(".outlook .show-me")
    expect(outlook(page)).to_have_text(re.compile(rf"Move [3-9] of {whole}"))


@pytest.mark.parametrize("game", ["klondike1"])
def test_nothing_is_told_while_cards_lie_face_down(visit, game):
    page = visit()
    open_table(page, game, deal=7)
    expect(page.locator("#outlook")).to_be_hidden()
    page.click("#hint")
    expect(page.locator("#toasts")).not_to_contain_text("Wins in")


@pytest.mark.settings("--bank-deals", "12")
@pytest.mark.sliced
def test_a_sealed_winnable_deal_proves_itself_when_it_is_given_up(visit):
    page = visit()
    winnable(page, "klondike1", auto="safe")
    expect(page.locator(".title")).to_contain_text("winnable")
    press_stock(page)
    settled(page)
    page.click("#new-game")
    page.click("#fresh-resign")
    page.click("#resign-now")
    page.locator("#panel .fair[data-holds=true]").wait_for()
    page.click("#panel-proof")
    expect(outlook(page)).to_have_text(re.compile(r"Move \d+ of \d+"))
    page.locator("#board[data-status=won]").wait_for(timeout=PLAYED_MS)
    # Its line is played without automatic moves; the next game has them again.
    page.click("#share")
    expect(page.locator("#auto")).to_have_value("off")
    page.keyboard.press("Escape")
    page.click("#new-game")
    page.locator("#board[data-status=playing]").wait_for()
    page.click("#share")
    expect(page.locator("#auto")).to_have_value("safe")
    # Cards lie face down again.
    expect(page.locator(".outlook")).to_be_hidden()


@pytest.mark.settings("--bank-deals", "12")
def test_a_difficulty_is_chosen_and_kept_for_the_next_deal(visit):
    page = visit()
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.locator('label:has(input[name=game][value="freecell"])').click()
    options(page)
    page.select_option("select[name=level]", "hard")
    page.locator("label:has(input[name=kind][value=open])").click()
    page.fill("input[name=n]", "")
    page.click("#open-table")
    page.locator("#board[data-settled=true][data-role=player]").wait_for()
    title = page.locator(".title")
    expect(title).to_have_text(re.compile(r"deal \d+, winnable, hard"))
    before = title.inner_text()
    page.click("#new-game")
    expect(title).not_to_have_text(before)
    expect(title).to_have_text(re.compile(r"deal \d+, winnable, hard"))


def test_where_no_winnable_deals_are_nothing_of_them_is_shown(visit):
    page = visit()
    options(page)
    expect(page.locator(".winnable")).to_be_hidden()
    expect(page.locator(".level")).to_be_hidden()
