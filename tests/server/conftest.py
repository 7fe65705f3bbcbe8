"""Servers for the tests: a real one in a separate process, and one without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.databases import KINDS, new_data, remove_postgres
from tests.server.players import Server, StrictServer
from torpedo_dice.server.config import Config, Limits
from torpedo_dice.server.hosts import LOOPBACK_HOSTS
from torpedo_dice.server.http.app import make_app

# Tests that run only on SQLite: of what is in front of the tables and the same for every database
# (pages, the forms of requests and responses, connections, frames, replays and reviews of records),
# and of backups of a file.
_ONLY_ON_SQLITE = (
    *("http/test_errors", "http/test_guards", "http/test_lesson", "http/test_openapi"),
    *("http/test_pages", "http/test_request", "http/test_response", "http/test_rulebook"),
    *("http/test_judges", "http/test_replay", "http/test_review"),
    *("live/test_socket_fuzz", "store/test_backup", "transport/", "test_deploy"),
)


def pytest_sessionfinish() -> None:
    """Stop PostgreSQL, also in processes that pytest-xdist ends without further ado."""
    remove_postgres()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that depend on the database on both kinds, and the others on SQLite."""
    if "database" in metafunc.fixturenames:
        file = metafunc.definition.path.relative_to(Path(__file__).parent)
        kinds = KINDS[:1] if file.as_posix().startswith(_ONLY_ON_SQLITE) else KINDS
        metafunc.parametrize("database", kinds, indirect=True)


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test runs on: SQLite in other folders than this."""
    return str(getattr(request, "param", KINDS[0]))


@pytest.fixture
def data(database: str, tmp_path: Path) -> str:
    """A place for games: a file, or an empty database in PostgreSQL."""
    return new_data(database, tmp_path)


@pytest.fixture(scope="package")
def shared(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on loopback, for all modules of a worker: to start one takes over a second."""
    folder = tmp_path_factory.mktemp("server")
    yield from _run(Server, new_data(database, folder), folder)


@pytest.fixture(scope="module")
def server(shared: Server) -> Iterator[Server]:
    """That server, for one module's tests. Its log must stay without errors."""
    yield shared
    assert shared.faults() == []


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with tight limits."""
    folder = tmp_path_factory.mktemp("strict")
    yield from _run(StrictServer, str(folder / "games.sqlite"), folder)


def _run(kind: type[Server], data: str, folder: Path) -> Iterator[Server]:
    server = kind(data, folder / "log")
    yield server
    server.kill()
    assert server.faults() == []


@pytest.fixture(scope="module")
def client(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient[Litestar]]:
    """A client of an application in this process."""
    data = new_data(database, tmp_path_factory.mktemp("client"))
    with TestClient(make_app(Config(data=data, limits=Limits(calls=0)))) as client:
        yield client


@pytest.fixture
def strict_client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    """A client of an application with tight limits, which accepts only loopback host names."""
    limits = Limits(tables_an_hour=3, calls=1, calls_at_once=30)
    config = Config(data=str(tmp_path / "x.sqlite"), hosts=LOOPBACK_HOSTS, limits=limits)
    with TestClient(make_app(config), base_url="http://127.0.0.1") as client:
        yield client
