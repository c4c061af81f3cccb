"""The disk that loses power loses just what it may lose, and each fault is met."""

import errno
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap

import pytest
from disk import GROW, NAME, SYNC, WRITE, Disk, sectors, tear

ROUNDS = 6
PATIENCE = 20


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path)


def run(disk, script, *arguments, kill_after=None):
    """A program in the root, to its end or until it has said so many lines; the lines."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)], cwd=disk.root,
        env={**os.environ, **disk.environment()}, stdout=subprocess.PIPE, text=True)
    lines = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if len(lines) == kill_after:
                break
        if kill_after is None:
            assert process.wait(timeout=PATIENCE) == 0, lines
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        lines += [line.rstrip() for line in process.stdout]
        process.stdout.close()
    return lines


def names(disk):
    return sorted(str(path.relative_to(disk.root)) for path in disk.root.rglob("*"))


WRITER = """
    import os
    def save(name, text, sync=True):
        file = os.open(name, os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(file, text)
        if sync: os.fsync(file)
        os.close(file)
    def sync_folder(name):
        folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)
"""


def test_what_was_synced_is_there_and_what_was_not_is_gone(disk):
    run(disk, WRITER + """
    save("kept", b"all of it")
    save("named", b"nothing", sync=False)
    sync_folder(".")
    save("lost", b"nothing", sync=False)
    file = os.open("kept", os.O_RDWR)
    os.pwrite(file, b"ALL", 0)
    os.ftruncate(file, 5)
    """)
    assert (disk.root / "kept").read_text() == "ALL o"
    disk.lose_power()
    assert names(disk) == ["kept", "named"]
    assert (disk.root / "kept").read_text() == "all of it"
    assert (disk.root / "named").read_text() == ""


@pytest.mark.parametrize(("synced", "expected"), [(False, ["folder", "folder/old"]), (True, ["folder", "folder/new"])])
def test_a_name_lasts_when_its_folder_was_synced(disk, synced, expected):
    run(disk, WRITER + f"""
    os.mkdir("folder")
    save("folder/old", b"words")
    os.rename("folder/old", "folder/new")
    if {synced}: sync_folder("folder")
    """)
    disk.lose_power()
    assert names(disk) == expected
    assert (disk.root / expected[1]).read_text() == "words"


def test_a_file_that_was_removed_comes_back_unless_its_folder_was_synced(disk):
    (disk.root / "here").write_text("still")
    (disk.root / "gone").write_text("once")
    disk.copy_root()
    run(disk, WRITER + """
    os.unlink("gone")
    sync_folder(os.getcwd() + "/.")
    os.unlink("here")
    save("here", b"another", sync=False)
    """)
    assert (disk.root / "here").read_text() == "another"
    disk.lose_power()
    assert names(disk) == ["here"]
    assert (disk.root / "here").read_text() == "still"


def test_all_ways_of_writing_are_seen(disk):
    run(disk, """
    import os
    with open("log", "ab", buffering=0) as log:
        log.write(b"one ")
        os.writev(log.fileno(), [b"two ", b"three "])
        os.fdatasync(log.fileno())
    with open("log", "r+b") as log:
        os.pwritev(log.fileno(), [b"O", b"NE"], 0)
        os.fsync(log.fileno())
        os.posix_fallocate(log.fileno(), 0, 20)
        os.fsync(log.fileno())
    direct = os.open("direct", os.O_WRONLY | os.O_CREAT | os.O_DSYNC)
    os.write(direct, b"at once")
    short = os.open("direct", os.O_WRONLY | os.O_TRUNC)
    """)
    disk.lose_power()
    assert (disk.root / "log").read_bytes() == b"ONE two three " + bytes(6)
    assert (disk.root / "direct").read_bytes() == b"at once"


def test_what_lies_outside_is_left_alone(disk, tmp_path):
    run(disk, f"""
    import os
    with open({str(tmp_path / "beside")!r}, "w") as file: file.write("x")
    os.rename({str(tmp_path / "beside")!r}, {str(tmp_path / "other")!r})
    """)
    assert (tmp_path / "other").read_text() == "x"
    assert list((disk.shadow / "files").iterdir()) == []


# MARK: - SQLite

COMMITS = """
    import sqlite3, sys
    mode, pace = sys.argv[1:]
    base = sqlite3.connect("tables.db", isolation_level=None)
    base.execute("pragma journal_mode=wal")
    base.execute(f"pragma synchronous={mode}")
    base.execute(f"pragma wal_autocheckpoint={pace}")
    base.execute("create table if not exists log (n integer primary key, body blob)")
    n = base.execute("select coalesce(max(n), 0) from log").fetchone()[0]
    while True:
        n += 1
        base.execute("insert into log values (?, randomblob(?))", (n, 100 + n * 37 % 3000))
        print(n, flush=True)
"""


def kept(disk):
    """The last record of a database that is whole and holds each number up to it."""
    base = sqlite3.connect(disk.root / "tables.db")
    try:
        assert base.execute("pragma integrity_check").fetchall() == [("ok",)]
        if not base.execute("select 1 from sqlite_master where name = 'log'").fetchall():
            return 0
        numbers = [row[0] for row in base.execute("select n from log order by n")]
        assert numbers == list(range(1, len(numbers) + 1))
        return len(numbers)
    finally:
        base.close()


@pytest.mark.parametrize("torn", [False, True])
def test_sqlite_with_full_sync_keeps_every_commit(disk, torn):
    dice = random.Random(1)
    for turn in range(ROUNDS):
        lines = run(disk, COMMITS, "full", dice.choice([4, 50, 1000]), kill_after=dice.randrange(1, 120))
        disk.lose_power(turn if torn else None)
        assert kept(disk) >= int(lines[-1]), f"round {turn}"
        disk.copy_root()  # looking at it has changed it


@pytest.mark.parametrize("mode", ["off", "normal"])
def test_sqlite_without_a_sync_for_each_commit_is_caught(disk, mode):
    lines = run(disk, COMMITS, mode, 1000, kill_after=60)
    disk.lose_power()
    if mode == "normal":
        assert kept(disk) < int(lines[-1])
    else:
        assert not (disk.root / "tables.db").exists() or kept(disk) < int(lines[-1])


def test_sqlite_with_normal_sync_keeps_a_prefix_however_the_rest_is_torn(disk):
    seen = set()
    for turn in range(ROUNDS):
        before = kept(disk) if (disk.root / "tables.db").exists() else 0
        disk.copy_root()
        lines = run(disk, COMMITS, "normal", 1000, kill_after=40)
        disk.lose_power(turn)
        after = kept(disk)
        assert before <= after <= int(lines[-1]) + 1
        seen.add(int(lines[-1]) - after)
    assert len(seen) > 1, f"always the same number lost: {seen}"


def test_a_kill_without_loss_of_power_loses_nothing_even_without_syncs(disk):
    lines = run(disk, COMMITS, "off", 1000, kill_after=60)
    assert kept(disk) >= int(lines[-1])


# MARK: - Pieces by chance

def test_a_torn_file_is_of_old_and_new_sectors_only(tmp_path):
    old, new = bytes([1]) * 40_000, bytes([2]) * 40_000
    kinds = set()
    for seed in range(20):
        path = tmp_path / str(seed)
        path.write_bytes(old)
        tear(path, [(0, new[:10_000]), (10_000, new[10_000:])], random.Random(seed))
        torn = path.read_bytes()
        assert len(torn) == 40_000
        for place, piece in sectors(0, torn):
            # One sector was written in two goes, and may have seen the first only.
            assert len(set(piece)) == 1 or place == 8192
        kinds.add(torn.count(2))
    assert len(kinds) > 10


def test_a_later_write_to_a_sector_never_lasts_without_an_earlier(tmp_path):
    for seed in range(50):
        path = tmp_path / str(seed)
        tear(path, [(0, b"a"), (1, b"b"), (2, b"c")], random.Random(seed))
        assert path.read_bytes() in (b"", b"a", b"ab", b"abc")


# MARK: - Faults

TRY = """
    import errno, os, sys
    def tried(what):
        try: return what()
        except OSError as error: return errno.errorcode[error.errno]
    file = os.open("file", os.O_RDWR | os.O_CREAT)
    os.write(file, b"12345678")
    print("ready", flush=True)
    sys.stdin.readline()
    print(tried(lambda: os.pwrite(file, b"abcd", 0)), tried(lambda: os.pwrite(file, b"abcd", 8)),
          tried(lambda: os.fsync(file)), tried(lambda: os.ftruncate(file, 50)),
          tried(lambda: os.close(os.open("new", os.O_RDWR | os.O_CREAT))), tried(lambda: os.rename("file", "other")),
          tried(lambda: os.unlink("other") or os.unlink("file")), flush=True)
"""


@pytest.mark.parametrize(("fault", "met"), [
    ({}, "4 4 None None None None ENOENT"),
    ({"kind": "enospc"}, "4 ENOSPC None ENOSPC ENOSPC None ENOENT"),
    ({"kind": "enospc", "calls": GROW | WRITE}, "ENOSPC ENOSPC None ENOSPC ENOSPC None ENOENT"),
    ({"kind": "eio"}, "EIO EIO None EIO None None ENOENT"),
    ({"kind": "eio", "calls": SYNC}, "4 4 EIO None None None ENOENT"),
    ({"kind": "erofs"}, "EROFS EROFS None EROFS EROFS EROFS EROFS"),
    ({"kind": "short"}, "2 2 None None None None ENOENT"),
    ({"kind": "eio", "after": 1}, "4 EIO None EIO None None ENOENT"),
    ({"kind": "eio", "after": 1, "count": 1}, "4 EIO None None None None ENOENT"),
    ({"kind": "eio", "calls": NAME, "suffix": "/new"}, "4 4 None None EIO None ENOENT"),
])
def test_each_fault_is_met_while_the_program_runs(disk, fault, met):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(TRY)], cwd=disk.root, env={**os.environ, **disk.environment()},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        number = disk.fail(**fault) if fault else None
        assert process.communicate("go\n", timeout=PATIENCE)[0].strip() == met
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
    if fault:
        assert disk.hits(number) == len(re.findall(rf"\b({fault['kind'].upper()}|2)\b", met))


def test_a_slow_sync_is_slow_and_counted_as_under_way(disk):
    disk.fail("slow", milliseconds=60_000)
    process = subprocess.Popen(
        [sys.executable, "-c", "import os\nf = os.open('f', os.O_RDWR | os.O_CREAT)\nos.write(f, b'x')\n"
         "print('written', flush=True)\nos.fsync(f)\nprint('synced', flush=True)"],
        cwd=disk.root, env={**os.environ, **disk.environment()}, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "written\n"
    while disk.faults.running()[0] == 0:
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    assert process.communicate(timeout=PATIENCE)[0] == ""
    assert disk.faults.running() == (1, 0)
    disk.lose_power()
    assert names(disk) == []


def test_what_a_failed_sync_should_have_kept_no_later_sync_keeps(disk):
    disk.fail("eio", calls=SYNC, count=1)
    lines = run(disk, """
    import os
    file = os.open("file", os.O_RDWR | os.O_CREAT)
    os.write(file, b"lost")
    try: os.fsync(file)
    except OSError as error: print(error.errno, flush=True)
    os.write(file, b"kept")
    os.fsync(file)
    """)
    assert lines == [str(errno.EIO)]
    assert (disk.root / "file").read_bytes() == b"lostkept"
    disk.lose_power()
    assert (disk.root / "file").read_bytes() == bytes(4) + b"kept"


INSERTS = """
    import sqlite3, sys
    base = sqlite3.connect("tables.db", isolation_level=None)
    base.execute("pragma journal_mode=wal")
    base.execute("pragma synchronous=full")
    base.execute("create table log (n integer primary key, body blob)")
    for n in range(1, 4):
        try: base.execute("insert into log values (?, randomblob(500))", (n,))
        except sqlite3.OperationalError as error: print(error, flush=True)
        else: print("ok", flush=True)
        sys.stdin.readline()
    print(",".join(str(n) for n, in base.execute("select n from log")), flush=True)
"""


@pytest.mark.parametrize(("kind", "calls", "said"), [
    ("enospc", None, "database or disk is full"),
    ("eio", None, "disk I/O error"),
    ("eio", SYNC, "disk I/O error"),
    ("erofs", None, "disk I/O error"),
    ("short", None, "ok"),
])
def test_sqlite_meets_a_fault_and_goes_on_when_it_is_over(disk, kind, calls, said):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(INSERTS)], cwd=disk.root, env={**os.environ, **disk.environment()},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def go():
        process.stdin.write("\n")
        process.stdin.flush()

    try:
        assert process.stdout.readline() == "ok\n"
        number = disk.fail(kind, calls)
        go()
        assert process.stdout.readline().strip() == said
        assert disk.hits(number) > 0
        disk.mend()
        go()
        assert process.stdout.readline() == "ok\n"
        assert process.communicate("\n", timeout=PATIENCE)[0].strip() == ("1,2,3" if said == "ok" else "1,3")
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
