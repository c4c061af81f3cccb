"""The sprite is what the generator prints, complete, and fit for a strict content security policy.

    python3 -m unittest discover -s Tests/Tools/cards
"""

import gzip
import pathlib
import re
import unittest
from xml.etree import ElementTree

import make_backs
import make_cards
import make_icon

IMAGES = pathlib.Path(__file__).resolve().parents[3] / "Public" / "img"
SVG = "{http://www.w3.org/2000/svg}"


class Sprite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = (IMAGES / "cards.svg").read_text()
        cls.root = ElementTree.fromstring(cls.text)

    def test_is_what_the_generator_prints(self):
        self.assertEqual(self.text, make_cards.sprite() + "\n")
        self.assertEqual((IMAGES / "favicon.svg").read_text(), make_icon.icon() + "\n")
        # The page has it within itself.
        page = " ".join((IMAGES.parent / "index.html").read_text().split())
        self.assertIn(make_icon.icon().partition(">")[2], re.sub("> <", "><", page))

    def test_holds_every_card_and_mark_once(self):
        cards = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
        marks = {"redeal", "stop", "suit-C", "suit-D", "suit-H", "suit-S"}
        names = [symbol.get("id") for symbol in self.root.iter(f"{SVG}symbol")]
        self.assertEqual(sorted(names), sorted(cards | marks))

    def test_every_reference_leads_to_one_element(self):
        names = [name for node in self.root.iter() if (name := node.get("id"))]
        self.assertEqual(len(names), len(set(names)))
        targets = {node.get("href") for node in self.root.iter(f"{SVG}use")}
        self.assertEqual(targets - {"#" + name for name in names}, set())

    def test_uses_presentation_attributes_only(self):
        for forbidden in ("style", "<text", "url(", "<image", "<script", "data:", " on", "http:", "https:"):
            rest = self.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
            self.assertNotIn(forbidden, rest)

    def test_draws_each_pip_as_often_as_the_rank_says(self):
        for rank, count in zip("23456789T", range(2, 11)):
            for suit in "CDHS":
                symbol = self.root.find(f"{SVG}symbol[@id='{rank}{suit}']")
                pips = symbol.findall(f".//{SVG}use[@href='#{suit.lower()}']")
                self.assertEqual(len(pips), count, rank + suit)

    def test_stays_small(self):
        self.assertLess(len(self.text), 170_000)
        self.assertLess(len(gzip.compress(self.text.encode(), 9)), 40_000)

    def test_has_a_large_print_of_every_face(self):
        for rank in "A23456789TJQK":
            for suit in "CDHS":
                symbol = self.root.find(f"{SVG}symbol[@id='{rank}{suit}']")
                shown = {part.get("display"): part for part in symbol if part.get("display")}
                self.assertEqual(set(shown), {"var(--small-print,inline)", "var(--large-print,none)"})
                self.assertEqual(shown["var(--large-print,none)"].get("href"), f"#l{rank}{suit}")

    def test_suits_and_paper_take_the_colours_of_the_page(self):
        for suit, colour in {"C": "#1c1f26", "D": "#c0272d", "H": "#c0272d", "S": "#1c1f26"}.items():
            index = self.root.find(f".//{SVG}g[@id='i7{suit}']/{SVG}svg")
            found = {part.get("stroke") or part.get("fill") for part in index}
            self.assertEqual(found, {f"var(--suit-{suit},{colour})"})
        self.assertEqual(self.root.find(f".//{SVG}rect[@id='b']").get("fill"), "var(--card,#fffdf8)")

    def test_has_an_index_that_is_an_em_high_and_leaves_room_for_its_letter(self):
        for rank in "A23456789TJQK":
            for suit in "CDHS":
                index = self.root.find(f".//{SVG}g[@id='i{rank}{suit}']/{SVG}svg")
                self.assertEqual((index.get("y"), index.get("height")), (".14em", "1em"))
                _, _, width, height = map(float, index.get("viewBox").split())
                self.assertAlmostEqual(float(index.get("width").removesuffix("em")), width / height, 1)
                # The largest that any card needs: 11.45 pixels on a card of 43.
                self.assertLess((width / height + 0.2) * 350 * 11.45 / 43, 250, rank + suit)
                letters = [part for part in index if part.get("display")]
                self.assertEqual([(part.get("href"), part.get("display")) for part in letters],
                                 [(f"#t{suit}", "var(--suit-letters,none)")])

    def test_lets_the_page_say_how_high_an_index_is(self):
        heights = {node.get("font-size") for node in self.root.iter() if node.get("font-size")}
        self.assertEqual(heights, {"var(--index,56px)", "var(--index,74px)"})
        # Where it says nothing, the top fifth, and a quarter in large print, show the whole index.
        self.assertLess(56 * 1.14, 350 / 5)
        self.assertLess(74 * 1.14, 350 / 4)


class Backs(unittest.TestCase):
    def test_are_what_the_generator_writes(self):
        files = {path.stem: path.read_text() for path in (IMAGES / "backs").iterdir()}
        self.assertEqual(files, {name: made() for name, made in make_backs.BACKS.items()})

    def test_are_small_pictures_of_the_size_of_a_card_that_need_nothing_else(self):
        for name, made in make_backs.BACKS.items():
            text = made()
            self.assertLess(len(text), 12_000, name)
            self.assertEqual(ElementTree.fromstring(text).get("viewBox"), "0 0 250 350", name)
            for forbidden in ("style", "<text", "<image", "<script", "data:", " on", "https:"):
                self.assertNotIn(forbidden, text, name)
            self.assertEqual(set(re.findall(r"url\((.*?)\)", text)) - {"#p"}, set(), name)


if __name__ == "__main__":
    unittest.main()
