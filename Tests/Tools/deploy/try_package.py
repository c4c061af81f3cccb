"""Tries a Debian package of Baize in a machine of its own: a new Debian with nothing but systemd and apt, booted in
namespaces without a network. No toolchain and no clone are in it. The package is installed, serves as its user, is
played on, copied, upgraded under visitors, removed, purged and installed again. Needs root, mmdebstrap and
systemd-nspawn.

try_package.py PACKAGE
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import debian_root
import probe
from machine import PATIENCE, Machine, snapshot
from proxies import ROOT

PORT = 8080
SOCKET = "run/baize/socket"
DATA = ("var/lib/baize", "var/lib/baize-backups")
UNITS = ("baize.socket", "baize.service", "baize-backup.timer")


def shell(*command, **options):
    return subprocess.run([str(each) for each in command], check=True, text=True, **options)


def needed(package):
    """The names of the packages that it depends on."""
    return [re.split(r"[ |]", each.strip())[0] for each in field(package, "Depends").split(",")]


def field(package, name):
    return shell("dpkg-deb", "--field", package, name, stdout=subprocess.PIPE).stdout.strip()


def next_version(package, folder):
    """The same package as the next release: its version, and a page that says so."""
    shell("dpkg-deb", "--raw-extract", package, folder / "next")
    control = folder / "next/DEBIAN/control"
    version = field(package, "Version") + "+next"
    control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.M))
    page = folder / "next/usr/share/baize/Public/index.html"
    page.write_text(page.read_text() + "<!-- the next release -->\n")
    shell("dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", folder / "next", folder / "next.deb",
          stdout=subprocess.DEVNULL)
    return folder / "next.deb"


def unpacked_root(package, folder):
    """A new Debian, and in its cache the packages that ours depends on: it has no network to fetch them from."""
    names = " ".join(needed(package))
    hook = f'chroot "$1" apt-get install -y -qq --no-install-recommends --download-only {names} >/dev/null'
    options = ["--variant=apt", "--include=systemd,systemd-sysv", f"--customize-hook={hook}",
               "--skip=cleanup/apt/lists,cleanup/apt/cache"]
    key = hashlib.sha256("\n".join(options).encode()).hexdigest()[:12]
    tar = ROOT / f".build/tools/package/debian-{key}.tar"
    debian_root.make(tar, *options)
    (folder / "debian").mkdir()
    shell("tar", "-xpf", tar, "-C", folder / "debian")
    return folder / "debian"


def look_around(machine):
    """What the package put there, seen with the machine's own tools."""
    user = machine.run("getent", "passwd", "baize").split(":")
    probe.expect("the user's shell", user[6], "/usr/sbin/nologin")
    probe.expect("the user's folder", user[5], "/var/lib/baize")
    owner = machine.run("stat", "--format=%U:%G %a", "/var/lib/baize")
    probe.expect("owner and mode of the data", owner, "baize:baize 700")
    for unit in UNITS:
        probe.expect(f"{unit} is", machine.asked("systemctl", "is-active", unit), "active")
        probe.expect(f"{unit} is", machine.asked("systemctl", "is-enabled", unit), "enabled")
    probe.expect("units that failed", machine.run("systemctl", "list-units", "--failed", "--plain", "--no-legend"), "")
    machine.run("systemd-analyze", "verify", "--man=no", *(f"/lib/systemd/system/{unit}" for unit in UNITS))
    probe.expect("who serves", machine.run("stat", "--format=%U", f"/proc/{machine.server()}"), "baize")
    for tool in ("swift", "git", "python3", "gcc", "make"):
        probe.expect(f"where {tool} is", machine.asked("bash", "-c", f"command -v {tool}"), "")
    # As SCHED_IDLE is numbered in sched.h; the policy is the field 41 of proc(5)'s stat.
    threads = machine.run("bash", "-c", f"cat /proc/{machine.server()}/task/*/stat").splitlines()
    idle = [each for each in threads if each.rpartition(")")[2].split()[38] == "5"]
    probe.expect("searches stand behind all else", len(idle) > 0, True)
    # Anybody may run the program, in any folder; its words come from the client that was installed with it.
    rules = machine.run("setpriv", "--reuid=nobody", "--clear-groups", "baize", "rules", "freecell")
    probe.expect("the rules of FreeCell begin", rules.split("\n")[0], "FreeCell")
    for line, completed in (("baize che", "check"), ("baize check /var/li", "/var/lib"),
                            ("baize serve --log-level noti", "notice")):
        probe.expect(f"Tab after '{line}' gives", machine.tab(line), [completed])
    print(f"installed: {machine.run('dpkg-query', '--show', 'baize')}")


def read_manual(machine):
    """Each option of the help is in the manual."""
    pages = machine.root / "usr/share/man/man1"
    listed = machine.run("baize", "--help").split("SUBCOMMANDS:")[1]
    commands = re.findall(r"^  (\w+)(?: \(default\))? +\w", listed, re.M)
    probe.expect("more than five commands have a page", len(commands) > 5, True)
    for command in commands:
        page = shell("gzip", "-dc", pages / f"baize-{command}.1.gz", stdout=subprocess.PIPE).stdout.replace("\\-", "-")
        explained = re.findall(r"--[a-z-]+", "".join(re.findall(r"^\.TP\n(.*)$", page, re.M)))
        # Where an option is listed, two spaces stand before it.
        listed = re.findall(r"^  (-.*?)(?:  |$)", machine.run("baize", command, "--help"), re.M)
        options = set(re.findall(r"--[a-z-]+", " ".join(listed)))
        probe.expect(f"baize {command} has options", "--help" in options, True)
        missing = sorted(options - set(explained))
        probe.expect(f"options that are not in the manual page of {command}", missing, [])
    print(f"manual: {len(commands) + 1} pages")


def play(machine, *arguments):
    """A bot plays a deal that can be won, to its win."""
    return machine.command("baize", "bot", "--game", "freecell", "--deal", "617", "--strategy", "solver", *arguments)


def won(said):
    result = said.splitlines()[-1].split(",")[0]
    probe.expect("the bot says at last", result, "deal 617: won in 114 moves")


def upgrade(machine, package):
    """Under visitors, and under a game."""
    before = machine.server()
    game = subprocess.Popen(play(machine, "--think", "80"), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    places = {"port": str(PORT), "Unix socket": str(machine.seen(SOCKET))}
    visitors = subprocess.Popen(machine.visitor("crowd", *places.values()), text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
    time.sleep(2)
    machine.install(package)
    version = field(package, "Version")
    probe.expect("the version", machine.run("dpkg-query", "--show", "--showformat=${Version}", "baize"), version)
    probe.expect("another process serves", machine.server() != before, True)
    machine.wait("serving again", lambda: machine.asked("systemctl", "is-active", "baize.service") == "active")
    page = machine.visit("fetch", PORT, "/")
    probe.expect("the new client is served", "<!-- the next release -->" in page, True)
    time.sleep(1)
    results = json.loads(visitors.communicate(timeout=PATIENCE)[0])
    for way, place in places.items():
        result = results[place]
        probe.expect(f"visitors by {way} who were not answered", result["failed"], {})
        probe.expect(f"many came by {way}", result["answered"] > 100, True)
        print(f"upgrade: {result['answered']} came by {way}, none was refused, the longest waited "
              f"{result['longest']:.2f} s")
    won(game.communicate(timeout=PATIENCE)[0])


def remove(machine, before):
    machine.apt("remove", "baize")
    for path in ("usr/bin/baize", "usr/share/baize", SOCKET):
        probe.expect(f"{path} is there after the removal", machine.seen(path).exists(), False)
    probe.expect("settings stay until the purge", (machine.root / "etc/baize/baize.conf").exists(), True)
    probe.expect("the unit after the removal", machine.asked("systemctl", "is-active", "baize.service"), "inactive")
    listens = machine.asked("bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{PORT} && echo somebody")
    probe.expect("who listens", listens, "")
    machine.apt("purge", "baize")
    after = snapshot(machine.root)
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    probe.expect("traces after the purge", [name for name in changed if not name.startswith(DATA)], [])
    kept = [name for name in changed if name.startswith(DATA)]
    probe.expect("the tables stay", f"{DATA[0]}/tables.db" in kept, True)
    probe.expect("what is kept belongs to", {after[name][1:3] for name in kept}, {(0, 0)})
    print(f"removed: {len(kept)} files of data stay, and nothing else")


def refuse_a_stranger(machine, package):
    """A user of that name who logs in keeps their name and their files."""
    machine.run("useradd", "--create-home", "--shell", "/bin/bash", "baize")
    said = machine.install(package, expected=100)
    probe.expect("why it is not installed", "a user \"baize\" who is not this server's" in said, True)
    machine.apt("purge", "baize")
    probe.expect("the stranger's shell", machine.run("getent", "passwd", "baize").split(":")[6], "/bin/bash")
    machine.run("userdel", "--remove", "baize")
    print("a user of that name who is a person: refused")


def leave_alone(machine, package):
    """What the operator stopped, or broke, at an upgrade; here from a version to itself."""
    machine.run("systemctl", "stop", "baize-backup.timer")
    machine.install(package, "--reinstall")
    states = [machine.asked("systemctl", "is-active", unit) for unit in UNITS]
    probe.expect("units after the timer alone was stopped", states, ["active", "active", "inactive"])
    machine.run("systemctl", "stop", "baize.socket", "baize.service")
    said = machine.install(package, "--reinstall")
    probe.expect("it is told that nothing is started", "the service did not run, so it is not started" in said, True)
    states = [machine.asked("systemctl", "is-active", unit) for unit in UNITS]
    probe.expect("units after all were stopped", states, ["inactive"] * 3)
    machine.run("systemctl", "start", *UNITS)
    before = machine.server()
    settings = machine.root / "etc/baize/baize.conf"
    sound = settings.read_text()
    token = machine.root / "etc/baize/operator-token"
    token.write_text("x" * 32)
    token.chmod(0o600)  # root's alone, so the service could not start
    for line, why in (("conections = 5", 'there is no setting "conections"'),
                      ("operator-token-file = /etc/baize/operator-token", "must hold one token")):
        settings.write_text(f"{sound}{line}\n")
        said = machine.install(package, "--reinstall")
        probe.expect(f"the mistake in '{line}' is told", why in said, True)
        probe.expect("the process that serves", machine.server(), before)
    settings.write_text(sound)
    token.unlink()
    machine.run("systemctl", "restart", "baize")
    print("an upgrade starts nothing that was stopped, and a mistake in the settings ends nothing")


def go_back(machine, package, copy):
    """To the release before, and to the copy that was made then, as deploy/README.md says."""
    machine.run("systemctl", "stop", "baize.socket", "baize")
    machine.run("mv", "/var/lib/baize", "/var/lib/baize.after")
    machine.run("chown", "-R", "root:root", "/var/lib/baize.after")
    machine.run("bash", "-c", "umask 077; baize erased /var/lib/baize.after > /run/erased")
    machine.install(package, "--allow-downgrades")
    probe.expect("the service that was stopped is", machine.asked("systemctl", "is-active", "baize"), "inactive")
    machine.run("baize", "restore", copy, "/var/lib/baize", "--erased", "/run/erased")
    machine.run("systemctl", "start", "baize.socket", "baize")
    probe.expect("owner of what was restored", machine.run("stat", "--format=%U", "/var/lib/baize/tables.db"), "baize")
    machine.run("rm", "-r", "/var/lib/baize.after")
    print(f"back to {field(package, 'Version')} and the copy that was made then")


def purge_with_disks(machine):
    """Where the copies are on a disk of their own, and it is empty."""
    machine.run("systemctl", "stop", "baize-backup.timer")
    machine.run("mount", "-t", "tmpfs", "tmpfs", "/var/lib/baize-backups")
    machine.apt("purge", "baize")
    probe.expect("the user after a purge", machine.asked("getent", "passwd", "baize"), "")
    probe.expect("who owns the data", machine.run("stat", "--format=%U", "/var/lib/baize/tables.db"), "root")
    probe.expect("which units are known", machine.asked("systemctl", "list-units", "--all", "--plain", "--no-legend",
                                                        "baize*"), "")


def story(machine, package, later):
    machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *needed(package))
    refuse_a_stranger(machine, package)
    before = snapshot(machine.root)
    machine.install(package)
    look_around(machine)
    read_manual(machine)
    print(machine.visit("visit", PORT), end="")
    won(shell(*play(machine), stdout=subprocess.PIPE).stdout)
    print("a game was played by the bot, and won")
    machine.run("systemctl", "reload", "baize")
    machine.run("systemctl", "start", "baize-backup")
    (copy,) = (machine.root / DATA[1]).iterdir()
    print(f"copied: {copy.name}")
    upgrade(machine, later)
    leave_alone(machine, later)
    go_back(machine, package, f"/{DATA[1]}/{copy.name}")
    won(shell(*play(machine), stdout=subprocess.PIPE).stdout)
    tables = machine.run("baize", "check", "/var/lib/baize")
    remove(machine, before)
    machine.install(package)
    probe.expect("owner of the data when it is installed again",
                 machine.run("stat", "--format=%U", "/var/lib/baize/tables.db"), "baize")
    probe.expect("what is checked is as before", machine.run("baize", "check", "/var/lib/baize"), tables)
    machine.visit("visit", PORT)
    print(f"installed again: {tables.splitlines()[-1]}")
    purge_with_disks(machine)


def main(package):
    if os.geteuid() != 0:
        sys.exit("this needs root, to boot a machine of its own")
    with tempfile.TemporaryDirectory(prefix="package-", dir=ROOT / ".build") as name:
        folder = pathlib.Path(name)
        later = next_version(package, folder)
        root = unpacked_root(package, folder)
        with open(folder / "boot.log", "wb") as log:
            machine = Machine(root, log)
            try:
                story(machine, package, later)
            except BaseException:
                print(machine.journal())
                raise
            finally:
                machine.end()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
