"""The server dies in the middle of a game, or the line to it breaks: the page goes on in place, by itself.

What the server has lost all the same, or cannot read any more, is said.
"""

import contextlib
import json

import pytest
from playwright.sync_api import expect

import boards
from boards import Gate, carry, centre, join, lift, named, open_kind, place, redo, three, undo
from line import Line
from table import Witness, board, drag, grip, open_table, press_stock, settled, until, watch_path


def mark(*pages):
    for page in pages:
        page.evaluate("() => { window.neverReloaded = true; }")


def is_marked(page):
    return page.evaluate("() => window.neverReloaded") is True


def kill(server, *pages):
    server.kill()
    for page in pages:
        page.locator("#connection[data-state=reconnecting]").wait_for()


def start(server, *pages):
    server.start()
    for page in pages:
        page.locator("#connection[data-state=online]").wait_for(state="attached")


def play(page, deal=166383, access=None):
    """A table with one move made; its room, and the version."""
    room = open_table(page, deal=deal, access=access)
    version = settled(page)
    drag(page, 27, "t2")
    return room, settled(page, version + 1)


def test_a_game_goes_on_in_place(visit, server):
    page = visit("/", expects_errors=True)
    room, version = play(page)
    mark(page)
    before = board(page)
    kill(server, page)
    start(server, page)
    assert settled(page) == version
    assert board(page) == before
    assert page.get_attribute("#board", "data-room") == room
    press_stock(page)
    settled(page, version + 1)
    # Also the move of before can be taken back, and played again.
    undo(page)
    settled(page, version + 2)
    assert board(page) == before
    undo(page)
    settled(page, version + 3)
    assert board(page)["t2"][-1] != [27, "4C"]
    redo(page)
    settled(page, version + 4)
    assert board(page) == before
    witness = Witness(server, watch_path(page))
    assert witness.board()[:2] == (before, version + 4)
    witness.close()
    expect(page.locator("#panel, .toast").filter(visible=True)).to_have_count(0)
    assert page.get_attribute("#board", "data-role") == "player"
    assert is_marked(page)


@pytest.mark.sliced
def test_what_is_in_a_hand_can_still_be_dropped_and_other_hands_are_empty(visit, server):
    page = visit("/", expects_errors=True)
    room = open_table(page, deal=166383)
    version = settled(page)
    watcher = visit(watch_path(page), expects_errors=True)
    settled(watcher)
    drag(page, 27, "t2", drop=False)
    expect(watcher.locator(".card.ghost")).to_have_count(1)
    kill(server, page, watcher)
    start(server, page, watcher)
    expect(watcher.locator(".card.ghost")).to_have_count(0)
    expect(page.locator(".card.lifted")).not_to_have_count(0)
    page.mouse.up()
    for each in (page, watcher):
        settled(each, version + 1)
        assert board(each)["t2"][-1] == [27, "4C"]
    expect(page.locator(".toast")).to_have_count(0)
    # Hands are seen again, although the server counts them from the start.
    drag(page, 27, "stock", drop=False)
    expect(watcher.locator(".card.ghost")).to_have_count(1)
    page.mouse.up()
    expect(watcher.locator(".card.ghost")).to_have_count(0)


def test_a_move_whose_answer_was_lost_counts_once(visit, server):
    gate = Gate("Ann")
    page = visit("/", expects_errors=True, prepare=gate)
    room = open_table(page, deal=166383)
    version = settled(page)
    before = board(page)
    witness = Witness(server, watch_path(page))
    gate.shut()
    drag(page, 27, "t2")
    witness.hear("ev")
    witness.close()
    assert page.get_attribute("#board", "data-settled") == "false"
    kill(server, page)
    gate.waiting.clear()
    gate.open()
    start(server, page)
    settled(page, version + 1)
    assert board(page)["t2"][-1] == [27, "4C"]
    undo(page)
    settled(page, version + 2)
    assert board(page)["t2"] == before["t2"]
    expect(page.locator(".toast")).to_have_count(0)


def test_a_move_that_nobody_heard_is_made_when_the_server_is_back(visit, server):
    page = visit("/", expects_errors=True)
    _, version = play(page)
    kill(server, page)
    press_stock(page)
    assert page.get_attribute("#board", "data-settled") == "false"
    start(server, page)
    settled(page, version + 1)
    assert len(board(page)["waste"]) == 1
    expect(page.locator(".toast")).to_have_count(0)


def test_everybody_at_a_board_goes_on_in_their_seat(visit, server):
    ann, ben, watcher = everybody = three(visit, "kanban", expects_errors=True)
    room = ann.get_attribute("#board", "data-room")
    boards.drag(ann, "Mow the lawn, card in Doing", place(ann, "done"))
    version = boards.agree(*everybody)
    seats = ann.locator("#seats li").all_inner_texts()
    lift(ben, "Mow the lawn, card in Done")
    expect(ann.locator(".ghost")).to_have_count(1)
    mark(*everybody)
    kill(server, *everybody)
    start(server, *everybody)
    for each in (ann, watcher):
        expect(each.locator(".ghost, .item.held")).to_have_count(0)
    carry(ben, centre(ben, place(ben, "doing")))
    boards.drop(ben, version + 1)
    assert boards.agree(*everybody) == version + 1
    # A hand is seen again, by its new number.
    lift(ben, "Mow the lawn, card in Doing")
    boards.held(ann, "Mow the lawn, card in Doing", "Ben")
    ben.keyboard.press("Escape")
    ben.mouse.up()
    boards.free(*everybody)
    # Each takes back their own.
    undo(ben)
    assert boards.settled(ben, version + 2)
    undo(ann)
    assert boards.settled(ann, version + 3)
    assert boards.agree(*everybody) == version + 3
    # Each in the seat of before, and nobody away.
    expect(ann.locator("#seats li")).to_have_text(seats)
    assert [seat.get_attribute("data-by") for seat in ann.locator("#seats li").all()] == ["0", "1"]
    assert [page.get_attribute("#board", "data-role") for page in everybody] == ["player", "player", "watch"]
    assert all(page.get_attribute("#board", "data-room") == room and is_marked(page) for page in everybody)
    expect(ann.locator("#watchers")).to_have_text("1")


@pytest.mark.sliced
def test_the_lobby_lists_the_tables_of_those_who_are_back(visit, server):
    page = visit("/", expects_errors=True)
    room, _ = play(page, access="public")
    lobby = visit("/", expects_errors=True)
    row = f'#tables > li[data-room="{room}"]'
    expect(lobby.locator(row)).to_have_count(1)
    mark(lobby)
    kill(server, page, lobby)
    start(server, page, lobby)
    newcomer = visit("/")
    for each in (lobby, newcomer):
        expect(each.locator(row)).to_have_count(1)
    assert is_marked(lobby)
    newcomer.locator(row).locator("a.button").click()
    newcomer.locator("#board[data-settled=true][data-role=watch]").wait_for()
    assert board(newcomer) == board(page)


@pytest.mark.sliced
def test_who_was_away_meanwhile_finds_what_the_others_did(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        ann = visit("/", expects_errors=True, prepare=named("Ann"))
        room = open_kind(ann, "kanban")
        ben = visit(f"{line.url}/t/{room}", expects_errors=True, prepare=named("Ben"))
        ben.locator("#board[data-settled=true][data-role=player]").wait_for()
        gone = join(visit, room, "Cat", expects_errors=True)
        mark(ben)
        version = boards.agree(ann, ben, gone)
        gone.goto("about:blank")
        line.cut()
        ben.locator("#connection[data-state=reconnecting]").wait_for()
        kill(server, ann)
        start(server, ann)
        boards.drag(ann, "Mow the lawn, card in Doing", place(ann, "done"))
        line.mend()
        ben.locator("#connection[data-state=online]").wait_for()
        gone.goto(f"{server.url}/t/{room}")
        gone.locator("#board[data-settled=true][data-role=player]").wait_for()
        assert boards.agree(ann, ben, gone) == version + 1
        assert is_marked(ben)
        expect(ann.locator("#seats li")).to_have_count(3)
        assert boards.drag(ben, "Mow the lawn, card in Done", place(ben, "doing")) == version + 2
        assert boards.agree(ann, ben, gone) == version + 2


@pytest.mark.sliced
def test_a_table_whose_record_is_damaged_says_so_plainly(visit, server):
    page = visit("/", expects_errors=True)
    room, _ = play(page)
    other = visit("/", expects_errors=True)
    open_kind(other, "kanban")
    kill(server, page, other)
    with server.tables() as tables:
        changed = tables.execute(
            "UPDATE records SET body = x'7B7D' WHERE sequence = 2"
            " AND tableID = (SELECT id FROM tables WHERE room = ?)", [room])
        assert changed.rowcount == 1
    start(server, page, other)
    newcomer = visit(f"/t/{room}", expects_errors=True)
    for each in (page, newcomer):
        panel = each.locator("#panel[data-kind=gone]")
        panel.wait_for()
        expect(panel.get_by_role("heading", name="This table is damaged")).to_be_focused()
        assert "nothing wrong is shown" in panel.inner_text()
        expect(each.locator(".toast")).to_have_count(0)
    # Only that one.
    boards.drag(other, "Mow the lawn, card in Doing", place(other, "done"))
    page.locator("#panel-again").click()
    page.locator(f'#board[data-settled=true][data-role=player]:not([data-room="{room}"])').wait_for()


@pytest.mark.sliced
def test_a_server_that_lost_its_tables_is_told_and_another_can_be_opened(visit, server):
    page = visit("/", expects_errors=True)
    lost = open_table(page, deal=166383)
    mark(page)
    drag(page, 27, "t2", drop=False)
    kill(server, page)
    server.forget()
    page.mouse.up()
    server.start()
    page.locator("#connection[data-state=restarted]").wait_for()
    panel = page.locator("#panel[data-kind=gone]")
    panel.wait_for()
    assert "restarted" in panel.inner_text().lower()
    expect(page.locator(".toast")).to_have_count(0)
    panel.locator("#panel-again").click()
    # Another table with the same deal, not the lost one, which lies there until then.
    page.locator(f'#board[data-settled=true][data-role=player]:not([data-room="{lost}"])').wait_for()
    expect(page.locator("#connection")).to_have_attribute("data-state", "online")
    version = settled(page)
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert board(page)["t2"][-1] == [27, "4C"]
    assert is_marked(page)


@pytest.mark.parametrize("opens, dialog", [("new", "#fresh"), ("list", "#move-menu")])
@pytest.mark.sliced
def test_a_table_that_is_gone_takes_its_dialogs_along(visit, server, opens, dialog):
    page = visit("/", expects_errors=True)
    if opens == "new":
        play(page)
        page.click("#new-game")
    else:
        open_table(page, deal=166383)
        page.mouse.click(*grip(page, 27))
        page.locator('.card.selected[data-handle="27"]').wait_for()
        page.keyboard.press("m")
    page.locator(f"{dialog}[open]").wait_for()
    kill(server, page)
    server.forget()
    server.start()
    page.locator("#panel[data-kind=gone]").wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("heading", name="The server was restarted")).to_be_focused()


@pytest.mark.parametrize("harm, heading", [("lost", "The server was restarted"), ("damaged", "This board is damaged")])
@pytest.mark.sliced
def test_a_board_that_is_gone_says_only_that_and_takes_the_focus(visit, server, harm, heading):
    page = visit("/", expects_errors=True, prepare=named("Ann"))
    ben = join(visit, open_kind(page, "kanban"), expects_errors=True)
    lift(ben, "Mow the lawn, card in Doing")
    carry(ben, centre(ben, place(ben, "done")))
    page.locator(".item").first.focus()
    page.keyboard.press("m")
    expect(page.locator("#move-menu[open]")).to_have_count(1)
    kill(server, page, ben)
    if harm == "lost":
        server.forget()
    else:
        with server.tables() as tables:
            tables.execute("UPDATE records SET body = x'7B7D'")
    ben.mouse.up()
    server.start()
    for each in (page, ben):
        expect(each.get_by_role("heading", name=heading)).to_be_focused()
        expect(each.locator("dialog[open], .hand, .toast")).to_have_count(0)
    for gone in page.locator("#board, #undo, #redo, #share").all():
        expect(gone).to_be_hidden()
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()


@pytest.mark.sliced
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
        until(page, lambda: any('"t":"dests"' in line for line in heard))
        welcome = json.loads(heard[0])
        assert welcome["t"] == "welcome" and welcome["resumed"] is True
        drag(page, 27, "t2")
        settled(page, version + 1)
        assert board(page)["t2"][-1] == [27, "4C"]
        witness = Witness(server, watch_path(page))
        assert witness.board()[:2] == (board(page), version + 1)
        witness.close()
        assert page.evaluate("() => window.neverReloaded") is True
        assert page.get_attribute("#board", "data-role") == "player"
        assert page.get_attribute("#board", "data-room") == room
