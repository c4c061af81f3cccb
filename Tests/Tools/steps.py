"""The steps of the tests: what each one runs, reads and may take, and which of them `make test` and `make test-all` do.

`make test` is the gate: what every change has to pass. `make test-all` does everything, and writes Tests/record.json.
A step fails by its exit code. Its inputs are the files that it reads, as pathspecs of git. Where they are too many,
results expire too early; where they are too few, an outdated result counts as valid.
"""

import re
from typing import NamedTuple

from slices import ROOT

PRODUCT = ("Package.swift", "Sources")
# Modules with threads, locks or atomics. `tidy` fails where another module gains one.
THREADED = ("Load", "Player", "Reactor", "SQLite", "Server", "Store")
# Code that shares something between threads has one of these words. The compiler refuses races in all other code.
SHARES = re.compile(
    r"\b(import (Synchronization|Dispatch)|Mutex[<(]|Atomic<|pthread_|(?<!struct )Task(\.\w+)?\s*[({<]"
    r"|async let|actor \w|Thread\s*[({]|OSAllocatedUnfairLock|DispatchQueue|with\w*TaskGroup)"
    r"|@unchecked Sendable|nonisolated\(unsafe\)|@preconcurrency import")


def sharing():
    """The files of these modules that share something between threads."""
    paths = (path for module in THREADED for path in (ROOT / "Sources" / module).rglob("*.swift"))
    return tuple(sorted(str(path.relative_to(ROOT)) for path in paths if SHARES.search(path.read_text())))


DOCS = ("docs/BOARDS.md", "docs/GAMES.md", "docs/PREDICTION.md", "docs/PROTOCOL.md")
SWIFT_TESTS = (*PRODUCT, *DOCS, "Tests/*.swift", "Tests/Fixtures", "Tests/TsanLocks", "Public", "package.json",
               "Tests/Tools/sanitize.sh", "Tests/Tools/leaks.supp")
# Tests of a running server take much from each other's folders.
SERVED = (*PRODUCT, *DOCS, "Public", "Tests/Fixtures", "Tests/BrowserTests", "Tests/Tools/requirements.txt",
          "Tests/Tools/slices.py", "Tests/Tools/build_wasm.sh")
BROWSER = (*SERVED, "deploy", "Tests/Tools/deploy/proxies.py", "Tests/Tools/deploy/probe.py")
CONFORMANCE = (*SERVED, "docs/examples", "Tests/Conformance", "Tests/Tools/need.sh")
CHAOS = (*SERVED, "Tests/Chaos")
ATTACKS = (*CHAOS, "Tests/Attacks")
CLIENT = (*PRODUCT, *DOCS, "Public", "package.json", "Tests/ClientTests", "Tests/Fixtures")

PYTEST = ".venv/bin/python -m pytest -p no:cacheprovider"
# Tests of Swift say a line for each test and each failure; the start of every single case is not worth a line.
QUIETLY = r""" 2>&1 | grep -vE '^◇ Test (case passing|".*" started|.* started\.$)'"""
CHECK_IMPORTS = "--explicit-target-dependency-import-check error"


class Step(NamedTuple):
    title: str
    minutes: int  # after which it is ended, as a failure
    command: str  # for bash, in the project's folder; its exit code is the step's
    reads: tuple = ()  # pathspecs
    runner: str = "one"  # whose summary counts its tests; "one" counts the step itself
    after: tuple = ()  # steps that have to be over, when they are run together
    tools: tuple = ("swift",)  # whose version matters to its result
    # The gate runs it only when one of these changed since the result in the record; empty: always.
    gate_reads: tuple = ()


def names_of(lanes):
    """The names of all steps of these lanes."""
    return [name for lane in lanes for name in lane]


STEPS = {
    # What is needed, and style
    "venv": Step(
        "Python packages of the tests", 10, "bash Tests/Tools/need.sh venv",
        ("Tests/Tools/need.sh", "Tests/Tools/requirements.txt")),
    "format": Step(
        "swift format lint --strict", 10, "bash Tests/Tools/format.sh",
        ("Package.swift", "*.swift", ".swift-format", "Tests/Tools/format.sh")),
    "tidy": Step(
        "tidy: imports, packages, links, dead files, widths", 5, "python3 Tests/Tools/tidy.py", (".",)),
    "record": Step("the record of make test-all", 5, "python3 Tests/Tools/record.py", (".",), "checks"),
    # Builds
    "build": Step(
        "build with warnings as errors and the import rule", 15, f"swift build --build-tests {CHECK_IMPORTS}",
        (*PRODUCT, "Tests/*.swift")),
    # `make run` uses the same build, so neither command builds it again.
    "release": Step(
        "release build", 15,
        "bash Tests/Tools/build_release.sh baize baize-bench", (*PRODUCT, "Tests/Tools/build_release.sh")),
    "wasm": Step(
        "build the rules as WebAssembly", 10, "bash Tests/Tools/build_wasm.sh all",
        (*PRODUCT, "Tests/Tools/build_wasm.sh")),
    # Swift
    "swift": Step(
        "Swift tests, with all that is left to chance", 60,
        "env -u BAIZE_BIN BAIZE_LONG=1 swift test --skip-build --disable-xctest" + QUIETLY, SWIFT_TESTS, "swift",
        ("build",), tools=("swift", "node")),
    "asan": Step(
        "warnings as errors, the import rule, and all Swift tests under AddressSanitizer", 70,
        "BAIZE_ROUNDS_SHARE=8 bash Tests/Tools/sanitize.sh address" + QUIETLY, SWIFT_TESTS, "swift", ("release",)),
    "asan_all": Step(
        "warnings as errors, the import rule, and all Swift tests and the program under AddressSanitizer", 70,
        "env -u BAIZE_BIN BAIZE_THOROUGH=1 bash Tests/Tools/sanitize.sh address" + QUIETLY, SWIFT_TESTS, "swift",
        tools=("swift", "node")),
    # ThreadSanitizer is too slow for all rounds, so it has no slice.
    "tsan": Step(
        "tests of the modules with threads under ThreadSanitizer", 35,
        f"env -u BAIZE_SLICE bash Tests/Tools/sanitize.sh thread {' '.join(THREADED)}" + QUIETLY, SWIFT_TESTS, "swift",
        gate_reads=("Package.swift", "Sources/CLinux", "Tests/TsanLocks", "Tests/Tools/sanitize.sh", *sharing())),
    "tsan_others": Step(
        "tests of all other modules under ThreadSanitizer", 70,
        f"bash Tests/Tools/sanitize.sh thread but {' '.join(THREADED)}" + QUIETLY, SWIFT_TESTS, "swift",
        tools=("swift", "node")),
    "fuzz": Step(
        "a minute of fuzzing for each reader of what strangers send", 45, "bash Tests/Tools/fuzz.sh 60",
        (*PRODUCT, "Tests/FuzzTargets", "Tests/FuzzDriver", "Tests/Fixtures/fuzz", "Tests/Tools/fuzz.sh")),
    # The client's code, and tools
    "types": Step(
        "types of the client (tsc)", 3, "tsc --project Tests/ClientTests/tsconfig.json", CLIENT, tools=("tsc",)),
    "js": Step(
        "the client's pure modules (node)", 3, "node --test --test-reporter=spec Tests/ClientTests/*/*.test.mjs",
        CLIENT, "node", ("wasm",), tools=("swift", "node")),
    "rules": Step(
        "the rules as WebAssembly (node)", 3, "node --test --test-reporter=spec Tests/WasmTests/*.test.mjs",
        (*CLIENT, "Tests/WasmTests", "Tests/Tools/build_wasm.sh"), "node", ("wasm",),
        tools=("swift", "node")),
    "tools": Step(
        "the tools of the tests", 3, f"{PYTEST} -q Tests/Tools", (".",), "pytest", ("venv",)),
    "docs": Step(
        "documentation of DragDrop (docc)", 5, "python3 Tests/Tools/docs.py",
        ("Package.swift", "Sources/DragDrop", "Tests/*.swift", "Tests/Tools/docs.py"), "checks"),
    "deploy": Step(
        "deploy files: units, proxies, figures, and the package in a machine of its own", 10,
        "bash Tests/Tools/deploy/check_deploy.sh",
        (*SERVED, "CHANGELOG.md", "LICENSE", "deploy", "docs", "Tests/Tools"), "checks", ("release", "wasm")),
    # A running server
    "browser": Step(
        "browser tests: the gate's choice and a slice of all, two at a time", 30,
        f"{PYTEST} -v --numprocesses=2 --durations=5 --gate Tests/BrowserTests", BROWSER, "pytest",
        ("venv", "release", "wasm"),
        tools=("swift", "chromium")),
    "browser_all": Step(
        "all browser tests in full Chromium, three at a time", 70,
        f"{PYTEST} -v --numprocesses=3 --durations=0 Tests/BrowserTests", BROWSER, "pytest",
        ("venv", "release", "wasm"),
        tools=("swift", "chromium")),
    "firefox": Step(
        "a game of each family won in Firefox, by mouse and by touch", 30, ".venv/bin/python Tests/Tools/firefox.py",
        (*BROWSER, "Tests/Tools/firefox.py"), "checks", ("venv", "release", "wasm"), tools=("swift", "firefox")),
    "disks": Step(
        "disks that fail, lose power or were damaged, two tests at a time", 10,
        f"{PYTEST} -q --numprocesses=2 --durations=5 Tests/Chaos", CHAOS, "pytest", ("venv", "release")),
    # How quickly all is back is judged by `make chaos`, on a machine that does nothing else. Four takeovers have each
    # change of the number of loops.
    "chaos": Step(
        "servers that are killed, and the power lost, under load: an eighth", 10,
        ".venv/bin/python Tests/Chaos/chaos.py --kills 25 --bots 9 --patient\n"
        ".venv/bin/python Tests/Chaos/takeover.py --takeovers 4 --patient\n"
        ".venv/bin/python Tests/Chaos/power.py --losses 13\n"
        ".venv/bin/python Tests/Chaos/power.py --losses 3 --no-fsync", CHAOS, "one", ("venv", "release"),
        tools=("swift", "chromium")),
    "kills": Step(
        "200 servers killed under load, and 20 taken over", 70,
        ".venv/bin/python Tests/Chaos/chaos.py --kills 200 --patient\n"
        ".venv/bin/python Tests/Chaos/takeover.py --takeovers 20 --patient", CHAOS, "one", ("venv", "release"),
        tools=("swift", "chromium")),
    "losses": Step(
        "100 losses of power under load, and 5 without syncs", 70,
        ".venv/bin/python Tests/Chaos/power.py --losses 100\n"
        ".venv/bin/python Tests/Chaos/power.py --losses 5 --no-fsync", CHAOS, "one", ("venv", "release")),
    # How long players wait is compared in the same run; nothing else may run beside it.
    "attacks": Step(
        "attacks that shut others out once, or took back what was told, and all floods at once", 20,
        ".venv/bin/python Tests/Attacks/attacks.py", ATTACKS, "checks", ("venv", "release")),
    "conformance": Step(
        "RFC 6455 and RFC 7692: a choice of the Autobahn suite and a slice of the others", 8,
        ".venv/bin/python Tests/Conformance/autobahn.py install\n"
        ".venv/bin/python Tests/Conformance/autobahn.py some", CONFORMANCE, "checks", ("venv", "release")),
    "conformance_all": Step(
        "RFC 6455 and RFC 7692: all of the Autobahn suite", 70,
        ".venv/bin/python Tests/Conformance/autobahn.py install\n"
        ".venv/bin/python Tests/Conformance/autobahn.py all", CONFORMANCE, "checks", ("venv", "release")),
    "interop": Step(
        "the wire, the page's examples, and other people's clients at a table: two, and this run's", 8,
        "clients=$(python3 Tests/Tools/slices.py clients)\n"
        f'{PYTEST} -q -rfEs --durations=5 Tests/Conformance --clients "$clients" --need-clients',
        CONFORMANCE, "pytest", ("venv", "release"),
        tools=("swift", "chromium")),
    "interop_all": Step(
        "the wire, the page's examples at all games, and five clients of other people at a table", 15,
        f"{PYTEST} -q -rfEs --durations=5 Tests/Conformance --clients all --need-clients --every-game",
        CONFORMANCE, "pytest", ("venv", "release"),
        tools=("swift", "chromium", "firefox", "node", "go")),
    # Counted with nothing beside it: what a server does in one turn depends on what has come in meanwhile.
    "instructions": Step(
        "how many instructions a message costs", 8, "python3 Tests/Tools/instructions.py",
        (*PRODUCT, "Tests/Fixtures/instructions.json", "Tests/Tools/instructions.py"), "checks", ("release",),
        tools=("swift", "valgrind")),
    # It plays in virtual time, so other work beside it does not change what happens in it.
    "simulate": Step(
        "2,000 worlds in virtual time, with faults", 6,
        "SWIFT_DETERMINISTIC_HASHING=1 .build/release/baize-bench simulate --seeds 2000", (*PRODUCT,),
        after=("release",)),
    "simulate_all": Step(
        "20,000 worlds in virtual time, with faults, and 20,000 others", 60,
        "export SWIFT_DETERMINISTIC_HASHING=1\n"
        ".build/release/baize-bench simulate --seeds 20000\n"
        ".build/release/baize-bench simulate --seeds 20000 --first 1000000", (*PRODUCT,),
        after=("release",)),
    # What is listed has to be built
    "census": Step(
        "census: every test is run by make test or its slices, and by make test-all", 5,
        ".venv/bin/python Tests/Tools/census.py .build-asan", ("Package.swift", "Tests"), "checks",
        ("venv", "asan")),
    "census_all": Step(
        "census: every test is run by make test or its slices, and by make test-all", 5,
        ".venv/bin/python Tests/Tools/census.py .build", ("Package.swift", "Tests"), "checks", ("venv", "build")),
}

# Two lanes side by side, and what runs alone when both are through. The first has what uses both cores.
GATE = (
    ("release", "asan", "tsan", "census", "simulate"),
    ("venv", "format", "types", "wasm", "js", "rules", "tools", "tidy", "record", "docs", "conformance", "disks",
     "interop", "deploy", "chaos", "browser"),
    ("instructions",),
)
ALL = (
    ("release", "asan_all", "build", "swift", "browser_all", "tsan", "fuzz", "tsan_others"),
    ("venv", "format", "types", "wasm", "js", "rules", "tools", "tidy", "docs", "deploy", "disks", "kills",
     "conformance_all", "interop_all", "firefox", "losses", "census_all"),
    ("instructions", "attacks", "simulate_all"),
)
