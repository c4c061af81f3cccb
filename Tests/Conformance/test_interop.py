"""Other people's clients watch two rooms, and are told the same as a watcher without compression, byte for byte."""

import pytest
import watchers
from story import ROLES, Member, Story
from transcript import lines_of

SEED = 20
MODES = ("shared", "no-context", "off")
# How a client asks: as it does by itself, with one parameter of RFC 7692, or not at all.
OFFERS = {"": {}, "bits=12": {"bits": 12}, "bits=10": {"bits": 10}, "no context": {"noContext": True},
          "nothing": {"none": True}}
ASKS = {"chromium": [""], "firefox": [""], "gorilla": ["", "nothing"], "websockets": list(OFFERS),
        "node-ws": list(OFFERS)}


def members_of(config):
    wanted = config.getoption("--clients")
    names = list(watchers.PROGRAMS) if wanted == "all" else wanted.split()
    return [f"{name}, {asks}" if asks else name for name in names for asks in ASKS[name]]


def pytest_generate_tests(metafunc):
    if "story" in metafunc.fixturenames:
        metafunc.parametrize("story", MODES, indirect=True, scope="module")
    if "member" in metafunc.fixturenames:
        metafunc.parametrize("member", members_of(metafunc.config), indirect=True)


@pytest.fixture(scope="module")
def story(request, programs, serve):
    """Told once for each way of compressing; the tests look at what each member heard."""
    origins = [part for program in programs.values() if hasattr(program, "origin")
               for part in ("--allow-origin", program.origin)]
    server = serve("--loops", "2", "--compression", request.param, *origins)
    members = []
    for name in members_of(request.config):
        program, _, asks = name.partition(", ")
        if programs[program]:
            members.append(Member(name, programs[program], OFFERS[asks]))
    story = Story(server, members, SEED)
    print(f"seed {SEED}")
    story.mode = request.param
    story.by_name = {member.name: member for member in members}
    try:
        story.tell()
        yield story
    finally:
        story.close()


@pytest.fixture(scope="module")
def published(story):
    """Lines that were published, in order, when every member had heard its story."""
    return story.publish()


@pytest.fixture
def member(request, story):
    program = request.param.partition(", ")[0]
    if request.param not in story.by_name:
        lacks = pytest.fail if request.config.getoption("--need-clients") else pytest.skip
        lacks(f"{program} is not here; it needs {watchers.PACKAGES[program]}")
    member = story.by_name[request.param]
    if member.failure:
        raise member.failure
    return member


def test_it_agrees_on_what_it_asked_for(story, member):
    answers = {seen.watcher.answer for seen in (*member.seen.values(), member.resumed)}
    assert len(answers) == 1
    answer = answers.pop().replace(" ", "")
    asks = member.name.partition(", ")[2]
    if story.mode == "off" or asks in ("nothing", "bits=10"):
        assert answer == ""
        return
    name, *parameters = answer.split(";")
    assert name == "permessage-deflate"
    if member.name == "firefox":  # tells its page no more
        return
    assert "client_no_context_takeover" in parameters
    # Gorilla takes no context whatever it is given.
    keeps_none = story.mode == "no-context" or asks == "no context" or member.name == "gorilla"
    assert ("server_no_context_takeover" in parameters) == keeps_none
    windows = [parameter for parameter in parameters if parameter.startswith("server_max_window_bits")]
    assert windows == (["server_max_window_bits=12"] if asks == "bits=12" else [])


def test_who_comes_late_misses_nothing(story, member):
    heard = story.heard(member, "late", story.table)
    assert heard.snapshots == ["join"] and heard.version == story.table.version and heard.events > 20


def test_who_falls_behind_gets_a_snapshot_and_goes_on(story, member):
    heard = story.heard(member, "slow", story.board)
    assert heard.snapshots[0] == "join" and "behind" in heard.snapshots
    assert heard.version == story.board.version


def test_who_changes_rooms_hears_each_from_its_snapshot(story, member):
    heard = story.heard(member, "roaming", story.table)
    assert heard.snapshots == ["join", "join"] and heard.version == story.table.version
    elsewhere = story.heard(member, "roaming", story.board)
    assert elsewhere.snapshots == ["join"] and elsewhere.events > 0


def test_who_watches_two_rooms_hears_both(story, member):
    for room in (story.table, story.board):
        heard = story.heard(member, "both", room)
        assert heard.snapshots == ["join"] and heard.version == member.held[room.name]


def test_who_resumes_goes_on_where_it_was(story, member):
    for room in (story.table, story.board):
        heard = story.heard(member, "resumed", room)
        assert heard.version == room.version
        assert set(heard.snapshots) <= {"resume"}


def test_nobody_is_closed(story, member):
    codes = {role: member.seen[role].watcher.code for role in ROLES if role != "both"}
    assert codes == {"late": None, "slow": None, "roaming": None} and member.resumed.watcher.code is None


def test_publications_come_whole_and_in_order(published, member):
    heard = [line for text in member.publications.texts for line in lines_of(text)]
    first = len(published) - len(heard)
    # A member that joins may hear a few old publications again, but never misses one published since.
    assert 0 <= first <= len(published) // 3 and heard == published[first:]
