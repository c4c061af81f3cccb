"""A line between a browser and a server: so long, so wide, and shared by all that goes over it.

What a browser's own emulation leaves out counts here: the round trip in which a connection is opened, messages of
WebSockets, and what a service worker asks for.
"""

import asyncio
import contextlib
import threading

CHUNK = 4096


class Direction:
    """What goes one way, one piece behind the other."""

    def __init__(self, loop, bytes_per_second, delay):
        self.loop = loop
        self.bytes_per_second = bytes_per_second
        self.delay = delay
        self.free_at = 0.0
        # Bytes so far.
        self.carried = 0

    def arrival(self, count):
        """When so many bytes that are sent now are there."""
        self.carried += count
        self.free_at = max(self.loop.time(), self.free_at) + count / self.bytes_per_second
        return self.free_at + self.delay


class SlowLine:
    """Listens on a port of its own and carries what comes to a server's."""

    def __init__(self, port, milliseconds, megabits):
        self.server_port = port
        self.round_trip = milliseconds / 1000
        self.bytes_per_second = megabits * 1e6 / 8
        # Of each request that went over the line: its path.
        self.paths = []
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(started,), daemon=True)
        self.thread.start()
        started.wait()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        self.up, self.down = (Direction(self.loop, self.bytes_per_second, self.round_trip / 2) for _ in range(2))
        server = self.loop.run_until_complete(asyncio.start_server(self.accept, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()
        server.close()
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()

    async def accept(self, near, answer):
        # The browser believes to be connected at once; on a real line its first byte leaves a round trip later.
        opened = self.loop.time() + self.round_trip
        with contextlib.suppress(asyncio.CancelledError):
            far, ask = await asyncio.open_connection("127.0.0.1", self.server_port)
            await asyncio.gather(self.carry(near, ask, self.up, opened), self.carry(far, answer, self.down, 0))

    async def carry(self, source, sink, direction, opened):
        pieces = asyncio.Queue()
        deliver = asyncio.create_task(self.deliver(pieces, sink))
        with contextlib.suppress(OSError):
            while data := await source.read(CHUNK):
                if direction is self.up and data.startswith((b"GET ", b"HEAD ")):
                    self.paths.append(data.split(b" ", 2)[1].decode())
                await pieces.put((max(direction.arrival(len(data)), opened + direction.delay), data))
        await pieces.put((0, b""))
        await deliver

    async def deliver(self, pieces, sink):
        with contextlib.suppress(OSError):
            while (piece := await pieces.get())[1]:
                await asyncio.sleep(piece[0] - self.loop.time())
                sink.write(piece[1])
        sink.close()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=10)
