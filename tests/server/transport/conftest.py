"""The server that the attacks are made on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.transport.attacks import NarrowServer


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NarrowServer]:
    """A server whose limits are reached within seconds; its log must stay without tracebacks."""
    folder = tmp_path_factory.mktemp("narrow")
    server = NarrowServer(folder / "games.sqlite", folder / "log")
    yield server
    server.kill()
    assert "Traceback" not in server.log.read_text()
