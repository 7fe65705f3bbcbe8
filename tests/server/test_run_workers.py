"""Several workers on one port: each can serve every table, and nobody notices that one dies."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import websockets

from tests.server.databases import execute, new_postgres
from tests.server.players import Page, Server
from torpedo_dice.record import verify
from torpedo_dice.server.run import ServeError, serve

# The command, but for how often players may send something. The workers import it.
SERVE = """
from functools import partial
from torpedo_dice.cli import main
from torpedo_dice.server import run

if __name__ == "__main__":
    run.serve = partial(run.serve, commands=0)
    main()
"""


class Workers(Server):
    """A server with two workers."""

    def start(self) -> None:
        """Start it, and call it as soon as it prints its address, as a script may do."""
        script = self.log.with_name("serve.py")
        script.write_text(SERVE)
        words = ["serve", "--port", str(self.port), "--workers", "2", "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(script), *words], stdout=subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        assert f"{self.http}/" in self.process.stdout.readline().decode(), self.log.read_text()
        assert self.get("/api/health").status_code == 200

    def workers(self) -> list[int]:
        """Return the process ids of the workers that serve."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        pids = [int(pid) for pid in children.split()]
        return [pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def stop(self) -> None:
        """Stop it as systemd does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0


async def play(page: Page, seat: int, acknowledged: list[tuple[int, str]]) -> None:
    """Play to the end as a page does: reconnect, and repeat what was not answered."""
    pending: tuple[str, str] | None = None
    count = 0
    while True:
        try:
            await page.connect()
            while not page.views[str(seat)]["over"]:
                if seat not in page.views[str(seat)]["to_move"] and pending is None:
                    await page.until(lambda m: m["type"] == "events", 20)
                    continue
                if pending is None:
                    count += 1
                    pending = (f"p{seat}-{count}", page.choice(seat))
                answer = await page.move(pending[1], pending[0])
                assert answer["ok"], answer
                acknowledged.append((seat, pending[0]))
                pending = None
            await page.close()
        except (OSError, TimeoutError, websockets.WebSocketException):
            await page.close()
            await asyncio.sleep(0.1)
        else:
            return


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
def test_workers_are_killed_and_replaced_while_games_are_played(tmp_path: Path) -> None:
    """All games end, every acknowledged move is in the log once, and the records verify.

    A worker listens when the address is printed.
    """
    data, whim = new_postgres(), random.Random(5)  # noqa: S311
    server = Workers(data, tmp_path / "log")
    acknowledged: dict[str, list[tuple[int, str]]] = {}

    async def main() -> list[str]:
        tasks = []
        for _ in range(3):
            made = server.make("training")
            told = acknowledged.setdefault(made["table"], [])
            for seat in range(2):
                page = Page(server, made["table"], made["seats"][seat]["secret"])
                tasks.append(asyncio.create_task(play(page, seat, told)))
        kills = 0
        until = time.monotonic() + 120
        while not all(task.done() for task in tasks) and time.monotonic() < until:
            await asyncio.sleep(whim.uniform(0.3, 0.8))
            workers = server.workers()
            if kills < 3 and len(workers) == 2:
                kills += 1
                subprocess.run(["kill", "-9", str(whim.choice(workers))], check=True)
        await asyncio.wait_for(asyncio.gather(*tasks), 1)
        assert kills > 0
        return list(acknowledged)

    try:
        for table in asyncio.run(main()):
            record = server.get(f"/api/tables/{table}/record").json()
            verify(record)
            rows = execute(data, "SELECT number, entry FROM log WHERE table_id = :t", t=table)
            assert sorted(number for number, _ in rows) == list(range(1, len(rows) + 1))
            for _, command in acknowledged[table]:
                assert sum(f'"id":"{command}"' in entry for _, entry in rows) == 1
        server.stop()
    finally:
        if server.process is not None and server.process.stdout is not None:
            server.process.stdout.close()
            if server.process.poll() is None:
                server.kill()


def test_workers_need_postgres(tmp_path: Path) -> None:
    """One sentence, before anything is served."""
    with pytest.raises(ServeError, match="several workers need PostgreSQL"):
        serve(port=0, data=str(tmp_path / "games.sqlite"), workers=2)
    with pytest.raises(ServeError, match="can’t be reached"):
        serve(port=0, data="postgresql://127.0.0.1:1/games", workers=2)
