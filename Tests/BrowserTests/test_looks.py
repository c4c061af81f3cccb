"""How the page looks in every theme and with every deck: what axe says, what the system asks for, what cards show."""

from contextlib import nullcontext

import pytest
from playwright.sync_api import expect

from boards import violations
from table import open_table, settled, until

THEMES = ["auto", "baize", "light", "dark", "contrast"]
FELT = "getComputedStyle(document.documentElement).getPropertyValue('--felt')"


def wish(page, **wishes):
    page.evaluate("""async (wishes) => {
      const { settings } = bundled['/js/settings.js'];
      for (const [key, value] of Object.entries(wishes)) settings.set(key, value);
    }""", wishes)


def picture(page, handle):
    return page.locator(f'.card[data-handle="{handle}"]').screenshot(animations="disabled")


def of_suit(page, suit):
    """A card that is seen whole, of a suit."""
    return page.evaluate(
        """(suit) => Number([...document.querySelectorAll(".card.up")].find((card) => card.dataset.face.endsWith(suit)
             && card.matches(".liftable")).dataset.handle)""", suit)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.gate("light")
def test_axe_finds_nothing_in_any_theme(visit, theme):
    page = visit("/", reduced_motion="reduce")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    wish(page, theme=theme, colours="4", large=True)
    assert violations(page) == []
    open_table(page, deal=7)
    settled(page)
    assert violations(page) == []
    page.click("#open-settings")
    page.locator("#settings[open]").wait_for()
    assert violations(page) == []


def test_by_itself_the_page_follows_the_system(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    sheet = "getComputedStyle(document.documentElement).getPropertyValue('--sheet')"
    day = page.evaluate(sheet)
    page.emulate_media(color_scheme="dark")
    night = page.evaluate(sheet)
    assert night != day
    # What is chosen holds by day and by night.
    wish(page, theme="baize")
    assert page.evaluate(sheet) == day
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    wish(page, theme="auto")
    assert page.evaluate(sheet) == night
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-contrast", "value": "more"}]})
    expect(page.locator("html[data-theme=contrast]")).to_be_attached()


@pytest.mark.sliced
def test_every_theme_has_a_cloth_of_its_own(visit):
    page = visit("/")
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    cloths = set()
    for theme in THEMES[1:]:
        wish(page, theme=theme)
        cloths.add(page.evaluate(FELT))
        # The page reads the colour of its top once the next frame is drawn.
        page.wait_for_function("""() => document.querySelector("meta[name=theme-color]").content
            === getComputedStyle(document.documentElement).getPropertyValue("--top").trim()""")
    assert len(cloths) == len(THEMES) - 1


@pytest.mark.sliced
def test_clubs_and_diamonds_change_in_a_deck_of_four_colours_and_the_others_do_not(visit):
    page = visit("/", reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    open_table(page, deal=7)
    settled(page)
    colours = """() => { const style = getComputedStyle(document.querySelector(".card.up .front"));
                 return [..."CDHS"].map((suit) => style.getPropertyValue(`--suit-${suit}`)); }"""
    clubs, diamonds, hearts, spades = page.evaluate(colours)
    assert (clubs, diamonds) == (spades, hearts)
    # The sprite takes the colours that its card has. The first time is for nothing: see test_pages.is_seen.
    diamond = of_suit(page, "D")
    pictures = []
    for deck in ["4", "2", "4", "2"]:
        wish(page, colours=deck)
        pictures.append(picture(page, diamond))
    _, two, four, again = pictures
    assert two == again != four
    wish(page, colours="4")
    found = page.evaluate(colours)
    assert len(set(found)) == 4 and found[2:] == [hearts, spades]


@pytest.mark.parametrize("width,height,large,shown", [
    (1440, 900, False, "none"), (1440, 900, True, "inline"), (360, 740, False, "inline"), (360, 740, True, "inline")])
@pytest.mark.sliced
def test_large_print_where_it_was_asked_for_or_cards_are_small(visit, width, height, large, shown):
    page = visit("/", reduced_motion="reduce", viewport={"width": width, "height": height})
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    wish(page, large=large)
    open_table(page, deal=7)
    settled(page)
    found = page.locator(".card.up .front").first.evaluate(
        "(front) => getComputedStyle(front).getPropertyValue('--large-print') || 'none'")
    assert found == shown
    # A reference without a name would be a copy of the whole sprite, for each card.
    assert page.locator('use[href$="#"], use[href$=".svg"]').count() == 0


@pytest.mark.sliced
def test_every_back_is_another_picture(visit):
    page = visit("/", reduced_motion="reduce")
    open_table(page, deal=7)
    settled(page)
    seen = set()
    backs = page.evaluate("async () => (await import('/js/settings/values.js')).CHOICES.back")
    for back in backs:
        fetched = page.expect_response(f"**/img/backs/{back}.svg") if back != "lattice" else nullcontext()
        with fetched as answer:
            wish(page, back=back)
        assert answer is None or answer.value.ok
        page.wait_for_function("(back) => document.documentElement.dataset.back === back", arg=back)
        # It is drawn some frames after it is chosen.
        pictures = []
        until(page, lambda: pictures.append(page.locator("#stock").screenshot()) or pictures[-1] not in seen)
        seen.add(pictures[-1])
    assert len(seen) == len(backs) >= 6


@pytest.mark.sliced
def test_with_forced_colours_cards_are_still_cards(visit):
    page = visit("/", forced_colors="active", reduced_motion="reduce")
    open_table(page, deal=7)
    settled(page)
    # What colours the system puts in place of ours, axe cannot see.
    assert [line for line in violations(page) if not line.startswith("color-contrast")] == []
    adjusted = "(part) => getComputedStyle(part).forcedColorAdjust"
    assert page.locator(".card.up .front").first.evaluate(adjusted) == "none"
    assert page.locator(".card:not(.up) .back").first.evaluate(adjusted) == "none"
    page.click("#open-settings")
    page.locator("#settings[open]").wait_for()
    assert [line for line in violations(page) if not line.startswith("color-contrast")] == []


@pytest.mark.sliced
def test_a_known_card_that_lies_face_down_looks_like_one(visit):
    page = visit("/", reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    open_table(page, game="thoughtful", deal=7)
    settled(page)
    known = page.locator(".card.known-down").first
    veil = known.locator(".body").evaluate("(body) => getComputedStyle(body, '::after').backgroundImage")
    assert "repeating-linear-gradient" in veil
    paper = "(card) => getComputedStyle(card).getPropertyValue('--card')"
    assert known.evaluate(paper) != page.locator(".card.up:not(.known-down)").first.evaluate(paper)
