"""Each rule of tidy finds its own deliberately bad file, and lets the good one beside it pass."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import tidy

PAGE = (
    '<link rel="stylesheet" href="css/base.css">\n<script type="module" src="/js/main.js"></script>\n'
    '<link rel="manifest" href="/app.webmanifest">\n<meta property="og:image" content="/img/card.png">\n'
)
CHECKED = "// @ts-check\n"
# As many stored properties as a class may have, beside what is not stored: computed, static, or of a function.
HOARD = (
    "package final class Hoard {\n"
    + "".join(f"  package private(set) var kept{at}: Int = {{ {at} }}()\n" for at in range(tidy.KEPT_MAX))
    + "  var all: Int { 1 }\n  static let none = 0\n  func go() {\n    let own = 1\n  }\nEND}\n"
)
# A tree that every rule is content with.
GOOD = {
    "Sources/Bytes/Bytes.swift": "/// Bytes.\nimport CLinux\n",
    "Sources/CLinux/CLinux.c": "int one;\n",
    "Sources/baize/Baize.swift": "import Foundation\n",
    "Sources/Server/API/PublicFolder.swift": "internal import Foundation\nlet one = Mutex(1)\n",
    "Sources/Server/Full.swift": HOARD.replace("END", ""),
    "Sources/Cards/Cards.swift": "// A Mutex(1) is not needed.\nstruct Task { var isOpen = true }\n",
    "Tests/CardsTests/CardsTests.swift": "import Testing\n\n@Test func `cards`() {}\n",
    "Tests/BytesTests/BytesTests.swift": "import Testing\n\n@Test func `bytes`() {}\n",
    "Tests/ServerTests/ServerTests.swift": "import Foundation\nimport Testing\n\n@Test func `serves`() {}\n",
    "Public/index.html": PAGE,
    "Public/css/base.css": '@import "./table.css";\n@import url("./cards.css");\n',
    "Public/css/table.css": "a { background: url(../img/cloth.png); }\n",
    "Public/css/cards.css": "a {}\n",
    "Public/js/main.js": CHECKED + "import { a } from './a.js';\n/** @type {import('./types.js').A} */\n",
    "Public/js/a.js": CHECKED + "import './b.js';\nexport { c } from './c.js';\nimport('./d.js');\n",
    "Public/js/b.js": CHECKED + "new Worker(new URL('./worker.js', import.meta.url));\n",
    "Public/js/d.js": CHECKED + "const ART = '/img/sprite.svg#a';\nconst LATER = '/css/later.css';\n",
    "Public/css/later.css": "a {}\n",
    **{f"Public/js/{name}.js": CHECKED for name in ("c", "types", "worker")},
    "Public/app.webmanifest": '{"icons": [{"src": "/img/icon.png"}]}\n',
    **{f"Public/img/{name}": "" for name in ("card.png", "cloth.png", "icon.png", "sprite.svg")},
    "README.md": "[a](docs/A.md#part) ![b](docs/b.png \"t\") [c](https://x.y/z) `[d](no)`\n```\n[e](no)\n```\n",
    "docs/A.md": "[up](../README.md) [served](/watch/ROOM) [here](#part)\n",
    "docs/b.png": "",
    # As many as a folder may hold.
    **{f"docs/pages/{at}.md": "" for at in range(tidy.CROWD_MAX)},
    **{f"docs/decisions/{at:04}-decided.md": "" for at in range(tidy.CROWD_MAX + 1)},
    "Makefile": "run:\n\techo run\n",
}

# rule -> bad files; each of them must be found by that rule and by no other.
BAD = {
    "no_foundation": {
        "Sources/Bytes/A.swift": "import Foundation\n",
        "Sources/Bytes/B.swift": "package import FoundationEssentials\n",
        "Sources/Bytes/C.swift": "@preconcurrency public import Foundation\n",
        "Sources/Bytes/D.swift": "import struct Foundation.Data\n",
        "Sources/Server/Other.swift": "import Foundation\n",
    },
    "threads_are_watched": {
        "Sources/Bytes/F.swift": "import Synchronization\n",
        "Sources/Bytes/G.swift": "final class Shared: @unchecked Sendable {}\n",
        "Sources/Bytes/H.swift": "nonisolated(unsafe) var shared = 0\n",
        **{f"Sources/Bytes/I{at}.swift": f"func go() {{ {line} }}\n" for at, line in enumerate((
            "Task { work() }", "Task(priority: .high) { work() }", "Task.detached(priority: .low) { work() }",
            "Task<Void, Never> { }", "Task.immediate { }", "async let one = work()", "let own = Thread { work() }",
            "let lock = OSAllocatedUnfairLock(initialState: 1)"))},
        "Sources/Bytes/J.swift": "actor Counter {\n}\n",
    },
    "one_test_framework": {"Tests/BytesTests/Old.swift": "import XCTest\n"},
    "tested_modules": {"Sources/JSON/JSON.swift": "/// JSON.\n"},
    "width": {
        f"Tests/Tools/wide.{suffix}": "x" * 121 + "\n" for suffix in ("swift", "mjs", "css", "py", "sh")
    },
    "clean_ends": {
        "Tests/Tools/a.py": "x = 1",
        "Tests/Tools/b.py": "x = 1\n\n",
        "Tests/Tools/c.py": "x = 1 \n",
        "Tests/Tools/d.sh": "\techo\n",
    },
    "no_leftovers": {"Tests/Tools/a.py": "# TO" "DO: more\n", "Sources/Bytes/E.swift": "// FIX" "ME\n"},
    "no_machine_paths": {
        "docs/C.md": "see /Users/ann/x\n",
        "Tests/Tools/a.sh": "ls /home/ann/x\n",
        "Tests/Tools/b.sh": "PATH=/root/swift/bin\n",
        "deploy/x.service": "ExecStart=/root/baize\n",
    },
    "live_links": {
        "docs/C.md": "[a](missing.md)\n",
        "docs/D.md": "[a]: missing.md\n",
        "docs/E.md": '<img src="missing.png">\n',
        "docs/F.md": "![a](b.png) and ![b](missing.png)\n",
    },
    "no_crowds": {"docs/pages/one-more.md": ""},
    "no_hoards": {
        "Sources/Server/Hoard.swift": HOARD.replace("END", "  var views = Views() { didSet { renew() } }\n"),
        "Sources/Server/Two.swift": "final class Few {\n  let one: Int\n}\n"
        + HOARD.replace("END", "  package internal(set) var last: Int\n"),
    },
    "no_packages": {"docs/tool-1.0.whl": "", "deploy/baize.deb": ""},
    "no_inline": {
        "Public/a.html": "<script>go()</script>\n",
        "Public/b.html": "<style>a {}</style>\n",
        "Public/c.html": '<p style="color: red">\n',
        "Public/d.html": '<button onclick="go()">\n',
    },
    "checked_scripts": {"Public/js/c.js": "export const c = 1;\n"},
    "no_dead_files": {
        "Public/js/dead.js": CHECKED,
        "Public/css/dead.css": "a {}\n",
        "Public/img/dead.png": "",
        "Public/img/old/sprite.svg": "",
    },
}


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write(GOOD)

    def write(self, tree):
        for name, text in tree.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def findings(self):
        return {rule.__name__: found for rule in tidy.RULES if (found := list(rule(self.root)))}

    def test_is_content_with_a_good_tree(self):
        self.assertEqual(self.findings(), {})

    def test_every_rule_has_a_bad_example(self):
        self.assertEqual({rule.__name__ for rule in tidy.RULES}, {*BAD, "no_nio", "memory_is_watched"})

    def test_every_bad_example_is_found_by_its_rule_alone(self):
        for rule, tree in BAD.items():
            for name, text in tree.items():
                with self.subTest(rule=rule, file=name):
                    self.write({name: text})
                    found = self.findings()
                    (self.root / name).unlink()
                    self.write({name: GOOD[name]} if name in GOOD else {})
                    self.assertEqual(list(found), [rule])
                    self.assertEqual(len(found[rule]), 1)
                    self.assertIn(name.split("/")[1], found[rule][0])

    def test_finds_nio_however_deep(self):
        def package(identity, *dependencies):
            return {"identity": identity, "dependencies": list(dependencies)}

        good = package("baize", package("swift-log"), package("swift-crypto", package("swift-asn1")))
        self.assertEqual(list(tidy.no_nio(self.root, good)), [])
        for name in ("swift-nio", "swift-nio-ssl"):
            bad = package("baize", package("swift-log"), package("server", package(name)))
            self.assertEqual(list(tidy.no_nio(self.root, bad)), [f"Package.swift: resolves {name}"])
        self.assertEqual(list(tidy.no_nio(self.root, package("baize", package("union")))), [])

    def test_finds_pointers_where_no_sanitizer_watches(self):
        package = 'let checked: Set = [\n  "Bytes", "Cards",\n]\n'
        self.assertEqual(list(tidy.memory_is_watched(self.root, package.replace('"Bytes", ', ""))), [])
        self.assertEqual(len(list(tidy.memory_is_watched(self.root, package))), 1, "Bytes imports CLinux")
        for line in ("cards.withUnsafeBytes { $0.count }", "let start: UnsafePointer<UInt8>", "import Glibc",
                     "unowned(unsafe) let owner: Owner", "unsafeBitCast(card, to: UInt8.self)",
                     "String(unsafeUninitializedCapacity: 2) { letters in", "name.withUTF8Buffer { $0.baseAddress }"):
            with self.subTest(line=line):
                self.write({"Sources/Cards/Bad.swift": line + "\n"})
                found = list(tidy.memory_is_watched(self.root, package))
                self.assertEqual([text.split(":")[0] for text in found if "Cards" in text], ["Sources/Cards/Bad.swift"])
        self.write({"Sources/Cards/Bad.swift": "", "Sources/Cards/CardNotation.swift":
                    "String(unsafeUninitializedCapacity: 2) { $0[0] = 1 }\nname.withUTF8Buffer { Array($0) }\n"})
        found = list(tidy.memory_is_watched(self.root, package))
        self.assertEqual([text for text in found if "Cards" in text], [])
        with self.assertRaises(SystemExit):
            list(tidy.memory_is_watched(self.root, "let unchecked = []"))

    def test_skips_what_a_build_made(self):
        for folder in (".build", ".build-tsan", ".venv", "baize-data"):
            self.write({f"{folder}/wide.py": "x" * 200})
        self.assertEqual(self.findings(), {})

    def test_exits_with_1_when_something_is_found(self):
        for tree, code, words in (({}, 0, ", 0 findings"), (BAD["width"], 1, ", 5 findings")):
            self.write(tree)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                self.assertEqual(tidy.main(self.root), code)
            self.assertIn(words, said.getvalue())
