"""What `make install` lays out, with a program in the place of Baize that has the same ways of telling about itself."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "Tests/Tools/package/install.sh"
HELP = """{"serializationVersion":0,"command":{"commandName":"baize","abstract":"A server.","shouldDisplay":true,
"arguments":[],"subcommands":[{"commandName":"serve","abstract":"Start it.","shouldDisplay":true}]}}"""
PROGRAM = f"""#!/bin/sh
case $1 in
  --version) echo 1.2.3 ;;
  --experimental-dump-help) cat <<'END'
{HELP}
END
  ;;
  --generate-completion-script) echo "completion for $2$BAIZE_PORT" ;;
esac
"""
FILES = {
    "bin/baize", "libexec/baize-backup", "share/baize/Public/index.html", "lib/systemd/system/baize.service",
    "lib/systemd/system/baize.socket", "lib/systemd/system/baize-backup.service",
    "lib/systemd/system/baize-backup.timer", "lib/sysusers.d/baize.conf", "share/man/man1/baize.1",
    "share/man/man1/baize-serve.1", "share/bash-completion/completions/baize", "share/zsh/site-functions/_baize",
    "share/fish/vendor_completions.d/baize.fish", "share/doc/baize/CHANGELOG.md", "share/doc/baize/deploy/README.md",
    "share/doc/baize/deploy/nginx.conf", "share/doc/baize/docs/OPERATIONS.md",
    "share/doc/baize/docs/decisions/0033-what-is-installed.md", "share/doc/baize/docs/examples/watch.py",
}


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "built/baize"
    path.parent.mkdir()
    path.write_text(PROGRAM)
    path.chmod(0o755)
    return path


def run(program, *arguments, **environment):
    return subprocess.run(
        ["bash", SCRIPT, *map(str, arguments)], env={**os.environ, "BAIZE_BIN": str(program), **environment},
        capture_output=True, text=True, check=False)


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_all_lies_under_the_prefix_and_goes_again_but_for_the_settings(program, tmp_path):
    prefix = tmp_path / "prefix"
    done = run(program, prefix)
    assert done.returncode == 0, done.stderr
    assert str(prefix) in done.stdout
    assert files(prefix) >= FILES | {"etc/baize/baize.conf"}
    assert files(ROOT / "Public") == files(prefix / "share/baize/Public")
    executable = {name for name in files(prefix) if (prefix / name).stat().st_mode & 0o111}
    assert executable == {"bin/baize", "libexec/baize-backup"}
    assert (prefix / "share/zsh/site-functions/_baize").read_text() == "completion for zsh\n"
    assert run(program, "--remove", prefix).returncode == 0
    assert files(prefix) == {"etc/baize/baize.conf"}


def test_units_name_the_program_and_the_settings_where_they_were_installed(program, tmp_path):
    prefix = tmp_path / "prefix"
    assert run(program, f"{prefix}/").returncode == 0
    units = prefix / "lib/systemd/system"
    assert (f"ExecStart={prefix}/bin/baize serve --config {prefix}/etc/baize/baize.conf "
            in (units / "baize.service").read_text())
    assert f"ExecStart={prefix}/libexec/baize-backup " in (units / "baize-backup.service").read_text()
    assert not any("/usr/local" in unit.read_text() for unit in units.iterdir())


@pytest.mark.parametrize("prefix", ["/usr", "/usr/local", "/usr//local/"])
def test_a_prefix_of_the_system_has_its_settings_in_the_system_s_folder(program, tmp_path, prefix):
    done = run(program, prefix, DESTDIR=str(tmp_path / "package"))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    short = prefix.strip("/").replace("//", "/")
    found = files(tmp_path / "package")
    assert found >= {f"{short}/{name}" for name in FILES} | {"etc/baize/baize.conf"}
    assert {name for name in found if not name.startswith(f"{short}/")} == {"etc/baize/baize.conf"}
    unit = (tmp_path / "package" / short / "lib/systemd/system/baize.service").read_text()
    assert f"ExecStart=/{short}/bin/baize serve --config /etc/baize/baize.conf " in unit


def test_settings_of_who_builds_it_are_in_no_completion(program, tmp_path):
    assert run(program, tmp_path / "prefix", BAIZE_PORT="9000").returncode == 0
    assert (tmp_path / "prefix/share/zsh/site-functions/_baize").read_text() == "completion for zsh\n"


def test_an_installation_that_fails_leaves_the_one_before_as_it_was(program, tmp_path):
    prefix = tmp_path / "prefix"
    assert run(program, prefix).returncode == 0
    before = {name: (prefix / name).read_bytes() for name in files(prefix)}
    # As on a full disk: half of it is there when the copy ends.
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "cp").write_text(
        '#!/bin/sh\ncase "$*" in *.baize-new) /bin/cp "$@"; rm -r "$3/bin"; exit 1 ;; *) exec /bin/cp "$@" ;; esac\n')
    (tools / "cp").chmod(0o755)
    program.write_text(PROGRAM + "# the next one\n")
    assert run(program, prefix, PATH=f"{tools}:{os.environ['PATH']}").returncode != 0
    assert {name: (prefix / name).read_bytes() for name in files(prefix)} == before
    assert run(program, prefix).returncode == 0
    assert (prefix / "bin/baize").read_text().endswith("# the next one\n")


def test_folders_that_are_links_to_other_places_stay_links(program, tmp_path):
    (tmp_path / "disk/u/programs").mkdir(parents=True)
    (tmp_path / "home").symlink_to("disk")
    (tmp_path / "disk/u/bin").symlink_to("programs")
    for _ in range(2):
        done = run(program, tmp_path / "home/u")
        assert done.returncode == 0, done.stderr
        assert files(tmp_path / "disk/u") >= (FILES - {"bin/baize"}) | {"programs/baize"}
        assert not (tmp_path / "disk/u/.baize-new").exists()
    assert (tmp_path / "home").is_symlink() and (tmp_path / "disk/u/bin").is_symlink()


def test_settings_that_are_there_stay_and_what_an_earlier_client_had_goes(program, tmp_path):
    prefix = tmp_path / "prefix"
    assert run(program, prefix).returncode == 0
    settings = prefix / "etc/baize/baize.conf"
    settings.write_text("port = 9000\n")
    old = [prefix / "share/baize/Public/old.js", prefix / "share/man/man1/baize-old.1"]
    others = [prefix / "bin/other", prefix / "share/man/man1/other.1"]
    for each in (*old, *others):
        each.write_text("")
    assert run(program, prefix).returncode == 0
    assert settings.read_text() == "port = 9000\n"
    assert not any(each.exists() for each in old)
    assert run(program, "--remove", prefix).returncode == 0
    assert all(each.exists() for each in others)


def test_files_can_be_read_by_the_server_whatever_the_caller_s_mask_is(program, tmp_path):
    command = f'umask 077; exec bash "{SCRIPT}" "{tmp_path}/prefix"'
    subprocess.run(["bash", "-c", command], env={**os.environ, "BAIZE_BIN": str(program)}, check=True)
    hidden = [path for path in (tmp_path / "prefix").rglob("*") if path.stat().st_mode & 0o044 != 0o044]
    assert hidden == []


@pytest.mark.parametrize("prefix", ["", "usr", "./here", "/a b", "/a%b", "/a\nb", "/a;b"])
def test_a_prefix_that_a_unit_could_not_name_is_refused(program, prefix):
    done = run(program, prefix)
    assert done.returncode == 1
    assert "PREFIX must be an absolute path" in done.stderr
    assert run(program, "--remove", prefix).returncode == 1


def test_without_a_built_program_nothing_is_changed(tmp_path):
    done = run(tmp_path / "none", tmp_path / "prefix")
    assert done.returncode == 1
    assert "is not there; `make install` builds it" in done.stderr
    assert not (tmp_path / "prefix").exists()


def test_who_may_not_write_there_is_told_what_to_do(program, tmp_path):
    place = tmp_path / "others"
    place.mkdir(mode=0o555)
    # Without sudo on the path, and as a root that cannot do what others cannot.
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("bash", "dirname", "realpath"):
        (tools / tool).symlink_to(f"/usr/bin/{tool}")
    weak = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*weak, "env", f"PATH={tools}", f"BAIZE_BIN={program}", "HOME=/mine", "bash", SCRIPT, place / "prefix"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"this user may not write to {place}" in done.stderr
    assert "PREFIX=/mine/.local" in done.stderr
    assert list(place.iterdir()) == []
