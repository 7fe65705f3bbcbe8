"""A bot in one seat for a whole game, whether built in or third-party.

Third-party bots are not trusted. They run in separate processes (`process.py`), where they can
neither crash nor block this one.
"""

from __future__ import annotations

import os

from torpedo_dice.bots.asking import fault_of, legal_choice, made_bot
from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.command_bot import CommandBot
from torpedo_dice.bots.failure import BotFailedError, in_words
from torpedo_dice.bots.process import POOL, BotProcess
from torpedo_dice.bots.registry import (
    COMMAND,
    UnknownBotError,
    check_command,
    check_name,
    command_of,
    does_not_load,
    is_command,
    is_ours,
    is_trained,
    make_trained,
)
from torpedo_dice.rules import Game, MoveError, PlayerMove, Seat, Sentence, parse_player_move

# Time limit for a third-party bot's move, in seconds.
MOVE_SECONDS = 10.0
# If this is set to 1, third-party bots run in this process, without a time limit, so that they can
# be debugged.
IN_PROCESS_VARIABLE = "TORPEDO_BOTS_IN_PROCESS"


def check_bot(name: str, *, commands: bool = False) -> None:
    """Raise UnknownBotError if there is no such bot, BrokenBotError if it does not load.

    `commands` allows names such as `cmd:./my_bot` or `admiral:FOLDER`: only the user may type one.
    """
    if commands and is_command(name):
        check_command(name)
        return
    if commands and is_trained(name):
        make_trained(name, "")
        return
    check_name(name)
    if is_ours(name) or command_of(name) is not None:
        return
    process = POOL.take(name)
    try:
        process.check()
    except BotFailedError as error:
        raise does_not_load(name, str(error)) from None
    finally:
        POOL.rest(process)
    POOL.give_back(process)


class SeatedBot:
    """A bot in one seat for a whole game, created lazily and once, so that it can keep state."""

    def __init__(
        self,
        name: str,
        seed: int | str,
        seconds: float | None = None,
        *,
        commands: bool = False,
    ) -> None:
        """`seconds` is a third-party bot's time limit for a move; `commands` as in `check_bot`."""
        self.name = name
        command = name if commands and is_command(name) else command_of(name)
        self._command = (
            None
            if command is None
            else CommandBot(command.removeprefix(COMMAND), seed, seconds or MOVE_SECONDS)
        )
        self._seed = seed
        self._seconds = seconds
        self._bot: Bot | None = make_trained(name, seed) if commands and is_trained(name) else None
        self._process: BotProcess | None = None

    def choose(self, game: Game, seat: Seat) -> PlayerMove:
        """Return the bot's move; raise BotFailedError if it can't be created or moves illegally."""
        if self._command is not None:
            return legal_choice(self._command, game, seat)
        if self._bot is None and self._is_apart:
            return self._choose_apart(game, seat)
        if self._bot is None:
            self._bot = made_bot(self.name, self._seed)
        return legal_choice(self._bot, game, seat)

    @property
    def _is_apart(self) -> bool:
        """Whether the bot runs in a process of its own, because we can't trust it."""
        return not is_ours(self.name) and os.environ.get(IN_PROCESS_VARIABLE) != "1"

    def close(self, *, wait: bool = True) -> None:
        """Release the bot, because the game is over or the bot is no longer needed.

        A command has a second to exit. Unless `wait`, it does so in the background.
        """
        if self._process is not None:
            POOL.give_back(self._process)
            self._process = None
        if self._command is not None:
            self._command.close(wait=wait)

    def _choose_apart(self, game: Game, seat: Seat) -> PlayerMove:
        text = self._answer(game.view(seat), seat)
        try:
            move = parse_player_move(text)
            fault = fault_of(move, game, seat)
        except MoveError as error:
            fault = error.args[0]
        if fault is not None:
            raise BotFailedError(fault)
        return move

    def _answer(self, view: Game, seat: Seat) -> str:
        process = self._process
        is_new = process is None or not POOL.resume(process)
        if process is None or is_new:
            self._process = process = _process_for(self.name)
        try:
            if is_new:
                process.make(self._seed)
            return process.choose(view, seat, self._seconds or MOVE_SECONDS)
        finally:
            POOL.rest(process)


def _process_for(name: str) -> BotProcess:
    try:
        check_name(name)
        return POOL.take(name)
    except (UnknownBotError, OSError) as error:
        raise BotFailedError(Sentence("can’t be created: {why}", why=in_words(error))) from None
