"""The server dies in the middle of a game: the page says so, comes back by itself, and says what was lost."""

from table import board, drag, open_table, settled


def test_the_page_tells_and_recovers_without_a_reload(visit, server):
    page = visit("/", expects_errors=True)
    lost = open_table(page, deal=166383)
    page.evaluate("() => { window.neverReloaded = true; }")
    drag(page, 27, "t2", drop=False)
    server.kill()
    page.locator("#connection[data-state=reconnecting]").wait_for()
    page.mouse.up()
    server.start()
    page.locator("#connection[data-state=restarted]").wait_for(timeout=20_000)
    panel = page.locator("#panel[data-kind=gone]")
    panel.wait_for()
    assert "restarted" in panel.inner_text().lower()
    panel.locator("#panel-again").click()
    # Another table with the same deal, not the lost one, which lies there until then.
    page.locator(f'#board[data-settled=true][data-role=player]:not([data-room="{lost}"])').wait_for()
    version = settled(page)
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert board(page)["t2"][-1] == [27, "4C"]
    assert page.evaluate("() => window.neverReloaded") is True


def test_a_connection_that_breaks_is_resumed_in_place(visit, server):
    page = visit("/", expects_errors=True)
    open_table(page, deal=166383)
    version = settled(page)
    page.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    drag(page, 27, "t2")
    settled(page, version + 1)
    assert board(page)["t2"][-1] == [27, "4C"]
