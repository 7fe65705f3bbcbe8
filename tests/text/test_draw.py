"""Drawing the grid, the dice and the dashboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from torpedo_dice.locale import LANGUAGES, use
from torpedo_dice.rules import Game, Sheet, System, parse_field
from torpedo_dice.text.draw import draw_dashboard, draw_dice, draw_grid, draw_legend


def test_the_grid_has_letters_numbers_and_hits(small: Sheet) -> None:
    """Rows are lettered, columns numbered; a target that was hit is an X."""
    hits = small.mask_of([(0, 1), (1, 0)])
    assert draw_grid(small, hits) == [
        "    1  2  3  4  5",
        "A   .  X  1  3  .",
        "B   X  o  4  4  5",
        "C   .  6  .  7  .",
    ]


def test_a_planned_shot_stands_in_brackets(small: Sheet) -> None:
    """Brackets hold what the torpedo will find: a target, hull, water or an old hit."""
    hits = small.mask_of([(0, 1)])
    shot = [(0, 1), (0, 3), (1, 1), (2, 0)]
    assert draw_grid(small, hits, shot=shot)[1:] == [
        "A   . [X] 1 [3] .",
        "B   2 [o] 4  4  5",
        "C  [.] 6  .  7  .",
    ]


def test_misses_have_a_sign_of_their_own(small: Sheet) -> None:
    """On hull and water; a hit stays a hit, and beyond the edge there is no field to mark."""
    hits = small.mask_of([(0, 1)])
    misses = [(0, 0), (0, 1), (1, 1), (3, 3)]
    assert draw_grid(small, hits, misses, shot=[(0, 0)])[1:] == [
        "A  [*] X  1  3  .",
        "B   2  *  4  4  5",
        "C   .  6  .  7  .",
    ]


def test_torpedoes_beyond_the_edge_are_drawn(small: Sheet) -> None:
    """Rows and columns beyond the edge appear under their own names, and only where needed."""
    assert draw_grid(small, shot=[(-1, -1), (0, 0), (1, 1)]) == [
        "    0  1  2  3  4  5",
        "Z  [.]",
        "A     [.] 1  1  3  .",
        "B      2 [o] 4  4  5",
        "C      .  6  .  7  .",
    ]
    assert draw_grid(small, shot=[(3, 6)])[0] == "    1  2  3  4  5  6  7"
    assert draw_grid(small, shot=[(3, 6)])[-1] == "D                    [.]"
    assert parse_field("Z0") == (-1, -1)


def test_a_wide_sheet_keeps_its_columns_apart(small: Sheet) -> None:
    """Numbers of two digits and brackets side by side do not run into each other's columns."""
    wide = replace(small, rows=tuple(row + "." * 7 for row in small.rows))
    head, first, *_ = draw_grid(wide, shot=[(0, 9), (0, 10)])
    assert head.index("10") + 1 == first.index("[.]") + 1
    assert first.endswith("[.][.] .")


def test_the_legend_explains_the_signs(small: Sheet, small_training: Sheet) -> None:
    """It names the highest system of the sheet, and the brackets only where there are some."""
    assert draw_legend(small).startswith("1-7: target")
    assert draw_legend(small_training).startswith("1-6: target")
    assert "*: miss" in draw_legend(small)
    assert "[ ]" not in draw_legend(small)
    assert "[ ]: your shot" in draw_legend(small, with_shot=True)


def test_dice_show_their_number_and_their_pips() -> None:
    """Each die is drawn as its 3×3 pattern with its number beside it."""
    assert draw_dice([5, 2]) == [
        "     o . o        o . .",
        "  5  . o .     2  . . .",
        "     o . o        . . o",
    ]


def test_the_dashboard_tells_every_state_in_words(small: Sheet) -> None:
    """Switches, screens, what is destroyed, the reserve and the skull."""
    game = Game.new(small, "mission", 2)
    player = game.players[0]
    player.switched = System.PERISCOPE.bit | System.ENGINE.bit
    player.destroyed = System.TOWER.bit
    player.reserve, player.skull = 0, True
    game.players[1].hits = small.mask_of([(0, 1), (0, 3)])
    assert draw_dashboard(game, 0) == [
        "  left screen    1 periscope  active     1 of 2 fields hit",
        "                 2 artillery  active     0 of 1 fields hit",
        "                 3 tower      destroyed  1 of 1 fields hit",
        "  middle screen  4 fins       off        0 of 2 fields hit",
        "  right screen   5 engine     active     0 of 1 fields hit",
        "                 6 portholes  inactive   0 of 1 fields hit",
        "                 7 propeller  off        0 of 1 fields hit",
        "Reserve torpedoes: 0 of 4. Skull: marked.",
    ]


def test_limited_systems_say_how_many_uses_are_left(small_training: Sheet) -> None:
    """One use, several, none: each in its own words."""
    game = Game.new(small_training, "training", 2)
    lines = "\n".join(draw_dashboard(game, 0))
    assert "2 artillery  active, 1 use left" in lines
    assert "6 portholes  active, 3 uses left" in lines
    game.players[0].uses = (1, 0)
    assert "2 artillery  no uses left" in "\n".join(draw_dashboard(game, 0))


def test_in_solo_the_marks_and_explosions_are_there(small: Sheet) -> None:
    """Every system tells the automaton's marks; explosions are counted."""
    game = Game.new(small, "solo", 1)
    game.players[0].boxes = (1, 0, 0, 2, 0, 0, 0)
    game.players[0].explosions = 3
    lines = draw_dashboard(game, 0)
    assert lines[0] == "  left screen    1 periscope  off       1 of 2 boxes marked"
    assert "2 of 2 boxes marked" in lines[3]
    assert lines[-1].endswith("Explosion boxes: 3 of 7.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_in_eighty_columns(language: str, mission: Sheet, training: Sheet) -> None:
    """Our own sheets need no wider window, whatever states the systems are in."""
    use(language)
    try:
        for game in (
            Game.new(mission, "solo", 1),
            Game.new(mission, "mission", 2),
            Game.new(training, "training", 4),
        ):
            for switched in (0, game.sheet.all_systems):
                game.players[0].switched = switched
                grid = draw_grid(game.sheet, shot=[(-2, -2), (9, 20)])
                # The last line is a sentence, which may be wrapped.
                lines = [*grid, *draw_dashboard(game, 0)[:-1]]
                assert max(map(len, [*lines, draw_legend(game.sheet, with_shot=True)])) <= 80
    finally:
        use(None)
