"""The drawings of the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from torpedo_dice.review import ChoiceKind, Review
from torpedo_dice.review.html_drawings import chart, grid
from torpedo_dice.rules import Fire


def test_the_chart_has_a_band_for_every_player(four: Review) -> None:
    """Bands are labelled, lie within the picture, and each player's dice and choices are shown."""
    names = ["Ada", "Noor", "Kim", "Sam"]
    root = ET.fromstring(chart(four, names))  # noqa: S314
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    bands = root.findall("polygon")
    assert [band.attrib["class"] for band in bands] == ["s0", "s1", "s2", "s3"]
    for band in bands:
        for point in band.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
    texts = [element.text for element in root.findall("text")]
    assert all(name in texts for name in names)
    bars = root.findall("rect")
    assert len(bars) == 2 * len(names) * len(four.rounds)


def test_the_chart_of_a_solo_game_shows_the_score(alone: Review) -> None:
    """It has one band."""
    root = ET.fromstring(chart(alone, ["Ada"]))  # noqa: S314
    assert len(root.findall("polygon")) == 1


def test_a_grid_shows_both_shots(versus: Review) -> None:
    """Rings are the shot that was fired, dots the best one; the title says so in words."""
    decision = next(
        decision
        for _, decision in versus.decisions()
        if decision.kind is ChoiceKind.AIM and decision.taken.move != decision.best.move
    )
    taken, best = decision.taken.move, decision.best.move
    assert isinstance(taken, Fire)
    assert isinstance(best, Fire)
    root = ET.fromstring(grid(decision))  # noqa: S314
    circles = [circle.attrib["class"] for circle in root.findall("circle")]
    assert circles.count("taken") == len(taken.fields)
    assert circles.count("best") == len(best.fields)
    title = root.findtext("title") or ""
    assert re.match(r"chosen: .* \(\d hits?\). best: .*", title)
