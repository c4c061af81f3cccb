"""What style can be checked without a compiler. Prints one line per finding; exit code 1 if there is any.

Each rule is a function from the project's folder to findings, and its doc comment is the rule.
"""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from steps import SHARES, THREADED

WIDTH_MAX = 120
CROWD_MAX = 24  # what somebody takes in at a glance who looks for one file
KEPT_MAX = 14  # what somebody can hold in mind of one object
HOARDS = {"Gallery": 17, "Room": 20}  # no more than they have
NUMBERED = re.compile(r"\d{4}-")  # decisions, one behind the other

# Foundation costs start-up, memory and speed, and hides allocations: it has no place on a per-message path.
FOUNDATION_ALLOWED = {
    "Sources/Store/Tables/SQLiteTables+Opening.swift": "looks whether a file is there and may be written",
    "Sources/Store/Copies/DirectoryCopy.swift": "copies folders",
    "Sources/DragDropCodable": "a Codable value as JSON, while people drag it in or out",
    "Sources/Console": "lines for people: runs seldom",
    "Sources/baize": "arguments in, output out: runs once",
    "Sources/baize-bench": "arguments in, output out: runs once",
    "Sources/Server/API/PublicFolder.swift": "reads Public once, at the start",
}

# Modules without a folder of tests, and who tests them instead.
UNTESTED_MODULES = {
    "CLinux": "headers and shims only; ReactorTests call them",
    "CSQLite": "a header only; SQLiteTests call it",
    "CZlib": "a header only; HTTPTests call it",
    "CNettle": "a header only; HashesTests call it",
    "Console": "BaizeTests read what programs say",
    "Walks": "PredictionTests take the walks, in each build of the rules",
    "baize": "BaizeTests run the program itself",
    "baize-bench": "BaizeTests run the program itself",
    "CWasm": "memory of the modules below",
    "EngineWasm": "exports only; Tests/WasmTests call them",
    "PatienceWasm": "exports only; Tests/WasmTests call them",
    "SolverWasm": "exports only; Tests/WasmTests call them",
}

# Where something may be shared by threads although ThreadSanitizer does not watch it, and why.
UNWATCHED = {
    "Sources/Positions/Rules/CompiledRules.swift": "nothing in it changes",
    "Sources/Positions/Position.swift": "its memory has one owner",
    "Sources/EngineWasm": "WebAssembly has one thread",
    "Sources/PatienceWasm": "WebAssembly has one thread",
    "Sources/Solving/Cells/BuildEither.swift": "WebAssembly has one thread",
    "Sources/SolverWasm": "WebAssembly has one thread",
    "Sources/Console/Output.swift": "one lock, around the log's outlet",
    "Sources/baize": "its tests run it as a process, which a sanitizer of theirs does not watch",
    "Sources/baize-bench": "its tests run it as a process, which a sanitizer of theirs does not watch",
}

# Where a module that AddressSanitizer does not watch may write to memory that is not initialised yet: all of them go
# through a buffer's subscript, whose bounds debug builds check.
BUFFERS = {
    "Sources/Cards/CardNotation.swift": "two letters",
    "Sources/Patience/Rules/PileID.swift": "a name of eight letters at most",
    "Sources/Rooms/Room/Identifiers.swift": "names of nine and thirty-two letters",
}

# What is made by a build or a run, not written by anybody.
MADE = re.compile(r"^(\.git|\.build.*|\.venv.*|node_modules|__pycache__|\.pytest_cache|baize-data|test-results)$")
CODE = {".swift", ".js", ".mjs", ".css", ".html", ".py", ".sh", ".c", ".h"}
PACKAGES = {".whl", ".zip", ".tar", ".tgz", ".gz", ".deb", ".so", ".o", ".a", ".exe"}
TEXT = CODE | {".md", ".json", ".conf", ".service", ".txt", ".yml", ".editorconfig", ".svg"}


def files(root, folder=".", suffixes=CODE):
    """Files under a folder of the project, sorted, without what is made."""
    start = root / folder
    for path in sorted(start.iterdir()) if start.is_dir() else []:
        if MADE.match(path.name) or path.is_symlink() and not path.exists():
            continue
        if path.is_dir():
            yield from files(root, path.relative_to(root), suffixes)
        elif path.suffix in suffixes or (path.name in {"Makefile", "run"} and ".sh" in suffixes):
            yield path


def lines(path):
    return enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def place(root, path, number=None):
    return f"{path.relative_to(root)}" + (f":{number}" if number else "")


def no_foundation(root):
    """Sources import no Foundation, but where FOUNDATION_ALLOWED says why."""
    for path in files(root, "Sources", {".swift"}):
        name = path.relative_to(root).as_posix()
        if any(name == allowed or name.startswith(allowed + "/") for allowed in FOUNDATION_ALLOWED):
            continue
        for number, line in lines(path):
            if re.match(r"\s*(@\w+(\(\w+\))?\s+|\w+\s+)*import\s+((struct|class|enum|func)\s+)?Foundation", line):
                yield f"{place(root, path, number)}: imports Foundation"


def threads_are_watched(root):
    """Only modules whose tests `make test` runs under ThreadSanitizer share anything between threads."""
    for path in files(root, "Sources", {".swift"}):
        name = path.relative_to(root).as_posix()
        module = path.relative_to(root).parts[1]
        if module in THREADED or any(name == each or name.startswith(each + "/") for each in UNWATCHED):
            continue
        for number, line in lines(path):
            if found := SHARES.search(re.sub(r"//.*", "", line)):
                yield (f"{place(root, path, number)}: {found[0]}, but ThreadSanitizer does not run the tests of "
                       f"{module}; add it to THREADED in steps.py, or to UNWATCHED in tidy.py with a reason")


def memory_is_watched(root, package=None):
    """Modules that Package.swift calls checked, whose memory AddressSanitizer does not watch, use no pointers.

    A buffer that `withUTF8Buffer` hands over is no pointer in this sense: its bounds are checked.
    """
    if package is None:
        if not (root / "Package.swift").exists():
            return
        package = (root / "Package.swift").read_text()
    listed = re.search(r"^let checked: Set = \[(.*?)\]", package, re.M | re.S)
    if listed is None:
        raise SystemExit("tidy: Package.swift has no list `let checked: Set = [...]`")
    unsafe = re.compile(
        r"\b(Unsafe\w+|withUnsafe\w+|withContiguous\w+|Unmanaged|unsafe[A-Z]\w+|baseAddress"
        r"|import (Glibc|Musl|C[A-Z]\w*))\b|@_silgen_name|unowned\(unsafe\)|nonisolated\(unsafe\)")
    for module in re.findall(r'"(\w+)"', listed[1]):
        for path in files(root, f"Sources/{module}", {".swift"}):
            for number, line in lines(path):
                found = unsafe.search(re.sub(r"//.*", "", line))
                if not found or found[0] == "unsafeUninitializedCapacity" and place(root, path) in BUFFERS:
                    continue
                yield (f"{place(root, path, number)}: {found[0]}, but AddressSanitizer does not watch {module}; take "
                       "it out of `checked` in Package.swift, or add the file to BUFFERS in tidy.py with a reason")


def no_nio(root, resolved=None):
    """The sockets are ours: no package of the NIO family is resolved, not even through another one."""
    if resolved is None:
        if not (root / "Package.swift").exists():
            return
        command = ["swift", "package", "--package-path", str(root), "--scratch-path", str(root / ".build-tidy"),
                   "show-dependencies", "--format", "json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            yield f"Package.swift: its packages cannot be resolved: {answer.stderr.strip()[-500:]}"
            return
        resolved = json.loads(answer.stdout[answer.stdout.index("{") :])
    for package in resolved.get("dependencies", []):
        if re.search(r"(^|-)nio(-|$)", package["identity"].lower()):
            yield f"Package.swift: resolves {package['identity']}"
        yield from no_nio(root, package)


def one_test_framework(root):
    """Tests use Swift Testing; a test of another framework would not be run."""
    for path in files(root, "Tests", {".swift"}):
        for number, line in lines(path):
            if re.match(r"\s*(@\w+\s+)?import\s+XCTest\b", line):
                yield f"{place(root, path, number)}: imports XCTest, which `make test` does not run"


def tested_modules(root):
    """Each module under Sources has its folder of tests, with a test in it."""
    sources = root / "Sources"
    for module in sorted(sources.iterdir()) if sources.is_dir() else []:
        if module.name in UNTESTED_MODULES or not any(files(root, module.relative_to(root))):
            continue
        tests = root / "Tests" / f"{module.name}Tests"
        if not any("@Test" in path.read_text() for path in files(root, tests.relative_to(root), {".swift"})):
            yield f"Sources/{module.name}: no test in Tests/{module.name}Tests"


def width(root):
    """No line of code is wider than WIDTH_MAX columns; markup may be: drawings do not break well."""
    for path in files(root, suffixes=CODE - {".html"}):
        for number, line in lines(path):
            if len(line) > WIDTH_MAX:
                yield f"{place(root, path, number)}: {len(line)} columns, more than {WIDTH_MAX}"


def clean_ends(root):
    """Code ends with one newline, has no space at line ends, and tabs only in the Makefile."""
    for path in files(root):
        text = path.read_text(encoding="utf-8")
        if text and (not text.endswith("\n") or text.endswith("\n\n")):
            yield f"{place(root, path)}: does not end with exactly one newline"
        for number, line in lines(path):
            if line != line.rstrip():
                yield f"{place(root, path, number)}: space at the end of the line"
            if "\t" in line and path.name != "Makefile":
                yield f"{place(root, path, number)}: tab"


def no_leftovers(root):
    """What is still to do belongs in an issue, not in the code."""
    word = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
    for path in files(root):
        for number, line in lines(path):
            if found := word.search(line):
                yield f"{place(root, path, number)}: {found[0]}"


def no_machine_paths(root):
    """Nothing names a folder of the machine that it was written on."""
    folder = re.compile(r"(?<![\w.\-/])/(root|Users|home/\w+)(/|\b(?!\w))")
    for path in files(root, suffixes=TEXT):
        if path.name in {"tidy.py", "test_tidy.py"}:
            continue
        for number, line in lines(path):
            if found := folder.search(line):
                yield f"{place(root, path, number)}: names {found[0]}"


def live_links(root):
    """Every relative link in a Markdown file leads to something."""
    for path in files(root, suffixes={".md"}):
        fenced = False
        for number, line in lines(path):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            if fenced:
                continue
            prose = re.sub(r"`[^`]*`", "", line)
            found = re.findall(r"\]\(<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)|(?:src|href)=\"([^\"]+)\"", prose)
            for link in ("".join(groups) for groups in found):
                if re.match(r"[a-z][a-z0-9+.-]*:|/|#", link):
                    continue  # another site, an address of the server, this page
                if not (path.parent / unquote(re.split(r"[#?]", link)[0])).exists():
                    yield f"{place(root, path, number)}: {link} leads nowhere"


def no_crowds(root):
    """No folder holds more than CROWD_MAX files of its own. Numbered ones stand in order, and are not counted."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not MADE.match(name))
        names = [name for name in names if not NUMBERED.match(name)]
        if len(names) > CROWD_MAX:
            yield f"{Path(folder).relative_to(root).as_posix()}: {len(names)} files of its own, more than {CROWD_MAX}"


def no_hoards(root):
    """No class or actor of Rooms, Server or Store has more than KEPT_MAX stored properties; HOARDS says who may."""
    words = r"((package|public|internal|private|fileprivate|nonisolated|lazy|weak|unowned|override|final)(\(\w+\))? )*"
    attributes = r"(@\w+(\([^)]*\))? )*"
    begins = re.compile(rf"{attributes}{words}(class|actor) (?!func\b|var\b)(\w+)")
    kept = re.compile(rf"  {attributes}{words}(let|var) ")
    computed = re.compile(r"[^={]*\{(?!.*\b(did|will)Set\b)")
    for module in ("Rooms", "Server", "Store"):
        for path in files(root, f"Sources/{module}", {".swift"}):
            name, count = None, 0
            for _, line in lines(path):
                if (found := begins.match(line)) and not line.endswith("}"):
                    name, count = found[7], 0
                elif name and line == "}":
                    most = HOARDS.get(name, KEPT_MAX)
                    if count > most:
                        yield f"{place(root, path)}: {name} has {count} stored properties, more than {most}"
                    name = None
                elif name and (found := kept.match(line)) and not computed.match(line[found.end():]):
                    count += 1


def no_packages(root):
    """What can be fetched or built is not kept here."""
    for path in files(root, suffixes=PACKAGES):
        yield f"{place(root, path)}: a package, or a program"


class Page(HTMLParser):
    """What an HTML page loads, and what it holds that a strict content security policy refuses."""

    def __init__(self):
        super().__init__()
        self.loads, self.refused = [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name in given:
            if name == "style" or name.startswith("on"):
                self.refused.append((self.getpos()[0], f"attribute {name}"))
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.refused.append((self.getpos()[0], f"inline <{tag}>"))
        self.loads += [given[name] for name in ("src", "href") if given.get(name)]


def page(path):
    read = Page()
    read.feed(path.read_text(encoding="utf-8"))
    return read


def no_inline(root):
    """Pages hold no script and no style of their own: the content security policy forbids both."""
    for path in files(root, "Public", {".html"}):
        for number, what in page(path).refused:
            yield f"{place(root, path, number)}: {what}"


def checked_scripts(root):
    """Every script of the client has its types checked."""
    for path in files(root, "Public/js", {".js"}):
        if not path.read_text(encoding="utf-8").startswith("// @ts-check\n"):
            yield f"{place(root, path)}: does not begin with // @ts-check"


def no_dead_files(root):
    """Every script and style sheet of the client is reached from a page, and every picture is named on the way."""
    public = root / "Public"
    queue = list(files(root, "Public", {".html"}))
    alive = set()

    def reach(base, link, folder):
        target = (public / link.lstrip("/") if link.startswith("/") else base / link).resolve()
        if target.is_file() and target not in alive and target.is_relative_to(folder.resolve()):
            alive.add(target)
            queue.append(target)

    verbs = r"(?:\bfrom|\bimport|\bimport\s*\(|@import(?:\s+url\()?|\bURL\s*\(|\bregister\s*\(|\bWorker\s*\()"
    loads = re.compile(verbs + r"""\s*["'](\.{0,2}/[^"']+)["']""")
    names = re.compile(r"""["'`(]([\w./-]+\.\w+)""")
    while queue:
        path = queue.pop()
        if path.suffix not in {".html", ".js", ".css", ".json", ".webmanifest"}:
            continue
        text = path.read_text(encoding="utf-8")
        for link in page(path).loads if path.suffix == ".html" else loads.findall(text):
            reach(path.parent, re.split(r"[#?]", link)[0], public)
        for name in names.findall(text):
            # A sheet may come later, by its name in a script.
            for folder in ("img", "css"):
                reach(path.parent, name, public / folder)
    for path in [*files(root, "Public", {".js", ".css"}), *sorted(public.glob("img/**/*"))]:
        if path.is_file() and path.resolve() not in alive:
            yield f"{place(root, path)}: no page reaches it"


RULES = [
    no_foundation,
    threads_are_watched,
    memory_is_watched,
    no_nio,
    one_test_framework,
    tested_modules,
    width,
    clean_ends,
    no_leftovers,
    no_machine_paths,
    live_links,
    no_crowds,
    no_hoards,
    no_packages,
    no_inline,
    checked_scripts,
    no_dead_files,
]


def main(root):
    findings = [f"{finding} [{rule.__name__}]" for rule in RULES for finding in rule(root)]
    for finding in findings:
        print(finding)
    print(f"tidy: {len(RULES)} rules, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()))
