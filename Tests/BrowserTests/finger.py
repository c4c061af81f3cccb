"""One finger on a touch screen, as the browser is told of it, and the page's clock, by which it rests or does not."""

from boards import rest

# To stop a clock is to set it forward, so at least by what passes meanwhile on a machine that has much to do.
AHEAD_SECONDS = 5


def stop_clock(page):
    """No time goes by for a page whose clock was installed, until it is resumed: its timers and frames wait."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + AHEAD_SECONDS)


class Finger:
    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.at = None

    def down(self, x, y):
        self.at = (x, y)
        self._tell("touchStart", self.at)

    def slide(self, x, y, steps=8):
        """Goes there."""
        start, self.at = self.at, (x, y)
        for step in range(1, steps + 1):
            self._tell("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, self.at)))

    def move(self, x, y):
        """Goes there and waits until a gap has opened, then on by a little, as fingers do."""
        self.slide(x, y)
        rest(self.page)
        self.at = (x, y + 1)
        self._tell("touchMove", self.at)

    def up(self):
        self._tell("touchEnd")

    def _tell(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
