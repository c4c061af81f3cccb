"""nginx and Caddy with their sites from deploy, in front of a Baize on this machine.

Promise: of a site only what belongs to a machine is changed (addresses, ports, the certificate), each line of it must
be there, and what was started is ended by its process.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from probe import free_ports

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATIENCE = 10  # seconds
# How long a reloaded nginx leaves its old WebSockets open; deploy/nginx.conf proposes 10.
SHUTDOWN_SECONDS = 1


def program(name):
    """Its path: installed, or only unpacked by need.sh; None where it is neither."""
    unpacked = ROOT / ".build/tools" / name
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:{unpacked}/usr/sbin:{unpacked}/usr/bin")


def certificate(folder):
    """Of this machine's own making, for two days: its file and its key's."""
    paths = folder / "site.pem", folder / "site.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-out", paths[0], "-keyout", paths[1]],
        check=True, capture_output=True)
    return paths


def adapted(text, changes):
    """The text with each line of `changes`, wherever it stands, replaced; None takes it away."""
    lines = text.splitlines()
    for old, new in changes.items():
        assert old in lines, f"the site has no line {old!r} to adapt"
        lines = [new if line == old else line for line in lines]
    return "\n".join(line for line in lines if line is not None) + "\n"


class Proxy:
    """One of them, running. `behind` is where Baize listens: a port of 127.0.0.1, or the path of a Unix socket."""

    name = ""

    def __init__(self, folder, behind):
        self.folder = pathlib.Path(folder)
        self.behind = behind
        self.program = program(self.name)
        assert self.program, f"there is no {self.name}"
        self.plain, self.port = free_ports(2)
        self.certificate, self.key = certificate(self.folder)
        self.log = self.folder / f"{self.name}.log"
        self.process = None

    @property
    def url(self):
        return f"https://localhost:{self.port}"

    def start(self):
        self.prepare()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), cwd=self.folder, stdout=log, stderr=log,
                                            env={**os.environ, "HOME": str(self.folder)})
        end = time.monotonic() + PATIENCE
        while not all(map(listens, (self.plain, self.port))):
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        return True
    except ConnectionRefusedError:
        return False


class Nginx(Proxy):
    name = "nginx"

    def prepare(self):
        changes = {
            "  listen 80;": f"  listen 127.0.0.1:{self.plain};",
            "  listen [::]:80;": None,
            "  listen 443 ssl http2;": f"  listen 127.0.0.1:{self.port} ssl http2;",
            "  listen [::]:443 ssl http2;": None,
            "  ssl_certificate /etc/letsencrypt/live/baize.example.org/fullchain.pem;":
                f"  ssl_certificate {self.certificate};",
            "  ssl_certificate_key /etc/letsencrypt/live/baize.example.org/privkey.pem;":
                f"  ssl_certificate_key {self.key};",
        }
        port, path = "  server 127.0.0.1:8080;", "  # server unix:/run/baize/socket;"
        if isinstance(self.behind, int):
            changes[port] = f"  server 127.0.0.1:{self.behind};"
        else:
            changes |= {port: None, path: f"  server unix:{self.behind};"}
        site = self.folder / "site.conf"
        site.write_text(adapted((ROOT / "deploy/nginx.conf").read_text(), changes))
        # The smallest configuration that holds the site, with what its first lines ask for outside of http.
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # The folder is nobody else's.
        user = "" if os.geteuid() else "user root;"
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/nginx.pid; error_log {self.log}; {user}\n"
            f"worker_shutdown_timeout {SHUTDOWN_SECONDS}s; worker_rlimit_nofile 4096;\n"
            f"events {{ worker_connections 1024; }}\n"
            f"http {{ access_log off; {temporary}\ninclude {site}; }}\n")
        # Warnings are told by a way that fails: a site that is only half understood is not the tested one.
        tried = subprocess.run([*self.command(), "-t"], capture_output=True, text=True)
        assert tried.returncode == 0 and "[warn]" not in tried.stderr, tried.stderr

    def command(self):
        return [self.program, "-p", self.folder, "-e", self.log, "-c", self.folder / "nginx.conf"]

    def workers(self):
        """Their process ids."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return set(map(int, children.split()))

    def reload(self):
        """As `systemctl reload nginx` does; from the return on all is in new workers' hands, and the old ones end."""
        old = self.workers()
        self.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE + SHUTDOWN_SECONDS
        while self.workers() & old:
            assert time.monotonic() < end, f"old workers do not end: {self.log.read_text()}"
            time.sleep(0.02)


class Caddy(Proxy):
    name = "caddy"

    def prepare(self):
        place = f"127.0.0.1:{self.behind}" if isinstance(self.behind, int) else f"unix/{self.behind}"
        site = adapted((ROOT / "deploy/Caddyfile").read_text(), {
            "baize.example.org {": f"localhost {{\n\ttls {self.certificate} {self.key}",
            "\treverse_proxy 127.0.0.1:8080 {": f"\treverse_proxy {place} {{",
        })
        (self.folder / "Caddyfile").write_text(
            f"{{\n\tadmin off\n\tskip_install_trust\n\tocsp_stapling off\n\tdefault_bind 127.0.0.1\n"
            f"\thttp_port {self.plain}\n\thttps_port {self.port}\n\tservers {{\n\t\tprotocols h1 h2\n\t}}\n}}\n{site}")
        tried = subprocess.run([self.program, "validate", "--adapter", "caddyfile", "--config",
                                self.folder / "Caddyfile"], capture_output=True, text=True,
                               env={**os.environ, "HOME": str(self.folder)})
        assert tried.returncode == 0 and '"level":"warn"' not in tried.stderr, tried.stderr

    def command(self):
        return [self.program, "run", "--adapter", "caddyfile", "--config", self.folder / "Caddyfile"]
