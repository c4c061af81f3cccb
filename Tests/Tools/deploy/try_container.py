"""Builds deploy/Containerfile with buildah and runs the image as it asks to be run: as an unprivileged user, on a root
that cannot be written to, with /data alone to keep things in. Needs root, Debian's archive, and what
`need.sh container` installs.

try_container.py PROGRAM

Where no images can be fetched two stand in: Debian's essential packages for debian:bookworm-slim, and the same for
Swift, with a `swift` that hands over PROGRAM instead of building it. All other steps are those of the Containerfile.
The image is run by a chroot in namespaces of its own, not by a container engine.
"""

import array
import contextlib
import fcntl
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import debian_root
import probe
from proxies import ROOT

BASE = ROOT / ".build/tools/container/debian.tar"
PORT = 8080
# The health check that README.md proposes for operators whose engine should run one.
HEALTH = "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q ' 200 ' <&3"
# From linux/sockios.h and linux/if.h.
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1


class Buildah:
    """With a store of its own, which is gone afterwards."""

    def __init__(self, folder):
        self.folder = folder
        registries = folder / "registries.conf"
        # Nothing is fetched from anywhere.
        registries.write_text("unqualified-search-registries = []\n")
        self.environment = {**os.environ, "HOME": str(folder),
                            "CONTAINERS_REGISTRIES_CONF": str(registries)}
        self.options = ["--root", folder / "store", "--runroot", folder / "run", "--storage-driver", "overlay",
                        "--registries-conf", registries]

    def __call__(self, verb, *arguments, quiet=True):
        command = ["buildah", *self.options, verb, *arguments]
        return subprocess.run(command, env=self.environment, check=True, text=True,
                              stdout=subprocess.PIPE if quiet else None).stdout

    def image(self, name, *things):
        """Of a root file system, and things to lay over it: (from, to)."""
        container = self("from", "scratch").strip()
        for thing, place in things:
            self("add", "--quiet", container, thing, place)
        self("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container)
        signature = self.folder / "policy.json"
        signature.write_text('{"default": [{"type": "insecureAcceptAnything"}]}')
        self("commit", "--quiet", "--signature-policy", signature, "--rm", container, name)


def swift_stand_in(folder, program):
    """What the build stage calls, handing over what was built already."""
    place = folder / "swift/usr/local/bin"
    place.mkdir(parents=True)
    shutil.copy(program, place / "baize-built-already")
    (place / "swift").write_text(
        "#!/bin/sh\n# Only the program is handed over; the rules for browsers are not.\n"
        '[ "$BAIZE_WASM" != 1 ] || exit 1\n'
        "mkdir -p .build/release && cp /usr/local/bin/baize-built-already .build/release/baize\n")
    # `install -s` calls it; what is handed over stays as it is.
    (place / "strip").write_text("#!/bin/sh\n")
    for each in place.iterdir():
        each.chmod(0o755)
    return folder / "swift"


def swift_libraries(folder, program):
    """A program that was not linked with them needs them where they were: not the image's business, so below it."""
    root = folder / "libraries"
    root.mkdir()
    for line in subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines():
        path = line.partition("=> ")[2].split(" ")[0]
        if "/swift/" in path:
            place = root / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
    return root


def build(buildah, program):
    """Where the image's root is, and what it asks for."""
    libraries = swift_libraries(buildah.folder, program)
    buildah.image("localhost/debian", (BASE, "/"), (libraries, "/"))
    buildah.image("localhost/swift", (BASE, "/"), (libraries, "/"), (swift_stand_in(buildah.folder, program), "/"))
    policy = buildah.folder / "policy.json"
    buildah("bud", "--isolation", "chroot", "--signature-policy", policy, "--pull-never",
            "--build-arg", "SWIFT=localhost/swift", "--build-arg", "DEBIAN=localhost/debian",
            "-f", ROOT / "deploy/Containerfile", "-t", "localhost/baize", ROOT, quiet=False)
    container = buildah("from", "--pull-never", "localhost/baize").strip()
    asked = json.loads(buildah("inspect", "--type", "image", "localhost/baize"))["OCIv1"]["config"]
    return buildah("mount", container).strip(), asked


def loopback_up():
    with socket.socket() as any_socket:
        request = array.array("B", b"lo".ljust(40, b"\0"))
        fcntl.ioctl(any_socket, SIOCGIFFLAGS, request)
        request[16] |= IFF_UP
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, request)


def run(root, asked, data):
    """In namespaces of its own (`unshare -mn`): nothing here reaches the machine outside."""
    loopback_up()
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "--bind", root, root], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", root], check=True)
    user = asked["User"]
    shutil.chown(data, *map(int, user.split(":")))
    (volume,) = asked["Volumes"]
    subprocess.run(["mount", "--bind", data, root + volume], check=True)
    inside = ["chroot", f"--userspec={user}", root, "env", "-i", "-C", asked["WorkingDir"], *asked["Env"]]
    process = subprocess.Popen([*inside, *asked["Entrypoint"], *asked["Cmd"]])
    try:
        probe.wait(PORT)
        probe.fetch_page(PORT, None)
        probe.open_socket(PORT, None)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        probe.expect("its user", status.split("\nUid:\t")[1].split("\t")[0], user.split(":")[0])
        for place in ("/", "/usr/local/bin", "/tmp", "/var/tmp"):
            written = subprocess.run([*inside, "touch", f"{place}/x"], capture_output=True, text=True)
            probe.expect(f"what writing to {place} says", "Read-only file system" in written.stderr, True)
        subprocess.run([*inside, "bash", "-c", HEALTH], check=True)
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(timeout=30)
    probe.expect("exit code after SIGTERM", code, 0)
    kept = [path.name for path in pathlib.Path(data).iterdir()]
    print(f"user {user}, root read-only, in {volume}: {', '.join(sorted(kept))}")
    asked_again = subprocess.run([*inside, "bash", "-c", HEALTH], capture_output=True)
    probe.expect("health when it is gone", asked_again.returncode != 0, True)


def main(program):
    if os.geteuid() != 0:
        sys.exit("this needs root, for buildah's chroot isolation")
    debian_root.make(BASE, "--variant=essential", "--include=apt")
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="baize-container-")))
        buildah = Buildah(folder)
        stack.callback(buildah, "umount", "--all")
        root, asked = build(buildah, program)
        (folder / "data").mkdir()
        subprocess.run(
            ["unshare", "-mn", sys.executable, __file__, "--inside", root, json.dumps(asked), folder / "data"],
            check=True, timeout=120)


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        run(sys.argv[2], json.loads(sys.argv[3]), sys.argv[4])
    else:
        main(sys.argv[1])
