"""A lobby without a network, and a client that stores the messages it receives."""

from __future__ import annotations

from tests.server.players import commitment_to, nonce_of
from torpedo_dice.server.config import Config
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.rest import HumanSeat, NewTable
from torpedo_dice.server.store.storage import open_storage
from torpedo_dice.server.table.log import Revealed

BODY = NewTable(
    "mission",
    [HumanSeat("Ada", commitment_to(0)), HumanSeat("Noor", commitment_to(1))],
    first=0,
)


class Listener:
    """A client that stores the messages it receives."""

    def __init__(self, *own: int) -> None:
        self.own = own
        self.address = "127.0.0.1"
        self.keys: frozenset[str] = frozenset()
        self.heard: list[bytes] = []
        self.dropped: int | None = None

    def send(self, *messages: bytes) -> None:
        """Store messages."""
        self.heard += messages

    def drop(self, code: int, why: str) -> None:
        """Record that the connection was closed."""
        assert why
        self.dropped = code


def open_lobby(data: str, **more: float) -> Lobby:
    """A lobby on a database, started."""
    lobby = Lobby(Config(data=data, **more), open_storage(data))  # type: ignore[arg-type]
    lobby.start()
    return lobby


async def begun(lobby: Lobby, body: NewTable = BODY) -> Room:
    """Create a table for two whose game has begun."""
    table, _ = await lobby.make(body)
    room = await lobby.find(table.id)
    for seat in range(2):
        room.do(Revealed(table.made, seat, nonce_of(seat)))
    await lobby.storage.settled()
    return room
