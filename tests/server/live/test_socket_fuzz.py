"""Thousands of malformed messages: each is rejected, nothing changes, and others are unaffected."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.players import Server
from tests.server.siege import ENDINGS, besiege, verify


def test_a_siege(server: Server, tmp_path: Path) -> None:
    """The full version is `python -m benchmarks robustness`."""
    tally, records = asyncio.run(besiege(server, 5_000, seed=1))
    assert tally.messages >= 5_000
    assert tally.games > 0
    assert len(tally.endings) == len(ENDINGS)
    assert verify(records, tmp_path / "records.ndjson") == ""
