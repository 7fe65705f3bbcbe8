"""The clocks of a table in use, in monotonic time because the system clock may jump."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from torpedo_dice.rules import Seat
from torpedo_dice.server.messages import replies
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.table.table import Table

# Grace period: after a restart of the server a clock has at least this many seconds left.
GRACE = 30.0
# Seconds until a process that isn't responsible for the clocks looks again whether it is.
_LOOK_AGAIN = 1.0


class RoomClocks:
    """When the current turn of each seat began, when its time is up, and a timer for that."""

    def __init__(
        self, table: Table, may_act: Callable[[], bool], time_is_up: Callable[[list[Seat]], None]
    ) -> None:
        """`time_is_up` is called with seats whose time is up, while `may_act` returns True."""
        self.table = table
        self._may_act = may_act
        self._time_is_up = time_is_up
        self._timer: asyncio.TimerHandle | None = None
        self._deadlines: dict[Seat, float] = {}
        self._turn_key = table.turn_key
        self._turn_began = _began(table)
        self._stopped_at: float | None = None

    @property
    def are_running(self) -> bool:
        """Whether any clock is running."""
        return bool(self._deadlines)

    def update(self) -> bool:
        """Adapt the clocks to the table; return whether any has changed."""
        if self.table.setup.clock is None or self._stopped_at is not None:
            return False
        deadlines = self._compute(self.table.setup.clock)
        if deadlines == self._deadlines:
            return False
        self._deadlines = deadlines
        self._set_timer()
        return True

    def message(self) -> bytes:
        """Return the message that tells how much time is left."""
        now = time.monotonic()
        left = {seat: round(max(0.0, at - now), 2) for seat, at in self._deadlines.items()}
        return encode(replies.Clock([replies.ClockLeft(*each) for each in left.items()]))

    def stop(self) -> None:
        """Stop all clocks until `go_on`: nobody can move in the meantime."""
        if self._stopped_at is None:
            self._stopped_at = time.monotonic()
            self.close()

    def go_on(self) -> None:
        """Let stopped clocks go on where they were."""
        if self._stopped_at is not None:
            passed = time.monotonic() - self._stopped_at
            self._stopped_at = None
            self._turn_began = {seat: at + passed for seat, at in self._turn_began.items()}
            self._deadlines = {}

    def use_table(self, table: Table) -> None:
        """Continue with another table; the next update tells the clocks again."""
        self.table = table
        self._deadlines = {}
        self.close()

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _compute(self, clock: float) -> dict[Seat, float]:
        table, now = self.table, time.monotonic()
        if table.turn_key != self._turn_key:
            self._turn_key = table.turn_key
            self._turn_began.clear()
        for seat in table.turn_since:
            self._turn_began.setdefault(seat, now)
        return {seat: self._turn_began[seat] + clock for seat in table.seats_on_clock()}

    def _set_timer(self, at_least: float = 0.0) -> None:
        self.close()
        if self._deadlines:
            wait = max(at_least, min(self._deadlines.values()) - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._look)

    def _look(self) -> None:
        self._timer = None
        if not self._may_act():
            self._set_timer(_LOOK_AGAIN)
            return
        now = time.monotonic() + 0.001
        due = [seat for seat, at in self._deadlines.items() if at <= now]
        # The next update sets the timer again.
        self._deadlines = {}
        self._time_is_up(due)


def _began(table: Table) -> dict[Seat, float]:
    """Return when the current turn of a newly loaded table began, in monotonic time.

    Only the system clock knows how long ago that was, so it may be wrong: at least the grace period
    is left, and at most a whole turn.
    """
    clock = table.setup.clock or 0.0
    most = clock - min(clock, GRACE)
    now, wall = time.monotonic(), time.time()
    return {
        seat: now - min(max(0.0, wall - since), most) for seat, since in table.turn_since.items()
    }
