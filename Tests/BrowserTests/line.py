"""A line to the server that a test can cut and mend: from the cut on all is closed, and who comes is turned away."""

import contextlib
import socket
import threading


class Line:
    def __init__(self, port):
        self.server = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.whole = True
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
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

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
        self.listener.close()
        self.cut()
