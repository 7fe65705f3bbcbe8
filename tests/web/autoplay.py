"""Plays for the seats of a page over a connection of its own, to reach a position quickly.

The page stays at the table and follows, as it does when a game goes on at another device.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection, connect

Data = dict[str, Any]
_ROWS = "ABCDEFGHIJKLMNOP"
_MOST_MOVES = 400


class _Player:
    """A client with the secrets of a page."""

    def __init__(self, socket: ClientConnection, secrets: list[str]) -> None:
        self._socket = socket
        self._sent = 0
        self._views: Data = {}
        hello = {"type": "hello", "protocol": 1, "secrets": secrets, "seen": 0, "language": "en"}
        socket.send(json.dumps(hello))
        self._hear("welcome")

    def _hear(self, kind: str) -> Data:
        """Return the next message of a kind; keep the views that come with any."""
        while True:
            message: Data = json.loads(self._socket.recv(timeout=30))
            self._views.update(message.get("views") or {})
            if message["type"] == kind:
                return message

    @property
    def view(self) -> Data:
        """A view of the table."""
        view: Data = next(iter(self._views.values()))
        return view

    def play(self, *, well: bool) -> None:
        """Make a move for a seat of ours; if none is to move, wait for news."""
        seat = next((seat for seat in self.view["to_move"] if str(seat) in self._views), None)
        if seat is None:
            self._hear("events")
            return
        view = self._views[str(seat)]
        picks = view["options"]["picks"]
        self._sent += 1
        move = f"{seat} take {picks[0]}" if picks else f"{seat} fire {_shot(view, well=well)}"
        command = {"type": "command", "id": f"auto-{self._sent}", "command": "move", "move": move}
        self._socket.send(json.dumps(command))
        answer = self._hear("answer")
        assert answer["ok"], answer


def _shot(view: Data, *, well: bool) -> str:
    """Return the fields of a shot inside the grid with the most hits, or with the fewest."""
    grid = [row.split(" ") for row in view["sheet"]["grid"]]
    hits = set(view["seats"][view["seat"]]["hits"])
    plain = next(shot for shot in view["options"]["shots"] if shot["modify"] is None)

    def worth(names: list[str]) -> int:
        free = [name for name in names if name not in hits]
        kinds = [grid[_ROWS.index(name[0])][int(name[1:]) - 1] for name in free]
        return sum(kind.isdigit() for kind in kinds)

    shots = [
        [f"{_ROWS[row + down]}{column + right + 1}" for row, column in shape["fields"]]
        for shape in plain["shapes"]
        for down in range(len(grid) - max(row for row, _ in shape["fields"]))
        for right in range(len(grid[0]) - max(column for _, column in shape["fields"]))
    ]
    return " ".join((max if well else min)(shots, key=worth))


def autoplay(page: Page, *, well: bool = True, more: Iterable[str] = ()) -> None:
    """Play to the end for every seat of the page, and wait until the page shows it.

    `more` are secrets of other seats to play for.
    """
    page.wait_for_selector(".dice .die")
    table = page.url.split("/t/")[1].split("#")[0].split("?")[0]
    seats = json.loads(page.evaluate("localStorage.getItem('torpedo.seats')"))
    secrets = [*(seat["secret"] for seat in seats if seat["table"] == table), *more]
    address = page.url.split("/t/")[0].replace("http", "ws", 1)
    with connect(f"{address}/api/tables/{table}/socket", max_size=None) as socket:
        player = _Player(socket, secrets)
        for _ in range(_MOST_MOVES):
            if player.view["over"]:
                break
            player.play(well=well)
    expect(page.locator(".end .fair:not(.hint)")).to_contain_text("✓")
