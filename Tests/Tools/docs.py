"""Builds the documentation of DragDrop with the toolchain's own docc, and checks it. Ends with one line:
"checks: N passed, N failed, N skipped".

Promise: nothing is fetched and nothing but the folder given is written. A warning of docc counts as a failure, and
so does a public symbol that no page lists, and a listing that no test compiles.
"""

import json
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

MODULE = "DragDrop"
CATALOGUE = f"Sources/{MODULE}/{MODULE}.docc"


# Listings: what the pages show is what the tests compile.


def plain(text):
    """A listing without its indentation and the space around it."""
    return textwrap.dedent(text).strip("\n").rstrip()


def snippets(root):
    """What stands between "// snippet: name" and "// end snippet" in the tests."""
    marked = re.compile(r"^ *// snippet: ([\w-]+)\n(.*?)^ *// end snippet$", re.M | re.S)
    found = {}
    for path in sorted((root / "Tests").glob("**/*.swift")):
        for name, text in marked.findall(path.read_text(encoding="utf-8")):
            if name in found:
                raise SystemExit(f"{path.relative_to(root)}: a second snippet is called {name}")
            found[name] = plain(text)
    return found


def page_listings(text):
    """Every ```swift block of a page, with the number of its first line."""
    for block in re.finditer(r"^```swift\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, block.start(1)) + 1, plain(block[1])


def comment_listings(text):
    """Every indented example in a doc comment, with the number of its first line."""
    example = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        comment = re.match(r"\s*/// ?(.*)$", line)
        if comment and (comment[1].startswith("    ") or (example and not comment[1].strip())):
            example.append((number, comment[1]))
        elif example:
            yield example[0][0], plain("\n".join(line for _, line in example))
            example = []


def listings(root):
    """Every listing of the documentation: where it stands, and its text."""
    for path in sorted((root / CATALOGUE).glob("**/*.md")):
        for number, text in page_listings(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}:{number}", text
    for path in sorted((root / f"Sources/{MODULE}").glob("**/*.swift")):
        for number, text in comment_listings(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}:{number}", text


def uncompiled(root):
    """How many listings are compiled; listings that are no snippet, and snippets that nothing shows."""
    compiled = snippets(root)
    shown = list(listings(root))
    texts = {text for _, text in shown}
    failed = [f"{place}: no test compiles this listing" for place, text in shown if text not in compiled.values()]
    passed = len(shown) - len(failed)
    failed += [f"snippet {name}: no page shows it" for name, text in compiled.items() if text not in texts]
    return passed, failed


# Pages: what docc makes of comments and catalogue.


def symbols(root, folder):
    """The module's symbol graph, written by the compiler itself."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["swiftc", "-emit-module", "-module-name", MODULE, "-package-name", "baize", "-swift-version", "6"]
    command += ["-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "ExistentialAny"]
    command += ["-emit-module-path", str(folder / f"{MODULE}.swiftmodule")]
    command += ["-emit-symbol-graph", "-emit-symbol-graph-dir", str(folder)]
    command += ["-symbol-graph-skip-synthesized-members", "-emit-extension-block-symbols"]
    command += map(str, sorted((root / f"Sources/{MODULE}").glob("**/*.swift")))
    subprocess.run(command, check=True)


def convert(root, graph, site):
    """Runs docc; its warnings are failures."""
    shutil.rmtree(site, ignore_errors=True)
    command = ["docc", "convert", str(root / CATALOGUE), "--additional-symbol-graph-dir", str(graph)]
    command += ["--output-dir", str(site), "--fallback-display-name", MODULE]
    command += ["--fallback-bundle-identifier", f"baize.{MODULE}", "--fallback-default-module-kind", "Library"]
    command += ["--transform-for-static-hosting", "--ide-console-output", "--default-code-listing-language", "swift"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in (made.stdout + made.stderr).splitlines() if re.search(r"\b(warning|error): ", line)]
    if made.returncode != 0 and not said:
        said = [f"docc: exit code {made.returncode}: {(made.stdout + made.stderr).strip()[-500:]}"]
    return [line.replace(f"{root}/", "") for line in said]


def unlisted(site):
    """Symbols that a page with topics leaves to docc's own grouping, and how many pages there are."""
    pages = sorted(site.glob("data/documentation/**/*.json"))
    failed = []
    for path in pages:
        page = json.loads(path.read_text(encoding="utf-8"))
        groups = page.get("topicSections", [])
        if all(group.get("generated") for group in groups) and path.stem != MODULE.lower():
            continue
        for group in groups:
            if group.get("generated"):
                names = ", ".join(link.rsplit("/", 1)[1] for link in group["identifiers"])
                failed.append(f"{page['metadata']['title']}: no topic lists {names}")
    return len(pages), failed


def main(root, site):
    graph = site.with_name("symbols")
    passed, failed = uncompiled(root)
    symbols(root, graph)
    told = convert(root, graph, site)
    pages, missing = unlisted(site)
    # Each listing is a check; that docc has nothing to say, and that the topics leave nothing out, are two more.
    passed += (not told) + (not missing and pages > 0)
    failed += told + missing
    for failure in failed:
        print(f"FAILED: {failure}")
    print(f"{pages} pages in {site}")
    print(f"to read them: python3 -m http.server 8000 --directory {site}")
    print(f"        then: http://127.0.0.1:8000/documentation/{MODULE.lower()}/")
    print(f"checks: {passed} passed, {len(failed)} failed, 0 skipped")
    return 1 if failed or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), Path(sys.argv[1] if len(sys.argv) > 1 else ".build/docs/site")))
