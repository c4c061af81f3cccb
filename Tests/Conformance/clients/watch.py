"""Python's `websockets` as a watcher: orders on standard input, reports on standard output, a line of JSON each."""

import json
import sys
import threading

from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

lock = threading.Lock()
sockets = {}


def report(number, what, **more):
    with lock:
        print(json.dumps({"n": number, "is": what, **more}), flush=True)


def extensions(offer):
    if offer.get("none"):
        return None
    return [ClientPerMessageDeflateFactory(
        server_no_context_takeover=offer.get("noContext", False), server_max_window_bits=offer.get("bits"),
        client_max_window_bits=True)]


def watch(order):
    number = order["n"]
    protocols = [order["protocol"]] if order["protocol"] else None
    try:
        with connect(order["url"], subprotocols=protocols, compression=None, extensions=extensions(order["offer"]),
                     max_size=None) as socket:
            sockets[number] = socket
            report(number, "open", answer=socket.response.headers.get("Sec-WebSocket-Extensions", ""))
            for text in socket:
                report(number, "text", text=text)
            report(number, "closed", code=socket.close_code, why="")
    except (ConnectionClosed, OSError) as failure:
        report(number, "closed", code=1006, why=str(failure))


for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "open":
        threading.Thread(target=watch, args=[order], daemon=True).start()
    elif order["do"] == "say":
        sockets[order["n"]].send(order["text"])
    elif order["do"] == "close":
        sockets[order["n"]].close()
