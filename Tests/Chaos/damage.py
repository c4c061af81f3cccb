"""Ways in which a data directory gets damaged, by name. Each is done to a copy: `damage(folder, kind, dice)`.

Some are what a loss of power leaves, some what a failing disk or a careless hand does; `KINDS` says which, and what a
server and `baize check` owe their host then.
"""

import collections
import contextlib
import sqlite3

BASE, LOG, MARK = "tables.db", "tables.db-wal", "tables.db-mark"
PAGE = 4096
LOG_HEAD, FRAME = 32, 24 + PAGE  # SQLite's file format, section 4

# What is owed: SOUND, all that is left is a prefix and nobody need act; BASED, every table plays, one of them from its
# base only; ONE_TABLE, one table is closed with a plain message, all others play; READ_ONLY, the server starts, says
# what mends it, and takes no commands; UNREADABLE, the same, and maybe no table can be read or salvaged.
SOUND, BASED, ONE_TABLE, READ_ONLY, UNREADABLE = "sound", "from its base", "one table", "read-only", "unreadable"
Kind = collections.namedtuple("Kind", "what owed act")
KINDS = {}


def kind(owed):
    def note(act):
        KINDS[act.__name__] = Kind(act.__doc__, owed, act)
        return act
    return note


def damage(folder, name, dice):
    """What was done, in words."""
    return f"{name}: {KINDS[name].act(folder, dice)}"


def settle(folder):
    """Everything in the base, nothing in the log: what is done to the base is not hidden by newer pages."""
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        return base.execute("pragma page_count").fetchone()[0]


def change(path, offset, data):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def flip(path, offset, dice):
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << dice.randrange(8)]))


def records(base):
    """The table of records, the columns of its key, and its column of bytes."""
    columns = base.execute("pragma table_info(records)").fetchall()
    return [name for _, name, *_, key in columns if key], next(name for _, name, kind, *_ in columns if kind == "BLOB")


@kind(ONE_TABLE)
def record(folder, dice):
    """One bit of one record is another, in a page that is right otherwise."""
    settle(folder)
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base, base:
        keys, column = records(base)
        rows = base.execute(f"select {', '.join(keys)}, {column} from records where length({column}) > 0").fetchall()
        *key, body = dice.choice(rows)
        body = bytearray(body)
        place = dice.randrange(len(body))
        body[place] ^= 1 << dice.randrange(8)
        base.execute(f"update records set {column} = ? where " + " and ".join(f"{name} = ?" for name in keys),
                     (bytes(body), *key))
    settle(folder)
    return f"byte {place} of record {key}"


@kind(ONE_TABLE)
def column(folder, dice):
    """What lies beside the bytes of one record is of another kind, or out of all bounds."""
    settle(folder)
    name, value = dice.choice([("c", "abc"), ("version", "abc"), ("version", -1), ("at", "abc"), ("guest", b"\xff\x00"),
                               ("chain", 7), ("visit", b"\xff")])
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base, base:
        keys, _ = records(base)
        rows = base.execute(f"select {', '.join(keys)} from records where c is not null and sequence > coalesce("
                            "(select sequence from bases where bases.tableID = records.tableID), 1)").fetchall()
        key = dice.choice(rows)
        where = " and ".join(f"{name} = ?" for name in keys)
        base.execute(f"update records set {name} = ? where {where}", (value, *key))
    settle(folder)
    return f"{name} of record {key} is {value}"


@kind(BASED)
def before_base(folder, dice):
    """A record that a base stands for is not as it was written, or not there."""
    settle(folder)
    act = dice.choice(["update records set at = at + 1", "update records set body = x'00'", "delete from records",
                       "update records set c = 'abc'"])
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base, base:
        table, end = dice.choice(base.execute("select tableID, sequence from bases where sequence > 2").fetchall())
        number = dice.randrange(2, end)
        base.execute(f"{act} where tableID = ? and sequence = ?", (table, number))
    settle(folder)
    return f"{act} {number} of table {table}, whose base is at {end}"


def pages(folder, where):
    """Numbers of the pages of some tables and indexes."""
    settle(folder)
    with contextlib.closing(sqlite3.connect(folder / BASE)) as base:
        return [number for number, in base.execute(f"select pageno from dbstat where {where} order by pageno")]


def spoil(folder, number, data):
    change(folder / BASE, (number - 1) * PAGE, data)
    return f"page {number}"


@kind(READ_ONLY)
def zero_page(folder, dice):
    """A page of records is zeros."""
    return spoil(folder, dice.choice(pages(folder, "name = 'records' and pagetype = 'leaf'")), bytes(PAGE))


@kind(READ_ONLY)
def random_page(folder, dice):
    """A page of records is anything."""
    return spoil(folder, dice.choice(pages(folder, "name = 'records' and pagetype = 'leaf'")), dice.randbytes(PAGE))


@kind(UNREADABLE)
def other_page(folder, dice):
    """A page that is needed to find the records is anything."""
    where = "(name <> 'records' or pagetype <> 'leaf') and pageno > 1 and ncell > 0"
    return spoil(folder, dice.choice(pages(folder, where)), dice.randbytes(PAGE))


@kind(UNREADABLE)
def first_page(folder, dice):
    """The first page, which says what the base is, is anything."""
    settle(folder)
    return spoil(folder, 1, dice.randbytes(PAGE))


@kind(UNREADABLE)
def short_base(folder, dice):
    """The base ends too early."""
    size = settle(folder) * PAGE
    cut = dice.randrange(PAGE, size)
    with (folder / BASE).open("r+b") as file:
        file.truncate(cut)
    return f"{cut} of {size} bytes"


@kind(UNREADABLE)
def empty_base(folder, dice):
    """The base is empty, or gone, and the log beside it is not."""
    if dice.random() < 0.5:
        (folder / BASE).write_bytes(b"")
        return "empty"
    (folder / BASE).unlink()
    return "gone"


@kind(SOUND)
def short_log(folder, dice):
    """The log ends at any byte, as after a loss of power before any of it was synced."""
    forget_mark(folder)
    return cut_log(folder, dice.randrange((folder / LOG).stat().st_size + 1))


@kind(READ_ONLY)
def log_behind_mark(folder, dice):
    """The log ends where a commit does, and more of it was on the disk once."""
    ends = commits(folder)
    return cut_log(folder, LOG_HEAD + dice.choice(ends[len(ends) // 4:len(ends) // 2]) * FRAME)


def cut_log(folder, size):
    """The -wal ends at this byte."""
    with (folder / LOG).open("r+b") as file:
        file.truncate(size)
    forget_index(folder)
    return f"{size} bytes of log"


def commits(folder):
    """The frames with which commits end, of the log as it is now and not of an earlier one."""
    log = (folder / LOG).read_bytes()
    heads = [log[LOG_HEAD + place * FRAME:][:24] for place in range(log_frames(folder))]
    ours = next((place for place, head in enumerate(heads) if head[8:16] != log[16:24]), len(heads))
    return [place + 1 for place in range(ours) if any(heads[place][4:8])]


def last_commit(folder):
    """The frames of the last commit, which may be one that power cut off: nothing says that it was told."""
    forget_mark(folder)
    before, end = commits(folder)[-2:]
    return range(before + 1, end + 1)


@kind(SOUND)
def torn_tail(folder, dice):
    """A bit of the log's last commit is another, as after a loss of power."""
    frame = dice.choice(last_commit(folder))
    return flip_frame(folder, frame, dice)


@kind(READ_ONLY)
def flipped_log(folder, dice):
    """A bit of the log is another, and later commits lie behind it."""
    return flip_frame(folder, dice.randrange(1, commits(folder)[-2] + 1), dice)


@kind(READ_ONLY)
def flipped_log_head(folder, dice):
    """A bit of the log's first bytes is another."""
    offset = dice.randrange(LOG_HEAD)
    flip(folder / LOG, offset, dice)
    forget_index(folder)
    return f"byte {offset} of the log"


def flip_frame(folder, frame, dice):
    offset = LOG_HEAD + (frame - 1) * FRAME + dice.randrange(FRAME)
    flip(folder / LOG, offset, dice)
    forget_index(folder)
    return f"byte {offset} of the log, in frame {frame}"


@kind(SOUND)
def random_tail(folder, dice):
    """The frames of the log's last commit are anything."""
    frames = last_commit(folder)
    change(folder / LOG, LOG_HEAD + (frames[0] - 1) * FRAME, dice.randbytes(FRAME * len(frames)))
    forget_index(folder)
    return f"frames {frames[0]} to {frames[-1]} of the log"


def forget_mark(folder):
    """As if nothing of the log had been synced for long."""
    (folder / MARK).unlink(missing_ok=True)


def forget_index(folder):
    """The index of the log is made anew after a loss of power."""
    (folder / f"{BASE}-shm").unlink(missing_ok=True)


def log_frames(folder):
    """How many frames the log has room for; those of an earlier round may be among them."""
    path = folder / LOG
    return max(0, path.stat().st_size - LOG_HEAD) // FRAME if path.exists() else 0
