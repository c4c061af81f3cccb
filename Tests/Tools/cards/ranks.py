"""The rank indices, drawn as pen strokes: cap height 41 between the centre lines, pen 9 wide.

Promise: every centre line starts at x = 0 and its width is stated, so that the suit can stand beside it; an index is
measured in em, so that a page makes it as high as the strip that is seen of a card.
"""

from svg import element, number, path, shown, use

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

# The letters of suits, for pages that cannot rely on colours: the same pen, and how wide.
LETTER = {
    "C": ("M28 8C20-4 0-3 0 20.5C0 44 20 45 28 33", 28),
    "D": ("M0 0V41H9C31 41 31 0 9 0Z", 26),
    "H": ("M0 0V41M26 0V41M0 20H26", 26),
    "S": ("M26 7C20-4 1-2 1 10C1 23 27 18 27 31C27 44 5 45 0 33", 27),
}
LETTER_SIZE = 0.55

# One em of an index is the height of Q, the tallest of them; the page may set it, in units of the card.
EM = 52
SMALL, LARGE = 56, 74
LEFT, TOP = ".2em", ".14em"
SUIT_SIZE = 46
GAP = 4.7


def definitions():
    """Uncoloured strokes `rA` … `rK` and `tC` … `tS`: each use sets its stroke."""
    strokes = {**{f"r{rank}": GLYPH[rank][0] for rank in RANKS}, **{f"t{suit}": LETTER[suit][0] for suit in LETTER}}
    return "\n".join(
        path(stroke, id=name, fill="none", width=PEN, stroke_linejoin="round") for name, stroke in strokes.items()
    )


def index(rank, suit, colour):
    """Rank and suit side by side at the top, and a letter for the suit where the page asks for it: an em high."""
    half_pen = PEN / 2
    suit_left = PEN + GLYPH[rank][1] + GAP
    letter_left = suit_left + SUIT_SIZE + 2 + half_pen * LETTER_SIZE
    width = letter_left + (LETTER[suit][1] + half_pen) * LETTER_SIZE
    return element(
        "svg",
        use(f"r{rank}", half_pen, half_pen, stroke=colour)
        + use(suit.lower(), suit_left + SUIT_SIZE / 2 - 2, EM / 2 - 1, SUIT_SIZE / 100, fill=colour)
        + use(f"t{suit}", letter_left, 14, LETTER_SIZE, stroke=colour, display=shown("suit-letters", "none")),
        x=LEFT, y=TOP, width=f"{number(width / EM)}em", height="1em", viewBox=f"0 0 {number(width)} {EM}",
        overflow="visible",
    )
