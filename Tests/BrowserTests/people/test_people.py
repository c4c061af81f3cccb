"""Persons: the page "You", a name that is claimed, devices that come and go, bots, and what is left when somebody goes.

Two people or two devices are two contexts of the browser; the server is a real one.
"""

import json
import pathlib
import re
import time

import pytest
from playwright.sync_api import expect

from boards import named, online, told, violations
from table import settled
from test_host import FRUITS, OPEN, PLAYER, Aside, come

KNOWN = ".me[data-state=told]"
GUEST, ADA = "You play as a guest. Nothing here is needed to play.", "You play as @ada."
# What the server says to somebody who has a token.
WHO = """async (token) => {
  const reply = await fetch("/api/me", { headers: { Authorization: `Bearer ${token}` } });
  return [reply.status, await reply.json()];
}"""

# Somebody's picture of one point.
UPLOAD = """async (token) => {
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext("2d").fillRect(0, 0, 1, 1);
  const body = await canvas.convertToBlob({ type: "image/png" });
  return (await fetch("/api/blobs", { method: "PUT", headers: { Authorization: `Bearer ${token}` }, body })).status;
}"""
# A page whose clock goes by `late` milliseconds.
LATE = """() => {
  const { now } = performance;
  performance.now = () => now.call(performance) + (window.late ?? 0);
}"""


def me(visit, path="/me", name="Ann", **options):
    """The page of somebody; refusals are told in the browser's console, too."""
    options.setdefault("expects_errors", True)
    page = visit(path, prepare=named(name), **options)
    page.locator(KNOWN).wait_for()
    return page


def part(page, name):
    return page.locator(f".me [data-part={name}]")


def press(page, name, button):
    part(page, name).get_by_role("button", name=button, exact=True).click()


def why(page, name):
    return part(page, name).locator(".why")


def claim(page, handle="ada"):
    page.fill("[name=handle]", handle)
    press(page, "name", "Claim this name")


def ada(visit, **options):
    """Ann, who has claimed a name."""
    page = me(visit, **options)
    claim(page)
    expect(page.locator(".lead")).to_have_text(ADA)
    return page


def code(page):
    """A code that adds a device."""
    press(page, "devices", "Add a device")
    shown = page.locator(".adding .code")
    expect(shown).to_have_text(re.compile(r"^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$"))
    return shown.inner_text()


def pair(page, text):
    """Signs in with a code."""
    page.fill("[name=code]", text)
    press(page, "signing", "Sign in")
    page.locator(".question .primary").click()


def second(visit, first, **options):
    """Another device of the same person."""
    text = code(first)
    page = me(visit, name="Phone", **options)
    pair(page, text)
    expect(page.locator(".lead")).to_have_text(ADA)
    return page


def token(page):
    return page.evaluate("localStorage.getItem('baize.tok')")


def table(page, access="public", what=FRUITS):
    """A table that somebody opens; its name."""
    page.goto("/")
    online(page)
    answer = page.evaluate(OPEN, {**what, "seats": 3, "access": access})
    assert answer["t"] == "ok", answer
    page.goto(f"/t/{answer['room']}")
    page.locator(PLAYER).wait_for()
    return answer["room"]


# A name

def test_a_name_is_claimed_once_and_everybody_sees_it(visit):
    ann = me(visit)
    expect(ann.locator(".lead")).to_have_text(GUEST)
    ann.fill("[name=handle]", "Ada")
    expect(part(ann, "name")).to_contain_text("Everybody sees it as @ada.")
    ann.press("[name=handle]", "Enter")
    told(ann, "@ada is yours now.")
    expect(ann.locator(".handle")).to_have_text("@ada")
    expect(ann.locator("[name=handle]")).to_be_hidden()
    expect(ann.locator("#me-name")).to_be_focused()
    room = table(ann)
    ben = come(visit, f"/t/{room}")
    expect(ben.locator("#seats li", has_text="@ada")).to_have_count(1)
    # And it is not changed beside.
    ann.goto("/")
    ann.locator("#options summary").click()
    field = ann.locator("#your-name")
    expect(field).to_be_disabled()
    expect(field).to_have_value("@ada")
    expect(ann.locator("#name-hint")).to_be_visible()


@pytest.mark.sliced
def test_a_name_that_looks_like_another_or_is_not_allowed_is_refused_beside_its_field(visit):
    ada(visit)
    ben = me(visit, name="Ben")
    for typed, words in [("1da", "A name begins with a letter from a to z."),
                         ("ad a", "A name has only a–z, 0–9, _ and -.")]:
        ben.fill("[name=handle]", typed)
        expect(why(ben, "name")).to_have_text(words)
    for typed, words in [("ad", "A name has at least 3 characters."),
                         ("Ad-a", "Somebody has this name, or one that looks like it. Choose another one."),
                         ("admin", "This name cannot be claimed. Choose another one.")]:
        claim(ben, typed)
        expect(why(ben, "name")).to_have_text(words)
        expect(ben.locator("[name=handle]")).to_be_focused()
        expect(ben.locator("[name=handle][aria-invalid=true]")).to_be_visible()
    expect(ben.locator("#say")).to_have_text(words)
    claim(ben, "ben")
    expect(ben.locator(".lead")).to_have_text("You play as @ben.")


@pytest.mark.sliced
def test_two_of_one_name_are_told_apart_at_a_table(visit):
    ann = visit("/", prepare=named("Ada"))
    room = table(ann)
    # The first letter is Cyrillic.
    ben = come(visit, f"/t/{room}", name="Аda")
    for page in (ann, ben):
        for seat in page.locator("#seats li span").all():
            expect(seat).to_have_text(re.compile(r"^[AА]da ·[0-9a-f]{4}( \(you\))?$"))
        expect(page.locator("#seats li")).to_have_count(2)


@pytest.mark.sliced
def test_on_a_phone_a_long_name_is_cut_off_at_others_and_not_at_oneself(visit):
    name = "Annabel of Wuthering"
    ann = visit("/", prepare=named(name), viewport={"width": 360, "height": 740})
    room = table(ann)
    ben = come(visit, f"/t/{room}", name="Ben", viewport={"width": 360, "height": 740})
    is_cut = "(name) => name.scrollWidth > name.clientWidth"
    own, other = (page.locator("#seats li span", has_text=name) for page in (ann, ben))
    expect(own).to_have_text(f"{name} (you)")
    assert own.evaluate(is_cut) is False
    assert other.evaluate(is_cut) is True
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth") is True


# Devices

def test_a_link_adds_a_device_which_plays_as_the_same_person(visit):
    ann = ada(visit)
    room = table(ann)
    ann.goto("/me")
    text = code(ann)
    link = part(ann, "devices").locator("[name=copy]").input_value()
    assert link == f"{ann.evaluate('origin')}/me#pair={text.replace('-', '')}"
    expect(ann.get_by_role("img", name="QR code: link for the other device")).to_be_visible()
    expect(ann.locator(".adding .left")).to_have_text(re.compile(r"^Valid for [45]:\d\d$"))
    phone = visit("/", prepare=named("Phone"))
    online(phone)
    # Settings belong to the device, and not to the person who plays on it.
    phone.evaluate("() => bundled['/js/settings.js'].settings.set('theme', 'dark')")
    phone.goto(link)
    phone.locator(KNOWN).wait_for()
    assert phone.url.endswith("/me")
    guest = token(phone)
    question = phone.get_by_role("group", name="Sign in on this device?")
    expect(question).to_be_focused()
    assert violations(phone) == []
    question.get_by_role("button", name="Sign in").click()
    told(phone, "You are signed in on this device now.")
    expect(phone.locator(".lead")).to_have_text(ADA)
    assert re.fullmatch(r"g1\.[0-9a-f]{32}", token(phone))
    expect(phone.locator("html[data-theme=dark]")).to_be_attached()
    assert token(phone) not in (guest, token(ann))
    # The first device hears of it by itself, and its code is gone.
    expect(part(ann, "devices").locator("li")).to_have_count(2, timeout=15_000)
    expect(ann.locator(".adding .code")).to_have_count(0)
    expect(part(ann, "devices").locator("li", has_text="this device")).to_have_count(1)
    phone.goto("/")
    expect(phone.locator(f"#continue[data-room={room}], #my-tables li[data-room={room}]")).to_have_count(1)


@pytest.mark.sliced
def test_a_device_that_is_signed_out_elsewhere_goes_back_to_its_guest(visit):
    ann = ada(visit)
    phone = me(visit, name="Phone")
    guest = token(phone)
    pair(phone, code(ann))
    expect(phone.locator(".lead")).to_have_text(ADA)
    person = token(phone)
    room = table(phone)
    ann.goto("/me")
    part(ann, "devices").get_by_role("button", name="Sign out: Chrome, Linux").click()
    expect(part(ann, "devices").locator("li")).to_have_count(1)
    expect(ann.locator("#me-devices")).to_be_focused()
    told(phone, "This device was signed out. You play as a guest now.")
    online(phone)
    assert token(phone) == guest
    # The table is the person's; the guest is a guest there.
    phone.locator(f"#board[data-room={room}]").wait_for()
    expect(phone.locator("#seats li.own", has_text="@ada")).to_have_count(0)
    phone.goto("/me")
    expect(phone.locator(".lead")).to_have_text(GUEST)
    # One that was not there meanwhile hears of it when it comes.
    phone.evaluate("tok => localStorage.setItem('baize.tok', tok)", person)
    phone.goto("/")
    told(phone, "This device was signed out. You play as a guest now.")
    online(phone)
    assert token(phone) not in (person, guest)


@pytest.mark.sliced
def test_all_other_devices_are_signed_out_together_and_asked_about_before(visit):
    ann = ada(visit)
    phone = second(visit, ann)
    ann.goto("/me")
    others = part(ann, "devices").get_by_role("button", name="Sign out all others")
    others.click()
    question = ann.get_by_role("group", name="Sign out the other device?")
    expect(question).to_be_focused()
    assert violations(ann) == []
    ann.keyboard.press("Escape")
    expect(others).to_be_focused()
    others.click()
    question.get_by_role("button", name="Sign out all others").click()
    told(ann, "All other devices are signed out.")
    expect(others).to_be_hidden()
    told(phone, "This device was signed out. You play as a guest now.")
    expect(phone.locator(".lead")).to_have_text(GUEST)


def test_a_code_is_good_once(visit):
    ann = ada(visit)
    phone = me(visit, name="Phone")
    phone.fill("[name=code]", "K7QDM")
    press(phone, "signing", "Sign in")
    expect(why(phone, "signing")).to_have_text("A code has 10 letters and digits, like K7QDM-2XWPA.")
    wrong = "That code is wrong, already used, or older than five minutes. Get a new one on the other device."
    pair(phone, "K7QDM-2XWPA")
    expect(why(phone, "signing")).to_have_text(wrong)
    expect(phone.locator("[name=code]")).to_be_focused()
    text = code(ann)
    pair(phone, text.lower())
    expect(phone.locator(".lead")).to_have_text(ADA)
    eve = me(visit, name="Eve")
    pair(eve, text)
    expect(why(eve, "signing")).to_have_text(wrong)
    expect(eve.locator(".lead")).to_have_text(GUEST)


def test_who_signs_out_here_has_the_games_of_this_browser_again(visit):
    ann = ada(visit)
    phone = me(visit, name="Phone")
    room = table(phone)
    guest = token(phone)
    phone.goto("/me")
    pair(phone, code(ann))
    expect(phone.locator(".lead")).to_have_text(ADA)
    phone.goto("/")
    online(phone)
    expect(phone.locator("#continue")).to_be_hidden()
    phone.goto("/me")
    # Who is signed in does not sign in on top of that.
    expect(phone.locator("[name=code]")).to_be_hidden()
    press(phone, "signing", "Sign out")
    phone.locator(".question .primary").click()
    told(phone, "You play as a guest now.")
    expect(phone.locator(".lead")).to_have_text(GUEST)
    assert token(phone) == guest
    phone.goto("/")
    expect(phone.locator(f"#continue[data-room={room}]")).to_be_visible()
    expect(part(ann, "devices").locator("li")).to_have_count(1, timeout=15_000)


def test_a_copy_brings_somebody_back(visit):
    ann = ada(visit)
    expect(ann.locator("[data-part=copy] [name=copy]")).to_have_count(0)
    press(ann, "copy", "Keep a copy")
    kept = part(ann, "copy").locator("[name=copy]")
    expect(kept).to_have_value(token(ann))
    expect(ann.get_by_role("img", name="QR code: your identity")).to_be_visible()
    expect(part(ann, "copy").locator(".warning")).to_be_focused()
    assert violations(ann) == []
    other = me(visit, name="Other")
    part(other, "copy").locator("summary").click()
    for text, words in [("no copy", "A copy is one long word that begins with g1."),
                        (token(other), "That is who you are here already.")]:
        other.fill("[name=token]", text)
        press(other, "copy", "Use this copy")
        expect(why(other, "copy")).to_have_text(words)
    other.fill("[name=token]", kept.input_value())
    press(other, "copy", "Use this copy")
    other.locator(".question .primary").click()
    expect(other.locator(".lead")).to_have_text(ADA)
    assert token(other) == token(ann)


# Bots

@pytest.mark.sliced
def test_a_bot_has_a_key_that_is_told_once(visit):
    guest = me(visit)
    expect(part(guest, "bots")).to_contain_text("Claim a name first: your bots carry it.")
    expect(guest.locator("[name=bot]")).to_be_hidden()
    claim(guest)
    ann = guest
    ann.locator("[data-part=bots] [name=scope][value=play]").uncheck()
    ann.locator("[data-part=bots] [name=scope][value=watch]").uncheck()
    ann.fill("[name=bot]", "brio")
    press(ann, "bots", "Add a bot")
    expect(why(ann, "bots")).to_have_text("Choose what the bot may do.")
    ann.locator("[data-part=bots] [name=scope][value=watch]").check()
    press(ann, "bots", "Add a bot")
    key = part(ann, "bots").locator("[name=copy]")
    expect(key).to_have_value(re.compile(r"^b1\.\w+$"))
    expect(part(ann, "bots").locator(".warning")).to_be_focused()
    expect(part(ann, "bots").locator("li")).to_contain_text("@ada/brio")
    expect(part(ann, "bots").locator("li")).to_contain_text("may watch")
    assert violations(ann) == []
    secret = key.input_value()
    assert ann.evaluate(WHO, secret)[0] == 200
    press(ann, "bots", "Done")
    expect(key).to_have_count(0)
    ann.fill("[name=bot]", "brio")
    press(ann, "bots", "Add a bot")
    expect(why(ann, "bots")).to_have_text("You have a bot of that name already.")
    part(ann, "bots").get_by_role("button", name="Remove: @ada/brio").click()
    told(ann, "@ada/brio is removed.")
    expect(part(ann, "bots").locator("li")).to_have_count(0)
    assert ann.evaluate(WHO, secret)[0] == 401


@pytest.mark.sliced
def test_the_longest_names_fit_on_a_phone(visit):
    ann = me(visit, viewport={"width": 360, "height": 740})
    claim(ann, "a" * 20)
    ann.fill("[name=bot]", "b" * 20)
    press(ann, "bots", "Add a bot")
    expect(part(ann, "bots").locator(".warning")).to_be_focused()
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth") is True
    assert ann.evaluate("""() => [...document.querySelectorAll(".me :is(p, b, small, input, button, h1, h2)")]
      .filter((it) => it.getBoundingClientRect().right > innerWidth).map((it) => it.outerHTML)""") == []


# Data

def test_all_that_the_server_has_comes_as_one_file(visit):
    ann = ada(visit)
    rooms = {table(ann), table(ann)}
    assert ann.evaluate(UPLOAD, token(ann)) == 201
    ann.goto("/me")
    with ann.expect_download() as download:
        press(ann, "data", "Download everything")
    assert re.fullmatch(r"baize-ada-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    with open(download.value.path(), encoding="utf-8") as file:
        all_of_it = json.load(file)
    assert all_of_it["me"]["handle"] == "ada"
    assert [it["type"] for it in all_of_it["uploads"]] == ["image/png"]
    assert {it["room"] for it in all_of_it["tables"]} == rooms
    expect(part(ann, "data")).to_contain_text("Downloaded, with 2 tables.")


def naming(server, *texts):
    """Files of the server's directory that have one of these in their name or in any byte."""
    files = [path for path in pathlib.Path(server.data.name).rglob("*") if path.is_file()]
    return [path.name for path in files
            if any(text in path.name or text.encode() in path.read_bytes() for text in texts)]


def test_who_deletes_themselves_is_somebody_elsewhere_and_a_guest_here(visit, server):
    ann = ada(visit)
    room = table(ann)
    ben = come(visit, f"/t/{room}")
    expect(ben.locator("#seats li", has_text="@ada")).to_have_count(1)
    before = token(ann)
    identifier = ann.evaluate(WHO, before)[1]["id"]
    assert naming(server, identifier)
    ann.goto("/me")
    press(ann, "data", "Delete me…")
    expect(ann.locator("[name=word]")).to_be_focused()
    assert violations(ann) == []
    ann.keyboard.press("Escape")
    expect(part(ann, "data").get_by_role("button", name="Delete me…")).to_be_focused()
    press(ann, "data", "Delete me…")
    press(ann, "data", "Delete me for good")
    expect(why(ann, "data")).to_have_text("Type @ada first.")
    ann.fill("[name=word]", "@ada")
    ann.press("[name=word]", "Enter")
    expect(ann.locator("h1")).to_have_text("You are deleted")
    expect(ann.locator("h1")).to_be_focused()
    assert violations(ann) == []
    online(ann)
    assert token(ann) not in ("", before)
    assert ann.evaluate(WHO, before)[0] == 401
    assert room not in ann.evaluate("JSON.stringify(localStorage)")
    ann.get_by_role("link", name="To the lobby", exact=True).click()
    ann.locator("body[data-page=lobby]").wait_for()
    expect(ann.locator("#continue")).to_be_hidden()
    expect(ben.locator("#seats li", has_text="@ada")).to_have_count(0, timeout=60_000)
    end = time.monotonic() + 60
    while naming(server, identifier, "@ada") and time.monotonic() < end:
        time.sleep(0.2)
    assert naming(server, identifier, "@ada") == []


@pytest.mark.sliced
def test_a_guest_types_a_word_to_be_deleted(visit):
    ann = me(visit)
    press(ann, "data", "Delete me…")
    ann.fill("[name=word]", "delete")
    press(ann, "data", "Delete me for good")
    expect(ann.locator("h1")).to_have_text("You are deleted")


# What goes wrong

@pytest.mark.sliced
def test_without_the_server_the_page_says_so_and_goes_on_by_hand(visit):
    ann = me(visit)
    for answer, words in [(lambda route: route.abort(), "The server could not be reached."),
                          (lambda route: route.fulfill(status=429, body="{}"), "That was too often.")]:
        ann.unroute_all()
        ann.route("**/api/me/codes", answer)
        press(ann, "devices", "Add a device")
        expect(why(ann, "devices")).to_contain_text(words)
    ann.route("**/api/me", lambda route: route.abort())
    ann.reload()
    lost = ann.locator(".me[data-state=lost]")
    expect(lost.locator(".state")).to_contain_text("This page could not be loaded. The server could not be reached.")
    assert violations(ann) == []
    ann.unroute_all()
    again = lost.get_by_role("button", name="Try again")
    again.focus()
    again.press("Enter")
    ann.locator(KNOWN).wait_for()
    expect(ann.locator("h1")).to_be_focused()


@pytest.mark.sliced
def test_a_code_that_is_too_old_is_taken_away_and_a_new_one_offered(visit):
    ann = me(visit)
    ann.evaluate(LATE)
    first = code(ann)
    ann.evaluate("window.late = 5 * 60 * 1000")
    expect(part(ann, "devices")).to_contain_text("That code is too old now.")
    expect(ann.locator(".adding .code")).to_have_count(0)
    press(ann, "devices", "New code")
    expect(ann.locator(".adding .code")).to_be_visible()
    assert ann.locator(".adding .code").inner_text() != first


@pytest.mark.sliced
def test_whom_the_operator_has_shut_out_is_told_so_and_does_not_come_back_by_itself(visit):
    aside = Aside("Eve")
    eve = visit("/", prepare=aside, expects_errors=True)
    online(eve)
    aside.socket.close(code=4403)
    expect(eve.locator("#connection[data-state=closed] span")).to_have_text("closed by the operator")
    told(eve, "The operator has closed this server to you for a while.")


# Ways to it, and how it looks

@pytest.mark.sliced
def test_the_settings_and_the_options_of_the_lobby_lead_to_it(visit):
    page = visit("/")
    online(page)
    page.click("#open-settings")
    page.locator("#settings a[href='/me']").click()
    page.locator(KNOWN).wait_for()
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.locator("h1")).to_be_focused()
    page.go_back()
    page.locator("#options summary").click()
    page.locator("#options a[href='/me']").click()
    page.locator(KNOWN).wait_for()
    # Nobody's game waits for it.
    page.goto("/?game=klondike1&deal=7")
    settled(page)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "zh-CN"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.gate("light-de-DE", "dark-zh-CN")
def test_the_page_on_a_phone(visit, locale, scheme):
    page = me(visit, viewport={"width": 360, "height": 740}, has_touch=True, color_scheme=scheme, locale=locale)
    assert violations(page) == []
    page.fill("[name=handle]", "a-very-long-name-of2")
    page.locator(".claim .primary").click()
    page.locator(".handle").wait_for()
    page.locator("[data-part=devices] > .choices button").first.click()
    page.locator("[data-part=devices] .qr path").wait_for(state="attached")
    page.locator("[data-part=copy] > button").click()
    page.locator("[data-part=copy] .qr path").wait_for(state="attached")
    page.locator("[data-part=copy] summary").click()
    page.fill("[name=bot]", "a-very-long-name-of3")
    page.locator("[data-part=bots] .row button").click()
    page.locator("[data-part=bots] .made").wait_for()
    page.locator("[data-part=data] > .choices .danger").click()
    fits(page)
    page.fill("[name=word]", "@a-very-long-name-of2")
    page.press("[name=word]", "Enter")
    expect(page.locator("[data-part]")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    fits(page)


def fits(page):
    """What is shown is within the screen, and accessible."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "zh-CN"])
@pytest.mark.gate("de-DE")
def test_what_is_asked_on_a_phone_and_a_device_that_is_signed_out(visit, locale):
    shape = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": locale}
    ann = me(visit, **shape)
    ann.evaluate(LATE)
    add = ann.locator("[data-part=devices] > .choices button").first
    add.click()
    first = ann.locator(".adding .code").inner_text()
    ann.evaluate("window.late = 5 * 60 * 1000")
    expect(ann.locator(".adding .code")).to_have_count(0)
    fits(ann)
    ann.locator(".adding button").first.click()
    expect(ann.locator(".adding .code")).to_be_visible()
    link = ann.locator(".adding [name=copy]").input_value()
    ben = me(visit, "/me", name="Phone", **shape)
    ben.fill("[name=code]", first)
    ben.press("[name=code]", "Enter")
    ben.locator(".question .primary").click()
    expect(why(ben, "signing")).not_to_be_empty()
    fits(ben)
    ben.goto("/")
    online(ben)
    ben.goto(link)
    expect(ben.locator(".question")).to_be_focused()
    fits(ben)
    ben.locator(".question .primary").click()
    expect(part(ben, "devices").locator("li")).to_have_count(2)
    expect(part(ann, "devices").locator("li")).to_have_count(2, timeout=15_000)
    part(ann, "devices").locator("> .choices button").nth(1).click()
    expect(ann.locator(".question")).to_be_focused()
    fits(ann)
    ann.locator(".question .primary").click()
    expect(part(ben, "devices").locator("li")).to_have_count(1)
    fits(ben)
