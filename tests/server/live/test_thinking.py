"""Scheduling of bots: one job per table, addresses in turn, quick bots in their own lane."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from torpedo_dice.server.live.thinking import Lane, Thinking


class Gate:
    """Jobs that block until released, and record the order in which they began."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.most = 0
        self._running = 0
        self._lock = threading.Lock()
        self.open = threading.Event()

    def job(self, name: str) -> Callable[[], str]:
        """Return a job of this name."""

        def run() -> str:
            with self._lock:
                self.began.append(name)
                self._running += 1
                self.most = max(self.most, self._running)
            self.open.wait(10)
            with self._lock:
                self._running -= 1
            return name

        return run


def test_addresses_take_turns() -> None:
    """An address with many tables waits after each of its moves for the others."""

    async def main() -> list[str]:
        lane, gate = Lane("test", 1), Gate()
        jobs = [lane.run(f"table {n}", "greedy", gate.job(f"greedy {n}")) for n in range(4)]
        jobs += [lane.run(f"own {n}", "modest", gate.job(f"modest {n}")) for n in range(2)]
        waiting = asyncio.gather(*jobs)
        await asyncio.sleep(0.05)
        gate.open.set()
        assert len(await waiting) == 6
        lane.close()
        return gate.began

    assert asyncio.run(main()) == [
        *("greedy 0", "modest 0", "greedy 1", "modest 1", "greedy 2", "greedy 3"),
    ]


def test_a_table_thinks_once_at_a_time() -> None:
    """Four bots of one table use one thread, and leave the other to the next table."""

    async def main() -> None:
        lane, gate = Lane("test", 2), Gate()
        jobs = [lane.run("table", "one", gate.job(f"bot {n}")) for n in range(4)]
        waiting = asyncio.gather(*jobs, lane.run("other", "one", gate.job("other")))
        await asyncio.sleep(0.05)
        assert sorted(gate.began) == ["bot 0", "other"]
        gate.open.set()
        assert await waiting == ["bot 0", "bot 1", "bot 2", "bot 3", "other"]
        assert gate.most == 2
        lane.close()

    asyncio.run(main())


def test_a_job_that_nobody_waits_for_is_dropped() -> None:
    """A table that closes loses its place; a thread is released when its move is chosen."""

    async def main() -> None:
        lane, gate = Lane("test", 1), Gate()
        first, second, third = (
            asyncio.create_task(lane.run(name, name, gate.job(name))) for name in "abc"
        )
        await asyncio.sleep(0.05)
        first.cancel()
        second.cancel()
        await asyncio.sleep(0.05)
        assert gate.began == ["a"]
        gate.open.set()
        assert await third == "c"
        assert gate.began == ["a", "c"]
        lane.close()

    asyncio.run(main())


def test_an_error_reaches_who_asked() -> None:
    """The lane keeps working."""

    def fail() -> None:
        raise KeyError("a")

    async def main() -> None:
        lane = Lane("test", 1)
        with pytest.raises(KeyError):
            await lane.run("table", "address", fail)
        assert await lane.run("table", "address", lambda: 1) == 1
        lane.close()

    asyncio.run(main())


def test_bots_that_take_longer_have_lanes_of_their_own() -> None:
    """A quick bot never waits for one that searches, or for a third-party bot."""
    thinking = Thinking()
    assert thinking.lane("ensign") is thinking.lane("lieutenant")
    assert thinking.lane("captain") is thinking.lane("admiral")
    lanes = {thinking.lane(bot) for bot in ("ensign", "captain", "gunner")}
    assert len(lanes) == 3
    thinking.close()
