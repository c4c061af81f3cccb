"""The page in its languages: which one it speaks, that nothing is left in English, and that it runs both ways."""

import json
import re

import pytest
from playwright.sync_api import expect

from boards import SETTLED as BOARD_SETTLED
from boards import named, online, open_kind, violations
from table import open_table, options, settled, watch_path

LANGUAGES = {"en": "en", "de": "de", "es": "es", "zh": "zh-Hans", "xb": "ar-XB"}
PROMISE = {
    "en": "Play patience, alone or with others", "de": "Patiencen legen, allein oder gemeinsam",
    "es": "Juega solitarios, por tu cuenta o en compañía", "zh": "玩接龙纸牌，独自玩、一起玩都行",
}
# What is the same in every language: the program's name, and what others wrote or drew.
NOT_OURS = ".brand, code, svg, #tables .who, #seats, .item, .region h2, .region h3, .region .empty, .capacity"

# Around each text of the mirrored words.
MARK, END = "\u202e", "\u202c"

# Texts that are read or heard and did not come from the catalogue of mirrored words, each of which is marked.
UNMARKED = """(notOurs) => {
  const ours = (element) => element && !element.closest(notOurs);
  // Marked texts may be put into marked texts: what is left without all of them is bare.
  const bare = (text) => {
    const without = (text ?? "").replace(/\\u202e[^\\u202e\\u202c]*\\u202c/g, "");
    return without === (text ?? "") ? /[a-z]{2}/i.test(without) : bare(without);
  };
  const seen = (element) => element.checkVisibility?.() ?? true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element.closest("script, style, noscript, template, pre, textarea") || !seen(element)) continue;
    if (ours(element) && bare(walker.currentNode.data)) found.push(walker.currentNode.data.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      if (ours(element) && bare(element.getAttribute(name))) found.push(`${name}: ${element.getAttribute(name)}`);
    }
  }
  if (bare(document.title)) found.push(`document: ${document.title}`);
  return found;
}"""


def unmarked(page):
    return page.evaluate(UNMARKED, NOT_OURS)


def speak(page, language):
    """Chooses a language as the settings do."""
    page.evaluate("""async (language) => {
      const { settings } = bundled["/js/settings.js"];
      settings.set("language", language);
    }""", language)
    page.locator(f"html[lang='{LANGUAGES[language]}']").wait_for(state="attached")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.gate("xb")
def test_the_lobby_and_the_rules_are_for_everybody_in_each_language(visit, code):
    page = visit(f"/?lang={code}")
    expect(page.locator("#open-table")).to_be_enabled()
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[code])
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if code == "xb" else "ltr")
    if code in PROMISE:
        expect(page.locator("h1")).to_have_text(PROMISE[code])
    assert violations(page) == []
    assert fits(page)
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert fits(page), width
    for path in ("/rules", "/rules/klondike1"):
        page.goto(f"{path}?lang={code}")
        page.locator(".rules-body :is(li a, svg)").first.wait_for()
        assert violations(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert fits(page), path


@pytest.mark.parametrize("locale, tag", [("de-AT", "de"), ("es-419", "es"), ("zh-TW", "zh-Hans"), ("fr-FR", "en")])
@pytest.mark.sliced
def test_it_speaks_what_the_browser_prefers_if_it_can(visit, locale, tag):
    page = visit("/", locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", tag)


@pytest.mark.sliced
def test_words_that_do_not_come_leave_english(visit):
    def prepare(page):
        page.route("**/words/de.json", lambda route: route.abort())

    page = visit("/", locale="de-DE", prepare=prepare, expects_errors=True)
    expect(page.locator("h1")).to_have_text(PROMISE["en"])
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.sliced
def test_a_language_that_does_not_come_leaves_the_one_that_is_spoken(visit):
    page = visit("/", expects_errors=True)
    speak(page, "de")
    page.route("**/words/es.json", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.evaluate("""async () => bundled["/js/settings.js"].settings.set("language", "es")""")
    page.evaluate("""async () => bundled["/js/settings.js"].settings.set("large", true)""")
    expect(page.locator("h1")).to_have_text(PROMISE["de"])
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_another_language_comes_at_once_and_keeps_what_was_done(visit):
    page = visit("/")
    online(page)
    page.evaluate("() => { window.neverReloaded = true; }")
    page.locator("label:has(input[name=game][value=freecell])").click()
    options(page)
    page.fill("#your-name", "Ann")
    page.fill(".find-game input", "freecell")
    for code in ("de", "zh", "es", "en"):
        speak(page, code)
        expect(page.locator("h1")).to_have_text(PROMISE[code])
        expect(page.locator("input[name=game][value=freecell]")).to_be_checked()
        expect(page.locator("#your-name")).to_have_value("Ann")
        expect(page.locator(".find-game input")).to_have_value("freecell")
    assert page.evaluate("window.neverReloaded") is True


@pytest.mark.sliced
def test_at_a_table_too_which_is_not_left(visit):
    page = visit("/")
    room = open_table(page, deal=7)
    version = settled(page)
    speak(page, "de")
    expect(page.locator("h1.title")).to_have_text("Klondike, 1 Karte · Spiel Nr. 7")
    assert page.title().startswith("Klondike, 1 Karte · Spiel Nr. 7")
    names = page.locator(".card[role=button]").evaluate_all("(all) => all.map((it) => it.ariaLabel)")
    assert names and all(re.match(r"(Kreuz|Karo|Herz|Pik) (Ass|\d+|Bube|Dame|König), ", name) for name in names), names
    assert page.get_attribute("#board", "data-room") == room
    assert settled(page) == version
    speak(page, "en")
    expect(page.locator("h1.title")).to_have_text("Klondike, draw 1 · deal 7")


@pytest.mark.sliced
def test_nothing_on_any_page_is_left_in_english(visit):
    page = visit("/?lang=xb")
    page.locator("#new-table .games label").first.wait_for()
    online(page)
    options(page)
    page.locator(".examples summary").click()
    assert unmarked(page) == []
    page.locator(".tile[data-kind=own]").click()
    assert unmarked(page) == []
    page.locator("#own-board .close").click()
    page.locator("#open-settings").click()
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    page.goto("/rules/klondike1?lang=xb")
    page.locator(".rules-body svg").wait_for()
    assert unmarked(page) == []


def test_nor_at_a_table_or_a_board(visit):
    page = visit("/?lang=xb")
    open_table(page, deal=7)
    assert unmarked(page) == []
    page.locator("#share").click()
    assert unmarked(page) == []
    board = visit("/?lang=xb")
    open_kind(board, "free-piles")
    board.locator(BOARD_SETTLED).wait_for()
    # What a board is called, its author has said.
    name = board.locator("h1.title").inner_text()
    assert [text for text in unmarked(board) if text != name] == []


@pytest.mark.sliced
def test_nor_of_somebody_who_is_away_nor_on_a_panel(visit, server):
    player = visit("/", prepare=named("Ann"), expects_errors=True)
    room = open_table(player, deal=7)
    page = visit(watch_path(player).replace("#", "?lang=xb#"), expects_errors=True)
    watched = page.locator(".banner span")
    expect(watched).to_have_text(f"{MARK}Watching Ann{END}")
    player.close()
    # All of it is marked, also what is put in.
    expect(watched).to_have_text(f"{MARK}Watching {MARK}Ann (away){END}{END}")
    page.locator("#share").click()
    assert unmarked(page) == []
    server.kill()
    server.forget()
    server.start()
    page.locator("#panel[data-kind=gone]").wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert unmarked(page) == []


@pytest.mark.sliced
def test_a_panel_that_stands_is_written_anew(visit, server):
    page = visit("/t/rNothing9")
    page.locator("#panel[data-kind=gone]").wait_for()
    english = page.locator("#panel").inner_text()
    speak(page, "de")
    assert page.locator("#panel h2").inner_text() == "Dieser Tisch ist geschlossen"
    assert page.locator("#panel-lobby").inner_text() == "Lobby"
    speak(page, "en")
    assert page.locator("#panel").inner_text() == english


@pytest.mark.sliced
def test_from_right_to_left_the_page_is_a_mirror_image(visit):
    edges = {}
    for code in ("en", "xb"):
        page = visit(f"/?lang={code}", viewport={"width": 1440, "height": 900})
        page.locator("#new-table .games label").first.wait_for()
        edges[code] = page.evaluate("""() => Object.fromEntries([".brand", "#connection", ".lobby > .box", ".mine"].map(
          (it) => [it, document.querySelector(it).getBoundingClientRect()]))""")
    width = 1440
    for name, box in edges["en"].items():
        mirrored = edges["xb"][name]
        near_start = box["left"] < width - box["right"]
        assert (mirrored["left"] > width - mirrored["right"]) == near_start, json.dumps([name, box, mirrored])


@pytest.mark.sliced
def test_a_language_that_is_chosen_counts_more_than_the_one_in_the_address(visit):
    page = visit("/?lang=de&game=freecell")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.click("#open-settings")
    page.select_option("#settings [name=language]", "es")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.evaluate("location.search") == "?game=freecell"
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "es")


@pytest.mark.sliced
def test_the_tools_lie_on_the_side_of_the_hand_whichever_way_the_words_run(visit):
    for code in ("en", "xb"):
        page = visit(f"/?lang={code}", viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
        open_table(page, deal=7)
        for hand in ("right", "left"):
            page.evaluate("""async (hand) => bundled["/js/settings.js"].settings.set("hand", hand)""", hand)
            page.click("#open-lines")
            for part in (".tools", "#lines[open]"):
                box = page.locator(part).bounding_box()
                assert (box["x"] > 600) == (hand == "right"), (code, hand, part, box)
            page.keyboard.press("Escape")
