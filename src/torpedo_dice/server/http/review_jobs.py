"""Reviews that were requested: who waits for them, how far they are, and the last results.

A review is identified by its record, judge and reader, so the same request gets the same one.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ParamSpec, TypeVar

from torpedo_dice.record import Finding, RecordError
from torpedo_dice.rules import Sentence
from torpedo_dice.server.config import Limits
from torpedo_dice.server.http.continued import Continued
from torpedo_dice.server.http.judges import JUDGES
from torpedo_dice.server.http.review_process import (
    BadTryError,
    Choice,
    JudgeProcess,
    Reader,
    ReviewStoppedError,
)
from torpedo_dice.server.live.refusal import RequestRefused

P = ParamSpec("P")
T = TypeVar("T")

# Seconds that a call waits for a result before it returns how far the review is.
WAIT_SECONDS = 1.0
# Seconds after which a review that nobody has asked about is stopped.
PATIENCE_SECONDS = 20.0
# Bytes of finished reviews that are kept, with their records.
MAX_KEPT = 32 * 1024 * 1024
_LOOK_SECONDS = 0.5
# The judge whose process does what needs no judge.
_LIGHTEST = "quick"


@dataclass(slots=True, eq=False)
class ReviewJob:
    """A review."""

    id: str
    record: bytes
    judge: str
    reader: Reader
    # Who waits for it.
    clients: set[str] = field(default_factory=set)
    asked_at: float = field(default_factory=time.monotonic)
    is_running: bool = False
    result: bytes | None = None
    task: asyncio.Task[bytes] | None = None


class ReviewJobs:
    """All reviews of a server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._processes = {judge: JudgeProcess() for judge in JUDGES}
        # Finished ones first used first; the others are few.
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        # The clients whose records are being read, or who ask about a decision.
        self._busy: list[str] = []

    async def start(
        self, client: str, judge: str, reader: Reader, read: Callable[[], Awaitable[bytes]]
    ) -> ReviewJob:
        """Begin to review a record, and wait a moment for the result.

        The record is read after its client has been given a place, as in `ReplayJobs`.
        """
        _check_judge(judge)
        self._check_limits(client)
        self._busy.append(client)
        try:
            record = await read()
        finally:
            self._busy.remove(client)
        _check_record(record)
        identity = f"{judge} {reader.language} {reader.you}".encode()
        number = sha256(b"\0".join([identity, record])).hexdigest()[:32]
        job = self._jobs.get(number)
        if job is None:
            job = self._jobs[number] = ReviewJob(number, record, judge, reader)
            job.task = asyncio.create_task(self._run(job))
            # Its exception is for those who wait; there may be nobody any more.
            job.task.add_done_callback(lambda task: task.cancelled() or task.exception())
        job.clients.add(client)
        return await self._awaited(job)

    async def show(self, client: str, number: str) -> ReviewJob:
        """Wait a moment for a review that was begun."""
        job = self._found(number)
        job.clients.add(client)
        return await self._awaited(job)

    def progress(self, job: ReviewJob) -> tuple[int, int]:
        """Return how many rounds are reviewed, and how many there are, as far as known."""
        return self._processes[job.judge].progress() if job.is_running else (0, 0)

    def cancel(self, client: str, number: str) -> None:
        """Stop a review unless others wait for it, too."""
        job = self._jobs.get(number)
        if job is not None and job.result is None:
            job.clients.discard(client)
            if not job.clients and job.task is not None:
                job.task.cancel()

    async def attempt(
        self, client: str, judge: str, reader: Reader, record: bytes, choice: Choice, move: str
    ) -> bytes:
        """Judge another move at a decision of a game.

        It needs nothing of an earlier review, which another process may have made.
        """
        _check_judge(judge)
        _check_record(record)
        try:
            return await self._asked(client, judge, _tried, record, judge, reader, choice, move)
        except BadTryError as error:
            raise RequestRefused(422, "move", error.args[0]) from None

    async def position(self, client: str, record: bytes, played: int) -> Continued:
        """Return the position before a move of a game, to continue from."""
        _check_record(record)
        return await self._asked(client, _LIGHTEST, _continued, record, played)

    def close(self) -> None:
        """Stop everything."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        for process in self._processes.values():
            process.close()

    # ------------------------------------------------------------------ inside

    def _check_limits(self, client: str) -> None:
        waiting = [job for job in self._jobs.values() if job.result is None]
        own = sum(client in job.clients for job in waiting) + self._busy.count(client)
        if own >= self._limits.reviews:
            why = Sentence("your last review is still running: wait for it, or stop it")
            raise RequestRefused(429, "review_running", why)
        if len(waiting) + len(self._busy) >= self._limits.all_reviews:
            why = Sentence("too many games are being reviewed: try again later")
            raise RequestRefused(503, "reviews_busy", why)

    def _found(self, number: str) -> ReviewJob:
        job = self._jobs.get(number)
        if job is None:
            why = Sentence("that review is gone: request it again")
            raise RequestRefused(404, "no_such_review", why)
        return job

    async def _awaited(self, job: ReviewJob) -> ReviewJob:
        job.asked_at = time.monotonic()
        if job.result is None and job.task is not None:
            while not (done := (await asyncio.wait([job.task], timeout=WAIT_SECONDS))[0]):
                job.asked_at = time.monotonic()
                # The answer says whether the record is valid, even if the process starts slowly.
                if not job.is_running or self.progress(job) != (0, 0):
                    break
            job.asked_at = time.monotonic()
            if done:
                if job.task.cancelled():
                    raise RequestRefused(409, "stopped", Sentence("the review was stopped"))
                job.task.result()
        return job

    async def _run(self, job: ReviewJob) -> bytes:
        """Review a game, unless everybody who wanted to see it has left."""

        def began() -> None:
            job.is_running = True

        args = (job.record, job.judge, job.reader, self._limits.review_seconds)
        work = asyncio.create_task(self._call(job.judge, began, _reviewed, *args))
        try:
            while not (await asyncio.wait([work], timeout=_LOOK_SECONDS))[0]:
                if time.monotonic() - job.asked_at > PATIENCE_SECONDS:
                    raise asyncio.CancelledError
            job.result = work.result()
        finally:
            work.cancel()
            if job.result is None:
                self._jobs.pop(job.id, None)
        self._forget_old()
        return job.result

    async def _asked(
        self,
        client: str,
        judge: str,
        work: Callable[P, T | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Ask about a decision, within the limits of reviews."""
        self._check_limits(client)
        self._busy.append(client)
        try:
            answer = await self._call(judge, lambda: None, work, *args, **kwargs)
        finally:
            self._busy.remove(client)
        if answer is None:
            raise RequestRefused(404, "no_such_decision", Sentence("there’s no such decision"))
        return answer

    async def _call(
        self,
        judge: str,
        began: Callable[[], None],
        work: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        process = self._processes[judge]
        try:
            return await process.call(began, work, *args, **kwargs)
        except ReviewStoppedError:
            why = Sentence("this game takes too long to review here: use “torpedo review”")
            raise RequestRefused(422, "review_too_long", why) from None
        except BrokenProcessPool:
            process.close()
            why = Sentence("the game couldn’t be reviewed: try again")
            raise RequestRefused(503, "reviews_busy", why) from None

    def _forget_old(self) -> None:
        kept = [job for job in self._jobs.values() if job.result is not None]
        size = sum(len(job.record) + len(job.result or b"") for job in kept)
        for job in kept[:-1]:
            if size <= MAX_KEPT:
                return
            size -= len(job.record) + len(job.result or b"")
            del self._jobs[job.id]


def _check_judge(judge: str) -> None:
    if judge not in JUDGES:
        facts = {"judge": judge[:40], "known": ", ".join(JUDGES)}
        raise RequestRefused(
            422, "judge", Sentence("there’s no judge {judge!r}: use {known}", **facts)
        )


def _check_record(record: bytes) -> None:
    """Refuse what is clearly no record; the rest is left to a process, which may have to start."""
    if not record.lstrip().startswith(b"{"):
        why = Sentence("not a game record: {why}", why=Sentence("it isn’t a JSON object"))
        raise RecordError(why)
    if b'"format"' not in record:
        raise Finding("format", Sentence("is missing"))


# The compiled judges are loaded in the process only.


def _reviewed(record: bytes, judge: str, reader: Reader, seconds: float) -> bytes:
    from torpedo_dice.server.http import review_work

    return review_work.reviewed(record, judge, reader, seconds)


def _tried(record: bytes, judge: str, reader: Reader, choice: Choice, move: str) -> bytes | None:
    from torpedo_dice.server.http import review_work

    return review_work.tried(record, judge, reader, choice, move)


def _continued(record: bytes, played: int) -> Continued | None:
    from torpedo_dice.server.http import review_work

    return review_work.continued(record, played)
