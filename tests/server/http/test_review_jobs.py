"""Reviews in progress: limits per client and in total, shared results, what nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from torpedo_dice.server.config import Limits
from torpedo_dice.server.http import review_jobs
from torpedo_dice.server.http.review_jobs import ReviewJob, ReviewJobs
from torpedo_dice.server.http.review_process import Reader, ReviewStoppedError
from torpedo_dice.server.live.lobby import RequestRefused


class Process:
    """Answers when the test wants it to."""

    def __init__(self) -> None:
        self.calls = 0
        self.ready = asyncio.Event()
        self.error: Exception | None = None

    async def call(self, began: Callable[[], None], _work: object, record: bytes, *_: Any) -> bytes:
        """Review a record."""
        self.calls += 1
        began()
        await self.ready.wait()
        if self.error is not None:
            raise self.error
        return b"review of " + record

    def progress(self) -> tuple[int, int]:
        """Return the same each time."""
        return 3, 7

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    """The process of the only judge; nobody waits long for it."""
    made = Process()
    monkeypatch.setattr(review_jobs, "JudgeProcess", lambda: made)
    monkeypatch.setattr(review_jobs, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(review_jobs, "_LOOK_SECONDS", 0.01)
    return made


def _record(number: int) -> bytes:
    return b'{"format": %d' % number


def _reads(record: bytes) -> Any:
    async def read() -> bytes:
        return record

    return read


async def _start(jobs: ReviewJobs, client: str, record: bytes, judge: str = "quick") -> ReviewJob:
    return await jobs.start(client, judge, Reader("en"), _reads(record))


async def _refusal(wanted: Any) -> tuple[int, str]:
    with pytest.raises(RequestRefused) as caught:
        await wanted
    return caught.value.status, caught.value.code


def test_limits_and_results(process: Process) -> None:
    """The same record is reviewed once for all; too many at once are refused."""

    async def scenario() -> None:
        jobs = ReviewJobs(Limits(reviews=2, all_reviews=3))
        assert await _refusal(_start(jobs, "ada", _record(1), "best")) == (422, "judge")
        one = await _start(jobs, "ada", _record(1))
        assert one.result is None
        assert jobs.progress(one) == (3, 7)
        assert await _start(jobs, "noor", _record(1)) is one
        await _start(jobs, "ada", _record(2))
        assert await _refusal(_start(jobs, "ada", _record(3))) == (429, "review_running")
        await _start(jobs, "noor", _record(3))
        assert await _refusal(_start(jobs, "zoe", _record(4))) == (503, "reviews_busy")
        process.ready.set()
        assert (await jobs.show("ada", one.id)).result == b"review of " + _record(1)
        assert process.calls == 3
        again = await _start(jobs, "zoe", _record(1))
        assert again.result == b"review of " + _record(1)
        assert process.calls == 3
        assert await _refusal(jobs.show("ada", "0" * 32)) == (404, "no_such_review")
        jobs.close()

    asyncio.run(scenario())


def test_stopped(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review ends when the last one who waits cancels it, or when nobody asks any more."""

    async def scenario() -> None:
        jobs = ReviewJobs(Limits())
        job = await _start(jobs, "ada", _record(1))
        await _start(jobs, "noor", _record(1))
        jobs.cancel("ada", job.id)
        assert (await jobs.show("noor", job.id)) is job
        jobs.cancel("noor", job.id)
        assert await _refusal(jobs.show("noor", job.id)) == (409, "stopped")
        assert await _refusal(jobs.show("noor", job.id)) == (404, "no_such_review")
        monkeypatch.setattr(review_jobs, "PATIENCE_SECONDS", 0.0)
        forgotten = await _start(jobs, "ada", _record(2))
        await asyncio.sleep(0.05)
        assert await _refusal(jobs.show("ada", forgotten.id)) == (404, "no_such_review")
        jobs.close()

    asyncio.run(scenario())


def test_failures_and_memory(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is told once and forgotten; old results make room for new ones."""

    async def scenario() -> None:
        jobs = ReviewJobs(Limits())
        process.ready.set()
        process.error = ReviewStoppedError()
        assert await _refusal(_start(jobs, "ada", _record(1))) == (422, "review_too_long")
        process.error = None
        assert (await _start(jobs, "ada", _record(1))).result == b"review of " + _record(1)
        monkeypatch.setattr(review_jobs, "MAX_KEPT", 60)
        first, last = [
            await _start(jobs, "ada", record) for record in (_record(22222), _record(33333))
        ]
        assert await _refusal(jobs.show("ada", first.id)) == (404, "no_such_review")
        assert (await jobs.show("ada", last.id)) is last
        jobs.close()

    asyncio.run(scenario())
