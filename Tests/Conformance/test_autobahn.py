"""The judge of the suite's reports believes only what was reported: nothing passes that was not run."""

import autobahn
import pytest


def found(cases, **wrong):
    good = {"behavior": "OK", "behaviorClose": "OK", "reportfile": "none.json"}
    return {case: good | wrong.get(case.replace(".", "_"), {}) for case in cases}


def cases_of(patterns):
    for pattern, count in patterns.items():
        yield from [pattern] if count == 1 and "*" not in pattern else (
            pattern.replace("*", str(number + 1)) for number in range(count))


@pytest.mark.parametrize("whole, count", [(True, 517), (False, None)])
def test_all_that_was_wanted_and_went_well_passes(whole, count):
    cases = list(cases_of(autobahn.wanted(whole)))
    assert autobahn.judge(found(cases), whole) == (len(cases), 0)
    assert count in (None, len(cases))


def test_the_choice_is_from_every_section():
    assert {case.split(".")[0] for case in autobahn.SOME} == set(autobahn.CASES)


def test_eight_slices_have_all_cases_that_the_choice_lacks(monkeypatch):
    found = []
    for number in range(autobahn.slices.COUNT):
        monkeypatch.setenv("BAIZE_SLICE", str(number))
        found += autobahn.some()[len(autobahn.SOME):]
    chosen = sum(autobahn.CASES[case.split(".")[0]] if case.endswith("*") else 1 for case in autobahn.SOME)
    assert len(found) == len(set(found)) == sum(autobahn.CASES.values()) - chosen


@pytest.mark.parametrize("wrong", [
    {"behavior": "FAILED"}, {"behavior": "NON-STRICT"}, {"behavior": "UNIMPLEMENTED"}, {"behavior": "ERROR"},
    {"behaviorClose": "UNCLEAN"}, {"behaviorClose": "WRONG CODE"}, {"behaviorClose": "FAILED"},
])
def test_what_did_not_go_well_fails(capsys, wrong):
    cases = list(cases_of(autobahn.wanted(True)))
    key = cases[7].replace(".", "_")
    assert autobahn.judge(found(cases, **{key: wrong}), True) == (516, 1)
    said = capsys.readouterr().out
    assert f"FAILED: case {cases[7]}: " in said
    assert ("0 failed, 1 non-strict" if wrong.get("behavior") == "NON-STRICT" else "1 failed, 0 non-strict") in said


@pytest.mark.parametrize("good", [{"behavior": "INFORMATIONAL"}, {"behaviorClose": "FAILED BY CLIENT"}])
def test_what_is_only_told_passes(good):
    assert autobahn.verdict(found(["1.1.1"], **{"1_1_1": good})["1.1.1"]) in ("OK", "INFORMATIONAL")


def test_what_was_not_run_does_not_pass():
    cases = list(cases_of(autobahn.wanted(True)))
    assert autobahn.judge(found(cases[1:]), True) == (516, 1)
    assert autobahn.judge(found([]), False)[1] > 0


@pytest.mark.parametrize("python", [None, "python2.7"])
def test_where_the_suite_cannot_be_installed_the_other_way_is_tried(monkeypatch, tmp_path, python):
    tried = []

    def refused(with_python):
        tried.append(with_python)
        raise autobahn.NotInstalled("no such package")

    monkeypatch.setattr(autobahn, "PLACE", tmp_path / "place")
    monkeypatch.setattr(autobahn, "python2", lambda: python)
    monkeypatch.setattr(autobahn, "install_wstest", refused)
    monkeypatch.setattr(autobahn, "install_kosoku", lambda: tried.append("kosoku"))
    monkeypatch.delenv("BAIZE_AUTOBAHN", raising=False)
    autobahn.install()
    assert tried == ([python, "kosoku"] if python else ["kosoku"])


def test_where_nothing_can_be_installed_the_installer_is_heard(monkeypatch, tmp_path):
    def refused():
        raise autobahn.NotInstalled("no such package")

    monkeypatch.setattr(autobahn, "PLACE", tmp_path / "place")
    monkeypatch.setattr(autobahn, "python2", lambda: None)
    monkeypatch.setattr(autobahn, "install_kosoku", refused)
    with pytest.raises(SystemExit, match="no such package"):
        autobahn.install()
