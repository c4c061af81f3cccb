"""Writes the manual pages of a program from what its --help knows: baize.1, and baize-serve.1 and so on for each
subcommand that --help lists.

manual.py PROGRAM FOLDER DATE       DATE as 2026-01-31

The program's argument parser tells the same as JSON, with --experimental-dump-help. Promise: each option, argument,
example and exit status of --help stands in a page, and no word is divided at the end of a line, since many are names.
A value that depends on the machine does not: where the help says how a default is found, the one that was found while
the page was written is left out.
"""

import json
import pathlib
import re
import subprocess
import sys

HELP = ("help", "version")  # options that each command has
FOUND = re.compile(r"(The default is |Without it: )")
DEFAULT = re.compile(r" \(default: [^)]*\)$")


def escaped(text):
    """Text as roff shows it letter by letter. A hyphen stays a hyphen that can be searched and copied."""
    for sign, name in (("\\", r"\e"), ("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti")):
        text = text.replace(sign, name)
    return re.sub(r"^\.", r"\&.", text, flags=re.M)


def prose(text):
    """Words in which hyphens are hyphens, unless they begin an option."""
    return re.sub(r"(?<=[a-zA-Z])\\-(?=[a-zA-Z])", "-", escaped(text))


def names(argument):
    """The ways in which an option is written: -h, --help."""
    return [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names") or ()]


def value(argument):
    return rf"\fI{escaped(argument['valueName'])}\fR"


def form(argument):
    """One argument as a synopsis has it."""
    if argument["kind"] == "positional":
        text = value(argument)
    else:
        text = rf"\fB{escaped(names(argument)[-1])}\fR"
        if argument["kind"] == "option":
            text += " " + value(argument)
    if argument["isOptional"]:
        text = f"[{text}]"
    return text + (" ..." if argument["isRepeating"] else "")


def entry(argument, negative):
    """The lines that explain one argument; `negative` is the flag that turns it off, if there is one."""
    if argument["kind"] == "positional":
        head = value(argument)
    else:
        written = [*names(argument), *(names(negative) if negative else ())]
        head = ", ".join(rf"\fB{escaped(name)}\fR" for name in written)
        if argument["kind"] == "option":
            head += " " + value(argument)
    text = argument.get("abstract") or ""
    usual = argument.get("defaultValue")
    if usual and "(default: " not in text:
        text += f" (default: {usual})"
    if FOUND.search(text):
        text = DEFAULT.sub("", text)
    return [".TP", head, prose(text)]


def pairs(arguments):
    """Each argument with the flag that turns it off, as --fsync has --no-fsync, or with None."""
    by_name = {argument["names"][0]["name"]: argument for argument in arguments if argument.get("names")}
    negatives = {f"no-{name}" for name in by_name} & by_name.keys()
    for argument in arguments:
        name = argument["names"][0]["name"] if argument.get("names") else ""
        if name not in negatives:
            yield argument, by_name.get(f"no-{name}")


def explained(arguments):
    """All arguments, those of a section of --help under its title."""
    lines, title = [], None
    for argument, negative in pairs(arguments):
        section = argument.get("sectionTitle")
        if section != title and section:
            lines.append(f".SS {prose(section)}")
        elif section != title:
            lines.append(".SS Other options")
        title = section
        lines += entry(argument, negative)
    return lines


def parts(discussion):
    """What is said of a command, its examples, and its exit status."""
    said, examples, status = [], [], []
    for paragraph in re.split(r"\n\s*\n", discussion.strip()):
        if paragraph.startswith("Examples:"):
            examples += [".EX", escaped(paragraph.partition("\n")[2]), ".EE"]
        elif paragraph.startswith("Exit status:"):
            text = paragraph.removeprefix("Exit status:").strip()
            status = [prose(text[:1].upper() + text[1:])]
        elif paragraph:
            said += [".PP", prose(paragraph)]
    return said, examples, status


def page(program, command, others, version, date):
    """One manual page. `others` are the pages that it refers to."""
    name = program if command["commandName"] == program else f"{program}-{command['commandName']}"
    called = name.replace("-", " ", 1)
    shown = [argument for argument in command.get("arguments") or () if argument["shouldDisplay"]]
    own = [each for each in shown if not each.get("names") or each["names"][-1]["name"] not in HELP]
    said, examples, status = parts(command.get("discussion") or "")
    subcommands = [each for each in command.get("subcommands") or () if is_shown(each)]
    lines = [
        f'.TH {escaped(name.upper())} 1 {date} "{program} {version}" "User Commands"',
        ".nh", ".SH NAME", rf"{escaped(name)} \- {prose(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS", ".ad l", rf".B {escaped(called)}",
        *(form(each) for each, _ in pairs(own)),
        *([r"[\fIcommand\fR]", r"[\fIoption\fR ...]"] if subcommands else []), ".ad b",
        ".SH DESCRIPTION", prose(command["abstract"]), *said,
    ]
    if subcommands:
        lines.append(".SH COMMANDS")
        for each in subcommands:
            lines += [".TP", rf"\fB{escaped(each['commandName'])}\fR", prose(each["abstract"])]
    lines += [".SH OPTIONS", *explained(shown)]
    if examples:
        lines += [".SH EXAMPLES", *examples]
    if status:
        lines += [".SH EXIT STATUS", *status]
    refers = [rf"\fB{escaped(other)}\fR(1)" for other in others if other != name]
    return name, "\n".join([*lines, ".SH SEE ALSO", ",\n".join(refers)]) + "\n"


def is_shown(command):
    return command.get("shouldDisplay", True) and command["commandName"] != "help"


def manual(told, version, date):
    """The pages by their names, from the JSON that the parser tells."""
    root = told["command"]
    program = root["commandName"]
    commands = [each for each in root.get("subcommands") or () if is_shown(each)]
    others = [program, *(f"{program}-{each['commandName']}" for each in commands)]
    return dict(page(program, each, others, version, date) for each in [root, *commands])


def main(program, folder, date):
    # Without an environment: the settings of who builds it are no defaults.
    told, version = (
        subprocess.run([program, option], env={}, capture_output=True, text=True, check=True).stdout
        for option in ("--experimental-dump-help", "--version"))
    place = pathlib.Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name, text in manual(json.loads(told), version.strip(), date).items():
        (place / f"{name}.1").write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
