"""Files and texts from the operating system over a page, and what a drag that leaves a page carries."""

import struct
import zlib

from playwright.sync_api import expect

from boards import item, rest

COPY = 1
TELLS_MOST = 100
OWN_CONTACT = "application/vnd.baize.contact"
BUNDLE = "application/vnd.baize.things+json"


# In

class Arrival:
    """A drag that comes from outside: files by their paths, or texts by their types, as the browser is told of them."""

    def __init__(self, page, files=(), texts=None):
        self.session = page.context.new_cdp_session(page)
        items = [{"mimeType": kind, "data": text} for kind, text in (texts or {}).items()]
        self.data = {"items": items, "files": [str(path) for path in files], "dragOperationsMask": COPY}
        self.at = None

    def over(self, x, y):
        """Comes to a point, or moves on to it."""
        self._tell("dragOver" if self.at else "dragEnter", x, y)
        if not self.at:
            self._tell("dragOver", x, y)
        self.at = (x, y)
        return self

    def lights(self, target, gaps=0):
        """Waits until it lights a place and has that many gaps opened: again and again it tells where it is, as
        browsers do, since a drag that falls silent is taken to have left."""
        for _ in range(TELLS_MOST):
            self.over(*self.at)
            if target.evaluate(
                    """(target, gaps) => target.classList.contains("targeted")
                         && document.querySelectorAll(".gap").length === gaps""", gaps):
                return self
        raise AssertionError(f"nothing is lit at {self.at}")

    def drop(self):
        self._tell("drop", *self.at)

    def leave(self):
        self._tell("dragCancel", *self.at)

    def _tell(self, kind, x, y):
        self.session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": self.data})


def drop_in(page, to, files=(), texts=None):
    """Drops files or texts on a point of the page."""
    Arrival(page, files, texts).over(*to).drop()


# Out

def drag_out(page, label):
    """Drags an item's handle by the mouse: what the drag carries when it starts, {type: text}.

    Read while `dragstart` runs, as other programs get it: what is there later never leaves the page. Then it is let go
    where nothing takes it.
    """
    start_drag_out(page, label)
    page.keyboard.press("Escape")
    carried = page.evaluate("() => window.carried")
    page.mouse.up()
    return carried


def start_drag_out(page, label):
    """Takes an item by its handle and leaves the drag under way; `window.carried` is what it carries."""
    item(page, label).hover()
    handle = page.locator(".drag-out[data-ready=true]")
    handle.wait_for()
    handle.evaluate("""(handle) => {
        window.carried = null;
        handle.addEventListener("dragstart", (event) => {
          if (event.defaultPrevented) return;
          const { dataTransfer } = event;
          window.carried = Object.fromEntries(dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]));
        }, { once: true });
      }""")
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y + 12, steps=3)
    page.wait_for_function("() => window.carried !== null")


def carry_out(page, to):
    """Moves a drag from a handle over a point of the page until a gap has opened there, and has settled."""
    page.mouse.move(*to, steps=4)
    rest(page)
    for tell in range(TELLS_MOST):
        page.mouse.move(to[0] + tell % 2, to[1])
        if page.locator(".gap").count():
            return
    raise AssertionError(f"no gap opened at {to}")


def fetched(page, address):
    """The bytes behind an address of a drag, as a browser saves them where the drag ends."""
    return downloaded(page, lambda: page.evaluate(
        """(href) => Object.assign(document.createElement("a"), { href, download: "" }).click()""", address))[1]


def download_url(carried):
    """The parts of a drag's DownloadURL: type, file name, address."""
    kind, name, address = carried["downloadurl"].split(":", 2)
    return kind, name, address


def downloaded(page, press):
    """What is saved when something is pressed: [(file name, bytes)]."""
    with page.expect_download() as waiting:
        press()
    with open(waiting.value.path(), "rb") as file:
        return waiting.value.suggested_filename, file.read()


def open_details(page, label):
    """The dialog about an item, by a click."""
    item(page, label).click()
    dialog = page.locator("#details[open]")
    expect(dialog).to_be_visible()
    return dialog


# Made here

def vcard(name, phone="", email=""):
    lines = ["BEGIN:VCARD", "VERSION:3.0", f"FN:{name}", f"N:{';'.join(reversed(name.split(' ', 1)))};;;"]
    lines += [f"TEL:{phone}"] if phone else []
    lines += [f"EMAIL:{email}"] if email else []
    return "\r\n".join([*lines, "END:VCARD", ""])


def picture(red, green, blue, size=8, bytes_in_all=0):
    """The bytes of a PNG in one colour; as many as that, if they are to be many."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes((red, green, blue)) * size) * size
    parts = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    missing = bytes_in_all - sum(map(len, parts)) - len(chunk(b"paDd", b""))
    if missing >= 0:
        parts.insert(2, chunk(b"paDd", bytes(missing)))
    return b"".join(parts)


def saved(folder, name, content):
    """A file with that content; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
