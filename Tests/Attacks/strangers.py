"""Figures and lines that were given to strangers once."""

import contextlib
import http.client

PATIENCE = 10  # seconds


def status(port, path, **headers):
    """Of a request with these headers, and no others but what HTTP needs."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse().status


def told_to_strangers(port, token):
    """{stranger who asks for the figures or opens a line: the status that they get}; `token` is an operator's."""
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
               "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": "baize.v1"}
    here = f"localhost:{port}"
    assert status(port, "/metrics", Host=here, Authorization=f"Bearer {token}") == 200, "operators read the figures"
    assert status(port, "/ws", Host=here, Origin=f"http://{here}", **upgrade) == 101, "a page of this server connects"
    return {
        "a page that another name led here": status(port, "/metrics", Host="attacker.example"),
        "somebody behind a proxy": status(port, "/metrics", Host=here, X_Forwarded_For="203.0.113.7"),
        "somebody behind a proxy that does not say so": status(port, "/metrics", Host=here),
        "a page of this name and another scheme": status(port, "/ws", Host=here, Origin=f"https://{here}", **upgrade),
        "a page of another name": status(port, "/ws", Host=here, Origin="http://attacker.example", **upgrade)}
