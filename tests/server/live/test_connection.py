"""Connections: hello, limits, silence, and what ends them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import pytest
import websockets
from websockets.frames import Frame, Opcode

from tests.server.players import Data, Page, Server
from torpedo_dice.server.config import Limits


def test_many_messages_at_once(server: Server) -> None:
    """A client that reads is never mistaken for a slow one, even in a burst of messages."""

    async def main() -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{server.make()['table']}/socket"
        async with websockets.connect(address, max_queue=None) as client:
            ping = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True)
            client.transport.write(ping * 3000)
            for _ in range(3000):
                assert json.loads(await asyncio.wait_for(client.recv(), 10))["type"] == "pong"

    asyncio.run(main())


def test_narrow_limits(strict: Server) -> None:
    """Commands per second, connections and silence: each has its code."""
    made = strict.make(first=0)
    secrets = [seat["secret"] for seat in made["seats"]]

    async def main() -> None:
        page = Page(strict, made["table"], *secrets)
        page.pings = False
        async with page:
            answers = [await page.command("preview", seat=0, activate="x") for _ in range(15)]
            assert answers[-1]["error"]["code"] == "too_fast"
            async with Page(strict, made["table"]), Page(strict, made["table"]):
                with pytest.raises(websockets.ConnectionClosed) as fourth:
                    await Page(strict, made["table"]).connect()
                assert fourth.value.rcvd is not None
                assert fourth.value.rcvd.code == 4429
            # Without any message, the connection is closed shortly.
            with pytest.raises(websockets.ConnectionClosed) as silent:
                await page.until(lambda _: False)
            assert silent.value.rcvd is not None
            assert silent.value.rcvd.code == 4408
            await page.connect()

    asyncio.run(main())


def test_pings_count_too(strict: Server) -> None:
    """Beyond the rate limit each gets an error; none is ignored."""

    async def main() -> Counter[str]:
        address = f"ws://127.0.0.1:{strict.port}/api/tables/x/socket"
        heard: Counter[str] = Counter()
        async with websockets.connect(address) as client:
            for number in range(30):
                await client.send(json.dumps({"type": "ping", "n": number}))
            for _ in range(30):
                reply = json.loads(await asyncio.wait_for(client.recv(), 10))
                heard[reply["error"]["code"] if reply["type"] == "error" else reply["type"]] += 1
        return heard

    heard = asyncio.run(main())
    assert set(heard) == {"pong", "too_fast"}
    assert heard["pong"] >= 10


def test_bytes_and_oversized_messages(server: Server) -> None:
    """Binary frames get an error, a message that is too large ends the connection cleanly."""
    made = server.make()
    secret = made["seats"][0]["secret"]

    async def main() -> None:
        async with Page(server, made["table"], secret) as page:
            assert page.socket is not None
            await page.socket.send(b"\x00\x01")
            assert (await page.until(lambda m: m["type"] == "error"))["error"]["code"] == "message"
            await page.say("x" * (Limits().message + 1))
            with pytest.raises(websockets.ConnectionClosed):
                await page.until(lambda _: False)
        async with Page(server, made["table"], secret) as page:
            assert page.welcome["you"] == [0]

    asyncio.run(main())


def test_hello_comes_first_and_once(server: Server) -> None:
    """A command before hello ends the connection; so does an unknown table."""
    made = server.make()

    async def closed_with(table: str, message: Data) -> int:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with websockets.connect(address) as socket:
            await socket.send(json.dumps(message))
            error = json.loads(await socket.recv())
            assert error["type"] == "error"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    command = {"type": "command", "id": "1", "command": "move", "move": "0 take 0"}
    hello = {"type": "hello", "protocol": 1}
    assert asyncio.run(closed_with(made["table"], command)) == 4400
    assert asyncio.run(closed_with(made["table"], {**hello, "protocol": 2})) == 4400
    assert asyncio.run(closed_with("nowhere", hello)) == 4404
