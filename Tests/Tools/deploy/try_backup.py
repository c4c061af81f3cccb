"""Tries deploy/baize-backup beside a Baize that runs: two copies of which one is kept, and a server that starts on what
was restored from it.

try_backup.py PROGRAM
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import probe
from proxies import ROOT
from try_proxy import served


def main(program):
    with tempfile.TemporaryDirectory(prefix="baize-") as folder:
        folder = pathlib.Path(folder)
        with served(program, folder, "port"):
            for _ in range(2):
                subprocess.run(
                    [ROOT / "deploy/baize-backup", folder / "data", folder / "backups", "1"], check=True,
                    env={**os.environ, "BAIZE_BIN": program}, timeout=60)
        copies = [each.name for each in (folder / "backups").iterdir()]
        probe.expect("number of copies that are kept", len(copies), 1)
        again = folder / "again"
        again.mkdir()
        copy, erased = folder / "backups" / copies[0], again / "erased"
        listed = subprocess.run([program, "erased", copy], check=True, timeout=60, capture_output=True)
        erased.write_bytes(listed.stdout)
        subprocess.run([program, "restore", copy, again / "data", "--erased", erased], check=True, timeout=60)
        with served(program, again, "port") as port:
            probe.fetch_page(port, None)
            probe.open_socket(port, None)
    print("a server runs on what was restored")


if __name__ == "__main__":
    main(sys.argv[1])
