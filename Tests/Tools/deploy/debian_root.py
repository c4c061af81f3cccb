"""Makes the root file system of a new Debian, from where this machine has its packages. Needs root and mmdebstrap."""

import pathlib
import platform
import subprocess

SOURCES = pathlib.Path("/etc/apt/sources.list.d/debian.sources"), pathlib.Path("/etc/apt/sources.list")


def make(tar, *options):
    """Once: a tar of a root file system at this path. The options are mmdebstrap's: a variant, packages, hooks."""
    if tar.exists():
        return
    tar.parent.mkdir(parents=True, exist_ok=True)
    part = tar.with_suffix(".part")
    subprocess.run(
        ["mmdebstrap", "--quiet", *options, "--mode=root", "--format=tar",
         platform.freedesktop_os_release()["VERSION_CODENAME"], part,
         *[place for place in SOURCES if place.exists()][:1]], check=True)
    part.rename(tar)
