"""Two processes behind nginx: a game goes on in the browser when its process is killed."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.databases import new_postgres
from tests.web.autoplay import autoplay
from tests.web.conftest import PATIENCE, Profiles, Server
from tests.web.hands import (
    TINY_TRAINING,
    expect_end,
    expect_round,
    fire_well,
    seat_two,
    secret_of,
    take_die,
)
from tools.proxies import Nginx, find_proxy, missing
from torpedo_dice.record.verify import verify


@pytest.fixture
def processes() -> Iterator[list[Server]]:
    """Two processes that share a PostgreSQL."""
    data = new_postgres()
    started = [Server(data), Server(data)]
    for server in started:
        server.start()
    yield started
    for server in started:
        server.kill()


@pytest.fixture
def proxy(processes: list[Server], tmp_path: Path) -> Iterator[Nginx]:
    """Nginx in front of them."""
    if find_proxy("nginx") is None:
        pytest.skip(missing("nginx"))
    running = Nginx(tmp_path, [server.port for server in processes])
    yield running
    running.stop()


@pytest.fixture
def pages(profiles: Profiles, proxy: Nginx) -> Iterator[list[Page]]:
    """Two browsers at the proxy's address."""
    options = {"base_url": f"http://127.0.0.1:{proxy.port}", "reduced_motion": "reduce"}
    with ExitStack() as lent:
        opened = [
            lent.enter_context(profiles.lend(n, locale="en", **options)).new_page() for n in (7, 8)
        ]
        for page in opened:
            page.set_default_timeout(PATIENCE)
            page.goto("/")
        yield opened


def connections(server: Server) -> int:
    """Return how many pages are connected to a process."""
    with urllib.request.urlopen(f"{server.address}/metrics", timeout=5) as answer:  # noqa: S310
        text = answer.read().decode()
    (number,) = re.findall(r"^torpedo_connections (\d+)", text, flags=re.M)
    return int(number)


def test_a_game_is_played_to_the_end(pages: list[Page], processes: list[Server]) -> None:
    """The process that serves most pages is killed in the middle of a round."""
    first, second = seat_two(*pages, toml=TINY_TRAINING)
    take_die(first)
    take_die(second)
    fire_well(first)
    expect(first.locator(".turn")).to_contain_text("Done. Waiting for")
    busy = max(processes, key=connections)
    assert connections(busy) > 0
    busy.kill()
    fire_well(second)
    for page in pages:
        expect_round(page, 2)
    busy.start()
    autoplay(first, more=[secret_of(second)])
    for page in pages:
        expect_end(page)
    table = pages[0].url.split("/t/")[1].split("#")[0]
    assert not verify(processes[0].read(f"/api/tables/{table}/record"))
