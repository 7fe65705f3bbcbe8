"""A server for the tests that need a real one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.players import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on loopback, for one module's tests. Its log must stay without tracebacks."""
    folder = tmp_path_factory.mktemp("server")
    server = Server(folder / "games.sqlite", folder / "log")
    yield server
    server.kill()
    assert server.faults() == []
