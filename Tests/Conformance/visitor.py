"""A visitor of tables who takes no compression: sits down, plays, and remembers every line in the order of hearing."""

import contextlib
import json
import threading
import time

from peer import CLOSE, PATIENCE, PING, PONG, TEXT, Peer
from transcript import lines_of


def hello(name, **more):
    return {"t": "hello", "name": name, "role": "player", "want": [], **more}


def written(message):
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


class Visitor:
    """Lines are read as they come, by a thread, so that this one never falls behind."""

    def __init__(self, server, name):
        self.peer = Peer(server.port)
        assert self.peer.status == 101 and self.peer.answer is None
        self.peer.socket.settimeout(None)
        self.lines = []
        self.heard = threading.Condition()
        self.count = 0
        self.over = None  # how it ended: the server's goodbye, or nothing of the kind
        threading.Thread(target=self._listen, daemon=True).start()
        self.say(hello(name))
        self.token = self.wait(lambda message: message["t"] == "welcome")["tok"]

    def _listen(self):
        end = "no goodbye"
        with contextlib.suppress(OSError, ValueError):
            while frame := self.peer.hear():
                if frame.opcode == CLOSE:
                    end = f"{int.from_bytes(frame.payload[:2], 'big')} {frame.payload[2:].decode()}"
                    break
                if frame.opcode == PING:
                    self.peer.say(PONG, frame.payload)
                if frame.opcode != TEXT:
                    continue
                assert frame.final and not frame.compressed
                with self.heard:
                    self.lines += lines_of(frame.payload.decode())
                    self.heard.notify_all()
        with self.heard:
            self.over = end
            self.heard.notify_all()

    def say(self, message):
        self.peer.say(TEXT, written(message))

    def wait(self, wanted, patience=PATIENCE):
        """The first message that is wanted, heard already or not."""
        looked = 0
        end = time.monotonic() + patience
        with self.heard:
            while True:
                for line in self.lines[looked:]:
                    message = json.loads(line)
                    if wanted(message):
                        return message
                looked = len(self.lines)
                left = end - time.monotonic()
                assert left > 0 and not self.over, f"not heard among {looked} lines; ended: {self.over}"
                self.heard.wait(left)

    def ask(self, message):
        """Sends something and returns its one answer."""
        self.count += 1
        c = self.count
        self.say({**message, "c": c})
        return self.wait(lambda answer: answer.get("c") == c)

    def agree(self, message):
        answer = self.ask(message)
        assert answer["t"] == "ok", answer
        return answer

    def join(self, room, how="watch"):
        self.agree({"t": "sub", "room": room, "as": how})
        self.wait(lambda message: message["t"] == "snap" and message["r"] == room)

    def close(self):
        with contextlib.suppress(OSError):
            self.peer.socket.shutdown(2)
        self.peer.close()
