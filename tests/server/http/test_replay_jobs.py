"""Replays are prepared apart from the event loop, one per client at a time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time

import pytest

from tests.record.long_game import long_record
from torpedo_dice.record import Finding, RecordData
from torpedo_dice.rules import Sentence, Sheet
from torpedo_dice.server.http.replay_jobs import MAX_JOBS, ReplayJobs
from torpedo_dice.server.live.lobby import RequestRefused


async def _refusal(jobs: ReplayJobs, client: str, data: bytes) -> tuple[int, str]:
    with pytest.raises(RequestRefused) as caught:
        await jobs.run(client, data)
    return caught.value.status, caught.value.code


def test_one_job_per_client(training: Sheet) -> None:
    """A second one is refused while the first runs; others wait; all of that is bounded."""
    data = json.dumps(long_record(training, rounds=60)).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        running = [asyncio.create_task(jobs.run(f"c{n}", data)) for n in range(MAX_JOBS)]
        await asyncio.sleep(0)
        assert await _refusal(jobs, "c0", data) == (429, "replay_running")
        assert await _refusal(jobs, "another", data) == (503, "replays_busy")
        # The work is not done in this process, so its event loop is free.
        before = time.process_time()
        await asyncio.wait(running)
        assert time.process_time() - before < 0.5
        assert all(json.loads(task.result())["steps"] for task in running)
        assert await jobs.run("c0", data) == running[0].result()
        jobs.close()

    asyncio.run(scenario())


def test_a_client_that_does_not_wait(training: Sheet) -> None:
    """Its job counts until it ends."""
    data = json.dumps(long_record(training, rounds=60)).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        await jobs.run("warm", data)
        gone = asyncio.create_task(jobs.run("gone", data))
        await asyncio.sleep(0.05)
        gone.cancel()
        await asyncio.sleep(0)
        assert await _refusal(jobs, "gone", data) == (429, "replay_running")
        await jobs.run("other", data)
        await jobs.run("gone", data)
        jobs.close()

    asyncio.run(scenario())


def test_a_finding_keeps_its_sentence(training_record: RecordData) -> None:
    """It comes back with its place and its pattern, to be translated."""

    async def scenario() -> Finding:
        jobs = ReplayJobs()
        with pytest.raises(Finding) as caught:
            await jobs.run("a", json.dumps({**training_record, "first": 9}).encode())
        jobs.close()
        return caught.value

    found = asyncio.run(scenario())
    assert found.where == "first"
    assert isinstance(found.what, Sentence)
    assert "{first}" in found.what.pattern


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_dies(training_record: RecordData) -> None:
    """The client is asked to try again, and then it works."""
    data = json.dumps(training_record).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        await jobs.run("a", data)
        assert jobs._pool is not None
        for process in jobs._pool._processes:
            os.kill(process, signal.SIGKILL)
        assert await _refusal(jobs, "a", data) == (503, "replays_busy")
        await jobs.run("a", data)
        jobs.close()

    asyncio.run(scenario())
