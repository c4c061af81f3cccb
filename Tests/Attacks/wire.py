"""A visitor without a WebSocket library in between: says whatever it likes, and reads when it likes.

    async with Wire(8080, "198.51.100.1") as wire:
        await wire.hello()
        room = await wire.table("klondike1")
        await wire.keep_saying(end, 20, lambda c: {"t": "cmd", "c": c, "r": room, "op": "undo"})

What was said and heard is counted in `done`, for all of this process.
"""

import asyncio
import collections
import itertools
import json
import re
import socket
import struct
import time

done = collections.Counter()

HEAD = ("GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: baize.v1\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
PATIENCE = 30  # seconds
BEAT = 0.25  # seconds


def frame(payload, first=0x81):
    """As a client sends it, with a mask that changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + payload


def text(*messages):
    """A frame with these lines."""
    return frame("".join(json.dumps(message) + "\n" for message in messages).encode())


class Refused(ConnectionError):
    """The words are the status, or what came instead of an answer."""


class Wire:
    """Invariant: what came is kept only until somebody waits for something in it.

    - Parameters:
      - receives: the kernel takes about so many bytes that are not read; None: as many as it likes.
      - speaks: a WebSocket is opened.
    """

    def __init__(self, port, address, receives=None, speaks=True):
        self.port, self.address, self.speaks = port, address, speaks
        self.numbers = itertools.count(1)
        self.heard = b""
        self.socket = socket.socket()
        self.socket.setblocking(False)
        if receives:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)

    async def __aenter__(self):
        try:
            await asyncio.get_running_loop().sock_connect(self.socket, ("127.0.0.1", self.port))
            done["connections"] += 1
            if self.speaks:
                await self.send(HEAD.format(self.address).encode())
                status = await self.until(rb"HTTP/1.1 (\d+).*?\r\n\r\n")
                if status != "101":
                    raise Refused(status)
        except BaseException:
            self.socket.close()
            raise
        return self

    async def __aexit__(self, *_):
        self.socket.close()

    def end_without_goodbye(self):
        """When it ends, with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    async def send(self, data):
        done["bytes sent"] += len(data)
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def say(self, *messages):
        done["lines said"] += len(messages)
        await self.send(text(*messages))

    async def until(self, pattern):
        """Reads until this comes; its first group, as text."""
        while not (found := re.search(pattern, self.heard, re.DOTALL)):
            read = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.socket, 1 << 16), PATIENCE)
            if not read:
                raise Refused("closed")
            done["bytes heard"] += len(read)
            self.heard = self.heard[-4096:] + read
        self.heard = self.heard[found.end():]
        return found[1].decode("latin-1")

    def pass_over(self):
        """Reads what has come; its end is an exception."""
        try:
            while read := self.socket.recv(1 << 18):
                done["bytes heard"] += len(read)
        except BlockingIOError:
            self.heard = b""
        else:
            raise Refused("closed")

    async def hello(self, **more):
        await self.say({"t": "hello", "name": "Mob", **more})
        return await self.until(rb'"tok":"([^"]+)"')

    async def table(self, game, **more):
        """Opens a table and sits down at it."""
        await self.say({"t": "open", "c": next(self.numbers), "game": game, "access": "public", **more})
        room = await self.until(rb'"t":"ok","c":\d+,"room":"(\w+)"')
        await self.join(room)
        return room

    async def join(self, room, presence="play", **more):
        await self.say({"t": "sub", "c": (c := next(self.numbers)), "room": room, "as": presence, **more})
        await self.until(rb'"t":"(ok|no)","c":%d\b' % c)

    async def keep_saying(self, end, count, line):
        """So many lines a second, made of their numbers; all that comes is passed over."""
        while time.monotonic() < end:
            await self.say(*(line(next(self.numbers)) for _ in range(int(count * BEAT))))
            await asyncio.sleep(BEAT)
            self.pass_over()


async def post(port, address, token, path, body):
    """The answer to a body, with its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        done["connections"] += 1
        done["bytes sent"] += len(body)
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        said = (await asyncio.wait_for(reader.read(), PATIENCE)).decode()
        done[f"answered {said[9:12]}"] += 1
        return said
    finally:
        writer.close()
