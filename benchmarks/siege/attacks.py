"""The attacks: `python -m benchmarks.siege.attacks NAME PORT SECONDS`.

Each attack comes from one client at one address with as many connections as it can get. A worker
repeats one action until the time is up, no matter how the server reacts.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from websockets.frames import Frame, Opcode

from benchmarks.siege import bombs

_HEAD = b"Host: 127.0.0.1\r\n"
_LOST = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, KeyError)


@dataclass
class Attacker:
    """One client: opens connections and counts its actions."""

    port: int
    # Each attack has its own address, so that none is affected by the limits that another has used
    # up.
    address: str
    done: Counter[str] = field(default_factory=Counter)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        line = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        self.done["connections"] += 1
        return line

    async def call(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Make a REST call on a separate connection."""
        reader, writer = await self.connect()
        try:
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            answer = await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.close()
        head, _, text = answer.partition(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        self.done[str(status)] += 1
        return status, text

    async def post(self, path: str, body: object) -> dict[str, object]:
        """Post JSON; ValueError if it is refused."""
        status, text = await self.call("POST", path, json.dumps(body).encode())
        if status >= 300:
            await asyncio.sleep(0.05)
            raise ValueError(status)
        data: dict[str, object] = json.loads(text)
        return data

    async def socket(
        self, table: str, hello: dict[str, object] | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket and say hello."""
        reader, writer = await self.connect()
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        writer.write(text_frame({"type": "hello", "protocol": 1, **(hello or {})}))
        return reader, writer

    async def table(self, **more: object) -> tuple[str, list[str]]:
        """Create a table for two humans; return it with its secrets."""
        seats = [{"kind": "human", "name": "Eve"}, {"kind": "human", "name": "Mallory"}]
        made = await self.post("/api/tables", {"mode": "mission", "seats": seats, **more})
        return str(made["table"]), [seat["secret"] for seat in made["seats"]]  # type: ignore[attr-defined]


def text_frame(message: object) -> bytes:
    """Encode a message as a client's frame."""
    return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)


Attack = Callable[[Attacker], Awaitable[None]]


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


async def _drip(me: Attacker, beginning: bytes, drop: bytes) -> None:
    """Send some data, then a little more from time to time."""
    _, writer = await me.connect()
    writer.write(beginning)
    while True:
        writer.write(drop)
        await writer.drain()
        me.done["drops"] += 1
        await asyncio.sleep(0.5)


async def _flood(me: Attacker, data: bytes, *, wait: bool = True) -> None:
    """Send the same data repeatedly at full speed, and read the responses."""
    reader, writer = await me.connect()
    reading = asyncio.create_task(_drain(reader)) if wait else None
    try:
        while not writer.is_closing():
            writer.write(data)
            await asyncio.wait_for(writer.drain(), 5)
            me.done["bytes"] += len(data)
            await asyncio.sleep(0)
            if reading is not None and reading.done():
                return
    finally:
        writer.close()
        if reading is not None:
            reading.cancel()


async def _flood_socket(me: Attacker, data: bytes, *, read: bool = True) -> None:
    """Send frames to a table at full speed."""
    reader, writer = await me.socket(await _shared_table(me))
    reading = asyncio.create_task(_drain(reader)) if read else None
    try:
        while not writer.is_closing() and not (reading is not None and reading.done()):
            writer.write(data)
            await asyncio.wait_for(writer.drain(), 5)
            me.done["bytes"] += len(data)
            await asyncio.sleep(0)
    finally:
        writer.close()
        if reading is not None:
            reading.cancel()


_tables: dict[int, asyncio.Task[tuple[str, list[str]]]] = {}


async def _shared_table(me: Attacker) -> str:
    """Return a table that all workers use."""
    if me.port not in _tables or (_tables[me.port].done() and _tables[me.port].exception()):
        _tables[me.port] = asyncio.create_task(me.table())
    return (await asyncio.shield(_tables[me.port]))[0]


async def _commands(me: Attacker, command: dict[str, object], *, spectators: int = 0) -> None:
    """Repeat a command at a separate table with spectators."""
    table, secrets = await me.table()
    reader, writer = await me.socket(table, {"secrets": secrets})
    lines = [reader, *[(await me.socket(table))[0] for _ in range(spectators)]]
    reading = [asyncio.create_task(_drain(line)) for line in lines]
    number = 0
    while not reading[0].done():
        number += 1
        frame = {"type": "command", "id": f"c{number}", "seat": 0, **command}
        if "name" in command:
            frame["name"] = f"Eve {number}"
        writer.write(text_frame(frame))
        await asyncio.wait_for(writer.drain(), 5)
        me.done["commands"] += 1
        if number % 20 == 0:
            await asyncio.sleep(0.05)


async def _post(me: Attacker, path: str, body: Callable[[], object]) -> None:
    await me.post(path, body())


async def _many_tables(me: Attacker) -> None:
    """Four admirals on a large custom sheet, watched by a client so that they think."""
    seats = [{"kind": "bot", "bot": "admiral"} for _ in range(4)]
    body = {"mode": "mission", "seats": seats, "sheet": bombs.large_sheet(me.done["tables"])}
    me.done["tables"] += 1
    made = await me.post("/api/tables", body)
    reader, _ = await me.socket(str(made["table"]))
    await _drain(reader)


def _head(line: bytes) -> bytes:
    return line + b" HTTP/1.1\r\n" + _HEAD


# By name: the number of workers, and the action of each.
ATTACKS: dict[str, tuple[int, Attack]] = {
    "connections that never send": (1100, lambda me: _drip(me, b"", b"")),
    "slow headers": (300, lambda me: _drip(me, _head(b"GET /api/bots"), b"X: y\r\n")),
    "slow bodies": (
        300,
        lambda me: _drip(
            me, _head(b"POST /api/tables") + b"Content-Length: 90000\r\n\r\n", b" " * 10
        ),
    ),
    "slow readers": (
        100,
        lambda me: _flood(me, _head(b"GET /rules") + b"\r\n", wait=False),
    ),
    "endless headers": (20, lambda me: _flood(me, _head(b"GET /") + b"X: y\r\n" * 10_000)),
    "an endless header": (20, lambda me: _flood(me, b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000)),
    "requests without a pause": (50, lambda me: _flood(me, _head(b"GET /api/bots") + b"\r\n")),
    "garbage requests": (50, lambda me: _flood(me, b"\x00\xff\r\n\r\n")),
    "files without a pause": (50, lambda me: _flood(me, _head(b"GET /") + b"\r\n")),
    "empty pings": (20, lambda me: _flood_socket(me, b"\x89\x80\0\0\0\0" * 2000)),
    "empty pongs": (20, lambda me: _flood_socket(me, b"\x8a\x80\0\0\0\0" * 2000)),
    "empty fragments": (
        20,
        lambda me: _flood_socket(me, b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 2000),
    ),
    "pings, answers unread": (
        20,
        lambda me: _flood_socket(me, (b"\x89\xfd" + b"\0" * 129) * 200, read=False),
    ),
    "many small frames": (20, lambda me: _flood_socket(me, text_frame({}) * 500)),
    "few large frames": (20, lambda me: _flood_socket(me, bombs.LARGE_FRAME)),
    "nested JSON frames": (20, lambda me: _flood_socket(me, bombs.NESTED_FRAME)),
    "nested JSON bodies": (20, lambda me: _raw_post(me, "/api/tables", bombs.NESTED_JSON)),
    "nested TOML": (20, lambda me: _post(me, "/api/sheets/check", bombs.nested_toml)),
    "large records": (20, lambda me: _raw_post(me, "/api/replay", bombs.large_record())),
    "nested records": (20, lambda me: _raw_post(me, "/api/replay", bombs.NESTED_RECORD)),
    "replays without a pause": (50, lambda me: _raw_post(me, "/api/replay", bombs.record())),
    "spectators": (200, lambda me: _spectate(me)),
    "renames before spectators": (
        4,
        lambda me: _commands(me, {"command": "name", "name": ""}, spectators=14),
    ),
    "previews": (30, lambda me: _commands(me, {"command": "preview", "activate": "fins"})),
    "new tables": (20, lambda me: _new_table(me)),
    "four admirals at each table": (30, _many_tables),
    "lists of games": (20, lambda me: _post(me, "/api/mine", bombs.long_list)),
}


async def _raw_post(me: Attacker, path: str, body: bytes) -> None:
    status, _ = await me.call("POST", path, body)
    if status == 429:
        await asyncio.sleep(0.05)


async def _spectate(me: Attacker) -> None:
    reader, _ = await me.socket(await _shared_table(me))
    await _drain(reader)


async def _new_table(me: Attacker) -> None:
    await me.table()


async def attack(name: str, port: int, seconds: float) -> None:
    """Attack for some seconds, print what was done, and end the process."""
    me = Attacker(port, f"127.0.2.{1 + list(ATTACKS).index(name)}")
    workers, what = ATTACKS[name]

    async def work() -> None:
        while True:
            try:
                await what(me)
            except _LOST:
                me.done["refused or lost"] += 1
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(work()) for _ in range(workers)]
    await asyncio.sleep(seconds)
    # As if its machine were switched off: no connection is closed properly.
    print(", ".join(f"{count:,} {what}" for what, count in me.done.items()), flush=True)
    del tasks
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
