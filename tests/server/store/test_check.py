"""Checking a database: every broken table is found, and only those."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.databases import execute
from tests.server.live.lobbies import Listener, begun, open_lobby
from torpedo_dice.server.messages.rest import BotSeat, NewTable
from torpedo_dice.server.store.check import check
from torpedo_dice.server.table.log import Resigned


def play(data: str) -> list[str]:
    """Store a waiting table, a running game, one that was resigned and one that bots finished."""

    async def main() -> list[str]:
        lobby = open_lobby(data)
        running, resigned = await begun(lobby), await begun(lobby)
        resigned.do(Resigned(resigned.table.made, 0))
        bots = [BotSeat("ensign"), BotSeat("ensign")]
        played, _ = await lobby.make(NewTable("training", [*bots], pace="instant"))
        (await lobby.find(played.id)).join(Listener(), 0)
        while not played.is_over:
            await asyncio.sleep(0.01)
        await lobby.storage.settled()
        lobby.close()
        return [running.table.id, resigned.table.id, played.id]

    return asyncio.run(main())


def test_every_broken_table_is_found(data: str) -> None:
    """One kind of damage after the other; the check goes on after each."""
    running, resigned, played = play(data)
    assert {(one.table, one.problem) for one in check(data)} == {
        (running, None),
        (resigned, None),
        (played, None),
    }
    damages = [
        ("DELETE FROM log WHERE table_id = :id AND number = 1", running, "entry 1 of its log"),
        ("UPDATE tables SET ended = NULL WHERE id = :id", resigned, "is over is stored wrongly"),
        ("UPDATE log SET entry = '{' WHERE table_id = :id AND number = 5", played, "be replayed"),
        ("INSERT INTO log VALUES (:id, 1, 0, '{}')", "nowhere", "there’s no such table"),
    ]
    for statement, table, _ in damages:
        execute(data, statement, id=table)
    found = {one.table: str(one.problem) for one in check(data)}
    for _, table, problem in damages:
        assert problem in found[table]


def test_an_invalid_record_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that can be replayed may still break a rule of records."""
    data = str(tmp_path / "games.sqlite")
    *_, played = play(data)
    before = "torpedo_dice.server.store.check.verify"

    def refuse(_record: object) -> None:
        from torpedo_dice.record import RecordError

        raise RecordError("rounds: too few")

    monkeypatch.setattr(before, refuse)
    assert {one.table: str(one.problem) for one in check(data)}[played] == (
        "its record is invalid: rounds: too few"
    )
