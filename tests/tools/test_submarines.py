"""The search for submarines measures what players notice."""

from __future__ import annotations

from tools.submarines import Judge
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.rules import Mode, Sheet


def test_a_measured_submarine_has_figures_for_every_rank(mission: Sheet) -> None:
    """The submarine of version 1 is played too safely to be interesting, and its score says so."""
    network = load_network(Mode.MISSION)
    measured = Judge(Mode.MISSION, network).measure(mission)
    assert measured.score < 0
    assert 0.3 < measured.figures["lieutenants"] < 0.7
    assert 8 < measured.figures["rounds"] < 14
