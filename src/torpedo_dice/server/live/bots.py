"""Bots at a table: they move at a human pace, and only while somebody is connected."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import Protocol

from torpedo_dice.bots import STAND_IN, BotFailedError, SeatedBot
from torpedo_dice.rules import Move, MoveError, Seat
from torpedo_dice.server.live.thinking import Thinking
from torpedo_dice.server.logs import logger
from torpedo_dice.server.table.table import CLOCK_BOT, Table

# Seconds before a bot's move, from and to.
PACES: dict[str, tuple[float, float]] = {
    "calm": (1.4, 2.6),
    "quick": (0.4, 0.8),
    "instant": (0.0, 0.0),
}


class BotsRoom(Protocol):
    """The interface of a room to its bots."""

    def watcher(self) -> str | None:
        """Return the address of somebody who is connected; None if nobody is."""

    def may_act(self) -> bool:
        """Whether bots may move now: not during a pause, or if another process moves them."""

    def move_bot(self, seat: Seat, bot: str, move: Move) -> None:
        """Make a bot's move."""

    def replace_bot(self, seat: Seat, bot: str) -> None:
        """Replace a bot that failed with another one."""


class RoomBots:
    """Makes the moves of a table's bots. A bot that fails is replaced, and everyone is notified."""

    def __init__(self, table: Table, thinking: Thinking, room: BotsRoom) -> None:
        self.table = table
        self._thinking = thinking
        self._room = room
        self._bots: dict[tuple[Seat, str], SeatedBot] = {}
        self._tasks: dict[Seat, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Have every bot whose move it is start to choose, if somebody is connected."""
        if self._bots and self.table.is_over:
            self._dismiss()
        for seat, bot in self.table.bots_to_move():
            if seat not in self._tasks and self._room.watcher() is not None:
                task = asyncio.get_running_loop().create_task(self._move(seat, bot))
                self._tasks[seat] = task

    def stop(self) -> None:
        """Cancel all pending moves."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._dismiss()

    def _dismiss(self) -> None:
        for bot in self._bots.values():
            bot.close(wait=False)
        self._bots.clear()

    async def _move(self, seat: Seat, bot: str) -> None:
        try:
            await asyncio.sleep(self._delay(seat))
            move = await self._choose(seat, bot)
            # The player may have returned or moved in the meantime.
            is_still_its_move = (seat, bot) in self.table.bots_to_move() and self._room.may_act()
            if move is not None and is_still_its_move:
                self._room.move_bot(seat, bot, move)
        except MoveError:
            logger.info("bot_late", extra={"table": self.table.id, "seat": seat})
        except BotFailedError as error:
            if not self._replace(seat, bot, error):
                return
        finally:
            self._tasks.pop(seat, None)
        self.wake()

    async def _choose(self, seat: Seat, bot: str) -> Move | None:
        """Return a bot's move; None if there is nothing to choose, or nobody to see it."""
        table, address = self.table, self._room.watcher()
        if table.game is None or address is None or (seat, bot) not in table.bots_to_move():
            return None
        choose = partial(self._bot(seat, bot).choose, table.game.copy(), seat)
        return await self._thinking.lane(bot).run(table.id, address, choose)

    def _replace(self, seat: Seat, bot: str, error: BotFailedError) -> bool:
        """Replace a bot that failed; return False if it was itself the last resort."""
        stand_in = {STAND_IN: CLOCK_BOT, CLOCK_BOT: None}.get(bot, STAND_IN)
        facts = {"table": self.table.id, "seat": seat, "bot": bot, "stand_in": stand_in}
        reasons = {"reason": str(error), "traceback": error.details}
        logger.warning("bot_failed", extra=facts | reasons)
        if stand_in is not None and (seat, bot) in self.table.bots_to_move():
            self._room.replace_bot(seat, stand_in)
        return stand_in is not None

    def _bot(self, seat: Seat, name: str) -> SeatedBot:
        """Return the bot of a seat, the same instance throughout the game."""
        if (seat, name) not in self._bots:
            seed = f"{self.table.setup.whims}/{seat}"
            self._bots[seat, name] = SeatedBot(name, seed)
        return self._bots[seat, name]

    def _delay(self, seat: Seat) -> float:
        if seat in self.table.clock_out:
            # Everybody has waited long enough.
            return 0.0
        return random.uniform(*PACES[self.table.setup.pace])  # noqa: S311  # only a pause
