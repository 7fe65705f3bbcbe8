"""Worker processes for third-party bots, reused from game to game, and the pool of processes.

The protocol is JSON, one line per request and one per answer; `worker.py` implements the other
side. A process holds one bot at a time, so that a bot keeps its state, and is reused when a game is
over. The number of processes, including those of commands (`command_bot.py`), is limited: when
another one is needed, the least recently used one is terminated.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.bots.line_process import LineProcess
from torpedo_dice.rules import Game, Seat, Sentence, Sheet

# Seconds to import and create a bot.
START_SECONDS = 20.0
# Maximum number of processes, including idle ones.
MOST_PROCESSES = 12
_P = TypeVar("_P", bound=LineProcess)
# The first line sent to the worker is its module search path.
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline()); "
    "from torpedo_dice.bots.worker import main; main()"
)


class BotProcess(LineProcess):
    """One process with at most one bot. After any failure it is killed."""

    def __init__(self, name: str) -> None:
        """Start a process for the bot with this name."""
        super().__init__([sys.executable, "-c", _PROGRAM], keeps_errors=False)
        self.name = name
        self._sheet: Sheet | None = None
        # It uses the same module search path as this process.
        self.path = list(sys.path)
        self._has_path = False

    def check(self) -> None:
        """Import the bot; raise BotFailedError with just the error's message if that fails."""
        self._ask({"load": self.name}, START_SECONDS)

    def make(self, seed: int | str) -> None:
        """Create a new bot, which replaces the previous one."""
        self._ask({"make": self.name, "seed": seed}, START_SECONDS)

    def choose(self, view: Game, seat: Seat, seconds: float) -> str:
        """Return the move that the bot chooses, in text form."""
        request: dict[str, Any] = {
            "view": view.to_text(),
            # No rule depends on them, so a game's text form omits them.
            "misses": [player.misses for player in view.players],
            "seat": seat,
        }
        if self._sheet != view.sheet:
            request["sheet"] = view.sheet.to_data()
        answer = self._ask(request, seconds)
        self._sheet = view.sheet
        move = answer.get("move")
        if not isinstance(move, str):
            self.end()
            raise BotFailedError(Sentence("answered without a move"))
        return move

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        requests = [request] if self._has_path else [self.path, request]
        self._has_path = True
        answer = self.ask(requests, seconds)
        if "failed" in answer:
            self.end()
            raise BotFailedError(str(answer["failed"]), str(answer.get("traceback", "")))
        return answer


class ProcessPool:
    """All processes of bots, least recently used first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: list[LineProcess] = []

    def take(self, name: str) -> BotProcess:
        """Reserve a process for a new bot: an idle one, or a new one."""
        with self._lock:
            for process in self._processes:
                if (
                    isinstance(process, BotProcess)
                    and process.is_idle
                    and not process.is_dead
                    and (process.name, process.path) == (name, sys.path)
                ):
                    process.is_idle, process.is_busy = False, True
                    return process
            return self._started(lambda: BotProcess(name))

    def start(self, program: Callable[[], _P]) -> _P:
        """Start another process, which is busy at first."""
        with self._lock:
            return self._started(program)

    def _started(self, program: Callable[[], _P]) -> _P:
        self._make_room()
        process = program()
        self._processes.append(process)
        return process

    def _make_room(self) -> None:
        """If there are too many processes, kill one that is not busy, preferably an idle one."""
        self._processes = [process for process in self._processes if not process.is_dead]
        if len(self._processes) < MOST_PROCESSES:
            return
        quiet = [process for process in self._processes if not process.is_busy]
        if quiet:
            ended = next((process for process in quiet if process.is_idle), quiet[0])
            ended.kill()
            self._processes.remove(ended)

    def resume(self, process: LineProcess) -> bool:
        """Reserve a process that holds a bot; return False if it has been killed."""
        with self._lock:
            if process.is_dead:
                return False
            process.is_busy = True
            self._processes.remove(process)
            self._processes.append(process)
            return True

    def rest(self, process: LineProcess) -> None:
        """Release a process that has answered; it keeps its bot."""
        with self._lock:
            process.is_busy = False

    def give_back(self, process: BotProcess) -> None:
        """Return a process to the pool after its game; kill it if it is still thinking."""
        with self._lock:
            if process.is_busy:
                process.kill()
            else:
                process.is_idle = True

    def close(self) -> None:
        """Kill all processes."""
        with self._lock:
            for process in self._processes:
                process.kill()


POOL = ProcessPool()
atexit.register(POOL.close)
