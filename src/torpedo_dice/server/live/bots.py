"""Bots at a table: they move at a human pace, and choose their moves in a thread pool."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Executor

from torpedo_dice.bots import BotFailedError, SeatedBot
from torpedo_dice.rules import Game, Move, MoveError, Seat
from torpedo_dice.server.logs import logger
from torpedo_dice.server.table.table import CLOCK_BOT, Table

# Seconds before a bot's move, from and to.
PACES: dict[str, tuple[float, float]] = {
    "calm": (1.4, 2.6),
    "quick": (0.4, 0.8),
    "instant": (0.0, 0.0),
}


class RoomBot:
    """A bot for one seat and game; when it fails, the clock's bot moves for it from then on."""

    def __init__(self, name: str, seed: str, **place: object) -> None:
        """`place` says in the log where the bot plays."""
        self._seed = seed
        self._place = place
        self._bot = SeatedBot(name, seed)

    def choose(self, game: Game, seat: Seat) -> Move:
        """Choose a move; called in a thread."""
        try:
            return self._bot.choose(game, seat)
        except BotFailedError as error:
            facts = {"bot": self._bot.name, "reason": str(error), **self._place}
            logger.warning("bot_failed", extra=facts)
            self._bot = SeatedBot(CLOCK_BOT, self._seed)
            return self._bot.choose(game, seat)


class RoomBots:
    """Moves the bots of one table."""

    def __init__(
        self, table: Table, threads: Executor, move: Callable[[Seat, str, Move], None]
    ) -> None:
        """`move` makes a bot's move at the table."""
        self._table = table
        self._threads = threads
        self._make_move = move
        self._bots: dict[tuple[Seat, str], RoomBot] = {}
        self._tasks: dict[Seat, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Let every bot that is to move begin to choose."""
        for seat, bot in self._table.bots_to_move():
            if seat not in self._tasks:
                task = asyncio.get_running_loop().create_task(self._move(seat, bot))
                self._tasks[seat] = task

    def stop(self) -> None:
        """Cancel the moves under way."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _move(self, seat: Seat, bot: str) -> None:
        table, loop = self._table, asyncio.get_running_loop()
        try:
            await asyncio.sleep(self._delay(seat))
            game = table.game
            if game is None or (seat, bot) not in table.bots_to_move():
                return
            choose = self._bot(seat, bot).choose
            move = await loop.run_in_executor(self._threads, choose, game.copy(), seat)
            # Meanwhile the player may have returned, or moved.
            if (seat, bot) in table.bots_to_move():
                self._make_move(seat, bot, move)
        except MoveError:
            logger.info("bot_late", extra={"table": table.id, "seat": seat})
        finally:
            self._tasks.pop(seat, None)
        self.wake()

    def _bot(self, seat: Seat, name: str) -> RoomBot:
        """Return the bot of a seat: the same instance throughout the game."""
        if (seat, name) not in self._bots:
            seed = f"{self._table.setup.whims}/{seat}"
            self._bots[seat, name] = RoomBot(name, seed, table=self._table.id, seat=seat)
        return self._bots[seat, name]

    def _delay(self, seat: Seat) -> float:
        if seat in self._table.clock_out:
            # Everybody has waited long enough.
            return 0.0
        return random.uniform(*PACES[self._table.setup.pace])  # noqa: S311  # only a pause
