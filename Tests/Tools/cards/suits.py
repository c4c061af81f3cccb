"""The four suit shapes, each drawn in a box of 100 by 100 about the origin."""

from svg import INK, RED, path, symbol, themed

SUITS = "CDHS"
COLOUR = {"C": INK, "D": RED, "H": RED, "S": INK}
# The same on a card: a page may have a deck of four colours.
FILL = {suit: themed(f"suit-{suit}", COLOUR[suit]) for suit in SUITS}

SHAPE = {
    "H": "M0 48C-7 35-47 8-47-20C-47-36-36-46-23-46C-11-46-3-39 0-27C3-39 11-46 23-46C36-46 47-36 47-20"
         "C47 8 7 35 0 48Z",
    "D": "M0-51C9-32 24-13 41 0C24 13 9 32 0 51C-9 32-24 13-41 0C-24-13-9-32 0-51Z",
    "S": "M0-51C7-33 46-9 46 17C46 30 37 38 25 38C16 38 9 34 5 26C6 37 10 45 19 50H-19C-10 45-6 37-5 26"
         "C-9 34-16 38-25 38C-37 38-46 30-46 17C-46-9-7-33 0-51Z",
    "C": "M-9.5-10A22 22 0 1 1 9.5-10C9-7 8-4 6.5 0C9-3 12-6 15-8A22.5 22.5 0 1 1 5 22C6 36 10 45 20 50H-20"
         "C-10 45-6 36-5 22A22.5 22.5 0 1 1-15-8C-12-6-9-3-6.5 0C-8-4-9-7-9.5-10Z",
}


def definitions():
    """Uncoloured shapes `c d h s`: each use sets its fill."""
    return "\n".join(path(SHAPE[suit], id=suit.lower()) for suit in SUITS)


def symbols():
    return [
        symbol(f"suit-{suit}", path(SHAPE[suit], fill="currentColor"), box="-54 -54 108 108") for suit in SUITS
    ]
