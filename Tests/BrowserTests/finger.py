"""One finger on a touch screen, as the browser is told of it."""

from boards import DWELL


class Finger:
    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.at = None

    def down(self, x, y):
        self.at = (x, y)
        self._tell("touchStart", self.at)

    def move(self, x, y, steps=8):
        """Goes there and gives a gap time to open, then on by a little, as fingers do."""
        start = self.at
        for step in range(1, steps + 1):
            self._tell("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, (x, y))))
        self.page.wait_for_timeout(DWELL)
        self.at = (x, y + 1)
        self._tell("touchMove", self.at)

    def up(self):
        self._tell("touchEnd")

    def _tell(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
