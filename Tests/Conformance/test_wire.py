"""What is on the wire, looked at byte by byte: who is told compressed, and how wrong and greedy peers are ended."""

import json
import pathlib
import random
import zlib

import pytest
from board import SEATS, Crowd
from peer import (BINARY, CLOSE, CONTINUATION, PING, PONG, STEP, TAIL, TEXT, Inflater, Peer, deflated,
                  framed, inflated)
from story import Room
from transcript import Heard, Reference, lines_of
from visitor import Visitor, hello, written

SEED = 21
DEFLATE = "permessage-deflate"
MESSAGE_BYTES_MAX = 4096
FRAGMENTS_MAX = 16
LAB_BYTES_MAX = 16 << 20
WINDOW = 32_768
RECENT = 10
AT_ONCE = 30 * SEATS
UNREAD_BYTES = 1 << 20  # more than the server or the kernel keeps for a client that does not read


@pytest.fixture(scope="module", params=["shared", "no-context", "off"])
def by_mode(request, serve):
    server = serve("--loops", "2", "--compression", request.param)
    server.mode = request.param
    return server


@pytest.fixture(scope="module")
def server(serve):
    return serve("--loops", "1")


@pytest.fixture(scope="module")
def crowd(server):
    crowd = Crowd(server, SEED)
    yield crowd
    crowd.close()


@pytest.fixture(scope="module")
def room(server, crowd):
    room = Room(server, crowd.room)
    yield room
    room.close()


def moves(crowd, room, count):
    goal = room.version + count
    crowd.move(count)
    room.reach(goal)


# The judge

def test_an_inflater_knows_what_it_was_told_and_no_more():
    dice = random.Random(SEED)
    said = [dice.randbytes(300) for _ in range(3)]
    sender, keeps, forgets = zlib.compressobj(9, zlib.DEFLATED, -12), Inflater(), Inflater(keeps=False)
    frames = [(sender.compress(text) + sender.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL) for text in said + said]
    assert [keeps.inflate(frame) for frame in frames] == said + said
    assert len(frames[3]) < 100
    forgets.inflate(frames[0])
    with pytest.raises(zlib.error):
        forgets.inflate(frames[3])
    skips = Inflater()
    skips.inflate(frames[0])
    with pytest.raises(zlib.error):
        skips.inflate(frames[4])


@pytest.mark.parametrize("distance, is_near", [(4096, True), (4096 + 2 * STEP, False)])
def test_a_window_of_twelve_bits_reaches_so_far(distance, is_near):
    noise = random.Random(SEED).randbytes(distance)
    frame = deflated(noise + noise)
    assert len(frame) < distance + 200
    if is_near:
        assert Inflater().inflate(frame) == noise + noise
    else:
        with pytest.raises(zlib.error):
            Inflater().inflate(frame)


# What is agreed on

TAKEN = [
    (DEFLATE, {}),
    (f"{DEFLATE}; client_max_window_bits", {}),
    (f"{DEFLATE}; client_no_context_takeover", {}),
    (f"{DEFLATE}; server_no_context_takeover", {"server_no_context_takeover": None}),
    (f"{DEFLATE}; server_no_context_takeover; client_no_context_takeover", {"server_no_context_takeover": None}),
    (f"{DEFLATE}; server_max_window_bits=12", {"server_max_window_bits": 12}),
    (f"{DEFLATE}; server_max_window_bits=15", {"server_max_window_bits": 12}),
    (f'{DEFLATE}; server_max_window_bits="13"', {"server_max_window_bits": 12}),
    (f"{DEFLATE}; server_max_window_bits=10, {DEFLATE}", {}),
    ([f"{DEFLATE}; server_max_window_bits=9", f"x-other; a=1, {DEFLATE}; server_no_context_takeover"],
     {"server_no_context_takeover": None}),
]
DECLINED = [
    *(f"{DEFLATE}; server_max_window_bits={bits}" for bits in ("8", "9", "10", "11", "7", "16", "012", "")),
    f"{DEFLATE}; server_no_context_takeover=1", f"{DEFLATE}; unknown", "permessage-bzip2", "x-webkit-deflate-frame",
    f"{DEFLATE}; server_no_context_takeover; server_no_context_takeover",
]


@pytest.mark.parametrize("offers, answered", TAKEN, ids=lambda value: str(value)[:60])
def test_an_offer_that_can_be_kept_is_taken(by_mode, offers, answered):
    with Peer(by_mode.port, offers=offers) as peer:
        assert peer.status == 101
        if by_mode.mode == "off":
            assert peer.agreed is None
            return
        always = {"client_no_context_takeover": None}
        if by_mode.mode == "no-context":
            always["server_no_context_takeover"] = None
        assert peer.agreed == always | answered


@pytest.mark.parametrize("offer", DECLINED)
def test_an_offer_that_cannot_be_kept_is_declined_without_a_word(by_mode, offer):
    with Peer(by_mode.port, offers=offer) as peer:
        if offer.endswith("="):  # no list of extensions at all: RFC 6455 §9.1 wants the connection failed
            assert peer.status == 400
        else:
            assert peer.status == 101 and peer.answer is None


# What is compressed


class Listener:
    """A peer at a table: each message with its flag, inflated as its agreement says."""

    def __init__(self, server, offers, window=None, greeting=None):
        self.peer = Peer(server.port, offers=offers, window=window)
        agreed = self.peer.agreed
        self.inflater = agreed is not None and Inflater(keeps="server_no_context_takeover" not in agreed)
        self.heard = []  # (line, whether it came compressed)
        self.count = 0
        self.peer.say(TEXT, written(greeting or hello("Listener")))

    def ask(self, kind, **more):
        self.count += 1
        self.peer.say(TEXT, written({"t": kind, "c": self.count, **more}))
        return self.until(lambda message: message.get("c") == self.count)

    def until(self, wanted):
        """The first message from here on that is wanted."""
        while True:
            frame = self.peer.hear()
            assert frame is not None and frame.opcode in (TEXT, PING), frame
            if frame.opcode == PING:
                self.peer.say(PONG, frame.payload)
                continue
            assert frame.final
            text = self.inflater.inflate(frame.payload) if frame.compressed else frame.payload
            new = lines_of(text.decode())
            self.heard += [(line, frame.compressed) for line in new]
            for line in new:
                if wanted(json.loads(line)):
                    return json.loads(line)

    def reach(self, room):
        version = room.version
        return self.until(lambda said: said.get("r") == room.name and said["t"] in ("snap", "ev")
                          and said["v"] >= version)

    def kinds(self):
        """{kind: how it came}, of all lines so far."""
        kinds = {}
        for line, compressed in self.heard:
            kinds.setdefault(json.loads(line)["t"], set()).add(compressed)
        return kinds


PRIVATE = {"welcome", "ok", "no", "hb", "dests", "lease", "data", "gone", "bye"}


@pytest.mark.parametrize("offer", [
    DEFLATE, f"{DEFLATE}; server_no_context_takeover", f"{DEFLATE}; server_max_window_bits=12",
    f"{DEFLATE}; server_max_window_bits=11", ()])
def test_public_lines_come_compressed_and_private_ones_plain(by_mode, offer):
    crowd = Crowd(by_mode, SEED)
    room = Room(by_mode, crowd.room)
    moves(crowd, room, RECENT)
    listener = Listener(by_mode, offer)
    listener.ask("sub", room=room.name, **{"as": "watch"})
    listener.reach(room)
    goal = room.version + 3 * RECENT
    for step in range(3 * RECENT):
        crowd.move()
        if step % 10 == 0:
            listener.peer.say(TEXT, written({"t": "hb"}))
            listener.ask("lobby", on=step == 0)
            listener.ask("cmd", r=room.name, op="undo")  # a spectator has nothing to undo
    room.reach(goal)
    listener.reach(room)
    kinds = listener.kinds()
    packs = listener.inflater is not False
    assert {"welcome", "ok", "no", "snap", "ev"} <= kinds.keys()
    for kind in PRIVATE & kinds.keys():
        assert kinds[kind] == {False}, f"{kind} came compressed"
    # The list of tables is everybody's, and compressed from nothing where that enters no stream.
    is_in_stream = by_mode.mode == "shared" and "server_no_context_takeover" not in offer
    assert kinds["tables"] == {packs and not is_in_stream}
    assert kinds["ev"] == {packs} and kinds["snap"] == {packs}
    heard = Heard(room.reference()).take_all(line for line, _ in listener.heard)
    assert heard.version == goal and heard.snapshots == ["join"]
    listener.peer.close()
    room.close()
    crowd.close()


def test_a_joiner_is_told_what_the_next_event_refers_to(by_mode):
    """Rule by rule as a receiver sees it: one message from nothing, and from then on all of the stream."""
    dice = random.Random(SEED)
    player = Visitor(by_mode, "Player")
    name = player.agree({"t": "open", "game": "klondike1", "deal": {"kind": "open", "n": 7}, "safe": False,
                         "timed": False, "access": "public"})["room"]
    player.join(name, "play")
    room = Room(by_mode, name)
    listeners = []
    for _ in range(12):
        for _ in range(dice.randrange(1, 4)):
            player.agree({"t": "cmd", "r": name, "op": dice.choice(["tap", "tap", "restart"]), "in": "stock"})
        room.reach(player.ask({"t": "q", "r": name, "q": "dests"})["v"])
        listener = Listener(by_mode, DEFLATE)
        listener.ask("sub", room=name, **{"as": "watch"})
        for each in [*listeners, listener]:
            if each is listener or each.last < room.version:
                each.last = each.reach(room)["v"]
        listeners.append(listener)
    reference = room.reference()
    told = 0
    for listener in listeners:
        heard = Heard(reference).take_all(line for line, _ in listener.heard)
        assert heard.version == reference.last and heard.snapshots == ["join"]
        told += heard.known
        listener.peer.close()
    # Recent events come along where events refer to them, and nowhere else.
    assert (told > 0) == (by_mode.mode == "shared")
    player.close()
    room.close()


# Fragments and control frames

def test_a_ping_between_fragments_is_answered_before_the_message_is(server):
    with Peer(server.port, "/lab/echo") as peer:
        peer.say(TEXT, b"one ", final=False)
        peer.say(PING, b"between")
        assert peer.hear() == (True, False, PONG, b"between")
        peer.say(CONTINUATION, b"two ", final=False)
        peer.say(PING)
        assert peer.hear() == (True, False, PONG, b"")
        peer.say(CONTINUATION, b"three")
        assert peer.hear() == (True, False, TEXT, b"one two three")


def test_a_ping_between_compressed_fragments_is_answered_too(server):
    with Peer(server.port, "/lab/echo", DEFLATE) as peer:
        text = b"all that is said twice is said twice " * 50
        data = deflated(text)
        peer.say(TEXT, data[:20], final=False, compressed=True)
        peer.say(PING, b"between")
        assert peer.hear() == (True, False, PONG, b"between")
        peer.say(CONTINUATION, data[20:])
        assert inflated(peer.hear()) == text


def test_a_greeting_in_pieces_is_a_greeting(server):
    greeting = written(hello("Pieces"))
    with Peer(server.port) as peer:
        for number in range(FRAGMENTS_MAX):
            end = len(greeting) if number == FRAGMENTS_MAX - 1 else 3 * number + 3
            if number:
                peer.say(PING, bytes([number]))
                assert peer.hear() == (True, False, PONG, bytes([number]))
            peer.say(CONTINUATION if number else TEXT, greeting[3 * number : end], final=number == FRAGMENTS_MAX - 1)
        assert json.loads(peer.hear().payload)["t"] == "welcome"


@pytest.mark.parametrize("path", ["/lab/echo", "/ws"])
def test_pongs_wait_for_a_peer_that_does_not_read(server, crowd, room, path):
    """Much is on its way to the peer already. Of pings that wait the last is always answered (RFC 6455 §5.5.3)."""
    pings = 120
    with Peer(server.port, path, window=WINDOW) as peer:
        if path == "/ws":
            peer.say(TEXT, written(hello("Silent")) + written({"t": "sub", "c": 1, "room": room.name, "as": "watch"}))
            moves(crowd, room, 60)
        else:
            for _ in range(40):
                peer.say(BINARY, bytes(20_000))
        for number in range(pings):
            peer.say(PING, number.to_bytes(2, "big"))
        heard = []
        while not heard or heard[-1] < pings - 1:
            frame = peer.hear()
            assert frame is not None and frame.opcode != CLOSE
            if frame.opcode == PONG:
                heard.append(int.from_bytes(frame.payload, "big"))
        assert heard == sorted(set(heard))


# Ends

SPLIT = "ж".encode()
WRONG = {
    "a reserved bit": (1002, framed(TEXT, b"{}", reserved=2)),
    "another reserved bit": (1002, framed(TEXT, b"{}", reserved=1)),
    "compression that was not agreed on": (1002, framed(TEXT, b"{}", compressed=True)),
    "a reserved kind of data": (1002, framed(3)),
    "a reserved kind of control": (1002, framed(0xB)),
    "no mask": (1002, framed(TEXT, b"{}", masked=False)),
    "control in fragments": (1002, framed(PING, b"x", final=False)),
    "126 bytes of control": (1002, framed(PING, bytes(126))),
    "a continuation of nothing": (1002, framed(CONTINUATION, b"x")),
    "a message in a message": (1002, framed(TEXT, b"x", final=False) + framed(TEXT, b"x")),
    "a length with its highest bit": (1002, b"\x81\xff\x80" + bytes(7 + 4)),
    "a length longer than it need be": (1002, b"\x81\xfe\x00\x05" + bytes(4) + b"hello"),
    "a close of one byte": (1002, framed(CLOSE, b"\x03")),
    "a close nobody may send": (1002, framed(CLOSE, (1005).to_bytes(2, "big"))),
    "a close whose reason is no text": (1007, framed(CLOSE, (1000).to_bytes(2, "big") + b"\xff")),
    "no text": (1007, framed(TEXT, b"\xff")),
    "half a character": (1007, framed(TEXT, SPLIT[:1])),
    "no text, found in a fragment": (1007, framed(TEXT, b"ok\xff", final=False)),
    "half a character and another": (
        1007, framed(TEXT, SPLIT[:1], final=False) + framed(CONTINUATION, b"x", final=False)),
    "a surrogate": (1007, framed(TEXT, b"\xed\xa0\x80")),
}
OF_TABLES = {
    "bytes": (1003, framed(BINARY, b"{}")),
    "too many fragments": (
        1008, framed(TEXT, b"", final=False) + framed(CONTINUATION, b"", final=False) * FRAGMENTS_MAX),
    "one byte too many": (1009, framed(TEXT, b" " * (MESSAGE_BYTES_MAX + 1))),
    "one byte too many, in fragments": (
        1009, framed(TEXT, b" " * MESSAGE_BYTES_MAX, final=False) + framed(CONTINUATION, b" ")),
    "a header that promises too much": (1009, framed(TEXT, length=1 << 40)),
}
COMPRESSED = {
    "data that is no deflate": (1007, framed(TEXT, b"\xff\xff\xff", compressed=True)),
    "no text inside": (1007, framed(TEXT, deflated(b"\xff"), compressed=True)),
    "half a character inside": (1007, framed(TEXT, deflated(SPLIT[:1]), compressed=True)),
    "a reference to what was never said": (1007, framed(TEXT, b"\x02\x03\x00\x00", compressed=True)),
    "a continuation with the flag": (
        1002, framed(TEXT, b"", final=False) + framed(CONTINUATION, b"", compressed=True)),
    "compressed control": (1002, framed(PING, b"", compressed=True)),
    "another reserved bit beside it": (1002, framed(TEXT, deflated(b"{}"), compressed=True, reserved=2)),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("path", ["/ws", "/lab/echo"])
def test_what_is_wrong_ends_with_its_code(server, path, what):
    code, data = WRONG[what]
    with Peer(server.port, path) as peer:
        peer.send(data)
        assert peer.hear_close() == code
        assert peer.hear() is None


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_wrong_byte_by_byte(server, what):
    code, data = WRONG[what]
    with Peer(server.port) as peer:
        for byte in data[:200]:
            try:
                peer.send(bytes([byte]))
            except OSError:  # ended already
                break
        assert peer.hear_close() == code


@pytest.mark.parametrize("what", OF_TABLES)
def test_what_no_visitor_says_ends_with_its_code(server, what):
    code, data = OF_TABLES[what]
    with Peer(server.port) as peer:
        peer.send(data)
        assert peer.hear_close() == code


@pytest.mark.parametrize("path", ["/ws", "/lab/echo"])
@pytest.mark.parametrize("what", COMPRESSED)
def test_what_is_wrong_inside_ends_with_its_code(server, path, what):
    code, data = COMPRESSED[what]
    with Peer(server.port, path, DEFLATE) as peer:
        assert peer.agreed is not None
        peer.send(data)
        assert peer.hear_close() == code


def test_what_was_said_before_a_fault_is_answered_before_the_end(server):
    with Peer(server.port, "/lab/echo") as peer:
        peer.send(framed(TEXT, b"hello") + framed(PING, b"x") + framed(TEXT, b"hello", reserved=2) + framed(PING))
        assert [peer.hear()[2:] for _ in range(2)] == [(TEXT, b"hello"), (PONG, b"x")]
        assert peer.hear_close() == 1002


def test_a_close_is_answered_with_its_code(server):
    for code in (1000, 1001, 3000, 4999):
        with Peer(server.port, "/lab/echo") as peer:
            peer.say(CLOSE, code.to_bytes(2, "big") + b"enough")
            assert peer.hear_close() == code and peer.hear() is None
    with Peer(server.port, "/lab/echo") as peer:
        peer.say(CLOSE)
        assert peer.hear_close() == 1005 and peer.hear() is None


# Sizes and bombs

def greeting_of(size):
    """A hello that is so many bytes long."""
    return written(hello("Long")).rstrip().ljust(size - 1) + b"\n"


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("size, code", [(MESSAGE_BYTES_MAX, None), (MESSAGE_BYTES_MAX + 1, 1009)])
def test_a_message_may_be_as_long_as_it_says_and_no_longer(server, size, code, compressed):
    with Peer(server.port, offers=DEFLATE) as peer:
        text = greeting_of(size)
        peer.say(TEXT, deflated(text) if compressed else text, compressed=compressed)
        if code:
            assert peer.hear_close() == code
        else:
            assert json.loads(peer.hear().payload)["t"] == "welcome"


@pytest.mark.parametrize("size, code", [(LAB_BYTES_MAX, None), (LAB_BYTES_MAX + 1, 1009)])
def test_the_lab_takes_sixteen_mebibytes_and_no_byte_more(server, size, code):
    with Peer(server.port, "/lab/echo", DEFLATE) as peer:
        peer.say(BINARY, deflated(bytes(size)), compressed=True)
        if code:
            assert peer.hear_close() == code
        else:
            frame = peer.hear()
            assert frame.opcode == BINARY
            assert inflated(frame) == bytes(size)


def test_bombs_are_refused_where_the_limit_is_and_take_no_memory(server):
    bomb = deflated(bytes(100 << 20))
    assert len(bomb) * 1000 < 100 << 20

    def resident():
        pages = int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
        return pages * 4096

    def throw(path):
        with Peer(server.port, path, DEFLATE) as peer:
            peer.say(TEXT, bomb[:4000] if path == "/ws" else bomb, compressed=True)
            assert peer.hear_close() == 1009

    throw("/ws")
    before = resident()
    for _ in range(50):
        throw("/ws")
    assert resident() - before < 1 << 20
    throw("/lab/echo")
    before = resident()
    for _ in range(5):
        throw("/lab/echo")
    # What one message of the lab may take, and no more for five.
    assert resident() - before < 20 << 20


# Clients that do not read

def test_a_player_who_never_reads_is_let_go_and_may_come_back(server):
    crowd = Crowd(server, SEED, people=SEATS - 1)
    room = Room(server, crowd.room)
    deaf = Listener(server, (), window=WINDOW)
    welcome = deaf.until(lambda message: message["t"] == "welcome")
    deaf.ask("sub", room=room.name, **{"as": "play"})
    snapshot = deaf.until(lambda message: message["t"] == "snap")
    while room.told() < UNREAD_BYTES:
        moves(crowd, room, RECENT)
    assert deaf.peer.hear_close() == 4008
    deaf.peer.close()
    back = Listener(server, (), greeting=hello("Deaf", tok=welcome["tok"], resume={
        "sid": welcome["sid"], "rooms": [[room.name, snapshot["e"], snapshot["v"]]]}))
    assert back.until(lambda message: message["t"] == "welcome")["rooms"] == [[room.name, SEATS - 1]]
    back.reach(room)
    assert Heard(room.reference(), snapshot["v"]).take_all(line for line, _ in back.heard).version == room.version
    back.peer.close()
    room.close()
    crowd.close()


def test_players_who_read_are_told_however_much_is_done_at_once(server):
    """More in one turn than is kept for somebody slow: what was not sent yet is nobody's slowness."""
    crowd = Crowd(server, SEED)
    with Peer(server.port, window=WINDOW) as deaf:
        deaf.say(TEXT, written(hello("Deaf")) + written({"t": "sub", "c": 1, "room": crowd.room, "as": "watch"}))
        crowd.move_at_once(AT_ONCE)
        for person in crowd.people:
            goal = person.wait(lambda said: said["t"] == "snap")["v"] + AT_ONCE
            person.wait(lambda said: said["t"] == "ev" and said["v"] == goal)
            heard = Heard(Reference(crowd.room, person.lines)).take_all(person.lines)
            assert heard.events == AT_ONCE and heard.snapshots == ["join"]
    crowd.close()
