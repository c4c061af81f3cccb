"""Other people's WebSocket clients as watchers of tables: five programs, one way to tell them what to do.

A program takes orders and gives reports, a line of JSON each: those that can, on standard input and output; a browser
over HTTP, from the page that it is started with. Each connection is a `Watcher`; all that it was told is kept.
"""

import contextlib
import http.server
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

CLIENTS = pathlib.Path(__file__).parent / "clients"
NODE_WS = pathlib.Path("/usr/share/nodejs/ws")
GORILLA = pathlib.Path("/usr/share/gocode/src/github.com/gorilla/websocket")
START_PATIENCE = 40  # seconds; a browser's first start on a busy machine
PATIENCE = 15


class Watcher:
    """One connection of a program. Invariant: `texts` are all messages so far, in order."""

    def __init__(self, program, number):
        self.program, self.number = program, number
        self.texts = []
        self.answer = None  # what was agreed on, once open
        self.code = None  # of the close
        self.why = ""

    def report(self, what):
        if what["is"] == "open":
            self.answer = what["answer"]
        elif what["is"] == "text":
            self.texts.append(what["text"])
        else:
            self.code, self.why = what["code"], what["why"]

    def say(self, message):
        self.program.order({"do": "say", "n": self.number, "text": json.dumps(message) + "\n"})

    def close(self):
        self.program.order({"do": "close", "n": self.number})

    def wait(self, done, what):
        """Until `done(self)`; what a watcher was told last is in the complaint."""
        end = time.monotonic() + PATIENCE
        with self.program.news:
            while not done(self):
                left = end - time.monotonic()
                if left <= 0:
                    last = self.texts[-1][-300:] if self.texts else "nothing"
                    raise AssertionError(f"{self.program.name}: {what} did not come; closed {self.code} {self.why}; "
                                         f"{len(self.texts)} messages, the last one: {last}")
                self.program.news.wait(left)
        return self


class Program:
    """A running client. `order` gives it one order; its reports find their `Watcher`."""

    def __init__(self, name):
        self.name = name
        self.watchers = []
        self.news = threading.Condition()

    def open(self, url, protocol="baize.v1", offer=None):
        watcher = Watcher(self, len(self.watchers))
        self.watchers.append(watcher)
        order = {"do": "open", "n": watcher.number, "url": url, "protocol": protocol, "offer": offer or {}}
        self.order(order)
        watcher.wait(lambda one: one.answer is not None or one.code is not None, f"a connection to {url}")
        assert watcher.code is None, f"{self.name}: {watcher.why}"
        return watcher

    def report(self, line):
        what = json.loads(line)
        with self.news:
            self.watchers[what["n"]].report(what)
            self.news.notify_all()


def ended(process):
    """The end of a process and of all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Piped(Program):
    def __init__(self, name, *command):
        super().__init__(name)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.report(line)
        with self.news:  # callers that wait for a program that is gone need not wait
            for watcher in self.watchers:
                watcher.code = watcher.code or 1006
            self.news.notify_all()

    def order(self, what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def end(self):
        ended(self.process)


class Desk(http.server.ThreadingHTTPServer):
    """A browser that is ended leaves in the middle of a request, which is no news."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Browser(Program):
    """`command(profile, url)` starts the browser; its page asks for orders again and again."""

    def __init__(self, name, command):
        super().__init__(name)
        self.orders = queue.SimpleQueue()
        self.asked = threading.Event()
        self.httpd = Desk(("127.0.0.1", 0), self._answers())
        self.origin = f"http://127.0.0.1:{self.httpd.server_port}"
        threading.Thread(target=self.httpd.serve_forever, daemon=True).start()
        self.profile = tempfile.TemporaryDirectory(prefix="baize-browser-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            command(self.profile.name, self.origin + "/"), start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not self.asked.wait(START_PATIENCE):
            self.end()
            raise AssertionError(f"{name} did not open its page in {START_PATIENCE} s")

    def order(self, what):
        self.orders.put(what)

    def _answers(browser):
        class Answers(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.path == "/orders":
                    browser.asked.set()
                    self.tell("application/json", json.dumps(browser.next_orders()).encode())
                elif self.path == "/page.mjs":
                    self.tell("text/javascript", (CLIENTS / "page.mjs").read_bytes())
                elif self.path == "/":
                    self.tell("text/html", (CLIENTS / "watch.html").read_bytes())
                else:
                    self.send_error(404)

            def do_POST(self):
                for line in self.rfile.read(int(self.headers["Content-Length"])).decode().split("\n"):
                    browser.report(line)
                self.tell("text/plain", b"")

            def tell(self, kind, body):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Answers

    def next_orders(self):
        """What is to be done, or after a while nothing: the page asks again."""
        with contextlib.suppress(queue.Empty):
            return [self.orders.get(timeout=2)]
        return []

    def end(self):
        ended(self.process)
        self.httpd.shutdown()
        self.httpd.server_close()
        self.profile.cleanup()


def chromium():
    path = os.environ.get("BAIZE_CHROMIUM") or shutil.which("chromium")
    if not path:
        return None
    return Browser("chromium", lambda profile, url: [
        path, "--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-background-networking",
        f"--user-data-dir={profile}", url])


# Nothing that a first start asks for, fetches or tells.
FIREFOX_PREFERENCES = """\
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"""


def firefox():
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if not path:
        return None

    def command(profile, url):
        (pathlib.Path(profile) / "user.js").write_text(FIREFOX_PREFERENCES)
        return [path, "--headless", "--no-remote", "--profile", profile, url]

    return Browser("firefox", command)


def websockets():
    return Piped("websockets", sys.executable, str(CLIENTS / "watch.py"))


def node_ws():
    node = shutil.which("node")
    return Piped("node-ws", node, str(CLIENTS / "watch.mjs")) if node and NODE_WS.is_dir() else None


def gorilla():
    go = shutil.which("go")
    if not go or not GORILLA.is_dir():
        return None
    with tempfile.TemporaryDirectory(prefix="baize-go-") as folder:
        places = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": folder + "/cache"}
        built = pathlib.Path(folder) / "watch"
        subprocess.run([go, "build", "-o", str(built), str(CLIENTS / "watch.go")], env=os.environ | places, check=True)
        # A running program needs its file no more.
        return Piped("gorilla", str(built))


PROGRAMS = {"chromium": chromium, "websockets": websockets, "firefox": firefox, "node-ws": node_ws, "gorilla": gorilla}
# What is missing where a program cannot be started, by Debian's names.
PACKAGES = {
    "chromium": "chromium", "websockets": "python3", "firefox": "firefox-esr", "node-ws": "nodejs and node-ws",
    "gorilla": "golang-go and golang-github-gorilla-websocket-dev",
}
