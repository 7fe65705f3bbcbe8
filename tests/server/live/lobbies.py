"""A lobby without a network, and a client that keeps what it is sent."""

from __future__ import annotations

from pathlib import Path

from torpedo_dice.server.config import Config
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.messages.rest import HumanSeat, NewTable
from torpedo_dice.server.store.storage import Storage

BODY = NewTable("mission", [HumanSeat("Ada"), HumanSeat("Noor")], first=0)


class Listener:
    """A client that keeps what it is sent."""

    def __init__(self, *own: int) -> None:
        self.own = own
        self.keys: frozenset[str] = frozenset()
        self.heard: list[bytes] = []
        self.dropped: int | None = None

    def send(self, *messages: bytes) -> None:
        """Keep messages."""
        self.heard += messages

    def drop(self, code: int, why: str) -> None:
        """Keep that the connection was closed."""
        assert why
        self.dropped = code


def open_lobby(tmp_path: Path, **more: float) -> Lobby:
    """A lobby on a file, started."""
    data = str(tmp_path / "games.sqlite")
    lobby = Lobby(Config(data=data, **more), Storage(data))  # type: ignore[arg-type]
    lobby.start()
    return lobby
