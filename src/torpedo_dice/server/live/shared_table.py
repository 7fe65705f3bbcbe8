"""A table that other processes may write to as well: what is stored, and what has yet to be.

Entries are applied before they are stored, but clients are only sent what is stored. If another
process was faster, the storage reports a conflict: the table is then rebuilt as stored, and
everything that was based on the discarded entries is done again. Meanwhile commands wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from torpedo_dice.server.live.holds import Holds
from torpedo_dice.server.logs import logger
from torpedo_dice.server.store.reading import DamagedTableError
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.log import Entry, parse_entry
from torpedo_dice.server.table.table import Change, Table

# Reasons why commands wait: new entries are being read, the table is being rebuilt, or the database
# can't be reached.
FOLLOW, REBUILD, PAUSE = "follow", "rebuild", "pause"
# Seconds until a failed reading is repeated.
_RETRY_SECONDS = 0.5


class SharedTable:
    """Applies the entries of other processes, and resolves conflicts with them."""

    def __init__(self, table: Table, storage: Storage, follow: Callable[[str], None]) -> None:
        """`follow` has the new entries of a table read, and passed to `forward`."""
        self.table = table
        # The number of entries that are known to be stored.
        self.committed = table.entries
        self._storage = storage
        self._follow = follow
        self._holds = Holds()
        # Entries that are applied, but not known to be stored.
        self._in_flight = 0
        # Whether to read the table's new entries once nothing is in flight.
        self._has_to_follow = False
        # What to do again once the table is rebuilt.
        self._redo: list[Callable[[], None]] = []
        self._rebuilding: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ for subclasses

    def show_change(self, entry: Entry, change: Change) -> None:
        """Show the effects of another process's entry to the clients."""
        raise NotImplementedError

    def use_table(self, table: Table) -> None:
        """Continue with another table."""
        raise NotImplementedError

    def follow_up(self) -> None:
        """Wake the bots and update the clocks."""
        raise NotImplementedError

    def give_up(self) -> None:
        """Unload the table, because it can't be used as it is."""
        raise NotImplementedError

    # ------------------------------------------------------------------ waiting

    def hold(self, why: str) -> None:
        """Keep commands waiting."""
        self._holds.add(why)

    def release(self, why: str) -> None:
        """Execute the commands that have been waiting for this."""
        if self._holds.remove(why):
            self.follow_up()

    async def until_free(self) -> None:
        """Wait until nothing keeps commands waiting."""
        await self._holds.until_free()

    def close(self) -> None:
        """Stop waiting and reading."""
        self._holds.close()
        if self._rebuilding is not None:
            self._rebuilding.cancel()

    # ------------------------------------------------------------------ other processes' entries

    def forward(self, known: int, entries: list[str]) -> bool:
        """Apply the entries after a known number; return False if that isn't possible yet.

        It isn't while entries of this process are in flight: one of them may be among these, or in
        conflict with them. They are then read again later.
        """
        if self._in_flight or self.is_rebuilding:
            self._has_to_follow = True
            return False
        self._apply(map(parse_entry, entries[self.committed - known :]))
        return True

    def _apply(self, entries: Iterable[Entry]) -> None:
        try:
            for entry in entries:
                change = self.table.apply(entry)
                self.committed += 1
                self.show_change(entry, change)
        except Exception as error:  # noqa: BLE001  # damage to one table must not affect others
            logger.error("damaged_table", exc_info=error, extra={"table": self.table.id})
            self.give_up()

    # ------------------------------------------------------------------ this process's entries

    def note_stored(self) -> None:
        """Note that the next entry in flight is stored."""
        self.committed += 1
        self._in_flight -= 1
        self._follow_if_needed()

    @property
    def is_rebuilding(self) -> bool:
        """Whether the table still contains entries that were discarded."""
        return REBUILD in self._holds

    def redo_when_rebuilt(self, call: Callable[[], None]) -> None:
        """Make a call again once the table is rebuilt."""
        self._redo.append(call)

    def note_conflict(self, again: Callable[[], None] | None, *, is_entry: bool) -> None:
        """Discard what isn't stored, and do something again once the table is rebuilt."""
        self._in_flight -= is_entry
        if again is not None:
            self.redo_when_rebuilt(again)
        self._holds.add(REBUILD)
        if self._rebuilding is None:
            self._rebuilding = asyncio.get_running_loop().create_task(self._rebuild())

    async def _rebuild(self) -> None:
        table = self.table.id
        while True:
            try:
                found = await asyncio.to_thread(self._storage.load_until, table, self.committed)
                break
            except StorageError:
                await asyncio.sleep(_RETRY_SECONDS)
            except DamagedTableError as error:
                logger.error("damaged_table", exc_info=error.__cause__, extra={"table": table})
                found = None
                break
        self._rebuilding = None
        if found is None:
            # The table is damaged, or was deleted.
            self.give_up()
            return
        self.use_table(found[0])
        self._apply(found[1])
        redo, self._redo = self._redo, []
        self._holds.put_first(redo)
        self.release(REBUILD)
        self._follow_if_needed()

    def _follow_if_needed(self) -> None:
        if self._has_to_follow and not self._in_flight:
            self._has_to_follow = False
            self._follow(self.table.id)
