"""Win chances against their exact mean over the next rolls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.goals import Figure, show
from torpedo_dice.bots import make_bot
from torpedo_dice.bots.brain.forecast import Forecast
from torpedo_dice.bots.brain.ranks import ADMIRAL
from torpedo_dice.fast.convert import from_game
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.record import FairDice
from torpedo_dice.review.judge import mean_after_rolls
from torpedo_dice.review.luck import LuckJudge
from torpedo_dice.rules import Game, Mode, Stage
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

# A seed that training does not use.
SEED = 777
POSITIONS = 400


def run(games: int | None = None) -> bool:
    """Compare `games` positions of each mode.

    After each roll, admirals play the round, and the position after it is forecast.
    """
    reached = [_consistency(mode, games or POSITIONS) for mode in (Mode.MISSION, Mode.TRAINING)]
    return all(reached)


def _consistency(mode: Mode, wanted: int) -> bool:
    numbers = range(wanted)
    differences = np.array(list(ordered_map(_Rolled(mode), numbers)))
    error = float(np.sqrt(np.mean(differences**2)))
    return show(
        f"{mode}, two admirals: a position's value and its mean over the next rolls",
        [
            Figure(f"root mean square of {wanted} differences", error, None, 0.04),
            Figure("mean difference", float(differences.mean())),
        ],
    )


@dataclass(frozen=True)
class _Rolled:
    mode: Mode

    def __call__(self, number: int) -> float:
        """Return the difference for a random position of a game between admirals."""
        game, ranks = self._position(number), (ADMIRAL,) * 2
        forecast = Forecast(game.sheet, game.mode, ranks).chances(np.array([from_game(game)]))
        mean = mean_after_rolls(LuckJudge(ranks).after_rolls(game), game.dice_count)
        return float(forecast[0, 0]) - mean[0]

    def _position(self, number: int) -> Game:
        """Play a few rounds of a game, and return the position before the next roll."""
        random = np.random.default_rng((SEED, number))
        sheet = load_sheet(DEFAULT_SHEETS[self.mode])
        while True:
            rounds = int(random.integers(0, 14))
            game = Game.new(sheet, self.mode, 2)
            dice = FairDice.repeatable(f"rolled {number} {rounds}", 2)
            bots = [make_bot("admiral", f"{number} {seat}") for seat in range(2)]
            while not game.is_over and not (game.stage is Stage.ROLL and game.round == rounds):
                for chance in game.chances():
                    game.apply(dice.answer(game, chance))
                for seat in game.seats_to_move():
                    game.apply(bots[seat].choose(game.view(seat), seat))
            if not game.is_over:
                return game
