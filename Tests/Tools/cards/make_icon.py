#!/usr/bin/env python3
"""Prints Baize's icon: a fan of two cards on the cloth.

    python3 Tests/Tools/cards/make_icon.py > Public/img/favicon.svg

Promise: the same bytes on every run, and shapes few and large enough for 16 pixels.
"""

import sys

from suits import COLOUR, SHAPE
from svg import INK, PAPER, element, group, path

CLOTH, RIM = "#1f6b4a", "#17523a"


def card(suit, turn, scale, x=0, y=0):
    """A card that leans by `turn` degrees about the hand that holds the fan; its suit stands at (x, y)."""
    return group(
        element("rect", x=-15, y=-21, width=30, height=42, rx=4, fill=PAPER, stroke=INK, stroke_width=1.6),
        path(SHAPE[suit], fill=COLOUR[suit], transform=f"translate({x} {y})scale({scale})"),
        transform=f"rotate({turn} 32 62)translate(32 32)",
    )


def icon():
    return element(
        "svg",
        element("rect", width=64, height=64, rx=14, fill=CLOTH)
        + element("rect", x=1.5, y=1.5, width=61, height=61, rx=12.5, fill="none", stroke=RIM, stroke_width=3)
        + group(card("H", -20, 0.17, -5, -8), card("S", 12, 0.26), transform="translate(2.4 .6)"),
        xmlns="http://www.w3.org/2000/svg", viewBox="0 0 64 64",
    )


if __name__ == "__main__":
    sys.stdout.write(icon() + "\n")
