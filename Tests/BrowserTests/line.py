"""A line to the server that a test can cut and mend: from the cut on all is closed, and who comes is turned away.

It can also be slow: what the server says is held until it is let go, what the page says goes through. And it can
change what the server says, to something of the same length.
"""

import contextlib
import socket
import threading


class Line:
    def __init__(self, port, change=lambda data: data):
        self.server = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.change = change
        self.whole = True
        self.flows = threading.Event()
        self.flows.set()
        self.ends = []
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                with self.lock:
                    if not self.whole:
                        near.close()
                        continue
                    far = socket.create_connection(self.server)
                    self.ends += [near, far]
                for one, other, told in ((near, far, bytes), (far, near, self.told)):
                    threading.Thread(target=self.carry, args=(one, other, told), daemon=True).start()

    def told(self, data):
        self.flows.wait()
        return self.change(data)

    @staticmethod
    def carry(one, other, told):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(told(data))
            other.shutdown(socket.SHUT_WR)

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
