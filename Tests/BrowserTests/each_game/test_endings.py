"""How a game ends: the cascade of a finish, the celebration, and the panel that leaves the cards to be seen."""

import pytest
from playwright.sync_api import expect

from table import GAME, settled, until
from test_accessibility import FAST, at, stuck, won

NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1440, "height": 900}

# When each card that flies will be home, in milliseconds after it was told to go.
HOME = """() => [...document.querySelectorAll(".card.flying")].flatMap((card) => card.getAnimations()
  .filter((it) => it.effect.getKeyframes().some(({ transform }) => transform)).map((it) => it.effect.getTiming())
  .map(({ delay, duration }) => delay + duration)).sort((a, b) => a - b)"""

# The stock, the waste and the cards of some handles that the panel covers.
COVERED = """(moved) => {
  const box = document.querySelector("#panel").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".pile.stock, .pile[data-in=waste], .card")].filter((it) =>
    it.matches(".pile, [data-in=stock], [data-in=waste]") || moved.includes(Number(it.dataset.handle)));
  return seen.filter((it) => {
    const rect = it.matches(".pile") ? it.querySelector(".slot").getBoundingClientRect() : it.getBoundingClientRect();
    return rect.left < box.right - 1 && rect.right > box.left + 1 && rect.top < box.bottom - 1
      && rect.bottom > box.top + 1;
  }).map((it) => it.id || it.dataset.in);
}"""


def finishing(visit, server, **options):
    """A page whose game can be finished, and is not yet."""
    page = at(visit, won(server, GAME["moves"][:-1]), "baize", **options)
    settled(page)
    expect(page.locator("#finish")).to_be_visible()
    return page


@FAST
def test_a_finish_is_a_cascade_that_a_key_or_a_press_ends(visit, server):
    page = finishing(visit, server, reduced_motion="no-preference")
    page.locator("#finish").click()
    until(page, lambda: len(page.evaluate(HOME)) > 10)
    homes = page.evaluate(HOME)
    assert 1500 <= homes[-1] <= 2500 and homes == sorted(set(homes)), homes
    expect(page.locator("#panel")).to_be_hidden()
    version = page.get_attribute("#board", "data-version")
    page.keyboard.press("z")
    # That ended the flights and undid nothing; then the win is celebrated, until a press ends that, too.
    page.locator(".card.leaping").first.wait_for()
    assert page.evaluate(HOME) == []
    page.mouse.click(5, 400)
    page.locator("#panel[data-kind=won]").wait_for()
    assert page.locator(".card.leaping").count() == 0
    assert page.get_attribute("#board", "data-version") == version
    expect(page.locator("#panel h2")).to_be_focused()


@FAST
@pytest.mark.sliced
def test_a_celebration_ends_by_itself(visit, server):
    page = finishing(visit, server, reduced_motion="no-preference")
    page.locator("#finish").click()
    page.locator(".card.leaping").first.wait_for()
    expect(page.locator("#panel")).to_be_hidden()
    page.locator("#panel[data-kind=won]").wait_for()
    assert page.locator(".card.leaping").count() == 0


@FAST
def test_under_reduced_motion_a_finish_is_still(visit, server):
    page = finishing(visit, server)
    page.evaluate("""() => {
      window.moved = 0;
      new MutationObserver(() => { moved += document.querySelectorAll(".flying, .leaping").length; })
        .observe(document.querySelector("#board"), { subtree: true, attributes: true, attributeFilter: ["class"] });
    }""")
    page.locator("#finish").click()
    page.locator("#panel[data-kind=won]").wait_for()
    assert page.evaluate("moved") == 0


@FAST
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.gate("narrow")
def test_the_panel_of_a_win_leaves_stock_waste_and_the_last_move_to_be_seen(visit, server, size):
    page = finishing(visit, server, viewport=size)
    page.locator("#finish").click()
    page.locator("#panel[data-kind=won]").wait_for()
    kings = page.evaluate("[...document.querySelectorAll('.card[data-face^=K]')].map((it) => +it.dataset.handle)")
    assert len(kings) == 4 and page.evaluate(COVERED, kings) == []
    page.set_viewport_size({"width": size["height"], "height": size["width"]})
    page.wait_for_timeout(100)
    assert page.evaluate(COVERED, []) == []


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.gate("narrow")
def test_so_does_the_panel_where_no_move_is_left_with_one_thing_to_do_best(visit, server, size):
    page = stuck(visit, server, viewport=size)
    last = page.evaluate("Number([...document.querySelectorAll('.card[data-in=waste]')].sort((a, b) => "
                         "a.dataset.index - b.dataset.index).at(-1).dataset.handle)")
    assert page.evaluate(COVERED, [last]) == []
    assert page.locator("#panel .primary:visible").all_inner_texts() == ["Undo"]
    expect(page.locator("#panel h2")).to_have_text("No moves left")
