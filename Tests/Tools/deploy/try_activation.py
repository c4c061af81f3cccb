"""Tries `baize serve` as baize.service and baize.socket run it: listening sockets that stay while it restarts, news to
the service manager, a reload, and no network but those sockets. systemd itself is not needed.

try_activation.py PROGRAM
"""

import fcntl
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

import probe
from proxies import ROOT

# The first descriptor that is passed on (sd_listen_fds(3)).
FIRST = 3
# Well above that.
ELSEWHERE = 20
PATIENCE = 20  # seconds
TOKEN = "f" * 64


class Manager:
    """What systemd does for the two units: holds the sockets, starts the program, hears its news."""

    def __init__(self, program, folder):
        self.folder = folder
        self.port = probe.free_ports(1)[0]
        self.path = str(folder / "socket")
        local = socket.socket(socket.AF_UNIX)
        local.bind(self.path)
        local.listen(64)
        self.sockets = [socket.create_server(("127.0.0.1", self.port), backlog=64), local]
        self.news = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.news.bind(str(folder / "news"))
        self.news.settimeout(0.2)
        self.settings = folder / "baize.conf"
        token = folder / "token"
        token.write_text(TOKEN)
        token.chmod(0o600)
        # As README.md says.
        told = f"\noperator-token-file = {token}\n"
        self.settings.write_text((ROOT / "deploy/baize.conf").read_text() + told)
        self.command = self.command_of_the_unit(program)
        self.process = None

    def command_of_the_unit(self, program):
        unit = (ROOT / "deploy/baize.service").read_text()
        line = re.search(r"^ExecStart=(.+)$", unit, re.M)[1]
        for old, new in (("/usr/local/bin/baize", program), ("/etc/baize/baize.conf", self.settings),
                         ("%S/baize", self.folder / "data")):
            assert f"{old} " in f"{line} ", f"the unit has no {old}"
            line = f"{line} ".replace(f"{old} ", f"{new} ")
        # PrivateNetwork=yes, where this machine lets us.
        alone = ["unshare", "-n"] if os.geteuid() == 0 else []
        return [*alone, *shlex.split(line)]

    def start(self):
        # A shell moves them to the numbers where they are looked for, and becomes the program, by way of `unshare`, so
        # that its own number is the one that is told.
        passed = [fcntl.fcntl(each.fileno(), fcntl.F_DUPFD, ELSEWHERE) for each in self.sockets]
        moves = " ".join(f"{number}<&{each} {each}<&-" for number, each in enumerate(passed, start=FIRST))
        script = f'exec {moves}; export LISTEN_PID=$$; exec "$@"'
        environment = {**os.environ, "LISTEN_FDS": str(len(passed)), "NOTIFY_SOCKET": str(self.folder / "news")}
        with open(self.folder / "program.log", "ab") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", script, "bash", *self.command], env=environment, stdout=log, stderr=log,
                cwd=ROOT, pass_fds=passed)
        for each in passed:
            os.close(each)

    def hear(self, word):
        """Waits until it says so, as long as it may still do."""
        end = time.monotonic() + PATIENCE
        while True:
            dead = self.process.poll() is not None
            try:
                if word in self.news.recv(4096).decode().split("\n"):
                    return
            except TimeoutError:
                if dead or time.monotonic() > end:
                    sys.exit(f"it does not say {word}")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            return self.process.wait(timeout=PATIENCE)
        return None


def story(manager):
    manager.start()
    manager.hear("READY=1")
    for place in (manager.port, manager.path):
        print(f"at {place if place == manager.port else 'the Unix socket'}:")
        probe.fetch_page(place, None)
        probe.open_socket(place, None)
    # A connection to these places may come from a proxy, which is trusted.
    for place in (manager.port, manager.path):
        probe.expect("status of /metrics", probe.fetch("/metrics", place)[0], 404)
        status = probe.fetch("/metrics", place, None, f"Authorization: Bearer {TOKEN}")[0]
        probe.expect("status of /metrics for the operator", status, 200)

    manager.process.send_signal(signal.SIGHUP)
    probe.expect("status of /readyz after a reload", probe.fetch("/readyz", manager.port)[0], 200)
    probe.expect("ended by a reload", manager.process.poll(), None)
    print("reload: goes on")

    code = manager.stop()
    manager.hear("STOPPING=1")
    probe.expect("exit code after SIGTERM", code, 0)
    # No server runs; new connections wait.
    with probe.connect(manager.port) as early, probe.connect(manager.path) as other:
        for peer in (early, other):
            probe.request(peer, "/healthz", manager.port, "Connection: close")
        manager.start()
        manager.hear("READY=1")
        for peer in (early, other):
            with peer.makefile("rb") as stream:
                probe.expect("status for a connection made while it restarted", probe.head(stream)[0], 200)
    print("restart: nobody was refused")


def main(program):
    with tempfile.TemporaryDirectory(prefix="baize-") as folder:
        manager = Manager(program, pathlib.Path(folder))
        try:
            story(manager)
        except (SystemExit, Exception):
            print((manager.folder / "program.log").read_text())
            raise
        finally:
            manager.stop()


if __name__ == "__main__":
    main(sys.argv[1])
