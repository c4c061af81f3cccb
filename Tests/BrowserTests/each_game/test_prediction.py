"""The rules in the page: with them the next drag need not wait for the server; without them everything still works."""

import contextlib
import re

import pytest
from line import Line
from playwright.sync_api import expect

from table import GAME, Witness, board, drag, foresees, open_table, play, press_stock, settled, top, until, watch_path

DEAL = 166383
FOUR, ACE, THREE, SEVEN = 27, 0, 25, 7
RULES = "**/patience.wasm"


@pytest.fixture
def far(visit, server):
    """A table whose server can be made to say nothing for a while."""
    with contextlib.closing(Line(server.port)) as line:
        page = visit(line.url)
        room = open_table(page, deal=DEAL)
        settled(page)
        foresees(page)
        witness = Witness(server, watch_path(page))
        yield page, line, witness
        witness.close()


def lit(page):
    return sorted(page.locator(".pile.legal").evaluate_all("piles => piles.map((pile) => pile.dataset.in)"))


def test_the_next_card_shows_where_it_may_go_before_the_last_move_is_answered(far):
    page, line, witness = far
    version = settled(page)
    line.hold()
    drag(page, ACE, "f1")
    assert top(page, "f1") == [ACE, "AD"]
    drag(page, FOUR, "t2", drop=False)
    page.locator(".landing:not([hidden])").wait_for()
    assert lit(page) == ["t2"]
    page.mouse.up()
    assert top(page, "t2") == [FOUR, "4C"]
    # What was uncovered has no face yet: only the server knows it.
    assert top(page, "t6")[1] is None
    drag(page, SEVEN, "t3", drop=False)
    assert lit(page) == ["t3"]
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.get_attribute("#board", "data-settled") == "false"
    assert page.get_attribute("#board", "data-version") == str(version)
    line.release()
    settled(page, version + 2)
    assert witness.board()[:2] == (board(page), version + 2)
    foresees(page)
    assert page.get_attribute("#board", "data-disagreements") == "0"


@pytest.mark.sliced
def test_what_a_move_makes_illegal_is_explained_before_it_is_answered(far):
    page, line, witness = far
    version = settled(page)
    line.hold()
    drag(page, ACE, "f1")
    drag(page, THREE, "t0", drop=False)
    assert lit(page) == []
    page.mouse.up()
    expect(page.locator("#toasts")).to_contain_text("Only a king may fill an empty column")
    assert top(page, "t5") == [THREE, "3S"]
    line.release()
    settled(page, version + 1)
    assert witness.board()[:2] == (board(page), version + 1)


def test_moves_made_faster_than_they_are_answered_all_arrive(far):
    page, line, witness = far
    version = settled(page)
    line.hold()
    drag(page, ACE, "f1")
    drag(page, FOUR, "t2")
    for _ in range(3):
        press_stock(page)
    drag(page, SEVEN, "t3")
    assert [top(page, pile) for pile in ("f1", "t2", "t3")] == [[ACE, "AD"], [FOUR, "4C"], [SEVEN, "7S"]]
    assert len(board(page)["waste"]) == 3
    assert page.get_attribute("#board", "data-version") == str(version)
    line.release()
    settled(page, version + 6)
    assert witness.board()[:2] == (board(page), version + 6)
    assert page.get_attribute("#board", "data-disagreements") == "0"


# What may happen to the file on its way.


def leb(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])


def module(bodies):
    """A module whose functions of up to three numbers do what is said; the others trap."""
    names = {"version": 0, "alloc": 1, "dealloc": 1, "answer": 0, "loadRules": 2, "loadView": 2, "hold": 1, "piles": 0,
             "choices": 0, "whyNotDrop": 2, "look": 2, "play": 3, "view": 0, "refusalName": 1, "formationName": 1}
    # unreachable; i32.const n
    code = {name: b"\x00" if bodies.get(name) is None else b"\x41" + leb(bodies[name]) for name in names}

    def vector(items):
        return leb(len(items)) + b"".join(items)

    def section(number, items):
        body = vector(items)
        return bytes([number]) + leb(len(body)) + body

    def text(name):
        return leb(len(name)) + name.encode()

    types = [b"\x60" + vector([b"\x7f"] * count) + vector([b"\x7f"]) for count in range(4)]
    exports = [text(name) + b"\x00" + leb(number) for number, name in enumerate(names)]
    functions = [b"\x00" + body + b"\x0b" for body in code.values()]
    return (b"\0asm\x01\0\0\0" + section(1, types) + section(3, [leb(count) for count in names.values()])
            + section(5, [b"\x00\x01"]) + section(7, exports + [text("memory") + b"\x02\x00"])
            + section(10, [leb(len(body)) + body for body in functions]))


def served(body, kind="application/wasm", status=200):
    return lambda page: page.route(RULES, lambda route: route.fulfill(status=status, body=body, content_type=kind))


NOTHING_LOADED = {"version": 1, "alloc": 8, "dealloc": 0}
ALL_IS_WELL = {**NOTHING_LOADED, "answer": 8, "loadRules": 0, "loadView": 0, "hold": 0, "play": 0}
TROUBLES = {
    "blocked": (lambda page: page.route(RULES, lambda route: route.abort()), "Failed to fetch"),
    "missing": (served(b"nothing here", "text/plain", 404), "404"),
    "garbage": (served(b"\0asm\x01\0\0\0 and then nothing"), "CompileError"),
    "a page": (served(b"<!doctype html><title>Log in</title>", "text/html"), "CompileError"),
    "no WebAssembly": (lambda page: page.add_init_script("delete globalThis.WebAssembly"), "no WebAssembly"),
    "another version": (served(module({"version": 2})), "another version"),
    "trapping": (served(module(NOTHING_LOADED)), "unreachable"),
    "nonsense": (served(module({**ALL_IS_WELL, "piles": 60, "choices": 60, "view": 60})), "other piles"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.gate("garbage")
def test_without_the_rules_a_game_goes_its_way(trouble, visit, server):
    prepare, reason = TROUBLES[trouble]
    moves = 9 if trouble in ("blocked", "garbage", "trapping") else 2
    page = visit("/", expects_errors=True, prepare=prepare, reduced_motion="reduce")
    plays_on(page, server, reason, moves)


@pytest.mark.sliced
def test_where_a_policy_forbids_the_rules_a_game_goes_its_way(visit, server):
    word = b"'wasm-unsafe-eval'"
    with contextlib.closing(Line(server.port, lambda data: data.replace(word, b" " * len(word)))) as line:
        plays_on(visit(line.url, expects_errors=True), server, "CompileError", moves=2)


def plays_on(page, server, reason, moves):
    thrown = []
    page.on("pageerror", lambda error: thrown.append(error))
    room = open_table(page, deal=GAME["deal"])
    version = settled(page)
    expect(page.locator("#board")).to_have_attribute("data-prediction", re.compile(reason))
    witness = Witness(server, watch_path(page))
    for move in GAME["moves"][:moves]:
        play(page, move)
        version += 1
        settled(page, version)
        assert witness.board()[:2] == (board(page), version), move
    page.locator("#undo").click()
    version += 1
    settled(page, version)
    # A drop that is not allowed comes back, and says why; two moves at once both arrive.
    drag(page, top(page, "t6")[0], "f0")
    expect(page.locator("#toasts")).not_to_be_empty()
    press_stock(page)
    press_stock(page)
    settled(page, version + 2)
    assert witness.board()[:2] == (board(page), version + 2)
    assert page.get_attribute("#board", "data-disagreements") == "0"
    assert not thrown
    witness.close()


@pytest.mark.sliced
def test_the_table_does_not_wait_for_the_rules(visit):
    waiting = []
    page = visit("/", prepare=lambda page: page.route(RULES, lambda route: waiting.append(route)))
    open_table(page, deal=DEAL)
    version = settled(page)
    until(page, lambda: waiting)
    assert page.get_attribute("#board", "data-prediction") == "not loaded"
    drag(page, FOUR, "t2")
    settled(page, version + 1)
    waiting[0].continue_()
    foresees(page)
    drag(page, ACE, "f1")
    settled(page, version + 2)
    assert page.get_attribute("#board", "data-disagreements") == "0"
