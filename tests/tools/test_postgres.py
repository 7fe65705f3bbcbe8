"""PostgreSQL for the tests: a private one can be killed and started again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import postgres
from tools.postgres import MISSING, Cluster, find_postgres


def test_a_missing_one_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In one sentence; that is not an error, because SQLite needs nothing."""
    monkeypatch.setattr(postgres, "find_postgres", lambda: None)
    monkeypatch.setattr(postgres, "install_postgres", lambda: None)
    with pytest.raises(FileNotFoundError, match="'postgresql'"):
        Cluster()
    postgres.main()


def test_an_incomplete_folder_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Some systems have only the client's programs, or only links to some of them."""
    (tmp_path / "postgres").touch()
    monkeypatch.setenv(postgres.VARIABLE, str(tmp_path))
    assert find_postgres() != tmp_path


def test_a_killed_one_recovers() -> None:
    """What was committed is there, and nothing remains in the end."""
    if find_postgres() is None:
        pytest.skip(MISSING)
    import psycopg

    cluster = Cluster(is_durable=True)
    cluster.execute("CREATE TABLE kept ()")
    cluster.kill()
    with pytest.raises(psycopg.OperationalError):
        cluster.execute("SELECT 1")
    cluster.start()
    cluster.execute("SELECT * FROM kept")
    cluster.remove()
    assert not cluster.folder.exists()
