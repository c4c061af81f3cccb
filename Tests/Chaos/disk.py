"""A disk of one folder that loses power and fails on demand, for any program that is started with `environment()`.

    disk = Disk(folder)             # disk.root is what the program sees
    Popen(…, env={**os.environ, **disk.environment()})
    disk.fail("enospc", count=3)    # while it runs
    process.kill()
    disk.lose_power(seed=7)         # disk.root is now what a real disk would hold

Invariant: between `lose_power` and the next start, the root and its shadow hold the same.
"""

import contextlib
import mmap
import pathlib
import random
import shutil
import struct
import subprocess

PRELOAD = pathlib.Path(__file__).resolve().parent / "preload"
BUILT = PRELOAD.parents[2] / ".build/chaos"
SECTOR = 4096  # what a disk writes whole, or not at all

# The page of faults.c.
SLOTS, HEAD, SLOT = 8, 64, struct.Struct("<IIIIqqqq24s")
KINDS = {"enospc": 1, "eio": 2, "erofs": 3, "short": 4, "slow": 5, "late": 6}
WRITE, GROW, SYNC, NAME = 1, 2, 4, 8
CALLS = {"enospc": GROW, "eio": WRITE, "erofs": WRITE | NAME, "short": WRITE, "slow": SYNC, "late": SYNC}


def library():
    """The preloaded library, built when it is older than its sources."""
    built = BUILT / "disk.so"
    sources = sorted(PRELOAD.glob("*.c"))
    if built.exists() and built.stat().st_mtime > max(path.stat().st_mtime for path in PRELOAD.glob("*.[ch]")):
        return built
    compiler = shutil.which("cc") or shutil.which("clang")
    assert compiler, "a C compiler is needed; bash Tests/Tools/need.sh build installs one"
    BUILT.mkdir(parents=True, exist_ok=True)
    # Two may build at once; each puts a whole one in place.
    fresh = BUILT / f"disk-{random.SystemRandom().getrandbits(32):08x}.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden",
                    "-pthread", "-o", fresh, *sources], check=True)
    fresh.replace(built)
    return built


class Faults:
    """The page that the running program looks at."""

    def __init__(self, path):
        self.path = path
        path.write_bytes(bytes(HEAD + SLOTS * SLOT.size))
        with path.open("r+b") as file:
            self.page = mmap.mmap(file.fileno(), 0)

    def fail(self, kind, calls=None, after=0, count=-1, milliseconds=0, suffix=""):
        """From now on `count` calls fail, or all, when `after` have gone well; its number, for `hits`."""
        number = next(i for i in range(SLOTS) if not self._slot(i)[0])
        at = HEAD + number * SLOT.size
        SLOT.pack_into(self.page, at, 0, calls or CALLS[kind], milliseconds, 0, after, count, 0, 0, suffix.encode())
        struct.pack_into("<I", self.page, at, KINDS[kind])
        return number

    def mend(self):
        for number in range(SLOTS):
            struct.pack_into("<I", self.page, HEAD + number * SLOT.size, 0)

    def _slot(self, number):
        return SLOT.unpack_from(self.page, HEAD + number * SLOT.size)

    def hits(self, number):
        return self._slot(number)[7]

    def running(self):
        """Syncs and writes that are under way, or were when the program was killed."""
        return struct.unpack_from("<qq", self.page, 0)

    def counted(self):
        """Syncs and writes so far."""
        return struct.unpack_from("<qq", self.page, 16)

    def fresh(self):
        self.page[:HEAD] = bytes(HEAD)


class Disk:
    def __init__(self, folder, shadowed=True):
        self.folder = pathlib.Path(folder).resolve()
        self.root, self.shadow = self.folder / "root", self.folder / "shadow"
        self.root.mkdir(parents=True, exist_ok=True)
        self.shadowed = shadowed
        self.faults = Faults(self.folder / "faults")
        self.fail, self.mend, self.hits = self.faults.fail, self.faults.mend, self.faults.hits
        self.copy_root()

    def environment(self):
        more = {"BAIZE_DISK_SHADOW": str(self.shadow)} if self.shadowed else {}
        return {"LD_PRELOAD": str(library()), "BAIZE_DISK_ROOT": str(self.root),
                "BAIZE_DISK_FAULTS": str(self.faults.path), **more}

    def copy_root(self):
        """All that lies under the root lasts."""
        if not self.shadowed:
            return
        shutil.rmtree(self.shadow, ignore_errors=True)
        for name in ("tree", "files", "pending"):
            (self.shadow / name).mkdir(parents=True)
        for path in sorted(self.root.rglob("*")):
            there = self.shadow / "tree" / path.relative_to(self.root)
            if path.is_dir():
                there.mkdir()
            elif path.is_file() and not path.name.endswith("-shm"):
                shutil.copyfile(path, there)
                there.chmod(0o600)
                (self.shadow / "files" / str(path.stat().st_ino)).hardlink_to(there)

    def lose_power(self, seed=None):
        """The program is dead; what its disk holds is now what was synced, and by chance some of the rest.

        - Parameter seed: without one, nothing of the rest is kept.
        """
        for log in self.shadow.glob("pending/*.sync"):
            apply_all(self.shadow / "files" / log.stem, records(log))
            log.unlink()
        if seed is not None:
            dice = random.Random(seed)
            for log in sorted(self.shadow.glob("pending/*")):
                tear(self.shadow / "files" / log.name, records(log), dice)
            if dice.random() < 0.5:
                self._keep_names()
        shutil.rmtree(self.root)
        shutil.copytree(self.shadow / "tree", self.root, copy_function=shutil.copyfile)
        self.copy_root()

    def _keep_names(self):
        """The names are those of the last moment: a file system may have written them already."""
        tree = self.shadow / "tree"
        fresh = self.shadow / "names"
        fresh.mkdir()
        for path in sorted(self.root.rglob("*")):
            there = fresh / path.relative_to(self.root)
            if path.is_dir():
                there.mkdir()
            elif (content := self.shadow / "files" / str(path.stat().st_ino)).exists():
                there.hardlink_to(content)
        shutil.rmtree(tree)
        fresh.rename(tree)


def records(log):
    """What was written, in order: (offset, bytes), or (size, None) for a cut. The last may not be whole."""
    with log.open("rb") as file:
        while len(head := file.read(16)) == 16:
            offset, count = struct.unpack("<qq", head)
            data = None if count < 0 else file.read(count)
            if data is not None and len(data) < count:
                return
            yield offset, data


@contextlib.contextmanager
def content(path):
    path.touch()
    with path.open("r+b") as file:
        yield file


def put(file, offset, data):
    if data is None:
        file.truncate(offset)
    else:
        file.seek(offset)
        file.write(data)


def apply_all(path, written):
    with content(path) as file:
        for offset, data in written:
            put(file, offset, data)


def sectors(offset, data):
    while data:
        room = SECTOR - offset % SECTOR
        yield offset, data[:room]
        offset, data = offset + room, data[room:]


def tear(path, written, dice):
    """Each sector is as it was after some of the writes to it, none to all; a file is cut to its last size or not.

    How many sectors are late differs from loss to loss, so that losses of one sector are seen, and of nearly all.
    """
    written = list(written)
    cuts = [place for place, (_, data) in enumerate(written) if data is None]
    with content(path) as file:
        if cuts and dice.random() < 0.5:
            for offset, data in written[: cuts[-1] + 1]:
                put(file, offset, data)
            written = written[cuts[-1] + 1:]
        elif cuts:
            written = written[: cuts[0]]
        by_sector = {}
        for offset, data in written:
            for place, piece in sectors(offset, data):
                by_sector.setdefault(place // SECTOR, []).append((place, piece))
        late = dice.random()
        for pieces in by_sector.values():
            count = dice.randrange(len(pieces)) if dice.random() < late else len(pieces)
            for place, piece in pieces[:count]:
                put(file, place, piece)
