"""The search for submarines measures what players notice."""

from __future__ import annotations

import pytest

from tools import submarines
from tools.submarines import Judge
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab.league import lineups_of
from torpedo_dice.rules import Mode, Sheet


def test_a_measured_submarine_has_figures_for_every_rank(
    mission: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The submarine of version 1 is played too safely to be interesting, and its score says so."""
    fewer = lambda ranks, games: lineups_of(ranks, games // 20)  # noqa: E731
    monkeypatch.setattr(submarines, "lineups_of", fewer)
    network = load_network(Mode.MISSION)
    measured = Judge(Mode.MISSION, network).measure(mission)
    assert measured.score < 0
    assert 0.3 < measured.figures["lieutenants"] < 0.7
    assert 8 < measured.figures["rounds"] < 14
