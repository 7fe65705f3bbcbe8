"""Resampled positions agree with everything that a player knows, and differ in what it doesn't."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.envs.test_openspiel import positions
from torpedo_dice.envs.openspiel import NAME
from torpedo_dice.rules import Stage


def random_states(name: str, seed: str) -> list[Any]:
    """Return every state of a game in which all decide at random."""
    chance, found = Random(seed), []
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        found.append(state.clone())
        state.apply_action(chance.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("name", [NAME, f"{NAME}(mode=training,players=3)", f"{NAME}(players=4)"])
def test_a_player_cannot_tell_a_resampled_position(name: str) -> None:
    """In every state and for every player; only the others' hidden choices differ."""
    chance, different = Random(name), 0
    for state in random_states(name, name):
        for player in range(state.num_players()):
            drawn = state.resample_from_infostate(player, chance.random)
            for text in ("information_state_string", "observation_string"):
                assert getattr(drawn, text)(player) == getattr(state, text)(player)
            assert drawn.information_state_tensor(player) == state.information_state_tensor(player)
            if state.current_player() == player:
                assert drawn.current_player() == player
                assert drawn.legal_actions() == state.legal_actions()
            if state.to_game().stage is not Stage.ACT:
                assert drawn.history() == state.history()
            different += drawn.history() != state.history()
    assert different > 3


def test_every_hidden_choice_can_be_drawn() -> None:
    """The start player's choice is drawn among all of its legal actions."""
    state = positions(NAME, "resampling")[0]
    seat, legal = state.current_player(), state.legal_actions()
    state.apply_action(legal[0])
    other = state.current_player()
    assert other != seat
    drawn = set()
    for number in range(len(legal)):
        sampled = state.resample_from_infostate(other, lambda n=number: (n + 0.5) / len(legal))
        drawn.add(sampled.history()[-1])
    assert drawn == set(legal)


def test_the_players_own_propeller_keeps_its_roll() -> None:
    """The owner knows the roll; to the others it is as hidden as the rest of the turn."""
    state = pyspiel.load_game(NAME).new_initial_state()
    # Start player 0, dice 1, 1, 1; both take one, both activate the propeller; then again. Player
    # 1, who now starts, uses the propeller and rolls a 3.
    actions = [0, 0, 0, 0, 0, 1, 20, 20, 0, 0, 0, 0, 1, 15, 2]
    for action in actions:
        state.apply_action(action)
    assert state.resample_from_infostate(1, Random(1).random).history() == actions
    assert state.resample_from_infostate(0, Random(1).random).history() == actions[:-2]
    state.apply_action(state.legal_actions()[-1])
    assert state.resample_from_infostate(1, Random(1).random).history() == state.history()
    assert state.resample_from_infostate(0, Random(1).random).current_player() == 0


def test_the_search_over_information_sets_plays_it() -> None:
    """OpenSpiel's ISMCTSBot in Python finds a legal action, also when it decides second."""
    game = pyspiel.load_game(NAME)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=chance)
    state = positions(NAME, "search")[0]
    assert bot.step(state) in state.legal_actions()
    state.apply_action(state.legal_actions()[-1])
    assert bot.step(state) in state.legal_actions()
