"""A machine of its own for a test: a Debian that systemd boots in namespaces without a network. Needs root and
systemd-nspawn."""

import contextlib
import hashlib
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys
import time

import probe

PATIENCE = 60  # seconds
# Where Debian itself keeps notes of what was done: logs, lists of packages, and the last version of the users' list.
NOTES = re.compile(r"(proc|sys|dev|run|tmp|var/log|var/cache|var/lib/apt|var/lib/dpkg|var/tmp)(/|$)"
                   r"|etc/(passwd|group|shadow|gshadow)-$|etc/\.pwd\.lock$|var/lib/systemd/(random-seed|timesync)")


class Machine:
    """A booted Debian, with process and network namespaces of its own."""

    def __init__(self, root, log):
        """`log` is a file with a name, for what the machine says while it boots."""
        self.root = root
        self.nspawn = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--directory", root, "--boot", "--private-network", "--register=no",
             "--keep-unit", "--console=pipe"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.init = self.wait("its first process", self.find_init)
            self.wait("the end of its start", lambda: self.asked("systemctl", "is-system-running") in (
                "running", "degraded"))
        except BaseException:
            self.end()
            print(pathlib.Path(log.name).read_text()[-4000:])
            raise

    def find_init(self):
        children = [self.nspawn.pid]
        for each in children:
            with contextlib.suppress(FileNotFoundError):
                if pathlib.Path(f"/proc/{each}/comm").read_text() == "systemd\n":
                    return each
                children += map(int, pathlib.Path(f"/proc/{each}/task/{each}/children").read_text().split())
        return None

    def wait(self, what, found):
        end = time.monotonic() + PATIENCE
        while not (value := found()):
            if self.nspawn.poll() is not None or time.monotonic() > end:
                sys.exit(f"the machine does not come to {what}")
            time.sleep(0.05)
        return value

    def seen(self, path):
        """A path of the machine, with what is mounted there."""
        return pathlib.Path(f"/proc/{self.init}", "root", path)

    def command(self, *command):
        return ["nsenter", f"--target={self.init}", "--all", "env", "-i", "--chdir=/", "LC_ALL=C.UTF-8",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", *map(str, command)]

    def run(self, *command):
        """What a command says that has to succeed."""
        done = subprocess.run(self.command(*command), text=True, capture_output=True, timeout=PATIENCE)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def asked(self, *command):
        """What a command says that may fail."""
        return subprocess.run(self.command(*command), text=True, capture_output=True, timeout=PATIENCE).stdout.strip()

    def visitor(self, *arguments):
        """The command of a visitor (probe.py), who has this file and nothing else that is not in the machine."""
        return ["nsenter", f"--target={self.init}", "--net", sys.executable, probe.__file__, *map(str, arguments)]

    def visit(self, *arguments):
        """What a visitor says that has to succeed."""
        return subprocess.run(self.visitor(*arguments), text=True, check=True, stdout=subprocess.PIPE,
                              timeout=PATIENCE).stdout

    def apt(self, *arguments, expected=0):
        """What apt says, with what the package's scripts say."""
        done = subprocess.run(
            self.command("apt-get", "-qq", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", "-y", *arguments),
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        if done.returncode != expected:
            sys.exit(f"apt-get {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def install(self, package, *options, expected=0):
        """As an operator does, who has the file alone."""
        shutil.copy(package, self.root / "opt/baize.deb")
        said = self.apt("install", *options, "/opt/baize.deb", expected=expected)
        (self.root / "opt/baize.deb").unlink()
        return said

    def tab(self, line):
        """What bash offers for the last word of a line."""
        script = ('source /usr/share/bash-completion/completions/baize; COMP_LINE=$1; COMP_WORDS=($1); '
                  'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_POINT=${#COMP_LINE}; '
                  '$(complete -p baize | sed "s/.*-F //; s/ .*//") baize "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return self.run("bash", "-c", script, "bash", line).split("\n")

    def server(self):
        return int(self.run("systemctl", "show", "--property=MainPID", "--value", "baize.service"))

    def end(self):
        if self.nspawn.poll() is None:
            self.nspawn.send_signal(signal.SIGTERM)
            try:
                self.nspawn.wait(timeout=PATIENCE / 3)
            except subprocess.TimeoutExpired:
                # All that runs in it ends with it.
                self.nspawn.kill()
                self.nspawn.wait()

    def journal(self):
        return self.asked("journalctl", "--no-pager", "--lines=60")


def snapshot(root):
    """What lies in a machine, but for Debian's notes: path to kind and mode, owner, group and content."""
    found = {}
    for folder, folders, files in os.walk(root):
        for path in (pathlib.Path(folder, name) for name in (*folders, *files)):
            name = str(path.relative_to(root))
            if NOTES.match(name):
                continue
            status = path.lstat()
            content = ""
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[name] = (oct(status.st_mode), status.st_uid, status.st_gid, content)
        folders[:] = [name for name in folders if not NOTES.match(str(pathlib.Path(folder, name).relative_to(root)))]
    return found
