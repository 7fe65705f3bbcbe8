"""Runs a campaign: games, faults one after the other, and then everything that must be checked."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from math import inf
from pathlib import Path
from random import Random

import httpx
import websockets

from benchmarks.faults.checker import RECOVERY_SECONDS
from benchmarks.faults.clients import Campaign, play_games
from benchmarks.faults.history import Data, History
from benchmarks.faults.kinds import Faults
from benchmarks.faults.world import World

TABLES = 6
# Faults that begin at about the same time.
_TOGETHER = (1, 2, 3, 4, 5)


def run_campaign(
    folder: Path, *, faults: int, seed: int, build: str = "", minutes: float | None = None
) -> None:
    """Run a campaign, and leave its history in a folder; it ends early after some minutes."""
    history = History(folder, faults=faults, seed=seed, build=build, tables=TABLES)
    place = Path(tempfile.mkdtemp(prefix="torpedo-world-"))
    # PostgreSQL runs as another user.
    place.chmod(0o755)
    try:
        asyncio.run(_run(World(place, build), history, faults, seed, 60 * (minutes or inf)))
    finally:
        history.close()
        for log in place.glob("worker*.log"):
            shutil.copy(log, folder)
        shutil.rmtree(place, ignore_errors=True)


async def _run(world: World, history: History, faults: int, seed: int, seconds: float) -> None:
    try:
        await world.open()
        campaign = Campaign(world.port, history, seed)
        games = [asyncio.create_task(play_games(campaign, n)) for n in range(TABLES)]
        await _break(world, campaign, faults, Random(seed), seconds)
        campaign.is_over = True
        await asyncio.wait_for(asyncio.gather(*games), 60)
        await _collect(world, campaign)
    finally:
        await world.close()


async def _break(
    world: World, campaign: Campaign, faults: int, whim: Random, seconds: float
) -> None:
    """Break things, a few at a time, and wait until all tables go on."""
    breaker, done = Faults(world, campaign.history, whim), 0
    while done < faults and campaign.history.now() < seconds:
        await asyncio.sleep(whim.uniform(0.2, 1.0))
        together = min(whim.choice(_TOGETHER), faults - done)
        await asyncio.gather(*(_later(breaker, whim) for _ in range(together)))
        done += together
        await _recover(campaign, together)
    await breaker.settle()


async def _later(breaker: Faults, whim: Random) -> None:
    await asyncio.sleep(whim.uniform(0.0, 0.5))
    await breaker.one()


async def _recover(campaign: Campaign, together: int) -> None:
    """Wait until every table has accepted a command since now."""
    history = campaign.history
    began = history.now()
    waiting = set(campaign.accepted)
    while waiting and history.now() < began + RECOVERY_SECONDS:
        await asyncio.sleep(0.05)
        # A table whose game has ended is no longer among them.
        waiting = {table for table in waiting if campaign.accepted.get(table, 1e9) < began}
    seconds = round(history.now() - began, 2)
    history.note("recovered", seconds=seconds, missing=sorted(waiting), faults=together)


async def _collect(world: World, campaign: Campaign) -> None:
    """Write the log, the events as each process tells them, and the records."""
    history = campaign.history
    history.write("log", await asyncio.to_thread(world.database.rows))
    sequences: list[Data] = []
    records: list[Data] = []
    async with httpx.AsyncClient(timeout=30) as client:
        for table in campaign.tables:
            told: Data = {}
            for number, worker in enumerate(world.workers):
                try:
                    told = {"events": await _events(worker.port, table)}
                except (websockets.ConnectionClosed, TimeoutError) as error:
                    # For example because it finds the table damaged.
                    told = {"events": [], "why": str(error) or type(error).__name__}
                sequences.append({"table": table, "process": number, **told})
            if any(event["event"] == "ended" for event in told["events"]):
                url = f"http://127.0.0.1:{world.workers[0].port}/api/tables/{table}/record"
                records.append({"table": table, "record": (await client.get(url)).json()})
    history.write("sequences", sequences)
    history.write("records", records)


async def _events(port: int, table: str) -> list[Data]:
    """Return all events of a table, as a spectator gets them."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    hello = {"type": "hello", "protocol": 1, "secrets": [], "seen": 0, "language": None}
    async with websockets.connect(address, ping_interval=None, max_size=None) as socket:
        await socket.send(json.dumps(hello))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 30))
            if message["type"] == "welcome":
                events: list[Data] = message["events"]
                return events
