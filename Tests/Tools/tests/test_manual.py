"""Manual pages, made from what a program tells about itself."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

PLACE = pathlib.Path(__file__).resolve().parents[1] / "package/manual.py"
SPEC = importlib.util.spec_from_file_location("manual", PLACE)
manual = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(manual)


def option(name, value=None, abstract="", **more):
    return {
        "kind": "option" if value else "flag", "names": [{"kind": "long", "name": name}], "valueName": value or name,
        "abstract": abstract, "isOptional": True, "isRepeating": False, "shouldDisplay": True, **more}


SERVE = {
    "commandName": "serve", "abstract": "Start the server.", "shouldDisplay": True,
    "discussion":
        "Flags override\nthe file.\n\nExamples:\n  prog serve --port 1   on 'one'\n\nExit status: 0; 1 for no.",
    "arguments": [
        {"kind": "positional", "valueName": "place", "abstract": "Where.", "isOptional": False, "isRepeating": False,
         "shouldDisplay": True},
        option("port", "number", "The port.", defaultValue="8080"),
        option("loops", "count", "The default is one per core. (default: 2)"),
        option("fsync", abstract="Sync.", defaultValue="--fsync"), option("no-fsync", abstract="Sync."),
        option("no-colour", abstract="Black and white."),
        option("secret", abstract="Nobody sees it.", shouldDisplay=False),
        option("rate", "count", ".5 is a half.", sectionTitle="Limits", isRepeating=True),
        {**option("help", abstract="Help."),
         "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}]},
    ],
}
TOLD = {"command": {
    "commandName": "prog", "abstract": "A program.", "shouldDisplay": True, "arguments": [], "subcommands": [
        SERVE, {"commandName": "old", "abstract": "Gone.", "shouldDisplay": False},
        {"commandName": "help", "abstract": "Help.", "shouldDisplay": True}]}}


@pytest.fixture(name="pages")
def made():
    return manual.manual(TOLD, "1.0", "2026-01-31")


def test_each_shown_command_has_a_page_and_the_first_lists_them(pages):
    assert list(pages) == ["prog", "prog-serve"]
    assert ".SH COMMANDS\n.TP\n\\fBserve\\fR\nStart the server.\n" in pages["prog"]
    assert "old" not in pages["prog"]
    assert '.TH PROG\\-SERVE 1 2026-01-31 "prog 1.0" "User Commands"' in pages["prog-serve"]
    assert "\\fBprog\\-serve\\fR(1)" in pages["prog"]


def test_arguments_stand_in_the_synopsis_and_are_explained(pages):
    synopsis = pages["prog-serve"].split(".SH DESCRIPTION")[0]
    assert "\\fIplace\\fR\n[\\fB\\-\\-port\\fR \\fInumber\\fR]\n" in synopsis
    assert "[\\fB\\-\\-rate\\fR \\fIcount\\fR] ..." in synopsis
    assert "no\\-fsync" not in synopsis and "help" not in synopsis
    assert ".TP\n\\fB\\-\\-port\\fR \\fInumber\\fR\nThe port. (default: 8080)\n" in pages["prog-serve"]
    assert ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nHelp.\n" in pages["prog-serve"]
    assert "secret" not in pages["prog-serve"]


def test_a_flag_and_its_opposite_are_one_entry(pages):
    assert "\\fB\\-\\-fsync\\fR, \\fB\\-\\-no\\-fsync\\fR\nSync. (default: \\-\\-fsync)\n" in pages["prog-serve"]
    assert pages["prog-serve"].count("no\\-fsync") == 1
    # One without an opposite is like any other.
    assert "[\\fB\\-\\-no\\-colour\\fR]\n" in pages["prog-serve"]
    assert ".TP\n\\fB\\-\\-no\\-colour\\fR\nBlack and white.\n" in pages["prog-serve"]


def test_a_default_that_is_this_machine_s_is_left_out(pages):
    assert "The default is one per core.\n" in pages["prog-serve"]


def test_sections_examples_and_exit_status_have_headings(pages):
    text = pages["prog-serve"]
    assert ".SS Limits\n.TP\n" in text and ".SS Other options\n.TP\n\\fB\\-h" in text
    assert ".SH EXAMPLES\n.EX\n  prog serve \\-\\-port 1   on \\(aqone\\(aq\n.EE\n" in text
    assert ".SH EXIT STATUS\n0; 1 for no.\n" in text
    assert ".PP\nFlags override\nthe file.\n" in text and "Examples:" not in text


def test_nothing_that_is_said_becomes_a_command_of_roff(pages):
    assert "\n\\&.5 is a half." in pages["prog-serve"]
    assert manual.escaped("a\\b\n.TP 'x'") == "a\\eb\n\\&.TP \\(aqx\\(aq"


def test_settings_of_who_builds_it_are_in_no_page(tmp_path):
    program = tmp_path / "prog"
    program.write_text(f"""#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; else
sed "s/8080/${{BAIZE_PORT:-8080}}/" <<'END'
{json.dumps(TOLD)}
END
fi
""")
    program.chmod(0o755)
    subprocess.run([sys.executable, PLACE, program, tmp_path / "man", "2026-01-31"], check=True,
                   env={**os.environ, "BAIZE_PORT": "9000"})
    assert "(default: 8080)" in (tmp_path / "man/prog-serve.1").read_text()


def test_groff_has_nothing_to_complain_of(pages):
    for text in pages.values():
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=text, text=True, capture_output=True,
                              check=True)
        assert done.stderr == ""
