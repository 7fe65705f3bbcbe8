"""A tally as tables: what a report of many games says."""

from __future__ import annotations

import re
from fractions import Fraction

from rich.console import Console

from torpedo_dice.lab.report import number, percent, report
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.lab.tally import Share, Tally
from torpedo_dice.rules import Mode, Sheet


def report_of(simulation: Simulation) -> str:
    """Return the report of a simulation as text, on a wide terminal."""
    tally = Tally()
    for record in simulation.records():
        tally.add(record)
    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        console.print(report(tally, solo=simulation.mode is Mode.SOLO))
    return captured.get()


def test_figures() -> None:
    """A share comes with its interval; a shared win counts in parts."""
    assert percent(Share(Fraction(8), 10)) == "80.0 % (49.0 to 94.3)"
    assert (number(Fraction(3)), number(Fraction(5, 2))) == ("3", "2.5")


def test_the_report_of_a_match_up(mission: Sheet) -> None:
    """Wins by bot, by seat and of the first player, how games ended, and the systems."""
    text = report_of(Simulation(mission, Mode.MISSION, ["ensign", "lieutenant"], games=6, seed=1))
    for name in ("ensign", "lieutenant", "seat 0", "seat 1"):
        assert re.search(rf"{name} +│ +6 │", text), name
    assert "start player, of decided games" in text
    assert "ended by:" in text
    assert re.search(r"periscope +│ +[\d.]+ │ +[\d.]+ │", text)


def test_the_report_of_solo(mission: Sheet) -> None:
    """How many games were won, and with which ranks and scores."""
    text = report_of(Simulation(mission, Mode.SOLO, ["lieutenant"], games=6, seed=1))
    assert re.search(r"won +│ +\d of 6 │", text)
    assert "of the wins" in text
    assert "seat 0" not in text
