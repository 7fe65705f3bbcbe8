"""Rendering shows everything public, and no hidden choice."""

from __future__ import annotations

import numpy as np

from torpedo_dice.envs.rendering import FIELD, SPACE, drawn_picture, drawn_text
from torpedo_dice.rules import Activate, Fire, Game, Modify, Roll, Sheet, Start, System, Take


def in_act(sheet: Sheet) -> Game:
    """Return a game in which seat 0 has a 1 and may use its periscope."""
    game = Game.new(sheet, "mission", 2)
    for move in (Start(0), Roll((1, 3, 5)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    game.players[0].switched = System.PERISCOPE.bit
    return game


def test_a_hit_is_drawn_where_it_is(mission: Sheet) -> None:
    """In the panel of the player who made it, and nowhere else."""
    game = in_act(mission)
    before = drawn_picture(game)
    row, column = mission.targets[0]
    game.players[0].hits = 1
    changed = np.argwhere((drawn_picture(game) != before).any(axis=2))
    top = before.shape[0] - 2 * (mission.height * FIELD + FIELD + 3 * SPACE)
    assert (changed[:, 0] >= top + row * FIELD).all()
    assert (changed[:, 0] < top + (row + 1) * FIELD).all()
    assert (changed[:, 1] >= SPACE + column * FIELD).all()
    assert (changed[:, 1] < SPACE + (column + 1) * FIELD).all()


def test_a_hidden_choice_is_in_no_picture(mission: Sheet) -> None:
    """Whatever seat 0 chooses, text and colours are the same while seat 1 thinks."""
    choices: list[list[Modify | Fire | Activate]] = [
        [Modify(0, System.PERISCOPE), Fire(0, ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)))],
        [Fire(0, ((0, 6),))],
        [Activate(0, System.FINS)],
    ]
    texts, pictures = set(), set()
    for moves in choices:
        game = in_act(mission)
        for move in moves:
            game.apply(move)
        texts.add(drawn_text(game, ["a", "b"]))
        pictures.add(drawn_picture(game).tobytes())
    assert len(texts) == len(pictures) == 1


def test_a_solo_game_is_drawn(mission: Sheet) -> None:
    """One panel, and the automaton's marks in the text."""
    game = Game.new(mission, "solo", 1)
    game.apply(Roll((2, 6)))
    assert "agent" in drawn_text(game, ["agent"])
    assert drawn_picture(game).dtype == np.uint8
