"""The settings: a dialog on every page whose choices hold at once, in every tab of a guest, and only for that guest."""

import pytest
from playwright.sync_api import expect

from boards import violations
from table import board, open_table, options, press_stock, settled

DIALOG = "#settings[open]"
# Counts the sources of sound that the page makes, and what they are asked to play.
COUNT_SOUNDS = """
  window.heard = { contexts: 0, voices: 0 };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor() { super(); heard.contexts += 1; }
    createGain() { heard.voices += 1; return super.createGain(); }
  };
"""


def open_settings(page):
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.click("#open-settings")
    page.locator(DIALOG).wait_for()


def choose(page, name, value):
    page.locator(f'{DIALOG} label:has(input[name={name}][value="{value}"])').click()


def switch(page, name):
    page.locator(f"{DIALOG} label:has(input[name={name}])").click()


def close(page):
    page.keyboard.press("Escape")
    page.locator(DIALOG).wait_for(state="hidden")


def root(page, name):
    return page.evaluate("(name) => document.documentElement.dataset[name] ?? null", name)


def test_every_control_shows_and_sets_its_setting(visit):
    page = visit("/")
    open_settings(page)
    named = page.locator(f"{DIALOG} [name]").evaluate_all(
        "(all) => [...new Set(all.map((control) => control.name))]")
    settings = "const { settings } = bundled['/js/settings.js'];"
    keys = page.evaluate("async () => (await import('/js/settings/values.js')).KEYS")
    assert sorted(named) == sorted(keys)
    choices = page.evaluate("async () => (await import('/js/settings/values.js')).CHOICES")
    for key in ["theme", "back", "colours", "hand", "oneTap", "auto"]:
        for value in [*choices[key][1:], choices[key][0]]:
            choose(page, key, value)
            assert page.evaluate(f"async (key) => {{ {settings} return settings.get(key); }}", key) == value
            assert page.locator(f"{DIALOG} [name={key}]:checked").get_attribute("value") == value
    for key in ["large", "sound", "timed", "timer", "letters", "motion"]:
        for _ in range(2):
            was = page.evaluate(f"async (key) => {{ {settings} return settings.get(key); }}", key)
            switch(page, key)
            assert page.evaluate(f"async (key) => {{ {settings} return settings.get(key); }}", key) != was


@pytest.mark.sliced
def test_keys_are_enough(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.focus("#open-settings")
    page.keyboard.press("Enter")
    page.locator(DIALOG).wait_for()
    page.keyboard.press("Tab")
    expect(page.locator(f"{DIALOG} .close")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(f"{DIALOG} [name=theme][value=auto]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert root(page, "theme") == "light"
    for _ in range(30):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog')"
                               " !== null")
        assert inside, "the focus left the dialog"
    close(page)
    expect(page.locator("#open-settings")).to_be_focused()


def test_a_choice_is_kept_and_holds_in_the_other_tab(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    other = page.context.new_page()
    other.goto("/")
    other.locator("#connection[data-state=online]").wait_for(state="attached")
    open_settings(page)
    choose(page, "theme", "dark")
    choose(page, "colours", "4")
    expect(other.locator("html[data-theme=dark][data-colours='4']")).to_be_attached()
    page.reload()
    expect(page.locator("html[data-theme=dark][data-colours='4']")).to_be_attached()
    # Another guest of this browser has settings of their own.
    page.evaluate("localStorage.removeItem('baize.tok')")
    page.reload()
    expect(page.locator("html[data-colours='2']:not([data-theme])")).to_be_attached()


@pytest.mark.sliced
def test_the_theme_is_there_before_anything_is_painted(visit):
    page = visit("/")
    open_settings(page)
    choose(page, "theme", "contrast")
    errors = []
    seen = page.context.new_page()
    seen.on("console", lambda message: errors.append(message.text))
    seen.on("pageerror", lambda error: errors.append(str(error)))
    seen.route("**/js/main.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    seen.goto("/")
    assert root(seen, "theme") == "contrast"
    assert errors == []


@pytest.mark.sliced
def test_a_game_goes_on_under_the_dialog(visit):
    page = visit("/")
    open_table(page, deal=7)
    press_stock(page)
    version = settled(page, settled(page))
    before = (board(page), page.get_attribute("#board", "data-hash"))
    open_settings(page)
    # What keys mean on the table they do not mean here, wherever one has pressed.
    page.locator("#settings h2").click()
    page.keyboard.press("d")
    page.keyboard.press("z")
    for value in ["stars", "plain"]:
        choose(page, "back", value)
    choose(page, "theme", "light")
    choose(page, "colours", "4")
    close(page)
    settled(page, version)
    assert (board(page), page.get_attribute("#board", "data-hash")) == before
    assert root(page, "back") == "plain"
    press_stock(page)
    settled(page, version + 1)


def test_letters_act_on_the_table_and_nowhere_else_and_can_be_switched_off(visit):
    page = visit("/", reduced_motion="reduce")
    open_table(page, deal=7)
    version = settled(page)
    page.focus("#open-settings")
    page.keyboard.press("d")
    page.focus("a.brand")
    for key in "dlh":
        page.keyboard.press(key)
    assert settled(page) == version
    expect(page.locator("dialog[open], .toast")).to_have_count(0)
    # After a press on a tool with the mouse the keys still act on the table.
    page.focus('#board [tabindex="0"]')
    page.mouse.click(*(page.locator("#undo").bounding_box()[it] + 5 for it in "xy"))
    page.keyboard.press("d")
    version = settled(page, version + 1)
    open_settings(page)
    switch(page, "letters")
    close(page)
    page.focus('#board [tabindex="0"]')
    for key in "dmfhlzy":
        page.keyboard.press(key)
    expect(page.locator("dialog[open], .toast")).to_have_count(0)
    assert settled(page) == version
    page.keyboard.press("Control+z")
    version = settled(page, version + 1)
    page.focus("#share")
    page.keyboard.press("Control+y")
    version = settled(page, version + 1)
    page.click("#open-lines")
    page.keyboard.press("l")
    page.locator("#lines[open]").wait_for()


@pytest.mark.sliced
def test_what_new_tables_do_by_themselves_is_chosen_in_the_lobby_at_once(visit):
    page = visit("/")
    open_settings(page)
    choose(page, "auto", "all")
    close(page)
    expect(page.locator("#new-table select[name=auto]")).to_have_value("all")
    options(page)
    # What was chosen for the next table stands when another setting changes.
    page.select_option("#new-table select[name=auto]", "safe")
    open_settings(page)
    choose(page, "theme", "dark")
    close(page)
    expect(page.locator("#new-table select[name=auto]")).to_have_value("safe")


@pytest.mark.sliced
def test_no_words_are_fetched_but_for_another_language(visit):
    asked = []
    page = visit("/", locale="de-DE", prepare=lambda page: page.route(
        "**/words/*.json", lambda route: (asked.append(route.request.url.rsplit("/")[-1]), route.continue_())))
    expect(page.locator("html[lang=de]")).to_be_attached()
    open_settings(page)
    choose(page, "theme", "dark")
    switch(page, "large")
    page.select_option(f"{DIALOG} [name=language]", "es")
    expect(page.locator("html[lang=es]")).to_be_attached()
    page.select_option(f"{DIALOG} [name=language]", "auto")
    expect(page.locator("html[lang=de]")).to_be_attached()
    assert asked == ["de.json", "es.json"]


@pytest.mark.sliced
def test_less_motion_by_the_setting_alone(visit):
    page = visit("/", reduced_motion="no-preference")
    open_settings(page)
    switch(page, "motion")
    close(page)
    open_table(page, deal=7)
    version = settled(page)
    page.evaluate("""() => { window.moved = 0; const real = Element.prototype.animate;
                    Element.prototype.animate = function (...all) { moved += 1; return real.apply(this, all); }; }""")
    press_stock(page)
    settled(page, version + 1)
    assert page.evaluate("moved") == 0
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("on", [False, True])
@pytest.mark.sliced
def test_sounds_are_heard_only_where_they_were_asked_for(visit, on):
    page = visit("/", prepare=lambda page: page.add_init_script(COUNT_SOUNDS))
    open_settings(page)
    if on:
        switch(page, "sound")
        assert page.evaluate("heard.voices") > 0, "turning sounds on plays one"
    close(page)
    open_table(page, deal=7)
    version = settled(page)
    before = page.evaluate("heard.voices")
    press_stock(page)
    settled(page, version + 1)
    assert page.evaluate("heard.contexts") == (1 if on else 0)
    assert (page.evaluate("heard.voices") > before) == on


@pytest.mark.sliced
def test_no_sound_before_somebody_pressed_something(visit):
    page = visit("/", prepare=lambda page: page.add_init_script(COUNT_SOUNDS))
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.evaluate("""async () => {
      bundled['/js/settings.js'].settings.set('sound', true);
      bundled['/js/sound/sound.js'].sound.play('win');
    }""")
    assert page.evaluate("heard.contexts") == 0
    page.keyboard.press("Shift")
    page.evaluate("async () => bundled['/js/sound/sound.js'].sound.play('win')")
    assert page.evaluate("heard.contexts") == 1


@pytest.mark.sliced
def test_a_question_mark_lists_the_keys(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.get_by_role("searchbox").press("?")
    expect(keys).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    open_table(page)
    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    for text in ("Turn the stock", "Undo", "Move history", "Pick up, and put down"):
        expect(keys.get_by_text(text, exact=True)).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.click("#share")
    rules, ours = (page.locator(it).evaluate("(it) => getComputedStyle(it).color")
                   for it in ("#rules", "#about .open-keys"))
    assert rules == ours, "links of ours look like ours"
    page.locator("#about .open-keys").click()
    expect(keys).to_be_visible()
