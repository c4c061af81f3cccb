"""Kings, queens and jacks: half a figure, and the same half standing on its head."""

from attributes import HELD
from figure import FRAME, HEAD_X, HEAD_Y, LEFT, OUTLINE, RIGHT, Robe, belt, dot, hand, lozenge, spread
from heads import jack_head, king_head, queen_head
from suits import FILL
from svg import (
    CREAM, GOLD, INK, NAVY, NIGHT, RED, SKIN, STEEL, WINE, element, group, half_turn, path, themed, use,
)

GROUND = "#fcf3dc"
HAND_X, HAND_Y = 205, 146

# Suit: main cloth, second cloth, bright trim, dark line, hair. In a deck of four colours some change.
CLUBS = themed("cloth-C", NIGHT)
SPADES = themed("cloth-S", NAVY)
DIAMONDS = themed("cloth-D", RED)
DRESS = {
    "S": (SPADES, themed("cloth-S2", STEEL), GOLD, INK, "#3a3f4b"),
    "H": (RED, WINE, GOLD, WINE, "#d99a2b"),
    "D": (GOLD, DIAMONDS, CREAM, themed("line-D", WINE), "#9a4a23"),
    "C": (CLUBS, "#d9b45f", CREAM, INK, "#6b4a2f"),
}


def court(rank, suit):
    """(definitions of the head and the half figure, content of the card)"""
    main, second, trim, line, hair = DRESS[suit]
    name = f"h{rank}{suit}"
    body = {"K": king_body, "Q": queen_body, "J": jack_body}[rank]
    head = {"K": king_head, "Q": queen_head, "J": jack_head}[rank]
    behind, before = head(suit, main, second, trim, hair)
    heads = group(before, id=f"e{rank}{suit}") + (f"\n{group(behind, id=f'v{rank}{suit}')}" if behind else "")
    half = group(
        use(f"v{rank}{suit}", HEAD_X, HEAD_Y) if behind else "",
        body(suit, main, second, trim),
        use(f"e{rank}{suit}", HEAD_X, HEAD_Y),
        group(HELD[rank + suit](), hand(second, trim), transform=f"translate({HAND_X} {HAND_Y})"),
        use(suit.lower(), 57, 104, 0.46, fill=FILL[suit]),
        id=name,
    )
    card = (
        path(FRAME, fill=GROUND) + use(name) + half_turn(name)
        + belt(trim, second if suit != "C" else main, INK)
        + path(FRAME, fill="none", stroke=line, width=OUTLINE, stroke_linejoin="round")
    )
    return f"{heads}\n{half}", card


def portrait(rank, suit):
    """The head alone, large enough for a card of 40 pixels."""
    main, second, trim, line, _ = DRESS[suit]
    x, y, scale = 125, 232, 1.62
    frame = dict(x=21, y=106, width=208, height=226, rx=9)
    robe = "M22 331V322C38 292 84 282 125 282C166 282 212 292 228 322V331Z"
    collar = "M84 288C96 306 110 314 125 316C140 314 154 306 166 288C152 283 138 282 125 282C112 282 98 283 84 288Z"
    return (
        element("rect", fill=GROUND, **frame)
        + (use(f"v{rank}{suit}", x, y, scale) if rank == "Q" else "")
        + path(robe, fill=main, stroke=INK, width=3, stroke_linejoin="round")
        + path(collar, fill=trim if rank != "K" else "#fff", stroke=INK, width=3, stroke_linejoin="round")
        + use(f"e{rank}{suit}", x, y, scale)
        + element("rect", fill="none", stroke=line, stroke_width=4, **frame)
    )


def king_body(suit, main, second, trim):
    """Broad mantle with two bands and a stole, under a collar of ermine."""
    robe = Robe(fall_left=20, fall_right=32, curve=1.1)
    collar = "M150 104C122 106 102 114 88 127C98 143 122 150 150 152C176 150 194 145 204 138C200 118 178 106 150 104Z"
    tails = ((101, 127), (114, 138), (118, 122), (132, 141), (168, 141), (182, 124), (187, 137))
    parts = [
        robe.band(0, 1, main),
        robe.band(0.5, 0.86, second), robe.line(0.5, trim, 2.5), robe.line(0.86, trim, 2.5),
        robe.row(0.68, spread(34, 106, 5), lozenge(4, 6, trim if suit != "D" else GOLD)),
        robe.line(0, INK, OUTLINE),
        robe.stripe(150, 148, 36, 44, trim), robe.stripe(150, 148, 28, 35, main),
        robe.row(0.72, (149,), lozenge(8, 9, trim)), robe.row(0.72, (149,), lozenge(4, 4.5, second)),
        path(collar, fill="#fff", stroke=INK, width=OUTLINE, stroke_linejoin="round"),
        *(lozenge(1.8, 4.2, INK)(x, y) for x, y in tails),
    ]
    return group(*parts)


def queen_body(suit, main, second, trim):
    """Sloping shoulders, a bare neck with a jewel, puffed sleeves with a lattice of pearls."""
    robe = Robe(fall_left=46, fall_right=44, curve=1.15)
    parts = [
        robe.band(0, 1, main),
        robe.row(0.5, spread(62, 106, 4), dot(2.6, trim)), robe.row(0.8, spread(54, 98, 4), dot(2.6, trim)),
        robe.stripe(118, 104, 7, 12, second), robe.stripe(184, 188, 7, 12, second),
        robe.stripe(151, 148, 40, 46, second), robe.stripe(151, 148, 30, 36, CREAM),
        robe.row(0.62, spread(136, 162, 3), lozenge(4, 6, main)),
        robe.row(0.86, spread(136, 162, 3), lozenge(4, 6, main)),
        path("M140 112V122L124 124C128 142 140 148 150 150C160 148 172 142 176 124L160 122V112Z", fill=SKIN,
             stroke=INK, width=OUTLINE, stroke_linejoin="round"),
        path("M132 128C138 138 144 141 150 141C156 141 162 138 168 128", fill="none", stroke=trim if trim != CREAM
             else GOLD, width=3),
        lozenge(4.5, 6, main if main != GOLD else RED)(150, 143),
        robe.line(0, INK, OUTLINE, LEFT, 124), robe.line(0, INK, OUTLINE, 176, RIGHT),
    ]
    return group(*parts)


def jack_body(suit, main, second, trim):
    """A tunic of upright stripes under a flat ruff."""
    robe = Robe(fall_left=30, fall_right=38, curve=1.5)
    stripes = [
        robe.stripe(x, x + lean, 13, 15, second) for x, lean in ((58, -12), (90, -6), (122, -2), (178, 2), (210, 4))
    ]
    seams = [
        robe.stripe(x, x + lean, 3.4, 4, trim) for x, lean in ((42, -15), (74, -9), (106, -4), (194, 3))
    ]
    parts = [
        robe.band(0, 1, main), *stripes, *seams,
        robe.stripe(150, 149, 22, 26, trim),
        robe.row(0.62, (149.5,), dot(3, main)), robe.row(0.84, (149.5,), dot(3, main)),
        robe.line(0, INK, OUTLINE),
        path("M150 112C132 110 116 114 108 122C112 134 128 140 150 142C172 140 188 134 192 122"
             "C184 114 168 110 150 112Z",
             fill=CREAM, stroke=INK, width=OUTLINE, stroke_linejoin="round"),
        path("M150 120V141M138 118L132 138.5M162 118L168 138.5M126 116L117 132M174 116L183 132",
             stroke=INK, width=1.3, stroke_linecap="round"),
    ]
    return group(*parts)
