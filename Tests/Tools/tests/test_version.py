"""The version of a package, in a project of its own."""

import os
import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "package/version.sh"
SELF = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        "GIT_COMMITTER_DATE": "2026-01-31T23:30:00-02:00"}


def run(*command, folder, **environment):
    return subprocess.run(
        [str(each) for each in command], cwd=folder, env={**os.environ, **SELF, **environment}, text=True,
        capture_output=True, check=False)


def version(folder):
    done = run("bash", SCRIPT, "1.2.0", folder=folder, BAIZE_SOURCE=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def is_older(one, other):
    return subprocess.run(["dpkg", "--compare-versions", one, "lt", other], check=False).returncode == 0


@pytest.fixture
def project(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text("## 1.2.0 (unreleased)\n")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        assert run("git", *command, folder=tmp_path).returncode == 0
    return tmp_path


def test_work_before_a_release_is_older_than_it_and_is_named_by_time_and_commit(project):
    commit = run("git", "log", "-1", "--format=%h", folder=project).stdout.strip()
    assert version(project) == f"1.2.0~20260201013000.{commit}-1"
    assert is_older(version(project), "1.2.0-1")
    assert is_older("1.1.0-1", version(project))


def test_changes_that_are_not_committed_are_named(project):
    (project / "CHANGELOG.md").write_text("changed")
    assert version(project).endswith(".changed-1")


def test_a_commit_with_the_tag_is_the_release(project):
    run("git", "tag", "v1.2.0", folder=project)
    assert version(project) == "1.2.0-1"


def test_sources_without_git_are_a_release_where_the_changelog_says_so(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text("## 1.2.0 (unreleased)\n")
    assert version(tmp_path) == "1.2.0~source-1"
    (tmp_path / "CHANGELOG.md").write_text("## 1.2.0 (2026-01-31)\n")
    assert version(tmp_path) == "1.2.0-1"


def test_where_git_refuses_there_is_no_version(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text("## 1.2.0 (unreleased)\n")
    (tmp_path / ".git").write_text("gitdir: nowhere\n")
    done = run("bash", SCRIPT, "1.2.0", folder=tmp_path, BAIZE_SOURCE=str(tmp_path))
    assert done.returncode != 0 and done.stdout == ""
    assert "fatal: " in done.stderr
