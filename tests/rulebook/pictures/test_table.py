"""The pictures of the table show its dice, its draft and its seats."""

from __future__ import annotations

from tests.rulebook.pictures.drawings import dice, drawn, having, panels, pips, rows
from torpedo_dice.rules import Game
from torpedo_dice.sheets import load_sheet


def test_the_number_of_dice() -> None:
    """One more than players, also in solo."""
    (table,) = having(drawn("dice-count"), "case")
    assert list(rows(table)) == [["Players", "1", "2", "3", "4"], ["Dice", "2", "3", "4", "5"]]


def test_the_draft_goes_clockwise_from_the_start_player() -> None:
    """Four dice, three takers, and one faded die that is left."""
    picture = drawn("draft")
    labels = ["".join(part.itertext()) for part in having(picture, "draw-below")]
    assert dice(picture) == [5, 2, 6, 3]
    assert labels == ["2. C", "left over", "1. B", "3. A"]
    assert [pips(die) for die in having(picture, "draw-faint")] == [2]
    (panel,) = panels(picture)
    told = "B takes the 6. C takes the 5. A takes the 3. The 2 is left over."
    assert panel.get("aria-label") == told


def test_everybody_attacks_to_the_left() -> None:
    """The text alternative names the same target for each seat as the rules."""
    game = Game.new(load_sheet("mission"), "mission", 4)
    (panel,) = panels(drawn("seats"))
    told = panel.get("aria-label") or ""
    for seat in game.seats:
        assert f"{'ABCD'[seat]} attacks {'ABCD'[game.left_of(seat)]}." in told
    assert len(having(panel, "draw-attack")) == 4
