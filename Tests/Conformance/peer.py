"""A WebSocket client without any library: it sends exactly what a test says, and tells what it hears frame by frame.

Promise: nothing is answered, joined or inflated unless the test asks for it.
"""

import base64
import hashlib
import os
import socket
import zlib
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
ACCEPT_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 §1.3
PATIENCE = 10  # seconds
STEP = 64
TAIL = b"\x00\x00\xff\xff"  # RFC 7692 §7.2.1: what a sender cuts off


class Frame(NamedTuple):
    final: bool
    compressed: bool
    opcode: int
    payload: bytes


class Inflater:
    """What a receiver must do at least: a window of 12 bits, kept from message to message or not."""

    def __init__(self, keeps=True, bits=12):
        self.keeps, self.bits = keeps, bits
        self.stream = zlib.decompressobj(-bits)

    def inflate(self, payload):
        if not self.keeps:
            self.stream = zlib.decompressobj(-self.bits)
        text = b""
        rest = payload + TAIL
        while True:
            # In small steps, since within one step zlib accepts references beyond the window.
            piece = self.stream.decompress(rest, STEP)
            text += piece
            rest = self.stream.unconsumed_tail
            if not rest and len(piece) < STEP:
                break
        assert not self.stream.eof and not self.stream.unused_data, "the stream went on behind its end"
        return text


def inflated(frame):
    """A message that was compressed from nothing, if it was, whatever its window."""
    return zlib.decompressobj(-15).decompress(frame.payload + TAIL) if frame.compressed else frame.payload


def deflated(text):
    """A message compressed from nothing, as a client does that keeps no context."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH)
    return data.removesuffix(TAIL)


def framed(opcode, payload=b"", final=True, compressed=False, reserved=0, masked=True, length=None):
    """One frame as bytes, right or wrong: `length` is what its header claims."""
    first = final << 7 | compressed << 6 | reserved << 4 | opcode
    size = len(payload) if length is None else length
    mask_bit = 0x80 if masked else 0
    if size < 126:
        head = bytes([first, mask_bit | size])
    elif size < 1 << 16:
        head = bytes([first, mask_bit | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, mask_bit | 127]) + size.to_bytes(8, "big")
    # A mask of zeros leaves the payload as it is.
    return head + (bytes(4) if masked else b"") + payload


class Peer:
    """One connection. `answer` is what the server agreed on as `Sec-WebSocket-Extensions`, None without."""

    def __init__(self, port, path="/ws", offers=(), protocol="baize.v1", window=None):
        self.socket = socket.socket()
        if window:  # how much may come without being read; segments as on a network, or the other kernel takes much
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key.decode()}"]
        lines += [f"Sec-WebSocket-Protocol: {protocol}"] if path == "/ws" else []
        lines += [f"Sec-WebSocket-Extensions: {offer}" for offer in ([offers] if isinstance(offers, str) else offers)]
        self.send("\r\n".join([*lines, "", ""]).encode())
        self.status = int(self.stream.readline().split()[1])
        fields = {}
        while line := self.stream.readline().decode().strip():
            name, _, value = line.partition(":")
            assert name.lower() not in fields, f"{name} is there twice"
            fields[name.lower()] = value.strip()
        self.answer = fields.get("sec-websocket-extensions")
        if self.status == 101:
            accept = base64.b64encode(hashlib.sha1(key + ACCEPT_GUID).digest()).decode()
            assert fields["sec-websocket-accept"] == accept

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()
        self.socket.close()

    @property
    def agreed(self):
        """The parameters of the answer, {name: value or None}; None without an answer."""
        if self.answer is None:
            return None
        name, *parameters = (part.strip() for part in self.answer.split(";"))
        assert name == "permessage-deflate", self.answer
        pairs = [part.partition("=")[::2] for part in parameters]
        assert len({key for key, _ in pairs}) == len(pairs), self.answer
        return {key: int(value) if value else None for key, value in pairs}

    def send(self, data):
        self.socket.sendall(data)

    def say(self, opcode, payload=b"", **how):
        self.send(framed(opcode, payload, **how))

    def hear(self):
        """The next frame, or None at the end."""
        head = self.stream.read(2)
        if len(head) < 2:
            return None
        first, length = head
        assert not first & 0x30, "the server sets bits that nobody agreed on"
        assert not length & 0x80, "the server masks"
        if length > 125:
            length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
        payload = self.stream.read(length)
        if len(payload) < length:
            return None
        return Frame(bool(first & 0x80), bool(first & 0x40), first & 0x0F, payload)

    def hear_close(self):
        """The close code behind whatever else comes, None if the connection ends without one."""
        while frame := self.hear():
            if frame.opcode == CLOSE:
                return int.from_bytes(frame.payload[:2], "big") if frame.payload else 1005
        return None
