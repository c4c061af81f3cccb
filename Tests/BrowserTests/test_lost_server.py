"""The server dies in the middle of a game, or the line to it breaks: the page says so and comes back by itself.

What a dead server has lost is said; what a broken line has delayed goes on in place.
"""

import contextlib
import json

from playwright.sync_api import expect

from boards import carry, centre, join, lift, named, open_kind, place
from line import Line
from table import Witness, board, drag, open_table, settled


def test_the_page_tells_and_recovers_without_a_reload(visit, server):
    page = visit("/", expects_errors=True)
    lost = open_table(page, deal=166383)
    page.evaluate("() => { window.neverReloaded = true; }")
    drag(page, 27, "t2", drop=False)
    server.kill()
    page.locator("#connection[data-state=reconnecting]").wait_for()
    page.mouse.up()
    server.start()
    page.locator("#connection[data-state=restarted]").wait_for(timeout=20_000)
    panel = page.locator("#panel[data-kind=gone]")
    panel.wait_for()
    assert "restarted" in panel.inner_text().lower()
    panel.locator("#panel-again").click()
    # Another table with the same deal, not the lost one, which lies there until then.
    page.locator(f'#board[data-settled=true][data-role=player]:not([data-room="{lost}"])').wait_for()
    version = settled(page)
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert board(page)["t2"][-1] == [27, "4C"]
    assert page.evaluate("() => window.neverReloaded") is True


def test_a_board_that_is_gone_says_only_that_and_takes_the_focus(visit, server):
    page = visit("/", expects_errors=True, prepare=named("Ann"))
    ben = join(visit, open_kind(page, "kanban"), expects_errors=True)
    lift(ben, "Mow the lawn, card in Doing")
    carry(ben, centre(ben, place(ben, "done")))
    page.locator(".item").first.focus()
    page.keyboard.press("m")
    expect(page.locator("#move-menu[open]")).to_have_count(1)
    server.kill()
    for each in (page, ben):
        each.locator("#connection[data-state=reconnecting]").wait_for()
    ben.mouse.up()
    server.start()
    heading = page.get_by_role("heading", name="This board is gone")
    expect(heading).to_be_focused(timeout=20_000)
    expect(ben.get_by_role("heading", name="This board is gone")).to_be_focused(timeout=20_000)
    for each in (page, ben):
        expect(each.locator("dialog[open], .hand, .toast")).to_have_count(0)
    for gone in page.locator("#board, #undo, #redo, #share").all():
        expect(gone).to_be_hidden()
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()


def test_a_connection_that_breaks_is_resumed_in_place(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        page = visit(line.url, expects_errors=True)
        room = open_table(page, deal=166383)
        version = settled(page)
        page.evaluate("() => { window.neverReloaded = true; }")
        heard = []
        page.on("websocket", lambda again: again.on("framereceived", lambda text: heard.extend(text.split("\n"))))
        line.cut()
        page.locator("#connection[data-state=reconnecting]").wait_for()
        line.mend()
        page.locator("#connection[data-state=online]").wait_for()
        # Online is said at the welcome; what may be lifted follows it.
        while not any('"t":"dests"' in line for line in heard):
            page.wait_for_timeout(20)
        welcome = json.loads(heard[0])
        assert welcome["t"] == "welcome" and welcome["resumed"] is True
        drag(page, 27, "t2")
        settled(page, version + 1)
        assert board(page)["t2"][-1] == [27, "4C"]
        witness = Witness(server, room)
        assert witness.board()[:2] == (board(page), version + 1)
        witness.close()
        assert page.evaluate("() => window.neverReloaded") is True
        assert page.get_attribute("#board", "data-role") == "player"
        assert page.get_attribute("#board", "data-room") == room
