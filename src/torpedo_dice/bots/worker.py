"""The worker process of a third-party bot: answers the requests of `process.py`, line by line.

The bot runs in a separate thread. The main thread waits for requests; when the other side has
exited, it terminates this process, even if the bot is still thinking.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO

from torpedo_dice.bots.asking import legal_choice, made_bot
from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.failure import BotFailedError, details_of, in_words
from torpedo_dice.bots.registry import import_factory
from torpedo_dice.rules import Game, Sheet, move_name, parse_sheet

# Bytes that a bot may allocate, where the operating system supports a limit.
MEMORY = 2 << 30


class Worker:
    """Holds one bot at a time, and its sheet."""

    def __init__(self) -> None:
        # Both are set before the first move is requested.
        self._bot: Bot
        self._sheet: Sheet

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request."""
        try:
            match request:
                case {"load": name}:
                    _load(name)
                    return {}
                case {"make": name, "seed": seed}:
                    self._bot = made_bot(name, seed)
                    return {}
                case _:
                    return {"move": self._choose(request)}
        except BotFailedError as error:
            return {"failed": str(error), "traceback": error.details}
        except BaseException as error:  # noqa: BLE001  # also a move whose text form raises
            return {"failed": f"raised {in_words(error)}", "traceback": details_of(error)}

    def _choose(self, request: dict[str, Any]) -> str:
        if "sheet" in request:
            self._sheet = parse_sheet(request["sheet"])
        view = Game.from_text(request["view"], self._sheet)
        for player, misses in zip(view.players, request["misses"], strict=True):
            player.misses = tuple((row, column) for row, column in misses)
        return move_name(legal_choice(self._bot, view, request["seat"]))


def _load(name: str) -> None:
    try:
        import_factory(name)
    except BaseException as error:  # noqa: BLE001  # third-party code
        raise BotFailedError(in_words(error)) from None


def main() -> None:
    """Answer requests until the input ends."""
    requests: SimpleQueue[bytes] = SimpleQueue()
    incoming, answers = _take_streams()
    _limit_resources()
    threading.Thread(target=_work, args=(requests, answers), daemon=True).start()
    for line in incoming:
        requests.put(line)
    os._exit(0)


def _work(requests: SimpleQueue[bytes], answers: BinaryIO) -> None:
    worker = Worker()
    while True:
        answer = worker.answer(json.loads(requests.get()))
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams for requests and answers; send the bot's own output to the null device."""
    incoming, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    sys.stdin = os.fdopen(nowhere)
    return incoming, answers


def _limit_resources() -> None:
    """Limit memory and lower the priority, where the operating system supports it."""
    if sys.platform != "win32":
        import resource

        os.nice(5)
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
