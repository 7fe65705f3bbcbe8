"""A preview in words. What a choice does is for the rules."""

from __future__ import annotations

from tests.text.conftest import sheet_of
from tests.text.test_uses import in_phase_two
from torpedo_dice.rules import Activate, Fire, Game, Sheet, System
from torpedo_dice.text.preview import preview_in_words

NAMES = ["Ada", "Noor"]


def test_hits_misses_and_what_falls_are_told(small: Sheet) -> None:
    """The reserve that stays is the one after the shot."""
    game = in_phase_two(small, "mission", (3, 1, 2))
    assert preview_in_words(game, Fire(0, ((0, 1), (1, 0), (2, -1))), NAMES) == (
        "At A2 B1 C0: 2 hits, 1 miss. This destroys the artillery. 3 reserve torpedoes left."
    )


def test_the_skull_is_warned_of(small: Sheet) -> None:
    """Only if the misses are more than the torpedoes left."""
    game = in_phase_two(small, "mission", (4, 1, 2))
    shot = Fire(0, ((2, 4), (2, 6), (4, 4), (4, 6)))
    assert "0 reserve torpedoes left." in preview_in_words(game, shot, NAMES)
    game.players[0].reserve = 3
    assert preview_in_words(game, shot, NAMES).endswith("Careful: this marks the skull!")


def test_what_others_have_chosen_does_not_show(small: Sheet) -> None:
    """The same choice looks the same, whatever the other has chosen before."""
    told = []
    for other in (Activate(1, System.FINS), Fire(1, ((0, 3),)), None):
        game = in_phase_two(small, "mission", (1, 1, 2))
        if other is not None:
            game.apply(other)
        told.append(preview_in_words(game, Fire(0, ((0, 3),)), NAMES))
        assert preview_in_words(game, Activate(0, System.FINS), NAMES) == ""
    assert len(set(told)) == 1


def test_sinking_is_told(small: Sheet) -> None:
    """The shot at the last field says so."""
    game = in_phase_two(small, "mission", (1, 1, 2))
    game.players[0].hits = small.all_targets & ~small.mask_of([(0, 3)])
    assert "This sinks the submarine." in preview_in_words(game, Fire(0, ((0, 3),)), NAMES)


def test_in_solo_the_automaton_is_foreseen(small: Sheet) -> None:
    """The die left is on the table, so that its shot can be told beforehand."""
    game = in_phase_two(small, "solo", (1, 3))
    told = preview_in_words(game, Activate(0, System.FINS), ["Ada"])
    assert told == "Next: The automaton fires with the 3 and hits the tower on Ada’s submarine."


def test_the_engine_on_a_one_fires_nothing() -> None:
    """No torpedo, no hit, no miss."""
    sheet = sheet_of([". 1 1 3 .", "2 o 4 4 5", ". 6 . 7 ."])
    game: Game = in_phase_two(sheet, "mission", (1, 2, 3), on=System.ENGINE.bit)
    game.apply(game.options(0).modifications[0])
    told = preview_in_words(game, Fire(0, ()), NAMES)
    assert told == "You fire no torpedoes. 4 reserve torpedoes left."
