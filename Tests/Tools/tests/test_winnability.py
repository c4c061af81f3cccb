"""The shares of winnable deals in docs/GAMES.md, held against those that others measured."""
import math
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# What a game is called in the fixture, where it is the same game.
NAMES = {
    "klondike3": ["klondike_draw3_thoughtful"],
    "klondike1": ["klondike_draw1_thoughtful"],
    "bakers": ["bakers_game", "bakers-game"],
    "seahaven": ["seahaven-towers"],
    "eightoff": ["eight-off", "eight_off"],
    "freecell": ["freecell"],
    "tripeaks": ["tripeaks_wrap"],
    "golf": ["golf_king_stops"],
    "beleagueredcastle": ["beleaguered-castle"],
    "accordion": ["accordion"],
    "fan": ["fan"],
    "canfield": ["canfield"],
    "simplesimon": ["simple-simon"],
    "easthaven": ["east-haven"],
    "spiderette": ["spiderette"],
    "freecell:cells=3": ["freecell_3_cells", "free-cell-3-cell"],
    "freecell:cells=2": ["freecell_2_cells", "free-cell-2-cell"],
    "freecell:cells=1": ["free-cell-1-cell"],
    "bakers:empty=king": ["bakers_game_kings_only"],
    "golf:kings=queen": ["golf_queen_on_king"],
    "golf:kings=wrap": ["golf_wrap"],
    "tripeaks:kings=queen": ["tripeaks_no_wrap"],
    **{f"klondike, draw {draw}": [f"klondike_draw{draw}_thoughtful"] for draw in (2, 4, 5, 6, 7)},
}


def rows():
    """Game: lower and upper end of our interval, in per cent, and how many deals."""
    found = {}
    for line in (ROOT / "docs/GAMES.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        ends = re.fullmatch(r"([\d.]+)–([\d.]+) %", cells[5]) if len(cells) == 9 else None
        if ends:
            found[cells[0]] = float(ends[1]), float(ends[2]), int(cells[1])
    return found


def others():
    """Name: intervals that somebody measured, in per cent; a share without an interval is one of a single point."""
    found = {}
    for line in (ROOT / "Tests/Fixtures/winnability.tsv").read_text().splitlines():
        kind, game, key, value, interval, *_ = line.split("\t")
        measured = re.search(r"95% ([\d.]+)\.\.([\d.]+)", interval)
        published = re.match(r"\+-([\d.]+)", interval)
        counted = re.match(r"n=([\d,]+)(?:, undecided ([\d.]+)%)?", interval)
        if kind != "winnability_pct":
            continue
        if measured:
            found.setdefault(game, []).append((float(measured[1]), float(measured[2])))
        elif published and key == "published":
            share, half = float(value), float(published[1])
            found.setdefault(game, []).append((share - half, share + half))
        elif counted and key == "published":
            share, deals = float(value), int(counted[1].replace(",", ""))
            half = 1.96 * math.sqrt(share * (100 - share) / deals)
            found.setdefault(game, []).append((share - half, share + half + float(counted[2] or 0)))
        elif key == "published" and re.fullmatch(r"[\d.]+", value):
            found.setdefault(game, []).append((float(value), float(value)))
    return found


class Winnability(unittest.TestCase):
    def test_each_game_is_in_the_table(self):
        games = (ROOT / "docs/GAMES.md").read_text()
        self.assertGreaterEqual(len(rows()), 28)
        self.assertIn("--survey", games)

    def test_our_intervals_meet_those_of_others(self):
        ours, theirs = rows(), others()
        compared = 0
        for game, names in NAMES.items():
            low, high, _ = ours[game]
            for name in names:
                for other_low, other_high in theirs.get(name, []):
                    compared += 1
                    with self.subTest(game=game, name=name):
                        self.assertLessEqual(low, other_high)
                        self.assertGreaterEqual(high, other_low)
        self.assertGreater(compared, 35)

    def test_klondike_is_where_the_best_study_puts_it(self):
        low, high, deals = rows()["klondike3"]
        self.assertGreaterEqual(deals, 1000)
        self.assertLessEqual(low, 81.945)
        self.assertGreaterEqual(high, 81.945)


if __name__ == "__main__":
    unittest.main()
