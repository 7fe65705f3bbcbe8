"""A judge's process: one call at a time, with progress, and stopped when nobody waits."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from torpedo_dice.server.http.review_process import JudgeProcess, goes_on


def _count_rounds(rounds: int) -> tuple[int, int]:
    """Pretend to review rounds; return how many were reviewed, and the process."""
    for done in range(rounds):
        if not goes_on(done, rounds):
            return done, os.getpid()
        time.sleep(0.02)
    return rounds, os.getpid()


def _fail() -> None:
    raise ValueError("as expected")


def test_calls_take_turns() -> None:
    """A call that is cancelled stops early, and the next one has the process for itself."""

    async def scenario() -> None:
        process, began = JudgeProcess(), []
        first = asyncio.create_task(
            process.call(lambda: began.append("first"), _count_rounds, 100_000)
        )
        second = asyncio.create_task(process.call(lambda: began.append("second"), _count_rounds, 3))
        while process.progress()[0] < 2:
            await asyncio.sleep(0.01)
        assert process.progress()[1] == 100_000
        assert began == ["first"]
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        rounds, number = await second
        assert rounds == 3
        assert number != os.getpid()
        with pytest.raises(ValueError, match="as expected"):
            await process.call(lambda: None, _fail)
        process.close()
        # A closed one starts again.
        assert await process.call(lambda: None, os.getpid) != number
        process.close()

    asyncio.run(scenario())


def test_without_a_server() -> None:
    """Outside such a process a review simply goes on."""
    assert goes_on(1, 2)
