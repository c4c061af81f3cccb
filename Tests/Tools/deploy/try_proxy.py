"""Tries a site from deploy: starts a program that serves as `baize serve` does, the proxy in front of it, and visits it
as a browser would. Stops what it started, by process.

try_proxy.py PROGRAM nginx|caddy port|socket
"""

import contextlib
import pathlib
import subprocess
import sys
import tempfile

import probe
from proxies import ROOT, Caddy, Nginx

# Of the operator.
TOKEN = "f" * 64

PROXIES = {"nginx": Nginx, "caddy": Caddy}


@contextlib.contextmanager
def served(program, folder, through):
    """A running Baize; where it listens."""
    if through == "socket":
        place = str(folder / "socket")
        arguments = ["--listen", f"unix:{place}", "--trust-proxy", "unix"]
    else:
        place = probe.free_ports(1)[0]
        arguments = ["--host", "127.0.0.1", "--port", str(place), "--trust-proxy", "127.0.0.1"]
    # So that there is an operator's page that the proxy has to hide, and figures for requests with the token.
    token = folder / "token"
    token.write_text(TOKEN)
    token.chmod(0o600)
    arguments += ["--operator-token-file", token]
    with open(folder / "program.log", "wb") as log:
        process = subprocess.Popen(
            [program, "serve", *arguments, "--data", folder / "data", "--public", ROOT / "Public"],
            stdout=log, stderr=log)
    try:
        probe.wait(place)
        yield place
    finally:
        process.terminate()
        process.wait(timeout=20)


def main(program, proxy, through):
    with tempfile.TemporaryDirectory(prefix="baize-") as folder:
        folder = pathlib.Path(folder)
        with served(program, folder, through) as behind:
            front = PROXIES[proxy](folder, behind)
            try:
                front.start()
                probe.sent_on_to_tls(front.plain)
                probe.visit(front.port, str(front.certificate))
            except SystemExit:
                print((folder / "program.log").read_text(), front.log.read_text(), sep="\n")
                raise
            finally:
                front.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
