"""Processes in which bots of other packages run: with a time limit, and killed when they fail.

A process speaks JSON, a line per request and a line per answer; `worker.py` is its other side. It
holds one bot at a time, so that a bot keeps its state, and takes on another one when a game is
over. There are few processes: when another one is needed, the one that was idle for longest ends.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from typing import IO, Any, cast

from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.rules import Game, Seat, Sentence, Sheet

# Seconds to import and make a bot.
START_SECONDS = 20.0
# Processes at once, including those that wait for a game.
MOST_PROCESSES = 12
# Bytes of an answer.
_LONGEST_ANSWER = 64 * 1024
# The first line is the path on which the worker finds its modules.
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline()); "
    "from torpedo_dice.bots.worker import main; main()"
)


class BotProcess:
    """One process, with at most one bot in it. After any failure it is dead."""

    def __init__(self, name: str) -> None:
        """Start a process for bots of a name."""
        self.name = name
        self.is_dead = False
        # Kept by the pool: whether it answers a request, and whether it waits for a game.
        self.is_busy = True
        self.is_idle = False
        self._sheet: Sheet | None = None
        self._process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # In a group of its own: Ctrl-C is not for it, and what it starts is killed with it.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)
        # Where it finds modules: as this process does.
        self.path = list(sys.path)
        self._has_path = False

    def check(self) -> None:
        """Import the bot; BotFailedError with only the error's words if that fails."""
        self._ask({"load": self.name}, START_SECONDS)

    def make(self, seed: int | str) -> None:
        """Make a new bot, which replaces the last one."""
        self._ask({"make": self.name, "seed": seed}, START_SECONDS)

    def choose(self, view: Game, seat: Seat, seconds: float) -> str:
        """Return the move that the bot chooses, in text form."""
        request: dict[str, Any] = {
            "view": view.to_text(),
            # No rule depends on them, so a game's text form leaves them out.
            "misses": [player.misses for player in view.players],
            "seat": seat,
        }
        if self._sheet != view.sheet:
            request["sheet"] = view.sheet.to_data()
        answer = self._ask(request, seconds)
        self._sheet = view.sheet
        move = answer.get("move")
        if not isinstance(move, str):
            self._end()
            raise BotFailedError(Sentence("answered without a move"))
        return move

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        is_late = threading.Event()

        def stop() -> None:
            is_late.set()
            self.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            line = self._exchange(request)
        except BaseException:
            self._end()
            raise
        finally:
            timer.cancel()
        answer = _parsed(line)
        if answer is not None and "failed" not in answer:
            return answer
        self._end()
        if is_late.is_set():
            raise BotFailedError(
                Sentence("didn’t answer within {seconds:g} seconds", seconds=seconds)
            )
        if answer is None:
            raise BotFailedError(
                Sentence("ended its process (exit code {code})", code=self._process.poll())
            )
        raise BotFailedError(str(answer["failed"]), str(answer.get("traceback", "")))

    def _exchange(self, request: dict[str, Any]) -> bytes:
        """Send a request and return the answer; nothing if the process ends."""
        lines = [request] if self._has_path else [self.path, request]
        self._has_path = True
        with contextlib.suppress(OSError):
            self._requests.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            self._requests.flush()
            return self._answers.readline(_LONGEST_ANSWER)
        return b""

    def kill(self) -> None:
        """End the process and what it started, at once.

        If it is busy, the thread that waits for its answer cleans up: an event loop never waits.
        """
        if self.is_dead:
            return
        self.is_dead = True
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        if not self.is_busy:
            self._end()

    def _end(self) -> None:
        """Kill the process and close its pipes, when no other thread reads from them."""
        self.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for pipe in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


class ProcessPool:
    """All processes of bots, the one used longest ago first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: list[BotProcess] = []

    def take(self, name: str) -> BotProcess:
        """Return a busy process for a new bot: one that waits for a game, or a new one."""
        with self._lock:
            self._processes = [process for process in self._processes if not process.is_dead]
            for process in self._processes:
                if process.is_idle and process.name == name and process.path == sys.path:
                    process.is_idle, process.is_busy = False, True
                    return process
            self._make_room()
            process = BotProcess(name)
            self._processes.append(process)
            return process

    def _make_room(self) -> None:
        """End a process that is not busy, if there are too many: rather one without a game."""
        if len(self._processes) < MOST_PROCESSES:
            return
        quiet = [process for process in self._processes if not process.is_busy]
        if quiet:
            ended = next((process for process in quiet if process.is_idle), quiet[0])
            ended.kill()
            self._processes.remove(ended)

    def resume(self, process: BotProcess) -> bool:
        """Make a process busy that holds a bot; False if it has ended meanwhile."""
        with self._lock:
            if process.is_dead:
                return False
            process.is_busy = True
            self._processes.remove(process)
            self._processes.append(process)
            return True

    def rest(self, process: BotProcess) -> None:
        """Note that a process has answered; it keeps its bot."""
        with self._lock:
            process.is_busy = False

    def give_back(self, process: BotProcess) -> None:
        """Take back a process whose game is over; one that still thinks is killed."""
        with self._lock:
            if process.is_busy:
                process.kill()
            else:
                process.is_idle = True

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            for process in self._processes:
                process.kill()


POOL = ProcessPool()
atexit.register(POOL.close)
