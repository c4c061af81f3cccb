"""The Autobahn suite against `/lab/echo`: what RFC 6455 and RFC 7692 ask of a server, in 517 cases.

autobahn.py install   puts the suite into .venv-autobahn: `wstest` where there is a Python 2.7, which the suite is
                      written for; elsewhere `kosoku`, the same cases under Python 3
autobahn.py some      a minute's choice of the cases, from every section, and this run's slice of the others
autobahn.py all       all of them

Promise: each case counts once, by the worse of its two verdicts, and only those that the suite calls OK or
informational pass; who ended TCP first is not judged. Ends with "checks: N passed, N failed, N skipped".
BAIZE_BIN names the server.
"""

import collections
import fnmatch
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests" / folder) for folder in ("BrowserTests", "Tools")]

import slices  # noqa: E402

PLACE = ROOT / ".venv-autobahn"
REPORTS = ROOT / ".build" / "test-logs" / "autobahn"
CASES = {"1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37, "9": 54, "10": 1, "12": 90, "13": 126}
SECONDS_MAX = 3000

# All sizes of 12 and 13 do the same a thousand times over; these are a few of each, small, split and large, so that
# each kind of data and each way of negotiating is there. 9 goes up to 16 MiB.
SOME = [
    "1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.1.1", "9.1.2", "9.2.1", "9.2.2", "9.3.1", "9.3.9", "9.4.1",
    "9.4.9", "9.5.1", "9.5.6", "9.6.1", "9.6.6", "9.7.1", "9.7.6", "9.8.1", "9.8.6", "10.*",
    *(f"12.{data}.{size}" for data in range(1, 6) for size in (1, 4)), "12.1.7", "12.4.11", "12.5.12",
    *(f"13.{way}.{size}" for way in range(1, 8) for size in (1, 3)), "13.3.7", "13.5.11", "13.7.12",
]

# What SOME may lack, each by its name.
LARGE = [
    *(f"9.{kind}.{size}" for kind in range(1, 9) for size in range(1, 10 if kind in (3, 4) else 7)),
    *(f"12.{data}.{size}" for data in range(1, 6) for size in range(1, 19)),
    *(f"13.{way}.{size}" for way in range(1, 8) for size in range(1, 19)),
]

SUITE = "25.10.1"
KOSOKU = "0.1.0"
# What the suite was last tried with; the packages go on to versions that Python 2.7 cannot read.
CONSTRAINTS = """\
autobahn==0.10.9
Twisted==19.10.0
txaio==2.1.0
wsaccel==0.6.6
ujson==2.0.3
zope.interface==4.6.0
attrs==21.4.0
Automat==22.10.0
cffi==1.15.1
constantly==15.1.0
cryptography==3.3.2
hyperlink==21.0.0
idna==2.10
incremental==16.10.1
Jinja2==2.11.3
klein==17.10.0
MarkupSafe==1.1.1
pyOpenSSL==19.1.0
pyasn1==0.5.1
pyasn1-modules==0.3.0
PyHamcrest==1.10.1
service-identity==18.1.0
six==1.16.0
typing==3.10.0.0
unittest2==1.1.0
Werkzeug==1.0.1
"""

# kosoku 0.1.0 hands a case a str where a message came uncompressed, and the case then fails at hashing it, whatever
# was in it. With this one line the case is judged as under `wstest`: by its content.
KOSOKU_HASHES = ("""\
   m = hashlib.sha1()
   m.update(msg)
   received_hash = m.digest()
   if not self.TESTDATA['binary']:
""", """\
   if not binary and not isinstance(msg, bytes):
      msg = msg.encode('utf-8')
   m = hashlib.sha1()
   m.update(msg)
   received_hash = m.digest()
   if not self.TESTDATA['binary']:
""")


def clean_environment():
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return kept | {"PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(*command, **how):
    return subprocess.run([str(part) for part in command], env=clean_environment() | how.pop("env", {}), text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **how)


# Installing

def python2():
    """A Python 2.7 that works, or None."""
    names = [os.environ.get("PYTHON27"), shutil.which("python2.7"), shutil.which("python2")]
    if shutil.which("pyenv"):
        versions = pathlib.Path(run("pyenv", "root").stdout.strip()) / "versions"
        names += sorted(versions.glob("2.7*/bin/python2.7"), reverse=True)
    check = "import sys, ssl, zlib; sys.exit(sys.version_info[:2] != (2, 7))"
    return next((name for name in names if name and run(name, "-c", check).returncode == 0), None)


def wstest():
    tool = PLACE / "bin" / "wstest"
    return tool if tool.exists() and f"AutobahnTestSuite {SUITE}" in run(tool, "-a").stdout else None


def kosoku():
    """The runner, if it is there and mended."""
    tool = PLACE / "k3" / "bin" / "kosoku"
    return tool if tool.exists() and KOSOKU_HASHES[1] in kosoku_cases().read_text() else None


def kosoku_cases():
    return next((PLACE / "k3").glob("lib*/python3*/site-packages/kosoku/cases/case12_x_x.py"))


class NotInstalled(Exception):
    """What the installer said."""


def must(answer):
    if answer.returncode != 0:
        raise NotInstalled(answer.stdout)


def install_wstest(python):
    packages = PLACE / ".virtualenv"
    must(run(python, "-m", "pip", "install", "-q", "--target", packages, "virtualenv==16.7.12"))
    must(run(python, "-m", "virtualenv", "-q", "--no-download", PLACE, env={"PYTHONPATH": str(packages)}))
    constraints = PLACE / "constraints.txt"
    constraints.write_text(CONSTRAINTS)
    must(run(PLACE / "bin" / "python", "-m", "pip", "install", "-q", "-c", constraints,
             f"autobahntestsuite=={SUITE}"))


def install_kosoku():
    must(run(sys.executable, "-m", "venv", PLACE / "k3"))
    must(run(PLACE / "k3" / "bin" / "python", "-m", "pip", "install", "-q", f"kosoku=={KOSOKU}"))
    cases = kosoku_cases()
    text = cases.read_text()
    if text.count(KOSOKU_HASHES[0]) != 1:
        raise NotInstalled(f"kosoku {KOSOKU} is not the one that is known; look at {cases}")
    cases.write_text(text.replace(*KOSOKU_HASHES))


def install():
    """The first way that works."""
    if wstest() or kosoku():
        return
    start = time.monotonic()
    python = None if os.environ.get("BAIZE_AUTOBAHN") == "kosoku" else python2()
    print(f"▸ {PLACE.name} with the Autobahn suite, which tries what RFC 6455 and RFC 7692 ask of a server", flush=True)
    ways = [lambda: install_wstest(python)] if python else []
    for way in [*ways, install_kosoku]:
        shutil.rmtree(PLACE, ignore_errors=True)
        PLACE.mkdir()
        try:
            way()
            break
        except NotInstalled as failure:
            said = str(failure)
    else:
        sys.exit(f"{said}\nthe Autobahn suite cannot be installed into {PLACE}")
    print(f"✓ {PLACE.name}: {time.monotonic() - start:.0f} s")


# Running

def play(tool, url, cases):
    """All of the cases; what the runner said, and {case: its verdicts}."""
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    if tool.name == "wstest":
        spec = {"outdir": str(REPORTS), "servers": [{"agent": "baize", "url": url}], "cases": cases,
                "exclude-cases": [], "exclude-agent-cases": {}}
        (REPORTS / "spec.json").write_text(json.dumps(spec))
        command = [tool, "-m", "fuzzingclient", "-s", "spec.json"]
    else:
        command = [tool, "-o", REPORTS, *(part for case in cases for part in ("-i", case)), url]
    said = run(*command, cwd=REPORTS, timeout=SECONDS_MAX).stdout
    (REPORTS / "log").write_text(said)
    index = REPORTS / "index.json"
    if not index.exists():
        sys.exit(f"{said[-2000:]}\n{tool.name} made no report")
    return {case: found for agent in json.loads(index.read_text()).values() for case, found in agent.items()}


def verdict(found):
    """"OK", "INFORMATIONAL", or what is wrong."""
    behaviour, close = found["behavior"], found["behaviorClose"]
    if behaviour not in {"OK", "INFORMATIONAL"}:
        return behaviour
    # Either side may end TCP first (RFC 6455 §7.1.1: "should"); our server waits a little for the client.
    return behaviour if close in {"OK", "INFORMATIONAL", "FAILED BY CLIENT"} else close


def reason(found):
    try:
        report = json.loads((REPORTS / found["reportfile"]).read_text())
        return f"{report['result']} {report['resultClose']}"[:300]
    except (OSError, ValueError, KeyError) as failure:
        return f"no report: {failure}"


def order(case):
    return [int(part) for part in case.split(".")]


def some():
    """SOME, and of the others this run's slice."""
    return SOME + [case for case in LARGE if case not in SOME and slices.has(case)]


def wanted(whole):
    """How many cases of a pattern must have run: {pattern: count}."""
    if whole:
        return {f"{section}.*": count for section, count in CASES.items()}
    return {case: CASES[case.split(".")[0]] if case.endswith("*") else 1 for case in some()}


def judge(found, whole):
    """Prints the verdicts of each section and each case that did not pass; (passed, failed)."""
    sections = collections.defaultdict(collections.Counter)
    failed = []
    for case in sorted(found, key=order):
        one = verdict(found[case])
        sections[case.split(".")[0]][one] += 1
        if one not in {"OK", "INFORMATIONAL"}:
            failed.append(f"case {case}: {one}: {reason(found[case])}")
    for section, counts in sections.items():
        print(f"  {section:>2}.*  " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    passed = len(found) - len(failed)
    for pattern, count in wanted(whole).items():
        ran = sum(fnmatch.fnmatchcase(case, pattern) for case in found)
        if ran != count:
            failed.append(f"{ran} of {count} cases {pattern} were run")
    for failure in failed:
        print(f"FAILED: {failure}")
    non_strict = sum(counts["NON-STRICT"] for counts in sections.values())
    print(f"{len(found)} cases: {len(failed) - non_strict} failed, {non_strict} non-strict")
    return passed, len(failed)


def main(what=""):
    if what == "install":
        return install()
    if what not in ("some", "all"):
        sys.exit("usage: autobahn.py install | some | all")
    from serving import Server

    tool = wstest() or kosoku()
    if not tool:
        sys.exit("the Autobahn suite is not there: python3 Tests/Conformance/autobahn.py install")
    server = Server("--lab", "--loops", "1")
    start = time.monotonic()
    try:
        found = play(tool, f"ws://127.0.0.1:{server.port}/lab/echo", ["*"] if what == "all" else some())
        lives = server.process.poll() is None
    finally:
        server.stop()
    print(f"{tool.name}: {time.monotonic() - start:.0f} s")
    passed, failed = judge(found, what == "all")
    if not lives:
        failed += 1
        print("FAILED: the server ended in the middle")
    print(f"checks: {passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
