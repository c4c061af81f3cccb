"""The solver in a page: its worker comes when it is asked for, under the page's security policy."""

import json

import pytest
from serving import ROOT

# The part of the page that has it, as the page would bring it.
BRING = """async () => {
  const script = await (await fetch(document.querySelector("script[defer]").src)).text();
  const [, part] = /"([^"]*solver[/]solver[.]js)"/.exec(script);
  await (await import(part)).default([], null);
  globalThis.solver = new bundled["/js/solver/solver.js"].Solver();
}"""
# The same where the server sends single files.
BRING_SINGLE = """async () => {
  globalThis.solver = new (await import("/js/solver/solver.js")).Solver();
}"""
ASK = """([rules, view, positions]) => {
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  return globalThis.solver.ask(bytes(rules), bytes(view), positions);
}"""
COME = """() => performance.getEntriesByType("resource").map((it) => new URL(it.name).pathname)
  .filter((it) => /solver/.test(it))"""


def question(name):
    games = json.loads((ROOT / "Tests/Fixtures/solver.json").read_text())["games"]
    return next(([game["rules"], case["view"], case["positions"]], case)
                for game in games for case in game["cases"] if case["name"] == name)


@pytest.mark.parametrize("bring", [BRING, BRING_SINGLE], ids=["together", "singly"])
def test_a_worker_of_the_page_says_whether_a_table_can_be_won(visit, bring):
    page = visit("/")
    page.locator("#open-table:enabled").wait_for()
    assert page.evaluate(COME) == []
    page.evaluate(bring)
    asked, case = question("freecell, deal 1")
    verdict = page.evaluate(ASK, asked)
    assert (verdict["is"], verdict["autoOff"], verdict["spent"]) == ("winnable", False, case["spent"])
    assert len(verdict["line"]) == (len(case["line"]) - 6) // 6
    asked, case = question("freecell, deal 11982")
    assert page.evaluate(ASK, asked) == {"is": "impossible", "spent": case["spent"]}
    assert page.evaluate("() => solver.off") == ""
