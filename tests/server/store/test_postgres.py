"""The shared storage: conflicts concern one table, and an outage loses and repeats nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from tests.server.databases import execute, new_postgres
from tests.server.store.test_storage import make_table
from tools.postgres import MISSING, Cluster, find_postgres
from torpedo_dice.server.store import postgres
from torpedo_dice.server.store.opening import open_engine
from torpedo_dice.server.store.postgres import PostgresStorage, is_outage
from torpedo_dice.server.store.writes import (
    AddEntry,
    AddSeed,
    ConflictError,
    DeleteTable,
    StorageError,
    UseSeed,
)
from torpedo_dice.server.table.log import Named, parse_entry


def entry(table: str, number: int, name: str = "Ada") -> AddEntry:
    """An entry to be stored."""
    return AddEntry(table, number, Named(float(number), 0, name))


def log_of(data: str) -> list[tuple[str, int]]:
    """Return the tables and numbers of all entries."""
    rows = execute(data, "SELECT table_id, number FROM log ORDER BY table_id, number")
    return [(row[0], row[1]) for row in rows]


def test_a_conflict_concerns_one_table() -> None:
    """What was written together with it is stored; what builds on it is not."""
    data = new_postgres()

    async def main() -> None:
        one, other = PostgresStorage(data), PostgresStorage(data)
        await one.written([make_table("a")])
        await one.written([make_table("b")])
        await other.written([entry("a", 1, "Noor")])
        errors: dict[str, StorageError | None] = {}
        one.write([entry("a", 1)], lambda error: errors.update(a1=error))
        one.write([entry("b", 1)], lambda error: errors.update(b1=error))
        one.after(lambda error: errors.update(after_a=error), "a")
        one.after(lambda error: errors.update(after_b=error), "b")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        # That commit is on its way; this belongs to the next one.
        one.write([entry("a", 2)], lambda error: errors.update(a2=error))
        one.write([entry("b", 2)], lambda error: errors.update(b2=error))
        await one.settled()
        for name in ("a1", "a2", "after_a"):
            assert isinstance(errors[name], ConflictError), name
        assert [errors[name] for name in ("b1", "b2", "after_b")] == [None] * 3
        assert one.conflicts == 1
        await one.written([entry("a", 2)])
        one.close()
        other.close()

    asyncio.run(main())
    assert log_of(data) == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_the_entries_of_others_can_be_read() -> None:
    """For many tables at once, each from where it is known."""
    data = new_postgres()

    async def main() -> None:
        storage = PostgresStorage(data)
        for name in "abc":
            await storage.written([make_table(name), *(entry(name, n) for n in (1, 2, 3))])
        found = storage.entries_since({"a": 1, "b": 3, "c": 0, "d": 0})
        assert {
            table: [parse_entry(e).at for e in entries] for table, entries in found.items()
        } == {
            "a": [2.0, 3.0],
            "c": [1.0, 2.0, 3.0],
        }
        storage.close()

    asyncio.run(main())


def test_a_deleted_table_takes_no_entries() -> None:
    """A process that still has it in memory can't bring it back."""
    data = new_postgres()

    async def main() -> None:
        storage = PostgresStorage(data)
        await storage.written([make_table("a"), entry("a", 1)])
        await storage.written([DeleteTable("a")])
        with pytest.raises(ConflictError):
            await storage.written([entry("a", 2)])
        storage.close()

    asyncio.run(main())
    assert log_of(data) == []


def test_a_seed_is_used_once() -> None:
    """Even by two tables that are made at the same moment."""
    data = new_postgres()

    async def main() -> None:
        storage = PostgresStorage(data)
        await storage.written([AddSeed("commitment", "seed", 5.0)])
        assert storage.seed_of("commitment", 4.0) == "seed"
        assert storage.seed_of("commitment", 6.0) is None
        makes = [storage.written([make_table(name), UseSeed("commitment")]) for name in "ab"]
        done = await asyncio.gather(*makes, return_exceptions=True)
        assert [type(one) for one in done] == [type(None), ConflictError]
        assert storage.count() == 1
        storage.close()

    asyncio.run(main())


def test_what_a_lost_connection_committed_is_not_written_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody was told about the commit: the repetition finds it."""
    data = new_postgres()
    commit = PostgresStorage._commit_once
    lost: list[str] = []

    def commit_and_lose(self: PostgresStorage, batch: object, *, is_first: bool) -> object:
        errors = commit(self, batch, is_first=is_first)  # type: ignore[arg-type]
        if len(lost) < 2:
            lost.append("connection")
            raise sa.exc.OperationalError("COMMIT", {}, postgres_error())
        return errors

    monkeypatch.setattr(PostgresStorage, "_commit_once", commit_and_lose)

    async def main() -> None:
        storage = PostgresStorage(data)
        await storage.written([make_table("a"), entry("a", 1)])
        await storage.written([entry("a", 2)])
        storage.close()

    asyncio.run(main())
    assert log_of(data) == [("a", 1), ("a", 2)]


def postgres_error() -> Exception:
    """The error of a lost connection."""
    import psycopg

    return psycopg.OperationalError("server closed the connection unexpectedly")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of its own, which survives being killed."""
    if find_postgres() is None:
        pytest.skip(MISSING)
    cluster = Cluster(is_durable=True)
    yield cluster
    cluster.remove()


def test_an_outage_loses_and_repeats_nothing(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL is killed: writes wait, the pause is reported, and all are there afterwards."""
    monkeypatch.setattr(postgres, "_PAUSE_SECONDS", 0.05)
    data = cluster.url()

    async def main() -> None:
        storage = PostgresStorage(data)
        pauses: list[bool] = []
        storage.on_pause = pauses.append
        await storage.written([make_table("a")])
        done: list[StorageError | None] = []
        for number in range(1, 41):
            storage.write([entry("a", number)], done.append)
            await asyncio.sleep(0.01)
            if number == 10:
                cluster.kill()
            if number == 20:
                until = time.monotonic() + 10
                while not storage.is_paused and time.monotonic() < until:
                    await asyncio.sleep(0.01)
                assert len(done) < 20
                cluster.start()
        await storage.settled()
        assert done == [None] * 40
        assert pauses == [True, False]
        storage.close()

    asyncio.run(main())
    assert log_of(data) == [("a", number) for number in range(1, 41)]


def test_a_server_can_stop_during_an_outage(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gives up after a moment; what it didn't store was never acknowledged."""
    monkeypatch.setattr(postgres, "_CLOSE_SECONDS", 0.2)

    async def main() -> None:
        storage = PostgresStorage(cluster.url())
        cluster.stop()
        done: list[StorageError | None] = []
        storage.write([make_table("a")], done.append)
        storage.close()
        assert [type(one) for one in done] == [StorageError]

    asyncio.run(main())


def test_outages_are_told_from_mistakes() -> None:
    """A mistake in a statement is not repeated for ever."""
    engine = open_engine(new_postgres())
    for statement, expected in (
        ("SELECT nothing", False),
        ("SELECT 1 / 0", False),
        ("SELECT pg_terminate_backend(pg_backend_pid())", True),
    ):
        with engine.connect() as connection, pytest.raises(sa.exc.DBAPIError) as caught:
            connection.execute(sa.text(statement))
        assert is_outage(caught.value) is expected, statement
    read_only = "SET TRANSACTION READ ONLY; DELETE FROM log"
    with engine.connect() as connection, pytest.raises(sa.exc.DBAPIError) as caught:
        connection.execute(sa.text(read_only))
    assert is_outage(caught.value)
    engine.dispose()
