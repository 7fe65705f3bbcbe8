"""Compiles what many tests call: `python -m tests.warm_up`.

The entry points to compiled code have most of their callees in common. One process compiles these
once, whereas each of the parallel test processes would do so for what it calls first.
"""

from __future__ import annotations

import gc
from itertools import product

import numpy as np
import pyspiel

from tests.bots.brain.test_ahead import test_any_other_shot_is_rated_on_the_same_assumptions
from tests.bots.brain.test_evaluate import chances
from tests.bots.brain.test_features import features
from tests.bots.brain.test_junior import compiled_choice
from tests.bots.brain.test_quick import plan
from tests.bots.games import at_act, decisions
from tests.fast.lockstep import run
from tests.review.games import drill, solo_end
from torpedo_dice.bots import make_bot
from torpedo_dice.bots.brain.junior import ensign_acts, shot_weights
from torpedo_dice.bots.brain.ranks import ADMIRAL
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.envs.openspiel import NAME
from torpedo_dice.envs.pettingzoo import env as pettingzoo_env
from torpedo_dice.envs.vector import TorpedoVectorEnv
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.playouts import random_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.play import play_game
from torpedo_dice.review.deep import DeepJudge
from torpedo_dice.review.exact import ExactJudge
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.review.reviewer import review_move
from torpedo_dice.rules import Mode, Stage
from torpedo_dice.sheets import load_sheet

# The places of moves in a record of two players: start, roll, both take a die, both act.
TAKE, ACT = 2, 4


def play() -> None:
    """Compile what random players, thinking bots and training call; opinions are judgements."""
    sheet = load_sheet("mission")
    random_games(1, sheet, Mode.MISSION, 2, 1)
    make_bot("admiral", "").choose(at_act(sheet, Mode.MISSION, (4, 3, 1)), 0)
    league = League(sheet, Mode.MISSION, 2, load_network(Mode.MISSION))
    league.play(lineups_of((ADMIRAL, ADMIRAL), 1), seed=1, stream=0)


def play_single_turns() -> None:
    """Compile functions that the package calls only from compiled code, and tests directly."""
    run(seed=0, games=1)
    test_any_other_shot_is_rated_on_the_same_assumptions()
    sheet = load_sheet("mission")
    for view, seat in decisions(sheet, Mode.MISSION, 2, 1):
        chances(view)
        features(view)
        compiled_choice(view, seat, new_chance(1))
        if view.stage is Stage.ACT:
            plan(view, seat)
            weights = shot_weights(fast_sheet(sheet))
            tables = fast_sheet(sheet).tables
            ensign_acts(tables, from_game(view), seat, weights, new_chance(1))
            return


def judge() -> None:
    """Compile what the judges of reviews call."""
    record = play_game(load_sheet("training"), Mode.TRAINING, ["ensign"] * 2, "").record()
    for its_judge, number in product((QuickJudge(), DeepJudge(playouts=6)), (TAKE, ACT)):
        review_move(record, its_judge, number)
    game = solo_end(drill(), 1, 1, (2, 2, 2, 2, 2, 2, 1))
    ExactJudge(game).value(game)


def step() -> None:
    """Compile what environments call."""
    env = TorpedoVectorEnv(1)
    _, info = env.reset(seed=1)
    env.step(np.argmax(info["action_mask"], axis=1))
    turns = pettingzoo_env()
    turns.reset(seed=1)
    turns.step(int(np.argmax(turns.last()[0]["action_mask"])))
    state = pyspiel.load_game(NAME).new_initial_state()
    state.apply_action(state.legal_actions()[0])


if __name__ == "__main__":
    # Millions of short-lived objects, and none of them in a cycle that matters here.
    gc.disable()
    for compile_all in (judge, play, play_single_turns, step):
        compile_all()
