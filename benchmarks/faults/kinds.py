"""The faults: each breaks something for a while, and mends it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from random import Random

from benchmarks.faults.history import History
from benchmarks.faults.links import Link
from benchmarks.faults.world import Worker, World

# Seconds within which a process that is told to stop must be gone.
STOP_SECONDS = 5.0
_HOUR = 3600.0


class Faults:
    """Breaks a world at random moments."""

    def __init__(self, world: World, history: History, whim: Random) -> None:
        self._world = world
        self._history = history
        self._whim = whim
        # What is broken now: a fault leaves the targets of others alone.
        self._broken: set[str] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self.kinds: dict[str, tuple[int, Callable[[str], Awaitable[None]]]] = {
            # How often each occurs, and how it is done.
            "kill a process": (20, self._kill_worker),
            "stop a process": (8, self._stop_worker),
            "pause a process": (15, self._pause_worker),
            "kill the proxy": (8, self._kill_proxy),
            "cut a link": (18, self._cut),
            "slow a link": (10, self._slow),
            "stall a link": (8, self._stall),
            "kill the database": (5, self._kill_database),
            "fail over": (3, self._fail_over),
        }
        if world.database.has_disks:
            self.kinds["fill the disk"] = (4, self._fill_disk)
        if world.workers[0].faketime is None:
            print("libfaketime is not installed: no clock will be moved.", file=sys.stderr)
        else:
            self.kinds["move a clock"] = (8, self._move_clock)

    async def one(self) -> None:
        """Break something that works, and mend it."""
        kind, target = self._choose()
        while self._is_excluded(target):
            kind, target = self._choose()
        _, do = self.kinds[kind]
        self._broken.add(target)
        self._history.note("fault", kind=kind, target=target)
        try:
            await do(target)
        finally:
            self._broken.discard(target)
            self._history.note("mended", kind=kind, target=target)

    def _choose(self) -> tuple[str, str]:
        weights = [weight for weight, _ in self.kinds.values()]
        (kind,) = self._whim.choices(list(self.kinds), weights)
        return kind, self._target(kind)

    def _is_excluded(self, target: str) -> bool:
        """Whether it is broken, or the last process that isn't starting."""
        are_others_away = bool(self._starting) or any(map(str.isdecimal, self._broken))
        return target in self._broken or (target.isdecimal() and are_others_away)

    def _target(self, kind: str) -> str:
        if kind.endswith("link"):
            return self._whim.choice(self._world.links).name
        if kind.endswith(("process", "clock")):
            return str(self._whim.randrange(len(self._world.workers)))
        return "proxy" if kind == "kill the proxy" else "database"

    async def _wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self._whim.uniform(least, most))

    async def _kill_worker(self, target: str) -> None:
        worker = self._world.workers[int(target)]
        await asyncio.to_thread(worker.kill)
        self._start(worker)

    async def _stop_worker(self, target: str) -> None:
        worker = self._world.workers[int(target)]
        seconds = await asyncio.to_thread(worker.stop)
        self._history.note("stopped", seconds=round(seconds, 2))
        if seconds > STOP_SECONDS:
            self._history.note("slow stop", seconds=round(seconds, 2))
        self._start(worker)

    def _start(self, worker: Worker) -> None:
        """Start a process again; meanwhile the other one serves all tables, and faults go on."""
        task = asyncio.create_task(asyncio.to_thread(worker.start))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def settle(self) -> None:
        """Wait until all processes have started."""
        await asyncio.gather(*self._starting)

    async def _pause_worker(self, target: str) -> None:
        """Let it resume with an old state of its tables, sometimes when others think it is dead."""
        worker = self._world.workers[int(target)]
        worker.send(signal.SIGSTOP)
        await self._wait(0.2, self._whim.choice((1.0, 3.0, 9.0)))
        worker.send(signal.SIGCONT)

    async def _kill_proxy(self, _: str) -> None:
        await asyncio.to_thread(self._world.proxy.kill)
        await self._wait(0.0, 1.0)
        await asyncio.to_thread(self._world.proxy.start)

    async def _cut(self, target: str) -> None:
        link = self._link(target)
        link.cut()
        await self._wait(0.0, 3.0)
        link.mend()

    async def _slow(self, target: str) -> None:
        link = self._link(target)
        link.slow(self._whim.uniform(0.02, 0.3))
        await self._wait(0.5, 3.0)
        link.mend()

    async def _stall(self, target: str) -> None:
        link = self._link(target)
        link.stall()
        await self._wait(0.5, 6.0)
        link.mend()

    def _link(self, name: str) -> Link:
        return next(link for link in self._world.links if link.name == name)

    async def _kill_database(self, _: str) -> None:
        await asyncio.to_thread(self._world.database.kill)
        await self._wait(0.0, 2.0)
        await asyncio.to_thread(self._world.database.start)

    async def _fail_over(self, _: str) -> None:
        await asyncio.to_thread(self._world.database.wait_for_standby)
        await asyncio.to_thread(self._world.database.fail_over)
        await self._wait(0.0, 1.0)
        await asyncio.to_thread(self._world.database.rebuild)

    async def _fill_disk(self, _: str) -> None:
        is_log_full = self._whim.random() < 0.5
        database = self._world.database
        await asyncio.to_thread(lambda: database.fill_disk(is_log_full=is_log_full))
        await self._wait(0.5, 2.0)
        await asyncio.to_thread(database.free_disk)

    async def _move_clock(self, target: str) -> None:
        """Let the system clock jump; it stays wrong until the next jump."""
        hours = self._whim.choice((-48, -1, -0.01, 0, 0.01, 1, 48))
        self._world.workers[int(target)].jump(hours * _HOUR)
        await self._wait(0.5, 1.5)
