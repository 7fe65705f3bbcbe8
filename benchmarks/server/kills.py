"""Twenty `kill -9` under full load: no acknowledged command may be lost."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random

from benchmarks.goals import Figure, show
from benchmarks.server.disk import lost_commands, verify_games
from benchmarks.server.processes import Load, Ours

KILLS = 20
TABLES = 50


def run() -> bool:
    """Kill and restart the server while the clients play and reconnect; check the file."""
    # The exact moments depend on the machine; the seed only varies the delays.
    whim = Random(20)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Ours(folder)
        acknowledged = str(folder / "acknowledged")
        load = Load(
            server.spec, tables=TABLES, seconds=3600, acknowledged=acknowledged, patient=True
        )
        try:
            for _ in range(KILLS):
                time.sleep(whim.uniform(0.2, 1.5))
                server.kill()
                server.start()
            load.end()
            result = load.result()
        finally:
            load.kill()
            server.kill()
        answered, lost = lost_commands(server.data, folder / "acknowledged")
        games, are_true = verify_games(server.data, folder / "records.ndjson")
    return show(
        f"Server, kill -9 under the load of {TABLES} tables",
        [
            Figure("kills", KILLS),
            Figure("tables that came back by themselves", result["reconnects"], 1),
            Figure("commands answered", answered, 1),
            Figure("of these lost", lost, None, 0),
            Figure("games ended", games, 1),
            Figure("their records pass torpedo verify", are_true, 1),
        ],
    )
