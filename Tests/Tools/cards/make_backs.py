#!/usr/bin/env python3
"""Writes the backs of the cards, one picture each, so that a page loads the one it shows.

    python3 Tests/Tools/cards/make_backs.py Public/img/backs

Promise: the same bytes on every run; every back is the same upside down, and has a bright edge by which cards that lie
on each other are told apart.
"""

import math
import pathlib
import sys

from back import MARGIN, lattice_back
from svg import CREAM, GOLD, HEIGHT, PAPER, WIDTH, circle, element, group, number, path
import suits

EDGE = "#8f897c"
FIELD = (MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
INNER = MARGIN + 7
CENTRE = f"translate({WIDTH / 2:g} {HEIGHT / 2:g})"


def drawing(*content):
    return element("svg", "".join(content), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}",
                   width=WIDTH, height=HEIGHT) + "\n"


def tile(width, height, *content, turn=0, x=0.0, y=0.0):
    """A pattern `p` about the middle of the card, so that both halves show the same."""
    moves = f"translate({number(WIDTH / 2 + x)} {number(HEIGHT / 2 + y)})" + (f"rotate({turn})" if turn else "")
    return element("pattern", "".join(content), id="p", width=width, height=height, patternUnits="userSpaceOnUse",
                   patternTransform=moves)


def rectangle(x, y, width, height, radius, fill="none", stroke=None, stroke_width=None):
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, stroke=stroke,
                   stroke_width=stroke_width)


def back(field, line, pattern, *content):
    """Paper, a coloured field with its pattern, and a line within."""
    x, y, width, height = FIELD
    return drawing(
        pattern,
        rectangle(1, 1, WIDTH - 2, HEIGHT - 2, 16, PAPER, EDGE, 2),
        rectangle(x, y, width, height, 8, field),
        rectangle(INNER, INNER, WIDTH - 2 * INNER, HEIGHT - 2 * INNER, 5, "url(#p)", line, 2.4),
        *content,
    )


def lattice():
    """The deck's own, with its medallion."""
    bare = rectangle(1, 1, WIDTH - 2, HEIGHT - 2, 16, PAPER, EDGE, 2)
    return drawing(element("defs", suits.definitions()), bare, lattice_back())


def waves():
    line = "M-24 8Q-12-8 0 8T24 8T48 8T72 8"
    rows = [path(line, fill="none", stroke=stroke, width=3, transform=f"translate(0 {y})")
            for y, stroke in ((0, "#4aa3a0"), (12, "#2b7f80"))]
    return back("#11565c", "#bfe0d6", tile(48, 24, *rows, x=-24, y=-14))


def argyle():
    lozenges = path("M22 0L44 32L22 64L0 32Z", fill="#9c3148") + path("M-22 32L0 0L22 32L0 64Z", fill="#7c1f33")
    threads = path("M0-32L44 32L0 96M44-32L0 32L44 96", fill="none", stroke="#e7b98f", width=1.6,
                   stroke_dasharray="4 3")
    return back("#7c1f33", "#ecc9a8", tile(44, 64, lozenges, threads, x=-22, y=-32))


def stripes():
    bands = rectangle(0, 0, 16, 32, 0, "#b5402f") + rectangle(22.5, 0, 3, 32, 0, "#e9b49b")
    return back("#8e2c22", CREAM, tile(32, 32, bands, turn=45, x=-8))


def star(x, y, outer, fill, points=8, depth=0.42):
    """Points on two circles by turns."""
    tips = []
    for step in range(2 * points):
        r = outer if step % 2 == 0 else outer * depth
        angle = math.pi * step / points
        tips.append(f"{number(x + r * math.sin(angle))} {number(y - r * math.cos(angle))}")
    return path("M" + "L".join(tips) + "Z", fill=fill)


def stars():
    sky = star(18, 18, 11, "#e9c46a") + star(0, 0, 5, "#8fa3d8", 4) + star(36, 0, 5, "#8fa3d8", 4)
    sky += star(0, 36, 5, "#8fa3d8", 4) + star(36, 36, 5, "#8fa3d8", 4)
    return back("#1b2350", "#e9c46a", tile(36, 36, sky, x=-18, y=-18))


def tartan():
    weave = [rectangle(0, 0, 56, 56, 0, "#1d5b40")]
    for at, width, fill in ((0, 18, "#0f3b2a"), (38, 18, "#0f3b2a"), (26, 4, "#e2c15a"), (8, 3, "#b03a34"),
                            (45, 3, "#b03a34")):
        weave.append(element("rect", x=at, y=0, width=width, height=56, fill=fill, opacity=".72"))
        weave.append(element("rect", x=0, y=at, width=56, height=width, fill=fill, opacity=".72"))
    return back("#1d5b40", "#e2c15a", tile(56, 56, *weave, x=-28, y=-28))


def rings():
    links = [circle(x, y, 21, "none", stroke, 4)
             for x, y, stroke in ((0, 0, "#b58fcf"), (30, 0, "#b58fcf"), (0, 30, "#b58fcf"), (30, 30, "#b58fcf"),
                                  (15, 15, "#8a63ab"))]
    return back("#46285f", "#e5d3f0", tile(30, 30, *links, x=-15, y=-15))


def plain():
    """A back without a pattern, for people who see better without."""
    diamond = path(suits.SHAPE["D"], fill="#f3d27a", transform=CENTRE + "scale(1.15)")
    bare = element("pattern", "", id="p", width=1, height=1)
    return back("#2b3138", "#f3d27a", bare, diamond)


BACKS = {made.__name__: made for made in (lattice, waves, argyle, stripes, stars, tartan, rings, plain)}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, made in BACKS.items():
        (folder / f"{name}.svg").write_text(made())
