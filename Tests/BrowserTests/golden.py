"""Texts that are compared with what is kept in Tests/Fixtures/accessibility. `BAIZE_UPDATE=1` writes them anew, to be
read before they are kept."""

import difflib
import os

from serving import ROOT

FOLDER = ROOT / "Tests" / "Fixtures" / "accessibility"


def compare(name, text):
    """Fails with what differs, line by line."""
    path = FOLDER / name
    text = text.rstrip("\n") + "\n"
    if os.environ.get("BAIZE_UPDATE") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"{name} is not there: run the test with BAIZE_UPDATE=1"
    kept = path.read_text(encoding="utf-8")
    lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm="", n=1)
    assert kept == text, "\n".join([name, *lines])
