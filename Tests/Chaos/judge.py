"""What a server has promised to anybody, and whether it still stands to it after a crash.

A promise is an `ok`, with its version, and every line that reflects a version: nothing that a crash could undo may be
told. Invariant: `told` of a room holds one hash for each version.
"""

import collections


class Room:
    def __init__(self, epoch):
        self.epoch = epoch
        self.told = {}  # version: hash
        self.acked = 0  # the highest version in an `ok`
        self.highest = 0  # the highest version in any line


class Judge:
    def __init__(self):
        self.rooms = {}
        self.acked = 0  # commands that were answered `ok`
        self.repeated = 0  # answers that were asked for again, and were the same
        self.refused = collections.Counter()  # by code
        self.lost = []  # promises that were broken, in words

    def lose(self, words):
        self.lost.append(words)

    def take_ok(self, room, version):
        self.acked += 1
        if room in self.rooms and version is not None:
            known = self.rooms[room]
            known.acked = max(known.acked, version)
            known.highest = max(known.highest, version)

    def take_state(self, room, epoch, version, view_hash):
        """A snapshot: the room at one version."""
        known = self.rooms.setdefault(room, Room(epoch))
        if known.epoch != epoch:
            self.lose(f"{room}: another history: epoch {epoch} after {known.epoch}")
            self.rooms[room] = known = Room(epoch)
        known.highest = max(known.highest, version)
        self._take_hash(room, version, view_hash)

    def take_event(self, room, before, held, version, view_hash):
        """An event that leads from `before` to `version`, told to somebody who held a version."""
        if room not in self.rooms:
            return
        if version > held and before != held:
            self.lose(f"{room}: version {version} follows {before}, but {held} was told")
        known = self.rooms[room]
        known.highest = max(known.highest, version)
        self._take_hash(room, version, view_hash)

    def _take_hash(self, room, version, view_hash):
        told = self.rooms[room].told.setdefault(version, view_hash)
        if told != view_hash:
            self.lose(f"{room}: version {version} is another than was told: {view_hash} after {told}")

    def take_version(self, room, version, floor):
        """The server says where the room stands; `floor` is where it stood for certain when this was asked."""
        if version < floor.acked:
            self.lose(f"{room}: at version {version}, but {floor.acked} was acknowledged")
        elif version < floor.highest:
            self.lose(f"{room}: at version {version}, but {floor.highest} was told")

    def floor(self, room):
        """What the room may not fall below from now on; None for one that nobody heard of."""
        known = self.rooms.get(room)
        return known and Floor(known.acked, known.highest)

    def take_repeat(self, asked, was, now):
        """The answer to a command that had been answered before."""
        if all(was.get(key) == now.get(key) for key in ("t", "v", "room", "code", "why")):
            self.repeated += 1
        else:
            self.lose(f"{asked.get('r') or asked['t']}: command {was['c']} was answered {was} and now {now}")


Floor = collections.namedtuple("Floor", "acked highest")
