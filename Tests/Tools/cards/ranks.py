"""The rank indices, drawn as pen strokes: cap height 41 between the centre lines, pen 9 wide.

Promise: every centre line starts at x = 0 and its width is stated, so that the suit can stand beside it; the index
ends above y = 66, so that a strip of a fifth of the card shows it whole.
"""

from svg import path, use

RANKS = "A23456789TJQK"
PEN = 9

# Rank: (stroke path with y from 0 to 41, width of the centre lines).
GLYPH = {
    "A": ("M0 41L14.5 0H17.5L32 41M5.5 28H26.5", 34),
    "2": ("M1 12C1-4 28-4 28 11.5C28 21 14 27 1 41H29", 29),
    "3": ("M1.5 0H27L13.5 16.5C22 15.5 28 20.5 28 28C28 45 4 45 0 33", 28),
    "4": ("M23 41V0H21L0 29V30.5H31", 31),
    "5": ("M26 0H4.5L2.5 18.5C9 13.5 28 12.5 28 27C28 45 4 45 0 34", 28),
    "6": ("M23 0C9 6 0 17 0 28C0 46 28.5 46 28.5 28C28.5 12 4 11 0.8 25", 28.5),
    "7": ("M0 0H28.5C19 13 12.5 26 11.5 41", 28.5),
    "8": ("M14.5 18.5C-1.5 18.5-1.5 0 14.5 0C30.5 0 30.5 18.5 14.5 18.5"
          "C-5 18.5-5 41 14.5 41C34 41 34 18.5 14.5 18.5Z", 29),
    "9": ("M5.5 41C19.5 35 28.5 24 28.5 13C28.5-5 0-5 0 13C0 29 24.5 30 27.7 16", 28.5),
    "T": ("M0 7.5C4 5.5 7 3 8.5 0V41M34 0C17.5 0 17.5 41 34 41C50.5 41 50.5 0 34 0Z", 46.4),
    "J": ("M7 0H21V28C21 45.5 0 45 0 30", 21.5),
    "Q": ("M15.5 0C-5 0-5 41 15.5 41C36 41 36 0 15.5 0ZM18.5 30L30 43", 31),
    "K": ("M0 0V41M28 0L2 25M10.5 18L30 41", 30),
}

LEFT, TOP = 11, 11
ENLARGED = 1.07
SUIT_SIZE = 49
GAP = 5


def definitions():
    """Uncoloured strokes `rA` … `rK`: each use sets its stroke."""
    return "".join(
        path(GLYPH[rank][0], id=f"r{rank}", fill="none", width=PEN, stroke_linejoin="round") for rank in RANKS
    )


def large_index(rank, suit, colour):
    """The same for large print: as tall as two rows of small print, still in the top quarter."""
    scale, left, top = 1.42, 13, 10
    half_pen = PEN / 2 * scale
    suit_left = left + 2 * half_pen + GLYPH[rank][1] * scale + 8
    return use(f"r{rank}", left + half_pen, top + half_pen, scale, stroke=colour) + use(
        suit.lower(), suit_left + 34, top + 35.5, 0.68, fill=colour
    )


def index(rank, suit, colour):
    """Rank and suit side by side in the top strip."""
    half_pen = PEN / 2 * ENLARGED
    suit_left = LEFT + 2 * half_pen + GLYPH[rank][1] * ENLARGED + GAP
    return use(f"r{rank}", LEFT + half_pen, TOP + half_pen, ENLARGED, stroke=colour) + use(
        suit.lower(), suit_left + SUIT_SIZE / 2 - 2, TOP + 26.7, SUIT_SIZE / 100, fill=colour
    )
