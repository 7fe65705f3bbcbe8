"""Clients that play as a page does, and note what they ask and what they are told.

They reconnect when a connection is lost, and repeat the command that wasn't answered.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from benchmarks.faults.history import History
from benchmarks.faults.views import view_facts
from tests.server.players import choose, commitment_to, dice_commands

Data = dict[str, Any]
# As in a page: a connection that is silent for this long counts as lost.
_SILENCE_SECONDS = 7.0
_PING_SECONDS = 3.0
_RETRY_SECONDS = 0.2
# Seconds that a player thinks, at least and at most.
_THINKING = (0.05, 0.3)
_LOST = (OSError, TimeoutError, websockets.WebSocketException)


class Campaign:
    """What all clients share: where they connect, the history, and whether to go on."""

    def __init__(self, port: int, history: History, seed: int) -> None:
        self.port = port
        self.history = history
        self.seed = seed
        self.is_over = False
        # When each table with a game in progress last accepted a command.
        self.accepted: dict[str, float] = {}
        self.tables: list[str] = []
        self.ended: set[str] = set()


class Client:
    """A player or, without a seat, a spectator."""

    def __init__(
        self, campaign: Campaign, table: str, seat: int | None, secret: str | None
    ) -> None:
        self.campaign = campaign
        self.table = table
        self.seat = seat
        self.name = f"{table}/{'-' if seat is None else seat}"
        self._secrets = [] if secret is None else [secret]
        self._view: Data = {}
        self._seen = 0
        self._pending: Data | None = None
        self._count = 0
        self._whim = Random(f"{campaign.seed} {len(campaign.tables)} {seat}")

    @property
    def is_over(self) -> bool:
        """Whether the game, or the campaign, has ended."""
        return bool(self._view.get("over")) or self.campaign.is_over

    async def play(self) -> None:
        """Play, or watch, to the end; reconnect as often as needed."""
        address = f"ws://127.0.0.1:{self.campaign.port}/api/tables/{self.table}/socket"
        while not self.is_over:
            try:
                async with websockets.connect(
                    address, ping_interval=None, open_timeout=_SILENCE_SECONDS, close_timeout=0.2
                ) as socket:
                    pinging = asyncio.create_task(_ping(socket))
                    try:
                        await self._talk(socket)
                    finally:
                        pinging.cancel()
            except _LOST as error:
                self._note("lost", why=type(error).__name__)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": 1, "secrets": self._secrets, "seen": self._seen}
        await socket.send(json.dumps({**hello, "language": None}))
        await self._hear(socket, "welcome")
        if self._pending is not None:
            await self._ask(socket, self._pending)
        while not self.is_over:
            command = self._next_command()
            if command is None:
                await self._hear(socket)
                continue
            await asyncio.sleep(self._whim.uniform(*_THINKING))
            await self._ask(socket, command)

    def _next_command(self) -> Data | None:
        """Return what there is to do now, if anything."""
        if self.seat is None:
            return None
        dice = dice_commands(self._view, [self.seat])
        if dice:
            return self._with_id(dice[0])
        if self._view.get("pending") is None and self.seat in self._view["to_move"]:
            return self._with_id({"command": "move", "move": choose(self._view, self.seat)})
        return None

    def _with_id(self, command: Data) -> Data:
        self._count += 1
        return {"type": "command", "id": f"p{self._count}", **command}

    async def _ask(self, socket: ClientConnection, command: Data) -> None:
        """Send a command, and wait for its answer; it is pending until then."""
        self._pending = command
        facts = {key: command[key] for key in ("id", "command", "move") if key in command}
        self._note("asked", round=self._view.get("round"), **facts)
        await socket.send(json.dumps(command))
        answer = await self._hear(socket, "answer", command["id"])
        self._pending = None
        self._note("answer", id=command["id"], ok=answer["ok"], error=answer.get("error"))
        campaign = self.campaign
        if answer["ok"] and self.table not in campaign.ended:
            campaign.accepted[self.table] = campaign.history.now()
        if not answer["ok"]:
            # The next events tell what has changed.
            await asyncio.sleep(_RETRY_SECONDS)

    async def _hear(
        self, socket: ClientConnection, kind: str | None = None, answer: str | None = None
    ) -> Data:
        """Receive one message, or messages until one of a kind."""
        while True:
            text = await asyncio.wait_for(socket.recv(), _SILENCE_SECONDS)
            message: Data = json.loads(text)
            if message["type"] in ("welcome", "events"):
                self._note_events(message)
            is_it = message["type"] == kind and (answer is None or message["id"] == answer)
            if kind is None or is_it:
                return message

    def _note_events(self, message: Data) -> None:
        events = message["events"]
        views = [view_facts(view) for view in message["views"].values()]
        self._note("events", events=events, private=message.get("private", []), views=views)
        if events:
            self._seen = events[-1]["number"]
        self._view = next(iter(message["views"].values()))
        if self._view.get("over"):
            self.campaign.ended.add(self.table)
            self.campaign.accepted.pop(self.table, None)

    def _note(self, what: str, **facts: object) -> None:
        where = {"table": self.table, "client": self.name, "seat": self.seat}
        self.campaign.history.note(what, **where, **facts)


async def _ping(socket: ClientConnection) -> None:
    while True:
        await asyncio.sleep(_PING_SECONDS)
        await socket.send(json.dumps({"type": "ping", "n": 1}))


async def play_games(campaign: Campaign, number: int) -> None:
    """Play one game after the other; every third has a bot as well."""
    while not campaign.is_over:
        made = await _make(campaign, has_bot=number % 3 == 0)
        if made is None:
            await asyncio.sleep(_RETRY_SECONDS)
            continue
        table = made["table"]
        campaign.tables.append(table)
        campaign.accepted[table] = campaign.history.now()
        seats = [Client(campaign, table, one["seat"], one["secret"]) for one in made["seats"]]
        clients = [*seats, Client(campaign, table, None, None)]
        await asyncio.gather(*(client.play() for client in clients))


async def _make(campaign: Campaign, *, has_bot: bool) -> Data | None:
    """Make a table; None if that didn't work."""
    seats: list[Data] = [
        {"kind": "human", "name": name, "nonce_commitment": commitment_to(seat)}
        for seat, name in enumerate(("Ada", "Noor"))
    ]
    seats += [{"kind": "bot", "bot": "ensign"}] if has_bot else []
    body = {"mode": "training", "seats": seats, "pace": "instant"}
    try:
        async with httpx.AsyncClient(timeout=_SILENCE_SECONDS) as client:
            answer = await client.post(f"http://127.0.0.1:{campaign.port}/api/tables", json=body)
    except httpx.HTTPError:
        return None
    made: Data | None = answer.json() if answer.status_code == 201 else None
    return made
