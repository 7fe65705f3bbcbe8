"""The building blocks of the pictures show what they are given."""

from __future__ import annotations

import pytest

from torpedo_dice.rulebook.drawn import die, panel, pattern, reserve_row, tile
from torpedo_dice.rulebook.svg import Markup
from torpedo_dice.rules import FACES, System


@pytest.mark.parametrize("face", FACES)
def test_a_die_has_its_pips(face: int) -> None:
    """As many as its face says, on different spots."""
    pips = [part for part in die(0, 0, face).split("<") if "draw-pip" in part]
    assert len(set(pips)) == len(pips) == face


def test_a_pattern_tells_its_spots_apart() -> None:
    """Fired, added, removed and possible pips; all other spots are dots."""
    drawn = pattern(0, 0, {(0, 0), (1, 1)}, added={(1, 1)}, removed={(2, 2)}, free={(0, 2)})
    counts = {name: drawn.count(f'"{name}"') for name in ("draw-removed", "draw-free", "draw-spot")}
    assert counts == {"draw-removed": 1, "draw-free": 1, "draw-spot": 5}
    assert drawn.count("draw-shot") == 2
    assert drawn.count("draw-added") == 1


def test_the_reserve_is_crossed_off() -> None:
    """One cross for each torpedo that is gone; the skull box is marked only if it has to be."""
    row = reserve_row(0, 0, all_torpedoes=5, left=3, skull=False)
    assert (row.count("draw-torpedo"), row.count("draw-crossed")) == (5, 2)
    assert "draw-marked" not in row
    assert "draw-marked" in reserve_row(0, 0, all_torpedoes=5, left=0, skull=True)


def test_a_tile_shows_its_state() -> None:
    """A lamp if it is active, a switch if it has one, and a cross if it is destroyed."""
    lit = tile(0, 0, System.TOWER, "Tower", "on", active=True, has_switch=True)
    assert "draw-lit" in lit
    assert "draw-switch" in lit
    assert "draw-pen" not in lit
    gone = tile(0, 0, System.ARTILLERY, "Artillery", "destroyed", active=False, has_switch=False)
    assert "draw-lit" not in gone
    assert "draw-switch" not in gone
    assert "draw-pen" in gone


def test_a_note_is_optional() -> None:
    """Without one, there is no empty paragraph."""
    assert "<p" not in panel(Markup("<svg></svg>"))
    assert '<p class="note">A &lt; B</p>' in panel(Markup("<svg></svg>"), "A < B")
