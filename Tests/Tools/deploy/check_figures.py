"""Checks the files in deploy that read Baize's figures, against a Baize that runs: each figure that they name is shown,
and Prometheus' own tool understands each expression.

check_figures.py PROGRAM names    the figures in alerts.yml and grafana-dashboard.json are in /metrics
check_figures.py PROGRAM syntax   promtool reads the scrape example, the alerts, and each panel's expressions
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import probe
from proxies import ROOT, program
from try_proxy import TOKEN, served

DEPLOY = ROOT / "deploy"
DASHBOARD = DEPLOY / "grafana-dashboard.json"
# A histogram is three families of samples under one name.
HISTOGRAM_PARTS = re.compile(r"_(bucket|sum|count)$")


def panels():
    """Title and expressions of each panel; ids are told apart."""
    board = json.loads(DASHBOARD.read_text())
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids)), "two panels have one id"
    return [(panel["title"], [target["expr"] for target in panel["targets"]]) for panel in board["panels"]]


def shown(text):
    """{family: type} of what is shown."""
    return dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))


def named(text):
    """Figures of ours that a text names, in the order of the alphabet."""
    return sorted(set(re.findall(r"\bbaize_[a-z0-9_]+", text)))


def check_names(baize):
    with tempfile.TemporaryDirectory(prefix="baize-") as folder:
        with served(baize, pathlib.Path(folder), "port") as port:
            hidden = probe.fetch("/metrics", port)[0]
            status, _, text = probe.fetch("/metrics", port, None, f"Authorization: Bearer {TOKEN}")
    probe.expect("status of /metrics without the token", hidden, 404)
    probe.expect("status of /metrics", status, 200)
    families = shown(text.decode())
    wrong = []
    for path in (DEPLOY / "alerts.yml", DASHBOARD):
        for name in named(path.read_text()):
            base = HISTOGRAM_PARTS.sub("", name)
            if name not in families and families.get(base) != "histogram":
                wrong.append(f"{path.name} names {name}, which /metrics does not show")
    print("\n".join(wrong) or f"{len(families)} figures are shown, and no other is named")
    return 1 if wrong else 0


def check_syntax(_):
    promtool = program("promtool")
    assert promtool, "there is no promtool"
    with tempfile.TemporaryDirectory(prefix="baize-") as folder:
        # A panel's expression is tried as a rule's, with Grafana's own words replaced.
        rules = pathlib.Path(folder) / "panels.yml"
        lines = ["groups:", "- name: panels", "  rules:"]
        for number, (_, expressions) in enumerate(panels()):
            for place, each in enumerate(expressions):
                expression = each.replace("$__rate_interval", "5m").replace("$job", "baize")
                lines += [f"  - record: panel:{number}:{place}", f"    expr: {json.dumps(expression)}"]
        rules.write_text("\n".join(lines) + "\n")
        # As they are put beside a token.
        for name in ("prometheus.yml", "alerts.yml"):
            shutil.copy(DEPLOY / name, folder)
        (pathlib.Path(folder) / "baize-token").write_text(TOKEN)
        for command in (["check", "config", f"{folder}/prometheus.yml"], ["check", "rules", rules],
                        ["test", "rules", ROOT / "Tests/Fixtures/alerts.yml"]):
            subprocess.run([promtool, *command], check=True)
    return 0


if __name__ == "__main__":
    sys.exit({"names": check_names, "syntax": check_syntax}[sys.argv[2]](sys.argv[1]))
