"""A visitor of a server on this machine, in six verbs, without any library.

probe.py ports N               prints N free ports
probe.py wait PLACE...         returns when each port of 127.0.0.1, or path of a Unix socket, takes connections
probe.py visit PLACE [CERT]    fetches / and opens /ws as a browser would, through a proxy, which has this certificate
                               if one is named: page, upgrade, ping, pong; figures are not shown
probe.py figures PLACE         prints what /metrics shows on this machine
probe.py fetch PLACE PATH      prints the body of a page
probe.py crowd PLACE...        visits /healthz of each place again and again, until its standard input ends, and prints
                               as JSON for each how often it was answered, how it failed, and the longest wait (seconds)
"""

import base64
import contextlib
import hashlib
import json
import os
import socket
import ssl
import sys
import threading
import time

PATIENCE = 10  # seconds
ACCEPT_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 §1.3
PING, PONG = 0x9, 0xA


def free_ports(count):
    """Free at this moment: all are held together, so that they differ."""
    with contextlib.ExitStack() as held:
        return [held.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1] for _ in range(count)]


def ports(count):
    print(*free_ports(count))


def wait(place):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(place).close()
        except (ConnectionRefusedError, FileNotFoundError):
            if time.monotonic() > end:
                sys.exit(f"nobody listens at {place} after {PATIENCE} s")
            time.sleep(0.05)


def connect(place, certificate=None):
    if isinstance(place, int):
        peer = socket.create_connection(("127.0.0.1", place), timeout=PATIENCE)
    else:
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(PATIENCE)
        peer.connect(place)
    if certificate is None:
        return peer
    context = ssl.create_default_context(cafile=certificate)
    context.set_alpn_protocols(["http/1.1"])
    return context.wrap_socket(peer, server_hostname="localhost")


def host(place):
    return f"localhost:{place}" if isinstance(place, int) else "localhost"


def request(peer, path, place, *more):
    lines = [f"GET {path} HTTP/1.1", f"Host: {host(place)}", *more, "", ""]
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


def fetch(path, place, certificate=None, *more):
    """Status, fields and body."""
    with connect(place, certificate) as peer, peer.makefile("rb") as stream:
        request(peer, path, place, "Connection: close", *more)
        return *head(stream), stream.read()


def fetch_page(place, certificate):
    status, fields, page = fetch("/", place, certificate)
    expect("status of /", status, 200)
    expect("type of /", fields.get("content-type", "").split(";")[0], "text/html")
    expect("/ holds a page", b"<html" in page.lower(), True)
    if certificate:
        expect("/ asks for TLS from now on", "strict-transport-security" in fields, True)
    print(f"page: {len(page)} bytes")


def miss_figures(place, certificate):
    # A request that claims to come from this machine is not believed.
    for path in ("/metrics", "/operator", "/operator/tables.json"):
        for claim in ((), ("X-Forwarded-For: 127.0.0.1",)):
            expect(f"status of {path}", fetch(path, place, certificate, *claim)[0], 404)
    print("figures: not shown")


def sent_on_to_tls(place):
    status, fields, _ = fetch("/watch/r1?x=1", place)
    expect("a plain request is sent on", status in (301, 308), True)
    expect("to TLS", fields["location"].startswith("https://localhost"), True)
    expect("to the same page", fields["location"].endswith("/watch/r1?x=1"), True)
    print(f"plain HTTP: {status} to {fields['location']}")


def open_socket(place, certificate):
    key = base64.b64encode(os.urandom(16))
    with connect(place, certificate) as peer, peer.makefile("rb") as stream:
        request(
            peer,
            "/ws",
            place,
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key.decode()}",
            "Sec-WebSocket-Protocol: baize.v1",
            f"Origin: {'https' if certificate else 'http'}://{host(place)}",
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


def visit(place, certificate=None):
    fetch_page(place, certificate)
    miss_figures(place, certificate)
    open_socket(place, certificate)


def figures(place):
    status, _, text = fetch("/metrics", place)
    expect("status of /metrics", status, 200)
    print(text.decode(), end="")


def fetch_body(place, path):
    print(fetch(path, place)[2].decode(), end="")


def come_again(place, told, result):
    while not told.is_set():
        start = time.monotonic()
        try:
            status = fetch("/healthz", place)[0]
            failure = None if status == 200 else str(status)
        except (OSError, IndexError, ValueError) as error:  # an answer that ends too early has no status
            failure = repr(error)
        if failure is None:
            result["answered"] += 1
        else:
            result["failed"][failure] = result["failed"].get(failure, 0) + 1
        result["longest"] = max(result["longest"], time.monotonic() - start)
        time.sleep(0.002)


def crowd(*places):
    told = threading.Event()
    results = {place: {"answered": 0, "failed": {}, "longest": 0.0} for place in places}
    threads = [threading.Thread(target=come_again, args=(place, told, results[place])) for place in places]
    for each in threads:
        each.start()
    sys.stdin.read()
    told.set()
    for each in threads:
        each.join()
    print(json.dumps(results))


def main(verb, *places):
    places = [int(place) if place.isdigit() else place for place in places]
    if verb == "wait":
        for place in places:
            wait(place)
    else:
        {"ports": ports, "visit": visit, "figures": figures, "fetch": fetch_body, "crowd": crowd}[verb](*places)


if __name__ == "__main__":
    main(*sys.argv[1:])
