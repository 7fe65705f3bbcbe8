"""What a room works with: its clients, other processes, and what all rooms of a server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from torpedo_dice.rules import Seat
from torpedo_dice.server.live.peer_messages import Here
from torpedo_dice.server.live.thinking import Thinking
from torpedo_dice.server.messages.values import ReactionId
from torpedo_dice.server.metrics import Metrics
from torpedo_dice.server.store.storage import Storage

# Closes connections whose messages depend on data that couldn't be stored.
STORAGE_FAILED = (1011, "the storage failed: come again")
# Closes the connections of a device that lost its seat.
REVOKED = (4403, "this device was removed")


class Client(Protocol):
    """The interface of a connection to its room."""

    own: tuple[Seat, ...]
    address: str
    # The hashes of the secrets it presented.
    keys: frozenset[str]

    def send(self, *messages: bytes) -> None:
        """Send messages."""

    def drop(self, code: int, why: str) -> None:
        """Close the connection."""


class AnyRoom(Protocol):
    """The interface of a room to other processes."""

    def here(self) -> Here:
        """Return who is connected here."""

    def report(self, process: str, here: Here | None) -> None:
        """Note who is connected at another process."""

    def show_reaction(self, seat: Seat, reaction: ReactionId) -> None:
        """Show a reaction to the clients."""


class RoomPeers(Protocol):
    """The interface of other processes that share the database to a room."""

    process: str

    def opened(self, table: str) -> None:
        """Ask who is connected to a table that was loaded here."""

    def changed(self, room: AnyRoom) -> None:
        """Tell who is connected here."""

    def reacted(self, table: str, seat: Seat, reaction: ReactionId) -> None:
        """Tell about a reaction."""


@dataclass(frozen=True, slots=True)
class RoomTools:
    """What all rooms of a server share.

    `lost` is called when the storage has failed and the table must be reloaded. `follow` has the
    entries of other processes read. `may_react` applies the rate limit for a seat's reactions.
    """

    storage: Storage
    thinking: Thinking
    metrics: Metrics
    lost: Callable[[Any], None]
    may_react: Callable[[str], bool]
    follow: Callable[[str], None] = lambda _: None
    peers: RoomPeers | None = None
