"""The admiral against OpenSpiel's MCTS, in two-player Mission.

In a clone of this repository:

    pip install '.[envs]'
    python -m examples.admiral_vs_mcts --games 4

Games come in pairs on the same dice with the seats swapped. The search is OpenSpiel's C++
`MCTSBot` with 1,000 simulations of random rollouts per decision. It even sees more than the rules
allow: when it decides second in a round, its rollouts start after the admiral's hidden choice.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyspiel

from torpedo_dice.bots import make_bot
from torpedo_dice.envs.actions import move_to_action
from torpedo_dice.envs.openspiel import NAME
from torpedo_dice.envs.spiel_record import fair_outcome, record_of
from torpedo_dice.record import FairDice, PlayerInfo, RecordData

SIMULATIONS = 1000
EXPLORATION = 2.0
MEMORY_MB = 512


@dataclass(frozen=True)
class Played:
    """The result of a game: the admiral's share, and both players' time and decisions."""

    share: float
    admiral_seconds: float
    admiral_decisions: int
    mcts_seconds: float
    mcts_decisions: int
    record: RecordData


def play(number: int) -> Played:
    """Play one game, fully determined by its number."""
    game = pyspiel.load_game(NAME)
    _warm_up()
    dice = FairDice.repeatable(f"admiral against mcts {number // 2}", players=2)
    admiral_seat = number % 2
    choosers = {admiral_seat: _admiral(number, admiral_seat), 1 - admiral_seat: _mcts(game, number)}
    seconds, decisions = [0.0, 0.0], [0, 0]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(fair_outcome(state, dice))
            continue
        seat = state.current_player()
        begin = time.perf_counter()
        action = choosers[seat](state)
        seconds[seat] += time.perf_counter() - begin
        decisions[seat] += 1
        state.apply_action(action)
    names = [PlayerInfo("Admiral", "bot", "admiral"), PlayerInfo("MCTS", "bot", "mcts")]
    players = names if admiral_seat == 0 else names[::-1]
    return Played(
        # Returns range from -1 (loss) over 0 (shared win) to 1 (win).
        share=(1 + state.returns()[admiral_seat]) / 2,
        admiral_seconds=seconds[admiral_seat],
        admiral_decisions=decisions[admiral_seat],
        mcts_seconds=seconds[1 - admiral_seat],
        mcts_decisions=decisions[1 - admiral_seat],
        record=record_of(state, players, dice),
    )


@cache
def _warm_up() -> None:
    """Have the admiral play a round, so that compiling or loading its code isn't timed."""
    state = pyspiel.load_game(NAME).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    while not state.is_chance_node():
        seat = state.current_player()
        state.apply_action(_admiral(0, seat)(state))


def _admiral(seed: int, seat: int) -> Callable[[Any], int]:
    bot = make_bot("admiral", seed)

    def choose(state: Any) -> int:
        game = state.to_game()
        return move_to_action(game, bot.choose(game.view(seat), seat))

    return choose


def _mcts(game: Any, seed: int) -> Callable[[Any], int]:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, solve=True, seed=seed, verbose=False
    )
    # `bot.step` does the same, but in OpenSpiel 2.0 it releases the GIL, which crashes every game
    # implemented in Python.
    return lambda state: int(bot.mcts_search(state).best_child().action)


def main() -> None:
    """Play some games and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=4)
    games = [play(number) for number in range(parser.parse_args().games)]
    share = sum(game.share for game in games) / len(games)
    admiral = sum(g.admiral_seconds for g in games) / sum(g.admiral_decisions for g in games)
    mcts = sum(g.mcts_seconds for g in games) / sum(g.mcts_decisions for g in games)
    print(f"The admiral took {share:.1%} of {len(games)} games.")
    print(f"It thought {1000 * admiral:.1f} ms a decision, the search {1000 * mcts:.0f} ms.")


if __name__ == "__main__":
    main()
