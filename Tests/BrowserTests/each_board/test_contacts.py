"""Contacts: a list on narrow screens and a table on wide ones, people from and for other programs."""

import json

import pytest
from playwright.sync_api import expect

from boards import (agree, aim_by_keys, carry, centre, choose, drag, drop, drop_by_keys, focused, held, is_locked,
                    item, items, join, lift, lift_by_keys, named, open_kind, open_menu, place, point, press, region,
                    settled, tap, three, told, undo, violations, watch)
from serving import Server
from files import (BUNDLE, OWN_CONTACT, Arrival, carry_out, download_url, downloaded, drag_out, drop_in, fetched,
                   open_details, picture, saved, start_drag_out, vcard)
from finger import Finger, stop_clock

ANN, BOB, CYD, DEE, ELI, FLO, GUS, IDA = PEOPLE = [f"{name}, draggable" for name in [
    "Ann Lee", "Bob May", "Cyd Roe", "Dee Fox", "Eli Ray", "Flo Kim", "Gus Orr", "Ida Poe"]]
ZOE, YAN = "Zoe Zed, draggable", "Yan Yew, draggable"
CLIPBOARD = ["clipboard-read", "clipboard-write"]
# How long a finger rests before it lifts, as in table/machine.js.
HOLD_MS = 250


@pytest.fixture
def server(tmp_path):
    """What is uploaded is kept in a folder of this test."""
    server = Server("--loops", "2", "--data", str(tmp_path / "data"))
    yield server
    server.stop()


def people(page):
    return items(page, "people")


def lie(page, *labels):
    """Waits until these people come first, in this order."""
    page.wait_for_function(
        """(labels) => {
             const shown = [...document.querySelectorAll(".item")].sort((a, b) => a.dataset.index - b.dataset.index);
             return labels.every((label, at) => shown[at]?.getAttribute("aria-label") === label);
           }""", arg=list(labels))


@pytest.mark.parametrize("width,is_table", [(360, False), (1024, True)])
@pytest.mark.gate("1024-True")
def test_people_are_a_list_or_a_table_and_both_take_at_an_index(visit, tmp_path, width, is_table):
    page = visit("/", viewport={"width": width, "height": 740})
    open_kind(page, "contacts")
    version = settled(page)
    assert people(page) == PEOPLE
    expect(page.locator(".columns-head")).to_be_visible(visible=is_table)
    email = item(page, ANN).get_by_text("ann@example.com")
    expect(email).to_be_visible(visible=is_table)
    if is_table:
        assert page.locator(".columns-head span").all_inner_texts() == [
            "Name", "Given name", "Family name", "Phone", "Email"]
        columns = [page.locator(".columns-head span").nth(4), email, item(page, BOB).get_by_text("bob@example.com")]
        left = [column.bounding_box()["x"] for column in columns]
        assert max(left) - min(left) < 2, "a column stands below its head"
    assert violations(page) == []
    drag(page, ANN, point(page, CYD, y=0.8))
    lie(page, BOB, CYD, ANN, DEE)
    card = saved(tmp_path, "zoe.vcf", vcard("Zoe Zed", "555-0190"))
    arrival = Arrival(page, [card]).over(*point(page, CYD, y=0.1))
    arrival.lights(region(page, "people"), gaps=1)
    assert violations(page) == []
    arrival.drop()
    settled(page, version + 2)
    lie(page, BOB, ZOE, CYD, ANN, DEE)
    expect(page.locator("#say")).to_contain_text("Added zoe.vcf")
    # Below the last one, at the end.
    drop_in(page, point(page, IDA, y=0.9), texts={"text/plain": "Kit Key"})
    settled(page, version + 3)
    assert people(page)[-1] == "Kit Key, draggable"


@pytest.mark.sliced
def test_a_drag_lifts_a_thumbnail_that_others_see_and_a_click_opens_details(visit):
    ann, ben, watcher = three(visit, "contacts")
    lift(ann, BOB)
    carry(ann, point(ann, ELI, y=0.8))
    thumbnail = ann.locator(".hand .look-thumbnail")
    expect(thumbnail.locator(".avatar")).to_have_text("BM")
    expect(thumbnail.locator("b")).to_have_text("Bob May")
    assert thumbnail.bounding_box()["width"] < item(ann, BOB).bounding_box()["width"] / 2
    held(watcher, BOB, "Ann")
    held(ben, BOB, "Ann")
    assert is_locked(ben, f"{BOB}, held by Ann")
    expect(ben.locator(".gap.remote")).to_have_count(1)
    assert [violations(page) for page in (ann, ben)] == [[], []]
    drop(ann)
    expect(ann.locator("#details[open]")).to_have_count(0)
    agree(ann, ben, watcher)
    assert people(watcher) == [ANN, CYD, DEE, ELI, BOB, FLO, GUS, IDA]
    # Looking closer is for everybody, moving is not.
    for page in (ann, watcher):
        dialog = open_details(page, CYD)
        assert dialog.locator("dd").all_inner_texts() == ["Cyd", "Roe", "555-0103", "cyd@example.com"]
        assert violations(page) == []
        assert dialog.get_by_role("button", name="Move to…").count() == (1 if page is ann else 0)
        press(page, "Escape")
        expect(dialog).to_be_hidden()
    assert focused(ann) == CYD


@pytest.mark.sliced
def test_a_long_name_stays_within_its_thumbnail(visit):
    ann = visit("/", prepare=named("Ann"))
    open_kind(ann, "contacts")
    name = "Bartholomew Maximilian of Hohenlohe and Langenburg, the Younger"
    drop_in(ann, point(ann, BOB, y=0.1), texts={"text/vcard": vcard(name)})
    lift(ann, f"{name}, draggable")
    carry(ann, point(ann, ELI, y=0.8))
    thumbnail, words = ann.locator(".hand .look-thumbnail"), ann.locator(".hand .look-thumbnail b")
    outer, inner = thumbnail.bounding_box(), words.bounding_box()
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] - 8
    assert ann.locator(".hand .clone").bounding_box()["width"] <= 270
    assert words.evaluate("(words) => getComputedStyle(words).textOverflow") == "ellipsis"
    drop(ann)


@pytest.mark.sliced
def test_people_are_moved_by_keys_alone_and_by_taps_alone(visit):
    ann, ben, watcher = three(visit, "contacts", has_touch=True)
    lift_by_keys(ann, GUS)
    aim_by_keys(ann, "before Bob May", "ArrowUp")
    assert violations(ann) == []
    drop_by_keys(ann)
    assert focused(ann) == GUS
    agree(ann, ben, watcher)
    assert people(ben) == [ANN, GUS, BOB, CYD, DEE, ELI, FLO, IDA]
    # Enter looks closer, and from there it goes on too.
    press(ann, "Enter")
    expect(ann.locator("#details[open] h2")).to_have_text("Gus Orr")
    press(ann, "Escape")
    assert "The board, at the end" in open_menu(ann, GUS)
    assert violations(ann) == []
    choose(ann, "at the end")
    agree(ann, ben, watcher)
    assert people(ben) == [ANN, BOB, CYD, DEE, ELI, FLO, IDA, GUS]
    # At the row's edge, where what a browser makes of a touch must not fall beside the dialog and close it again.
    ben.touchscreen.tap(*point(ben, IDA, x=0.02))
    ben.locator("#details").get_by_role("button", name="Move to…").tap()
    choose(ben, "before Ann Lee")
    agree(ann, ben, watcher)
    assert people(watcher) == [IDA, ANN, BOB, CYD, DEE, ELI, FLO, GUS]
    undo(ann)
    agree(ann, ben, watcher)
    assert people(watcher) == [IDA, ANN, GUS, BOB, CYD, DEE, ELI, FLO], "Ben's move stands"


def test_a_finger_that_rests_lifts_and_one_that_moves_on_scrolls(visit):
    page = visit("/", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True,
                 prepare=lambda page: page.clock.install())
    open_kind(page, "contacts")
    version = settled(page)
    scrolled = "() => document.querySelector('.places').scrollTop + scrollY"
    before = page.evaluate(scrolled)
    finger = Finger(page)
    stop_clock(page)
    # What moves on before it has rested lifts nothing, however long it stays down, and neither does it later.
    for way, rest in [(-120, HOLD_MS * 4), (60, HOLD_MS // 2)]:
        x, y = point(page, DEE)
        finger.down(x, y)
        finger.slide(x, y + way)
        page.clock.run_for(rest)
        expect(page.locator(".hand")).to_have_count(0)
        finger.up()
        assert page.evaluate(scrolled) > before
    x, y = point(page, CYD)
    finger.down(x, y)
    page.clock.run_for(HOLD_MS * 3 // 4)
    expect(page.locator(".hand")).to_have_count(0)
    page.clock.run_for(HOLD_MS // 2)
    expect(page.locator(".hand .look-thumbnail")).to_be_visible()
    page.clock.resume()
    assert settled(page) == version
    finger.move(*point(page, ELI, y=0.85))
    assert violations(page) == []
    finger.up()
    settled(page, version + 1)
    assert people(page) == [ANN, BOB, DEE, ELI, CYD, FLO, GUS, IDA]
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_what_the_operating_system_drops_lands_at_the_place(visit, tmp_path):
    ann, ben, watcher = three(visit, "contacts")
    two = saved(tmp_path, "two.vcf", vcard("Zoe Zed", "555-0190", "zoe@example.com") + vcard("Yan Yew"))
    drop_in(ann, point(ann, BOB, y=0.1), files=[two])
    lie(ann, ANN, ZOE, YAN, BOB)
    agree(ann, ben, watcher)
    lie(watcher, ANN, ZOE, YAN, BOB)
    expect(open_details(ben, ZOE).locator("dd")).to_have_text(["Zoe", "Zed", "555-0190", "zoe@example.com"])
    press(ben, "Escape")
    drop_in(ben, point(ben, ANN, y=0.1), texts={"text/vcard": vcard("Xia Xu", "555-0180"), "text/plain": "555-0180"})
    lie(ben, "Xia Xu, draggable", ANN)
    agree(ann, ben, watcher)
    before = people(ann)
    # What is no person is refused in words, and so is what nobody here may do.
    for name, content, words in [
        ("cat.png", picture(1, 2, 3), "PNG does not go there: it takes contacts (vCard) or text"),
        ("empty.vcf", "BEGIN:VCARD\r\n", "it holds no contact"),
    ]:
        drop_in(ann, centre(ann, DEE), files=[saved(tmp_path, name, content)])
        told(ann, words)
    drop_in(watcher, centre(watcher, DEE), files=[two])
    arrival = Arrival(ann, [two]).over(*centre(ann, DEE))
    arrival.lights(place(ann, "people"), gaps=1)
    arrival.leave()
    expect(ann.locator(".targeted, .from-outside, .gap")).to_have_count(0)
    agree(ann, ben, watcher)
    assert people(watcher) == before
    undo(ann)
    agree(ann, ben, watcher)
    lie(watcher, "Xia Xu, draggable", ANN, BOB)


@pytest.mark.sliced
def test_a_contact_that_is_long_is_brought_as_a_blob(visit, tmp_path):
    page = visit("/")
    open_kind(page, "contacts")
    version = settled(page)
    card = vcard("Zoe Zed", "555-0190").replace("END:", f"NOTE:{'long story ' * 900}\r\nEND:")
    with page.expect_request("**/api/blobs") as request:
        drop_in(page, point(page, CYD, y=0.1), files=[saved(tmp_path, "zoe.vcf", card)])
    assert request.value.method == "PUT"
    settled(page, version + 1)
    lie(page, ANN, BOB, ZOE, CYD)
    assert open_details(page, ZOE).locator("dd").all_inner_texts() == ["Zoe", "Zed", "555-0190"]


@pytest.mark.sliced
def test_a_person_dragged_out_carries_own_type_vcard_and_phone_number(visit):
    ann = visit("/", prepare=named("Ann"))
    room = open_kind(ann, "contacts")
    for page in (ann, watch(visit, room)):
        carried = drag_out(page, ELI)
        assert carried[OWN_CONTACT] == "\x1f".join(["eli-ray", "Eli", "Ray", "555-0105", "eli@example.com"])
        assert carried["text/plain"] == "555-0105"
        lines = carried["text/vcard"].split("\r\n")
        assert lines[0] == "BEGIN:VCARD" and lines[-2:] == ["END:VCARD", ""]
        assert {"FN:Eli Ray", "N:Ray;Eli;;;", "EMAIL:eli@example.com"} < set(lines)
        kind, name, address = download_url(carried)
        assert (kind, name) == ("text/vcard", "Eli Ray.vcf")
        assert fetched(page, address) == carried["text/vcard"].encode()
    # Nothing has moved, and nothing hangs about.
    assert people(ann) == PEOPLE
    expect(ann.locator(".from-outside, .hand")).to_have_count(0)


@pytest.mark.sliced
def test_between_two_windows_a_known_person_moves_and_an_unknown_one_is_inserted(visit, tmp_path):
    here, there = (visit("/", prepare=named("Ann")) for _ in range(2))
    rooms = [open_kind(page, "contacts") for page in (here, there)]
    assert rooms[0] != rooms[1]
    drop_in(here, point(here, ANN, y=0.1), files=[saved(tmp_path, "zoe.vcf", vcard("Zoe Zed"))])
    lie(here, ZOE, ANN)
    settled(here)
    own = {label: drag_out(here, label) for label in (ZOE, FLO)}
    for kind in (OWN_CONTACT, BUNDLE):
        # Flo is on both boards; Zoe is not, until she has come.
        drop_in(there, point(there, BOB, y=0.1), texts={kind: own[FLO][kind]})
        lie(there, ANN, FLO, BOB)
        drop_in(there, point(there, CYD, y=0.1), texts={kind: own[ZOE][kind]})
        lie(there, ANN, FLO, BOB, ZOE, CYD)
        drop_in(there, point(there, ANN, y=0.1), texts={kind: own[ZOE][kind]})
        lie(there, ZOE, ANN, FLO, BOB, CYD)
        assert len(people(there)) == 9, "nobody is there twice"
        for _ in range(3):
            undo(there)
            settled(there)
        lie(there, *PEOPLE)
    assert len(people(here)) == 9, "who was carried away stays here too"
    # What cannot be a person is nobody.
    drop_in(there, centre(there, DEE), texts={OWN_CONTACT: "nonsense", BUNDLE: json.dumps({"things": [[["x", 1]]]})})
    told(there, "Not added.")
    assert people(there) == PEOPLE


@pytest.mark.sliced
def test_a_person_carried_over_the_own_board_moves_there(visit):
    page = visit("/")
    open_kind(page, "contacts")
    version = settled(page)
    start_drag_out(page, GUS)
    carry_out(page, point(page, BOB, y=0.15))
    page.mouse.up()
    settled(page, version + 1)
    expect(page.locator(".from-outside, .gap")).to_have_count(0)
    assert people(page) == [ANN, GUS, BOB, CYD, DEE, ELI, FLO, IDA]


@pytest.mark.sliced
def test_people_are_copied_pasted_and_downloaded_without_a_drag(visit):
    ann = visit("/", prepare=named("Ann"), permissions=CLIPBOARD)
    room = open_kind(ann, "contacts")
    ben = join(visit, room, has_touch=True)
    item(ann, FLO).focus()
    ann.locator(".drag-out[data-ready=true]").wait_for()
    press(ann, "Control+c")
    told(ann, "Copied.")
    # Pasted behind the one in focus: who is known moves.
    item(ann, ANN).focus()
    press(ann, "Control+v")
    agree(ann, ben)
    lie(ben, ANN, FLO, BOB)
    tap(ben, DEE)
    name, content = downloaded(ben, ben.locator("#details [data-act=download]").tap)
    assert name == "Dee Fox.vcf" and b"FN:Dee Fox\r\n" in content
    press(ben, "Escape")
    ben.get_by_role("button", name="Paste").tap()
    dialog = ben.locator("dialog.paste")
    expect(dialog).to_contain_text("It takes contacts (vCard) or text.")
    assert violations(ben) == []
    dialog.locator("textarea").fill(vcard("Zoe Zed", "555-0190"))
    dialog.get_by_role("button", name="Add").tap()
    expect(item(ben, ZOE)).to_be_attached()
    agree(ann, ben)
    assert people(ann)[-1] == ZOE
