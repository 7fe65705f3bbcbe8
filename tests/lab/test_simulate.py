"""Simulations: they repeat, and what cannot be played is refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor

from tests.bots.packages import install
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.play import ForfeitError
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.record import RecordData, verify
from torpedo_dice.rules import GameSetupError, Mode, Sheet

UNLUCKY = """
from torpedo_dice.bots import Lieutenant

class Unlucky(Lieutenant):
    def choose(self, view, seat):
        if sorted(view.dice) in ([5, 5, 6], [4, 6, 6], [1, 6, 6]) and view.round > 4:
            raise ValueError("too many sixes")
        return super().choose(view, seat)
"""


def test_the_same_seed_gives_the_same_records(mission: Sheet) -> None:
    """A game depends on the seed and its number alone; every record is valid."""
    simulation = Simulation(mission, Mode.MISSION, ["ensign", "lieutenant"], games=3, seed=1)
    records = list(simulation.records())
    assert [simulation.record(number) for number in (2, 1, 0)] == records[::-1]
    assert all(verify(record) is None for record in records)
    other = Simulation(mission, Mode.MISSION, ["ensign", "lieutenant"], games=1, seed=2)
    assert other.record(0) != records[0]


def test_a_forfeit_ends_it_after_the_games_before(
    mission: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two processes as with one: the same records, then the same error."""
    install(tmp_path, "unlucky-bots", UNLUCKY, {"unlucky": "unlucky_bots:Unlucky"})
    monkeypatch.syspath_prepend(tmp_path)
    # Processes that joblib kept from an earlier test don't look for bots in this folder.
    get_reusable_executor().shutdown()
    simulation = Simulation(mission, Mode.MISSION, ["unlucky", "ensign"], games=60, seed=1)
    outcomes = []
    for jobs in (1, 2):
        records: list[RecordData] = []
        with pytest.raises(ForfeitError, match="too many sixes") as error:
            records.extend(simulation.records(jobs=jobs))
        outcomes.append((records, error.value.forfeit))
    assert outcomes[0] == outcomes[1]
    assert 0 < len(outcomes[0][0]) < 60


def test_a_game_that_cannot_be_played_is_refused_at_once(mission: Sheet) -> None:
    """An unknown bot, and a mode that does not fit the players."""
    with pytest.raises(UnknownBotError, match="commodore"):
        Simulation(mission, Mode.MISSION, ["ensign", "commodore"], games=1, seed=1)
    with pytest.raises(GameSetupError):
        Simulation(mission, Mode.SOLO, ["ensign", "ensign"], games=1, seed=1)
