"""People race on one deal in real pages, by mouse and by keys, over a broken line and a killed server."""

import contextlib
import json
import re

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

import freecell
from boards import violations
from line import Line
from table import board, drag, settled, until

MOMENT = ".race[data-moment={}]"


# FreeCell with so many cells can be won almost always.
CELLS = 8


def opened(server, **race):
    """A public race that a program has opened, which leaves, and keeps a seat; the race's room."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    with connect(address, subprotocols=["baize.v1"], compression=None) as socket:
        for message in ({"t": "hello", "name": "Host"}, {"t": "open", "c": 1, "access": "public", **race}):
            socket.send(json.dumps(message) + "\n")
        while True:
            for said in map(json.loads, socket.recv(timeout=20).splitlines()):
                if said.get("c") == 1:
                    return said["room"]


def race_that_can_be_won(visit, server):
    """Two pages in a race that has begun, and a line that wins it."""
    for _ in range(3):
        room = opened(server, game=f"freecell:cells={CELLS}", race={"entrants": [2, 3]})
        pages = [visit(f"/c/{room}", reduced_motion="reduce") for _ in range(2)]
        for page in pages:
            expect(page.locator(".race [data-n]")).to_have_count(2)
        ready(*pages)
        piles = board(pages[0])
        columns = [[freecell.card(face) for _, face in piles[f"t{n}"]] for n in range(8)]
        if line := freecell.line(columns, CELLS):
            return *pages, line
        for page in pages:
            give_up(page)
    raise AssertionError("none of three deals was won")


def win(page, line):
    """Plays a line to its end by mouse."""
    version = settled(page)
    for card, to in line:
        piles = board(page)
        if page.locator("#finish:enabled").is_visible():
            page.click("#finish")
            break
        handle, face = next(it for cards in piles.values() for it in cards if freecell.card(it[1]) == card)
        if to == "f":
            pile = f"f{'CDHS'.index(face[1])}"
        elif to == "c":
            pile = next(f"c{n}" for n in range(CELLS) if f"c{n}" not in piles)
        else:
            pile = f"t{to}"
        drag(page, handle, pile, steps=2)
        version += 1
        if page.locator("#board[data-status=won]").count() == 0:
            settled(page, version)


def mark(*pages):
    for page in pages:
        page.evaluate("() => { window.neverReloaded = true; }")


def open_race(page, entrants=2, hint=False):
    """Opens a race from the lobby; the way into it."""
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.click(".tile[data-kind=race]")
    page.fill("#new-race [name=entrants]", str(entrants))
    if hint:
        page.check("#new-race [name=hint]")
    page.click("#open-race")
    page.locator(MOMENT.format("waits")).wait_for()
    link = page.locator(".race .way input")
    until(page, lambda: link.input_value() != "")
    return link.input_value().removeprefix(page.evaluate("origin"))


def ready(*pages):
    for page in pages:
        page.click("#ready")
    for page in pages:
        page.locator(MOMENT.format("plays")).wait_for()
        page.locator("#board[data-status=playing][data-settled=true]").wait_for()


def faces(page):
    """What lies open, by pile: the same for all who race, as long as nobody has moved."""
    return page.evaluate("""() => Array.from(document.querySelectorAll("#board .card[data-face]"))
        .map((card) => [card.dataset.in, card.dataset.index, card.dataset.face].join(" ")).sort()""")


def give_up(page):
    page.click("#resign")
    page.click("#resign-now")


def places(page):
    return page.evaluate("""() => Object.fromEntries(Array.from(document.querySelectorAll(".race [data-n]"))
        .map((row) => [row.dataset.n, row.dataset.place]))""")


def test_two_race_over_a_broken_line_and_a_killed_server(visit, server):
    with contextlib.closing(Line(server.port)) as line:
        race_over(line, visit, server)


def race_over(line, visit, server):
    ada = visit("/", expects_errors=True)
    way = open_race(ada)
    ben = visit(line.url + way, expects_errors=True)
    ben.locator(MOMENT.format("waits")).wait_for()
    expect(ada.locator(".race [data-n]")).to_have_count(2)
    mark(ada, ben)
    # Nobody sees a face before the start.
    ada.click("#ready")
    ben.focus("#ready")
    ben.keyboard.press("Space")
    ada.locator(MOMENT.format("counts")).wait_for()
    assert faces(ada) == []
    for page in (ada, ben):
        page.locator(MOMENT.format("plays")).wait_for()
        page.locator("#board[data-status=playing][data-settled=true]").wait_for()
    assert faces(ada) == faces(ben) and len(faces(ada)) >= 7
    # Ada plays by mouse, Ben by keys.
    ada.click("#stock")
    settled(ada)
    ben.keyboard.press("d")
    until(ben, lambda: ben.locator("#board .card[data-in=waste]").count() == 1)
    # Ben is offline for a while; nobody waits for him, and his game goes on where it was.
    line.cut()
    ben.locator("#connection[data-state=reconnecting]").wait_for()
    ada.click("#stock")
    settled(ada)
    ben.wait_for_timeout(5000)
    line.mend()
    ben.locator("#connection[data-state=online]").wait_for(state="attached")
    ben.keyboard.press("d")
    until(ben, lambda: ben.locator("#board .card[data-in=waste]").count() == 2)
    # The server is killed; the race goes on when both are back.
    line.cut()
    server.kill()
    for page in (ada, ben):
        page.locator("#connection[data-state=reconnecting]").wait_for()
    server.start()
    line.mend()
    for page in (ada, ben):
        page.locator("#connection[data-state=online]").wait_for(state="attached")
    until(ada, lambda: ada.locator("#board[data-settled=true]").count() == 1)
    before = ada.locator("#board .card[data-in=waste]").count()

    def draw():
        ada.click("#stock")
        return ada.locator("#board .card[data-in=waste]").count() > before
    until(ada, draw)
    settled(ada)
    # Who gives up has a place, and may see the other's board; who plays sees only how far the other is.
    give_up(ben)
    ben.locator(MOMENT.format("looks")).wait_for()
    ben.click("#race-view")
    ben.locator(".mini[data-version]").first.wait_for()
    expect(ada.locator("#race-view")).to_be_hidden()
    give_up(ada)
    for page in (ada, ben):
        page.locator(MOMENT.format("ended")).wait_for()
        page.locator(".race-verdict[data-verdict=true]").wait_for()
    assert places(ada) == places(ben) and set(places(ada).values()) == {"1", "2"}
    for page in (ada, ben):
        assert page.evaluate("() => window.neverReloaded") is True


# A hundred moves take half a minute.
@pytest.mark.sliced
def test_who_wins_has_their_place_at_once(visit, server):
    ada, ben, line = race_that_can_be_won(visit, server)
    win(ada, line)
    ada.locator(MOMENT.format("looks")).wait_for()
    expect(ada.locator(".race-place[data-final=true]")).to_have_text("1st")
    expect(ben.locator(MOMENT.format("plays"))).to_be_visible()
    # She won by the cards that Ben has still before him, and sees his board.
    ada.click("#race-view")
    ada.locator(".mini[data-version]").first.wait_for()
    give_up(ben)
    for page in (ada, ben):
        page.locator(MOMENT.format("ended")).wait_for()
        page.locator(".race-verdict[data-verdict=true]").wait_for()
        assert places(page) == places(ada) and sorted(places(page).values()) == ["1", "2"]
    expect(ada.locator("#race-result")).to_have_text(re.compile(r"^You are 1st, \d+ cards? ahead of "))
    expect(ben.locator("#race-result")).to_have_text(re.compile(r"^You are 2nd, \d+ cards? behind "))


def test_each_moment_is_readable_on_a_narrow_phone(visit):
    narrow = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
    ada = visit("/", **narrow)

    def is_fine(page=ada):
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    ada.locator("#connection[data-state=online]").wait_for(state="attached")
    ada.click(".tile[data-kind=race]")
    is_fine()
    ada.keyboard.press("Escape")
    ben = visit(open_race(ada), **narrow)
    ben.locator(MOMENT.format("waits")).wait_for()
    expect(ada.locator(".race [data-n]")).to_have_count(2)
    is_fine()
    ada.click("#ready")
    is_fine()
    ben.click("#ready")
    ada.locator(MOMENT.format("counts")).wait_for()
    is_fine()
    for page in (ada, ben):
        page.locator(MOMENT.format("plays")).wait_for()
        page.locator("#board[data-status=playing][data-settled=true]").wait_for()
    is_fine()
    give_up(ada)
    ada.locator(MOMENT.format("looks")).wait_for()
    is_fine()
    ada.click("#race-view")
    ada.locator(".mini[data-version]").first.wait_for()
    is_fine()
    give_up(ben)
    ada.locator(".race-verdict[data-verdict=true]").wait_for()
    is_fine()


@pytest.mark.sliced
def test_who_was_ready_is_asked_anew_when_too_few_open_their_salts(visit):
    ada = visit("/")
    ben = visit(open_race(ada))
    ben.locator(MOMENT.format("waits")).wait_for()
    ben.click("#ready")
    expect(ben.locator("#ready")).to_have_attribute("aria-pressed", "true")
    # Ben's device forgets what it sealed.
    ben.evaluate("""() => Object.keys(localStorage).filter((key) => key.startsWith("baize.salt "))
        .forEach((key) => localStorage.removeItem(key))""")
    ben.reload()
    ben.locator(MOMENT.format("waits")).wait_for()
    ada.click("#ready")
    ada.locator(MOMENT.format("counts")).wait_for()
    ada.locator(MOMENT.format("waits")).wait_for()
    for page in (ada, ben):
        expect(page.locator(".race-status")).to_have_text("Too few were there at the start. Get ready again.")
        expect(page.locator("#ready")).to_have_attribute("aria-pressed", "false")
    expect(ada.locator("#ready")).to_be_focused()


@pytest.mark.sliced
def test_a_second_window_of_ones_own_spoils_no_verdict(visit):
    ada = visit("/")
    ben = visit(open_race(ada))
    other = ada.context.new_page()
    other.goto(ada.url)
    for page in (ben, other):
        page.locator(MOMENT.format("waits")).wait_for()
    # Both open the salt that one of them has sealed.
    ada.click("#ready")
    expect(other.locator("#ready")).to_have_attribute("aria-pressed", "true")
    ben.click("#ready")
    for page in (ada, other, ben):
        page.locator(MOMENT.format("plays")).wait_for()
    for page in (ada, ben):
        page.locator("#board[data-status=playing][data-settled=true]").wait_for()
        give_up(page)
    for page in (ada, other, ben):
        page.locator(MOMENT.format("ended")).wait_for()
        page.locator(".race-verdict[data-verdict=true]").wait_for()


def test_again_is_one_press_each(visit):
    ada = visit("/")
    ben = visit(open_race(ada))
    ben.locator(MOMENT.format("waits")).wait_for()
    ready(ada, ben)
    for page in (ada, ben):
        give_up(page)
    for page in (ada, ben):
        page.locator(MOMENT.format("ended")).wait_for()
    before = ada.get_attribute(".race", "data-room")
    mark(ada, ben)
    expect(ada.locator("#again")).to_be_focused()
    ada.keyboard.press("Enter")
    ben.click("#again")
    for page in (ada, ben):
        page.locator(f".race:not([data-room={before}])").wait_for()
        page.locator(MOMENT.format("plays")).wait_for()
        assert page.evaluate("() => window.neverReloaded") is True
    assert ada.get_attribute(".race", "data-room") == ben.get_attribute(".race", "data-room")


@pytest.mark.sliced
def test_nobody_waits_for_the_slowest(visit):
    ada = visit("/")
    way = open_race(ada, entrants=3)
    ben, eve = visit(way), visit(way)
    for page in (ben, eve):
        page.locator(MOMENT.format("waits")).wait_for()
    ready(ada, ben, eve)
    before = ada.get_attribute(".race", "data-room")
    # Dan comes by the same link, too late to play.
    dan = visit(way)
    dan.locator(MOMENT.format("looks")).wait_for()
    for page in (ada, ben):
        give_up(page)
        page.locator(MOMENT.format("looks")).wait_for()
        page.click("#race-view")
        page.click("#again")
        page.locator(f".race:not([data-room={before}])").wait_for()
    # Eve is waited for, but not for long; her own race goes on undisturbed.
    for page in (ada, ben):
        page.locator(MOMENT.format("plays")).wait_for()
    expect(eve.locator(MOMENT.format("plays"))).to_be_visible()
    assert eve.get_attribute(".race", "data-room") == before
    give_up(eve)
    eve.locator(MOMENT.format("ended")).wait_for()
    eve.locator(".race-verdict[data-verdict=true]").wait_for()
    # The next race has begun without her, so she makes another, which Dan's link opens as well.
    expect(eve.locator("#again")).to_have_text("Race again")
    eve.click("#again")
    eve.locator(f".race:not([data-room={before}])[data-moment=waits]").wait_for()
    third = eve.get_attribute(".race", "data-room")
    assert third != ada.get_attribute(".race", "data-room")
    expect(dan.locator("#again")).to_have_text("Join the next race")
    dan.click("#again")
    dan.locator(f".race[data-room={third}][data-moment=plays]").wait_for()
    eve.locator(f".race[data-room={third}][data-moment=plays]").wait_for()


@pytest.mark.sliced
def test_spectators_see_all_boards_and_lists_say_how_far_a_race_is(visit):
    ada = visit("/")
    ada.locator("#connection[data-state=online]").wait_for(state="attached")
    ada.click(".tile[data-kind=race]")
    ada.select_option("#new-race [name=race-access]", "public")
    ada.click("#open-race")
    ada.locator(MOMENT.format("waits")).wait_for()
    room = ada.get_attribute(".race", "data-room")
    lobby = visit("/")
    lobby.locator(f'#tables > li[data-room={room}][data-race=open]').wait_for()
    ben = visit(f"/c/{room}")
    ben.locator(MOMENT.format("waits")).wait_for()
    ready(ada, ben)
    eve = visit(f"/c/{room}")
    expect(eve.locator(".mini[data-version]")).to_have_count(2)
    lobby.locator(f'#tables > li[data-room={room}][data-race=running]').wait_for()
    # Their own lists lead to the race, and not to their table in it.
    give_up(ada)
    ada.goto(f"{ada.evaluate('origin')}/")
    expect(ada.locator("#continue")).to_have_attribute("href", f"/c/{room}")
    expect(ada.locator("#continue")).to_contain_text("Race on its way")
    expect(ada.locator(".mine li")).to_have_count(0)
    give_up(ben)
    eve.locator(MOMENT.format("ended")).wait_for()
    ada.reload()
    expect(ada.locator(f".mine li[data-room={room}] .facts")).to_contain_text("Race, over")
    expect(ada.locator(f".mine li[data-room={room}] a")).to_have_attribute("href", f"/c/{room}")


def test_giving_up_ends_a_game_for_good_and_opens_its_deal(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.click("#open-table")
    page.locator("#board[data-settled=true]").wait_for()
    page.click("#stock")
    settled(page)
    page.click("#new-game")
    page.click("#fresh-resign")
    page.click("#resign-now")
    page.locator("#board[data-status=over]").wait_for()
    expect(page.locator("#undo")).to_be_disabled()
