"""Servers for tests of the wire, and other people's clients, each started once."""

import pathlib
import sys

import pytest

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("BrowserTests", "Tools")]

import slices  # noqa: E402
import watchers  # noqa: E402
from serving import Server  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--clients", default=" ".join(slices.ALWAYS), help="names of clients, or all")
    parser.addoption("--every-game", action="store_true", help="the examples play all games, not a choice and a slice")
    parser.addoption("--need-clients", action="store_true", help="a client that is not installed is a failure")


@pytest.fixture(scope="session")
def programs(request):
    """{name: a running client, or None where it is not installed}"""
    wanted = request.config.getoption("--clients")
    names = list(watchers.PROGRAMS) if wanted == "all" else wanted.split()
    running = {name: watchers.PROGRAMS[name]() for name in names}
    yield running
    for program in running.values():
        if program:
            program.end()


@pytest.fixture(scope="module")
def serve():
    """Starts servers, each with settings of its own, that run until the module's end."""
    servers = []

    def start(*arguments):
        servers.append(Server("--lab", *arguments))
        return servers[-1]

    yield start
    ended = [server.process.poll() for server in servers]
    for server in servers:
        server.stop()
    assert not any(code is not None for code in ended), f"a server ended in the middle: {ended}"
