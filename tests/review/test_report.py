"""The report for a terminal."""

from __future__ import annotations

import pytest
from rich.console import Console, RenderableType

from torpedo_dice.review import Grade, Review
from torpedo_dice.review.report import MOST_COSTLY, costly, report


def shown(part: RenderableType) -> str:
    """Return what a wide terminal without colours shows."""
    console = Console(width=150, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(part)
    return capture.get()


@pytest.mark.parametrize("fixture", ["versus", "four", "alone"])
def test_a_report_has_all_parts(fixture: str, request: pytest.FixtureRequest) -> None:
    """The sum, the chart, the turning points and the costly choices."""
    review: Review = request.getfixturevalue(fixture)
    text = shown(report(review))
    for words in ("dice and choices add up", "Turning points", "cost per choice", "cost most"):
        assert words in text
    assert ("so far" in text) == (not review.is_finished)
    assert ("Expected score" in text) == review.is_solo
    bars = [line for line in text.splitlines() if "█" in line]
    assert len(bars) >= len(review.rounds) - 3
    assert text.count("Player 0") >= 1


def test_markup_in_names_is_plain_text(versus: Review) -> None:
    """A name that looks like markup is shown as it is."""
    from dataclasses import replace

    from torpedo_dice.record import PlayerInfo

    named = replace(versus, players=(PlayerInfo("[red]Ada[/red]"), PlayerInfo("[/] Noor")))
    text = shown(report(named))
    assert "[red]Ada[/red]" in text
    assert "[/] Noor" in text


def test_the_costliest_choices_come_first(versus: Review) -> None:
    """None of the best choices is among them."""
    found = [decision for _, decision in costly(versus)]
    losses = [decision.loss for decision in found]
    assert len(found) == MOST_COSTLY
    assert losses == sorted(losses, reverse=True)
    assert all(decision.grade is not Grade.BEST for decision in found)
    assert losses[0] == max(decision.loss for _, decision in versus.decisions())
