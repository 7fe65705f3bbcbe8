"""Playing on: as the bots do, and with luck that doesn't depend on what was played before."""

from __future__ import annotations

import numpy as np
import pytest

from tests.review.games import drill
from torpedo_dice.bots.admiral import Admiral
from torpedo_dice.bots.brain.playouts import Luck, Playouts
from torpedo_dice.bots.brain.ranks import rank_code
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.rolls import packed
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import Replay
from torpedo_dice.review.judge import roll_index
from torpedo_dice.rules import Game, Mode, Reroll, Roll, Start
from torpedo_dice.sheets import load_sheet


def test_positions_and_playouts_are_independent() -> None:
    """A position has the same values among others, and a playout among other playouts."""
    sheet = drill()
    games = [Game.new(sheet, Mode.MISSION, 2) for _ in range(2)]
    for seat, game in enumerate(games):
        game.apply(Start(seat))
    rows = np.array([from_game(game) for game in games])
    random = np.random.default_rng(1)
    dice = packed(random.integers(1, 7, (3, 3, 5)))
    seeds = random.integers(0, 1 << 63, (3, 5), np.uint64)
    playouts = Playouts(sheet, Mode.MISSION, 1)
    faces = np.zeros(len(dice), np.int64)
    together = playouts.play(rows, Luck(dice, seeds, dice[:, 0], faces))
    alone = playouts.play(rows[1:], Luck(dice[2:], seeds[2:], dice[2:, 0], faces[2:]))
    np.testing.assert_array_equal(together[1:, 2:], alone)


@pytest.mark.parametrize(("bot", "games"), [("captain", 4), ("admiral", 1)])
def test_simulated_players_choose_as_the_bots_do(bot: str, games: int) -> None:
    """With the same dice, a round leads to the same position as in a real game."""
    sheet, rank = load_sheet("mission"), rank_code(bot)
    ranks = (rank, rank)
    playouts = Playouts(
        sheet, Mode.MISSION, 1, ranks=ranks, style=Admiral.STYLE, rolls=Admiral.ROLLS
    )
    turned = 0
    for number in range(games):
        replay = Replay(play_game(sheet, Mode.MISSION, [bot] * 2, f"alike {number}").record())
        moves = list(replay.moves())
        begins = [index for index, each in enumerate(moves) if isinstance(each.move, Roll)]
        ends = [from_game(moves[index].before) for index in begins[1:]]
        for begin, end, expected in zip(begins, begins[1:], ends, strict=False):
            faces = {each.move.face for each in moves[begin:end] if isinstance(each.move, Reroll)}
            if len(faces) > 1:
                continue
            turned += len(faces)
            roll = moves[begin].move
            assert isinstance(roll, Roll)
            rolls, shown = np.array([roll_index(roll.dice)]), np.array([max(faces, default=0)])
            luck = Luck.of_rolls(3, [1], rounds=1).some(rolls, shown)
            played = playouts.play_on(np.array([from_game(moves[begin].before)]), luck)
            assert bool(played.is_turned[0, 0]) == bool(faces)
            assert played.rows[0, 0].tobytes() == expected.tobytes()
    assert turned > 0
