"""Bots in any language: a command that reads JSON requests and writes JSON answers, line by line.

The protocol is described in `docs/bots.md`. The command runs once per seat and game, without a
shell, with the permissions of the user who named it: commands that come from elsewhere, such as a
client or a saved game, must never reach this module. Its process is one of the pool's
(`process.py`), which may terminate it between two moves; then it is started again.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
import threading
from typing import IO, Any, cast

from torpedo_dice.bots import process
from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.bots.line_process import LineProcess
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    MoveError,
    Placements,
    PlayerMove,
    Seat,
    Sentence,
    Stage,
    System,
    Take,
    parse_player_move,
)

PROTOCOL = 1
# Seconds that a command has to exit by itself after `quit`.
QUIT_SECONDS = 1.0
# Bytes of standard error that are kept: the end is the most informative part.
_KEPT_ERRORS = 8000


class CommandBot:
    """A bot whose moves are chosen by a command, which is started with the first move."""

    def __init__(self, command: str, seed: int | str, seconds: float) -> None:
        """`seconds` is the time limit for a move."""
        self._command = command
        self._seed = seed
        self._seconds = seconds
        self._process: CommandProcess | None = None

    def choose(self, view: Game, seat: Seat) -> PlayerMove:
        """Return the move that the command answers; BotFailedError if it answers anything else."""
        running = self._process
        is_new = running is None or not process.POOL.resume(running)
        if running is None or is_new:
            self._process = running = _started(self._command)
        try:
            if is_new:
                self._greet(running, view, seat)
            return self._answer(running, view, seat)
        finally:
            process.POOL.rest(running)

    def _answer(self, running: CommandProcess, view: Game, seat: Seat) -> PlayerMove:
        request = {
            "request": "choose",
            "seconds": self._seconds,
            "view": view.to_text(),
            "options": options_data(view, seat),
        }
        move = running.answer(request, self._seconds).get("move")
        if not isinstance(move, str):
            raise running.failed(Sentence("answered without a move"))
        try:
            return parse_player_move(move)
        except MoveError as error:
            raise running.failed(error.args[0]) from None

    def _greet(self, running: CommandProcess, view: Game, seat: Seat) -> None:
        running.greet()
        game = {
            "request": "newgame",
            "mode": str(view.mode),
            "solo_end": str(view.solo_end),
            "players": len(view.players),
            "seat": seat,
            "seed": str(self._seed),
            "sheet": view.sheet.to_data(),
        }
        running.answer(game, process.START_SECONDS)

    def close(self, *, wait: bool = True) -> None:
        """Tell the command that its game is over, and kill it if it doesn't exit.

        Unless `wait`, this happens in the background.
        """
        running, self._process = self._process, None
        if running is None or running.is_busy:
            # The thread that waits for an answer cleans up.
            if running is not None:
                running.kill()
        elif wait:
            running.quit()
        else:
            threading.Thread(target=running.quit, daemon=True).start()


def options_data(view: Game, seat: Seat) -> list[dict[str, Any]]:
    """Return the legal moves as the protocol lists them: text forms, with hits and misses.

    Shots that cover the same targets are listed once. A die or a modification has the numbers of
    its best shot, except for the propeller, whose face is not known yet.
    """
    options = view.options(seat)
    free = view.free_targets(seat)
    if view.stage is Stage.TAKE:
        return [
            {"move": str(Take(seat, pick)), **_best(view.sheet.placements(view.dice[pick]), free)}
            for pick in options.picks
        ]
    # Shots come first: a bot that takes the first of equally good options wastes no system.
    shots = view.shots(seat)
    found: list[dict[str, Any]] = [
        {"move": str(Fire(seat, fields)), **_numbers(shots, mask & free)}
        for mask, fields in shots.distinct.items()
    ]
    for modify in options.modifications:
        is_known = modify.system is not System.PROPELLER
        best = _best(view.shots_with(seat, modify), free) if is_known else {}
        found.append({"move": str(modify), **best})
    found += [{"move": str(Activate(seat, system))} for system in options.activations]
    return found


def _best(shots: Placements, free: int) -> dict[str, int]:
    return _numbers(shots, max((mask & free for mask in shots.distinct), key=int.bit_count))


def _numbers(shots: Placements, hits: int) -> dict[str, int]:
    return {"hits": hits.bit_count(), "misses": shots.formation.count - hits.bit_count()}


class CommandProcess(LineProcess):
    """A running command, and the end of what it writes to standard error."""

    def __init__(self, command: str) -> None:
        super().__init__(shlex.split(command), keeps_errors=True)
        self._errors = b""
        self._stderr = cast("IO[bytes]", self._process.stderr)
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()

    def _read_errors(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._stderr:
            while chunk := self._stderr.read1(_KEPT_ERRORS):  # type: ignore[attr-defined]
                self._errors = (self._errors + chunk)[-_KEPT_ERRORS:]

    def greet(self) -> None:
        """Exchange the first messages; BotFailedError if the command speaks another protocol."""
        hello = {"request": "hello", "protocol": PROTOCOL}
        if self.answer(hello, process.START_SECONDS).get("protocol") != PROTOCOL:
            raise self.failed(
                Sentence("doesn’t speak version {version} of the protocol", version=PROTOCOL)
            )

    def answer(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a request; BotFailedError has the command's error output."""
        try:
            return self.ask([request], seconds)
        except BotFailedError as error:
            raise self.failed(error.args[0]) from None

    def failed(self, why: str) -> BotFailedError:
        """Kill the process and return the error."""
        self.end()
        # The pipe stays open if a child has left the process group.
        self._reader.join(1)
        return BotFailedError(why, self._errors.decode("utf-8", "backslashreplace"))

    def quit(self) -> None:
        """Ask the process to exit, and kill it if it doesn't."""
        if not self.is_dead:
            with contextlib.suppress(OSError):
                self._requests.write(json.dumps({"request": "quit"}).encode() + b"\n")
                self._requests.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
        self.end()
        self._reader.join(1)


def check_protocol(command: str) -> None:
    """Start a command and exchange the first messages; BotFailedError if that fails."""
    running = _started(command)
    try:
        running.greet()
    finally:
        running.quit()


def _started(command: str) -> CommandProcess:
    try:
        return process.POOL.start(lambda: CommandProcess(command))
    except (OSError, ValueError) as error:
        raise BotFailedError(Sentence("can’t be started: {why}", why=error)) from None
