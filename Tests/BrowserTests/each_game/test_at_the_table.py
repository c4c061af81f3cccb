"""What a table shows besides its cards: how they come in and settle, who watches, the connection, keys at the start."""

import pytest
from playwright.sync_api import expect

from boards import violations
from table import drag, open_table, settled, watch_path

# Where flights begin, how many there are, and when the last one ends.
FLIGHTS = """() => {
  const flights = [...document.querySelectorAll(".card.flying")].flatMap((card) => card.getAnimations());
  const first = (it) => it.effect.getKeyframes()[0].transform;
  const end = ({ delay, duration }) => delay + duration;
  const ends = flights.map((it) => end(it.effect.getTiming()));
  return [[...new Set(flights.map(first))], flights.length, Math.max(0, ...ends)];
}"""


def test_dealt_cards_come_in_from_the_stock_and_soon_lie_there(visit):
    page = visit("/", reduced_motion="no-preference")
    page.evaluate(f"""() => {{
      window.flights = [];
      new MutationObserver(() => {{ window.flights.push(({FLIGHTS})()); }})
        .observe(document.querySelector("#main"), {{ subtree: true, attributes: true, attributeFilter: ["class"] }});
    }}""")
    open_table(page, deal=7)
    begin, count, end = page.evaluate("window.flights.reduce((a, b) => (b[1] > a[1] ? b : a))")
    stock = page.locator(".pile.stock").evaluate("(it) => it.style.transform")
    assert begin == [stock] and count >= 20, (begin, stock, count)
    assert end <= 1500, end


def test_under_reduced_motion_dealt_cards_are_there_at_once(visit):
    page = visit("/", reduced_motion="reduce")
    page.evaluate("""() => {
      window.flew = 0;
      new MutationObserver(() => { window.flew += document.querySelectorAll(".flying, .settling").length; })
        .observe(document.querySelector("#main"), { subtree: true, attributes: true, attributeFilter: ["class"] });
    }""")
    open_table(page, deal=166383)
    version = settled(page)
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert page.evaluate("window.flew") == 0


def test_a_dropped_card_settles(visit):
    page = visit("/", reduced_motion="no-preference")
    open_table(page, deal=166383)
    version = settled(page)
    page.evaluate("""() => {
      window.settled = new Set();
      new MutationObserver(() => {
        for (const { id } of document.querySelectorAll(".card.settling")) window.settled.add(id);
      }).observe(document.querySelector("#board"), { subtree: true, attributes: true, attributeFilter: ["class"] });
    }""")
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert page.evaluate("[...window.settled]") == ["card-27"]
    assert page.locator(".settling").count() == 0


@pytest.mark.parametrize("seats", [1, 3])
def test_who_watches_has_no_dead_buttons_and_one_row_between_the_bars(visit, seats):
    player = visit("/")
    if seats == 1:
        open_table(player, deal=7)
    else:
        player.locator("#connection[data-state=online]").wait_for(state="attached")
        player.fill("#new-seats", str(seats))
        player.locator(".tile[data-kind=solitaire]").click()
        settled(player)
    watcher = visit(watch_path(player), viewport={"width": 390, "height": 844})
    settled(watcher)
    tools = watcher.locator(".tools button:visible")
    assert tools.all_inner_texts() == ["History", "Invite"]
    assert watcher.locator(".tools :is(button:disabled, [aria-disabled=true]):visible").count() == 0
    row = watcher.locator(".around").bounding_box()
    assert row["height"] <= 52, row
    assert violations(watcher) == []
    sit = watcher.locator("#sit")
    if seats == 1:
        expect(watcher.locator(".banner")).to_contain_text("Watching Guest")
        expect(sit).to_be_hidden()
    else:
        expect(sit).to_have_text("Take a seat")
        sit.click()
        watcher.locator("#board[data-role=player]").wait_for()
    expect(player.locator(".banner")).to_be_hidden()


def test_the_connection_is_a_dot_while_it_is_healthy_and_words_when_it_is_not(visit, server):
    page = visit("/", expects_errors=True)
    open_table(page, deal=7)
    pill = page.locator("#connection")
    expect(page.get_by_role("button", name="connected")).to_be_visible()
    assert pill.bounding_box()["width"] <= 32
    assert pill.locator("span").bounding_box()["width"] <= 1
    server.kill()
    expect(pill).to_have_text("reconnecting…")
    assert pill.locator("span").bounding_box()["width"] > 40
    server.start()
    page.locator("#connection[data-state=online]").wait_for()
    assert pill.bounding_box()["width"] <= 32


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowDown"])
def test_arrow_keys_work_right_after_a_deal(visit, key):
    page = visit("/")
    open_table(page, deal=7)
    on_board = "document.activeElement.closest('#board') !== null"
    assert not page.evaluate(on_board)
    page.keyboard.press(key)
    assert page.evaluate(on_board)
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press(key)
    assert page.evaluate(on_board) and page.evaluate("document.activeElement.id") != first
    # And after another deal from the button, by keyboard.
    page.locator("#new-game").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1.title")).to_contain_text("deal 8")
    settled(page)
    page.keyboard.press(key)
    assert page.evaluate(on_board)


def test_f_in_a_game_without_foundations_says_so_where_it_is_seen(visit):
    page = visit("/")
    open_table(page, "golf", deal=7)
    page.keyboard.press("f")
    expect(page.locator(".toast")).to_have_text("This game has no foundations.")
    page.locator("a.brand").click()
    page.locator("#new-table").wait_for()
    expect(page.locator(".toast")).to_have_count(0)
    open_table(page, "klondike1", deal=7)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("f")
    expect(page.locator(".toast")).to_have_count(0)
