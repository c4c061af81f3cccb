"""Talk at a table: reactions of everybody, a chat of the players beside the board, and what a reader, a host and the
operator can do about it."""

import pytest
from playwright.sync_api import expect

from boards import violations
from table import SETTLED, drag, press_stock, until
from test_host import FRUITS, KLONDIKE, PLAYER, WATCHER, Aside, come, host
from test_operator import OPERATOR, TOKEN

WRITE = "#talk form input"
LINES = "#talk ol li"
PHONE = {"width": 360, "height": 740}


def talk(page):
    """Opens talk by its button."""
    page.locator("#open-talk").click()
    expect(page.locator("#talk")).to_be_visible()


def write(page, text):
    page.fill(WRITE, text)
    page.keyboard.press("Enter")


def said(page):
    """What stands in the panel: [name, text] of each line."""
    return page.locator(LINES).evaluate_all(
        "(lines) => lines.map((line) => [...line.querySelectorAll('bdi')].map((it) => it.textContent))")


def about(page, text, what):
    """Opens the menu of a line, and does something in it."""
    page.locator(LINES, has_text=text).locator(".more").click()
    page.locator(f"#line-menu [data-do={what}]").click()


def two(visit, what=KLONDIKE, **options):
    """Ann, who is the host, and Ben at one table with talk open: their pages, the room's name and its keys."""
    ann, room, keys = host(visit, what)
    ben = come(visit, f"/t/{room}#p={keys['play']}", **options)
    for page in (ann, ben):
        talk(page)
    return ann, ben, room, keys


@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("patience")
def test_two_write_to_each_other_and_somebody_who_comes_reads_it(visit, what):
    ann, ben, room, keys = two(visit, what)
    write(ann, "hi <b>Ben</b>")
    expect(ben.locator(LINES)).to_have_count(1)
    write(ben, "مرحبا")
    expect(ann.locator(LINES)).to_have_count(2)
    lines = [["Ann", "hi <b>Ben</b>"], ["Ben", "مرحبا"]]
    assert said(ann) == said(ben) == lines
    expect(ann.locator(WRITE)).to_have_value("")
    # Only a line of somebody else can be hidden or reported.
    expect(ann.locator(f"{LINES} .more")).to_have_count(1)
    wil = come(visit, f"/watch/{room}#w={keys['watch']}", "Wil", "watch")
    expect(wil.locator("#open-talk")).to_have_text("Talk")
    talk(wil)
    expect(wil.locator(LINES)).to_have_count(2)
    assert said(wil) == lines
    expect(wil.locator("#talk form")).to_be_hidden()
    expect(wil.locator("#talk")).to_contain_text("Only players at the table can write.")
    ben.reload()
    ben.locator(PLAYER).wait_for()
    talk(ben)
    expect(ben.locator(LINES)).to_have_count(2)
    for page in (ann, ben, wil):
        assert violations(page) == []


def hurry(page, *texts):
    """Sends one line after the other before any is answered."""
    page.evaluate("""([field, texts]) => {
      const input = document.querySelector(field);
      for (const text of texts) {
        input.value = text;
        input.form.requestSubmit();
      }
    }""", [WRITE, texts])


def test_what_is_sent_before_the_last_line_is_answered_is_said_after_it(visit):
    ann, ben, *_ = two(visit)
    hurry(ann, "Red or black?", "Red.", "Red.")
    expect(ben.locator(LINES)).to_have_count(2)
    assert said(ben) == [["Ann", "Red or black?"], ["Ann", "Red."]]
    expect(ann.locator(WRITE)).to_have_value("")
    assert said(ann) == said(ben)
    # A refusal stays to be read.
    hurry(ann, "look at https://example.com/", "Black.")
    expect(ann.locator("#talk .why")).to_have_text("Links cannot be sent here.")
    ann.wait_for_timeout(200)
    expect(ann.locator("#talk .why")).to_have_text("Links cannot be sent here.")
    expect(ann.locator(WRITE)).to_have_value("Black.")
    assert len(said(ben)) == 2


@pytest.mark.sliced
def test_lines_that_come_while_talk_is_closed_are_counted_and_said(visit):
    ann, ben, *_ = two(visit)
    ann.keyboard.press("Escape")
    expect(ann.locator("#talk")).to_be_hidden()
    # What is told in the first second was said before.
    ann.wait_for_timeout(1000)
    write(ben, "one")
    expect(ann.locator("#open-talk b")).to_have_text("1")
    expect(ann.locator("#say")).to_have_text("1 new message")
    write(ben, "two")
    expect(ann.locator("#open-talk b")).to_have_text("2")
    talk(ann)
    expect(ann.locator("#open-talk b")).to_have_text("")
    write(ben, "three")
    expect(ann.locator("#say")).to_have_text("Ben: three")
    # One's own are not.
    expect(ben.locator("#say")).not_to_contain_text("three")


def test_a_player_and_a_watcher_react(visit):
    ann, room, keys = host(visit)
    ben = come(visit, f"/t/{room}#p={keys['play']}")
    wil = come(visit, f"/watch/{room}#w={keys['watch']}", "Wil", "watch")
    expect(ann.locator("#watchers")).to_have_text("1")
    talk(ben)
    ben.get_by_role("button", name="Applause").click()
    expect(ann.locator(".talk-float[data-what=clap][data-by='1']")).to_be_visible()
    expect(ann.locator("#say")).to_have_text("Ben: Applause")
    expect(ann.locator(".talk-float")).to_have_count(0)
    talk(wil)
    wil.get_by_role("button", name="Wow").click()
    expect(ann.locator(".talk-float.of-watchers")).to_have_text("😮")
    # Above the board as it is, and of no account to a pointer.
    assert ann.locator(".talk-floats").evaluate("(it) => getComputedStyle(it).pointerEvents") == "none"


@pytest.mark.sliced
def test_keys_open_talk_send_a_reaction_and_close_it(visit):
    ann, ben, *_ = two(visit)
    ann.locator("#talk .close").click()
    ann.locator("#board [tabindex='0']").focus()
    ann.keyboard.press("t")
    expect(ann.locator(WRITE)).to_be_focused()
    ann.keyboard.type("tttt")
    ann.keyboard.press("Escape")
    expect(ann.locator("#talk")).to_be_hidden()
    expect(ann.locator("#open-talk")).to_be_focused()
    ann.keyboard.press("t")
    expect(ann.locator(WRITE)).to_be_focused()
    ann.locator("#talk .reactions button").first.focus()
    ann.keyboard.press("3")
    expect(ben.locator(".talk-float[data-what=clap]")).to_be_visible()
    ann.keyboard.press("?")
    expect(ann.locator("#keys")).to_contain_text("Talk")
    ann.keyboard.press("Escape")
    # Those who have switched letters off press nothing by them.
    ann.evaluate("bundled['/js/settings.js'].settings.set('letters', false)")
    ann.locator("#talk .close").click()
    for place in ("#open-talk", "#board [tabindex='0']"):
        ann.locator(place).focus()
        ann.keyboard.press("t")
        expect(ann.locator("#talk")).to_be_hidden()


@pytest.mark.sliced
def test_a_held_card_keeps_the_board_where_it_is(visit):
    aside = Aside("Ann")
    ann, room, keys = host(visit, prepare=aside)
    ann.set_viewport_size({"width": 1366, "height": 633})
    come(visit, f"/t/{room}#p={keys['play']}")
    width = "() => document.querySelector('.felt').clientWidth"
    alone = ann.evaluate(width)
    card = ann.locator(".card.liftable").last
    drag(ann, int(card.get_attribute("data-handle")), "f3", drop=False)
    ann.keyboard.press("t")
    expect(ann.locator("#talk")).to_be_hidden()
    ann.mouse.up()
    ann.locator(SETTLED).wait_for()
    talk(ann)
    beside = ann.evaluate(width)
    assert beside < alone, "the panel lies beside the board"
    drag(ann, int(card.get_attribute("data-handle")), "f3", drop=False)
    seats = ann.evaluate("() => [...document.querySelectorAll('#seats li')].length")
    aside.say(t="crowd", r=room, seats=[{"n": 0, "id": "g_", "name": "Ann"}, {"n": 1}, {"n": 2}], watching=5, clock=0,
              run=False, access="link")
    expect(ann.locator("#watchers")).to_have_text("5")
    assert seats == 2 and ann.evaluate(width) == beside
    ann.mouse.up()
    until(ann, lambda: ann.evaluate(width) == alone)
    expect(ann.locator("#talk form")).to_be_hidden()


def test_what_is_refused_is_said_beside_the_field(visit):
    aside = Aside("Ben")
    ann, ben, *_ = two(visit, prepare=aside)
    write(ben, "look at https://example.com/")
    why = ben.locator("#talk .why")
    expect(why).to_have_text("Links cannot be sent here.")
    expect(ben.locator(WRITE)).to_have_value("look at https://example.com/")
    ben.locator(WRITE).press("End")
    ben.keyboard.type("x")
    expect(why).to_have_text("")
    for text in ("one", "one"):
        write(ben, text)
        expect(ben.locator(LINES)).to_have_count(1)
    expect(why).to_have_text("You have just said that.")
    # A slow machine writes so slowly that more than three are let through.
    for number in range(20):
        write(ben, f"and {number}")
        until(ben, lambda: why.text_content() != "You have just said that.")
        ben.wait_for_timeout(50)
        if why.text_content():
            break
    expect(why).to_contain_text("Too fast. Try again in")
    for no, words in [
        ({"code": "role", "why": "newcomer"}, "once you have won a game"),
        ({"code": "role", "why": "seat"}, "Only players at the table can write."),
    ]:
        aside.refuse = {"say": no}
        write(ben, "again")
        expect(why).to_contain_text(words)


def test_a_host_mutes_a_player_and_turns_chat_off_and_on(visit):
    ann, ben, *_ = two(visit)
    write(ben, "rude words")
    about(ann, "rude words", "mute")
    expect(ann.locator(".toast", has_text="Ben cannot write or react any more.")).to_be_visible()
    write(ben, "more of them")
    expect(ben.locator("#talk .why")).to_have_text("The host has muted you.")
    ben.locator(".reactions [data-what=wow]").click()
    expect(ann.locator(".talk-float")).to_have_count(0)
    about(ann, "rude words", "unmute")
    write(ben, "sorry")
    expect(ann.locator(LINES)).to_have_count(2)
    # Who is no host is not asked.
    write(ann, "fine")
    ben.locator(LINES, has_text="fine").locator(".more").click()
    expect(ben.locator("#line-menu [data-do=hide]")).to_be_visible()
    expect(ben.locator("#line-menu [data-do=mute]")).to_have_count(0)
    ben.keyboard.press("Escape")
    expect(ben.locator(".chat-switch")).to_be_hidden()
    ann.click("#share")
    switch = ann.locator("#about [name=chat]")
    expect(switch).to_be_checked()
    ann.locator(".chat-switch").click()
    expect(ben.locator(".toast", has_text="Chat is off.")).to_be_visible()
    expect(ben.locator("#talk form")).to_be_hidden()
    expect(switch).not_to_be_checked()
    ann.locator(".chat-switch").click()
    expect(ben.locator("#talk form")).to_be_visible()
    expect(ben.locator(LINES)).to_have_count(3)


def test_somebody_hidden_is_neither_seen_nor_heard_at_any_table(visit):
    ann, ben, room, keys = two(visit)
    write(ben, "bother")
    about(ann, "bother", "hide")
    expect(ann.locator(LINES)).to_have_count(0)
    write(ben, "bother again")
    expect(ben.locator(LINES)).to_have_count(2)
    write(ann, "nobody there?")
    expect(ann.locator(LINES)).to_have_count(1)
    ann.reload()
    ann.locator(PLAYER).wait_for()
    talk(ann)
    expect(ann.locator(LINES)).to_have_count(1)
    ben.locator(".reactions [data-what=wow]").click()
    expect(ben.locator(".talk-float")).to_have_count(1)
    expect(ann.locator(".talk-float")).to_have_count(0)
    ann.locator(".hidden-people summary").click()
    ann.get_by_role("button", name="Show again").click()
    expect(ann.locator(LINES)).to_have_count(3)
    expect(ann.locator(".hidden-people")).to_be_hidden()


@pytest.mark.sliced
def test_a_table_for_one_is_quiet_until_somebody_watches(visit):
    ann, room, _ = host(visit, seats=1, access="public")
    assert ann.locator("#open-talk").count() == 0
    lie = """() => [...document.querySelectorAll("#board .card")].map((it) => it.getBoundingClientRect())
      .map(({ x, y, width }) => [x, y, width].map(Math.round))"""
    before = ann.evaluate(lie)
    wil = come(visit, f"/watch/{room}", "Wil", "watch")
    talk(wil)
    # No chat there: one row, which is away again when something was sent.
    expect(wil.locator("#talk form")).to_be_hidden()
    wil.locator(".reactions [data-what=clap]").click()
    expect(wil.locator("#talk")).to_be_hidden()
    expect(ann.locator(".talk-float.of-watchers")).to_have_text("👏")
    expect(ann.locator("#open-talk")).to_be_visible()
    assert ann.evaluate(lie) == before, "no card moves because somebody watches"


@pytest.mark.parametrize("screen", [
    {"viewport": {"width": 1024, "height": 768}}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}],
    ids=["desk", "phone"])
@pytest.mark.gate("phone")
def test_the_board_of_who_watches_stays_where_it_is_when_talk_comes(visit, screen):
    _, room, _ = host(visit, KLONDIKE, seats=1, access="public")
    held = []
    wil = visit(f"/watch/{room}", prepare=lambda page: page.route(
        "**/*talk*.css", lambda route: held.append(route)), **screen)
    wil.locator(WATCHER).wait_for()
    until(wil, lambda: held)
    before = wil.locator("#board").bounding_box()
    expect(wil.locator("#open-talk")).to_be_hidden()
    for route in held:
        route.continue_()
    expect(wil.locator("#open-talk")).to_be_visible()
    assert wil.locator("#board").bounding_box() == before


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("size", [(740, 360), (844, 390), (932, 430)], ids=["low", "middle", "high"])
@pytest.mark.gate("low-left")
def test_on_a_phone_held_sideways_the_button_of_talk_covers_no_card(visit, size, hand):
    width, height = size
    ann, room, _ = host(visit, dict(KLONDIKE, game="spider1"), seats=1, access="public", has_touch=True,
                        viewport={"width": width, "height": height})
    for _ in range(5):
        press_stock(ann)
        ann.locator(SETTLED).wait_for()
    if hand == "left":
        ann.evaluate("document.querySelector('.table-page').classList.add('left-hand')")
    come(visit, f"/watch/{room}", "Wil", "watch")
    expect(ann.locator("#open-talk")).to_be_visible()
    covered = """() => {
      const talk = document.querySelector("#open-talk").getBoundingClientRect();
      return [...document.querySelectorAll("#board .card, header button, header a, .tools button")].filter((it) => {
        const box = it.getBoundingClientRect();
        return box.width > 0 && box.left < talk.right && box.right > talk.left && box.top < talk.bottom
          && box.bottom > talk.top;
      }).map((it) => it.outerHTML);
    }"""
    assert ann.evaluate(covered) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "zh-CN"])
@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("patience-de-DE", "board-zh-CN")
def test_on_a_phone_all_of_it_is_within_the_screen(visit, what, locale):
    ann, ben, *_ = two(visit, what, viewport=PHONE, has_touch=True, locale=locale, expects_errors=True)
    for text in ("a" * 140, "Shall we move the red queen to the black king?"):
        write(ann, text)
        expect(ben.locator(LINES, has_text=text)).to_be_visible()
    inside = """() => [...document.querySelectorAll("#open-talk, #talk, #talk :is(button, input, li)")]
      .filter((it) => it.getClientRects().length > 0)
      .map((it) => [it.getBoundingClientRect(), it]).filter(([box]) => box.left < 0 || box.right > innerWidth)
      .map(([, it]) => it.outerHTML)"""
    assert ben.evaluate(inside) == []
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth") is True
    small = """() => [...document.querySelectorAll("#open-talk, #talk button")]
      .map((it) => it.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && Math.min(width, height) < 24)"""
    assert ben.evaluate(small) == []
    ben.locator(f"{LINES} .more").last.click()
    expect(ben.locator("#line-menu")).to_be_visible()
    assert violations(ben) == []
    ben.locator("#line-menu [data-do=report]").click()
    assert violations(ben) == []
    ben.keyboard.press("Escape")
    write(ben, "see https://example.com")
    expect(ben.locator("#talk .why")).not_to_be_empty()
    assert ben.evaluate(inside) == [] and violations(ben) == []
    about(ben, "red queen", "hide")
    expect(ben.locator(".hidden-people")).to_be_visible()
    assert ben.evaluate(inside) == [] and violations(ben) == []


# What reaches the operator

@pytest.mark.settings("--operator-token-file", str(TOKEN))
def test_a_report_reaches_the_operator_whose_ban_ends_the_connection(visit):
    ann, ben, *_ = two(visit, expects_errors=True)
    write(ben, "you <b>loser</b>")
    about(ann, "loser", "report")
    ann.locator("#line-menu [data-do=insult]").click()
    expect(ann.locator(".toast", has_text="Thank you. The operator has been told.")).to_be_visible()
    page = visit("/operator", http_credentials=OPERATOR, expects_errors=True)
    report = page.locator("section[aria-labelledby=reports] .rows > li")
    expect(report).to_have_count(1)
    expect(report).to_contain_text("An insult: Ben: you <b>loser</b>")
    report.locator("summary").click()
    assert violations(page) == []
    # Without the right token nothing is done.
    report.get_by_role("button", name="Ban").click()
    page.get_by_label("1 hour").check()
    page.fill("#token", "another")
    page.keyboard.press("Enter")
    expect(page.locator("#act .why")).to_have_text("That is not the operator's token.")
    assert violations(page) == []
    expect(ben.locator("#connection")).to_have_attribute("data-state", "online")
    page.fill("#token", OPERATOR["password"].strip())
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_have_text("The ban holds.")
    expect(page.locator("#token")).to_have_value("")
    expect(report.locator("details[open]")).to_have_count(1)
    expect(ben.locator("#connection")).not_to_have_attribute("data-state", "online")
    bans = page.locator("section[aria-labelledby=bans] tbody tr")
    expect(bans).to_have_count(1)
    expect(bans).to_contain_text("Ben")
    for button, title, done, left in [
        ("Lift", "Lift this ban?", "The ban is lifted.", bans),
        ("Close", "Close this report?", "The report is closed.", report),
    ]:
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator("#act-title")).to_have_text(title)
        page.fill("#token", OPERATOR["password"].strip())
        page.keyboard.press("Enter")
        expect(page.locator("#done")).to_have_text(done)
        expect(left).to_have_count(0)
    expect(page.get_by_text("Nobody has reported anything.")).to_be_visible()
    ben.reload()
    ben.locator(PLAYER).wait_for()
