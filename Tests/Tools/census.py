"""Counts the tests: every one that is written down is run by `make test` or one of its slices, and by `make test-all`.

What is written down is found in the sources, what is run is asked of each runner. Promise: a test in neither set is a
failure, and so is a slice that lacks what the gate leaves out. Ends with "checks: N passed, N failed, N skipped".

census.py FOLDER   where the Swift tests are built
"""

import ast
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import slices
from steps import ALL, GATE, STEPS, names_of

ROOT = Path(__file__).resolve().parents[2]


def said(command, **environment):
    """What a command prints; it has to succeed."""
    kept = {name: value for name, value in os.environ.items() if name != "BAIZE_SLICE"}
    answer = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=kept | environment, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        raise SystemExit(f"{command}\n{(answer.stdout + answer.stderr)[-2000:]}")
    return answer.stdout


# What is written down

def python_tests(root):
    """{file: the names of its test functions}, of all files under Tests."""
    found = {}
    for path in sorted((root / "Tests").rglob("*.py")):
        names = [node.name for node in ast.walk(ast.parse(path.read_text()))
                 if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")]
        if names:
            found[path.relative_to(root).as_posix()] = set(names)
    return found


def swift_tests(root):
    """{folder: how many functions are marked @Test}"""
    found = {}
    for path in sorted((root / "Tests").rglob("*.swift")):
        marks = len(re.findall(r"^\s*@Test\b", path.read_text(), re.M))
        folder = path.relative_to(root / "Tests").parts[0]
        if marks:
            found[folder] = found.get(folder, 0) + marks
    return found


def node_tests(root):
    return {path.relative_to(root).as_posix() for path in (root / "Tests").rglob("*.*js")
            if re.search(r"""from ["']node:test["']""", path.read_text())}


# What is run

def collected(name, **environment):
    """What a step of pytest runs, by the step's own command: names of files and tests, with their cases."""
    command = next(line for line in STEPS[name].command.splitlines() if " -m pytest " in line)
    if "$clients" in command:
        environment["clients"] = said("python3 Tests/Tools/slices.py clients", **environment).strip()
    command = re.sub(r" --(numprocesses|durations)=\d+| -[vq]\b| -rs\b", "", command) + " --collect-only -q"
    names = set()
    for line in said(command, **environment).splitlines():
        if "::" in line:
            file, _, test = line.partition("::")
            # A folder's tests are named from there, where it has a configuration of its own.
            names.add(f"{Path(file).name}::{test}")
    return names


def swift_listed(text):
    """{module: how many tests} of lines like "ModuleTests.Suite/name(of:)"."""
    found = {}
    for line in text.splitlines():
        if match := re.match(r"(\w+Tests)\.", line):
            found[match[1]] = found.get(match[1], 0) + 1
    return found


# The comparisons, each a list of what is wrong

def swift_faults(written, listed):
    return [f"Tests/{folder}: {count} tests are written down, and {listed.get(folder, 0)} are run"
            for folder, count in sorted(written.items()) if listed.get(folder, 0) != count]


def python_faults(written, gate, whole):
    """`gate` has the slices with it."""
    faults = []
    for file, names in written.items():
        for name in sorted(names):
            mine = re.compile(rf"{re.escape(Path(file).name)}::(\w+::)*{name}(\[|$)")
            for set_, where in ((gate, "make test"), (whole, "make test-all")):
                if not any(map(mine.match, set_)):
                    faults.append(f"{file}: {name} is not run by {where}")
    faults += [f"{name} is run by make test, and not by make test-all" for name in sorted(gate - whole)]
    faults += [f"{name} is run by make test-all, and in no slice of make test" for name in sorted(whole - gate)]
    return faults


def node_faults(written, commands):
    return [f"{file}: no step runs it" for file in sorted(written)
            if not any(Path(file).match(word) for command in commands for word in command.split())]


def steps_of(lanes, runner):
    return [name for name in names_of(lanes) if STEPS[name].runner == runner]


def pytest_sets():
    """What the gate with all its slices runs, and what `make test-all` runs."""
    asked = [(name, {}) for name in steps_of(ALL, "pytest")]
    whole = len(asked)
    for name in steps_of(GATE, "pytest"):
        sliced = "--gate" in STEPS[name].command or "slices.py" in STEPS[name].command
        asked += [(name, {"BAIZE_SLICE": str(at)}) for at in range(slices.COUNT)] if sliced else [(name, {})]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda each: collected(each[0], **each[1]), asked))
    return set().union(*found[whole:]), set().union(*found[:whole])


def main(folder):
    gate, whole = pytest_sets()
    # Asked directly: once, on a busy machine, `swift test list` left out the last lines.
    listed = said(f"{folder}/debug/baizePackageTests.xctest --testing-library swift-testing --list-tests")
    checks = {
        "Swift": swift_faults(swift_tests(ROOT), swift_listed(listed)),
        "Python": python_faults(python_tests(ROOT), gate, whole),
        "node": node_faults(node_tests(ROOT), [STEPS[name].command for name in steps_of(GATE, "node")])
        + node_faults(node_tests(ROOT), [STEPS[name].command for name in steps_of(ALL, "node")]),
    }
    for name, faults in checks.items():
        for line in faults:
            print(f"FAILED: {name}: {line}")
    counts = sum(swift_tests(ROOT).values()), len(whole), len(node_tests(ROOT))
    print("{} tests of Swift, {} of Python, {} files of node".format(*counts))
    failed = sum(bool(faults) for faults in checks.values())
    print(f"checks: {len(checks) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
