"""A visitor of a server on this machine, in three verbs, without any library.

probe.py ports N          prints N free ports
probe.py wait PLACE...    returns when each port of 127.0.0.1, or path of a Unix socket, takes connections
probe.py visit PORT       fetches / and opens /ws as a browser would: page, upgrade, ping, pong; figures are not shown
"""

import base64
import hashlib
import os
import socket
import sys
import time

PATIENCE = 10  # seconds
ACCEPT_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 §1.3
PING, PONG = 0x9, 0xA


def ports(count):
    """Free at this moment: all are held together, so that they differ."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    print(*(one.getsockname()[1] for one in held))
    for one in held:
        one.close()


def wait(place):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(place).close()
        except (ConnectionRefusedError, FileNotFoundError):
            if time.monotonic() > end:
                sys.exit(f"nobody listens at {place} after {PATIENCE} s")
            time.sleep(0.05)


def connect(place):
    if isinstance(place, int):
        return socket.create_connection(("127.0.0.1", place), timeout=PATIENCE)
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(PATIENCE)
    peer.connect(place)
    return peer


def request(peer, path, port, *more):
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *more, "", ""]
    peer.sendall("\r\n".join(lines).encode())


def head(stream):
    status = stream.readline().decode().split(" ", 2)
    fields = {}
    while (line := stream.readline().decode().strip()) != "":
        name, _, value = line.partition(":")
        fields[name.lower()] = value.strip()
    return int(status[1]), fields


def expect(what, value, wanted):
    if value != wanted:
        sys.exit(f"{what} is {value!r} and should be {wanted!r}")


def fetch_page(port):
    with connect(port) as peer, peer.makefile("rb") as stream:
        request(peer, "/", port, "Connection: close")
        status, fields = head(stream)
        expect("status of /", status, 200)
        expect("type of /", fields.get("content-type", "").split(";")[0], "text/html")
        page = stream.read()
        expect("/ holds a page", b"<html" in page.lower(), True)
        print(f"page: {len(page)} bytes")


def miss_figures(port):
    with connect(port) as peer, peer.makefile("rb") as stream:
        request(peer, "/metrics", port, "Connection: close")
        expect("status of /metrics", head(stream)[0], 404)
        print("figures: not shown")


def open_socket(port):
    key = base64.b64encode(os.urandom(16))
    with connect(port) as peer, peer.makefile("rb") as stream:
        request(
            peer,
            "/ws",
            port,
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key.decode()}",
            "Sec-WebSocket-Protocol: baize.v1",
            f"Origin: http://127.0.0.1:{port}",
        )
        status, fields = head(stream)
        expect("status of /ws", status, 101)
        accept = base64.b64encode(hashlib.sha1(key + ACCEPT_GUID).digest()).decode()
        expect("Sec-WebSocket-Accept", fields.get("sec-websocket-accept"), accept)
        expect("Sec-WebSocket-Protocol", fields.get("sec-websocket-protocol"), "baize.v1")
        mask = bytes(4)  # a mask of zeros leaves the payload as it is
        peer.sendall(bytes([0x80 | PING, 0x80 | 5]) + mask + b"baize")
        while True:  # the server may speak before it answers
            kind, payload = frame(stream)
            if kind == PONG:
                expect("the pong's payload", payload, b"baize")
                return print("WebSocket: upgraded, ping answered")


def frame(stream):
    first, length = read(stream, 2)
    if length == 126:
        length = int.from_bytes(read(stream, 2), "big")
    elif length == 127:
        length = int.from_bytes(read(stream, 8), "big")
    return first & 0x0F, read(stream, length)


def read(stream, count):
    data = stream.read(count)
    if len(data) < count:
        sys.exit("the connection ended in the middle of a frame")
    return data


def main(verb, *places):
    places = [int(place) if place.isdigit() else place for place in places]
    if verb == "ports":
        ports(*places)
    elif verb == "wait":
        for place in places:
            wait(place)
    else:
        fetch_page(*places)
        miss_figures(*places)
        open_socket(*places)


if __name__ == "__main__":
    main(*sys.argv[1:])
