"""The picture of the formations shows those of the rules."""

from __future__ import annotations

from tests.rulebook.pictures.drawings import dice, drawn, having, panels
from torpedo_dice.rulebook.pictures.formations import TEMPTING, is_formation
from torpedo_dice.rules import FACES, FORMATIONS


def test_formations_are_those_of_the_rules() -> None:
    """A face has one tick per formation, and a cross for each common mistake."""
    for face, panel in zip(FACES, panels(drawn("formations")), strict=True):
        good, bad = having(panel, "draw-good"), having(panel, "draw-bad")
        assert dice(panel) == [face]
        assert len(good) == len(FORMATIONS[face, None].shapes)
        assert len(bad) == len(TEMPTING[face])
        assert not any(is_formation(face, pips) for pips in TEMPTING[face])
        for pattern in having(panel, "draw-pattern"):
            assert len(having(pattern, "draw-shot")) == face
    assert [len(FORMATIONS[face, None].shapes) for face in FACES] == [1, 2, 2, 1, 1, 2]
