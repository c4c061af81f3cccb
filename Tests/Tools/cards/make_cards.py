#!/usr/bin/env python3
"""Prints Baize's playing cards as one SVG sprite.

    python3 Tests/Tools/cards/make_cards.py > Public/img/cards.svg

Promise: the same bytes on every run; every card is a <symbol> named by rank and suit, 250 by 350; whatever has an id
stands on a line of its own, so that a page can take what it shows (Public/js/view/sprite.js).
"""

import sys

from back import stock_marks
from courts import court, portrait
from pips import ace, number_card
import ranks
import suits
from svg import CENTRE_X, HEIGHT, PAPER, WIDTH, element, group, half_turn, shown, symbol, themed, use

EDGE = "#8f897c"


def blank():
    """The bare card `b`: its edge stays one pixel wide at every size."""
    return element(
        "rect", id="b", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=16,
        fill=themed("card", PAPER), stroke=themed("card-edge", EDGE),
        vector_effect="non-scaling-stroke",
    )


def card(rank, suit):
    """(shared definitions, the symbol)"""
    corner = f"i{rank}{suit}"
    definitions = [group(ranks.index(rank, suit, suits.FILL[suit]), id=corner)]
    if rank in "JQK":
        half, middle = court(rank, suit)
        definitions.append(half)
    else:
        middle = ace(suit) if rank == "A" else number_card(rank, suit)
    definitions.append(large(rank, suit))
    return "\n".join(definitions), symbol(
        f"{rank}{suit}", use("b"),
        group(
            middle, use(corner), half_turn(corner),
            font_size=high(ranks.SMALL), display=shown("small-print", "inline")),
        use(f"l{rank}{suit}", display=shown("large-print", "none")),
    )


def large(rank, suit):
    """Large print: an index to be read from afar, and below it one suit, or one head."""
    fill = suits.FILL[suit]
    centre = portrait(rank, suit) if rank in "JQK" else use(
        suit.lower(), CENTRE_X, 216, 2 if rank == "A" else 1.6, fill=fill)
    return group(use(f"i{rank}{suit}"), centre, id=f"l{rank}{suit}", font_size=high(ranks.LARGE))


def high(usual):
    """The height of an index, which the page may change."""
    return themed("index", f"{usual}px")


def sprite():
    definitions = [blank(), suits.definitions(), ranks.definitions()]
    symbols = []
    for suit in suits.SUITS:
        for rank in ranks.RANKS:
            definition, drawn = card(rank, suit)
            definitions.append(definition)
            symbols.append(drawn)
    symbols += [*stock_marks(), *suits.symbols()]
    return element(
        "svg", "\n" + "\n".join([element("defs", "\n" + "\n".join(definitions) + "\n"), *symbols]) + "\n",
        xmlns="http://www.w3.org/2000/svg",
    )


if __name__ == "__main__":
    sys.stdout.write(sprite() + "\n")
