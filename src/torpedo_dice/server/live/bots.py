"""Bots at a table: they move at a human pace, and think outside the event loop."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from torpedo_dice.bots import make_bot
from torpedo_dice.rules import Game, Move, MoveError, Seat
from torpedo_dice.server import logs
from torpedo_dice.server.table.table import CLOCK_BOT, Table

# Seconds before a bot's move, from and to.
PACES: dict[str, tuple[float, float]] = {
    "calm": (1.4, 2.6),
    "quick": (0.4, 0.8),
    "instant": (0.0, 0.0),
}
# Enough for a few tables at once; the compiled bots let the others run meanwhile.
_THREADS = 2


class Thinkers:
    """The threads in which bots think, for all tables."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="bot")

    async def think(self, bot: str, whim: str, view: Game, seat: Seat) -> Move:
        """Let a bot choose; whatever is wrong with it, there is a move."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choose, bot, whim, view, seat)

    def close(self) -> None:
        """Let the threads go; a thought that is under way is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(bot: str, whim: str, view: Game, seat: Seat) -> Move:
    try:
        move = make_bot(bot, whim).choose(view.copy(), seat)
        if getattr(move, "seat", None) == seat and view.why_not(move) is None:
            return move
        logs.warn("bot_illegal", bot=bot, move=str(move))
    except Exception as error:  # noqa: BLE001  # a bot may be anybody's code: the game goes on
        logs.warn("bot_failed", bot=bot, error=f"{type(error).__name__}: {error}"[:200])
    return make_bot(CLOCK_BOT, whim).choose(view, seat)


class Pace:
    """Moves the bots of one table."""

    def __init__(
        self, table: Table, thinkers: Thinkers, make: Callable[[Seat, str, Move], None]
    ) -> None:
        """`make` makes a bot's move at the table."""
        self._table = table
        self._thinkers = thinkers
        self._make = make
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Let every bot that is to move begin to think."""
        for seat, bot in self._table.bots_to_move():
            if seat not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._move(seat, bot))
                self._thinking[seat] = task

    def stop(self) -> None:
        """Stop all thoughts."""
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    async def _move(self, seat: Seat, bot: str) -> None:
        table = self._table
        try:
            await asyncio.sleep(self._delay(seat))
            game = table.game
            if game is None or (seat, bot) not in table.bots_to_move():
                return
            whim = f"{table.setting.whims}/{seat}/{table.entries}"
            move = await self._thinkers.think(bot, whim, game.view(seat), seat)
            # Meanwhile the player may have come back, or moved.
            if (seat, bot) in table.bots_to_move():
                self._make(seat, bot, move)
        except MoveError:
            logs.note("bot_late", table=table.id, seat=seat)
        finally:
            self._thinking.pop(seat, None)
        self.wake()

    def _delay(self, seat: Seat) -> float:
        if seat in self._table.clock_out:
            # Everybody has waited long enough.
            return 0.0
        return random.uniform(*PACES[self._table.setting.pace])  # noqa: S311  # only a pause
