"""A process that answers JSON requests, one line each, within a time limit; killed if it fails."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, Any, cast

from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.rules import Sentence

# Maximum size of an answer in bytes.
LONGEST_ANSWER = 64 * 1024


class LineProcess:
    """A process with pipes for requests and answers. After any failure it is killed."""

    def __init__(self, command: Sequence[str], *, keeps_errors: bool) -> None:
        """Start a program; unless it `keeps_errors`, its standard error is discarded."""
        self.is_dead = False
        # Whether a thread may be waiting for an answer, and whether it is free for another bot;
        # both are maintained by the pool (`process.py`).
        self.is_busy = True
        self.is_idle = False
        self._process = subprocess.Popen(  # noqa: S603  # our own program, or the user's
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if keeps_errors else subprocess.DEVNULL,
            # In a separate process group: Ctrl-C doesn't reach it, and its children are killed with
            # it.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)

    def ask(self, requests: Sequence[object], seconds: float) -> dict[str, Any]:
        """Send requests, of which the last is answered, and return the answer.

        BotFailedError if the process exits, takes too long, or writes anything but a JSON object.
        """
        is_late = threading.Event()

        def stop() -> None:
            is_late.set()
            self.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            line = self._exchange(requests)
        except BaseException:
            self.end()
            raise
        finally:
            timer.cancel()
        answer = _parsed(line)
        if answer is not None:
            return answer
        self.end()
        raise BotFailedError(self._why_no_answer(line, seconds, is_late=is_late.is_set()))

    def _why_no_answer(self, line: bytes, seconds: float, *, is_late: bool) -> str:
        if is_late:
            return Sentence("didn’t answer within {seconds:g} seconds", seconds=seconds)
        if line:
            return Sentence("wrote a line that isn’t a JSON object")
        return Sentence("ended its process (exit code {code})", code=self._process.poll())

    def _exchange(self, requests: Sequence[object]) -> bytes:
        """Send requests and return the answer; empty if the process exits."""
        # A pipe that another thread has closed raises a ValueError.
        with contextlib.suppress(OSError, ValueError):
            self._requests.write(b"".join(json.dumps(line).encode() + b"\n" for line in requests))
            self._requests.flush()
            return self._answers.readline(LONGEST_ANSWER)
        return b""

    def kill(self) -> None:
        """Kill the process and its children immediately.

        If it is busy, the thread waiting for its answer cleans up, so that an event loop never
        blocks.
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
            self.end()

    def end(self) -> None:
        """Kill the process and close its pipes; no other thread may be reading from them."""
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
