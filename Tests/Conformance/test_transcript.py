"""The judge of transcripts finds what it is there to find: each way of being wrong is planted once."""

import json

import pytest
from transcript import Heard, Reference, Wrong, lines_of

ROOM = "rA"


def event(version, said="x", room=ROOM):
    return json.dumps({"t": "ev", "r": room, "p": version - 1, "v": version, "said": said, "h": f"h{version}"}) + "\n"


def snapshot(version, why="join", **more):
    about = {"t": "snap", "r": ROOM, "e": "e0", "v": version, "h": f"h{version}", "why": why}
    return json.dumps(about | more) + "\n"


@pytest.fixture
def reference():
    return Reference(ROOM, [snapshot(0), *(event(version) for version in range(1, 10))])


@pytest.mark.parametrize("texts", [
    [snapshot(0), *(event(version) for version in range(1, 10))],
    [snapshot(5) + event(4) + event(5), event(6) + event(7), event(8), event(9)],
    [snapshot(2), event(3), snapshot(8, "behind") + event(7) + event(8), event(9)],
    [snapshot(2), event(1, "elsewhere", room="rB"), event(3), snapshot(9, "behind")],
])
def test_what_was_said_is_right(reference, texts):
    assert Heard(reference).take_all(texts).version == 9


@pytest.mark.parametrize("texts", [
    [snapshot(0), event(1), event(2, "y")],
    [snapshot(5) + event(4, "y"), event(6)],
    [snapshot(0), event(1), event(3)],
    [event(1)],
    [snapshot(3), snapshot(2)],
    [snapshot(3, e="e1")],
    [snapshot(3, h="h4")],
    [snapshot(3).rstrip()],
    [snapshot(3), event(10)],
])
def test_what_was_not_said_is_found(reference, texts):
    with pytest.raises(Wrong):
        Heard(reference).take_all(texts)


@pytest.mark.parametrize("lines", [[snapshot(0), event(2)], [snapshot(0), event(1), snapshot(4)]])
def test_a_reference_with_a_gap_is_none(lines):
    with pytest.raises(Wrong):
        Reference(ROOM, lines)


def test_who_resumes_goes_on_from_a_version(reference):
    assert Heard(reference, 7).take_all([event(8) + event(9)]).version == 9
    with pytest.raises(Wrong):
        Heard(reference, 7).take_all([event(9)])


def test_lines_end_with_a_newline_and_nothing_else():
    assert lines_of("a\u2028b\x0c\nc\n") == ["a\u2028b\x0c\n", "c\n"]
    with pytest.raises(Wrong):
        lines_of("a\nb")
