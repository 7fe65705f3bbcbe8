"""A program that the host offers plays on a real server; clients can only use its name."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.players import SERVE, Page, Server, play_turns
from torpedo_dice.record import verify

ROOT = Path(__file__).parents[3]
ADA = {"kind": "human", "name": "Ada"}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


class OfferingServer(Server):
    """A server that offers the example in JavaScript."""

    program = SERVE.replace(
        "patience=", f"bots=['greedy=cmd:node {ROOT / 'examples' / 'line_bot.mjs'}'], patience="
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server."""
    folder = tmp_path_factory.mktemp("offering")
    server = OfferingServer(folder / "games.sqlite", folder / "log")
    yield server
    server.kill()


@pytest.mark.parametrize("mode", ["training", "mission"])
def test_a_program_plays_a_whole_game(mode: str, server: Server) -> None:
    """It is listed by its name, makes all of its moves itself, and the record is valid."""
    assert "greedy" in server.get("/api/bots").json()["bots"]
    made = server.make(mode, [ADA, {"kind": "bot", "bot": "greedy"}], pace="instant")

    async def main() -> Page:
        async with Page(server, made["table"], made["seats"][0]["secret"]) as ada:
            await play_turns({0: ada}, lambda page: page.views["0"]["over"])
            return ada

    ada = asyncio.run(main())
    assert not [event for event in ada.events if event["event"] == "bot_failed"]
    record = server.get(f"/api/tables/{made['table']}/record").json()
    assert verify(record) is None
    assert record["players"][1] == {"name": "Greedy", "kind": "bot", "bot": "greedy"}
    assert "bot_failed" not in server.log.read_text()


@pytest.mark.parametrize("bot", ["cmd:node examples/line_bot.mjs", "cmd:touch ran", "greedy=cmd:x"])
def test_a_client_cannot_name_a_command(bot: str, server: Server) -> None:
    """Neither at a new table nor for an open seat; not even the command that is offered."""
    answer = server.post(
        "/api/tables", {"mode": "mission", "seats": [ADA, {"kind": "bot", "bot": bot}]}
    )
    assert answer.status_code == 422
    assert "there’s no bot" in answer.text
    made = server.make("mission", [ADA, {"kind": "open"}])

    async def main() -> None:
        async with Page(server, made["table"], made["seats"][0]["secret"]) as ada:
            answer = await ada.command("fill", seat=1, bot=bot)
            assert not answer["ok"]
            assert (await ada.command("fill", seat=1, bot="greedy"))["ok"]

    asyncio.run(main())
