"""Number cards and aces: pips in their traditional places, the lower half standing on its head."""

from suits import FILL
from svg import CENTRE_X, CENTRE_Y, CREAM, GOLD, HEIGHT, INK, WIDTH, circle, group, path, use

LEFT, MIDDLE, RIGHT = 68, CENTRE_X, WIDTH - 68
TOP, BOTTOM = 101, HEIGHT - 101


def columns(*rows):
    return [(x, y) for y in rows for x in (LEFT, RIGHT)]


def between(share):
    return TOP + (BOTTOM - TOP) * share


PLACES = {
    "2": [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    "3": [(MIDDLE, TOP), (MIDDLE, CENTRE_Y), (MIDDLE, BOTTOM)],
    "4": columns(TOP, BOTTOM),
    "5": columns(TOP, BOTTOM) + [(MIDDLE, CENTRE_Y)],
    "6": columns(TOP, CENTRE_Y, BOTTOM),
    "7": columns(TOP, CENTRE_Y, BOTTOM) + [(MIDDLE, between(1 / 4))],
    "8": columns(TOP, CENTRE_Y, BOTTOM) + [(MIDDLE, between(1 / 4)), (MIDDLE, between(3 / 4))],
    "9": columns(TOP, between(1 / 3), between(2 / 3), BOTTOM) + [(MIDDLE, CENTRE_Y)],
    "T": columns(TOP, between(1 / 3), between(2 / 3), BOTTOM)
         + [(MIDDLE, between(1 / 6)), (MIDDLE, between(5 / 6))],
}


def size(rank):
    return 0.54 if rank in "23456" else 0.49 if rank in "78" else 0.44


def number_card(rank, suit):
    pips = [
        use(suit.lower(), x, y, size(rank), turned=y > CENTRE_Y + 1) for x, y in PLACES[rank]
    ]
    return group(*pips, fill=FILL[suit])


def ace(suit):
    if suit == "S":
        return ace_of_spades()
    return use(suit.lower(), CENTRE_X, CENTRE_Y, 1.3, fill=FILL[suit])


def ace_of_spades():
    """The one card where engravers always showed off: an inlaid line, a rosette, and two sprigs."""
    x, y = CENTRE_X, CENTRE_Y - 6
    sprig = "M0 0C18 9 38 6 46-8C51-18 43-27 35-23C29-19 33-11 39-14M22 5C28 13 37 14 45 9"
    parts = [
        use("s", x, y, 1.55, fill=FILL["S"]),
        path("M0-68C9-45 61-15 61 20C61 38 49 45 36 44C22 43 12 36 0 21C-12 36-22 43-36 44C-49 45-61 38-61 20"
             "C-61-15-9-45 0-68Z", fill="none", stroke=GOLD, width=1.8,
             transform=f"translate({x:g} {y:g})scale(.885)"),
    ]
    for turn in range(8):
        parts.append(path("M0-5C-7-13-6-22 0-28C6-22 7-13 0-5Z", fill=CREAM if turn % 2 == 0 else GOLD,
                          transform=f"translate({x:g} {y - 2:g})rotate({45 * turn})"
                                    + ("" if turn % 2 == 0 else "scale(.8)")))
    parts.append(circle(x, y - 2, 4.5, GOLD))
    for side in (1, -1):
        parts.append(path(sprig, fill="none", stroke=INK, width=2.2, stroke_linecap="round",
                          transform=f"translate({x:g} {y + 92:g})scale({side} 1)"))
    parts.append(circle(x, y + 92, 3.6, INK))
    return group(*parts)
