"""Golden games: records written by the first version, which every later one must verify."""

from __future__ import annotations

import hashlib
from pathlib import Path

from torpedo_dice.record import read_records, verify

GOLDEN = Path(__file__).parent / "data" / "golden.ndjson"


def test_the_golden_games_are_untouched() -> None:
    """The file is unchanged, so that new games can't hide a change of the rules."""
    digest = hashlib.sha256(GOLDEN.read_bytes()).hexdigest()
    assert digest == "691c8f312846a5c67545bc89467be953e73f375a97f28699e01bd8077fa3e8fc"


def test_every_golden_game_is_true() -> None:
    """Two Training, two Mission and three solo games verify, whatever our sheets look like now."""
    records = [record for _, record in read_records(GOLDEN)]
    assert len(records) == 7
    for record in records:
        assert isinstance(record, dict)
        assert verify(record) is None
