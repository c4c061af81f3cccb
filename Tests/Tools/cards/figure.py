"""What all court figures share: the frame, the robe as a surface with coordinates, face, hand and belt.

Promise: nothing here needs clipping. A robe is the surface between the shoulder line and the belt; a point on it is
(x, depth) with depth 0 on the shoulder and 1 on the belt, so that every band and pattern ends where the robe ends.
"""

from svg import BLUSH, INK, RED, SKIN, circle, group, number, path, polygon_path

LEFT, RIGHT = 18, 232
FRAME = "M111 18H232V275H139V332H18V75H111Z"
HEAD_X, HEAD_Y = 150, 93
NECK_Y = 118
OUTLINE = 2


def belt_y(x):
    """The slope between the two halves; a half turn maps it to itself."""
    return 175 + (x - 125) * 0.23


class Robe:
    """`fall_left` and `fall_right`: how far the shoulders have dropped at the frame; `curve` > 1 is rounder."""

    def __init__(self, fall_left=30, fall_right=34, curve=1.3):
        self.fall_left, self.fall_right, self.curve = fall_left, fall_right, curve

    def shoulder_y(self, x):
        if x < HEAD_X:
            share, fall = (HEAD_X - x) / (HEAD_X - LEFT), self.fall_left
        else:
            share, fall = (x - HEAD_X) / (RIGHT - HEAD_X), self.fall_right
        return min(NECK_Y + fall * share**self.curve, belt_y(x))

    def point(self, x, depth):
        top = self.shoulder_y(x)
        return x, top + (belt_y(x) - top) * depth

    def edge(self, start, end, depth, steps=16):
        return [self.point(start + (end - start) * step / steps, depth) for step in range(steps + 1)]

    def band(self, upper, lower, fill, start=LEFT, end=RIGHT, **more):
        points = self.edge(start, end, upper) + self.edge(end, start, lower)
        return path(polygon_path(points), fill=fill, **more)

    def line(self, depth, stroke, width, start=LEFT, end=RIGHT):
        head, *rest = self.edge(start, end, depth)
        d = f"M{number(head[0])} {number(head[1])}" + "".join(f"L{number(x)} {number(y)}" for x, y in rest)
        return path(d, fill="none", stroke=stroke, width=width)

    def stripe(self, top_x, bottom_x, top_width, bottom_width, fill, upper=0.0, lower=1.0):
        """A fold that runs down from the shoulder, widening on its way."""
        corners = [
            self.point(top_x - top_width / 2, upper), self.point(top_x + top_width / 2, upper),
            self.point(bottom_x + bottom_width / 2, lower), self.point(bottom_x - bottom_width / 2, lower),
        ]
        return path(polygon_path(corners), fill=fill)

    def row(self, depth, spots, draw):
        """`draw(x, y)` at each of the given x on one depth."""
        return "".join(draw(*self.point(x, depth)) for x in spots)


def spread(start, end, count):
    return [start + (end - start) * index / (count - 1) for index in range(count)]


def lozenge(width, height, fill):
    def draw(x, y):
        d = (f"M{number(x)} {number(y - height)}l{number(width)} {number(height)} {number(-width)} {number(height)} "
             f"{number(-width)} {number(-height)}z")
        return path(d, fill=fill)
    return draw


def dot(radius, fill):
    return lambda x, y: circle(x, y, radius, fill)


def belt(ground, mark, edge):
    """A ribbon on the slope, symmetric under a half turn, drawn once for both halves."""
    half = 9
    points = [(LEFT, belt_y(LEFT) - half), (RIGHT, belt_y(RIGHT) - half),
              (RIGHT, belt_y(RIGHT) + half), (LEFT, belt_y(LEFT) + half)]
    rims = "".join(
        f"M{LEFT} {number(belt_y(LEFT) + shift)}L{RIGHT} {number(belt_y(RIGHT) + shift)}" for shift in (-half, half)
    )
    spots = spread(29, 221, 13)
    marks = [
        (lozenge(6.5, 5, mark) if index % 2 == 0 else dot(1.8, mark))(x, belt_y(x)) for index, x in enumerate(spots)
    ]
    return group(path(polygon_path(points), fill=ground), *marks, path(rims, stroke=edge, width=OUTLINE))


FACE = "M-22.5-10C-23-33 23-33 22.5-10C23 9 13 30 0 30C-13 30-23 9-22.5-10Z"


def face(ink=INK, lips=RED, lashes=False, smile=0):
    """Full face about the origin: one brow runs on into the nose, the far side lies in shade."""
    brow = -9
    parts = [
        path(FACE, fill=SKIN, stroke=ink, width=OUTLINE),
        path("M5-26C17-26 21.6-20 21.5-10C22 8 13 28 1 29C8 20 6 13 7 7Z", fill=BLUSH),
        path(f"M-17.5 {brow}Q-12 {brow - 5}-4.5 {brow}M17.5 {brow}Q11 {brow - 6} 3.5 {brow}C2.5-3 3 1 6.5 6.5"
             "Q3 9.5-1 8.5",
             fill="none", stroke=ink, width=1.8, stroke_linecap="round", stroke_linejoin="round"),
    ]
    for side in (-1, 1):
        x = side * 10.6
        parts.append(path(f"M{x - 5.6:g}-2Q{x:g}-7.5 {x + 5.6:g}-2Q{x:g} 1.5 {x - 5.6:g}-2Z",
                          fill="#fff", stroke=ink, width=1.2))
        parts.append(circle(x, -2.6, 2.5, ink))
        if lashes:
            parts.append(path(f"M{x + side * 5.5:g}-2.5l{side * 3}-2.5",
                              stroke=ink, width=1.4, stroke_linecap="round"))
    if smile:
        parts.append(path(f"M-6 16.5Q0 {16.5 + smile} 6 16.5", fill="none", stroke=lips, width=2.4,
                          stroke_linecap="round"))
    elif lips:
        parts.append(path("M-7 16Q-3 12.5 0 14.3Q3 12.5 7 16Q0 22.5-7 16Z", fill=lips))
    return group(*parts)


def hand(cuff, trim):
    """A fist about the origin that holds something upright, over a cuff whose sleeve runs down under the belt."""
    return group(
        path("M-16 8L16 4L23 49L-21 40Z", fill=cuff, stroke=INK, width=OUTLINE, stroke_linejoin="round"),
        path("M-17 17L17.5 13", stroke=trim, width=5), path("M-17.5 20.5L18 16.5", stroke=INK, width=1.4),
        path("M-6 24L-8 38M6 23L8 40", stroke=INK, width=1.3, stroke_linecap="round"),
        path("M-14-6C-14-12-8-14-2-13L10-12C16-11 16-6 15-1L14 6C12 11-10 13-13 8Z", fill=SKIN, stroke=INK,
             width=OUTLINE, stroke_linejoin="round"),
        path("M4-12.5L5-4M4-4H15M4-4C3 0 4 2 5 3L14 2.5M-13-4C-10-1-6-1-3-5", fill="none",
             stroke=INK, width=1.3, stroke_linecap="round"),
    )
