"""A host and who comes: keys in links, the door, the invitation, names with a menu, knocks, and questions to all.

Most of it is played by several people against the real server; what would take long to happen there is said to the page
in its place.
"""

import json

import pytest
from playwright.sync_api import expect

from boards import named, online, told, untold, violations
from table import SETTLED, press_stock, settled

KLONDIKE = {"game": "klondike1", "deal": {"kind": "open", "n": 7}, "safe": False, "timed": True}
FRUITS = {"game": "fruits"}
PLAYER, WATCHER = SETTLED + "[data-role=player]", SETTLED + "[data-role=watch]"

OPEN = """(message) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws`, ["baize.v1"]);
  const say = (it) => socket.send(JSON.stringify(it) + "\\n");
  socket.onopen = () => {
    say({ t: "hello", tok: localStorage.getItem("baize.tok"), name: "Ann", role: "player", app: "test", want: [] });
    say({ t: "open", c: 1, ...message });
  };
  socket.onmessage = ({ data }) => {
    for (const line of data.split("\\n")) {
      const heard = line === "" ? {} : JSON.parse(line);
      if (heard.c !== 1) continue;
      socket.close();
      done(heard);
    }
  };
})"""


class Aside:
    """For `visit(prepare=…)`: a voice in the server's place."""

    def __init__(self, name):
        self.name = name
        # What is refused: a kind of message, or that and the `as` of it.
        self.refuse = {}
        self.socket = None

    def __call__(self, page):
        named(self.name)(page)
        page.route_web_socket(lambda url: url.endswith("/ws"), self.connect)

    def connect(self, socket):
        self.socket = socket
        server = socket.connect_to_server()

        def up(text):
            for line in filter(None, text.split("\n")):
                message = json.loads(line)
                no = self.refuse.get(message["t"]) or self.refuse.get((message["t"], message.get("as")))
                if no:
                    self.say(t="no", c=message["c"], **no)
                else:
                    server.send(line + "\n")

        socket.on_message(up)
        server.on_message(socket.send)

    def say(self, **message):
        self.socket.send(json.dumps(message) + "\n")


def host(visit, what=KLONDIKE, seats=3, access="link", prepare=None, **options):
    """Ann at a table that she opened: her page, the room's name and its keys."""
    page = visit("/", prepare=prepare or named("Ann"), **options)
    online(page)
    answer = page.evaluate(OPEN, {**what, "seats": seats, "access": access})
    assert answer["t"] == "ok", answer
    page.goto(f"/t/{answer['room']}")
    page.locator(PLAYER).wait_for()
    return page, answer["room"], answer.get("keys", {})


def come(visit, path, name="Ben", role="player", prepare=None, **options):
    page = visit(path, prepare=prepare or named(name), **options)
    page.locator(PLAYER if role == "player" else WATCHER).wait_for()
    return page


def menu(page, name):
    """Opens the host's menu of somebody."""
    page.locator("#seats li", has_text=name).locator(".more").click()
    page.locator("#person[open]").wait_for()


def act(page, name, what):
    menu(page, name)
    page.locator(f"#person [data-do={what}]").click()


def ask_deal(page):
    """A new deal, from the button on."""
    page.click("#new-game")
    if page.locator("#fresh[open]").count():
        page.click("#new-deal")


def notice(page, kind):
    return page.locator(f".notice[data-notice={kind}]")


# Keys and the door

@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("patience")
def test_a_play_link_seats_and_survives_a_reload(visit, what):
    ann, room, keys = host(visit, what)
    ben = come(visit, f"/t/{room}#p={keys['play']}")
    expect(ann.locator("#seats li")).to_have_count(2)
    expect(ann.locator("#seats li").first.get_by_role("img", name="host")).to_be_visible()
    ben.reload()
    ben.locator(PLAYER).wait_for()
    # What only a host does is not offered.
    expect(ann.locator("#lock")).to_be_visible()
    expect(ben.locator("#lock")).to_be_hidden()
    expect(ben.locator("#seats .more:visible")).to_have_count(0)
    assert ben.url.endswith(f"#p={keys['play']}")
    assert ben.evaluate("key => JSON.stringify(localStorage).includes(key)", keys["play"]) is False


def test_a_watch_link_shows_the_table_and_gives_no_seat(visit):
    _, room, keys = host(visit)
    wil = come(visit, f"/watch/{room}#w={keys['watch']}", "Wil", "watch")
    expect(wil.locator("#sit")).to_be_hidden()
    # Nor at the address of a player.
    wil.goto(f"/t/{room}#w={keys['watch']}")
    wil.locator(WATCHER).wait_for()


@pytest.mark.sliced
def test_without_a_key_a_private_table_says_that_it_is_one(visit):
    _, room, _ = host(visit)
    for path in (f"/t/{room}", f"/watch/{room}", f"/t/{room}#p=AAAAAAAA"):
        page = visit(path, prepare=named("Eve"))
        panel = page.locator("#panel[data-kind=gone]")
        expect(panel.locator("h2")).to_have_text("This table is private")
        expect(panel.locator(".words")).to_have_text("Ask the host for a link.")
        assert panel.locator("button:visible").all_inner_texts() == ["Lobby"]
    page.click("#panel-lobby")
    page.locator("body[data-page=lobby]").wait_for()


@pytest.mark.sliced
def test_a_play_link_to_a_full_table_watches_and_says_so(visit):
    ann, room, keys = host(visit, seats=2)
    come(visit, f"/t/{room}#p={keys['play']}")
    cid = come(visit, f"/t/{room}#p={keys['play']}", "Cid", "watch")
    expect(cid.locator(".banner .why")).to_have_text("All seats are taken.")
    # A seat that becomes free can be taken.
    act(ann, "Ben", "kick")
    expect(cid.locator(".banner .why")).to_have_text("")
    cid.click("#sit")
    cid.locator(PLAYER).wait_for()


@pytest.mark.sliced
def test_a_locked_table_is_watched_and_says_so(visit):
    ann, room, keys = host(visit)
    ann.click("#lock")
    expect(ann.locator("#lock")).to_have_text("Unlock the table")
    told(ann, "The table is locked: nobody new can sit down.")
    cid = come(visit, f"/t/{room}#p={keys['play']}", "Cid", "watch")
    expect(cid.locator(".banner .why")).to_have_text("The table is locked: nobody new can sit down.")
    expect(cid.locator("#sit")).to_be_hidden()
    expect(cid.locator(".locked")).to_be_visible()
    ann.click("#lock")
    told(cid, "The table is no longer locked.")
    cid.click("#sit")
    cid.locator(PLAYER).wait_for()


# The invitation

@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("patience")
def test_the_host_hands_out_links_and_makes_them_void(visit, what):
    ann, room, keys = host(visit, what, permissions=["clipboard-read", "clipboard-write"])
    ann.click("#share")
    link = ann.locator(".sending input")
    expect(link).to_have_value(f"{ann.evaluate('origin')}/t/{room}#p={keys['play']}")
    expect(ann.get_by_role("img", name="QR code: Link to play")).to_be_visible()
    ann.locator(".sending .copy").click()
    told(ann, "Link copied.")
    assert ann.evaluate("navigator.clipboard.readText()") == link.input_value()
    ann.locator("label:has([name=way][value=watch])").click()
    expect(link).to_have_value(f"{ann.evaluate('origin')}/watch/{room}#w={keys['watch']}")
    expect(ann.get_by_role("img", name="QR code: Link to watch")).to_be_visible()
    ann.locator(".co-host summary").click()
    expect(ann.locator(".co-host input")).to_have_value(f"{ann.evaluate('origin')}/t/{room}#h={keys['host']}")
    assert violations(ann) == []
    ann.click(".void")
    told(ann, "The old links no longer work. Send the new ones.")
    expect(link).not_to_have_value(f"{ann.evaluate('origin')}/watch/{room}#w={keys['watch']}")
    page = visit(f"/t/{room}#p={keys['play']}", prepare=named("Ben"))
    expect(page.locator("#panel h2")).to_have_text("This table is private")
    come(visit, link.input_value(), "Wil", "watch")


@pytest.mark.sliced
def test_who_is_not_host_hands_out_what_they_may(visit):
    _, room, keys = host(visit)
    ben = come(visit, f"/t/{room}#p={keys['play']}")
    ben.click("#share")
    expect(ben.locator(".access-told")).to_have_text("Only people with a link can come.")
    expect(ben.locator(".sending input")).to_have_value(f"{ben.evaluate('origin')}/watch/{room}#w={keys['watch']}")
    for part in (".access", ".which", ".for-host"):
        expect(ben.locator(part)).to_be_hidden()


@pytest.mark.sliced
def test_the_host_opens_a_private_table_to_everybody(visit):
    ann, room, _ = host(visit)
    ann.click("#share")
    ann.locator("label:has([name=access][value=public])").click()
    expect(ann.locator("[name=access][value=public]")).to_be_checked()
    expect(ann.locator(".sending input")).to_have_value(f"{ann.evaluate('origin')}/t/{room}")
    ben = come(visit, f"/t/{room}")
    ben.click("#share")
    expect(ben.locator(".access-told")).to_have_text("Everybody can come: the table is listed in the lobby.")


@pytest.mark.parametrize("seats, levels", [(1, ["link", "public"]), (2, ["link", "public", "knock"])],
    ids=["one", "two"])
@pytest.mark.gate("two")
def test_a_host_lets_people_in_where_there_is_a_seat_for_them(visit, seats, levels):
    ann, _, _ = host(visit, seats=seats)
    ann.click("#share")
    offered = ann.locator("#about [name=access]:visible")
    expect(offered.first).to_be_checked()
    assert [it.get_attribute("value") for it in offered.all()] == levels


@pytest.mark.sliced
def test_a_host_link_makes_a_second_host(visit):
    _, room, keys = host(visit)
    cid = come(visit, f"/t/{room}#h={keys['host']}", "Cid")
    expect(cid.locator("#lock")).to_be_visible()


def test_a_private_table_is_in_nobodys_list_of_live_tables(visit):
    ann, room, _ = host(visit)
    lobby = visit("/")
    online(lobby)
    row = lobby.locator(f"#tables > li[data-room={room}]")
    _, other, _ = host(visit, access="public")
    expect(lobby.locator(f"#tables > li[data-room={other}]")).to_have_count(1)
    expect(row).to_have_count(0)
    ann.click("#share")
    for level, count in (("public", 1), ("link", 0)):
        ann.locator(f"label:has([name=access][value={level}])").click()
        expect(row).to_have_count(count)


@pytest.mark.sliced
def test_who_has_a_link_to_watch_may_ask_for_a_seat_where_the_host_lets_people_in(visit):
    ann, room, keys = host(visit)
    ben = come(visit, f"/watch/{room}#w={keys['watch']}", role="watch")
    expect(ben.locator("#sit")).to_be_hidden()
    ann.click("#share")
    ann.locator("label:has([name=access][value=knock])").click()
    ann.keyboard.press("Escape")
    ben.get_by_role("button", name="Ask for a seat").click()
    notice(ann, "knock").get_by_role("button", name="Let in").click()
    ben.locator(PLAYER).wait_for()


# Names with a menu

@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("board")
def test_the_host_removes_and_bans_and_lets_back_in(visit, what):
    ann, room, keys = host(visit, what)
    link = f"/t/{room}#p={keys['play']}"
    ben = come(visit, link)
    menu(ann, "Ben")
    assert violations(ann) == []
    ann.keyboard.press("Escape")
    act(ann, "Ben", "kick")
    told(ann, "Ben was removed from the table.")
    title = ben.locator("#panel h2, #gone-title")
    expect(title).to_have_text("You are no longer at this table")
    ben.reload()
    ben.locator(PLAYER).wait_for()
    act(ann, "Ben", "ban")
    told(ann, "Ben was banned from the table.")
    expect(title).to_have_text("You cannot come in here")
    ben.reload()
    expect(title).to_have_text("You cannot come in here")
    ann.click("#share")
    ann.locator(".bans li", has_text="Ben").get_by_role("button", name="Let back in").click()
    told(ann, "Ben can come back.")
    expect(ann.locator(".bans")).to_be_hidden()
    ben.reload()
    ben.locator(PLAYER).wait_for()


@pytest.mark.sliced
def test_who_opened_the_table_cannot_be_sent_away_and_a_host_may_pass_it_on(visit):
    ann, room, keys = host(visit)
    ben = come(visit, f"/t/{room}#p={keys['play']}")
    expect(ben.locator("#lock")).to_be_hidden()
    expect(ben.locator(".more:visible")).to_have_count(0)
    act(ann, "Ben", "pass")
    told(ben, "You are the host now.")
    told(ann, "Ben is the host now.")
    expect(ann.locator("#lock")).to_be_visible()  # who has opened a table is never without its tools
    act(ben, "Ann", "kick")
    told(ben, "The person who opened the table cannot be sent away.")
    expect(ann.locator(PLAYER)).to_be_attached()


@pytest.mark.sliced
def test_who_has_been_seated_longest_is_the_host_when_the_host_was_away_for_two_minutes(visit):
    ann, ben, cid = together(visit, 3)
    ann.close()
    expect(ben.locator("#lock")).to_be_visible(timeout=150_000)
    told(ben, "You are the host now.")
    told(cid, "Ben is the host now.")
    expect(cid.locator("#lock")).to_be_hidden()


# Knocking

@pytest.mark.parametrize("what", [pytest.param(KLONDIKE, id="patience"), pytest.param(FRUITS, id="board")])
@pytest.mark.gate("patience")
def test_who_knocks_watches_until_the_host_lets_them_in(visit, what):
    ann, room, _ = host(visit, what, access="knock")
    ben = visit(f"/t/{room}", prepare=named("Ben"))
    expect(notice(ben, "door")).to_contain_text("Waiting for the host to let you in")
    ben.locator(WATCHER).wait_for()
    expect(notice(ann, "knock")).to_contain_text("Ben wants to play here")
    expect(ann.locator("#say")).to_have_text("Ben wants to play here")
    assert violations(ann) == violations(ben) == []
    notice(ann, "knock").get_by_role("button", name="Let in").press("Enter")
    told(ben, "The host has let you in.")
    ben.locator(PLAYER).wait_for()
    expect(ann.locator(".notice")).to_have_count(0)
    expect(ben.locator(".notice")).to_have_count(0)


@pytest.mark.sliced
def test_a_refused_knock_says_so_and_may_be_tried_again(visit):
    ann, room, _ = host(visit, access="knock")
    ben = come(visit, f"/t/{room}", role="watch")
    notice(ann, "knock").get_by_role("button", name="Refuse").click()
    expect(ben.locator(".banner .why")).to_have_text("The host did not let you in.")
    expect(notice(ben, "door")).to_have_count(0)
    expect(ben.locator("#sit")).to_have_text("Ask again")
    # Too soon.
    ben.click("#sit")
    expect(ben.locator(".banner .why")).to_have_text("The host did not let you in.")
    expect(notice(ann, "knock")).to_have_count(0)


@pytest.mark.sliced
def test_a_knock_is_taken_back_and_asked_anew(visit):
    ann, room, _ = host(visit, access="knock")
    ben = come(visit, f"/t/{room}", role="watch")
    notice(ben, "door").get_by_role("button", name="Cancel").click()
    expect(ann.locator(".notice")).to_have_count(0)
    expect(ben.locator("#sit")).to_have_text("Ask for a seat")
    ben.click("#sit")
    expect(notice(ann, "knock")).to_contain_text("Ben wants to play here")


@pytest.mark.parametrize("end, words", [("late", "The host has not answered.")])
@pytest.mark.sliced
def test_a_knock_that_nobody_answers_is_told(visit, end, words):
    _, room, _ = host(visit, access="knock")
    aside = Aside("Ben")
    ben = come(visit, f"/t/{room}", role="watch", prepare=aside)
    notice(ben, "door").wait_for()
    aside.say(t="knock", r=room, end=end)
    expect(ben.locator(".banner .why")).to_have_text(words)
    expect(ben.locator("#sit")).to_have_text("Ask again")


# Questions to all

def together(visit, number=2, **options):
    """Ann, and others who play with her."""
    ann, room, keys = host(visit, **options)
    others = [come(visit, f"/t/{room}#p={keys['play']}", name) for name in ("Ben", "Cid")[:number - 1]]
    for page in (ann, *others):
        expect(page.locator("#seats li")).to_have_count(number)
    return ann, *others


def test_a_new_deal_needs_the_others_and_they_say_yes(visit):
    ann, ben, cid = together(visit, 3)
    ask_deal(ann)
    expect(notice(ann, "question")).to_contain_text("You want a new deal. Waiting for Ben and Cid.")
    for page in (ben, cid):
        expect(notice(page, "question")).to_contain_text("Ann wants a new deal.")
        expect(page.locator("#say")).to_have_text("Ann wants a new deal.")
        expect(notice(page, "question").locator(".clock b")).to_be_visible()
    assert violations(ann) == violations(ben) == []
    # Nothing waits for it.
    before = int(ben.get_attribute("#board", "data-version"))
    ben.locator("#stock").click()
    ben.locator(f"#board[data-version='{before + 1}'][data-settled=true]").wait_for()
    notice(ben, "question").get_by_role("button", name="Yes").click()
    expect(notice(ben, "question")).to_contain_text("Waiting for Cid.")
    expect(notice(ann, "question")).to_contain_text("Waiting for Cid.")
    notice(cid, "question").get_by_role("button", name="Yes").click()
    for page in (ann, ben, cid):
        told(page, "Everybody said yes.")
        expect(page.locator(".notice")).to_have_count(0)
        expect(page.locator("#moves")).to_have_text("0")


@pytest.mark.sliced
def test_the_same_deal_begins_again_when_the_others_say_yes(visit):
    ann, ben = together(visit)
    press_stock(ann)
    for page in (ann, ben):
        expect(page.locator("#moves")).to_have_text("1")
    ben.click("#new-game")
    ben.click("#restart")
    expect(notice(ben, "question")).to_contain_text("You want to start this deal over.")
    expect(notice(ann, "question")).to_contain_text("Ben wants to start this deal over.")
    for page in (ann, ben):
        expect(page.locator("#moves")).to_have_text("1")
    notice(ann, "question").get_by_role("button", name="Yes").click()
    for page in (ann, ben):
        told(page, "Everybody said yes.")
        expect(page.locator("#moves")).to_have_text("0")
    ben.click("#undo")
    expect(ann.locator("#moves")).to_have_text("1")


@pytest.mark.sliced
def test_a_new_deal_is_refused_or_taken_back(visit):
    ann, ben = together(visit)
    ask_deal(ben)
    notice(ann, "question").get_by_role("button", name="No").click()
    told(ben, "Ann said no. The game goes on.")
    told(ann, "You said no. The game goes on.")
    expect(ben.locator(".notice")).to_have_count(0)
    untold(ann)
    ask_deal(ben)
    notice(ben, "question").get_by_role("button", name="Withdraw").click()
    told(ann, "The question was withdrawn. The game goes on.")
    expect(ann.locator(".notice")).to_have_count(0)


@pytest.mark.sliced
def test_a_second_question_waits_for_the_first(visit):
    ann, ben = together(visit)
    ask_deal(ann)
    notice(ben, "question").wait_for()
    ask_deal(ben)
    told(ben, "Another question is still open. Answer that one first.")


@pytest.mark.sliced
def test_a_question_that_is_not_answered_in_time_blames_nobody(visit):
    aside = Aside("Ann")
    ann, room, _ = host(visit, prepare=aside)
    aside.say(t="question", r=room, n=3, by=1, game="spider1", deal={"kind": "sealed"}, ms=20000, of=[0], yes=[])
    expect(notice(ann, "question")).to_contain_text("Somebody wants to play another game: Spider, one suit.")
    aside.say(t="question", r=room, n=3, end="late")
    told(ann, "Not everybody has answered in time. The game goes on.")
    expect(ann.locator(".notice")).to_have_count(0)


# What a page is told in the server's place

def test_who_came_with_a_key_comes_again_with_it_when_the_server_does_not_know_them(visit):
    ann, room, keys = host(visit)
    aside = Aside("Ben")
    ben = come(visit, f"/watch/{room}#w={keys['watch']}", role="watch", prepare=aside)
    aside.say(t="gone", r=room, why="key")
    press_stock(ann)
    ben.locator(WATCHER + f"[data-version='{settled(ann, 2)}']").wait_for()
    expect(ben.locator("#panel")).to_be_hidden()


@pytest.mark.parametrize("no, words", [
    ({"code": "role", "why": "openerAway"},
     "The person who opened this table is away, and their game goes on. Open a table of your own for another one."),
    ({"code": "leased", "why": "question"}, "Another question is still open. Answer that one first."),
])
@pytest.mark.sliced
def test_a_refused_deal_is_told_in_one_sentence(visit, no, words):
    aside = Aside("Ann")
    ann, _, _ = host(visit, prepare=aside)
    aside.refuse["cmd"] = no
    ask_deal(ann)
    told(ann, words)
    expect(ann.locator(PLAYER)).to_be_attached()


@pytest.mark.parametrize("why, words", [
    ("hostAway", "Nobody is there who could let you in."), ("refused", "The host did not let you in.")])
@pytest.mark.sliced
def test_a_door_that_stays_shut_is_watched_from_outside(visit, why, words):
    _, room, _ = host(visit, access="knock")
    aside = Aside("Ben")
    aside.refuse["sub", "play"] = {"code": "role", "why": why}
    ben = come(visit, f"/t/{room}", role="watch", prepare=aside)
    expect(ben.locator(".banner .why")).to_have_text(words)
    del aside.refuse["sub", "play"]
    ben.locator("#sit", has_text="Ask again").click()
    notice(ben, "door").wait_for()


@pytest.mark.sliced
def test_too_many_wrong_links_are_told_and_may_be_tried_again(visit):
    _, room, keys = host(visit)
    aside = Aside("Ben")
    aside.refuse["sub", "play"] = {"code": "rate", "ms": 9000}
    ben = visit(f"/t/{room}#p={keys['play']}", prepare=aside)
    expect(ben.locator("#panel h2")).to_have_text("That was too often")
    del aside.refuse["sub", "play"]
    ben.click("#panel-again")
    ben.locator(PLAYER).wait_for()


@pytest.mark.sliced
def test_a_knock_is_seen_above_an_open_dialog(visit):
    aside = Aside("Ann")
    ann, room, _ = host(visit, prepare=aside)
    ann.click("#share")
    aside.say(t="rights", r=room, host=True, knocks=[[3, "Ben"]])
    told(ann, "Ben wants to play here")
    expect(ann.locator("#about .said")).to_have_text("Ben wants to play here")
    ann.keyboard.press("Escape")
    notice(ann, "knock").get_by_role("button", name="Refuse").focus()
    aside.say(t="rights", r=room, host=True)
    expect(ann.locator("h1")).to_be_focused()


# Every width and theme

@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.sliced
def test_the_invitation_on_a_phone(visit, scheme):
    ann, _, _ = host(visit, viewport={"width": 360, "height": 640}, has_touch=True, color_scheme=scheme)
    ann.tap("#share")
    ann.locator(".qr path[d]").wait_for(state="attached")
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ann.locator("#about").evaluate("it => it.scrollWidth <= it.clientWidth")
    assert violations(ann) == []
