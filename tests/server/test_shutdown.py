"""A server that is told to stop does so in time, even if its database doesn't answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.players import Page, Server
from tools.postgres import MISSING, Cluster, find_postgres

# Within this many seconds, as hosting.md says.
STOP_SECONDS = 5.0


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own, which can be suspended."""
    if find_postgres() is None:
        pytest.skip(MISSING)
    cluster = Cluster()
    try:
        yield cluster
    finally:
        suspend(cluster, signal.SIGCONT)
        cluster.remove()


def suspend(cluster: Cluster, how: signal.Signals) -> None:
    """Suspend or resume all processes of a PostgreSQL: its connections stay open."""
    assert cluster.process is not None
    pid = cluster.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in (pid, *map(int, children)):
        os.kill(one, how)


@pytest.mark.skipif(sys.platform != "linux", reason="finds PostgreSQL's processes in /proc")
def test_a_server_stops_in_time_while_its_database_hangs(tmp_path: Path, cluster: Cluster) -> None:
    """With a command that waits for its commit; its player can reconnect elsewhere at once."""
    server = Server(cluster.url(), tmp_path / "log")
    assert server.process is not None
    made = server.make("training")

    async def main() -> None:
        async with Page(server, made["table"], made["seats"][0]["secret"]) as page:
            suspend(cluster, signal.SIGSTOP)
            seat = page.views["0"]["to_move"][0]
            move = {"command": "move", "id": "a", "move": f"{seat} take 0"}
            await page.say({"type": "command", **move})
            await asyncio.sleep(0.2)

    try:
        asyncio.run(main())
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)
        assert time.monotonic() - began < STOP_SECONDS
    finally:
        server.kill()
