"""Replays are prepared apart from the event loop, one per client at a time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from multiprocessing import resource_tracker

import pytest

from tests.record.long_game import long_record
from torpedo_dice.record import Finding, RecordData
from torpedo_dice.rules import Sentence, Sheet
from torpedo_dice.server.http.replay_jobs import MAX_JOBS, ReplayJobs
from torpedo_dice.server.live.refusal import RequestRefused


async def run(jobs: ReplayJobs, client: str, data: bytes) -> bytes:
    """Run a job whose record has arrived already."""

    async def read() -> bytes:
        return data

    return await jobs.run(client, read)


async def _refusal(jobs: ReplayJobs, client: str, data: bytes) -> tuple[int, str]:
    with pytest.raises(RequestRefused) as caught:
        await run(jobs, client, data)
    return caught.value.status, caught.value.code


def _is_running(jobs: ReplayJobs) -> bool:
    assert jobs._pool is not None
    return any(job.future.running() for job in list(jobs._pool._pending_work_items.values()))


def test_one_job_per_client(training: Sheet) -> None:
    """A second one is refused while the first runs; others wait; all of that is bounded."""
    data = json.dumps(long_record(training, rounds=60)).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        running = [asyncio.create_task(run(jobs, f"c{n}", data)) for n in range(MAX_JOBS)]
        await asyncio.sleep(0)
        assert await _refusal(jobs, "c0", data) == (429, "replay_running")
        assert await _refusal(jobs, "another", data) == (503, "replays_busy")
        # The work is not done in this process, so its event loop is free.
        before = time.process_time()
        await asyncio.wait(running)
        assert time.process_time() - before < 0.5
        assert all(json.loads(task.result())["steps"] for task in running)
        assert await run(jobs, "c0", data) == running[0].result()
        jobs.close()

    asyncio.run(scenario())


def test_a_client_that_does_not_wait(training: Sheet) -> None:
    """Its job counts until it ends."""
    data = json.dumps(long_record(training, rounds=60)).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        await run(jobs, "warm", data)
        gone = asyncio.create_task(run(jobs, "gone", data))
        # A job that has not begun would be cancelled with it.
        while not _is_running(jobs):
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        assert await _refusal(jobs, "gone", data) == (429, "replay_running")
        await run(jobs, "other", data)
        await run(jobs, "gone", data)
        jobs.close()

    asyncio.run(scenario())


def test_no_semaphores_are_left(training: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else Python complains of them when a signal ends the server; a job under way ends too."""
    data = json.dumps(long_record(training, rounds=60)).encode()
    left: set[str] = set()
    register, unregister = resource_tracker.register, resource_tracker.unregister
    monkeypatch.setattr(
        resource_tracker, "register", lambda name, kind: (left.add(name), register(name, kind))
    )
    monkeypatch.setattr(
        resource_tracker,
        "unregister",
        lambda name, kind: (left.discard(name), unregister(name, kind)),
    )

    async def scenario() -> None:
        jobs = ReplayJobs()
        await run(jobs, "warm", data)
        under_way = asyncio.create_task(run(jobs, "a", data))
        while not _is_running(jobs):
            await asyncio.sleep(0)
        assert left
        jobs.close()
        with pytest.raises(RequestRefused):
            await under_way

    asyncio.run(scenario())
    assert left == set()


def test_a_finding_keeps_its_sentence(training_record: RecordData) -> None:
    """It comes back with its place and its pattern, to be translated."""

    async def scenario() -> Finding:
        jobs = ReplayJobs()
        with pytest.raises(Finding) as caught:
            await run(jobs, "a", json.dumps({**training_record, "first": 9}).encode())
        jobs.close()
        return caught.value

    found = asyncio.run(scenario())
    assert found.where == "first"
    assert isinstance(found.what, Sentence)
    assert "{seat}" in found.what.pattern


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_dies(training_record: RecordData) -> None:
    """The client is asked to try again, and then it works."""
    data = json.dumps(training_record).encode()

    async def scenario() -> None:
        jobs = ReplayJobs()
        await run(jobs, "a", data)
        assert jobs._pool is not None
        for process in jobs._pool._processes:
            os.kill(process, signal.SIGKILL)
        assert await _refusal(jobs, "a", data) == (503, "replays_busy")
        await run(jobs, "a", data)
        jobs.close()

    asyncio.run(scenario())


def test_a_record_is_not_read_before_there_is_a_place_for_it(training_record: RecordData) -> None:
    """Twenty large ones of one client took 150 MB, nineteen of them only to be refused."""
    data = json.dumps(training_record).encode()

    async def scenario() -> None:
        jobs, arrived = ReplayJobs(), asyncio.Event()

        async def slow() -> bytes:
            await arrived.wait()
            return data

        async def unread() -> bytes:
            raise AssertionError("it was read")

        first = asyncio.create_task(jobs.run("a", slow))
        await asyncio.sleep(0)
        with pytest.raises(RequestRefused) as caught:
            await jobs.run("a", unread)
        assert caught.value.code == "replay_running"
        arrived.set()
        assert json.loads(await first)["steps"]
        # A client that goes away before its record has arrived gives its place back.
        gone = asyncio.create_task(jobs.run("b", asyncio.Event().wait))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        assert json.loads(await run(jobs, "b", data))["steps"]
        jobs.close()

    asyncio.run(scenario())
