"""The operator's page: what it shows, and to whom."""

import pathlib

import pytest
from playwright.sync_api import expect

from boards import violations
from table import open_table, settled

TOKEN = pathlib.Path(__file__).parent / "fixtures/token"
OPERATOR = {"username": "anybody", "password": TOKEN.read_text()}


@pytest.mark.settings("--operator-token-file", str(TOKEN))
def test_the_operator_sees_tables_people_and_figures(visit):
    player = visit("/")
    room = open_table(player, deal=166383)
    settled(player)
    page = visit("/operator", http_credentials=OPERATOR)
    expect(page.locator("#state")).to_contain_text("ready, ")
    tables = page.locator("section[aria-labelledby=tables]")
    expect(tables.locator("small")).to_have_text("1")
    expect(tables.locator("td").first).to_have_text(room[:4] + "…")
    expect(page.locator("section[aria-labelledby=people] tbody tr")).to_have_count(1)
    expect(page.locator("section[aria-labelledby=log] thead th")).to_have_count(4)
    expect(page.locator("dl > div")).to_have_count(11)
    bar = page.locator("dl > div", has_text="Connections").get_by_role("meter")
    assert bar.evaluate("(bar) => [bar.value > 0, bar.max > 1]") == [True, True]
    assert violations(page) == []
    page.get_by_role("link", name="show them whole").click()
    expect(tables.locator("td").first).to_have_text(room)
    expect(page.get_by_role("link", name="cut names short")).to_be_visible()


@pytest.mark.settings("--operator-token-file", str(TOKEN))
def test_nobody_else_does(visit):
    page = visit("/", expects_errors=True)
    for path in ["/operator", "/operator/full", "/operator/state.json", "/operator/full.json"]:
        assert page.request.get(path).status == 401
    assert page.request.get("/operator.html").status == 404
