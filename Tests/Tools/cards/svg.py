"""Writes SVG elements as text.

Promise: only presentation attributes, no style, no text, no url() reference, so that a sprite made of these
elements works through an external <use> under a strict content security policy.
"""

WIDTH, HEIGHT = 250, 350
CENTRE_X, CENTRE_Y = WIDTH / 2, HEIGHT / 2

INK = "#1c1f26"
RED = "#c0272d"
WINE = "#8e1b23"
NAVY = "#25406e"
NIGHT = "#353d4b"
STEEL = "#7f9bc4"
GOLD = "#e3ac3a"
AMBER = "#b97f1c"
CREAM = "#fbf1d9"
PAPER = "#fffdf8"
SKIN = "#f8dfc0"
BLUSH = "#ecc6a0"


def themed(name, colour):
    """A colour that the page may change; the deck's own where it says nothing."""
    return f"var(--{name},{colour})"


def shown(name, usual):
    """A value of `display` that the page may change."""
    return f"var(--{name},{usual})"


def number(value):
    """A coordinate with at most one decimal for lengths of card size, two for small factors."""
    text = f"{value:.1f}" if abs(value) >= 2 else f"{value:.2f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def element(name, content=None, **attributes):
    """`stroke_width=2` becomes `stroke-width="2"`; attributes that are None are left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, (int, float)) else value
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}/>" if content is None else f"<{head}>{content}</{name}>"


def path(d, fill=None, stroke=None, width=None, **more):
    return element("path", d=d, fill=fill, stroke=stroke, stroke_width=width, **more)


def circle(x, y, r, fill=None, stroke=None, width=None):
    return element("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=width)


def use(target, x=None, y=None, scale=1.0, turned=False, **more):
    """A placed copy; `turned` stands it on its head."""
    factor = -scale if turned else scale
    moves = []
    if x is not None:
        moves.append(f"translate({number(x)} {number(y)})")
    if factor != 1:
        moves.append(f"scale({number(factor)})")
    return element("use", href=f"#{target}", transform="".join(moves) or None, **more)


def half_turn(target):
    return element("use", href=f"#{target}", transform=f"rotate(180 {number(CENTRE_X)} {number(CENTRE_Y)})")


def group(*content, **attributes):
    return element("g", "".join(content), **attributes)


def symbol(name, *content, box=f"0 0 {WIDTH} {HEIGHT}"):
    return element("symbol", "".join(content), id=name, viewBox=box)


def polygon_path(points):
    head, *rest = points
    return (
        f"M{number(head[0])} {number(head[1])}"
        + "".join(f"L{number(x)} {number(y)}" for x, y in rest)
        + "Z"
    )
