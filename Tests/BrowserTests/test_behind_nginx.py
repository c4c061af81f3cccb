"""As people meet it: by https, through Debian's nginx with deploy/nginx.conf, from a Baize at a Unix socket.

Behind a proxy the page's line breaks more often than in front of a server of its own: each reload of the proxy ends it.
"""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests" / "Tools" / "deploy"))

import probe  # noqa: E402
from proxies import Nginx, program  # noqa: E402
from serving import Server  # noqa: E402
from table import GAME, board, open_table, play, settled, until, watch_path  # noqa: E402

pytestmark = pytest.mark.skipif(program("nginx") is None, reason="there is no nginx (Tests/Tools/need.sh deploy)")


class Behind(Server):
    """A server at a Unix socket, with nginx in front of it; pages meet only nginx."""

    def __init__(self, folder, *arguments):
        self.place = folder / "socket"
        self.proxy = Nginx(folder, str(self.place))
        super().__init__(*arguments)

    def start(self):
        binary = os.environ.get("BAIZE_BIN", str(ROOT / ".build/debug/baize"))
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", f"unix:{self.place}", "--trust-proxy", "unix", "--public",
             str(ROOT / "Public"), "--log-level", "warning", "--data", self.data.name, *self.arguments],
            stdout=subprocess.PIPE, text=True)
        probe.wait(str(self.place))
        self.proxy.start()

    @property
    def url(self):
        return self.proxy.url

    def stop(self):
        self.proxy.stop()
        super().stop()


@pytest.fixture
def server(tmp_path):
    server = Behind(tmp_path, "--loops", "2")
    yield server
    server.stop()


def online(page):
    page.locator("#connection[data-state=online]").wait_for(state="attached")


def follow(page):
    """The addresses of the WebSockets that it opens after its first; a reload would show."""
    online(page)
    page.evaluate("() => { window.neverReloaded = true; }")
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    return sockets


def test_a_game_goes_on_through_a_reload_of_the_proxy(server, visit):
    player = visit("/", ignore_https_errors=True, reduced_motion="reduce")
    assert player.evaluate("() => isSecureContext && location.protocol === 'https:'")
    players = follow(player)
    room = open_table(player, deal=GAME["deal"])
    watcher = visit(watch_path(player), ignore_https_errors=True, viewport={"width": 800, "height": 700})
    watchers = follow(watcher)
    version = settled(player)
    for number, move in enumerate(GAME["moves"][:9]):
        if number in (3, 6):
            # Both lines end with the old workers; each page resumes by itself.
            came = len(players), len(watchers)
            server.proxy.reload()
            for page, sockets, before in ((player, players, came[0]), (watcher, watchers, came[1])):
                until(page, lambda: len(sockets) > before)
                online(page)
        play(player, move)
        version += 1
        settled(player, version)
        settled(watcher, version)
        assert board(watcher) == board(player), f"move {number}: {move}"
    assert all(url.startswith("wss://localhost:") for url in players + watchers)
    assert (len(players), len(watchers)) == (2, 2), "one line more for each reload"
    for page, role in ((player, "player"), (watcher, "watch")):
        assert page.evaluate("() => window.neverReloaded") is True
        assert page.get_attribute("#board", "data-role") == role
        assert page.get_attribute("#board", "data-room") == room


@pytest.mark.sliced
def test_a_move_made_while_the_proxy_is_away_is_played_when_it_is_back(server, visit):
    page = visit("/", ignore_https_errors=True, expects_errors=True, reduced_motion="reduce")
    open_table(page, deal=GAME["deal"])
    follow(page)
    version = settled(page)
    server.proxy.stop()
    page.locator("#connection[data-state=reconnecting]").wait_for()
    play(page, GAME["moves"][0])
    server.proxy.start()
    settled(page, version + 1)
    online(page)
    assert page.evaluate("() => window.neverReloaded") is True
