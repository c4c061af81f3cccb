"""A line to the server that a test can cut and mend: a cut closes all connections and turns new ones away.

It can also be slow: it holds the server's messages until they are let go, and passes on those of the page; with a
`window` only so many bytes may be on their way then. It can replace the server's bytes by others of the same length.
And while the server is silent it can speak in its place.
"""

import contextlib
import functools
import socket
import struct
import threading
import time


def frame(opcode, payload):
    """As a server sends it: whole and unmasked (RFC 6455 §5.2)."""
    length = len(payload)
    if length < 126:
        return struct.pack("!BB", 0x80 | opcode, length) + payload
    return struct.pack("!BBH", 0x80 | opcode, 126, length) + payload


def goodbye(code):
    return frame(8, struct.pack("!H", code))


class Line:
    def __init__(self, port, change=lambda data: data, window=None):
        self.server = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.change = change
        self.window = window
        self.whole = True
        # An answer to new connections in place of the server's, a close code with which they are closed after the
        # handshake, and the times at which they came.
        self.answer = None
        self.closes_with = None
        self.came = []
        self.flows = threading.Event()
        self.flows.set()
        self.ends = []
        # The page's last WebSocket, and those on which goodbye was said: nothing may follow it.
        self.talk = None
        self.over = set()
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                with self.lock:
                    self.came.append(time.monotonic())
                    if not self.whole:
                        near.close()
                        continue
                    if self.answer:
                        self.turn_away(near)
                        continue
                    far = self.reach()
                    self.ends += [near, far]
                said = functools.partial(self.told, near)
                for one, other, told in ((near, far, bytes), (far, near, said)):
                    threading.Thread(target=self.carry, args=(one, other, told), daemon=True).start()

    def reach(self):
        far = socket.socket()
        if self.window:
            far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.window)
            # As on a network; with the large segments of loopback the sender's kernel takes megabytes more.
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        far.connect(self.server)
        return far

    def turn_away(self, near):
        with contextlib.suppress(OSError), near:
            near.settimeout(5)
            head = b""
            while b"\r\n\r\n" not in head and (data := near.recv(65536)):
                head += data
            near.sendall(self.answer)
            near.shutdown(socket.SHUT_WR)

    def told(self, near, data):
        self.flows.wait()
        if near in self.over:
            return b""
        if not data.startswith(b"HTTP/1.1 101 "):
            return self.change(data)
        self.talk = near
        if self.closes_with is None:
            return data
        self.over.add(near)
        return data + goodbye(self.closes_with)

    @staticmethod
    def carry(one, other, told):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(told(data))
            other.shutdown(socket.SHUT_WR)

    def say(self, text):
        """One text message more."""
        self.talk.sendall(frame(1, text.encode()))

    def close_with(self, code):
        """The server's goodbye, as the page hears it."""
        self.over.add(self.talk)
        self.talk.sendall(goodbye(code))

    def hold(self):
        self.flows.clear()

    def release(self):
        self.flows.set()

    def cut(self):
        with self.lock:
            self.whole = False
            for end in self.ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self.ends = []

    def mend(self):
        with self.lock:
            self.whole = True

    def close(self):
        self.release()
        self.listener.close()
        self.cut()
