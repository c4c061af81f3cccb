"""Messages of several lines, and connections that the server ends: nothing is shown twice, and the page comes back."""

import contextlib
import json
import time

import pytest
from playwright.sync_api import expect

from boards import carry, centre, lift, online, open_kind, place, undo
from line import Line
from table import Witness, board, drag, open_table, settled, until, watch_path

# Longer than a hand is waited for, as in table/ghosts.js.
LINGER_MS = 200
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

WATCH = """() => {
  window.neverReloaded = true;
  window.flights = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    window.flights += 1;
    return animate.apply(this, how);
  };
  window.drawn = [...document.querySelectorAll("#board .card, #board .item")];
  window.pills = [];
  const pill = document.querySelector("#connection");
  new MutationObserver(() => window.pills.push(pill.textContent.trim())).observe(pill,
    { subtree: true, childList: true, characterData: true });
}"""
SAME = """() => {
  const now = [...document.querySelectorAll("#board .card, #board .item")];
  return now.length === window.drawn.length && now.every((element) => window.drawn.includes(element));
}"""


def listening(heard):
    """For `visit(prepare=…)`, or called with a page: all lines that it is sent over connections to come."""
    def hear(socket):
        socket.on("framereceived", lambda text: heard.extend(text.split("\n")))
    return lambda page: page.on("websocket", hear)


def painted(page):
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def hears(page, heard, what):
    until(page, lambda: any(what in line for line in heard))


def play_patience(page):
    room = open_table(page, deal=166383)
    version = settled(page)
    drag(page, 27, "t2")
    return room, settled(page, version + 1)


def play_board(page):
    room = open_kind(page, "kanban")
    version = int(page.get_attribute("#board", "data-version"))
    lift(page, "Mow the lawn, card in Doing")
    carry(page, centre(page, place(page, "done")))
    page.mouse.up()
    return room, settled(page, version + 1)


@pytest.mark.parametrize("play", [play_patience, play_board])
@pytest.mark.gate("play_patience")
def test_what_is_shown_already_is_not_shown_again(visit, server, play):
    with contextlib.closing(Line(server.port)) as line:
        heard = []
        page = visit(prepare=listening(heard))
        room, version = play(page)
        moves = [text + "\n" for text in heard if text.startswith('{"t":"ev"')]
        assert moves
        witness = Witness(server, watch_path(page))
        _, now, snap = witness.board()
        witness.close()
        assert now == version
        watcher = visit(line.url + watch_path(page), expects_errors=True, reduced_motion="no-preference")
        settled(watcher, version)
        watchers = watcher.locator("#watchers")
        expect(watchers).to_have_text("1")
        watcher.evaluate(WATCH)
        for count, why in enumerate(("behind", "resume", "sync"), start=7):
            line.say(json.dumps({**snap, "why": why, "watching": count}) + "\n" + "".join(moves))
            expect(watchers).to_have_text(str(count))
            crowd = {"t": "crowd", "r": room, "seats": snap["seats"], "watching": 1, "clock": 0, "run": False}
            line.say("".join(moves + moves) + json.dumps(crowd) + "\n")
            expect(watchers).to_have_text("1")
            painted(watcher)
            assert watcher.evaluate("() => window.flights") == 0, why
            assert watcher.evaluate(SAME), why
            assert settled(watcher) == version
        # A move that is new flies.
        undo(page)
        settled(watcher, version + 1)
        assert watcher.evaluate("() => window.flights") > 0


@pytest.mark.sliced
def test_what_is_in_a_hand_stays_there_when_the_table_is_told_anew(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        page = visit()
        room = open_table(page, deal=166383)
        settled(page)
        heard = []

        def prepare(page):
            page.clock.install()
            listening(heard)(page)

        watcher = visit(line.url + watch_path(page), expects_errors=True, reduced_motion="no-preference",
                        prepare=prepare)
        settled(watcher)
        drag(page, 27, "t2", drop=False)
        ghost = watcher.locator(".card.ghost")
        expect(ghost).to_have_count(1)
        watcher.wait_for_function("() => document.getAnimations().every((it) => it.playState !== 'running')")
        watcher.evaluate(WATCH)
        line.say('{"t":"ev","r":"\n')
        hears(watcher, heard, '"why":"sync"')
        painted(watcher)
        # Longer than a hand is waited for that is told behind a snapshot, by the page's clock.
        watcher.clock.fast_forward(LINGER_MS)
        expect(ghost).to_have_count(1)
        assert watcher.evaluate("() => window.flights") == 0
        page.mouse.up()
        expect(ghost).to_have_count(0)


@pytest.mark.sliced
def test_a_line_that_cannot_be_read_is_asked_for_once(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        asked = []
        heard = []

        def prepare(page):
            listening(heard)(page)
            page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(text)))

        page = visit(line.url, expects_errors=True, prepare=prepare)
        open_table(page, deal=166383)
        version = settled(page)
        for _ in range(20):
            line.say('{"t":"ev","r":"\n')
        hears(page, heard, '"why":"sync"')
        for _ in range(20):
            line.say('{"t":"ev","r":"\n')
        drag(page, 27, "t2")
        settled(page, version + 1)
        assert board(page)["t2"][-1] == [27, "4C"]
        assert sum('"t":"sync"' in text for text in asked) == 1


@pytest.mark.parametrize("code, words", [
    (4008, "catching up…"), (4010, "reconnecting…"), (1001, "reconnecting…")], ids=["4008", "4010", "1001"])
@pytest.mark.gate("4008")
def test_a_connection_that_the_server_ends_is_resumed_in_place(visit, server, code, words):
    with contextlib.closing(Line(server.port)) as line:
        page = visit(line.url, expects_errors=True, reduced_motion="no-preference")
        room = open_table(page, deal=166383)
        version = settled(page)
        before = board(page)
        page.evaluate(WATCH)
        heard = []
        listening(heard)(page)
        line.close_with(code)
        hears(page, heard, '"t":"dests"')
        online(page)
        assert json.loads(heard[0])["resumed"] is True
        assert page.evaluate("() => window.pills") == [words, "connected"]
        painted(page)
        assert board(page) == before and page.evaluate("() => window.flights") == 0
        drag(page, 27, "t2")
        settled(page, version + 1)
        assert page.evaluate("() => window.neverReloaded") is True
        assert page.get_attribute("#board", "data-room") == room
        assert page.get_attribute("#board", "data-role") == "player"


# Half of what it may wait at most, for the page throws halves. A page cannot tell 503 from a server that starts again;
# then it is asked twice a second for the first two, and once a second for the first ten.
@pytest.mark.parametrize("how, halves", [("1013", (0.25, 0.5, 1, 2)), ("503", (0.25, 0.25, 0.25, 0.25))])
@pytest.mark.sliced
def test_a_server_that_is_full_is_not_asked_all_the_time(visit, server, how, halves):
    with contextlib.closing(Line(server.port)) as line:
        def halve(page):
            page.add_init_script("Math.random = () => 0.5;")

        page = visit(line.url, expects_errors=True, prepare=halve)
        open_table(page, deal=166383)
        version = settled(page)
        page.evaluate(WATCH)
        line.came.clear()
        if how == "503":
            line.answer = BUSY
            line.close_with(1001)
        else:
            line.closes_with = 1013
            line.close_with(1013)
        pill = page.locator("#connection")
        expect(pill).to_have_attribute("data-state", "reconnecting")
        until(page, lambda: len(line.came) >= 5)
        words = "server full, trying again…" if how == "1013" else "reconnecting…"
        expect(pill).to_contain_text(words)
        waits = [later - sooner for sooner, later in zip(line.came, line.came[1:])]
        # The first try came after half of 250 ms.
        for wait, least in zip(waits, halves):
            assert least * 0.95 < wait < least * 2 + 5, waits
        line.answer = line.closes_with = None
        # A player who does not want to wait can try again at once.
        pill.click()
        online(page)
        settled(page, version)
        drag(page, 27, "t2")
        settled(page, version + 1)
        assert page.evaluate("() => window.neverReloaded") is True


def test_a_server_that_falls_silent_is_told_of_in_time_and_what_waits_for_it_is_marked(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        page = visit(line.url)
        open_table(page, deal=166383)
        version = settled(page)
        moved = page.locator('.card[data-handle="27"]')
        pill = page.locator("#connection")
        line.hold()
        drag(page, 27, "t2")
        dropped = time.monotonic()
        expect(moved).to_have_attribute("data-in", "t2")
        assert "on-its-way" not in moved.get_attribute("class")
        page.locator('.card.on-its-way[data-handle="27"]').wait_for()
        assert time.monotonic() - dropped > 1.4, "what is answered soon is never marked"
        page.locator("#board[data-waiting='On its way…']").wait_for()
        expect(pill).to_have_text("no connection")
        line.release()
        settled(page, version + 1)
        expect(pill).to_have_attribute("data-state", "online")
        expect(page.locator(".on-its-way, #board[data-waiting]")).to_have_count(0)
        # Otherwise the page may say that its line is gone.
        page.close()
