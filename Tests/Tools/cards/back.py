"""The lattice back, and the two marks for an empty stock."""

from svg import CENTRE_X, CENTRE_Y, CREAM, GOLD, HEIGHT, WIDTH, circle, element, group, path, symbol, use

FIELD = "#24446f"
THREAD = "#3d6091"
MARGIN = 13


def lattice(left, top, right, bottom, columns, rows):
    """Lozenges that fit the field exactly, drawn as lines folded at its edges."""
    step_x, step_y = (right - left) / columns, (bottom - top) / rows
    lozenges = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + step_x * (column + 0.5), top + step_y * (row + 0.5)
            lozenges.append(f"M{x - step_x / 2:g} {y:g}l{step_x / 2:g}-{step_y / 2:g} {step_x / 2:g} {step_y / 2:g}"
                            f"-{step_x / 2:g} {step_y / 2:g}z")
    return "".join(lozenges)


def dots(left, top, right, bottom, columns, rows):
    step_x, step_y = (right - left) / columns, (bottom - top) / rows
    return "".join(
        f"M{left + step_x * (column + 0.5):g} {top + step_y * (row + 0.5) - 3:g}l2 3-2 3-2-3z"
        for row in range(rows) for column in range(columns)
    )


def lattice_back():
    """What lies on the bare card `b`."""
    inner = (MARGIN + 12, MARGIN + 12, WIDTH - MARGIN - 12, HEIGHT - MARGIN - 12)
    x, y = CENTRE_X, CENTRE_Y
    return group(
        element("rect", x=MARGIN, y=MARGIN, width=WIDTH - 2 * MARGIN, height=HEIGHT - 2 * MARGIN, rx=8, fill=FIELD),
        element("rect", x=MARGIN + 6, y=MARGIN + 6, width=WIDTH - 2 * MARGIN - 12, height=HEIGHT - 2 * MARGIN - 12,
                rx=4, fill="none", stroke=GOLD, stroke_width=1.6),
        path(lattice(*inner, 10, 12), fill="none", stroke=THREAD, width=1.7, stroke_linejoin="round"),
        path(dots(*inner, 10, 12), fill=THREAD),
        medallion(x, y),
    )


def medallion(x, y):
    """Four suits about a star: the same upside down."""
    petals = [
        path("M0 0C-9-12-9-26 0-42C9-26 9-12 0 0Z", transform=f"rotate({45 + 90 * turn})", fill=GOLD, opacity=".9")
        for turn in range(4)
    ]
    suits = [
        group(use(suit, 0, -29, 0.2), transform=f"rotate({90 * turn})", fill=CREAM) for turn, suit in enumerate("shsh")
    ]
    return group(
        circle(0, 0, 58, FIELD, GOLD, 1.6), circle(0, 0, 53, "none", THREAD, 1.6), *petals, *suits,
        circle(0, 0, 6, CREAM), transform=f"translate({x:g} {y:g})")


def stock_marks():
    """`redeal` and `stop` take the colour of the text around them."""
    redeal = group(
        path("M183.7 135.3A71 71 0 1 1 125 104", fill="none", stroke="currentColor", width=17, stroke_linecap="round"),
        path("M119 66V142L162 104Z", fill="currentColor", stroke="currentColor", width=8, stroke_linejoin="round"),
    )
    stop = path("M175.2 124.8L74.8 225.2M196 175A71 71 0 1 1 54 175A71 71 0 1 1 196 175Z", fill="none",
                stroke="currentColor", width=17, stroke_linecap="round")
    return [symbol("redeal", redeal), symbol("stop", stop)]
