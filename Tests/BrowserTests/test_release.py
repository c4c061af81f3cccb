"""What a page is loaded from: few requests, files that never change under their names, one release at a time, and a
page that opens without a connection."""

import contextlib
import http.server
import json
import re
import shutil
import threading
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect
from serving import ROOT
from table import open_table, settled, until

REQUESTS_MAX = 12
WARM_MAX = 2
KILOBYTES_MAX = 130
# All that a page has loaded, the page itself too, and how large it was on its way.
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((it) => ({ path: new URL(it.name).pathname, bytes: it.encodedBodySize, sent: it.transferSize }))"""
WORKER = """async () => {
  while (!await navigator.serviceWorker.getRegistration()) await new Promise((done) => setTimeout(done, 20));
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""


def asked(server, path, **headers):
    """An answer: its headers, and its bytes as they come."""
    with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers), timeout=10) as answer:
        return answer.headers, answer.read()


def release(page):
    return page.get_attribute("html", "data-release")


class Refusal(http.server.BaseHTTPRequestHandler):
    """What a proxy answers while there is no server behind it."""

    def do_GET(self):
        self.send_response(502)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def refusing(port):
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Refusal) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield
        finally:
            proxy.shutdown()
            thread.join()


@pytest.fixture
def client(server, tmp_path):
    """A folder of the client's files that a test may change; `upgraded` starts the server anew with it."""
    folder = tmp_path / "Public"
    shutil.copytree(ROOT / "Public", folder)

    class Client:
        def change(self, path, old, new):
            text = (folder / path).read_text()
            assert old in text
            (folder / path).write_text(text.replace(old, new))

        def restart(self):
            server.kill()
            server.arguments = (*server.arguments, "--public", str(folder))
            server.start()

    return Client()


def sent(page):
    """What came over the line for a page, but for the rules, which nothing waits for."""
    return [it for it in page.evaluate(LOADED) if it["sent"] > 0 and not it["path"].endswith(".wasm")]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.gate("en-GB")
def test_a_page_that_deals_is_few_requests_and_few_bytes(visit, locale):
    page = visit("/?game=klondike1&deal=7", locale=locale)
    settled(page)
    loaded = sent(page)
    assert len(loaded) <= REQUESTS_MAX, [it["path"] for it in loaded]
    if locale == "en-GB":
        assert sum(it["bytes"] for it in loaded) / 1000 <= KILOBYTES_MAX, loaded
    names = [it["path"].split("/")[-1] for it in loaded]
    assert len(names) == len(set(names)), names


@pytest.mark.parametrize("keeps", [True, False], ids=["with a worker", "without one"])
def test_the_next_visit_asks_for_two_things_until_cards_can_be_dealt(visit, server, keeps):
    page = visit("/", service_workers="allow" if keeps else "block")
    page.locator("#open-table:enabled").wait_for()
    if keeps:
        page.evaluate(WORKER)
    else:
        page.locator(".hero-cards").wait_for()
        page.wait_for_load_state("networkidle")
    page = page.context.new_page()
    page.goto("/")
    page.locator("#open-table:enabled").wait_for()
    # One's other tables are asked for when cards can be dealt, and nothing else is to be done.
    paths = [it["path"] for it in sent(page) if it["path"] != "/api/me/tables"]
    assert len(paths) <= WARM_MAX, paths


def test_what_is_named_by_its_content_is_kept_for_ever_and_all_else_is_asked_for_again(server):
    headers, page = asked(server, "/t/anything")
    assert headers["cache-control"] == "no-cache"
    names = re.findall(r'="(/content/[^"]+)"', page.decode())
    assert len(names) >= 4
    for name in names:
        headers, body = asked(server, name, **{"Accept-Encoding": "gzip"})
        assert headers["cache-control"] == "public, max-age=31536000, immutable", name
        if not name.endswith(".png"):
            assert headers["content-encoding"] == "gzip", name
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        # Single files are there as they were.
        single = "/" + name.split("/", 3)[3]
        assert asked(server, single)[0]["cache-control"] in ("no-cache", "public, max-age=3600"), single
    assert asked(server, "/sw.js")[0]["cache-control"] == "no-cache"
    assert asked(server, "/js/table/piles/page.js")[1] == (ROOT / "Public/js/table/piles/page.js").read_bytes()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        asked(server, "/content/0123456789abcdef/js/main.js")


def test_it_can_be_installed(visit, server):
    page = visit("/")
    link = page.get_attribute("link[rel=manifest]", "href")
    headers, text = asked(server, link)
    manifest = json.loads(text)
    assert headers["content-type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {"any", "maskable"} == {icon.get("purpose", "any") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        size = page.evaluate("""async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }""", icon["src"])
        assert icon["sizes"] in ("any", size), icon
    # Chromium's own opinion.
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [it["errorId"] for it in problems if it["errorId"] != "in-incognito"] == []


def test_a_page_without_a_connection_says_so_and_goes_on_by_itself(visit, server):
    page = visit("/", service_workers="allow", expects_errors=True)
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.evaluate(WORKER)
    page.evaluate("async () => (await caches.open((await caches.keys())[0])).put('/far', new Response())")
    server.kill()
    for path in ("/", "/rules/klondike1"):
        page = page.context.new_page()
        page.goto(path)
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#offline")).to_contain_text("There is no connection")
        page.evaluate("() => { window.neverReloaded = true; }")
    # No answer does not make a server near.
    assert page.evaluate("async () => await caches.match('/far') !== undefined")
    lobby = page.context.pages[-2]
    # The list of the visit before.
    expect(lobby.locator(".games input").first).to_be_visible()
    server.start()
    expect(page.locator("#offline")).to_be_hidden()
    expect(lobby.locator("#offline")).to_be_hidden()
    open_table(lobby, deal=7)
    settled(lobby)
    assert lobby.evaluate("() => window.neverReloaded")
    expect(page.locator(".rules h1")).to_be_visible()


def test_a_page_whose_server_is_being_restarted_behind_a_proxy_is_the_kept_one(visit, server):
    page = visit("/", service_workers="allow", expects_errors=True)
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    page.evaluate(WORKER)
    server.kill()
    with refusing(server.port):
        page = page.context.new_page()
        page.goto("/")
        expect(page.locator("#offline")).to_be_visible()
    server.start()
    expect(page.locator("#offline")).to_be_hidden()


@pytest.mark.parametrize("keeps", [True, False], ids=["with a worker", "without one"])
def test_after_an_upgrade_a_page_has_nothing_of_two_releases(visit, server, client, keeps):
    client.restart()
    page = visit("/", service_workers="allow" if keeps else "block", expects_errors=True)
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    if keeps:
        page.evaluate(WORKER)
    old = release(page)
    # What comes at once and what comes later change together.
    client.change("js/main.js", 'const VERSION = "web/0.1.0"', 'const VERSION = "web/0.2.0"')
    client.change("js/rules/page.js", "    this.root = ", "    globalThis.newRules = true;\n    this.root = ")
    client.restart()
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    assert release(page) == old
    until(page, lambda: page.evaluate("() => bundled['/js/net/release.js'].isSuperseded()"))
    page.click('a[href="/rules"]')
    page.locator(".rules h1").wait_for()
    # The next page is of the new release, all of it.
    if not keeps:
        assert release(page) != old
    assert page.evaluate("() => globalThis.newRules === true") == (release(page) != old)
    names = {it["path"] for it in page.evaluate(LOADED) if it["path"].endswith("/js/main.js")}
    assert len(names) == 1

    # And so is whatever is opened from now on, as soon as the new worker has come.
    def is_new():
        other = page.context.new_page()
        # A page that lacks a part loads itself anew, so there may be no end of loading to wait for.
        other.goto(page.url, wait_until="commit")
        other.locator(".rules h1").wait_for()
        new = other.evaluate("() => globalThis.newRules === true")
        assert new == (release(other) != old)
        other.close()
        return new

    until(page, is_new)


def test_a_part_that_the_server_does_not_have_any_more_brings_a_new_page_once(visit, server, client):
    client.restart()
    page = visit("/", expects_errors=True)
    page.locator("#connection[data-state=online]").wait_for(state="attached")
    old = release(page)
    client.change("js/rules/page.js", "    this.root = ", "    globalThis.newRules = true;\n    this.root = ")
    client.restart()
    # Before the page has found out by itself.
    page.evaluate("() => void bundled['/js/net/release.js'].later(() => import('/content/0/js/rules/page.js'))")
    page.wait_for_function("(old) => document.documentElement.dataset.release !== old", arg=old)
    assert page.evaluate("""async () => {
      try {
        await bundled["/js/net/release.js"].later(() => import("/content/0/js/rules/page.js"));
      } catch (error) {
        return String(error);
      }
    }""").startswith("TypeError")


@pytest.mark.sliced
def test_what_cannot_be_put_together_goes_out_singly_and_plays(visit, server, client):
    client.change("js/rules/page.js", "export class RulesPage", "export default class {}\nexport class RulesPage")
    client.restart()
    page = visit("/", service_workers="allow")
    assert release(page) is None
    open_table(page, deal=7)
    settled(page)
    page.goto("/rules/klondike1")
    page.locator(".rules h1").wait_for()
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
