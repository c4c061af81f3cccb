"""Compares the verdicts of `baize solve` with those of fc-solve's exact preset, deal by deal.

    python3 Tests/Conformance/fc_solve.py --deals 200

needs `fc-solve` (Debian's package freecell-solver-bin) and a `baize` that was built for release. Of each game that both
know, the same cards are given to both. A deal that one of them does not decide is counted and not compared. The exit
status is 1 when any two verdicts differ.
"""
import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# A game of ours, and the arguments that make it fc-solve's. The preset "fools-gold" moves one card at a time, so that
# it leaves nothing out.
GAMES = {
    "freecell": ["-g", "freecell"],
    "freecell:cells=3": ["-g", "freecell", "--freecells-num", "3"],
    "freecell:cells=2": ["-g", "freecell", "--freecells-num", "2"],
    "bakers": ["-g", "bakers_game"],
    "eightoff": ["-g", "eight_off"],
    "seahaven": ["-g", "seahaven_towers"],
}


def board(baize, game, number):
    """A deal in fc-solve's form: the cells first, then a column a line, deepest card first."""
    out = subprocess.run([baize, "deal", game, str(number)], capture_output=True, text=True, check=True).stdout
    cells, columns = [], []
    for line in out.splitlines():
        pile, _, cards = line.partition(":")
        if pile.startswith("c"):
            cells += cards.split()
        elif pile.startswith("t"):
            columns.append(cards.strip())
    head = [f"Freecells: {' '.join(cells)}"] if cells else []
    return "\n".join(head + columns) + "\n"


def theirs(baize, game, number, most):
    """winnable, impossible or unknown."""
    command = ["fc-solve", *GAMES[game], "-l", "fg", "-mi", str(most), "-"]
    out = subprocess.run(command, input=board(baize, game, number), capture_output=True, text=True).stdout
    if "This game is solveable" in out:
        return "winnable"
    checked = re.search(r"states checked is (\d+)", out)
    # It says the same of a deal that it gave up.
    return "impossible" if checked and int(checked[1]) < most else "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200, help="deals 1 to this number of each game")
    parser.add_argument("--baize", default=".build/release/baize", help="the program")
    parser.add_argument("--most", type=int, default=1_000_000, help="positions of fc-solve for each deal")
    wanted = parser.parse_args()
    differing = 0
    for game in GAMES:
        out = subprocess.run(
            [wanted.baize, "solve", game, f"1..{wanted.deals}", "--json"], capture_output=True, text=True).stdout
        ours = [json.loads(line) for line in out.splitlines()][:-1]
        with ThreadPoolExecutor(2) as pool:
            others = list(
                pool.map(lambda deal: theirs(wanted.baize, game, deal["deal"], wanted.most), ours))
        verdicts = [(deal["deal"], deal["verdict"], other) for deal, other in zip(ours, others)]
        both = [each for each in verdicts if "unknown" not in each]
        wrong = [each for each in both if each[1] != each[2]]
        differing += len(wrong)
        won = sum(ours == "winnable" for _, ours, _ in verdicts)
        undecided = sum(other == "unknown" for _, _, other in verdicts)
        print(f"{game}: {len(verdicts)} deals, {won} winnable; {len(both)} compared, {len(wrong)} differ"
              f" {wrong or ''}; {undecided} undecided by fc-solve", flush=True)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
