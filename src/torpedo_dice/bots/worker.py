"""The process of a bot of another package: answers the requests of `process.py`, line by line.

The bot runs in a thread of its own. The main thread waits for requests; when there are no more,
because the other side has ended, it ends this process, even if the bot is still thinking.
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

# Bytes of data that a bot may allocate, where the system can limit that.
MEMORY = 2 << 30


class Worker:
    """One bot at a time, with the sheet that it plays on."""

    def __init__(self) -> None:
        # Both are set before the first move is asked for.
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
    """Answer requests until there are no more."""
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
    """Return the streams of requests and answers; what a bot prints or reads goes nowhere."""
    incoming, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    sys.stdin = os.fdopen(nowhere)
    return incoming, answers


def _limit_resources() -> None:
    """Limit memory, and let the program that asks go first; where the system has that."""
    if sys.platform != "win32":
        import resource

        os.nice(5)
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
