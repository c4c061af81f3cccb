"""The judge of promises finds each way of breaking one, and nothing else."""

import pytest
from judge import Floor, Judge

ROOM = "rA"


@pytest.fixture
def judge():
    judge = Judge()
    judge.take_state(ROOM, "e0", 5, "h5")
    judge.take_event(ROOM, 5, 5, 6, "h6")
    judge.take_ok(ROOM, 6)
    judge.take_event(ROOM, 6, 6, 7, "h7")
    return judge


def test_what_is_promised_is_known(judge):
    assert judge.floor(ROOM) == Floor(acked=6, highest=7)
    assert judge.floor("rB") is None
    assert judge.acked == 1


@pytest.mark.parametrize("say", [
    lambda judge: judge.take_version(ROOM, 7, judge.floor(ROOM)),
    lambda judge: judge.take_state(ROOM, "e0", 7, "h7"),
    lambda judge: judge.take_event(ROOM, 7, 7, 8, "h8"),
    lambda judge: judge.take_event(ROOM, 5, 7, 6, "h6"),
    lambda judge: judge.take_repeat({"t": "cmd", "r": ROOM}, {"t": "ok", "c": 1, "v": 6}, {"t": "ok", "c": 1, "v": 6}),
    lambda judge: judge.take_repeat(
        {"t": "open"}, {"t": "ok", "c": 1, "room": ROOM}, {"t": "ok", "c": 1, "room": ROOM}),
])
def test_who_keeps_a_promise_is_believed(judge, say):
    say(judge)
    assert judge.lost == []


@pytest.mark.parametrize("say", [
    lambda judge: judge.take_version(ROOM, 6, judge.floor(ROOM)),
    lambda judge: judge.take_version(ROOM, 5, judge.floor(ROOM)),
    lambda judge: judge.take_state(ROOM, "e1", 7, "h7"),
    lambda judge: judge.take_state(ROOM, "e0", 7, "h8"),
    lambda judge: judge.take_event(ROOM, 6, 6, 7, "h8"),
    lambda judge: judge.take_event(ROOM, 8, 7, 9, "h9"),
    lambda judge: judge.take_repeat({"t": "cmd", "r": ROOM}, {"t": "ok", "c": 1, "v": 6}, {"t": "ok", "c": 1, "v": 7}),
    lambda judge: judge.take_repeat(
        {"t": "cmd", "r": ROOM}, {"t": "ok", "c": 1, "v": 6}, {"t": "no", "c": 1, "code": "illegal"}),
    lambda judge: judge.take_repeat(
        {"t": "cmd", "r": ROOM}, {"t": "no", "c": 1, "v": 6, "code": "illegal"}, {"t": "ok", "c": 1, "v": 7}),
])
def test_who_breaks_one_is_found(judge, say):
    say(judge)
    assert len(judge.lost) == 1
