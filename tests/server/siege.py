"""A siege: many clients send invalid messages while others play.

Every message must get a clear error, every connection must end with the code given in
docs/protocol.md, and nothing at the tables may change.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import websockets
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from tests.server.nonsense import FOR_SPECTATORS, IMPOSSIBLE, UNREADABLE, Draw, Kind, Message
from tests.server.players import Data, Page, Server, play_turns
from torpedo_dice.server.config import Limits

# A client sends this many messages, too few to be disconnected, then one that ends the connection.
MESSAGES = 45
# How many are sent before waiting for the answers.
AT_ONCE = 9
VISITORS = 12
KINDS = {"malformed", "illegal", "not_yours", "refused"}


@dataclass(frozen=True)
class Target:
    """A table under attack. `secrets` open its seats; the attackers hold the first."""

    table: str
    secrets: tuple[str, ...]
    wrong_moves: tuple[str, ...]


@dataclass
class Tally:
    """What was counted."""

    messages: int = 0
    connections: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    games: int = 0
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0


# ------------------------------------------------------------------ how a visit ends


@dataclass(frozen=True)
class Ending:
    """Raw bytes that end a connection, and the resulting close code."""

    name: str
    code: int
    bytes: Callable[[random.Random], bytes]
    # Whether it has to come before hello.
    is_early: bool = False


def _frame(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


def _say(message: Data) -> bytes:
    return _frame(Opcode.TEXT, json.dumps(message).encode())


def _too_large(whim: random.Random) -> bytes:
    data = b"x" * (Limits().message + whim.randrange(1, 2000))
    return _frame(whim.choice((Opcode.TEXT, Opcode.BINARY)), data)


def _too_large_in_parts(whim: random.Random) -> bytes:
    part = b"y" * (Limits().message // 2 + whim.randrange(1, 200))
    return _frame(Opcode.TEXT, part, fin=False) + _frame(Opcode.CONT, part)


def _bad_text(whim: random.Random) -> bytes:
    bad = whim.choice((b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"ok \x80"))
    return _frame(Opcode.TEXT, bad)


def _no_frame(whim: random.Random) -> bytes:
    return whim.choice(
        (
            _frame(Opcode.TEXT, b"{}", mask=False),
            _frame(Opcode.CONT, b"{}"),
            b"\xc1\x80\0\0\0\0",  # a reserved bit
            b"\x83\x80\0\0\0\0",  # a reserved kind of frame
            b"\x09\x80\0\0\0\0",  # a control frame in parts
        )
    )


def _goodbye(whim: random.Random) -> bytes:
    return Frame(Opcode.CLOSE, (1000).to_bytes(2)).serialize(mask=True)


def _malformed_too_often(whim: random.Random) -> bytes:
    return _frame(Opcode.TEXT, b"?") * (Limits().malformed + 1)


def _command_first(whim: random.Random) -> bytes:
    return _say({"type": "command", "id": "1", "command": "take_back", "seat": 0})


def _wrong_version(whim: random.Random) -> bytes:
    return _say({"type": "hello", "protocol": whim.choice((0, 2, -1, 10**30))})


ENDINGS = (
    Ending("too large", 1009, _too_large),
    Ending("too large in parts", 1009, _too_large_in_parts),
    Ending("not UTF-8", 1007, _bad_text),
    Ending("not WebSocket", 1002, _no_frame),
    Ending("goodbye", 1000, _goodbye),
    Ending("malformed too often", 4400, _malformed_too_often),
    Ending("command before hello", 4400, _command_first, is_early=True),
    Ending("wrong version", 4400, _wrong_version, is_early=True),
)


# ------------------------------------------------------------------ a visit


class Visit:
    """One connection: an optional hello, messages that are rejected, an ending."""

    def __init__(self, server: Server, target: Target, whim: random.Random, tally: Tally) -> None:
        self._server = server
        self._target = target
        self._whim = whim
        self._tally = tally
        self._draw = Draw(whim, target.wrong_moves)
        self._ending = whim.choice(ENDINGS)

    async def pay(self, messages: int) -> None:
        """Connect, send this many messages, and disconnect."""
        address = f"ws://127.0.0.1:{self._server.port}/api/tables/{self._target.table}/socket"
        connection = await websockets.connect(
            address, ping_interval=None, max_queue=None, compression=None, close_timeout=5
        )
        self._tally.connections += 1
        try:
            kinds = UNREADABLE if self._ending.is_early else await self._greet(connection)
            while messages > 0:
                batch = [
                    self._whim.choice(kinds)(self._draw) for _ in range(min(AT_ONCE, messages))
                ]
                batch += batch[-1:] if batch[-1].id and self._whim.random() < 0.2 else []
                await self._say(connection, batch)
                messages -= len(batch)
            await self._end(connection)
        finally:
            connection.transport.abort()

    async def _greet(self, connection: ClientConnection) -> tuple[Kind, ...]:
        """Send hello as a player, a spectator or a client with a wrong secret."""
        guise = self._whim.choice(("player", "spectator", "stranger"))
        secrets = {
            "player": [self._target.secrets[0]],
            "spectator": [],
            "stranger": [self._target.secrets[0][:-1], "guess", "\0" * 128],
        }[guise]
        seen = self._whim.choice((0, 1, 10**6, 2**63, 10**30))
        hello = {"type": "hello", "protocol": 1, "secrets": secrets, "seen": seen}
        await connection.send(json.dumps(hello))
        welcome = await _hear(connection, "welcome")
        assert welcome["you"] == ([0] if guise == "player" else [])
        # A client that claims to have seen too many events gets all of them.
        least = 0 if seen <= welcome["number"] else 1
        assert [event["number"] for event in welcome["events"]][:1] in (
            [],
            [seen * (1 - least) + 1],
        )
        return UNREADABLE + (IMPOSSIBLE if guise == "player" else FOR_SPECTATORS)

    async def _say(self, connection: ClientConnection, batch: list[Message]) -> None:
        """Send some messages and receive an error for each."""
        for message in batch:
            await connection.send(message.data)
        wanted = Counter(message.id for message in batch if message.id is not None)
        heard: Counter[str] = Counter()
        for _ in batch:
            reply = await _hear(connection, "answer", "error")
            heard[reply.get("id", "")] += 1
            self._check(reply, batch)
        assert wanted <= heard, (batch, heard)
        self._tally.messages += len(batch)

    def _check(self, reply: Data, batch: list[Message]) -> None:
        assert not reply.get("ok"), (reply, batch)
        error = reply["error"]
        assert error["kind"] in KINDS
        assert error["code"]
        assert error["why"].strip(), reply
        assert self._target.secrets[0] not in json.dumps(reply)
        self._tally.answers[f"{error['kind']}, {error['code']}"] += 1

    async def _end(self, connection: ClientConnection) -> None:
        connection.transport.write(self._ending.bytes(self._whim))
        try:
            while True:
                await asyncio.wait_for(connection.recv(decode=False), 60)
        except websockets.ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
        assert code == self._ending.code, (self._ending.name, code)
        self._tally.messages += 1
        self._tally.endings[f"{code}, {self._ending.name}"] += 1


async def _hear(connection: ClientConnection, *types: str) -> Data:
    while True:
        message: Data = json.loads(await asyncio.wait_for(connection.recv(decode=False), 60))
        if message["type"] in types:
            return message


# ------------------------------------------------------------------ the tables under siege


async def make_targets(server: Server) -> list[Target]:
    """Create tables in every state: waiting, at each stage, solo, over."""
    late = ("0 take 0", "0 take 1", "0 take 2", "0 fire A1 A1", "0 activate reactor")
    early = ("0 fire A1", "0 activate engine", "0 use tower +1", "0 take 7")
    two = [{"kind": "human", "name": name} for name in ("Ada", "Noor")]
    waiting = server.make(seats=[two[0], {"kind": "open"}], patience=3600)
    taking = server.make(seats=two, first=0, patience=3600)
    acting = server.make(seats=two, first=0, patience=3600)
    alone = server.make("solo", two[:1], patience=3600)
    over = server.make("training", two, first=0, patience=3600)
    await _play(server, acting, lambda page: page.views["0"]["stage"] == "act")
    await _play(server, over, is_over)
    states = ((waiting, late + early), (taking, early), (acting, late), (over, late + early))
    alone_target = Target(alone["table"], _secrets(alone), ("0 take 7", "0 take 99", "1 take 0"))
    return [alone_target, *(Target(made["table"], _secrets(made), w) for made, w in states)]


def _secrets(made: Data) -> tuple[str, ...]:
    return tuple(seat["secret"] for seat in made["seats"])


def is_over(page: Page) -> bool:
    """Whether the game has ended."""
    return bool(page.views["0"]["over"])


async def _play(server: Server, made: Data, until: Callable[[Page], bool]) -> None:
    async with Page(server, made["table"], *_secrets(made)) as page:
        await play_turns(dict.fromkeys(range(len(made["seats"])), page), until)


async def finish(server: Server, target: Target) -> Data:
    """Play a game to its end; return its record."""
    secrets = target.secrets
    if server.get(f"/api/tables/{target.table}").json()["stage"] == "waiting":
        taken = server.post(f"/api/tables/{target.table}/seats", {"name": "Kit"})
        secrets = (*secrets, taken.json()["secret"])
    async with Page(server, target.table, *secrets) as page:
        await play_turns(dict.fromkeys(range(len(secrets)), page), is_over)
    record: Data = server.get(f"/api/tables/{target.table}/record").json()
    return record


# ------------------------------------------------------------------ the siege


async def besiege(server: Server, messages: int, seed: int) -> tuple[Tally, list[Data]]:
    """Send this many invalid messages while two people play; return the counts and all records."""
    tally = Tally()
    targets = await make_targets(server)
    before = [_state(server, target) for target in targets]
    visits = iter(range(-(-messages // (MESSAGES + 1))))

    async def visitor() -> None:
        for number in visits:
            whim = random.Random(f"{seed}/{number}")  # noqa: S311
            await Visit(server, whim.choice(targets), whim, tally).pay(MESSAGES)

    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        visitors = [group.create_task(visitor()) for _ in range(VISITORS)]
        peace = group.create_task(_play_in_peace(server, visitors, tally))
    records = peace.result()
    tally.seconds = time.monotonic() - began
    assert [_state(server, target) for target in targets] == before, "a table has changed"
    records += [await finish(server, target) for target in targets]
    return tally, records


def _state(server: Server, target: Target) -> tuple[Data, Data]:
    facts = server.get(f"/api/tables/{target.table}").json()
    return facts, server.get(f"/api/tables/{target.table}/record").json()


async def _play_in_peace(
    server: Server, visitors: list[asyncio.Task[None]], tally: Tally
) -> list[Data]:
    """Have two players, each with a connection, play game after game during the attack."""
    records: list[Data] = []
    while not all(visitor.done() for visitor in visitors):
        made = server.make("training")
        first, second = _secrets(made)
        table = made["table"]
        async with TimedPage(server, table, first) as one, TimedPage(server, table, second) as two:
            await play_turns({0: one, 1: two}, is_over)
            tally.latencies += one.latencies + two.latencies
        assert server.get("/api/health").json()["status"] == "ok"
        records.append(server.get(f"/api/tables/{table}/record").json())
        tally.games += 1
    return records


class TimedPage(Page):
    """A client that measures the time of its moves."""

    def __init__(self, server: Server, table: str, *secrets: str) -> None:
        super().__init__(server, table, *secrets)
        self.latencies: list[float] = []

    async def move(self, move: object, id: str | None = None) -> Data:  # noqa: A002
        """Make a move."""
        began = time.perf_counter()
        answer = await super().move(move, id)
        self.latencies.append(time.perf_counter() - began)
        return answer


def verify(records: list[Data], file: Path) -> str:
    """Let `torpedo verify` look at records; returns what it objects to."""
    file.write_text("\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "torpedo_dice.cli", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr
