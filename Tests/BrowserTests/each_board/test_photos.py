"""Photos: pictures that come as files, lie in a grid in any order, and go out again as they came."""

import re

import pytest
from playwright.sync_api import expect

from boards import (agree, aim_by_keys, centre, choose, drag, drop_by_keys, focused, held, is_locked, item, items, join,
                    lift_by_keys, named, open_kind, open_menu, place, point, press, region, said, settled, tap, three,
                    told, undo, violations)
from serving import Server
from files import Arrival, download_url, downloaded, drag_out, drop_in, fetched, open_details, picture, saved

COLORS = {"red": (200, 40, 40), "green": (40, 160, 60), "blue": (40, 80, 200), "gold": (220, 180, 40),
          "pink": (230, 120, 170), "grey": (120, 120, 120), "teal": (20, 130, 130)}
FILE_BYTES_MAX = 5 * 1024 * 1024


@pytest.fixture
def server(tmp_path):
    """What is uploaded is kept in a folder of this test."""
    server = Server("--loops", "2", "--data", str(tmp_path / "data"))
    yield server
    server.stop()


@pytest.fixture
def files(tmp_path):
    return [saved(tmp_path / "pictures", f"{name}.png", picture(*color)) for name, color in COLORS.items()]


NAMES = [f"{name}.png" for name in COLORS]
RED, GREEN, BLUE, GOLD, PINK, GREY, TEAL = NAMES


def album(page):
    return items(page, "album")


def lie(page, *names):
    """Waits until exactly these pictures lie there, in this order, all of them drawn."""
    page.wait_for_function(
        """(names) => {
             const shown = [...document.querySelectorAll(".item")].sort((a, b) => a.dataset.index - b.dataset.index);
             return shown.map((item) => item.getAttribute("aria-label")).join() === names.join()
               && shown.every((item) => item.querySelector("img").naturalWidth > 0);
           }""", arg=list(names))


def choose_files(page, paths):
    """Through the file chooser behind the button."""
    with page.expect_file_chooser() as waiting:
        page.get_by_role("button", name="Add…").click()
    waiting.value.set_files(paths)


def test_pictures_are_dropped_in_or_chosen_and_all_see_them(visit, files, tmp_path):
    ann, ben, watcher = three(visit, "photos")
    expect(ann.get_by_text("Drop pictures here")).to_be_visible()
    assert violations(ann) == []
    drop_in(ann, centre(ann, place(ann, "album")), files=files[:3])
    for page in (ann, ben, watcher):
        lie(page, RED, GREEN, BLUE)
    choose_files(ben, files[3:5])
    lie(watcher, RED, GREEN, BLUE, GOLD, PINK)
    agree(ann, ben, watcher)
    # Before a picture, in the order in which they were offered.
    arrival = Arrival(ann, files[5:]).over(*point(ann, GREEN, x=0.1))
    arrival.lights(region(ann, "album"), gaps=1)
    assert violations(ann) == []
    arrival.drop()
    for page in (ann, ben, watcher):
        lie(page, RED, GREY, TEAL, GREEN, BLUE, GOLD, PINK)
    agree(ann, ben, watcher)
    undo(ann)
    lie(watcher, RED, GREEN, BLUE, GOLD, PINK)
    agree(ann, ben, watcher)
    # A spectator cannot add files.
    drop_in(watcher, centre(watcher, BLUE), files=files[5:])
    expect(watcher.locator(".transfer-tools, .from-outside")).to_have_count(0)
    expect(watcher.locator(".tools")).to_be_hidden()
    assert is_locked(watcher, RED)
    press(watcher, "Escape")
    assert violations(watcher) == []
    lie(ann, RED, GREEN, BLUE, GOLD, PINK)


@pytest.mark.sliced
def test_two_equal_names_both_survive_and_each_keeps_its_bytes(visit, tmp_path):
    page = visit("/")
    open_kind(page, "photos")
    first, second = picture(1, 100, 200), picture(200, 100, 1)
    choose_files(page, [saved(tmp_path / folder, "cat.png", content)
                        for folder, content in (("one", first), ("two", second))])
    lie(page, "cat.png", "cat (2).png")
    # The very same picture again is a third one.
    drop_in(page, point(page, "cat (2).png", x=0.9), files=[tmp_path / "one" / "cat.png"])
    lie(page, "cat.png", "cat (2).png", "cat (3).png")
    settled(page)
    for label, content in [("cat.png", first), ("cat (2).png", second), ("cat (3).png", first)]:
        carried = drag_out(page, label)
        kind, name, address = download_url(carried)
        assert (kind, name) == ("image/png", label)
        assert address == carried["text/uri-list"] and address.startswith(page.evaluate("location.origin"))
        assert fetched(page, address) == content
        name, bytes_ = downloaded_from_details(page, label)
        assert (name, bytes_) == (label, content)


def downloaded_from_details(page, label):
    """Without a drag: a click on the picture, a click on Download."""
    dialog = open_details(page, label)
    saved_as = downloaded(page, dialog.locator("[data-act=download]").click)
    press(page, "Escape")
    expect(dialog).to_be_hidden()
    return saved_as


def test_what_is_no_picture_or_too_large_is_refused_in_words(visit, files, tmp_path):
    page = visit("/")
    open_kind(page, "photos")
    large = saved(tmp_path, "huge.png", picture(1, 2, 3, bytes_in_all=FILE_BYTES_MAX + 1))
    just = saved(tmp_path, "just.png", picture(1, 2, 3, bytes_in_all=FILE_BYTES_MAX))
    drawing = saved(tmp_path, "drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    lying = saved(tmp_path, "lying.png", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    middle = centre(page, place(page, "album"))
    for path, words in [
        (drawing, "drawing.svg: SVG cannot be used: save it as PNG or JPEG first."),
        (large, "huge.png: 5.0 MB is too large: at most 5.0 MB, make it smaller first."),
        (lying, "lying.png: its content is no picture: open it in a picture program and save it as PNG."),
        (saved(tmp_path, "notes.txt", "Milk"), "notes.txt: that does not go there: it takes pictures"),
    ]:
        drop_in(page, middle, files=[path])
        told(page, words)
    drop_in(page, middle, texts={"text/plain": "Milk"})
    assert album(page) == []
    # One that is refused does not keep the others out.
    choose_files(page, [files[0], drawing, just])
    told(page, "1 of 3 not added.")
    told(page, "drawing.svg: SVG cannot be used")
    lie(page, RED, "just.png")
    assert violations(page) == []


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.sliced
def test_pictures_are_reordered_in_two_dimensions(visit, files, rtl):
    page = visit("/", viewport={"width": 480, "height": 820})
    if rtl:
        page.evaluate("document.documentElement.dir = 'rtl'")
    open_kind(page, "photos")
    choose_files(page, files)
    lie(page, *NAMES)
    settled(page)
    boxes = [item(page, name).bounding_box() for name in NAMES]
    columns = sum(abs(box["y"] - boxes[0]["y"]) < 1 for box in boxes)
    assert columns == 3 and all(box["width"] >= 120 for box in boxes), boxes
    assert (boxes[0]["x"] > boxes[1]["x"]) == rtl, "reading order"
    ahead, behind = (0.85, 0.15) if rtl else (0.15, 0.85)
    # Along a row, to the row below, and back up. What is drawn is what the server has.
    drag(page, RED, point(page, BLUE, x=behind))
    lie(page, GREEN, BLUE, RED, GOLD, PINK, GREY, TEAL)
    drag(page, GREEN, point(page, PINK, x=behind))
    lie(page, BLUE, RED, GOLD, PINK, GREEN, GREY, TEAL)
    drag(page, TEAL, point(page, BLUE, x=ahead))
    lie(page, TEAL, BLUE, RED, GOLD, PINK, GREEN, GREY)
    # The empty rest of the last row is the end.
    last = item(page, GREY).bounding_box()
    beside = last["x"] + last["width"] * (-0.5 if rtl else 1.5)
    drag(page, BLUE, (beside, last["y"] + last["height"] / 2))
    lie(page, TEAL, RED, GOLD, PINK, GREEN, GREY, BLUE)
    # The arrows go where they point.
    item(page, TEAL).focus()
    onward, back = ("ArrowLeft", "ArrowRight") if rtl else ("ArrowRight", "ArrowLeft")
    press(page, onward)
    assert focused(page) == RED
    press(page, "ArrowDown")
    assert focused(page) == GREEN
    press(page, "ArrowUp", back)
    assert focused(page) == TEAL
    lift_by_keys(page, TEAL)
    press(page, onward)
    assert said(page) == "Over the board, before gold.png."
    drop_by_keys(page)
    lie(page, RED, TEAL, GOLD, PINK, GREEN, GREY, BLUE)
    lift_by_keys(page, GREEN)
    press(page, back, "Enter")
    settled(page)
    lie(page, RED, TEAL, GOLD, GREEN, PINK, GREY, BLUE)
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.sliced
def test_pictures_by_keys_alone_and_by_taps_alone(visit, files):
    ann, ben, watcher = three(visit, "photos", has_touch=True)
    choose_files(ann, files[:4])
    lie(watcher, RED, GREEN, BLUE, GOLD)
    agree(ann, ben, watcher)
    lift_by_keys(ann, RED)
    aim_by_keys(ann, "at the end", "ArrowRight")
    held(watcher, RED, "Ann")
    assert [violations(page) for page in (ann, ben)] == [[], []]
    drop_by_keys(ann)
    agree(ann, ben, watcher)
    assert album(ben) == [GREEN, BLUE, GOLD, RED]
    open_menu(ann, BLUE)
    assert violations(ann) == []
    choose(ann, "before green.png")
    agree(ann, ben, watcher)
    assert album(ben) == [BLUE, GREEN, GOLD, RED]
    tap(ben, RED)
    dialog = ben.locator("#details[open]")
    expect(dialog.locator("img")).to_be_visible()
    assert violations(ben) == []
    dialog.get_by_role("button", name="Move to…").tap()
    choose(ben, "before blue.png")
    agree(ann, ben, watcher)
    assert album(watcher) == [RED, BLUE, GREEN, GOLD]
    undo(ann)
    agree(ann, ben, watcher)
    assert album(watcher) == [GREEN, RED, BLUE, GOLD], "Ben's move stands: red is before blue"


@pytest.mark.sliced
def test_a_picture_goes_to_another_board_as_it_is(visit, files):
    here, there = (visit("/", permissions=["clipboard-read", "clipboard-write"]) for _ in range(2))
    for page in (here, there):
        open_kind(page, "photos")
    choose_files(here, files[:2])
    lie(here, RED, GREEN)
    settled(here)
    carried = drag_out(here, GREEN)
    drop_in(there, centre(there, place(there, "album")), texts={
        kind: carried[kind] for kind in carried if kind != "downloadurl"})
    lie(there, GREEN)
    kind, name, address = download_url(carried)
    assert there.locator(".item img").get_attribute("src") == re.sub("^https?://[^/]*", "", address)
    # The same by keys.
    item(here, RED).focus()
    here.locator(".drag-out[data-ready=true]").wait_for()
    press(here, "Control+c")
    told(here, "Copied.")
    item(there, GREEN).focus()
    press(there, "Control+v")
    lie(there, GREEN, RED)
    assert album(here) == [RED, GREEN]


class Held:
    """Uploads of a page that wait on their way until they are let go."""

    def __init__(self, page):
        self.page = page
        self.waiting = []
        page.route("**/api/blobs", lambda route: self.waiting.append(route))

    def wait(self):
        """Waits until one is on its way, and the note about it is shown."""
        note = self.page.locator(".upload-note")
        expect(note).to_be_visible()
        return note

    def release(self):
        while self.waiting:
            self.waiting.pop(0).continue_()
        self.page.unroute("**/api/blobs")


@pytest.mark.sliced
def test_an_upload_tells_how_far_it_is_and_can_be_stopped(visit, files):
    page = visit("/")
    open_kind(page, "photos")
    line = Held(page)
    drop_in(page, centre(page, place(page, "album")), files=files[:2])
    note = line.wait()
    expect(note).to_contain_text("Uploading 1 of 2: red.png")
    assert violations(page) == []
    note.get_by_role("button", name="Stop").click()
    told(page, "red.png and green.png: stopped by you.")
    expect(note).to_have_count(0)
    line.release()
    assert album(page) == []
    # Afterwards all is as before.
    choose_files(page, files[2:3])
    lie(page, BLUE)


@pytest.mark.sliced
def test_a_picture_arrives_although_its_place_has_changed_meanwhile(visit, files):
    ann = visit("/", prepare=named("Ann"))
    room = open_kind(ann, "photos")
    ben = join(visit, room)
    for names, count in ((files[:2], 2), (files[2:3], 3)):
        choose_files(ben, names)
        expect(ben.locator(".item")).to_have_count(count)
        settled(ben)
    lie(ann, RED, GREEN, BLUE)
    line = Held(ann)
    drop_in(ann, point(ann, BLUE, x=0.1), files=files[3:4])
    line.wait()
    # While it is on its way, others go on, and the picture that it was dropped before goes.
    undo(ben)
    for page in (ann, ben):
        lie(page, RED, GREEN)
    drag(ben, RED, point(ben, GREEN, x=0.9))
    lie(ann, GREEN, RED)
    line.release()
    lie(ben, GREEN, RED, GOLD)
    agree(ann, ben)
