"""OpenSpiel: its own conformance suites, and games that agree with the rules move by move."""

from __future__ import annotations

import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test as pettingzoo_api_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from tests.envs.driver import check_mask, check_record, good_action
from torpedo_dice.envs.actions import action_to_move
from torpedo_dice.envs.openspiel import NAME
from torpedo_dice.envs.spiel_record import fair_outcome, record_of
from torpedo_dice.record import FairDice, PlayerInfo
from torpedo_dice.rules import Game, Stage

GAMES = [
    NAME,
    f"{NAME}(players=3)",
    f"{NAME}(players=4)",
    f"{NAME}(mode=training)",
    f"{NAME}(mode=training,players=3)",
    f"{NAME}(mode=training,players=4)",
    f"{NAME}(mode=solo)",
    f"{NAME}(mode=solo,solo_end=after_fire)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    """`pyspiel.random_sim_test`, with serialisation at every step."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_open_spiels_own_api_test() -> None:
    """`open_spiel.integration_tests.api_test`, for our game only."""
    # It loads SciPy, which takes seconds in each process that collects the tests.
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["api_test", f"--test_only_games=^{NAME}$"])
    # The suite lists registered games on import, possibly before ours is registered.
    api_test._GAMES_TO_TEST.add(NAME)
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.failures
    assert not result.errors
    assert not result.skipped


# Shimmy's masks are empty after the end of a game, which PettingZoo's suite warns about.
@pytest.mark.filterwarnings(
    "ignore:Action mask numpy array is all zeros:UserWarning",
    # Values go up to the number of actions, so shimmy's space is unbounded.
    "ignore:Agent's m[a-z]+ observation space value is -?infinity:UserWarning",
)
@pytest.mark.parametrize("settings", [None, {"mode": "training", "players": 3}], ids=str)
def test_through_shimmy_it_passes_pettingzoos_test(settings: dict[str, Any] | None) -> None:
    """`pettingzoo.test.api_test` of `OpenSpielCompatibilityV0`."""
    pettingzoo_api_test(OpenSpielCompatibilityV0(game_name=NAME, config=settings), num_cycles=200)


def play(game: Any, name: str) -> tuple[Any, FairDice, Game]:
    """Play a random game on fair dice, side by side with the rules; return both at the end."""
    chance = Random(name)
    dice = FairDice.repeatable(name, game.num_players())
    state = game.new_initial_state()
    rules = state.to_game()
    while not state.is_terminal():
        assert state.to_game().to_text() == rules.to_text()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            outcome = fair_outcome(state, dice)
            assert outcome in [number for number, _ in outcomes]
            state.apply_action(outcome)
            if not state.rolling:
                rules.apply(dice.answer(rules, rules.chances()[0]))
            continue
        seat = state.current_player()
        mask = np.zeros(game.num_distinct_actions(), np.int8)
        mask[state.legal_actions()] = 1
        check_mask(rules, seat, mask)
        action = good_action(rules, seat, mask, chance)
        move = action_to_move(rules, seat, action)
        assert state.action_to_string(seat, action) == str(move)
        state.apply_action(action)
        rules.apply(move)
    return state, dice, rules


@pytest.mark.parametrize("name", GAMES)
def test_games_agree_with_the_rules(name: str) -> None:
    """Every position and every list of legal actions; the record of each game is valid."""
    play_checked(name, seeds=range(3))


def play_checked(name: str, seeds: range) -> None:
    """Play games, and compare each with the rules."""
    game = pyspiel.load_game(name)
    players = [PlayerInfo(f"player {seat}") for seat in range(game.num_players())]
    for seed in seeds:
        state, dice, rules = play(game, f"{name} {seed}")
        assert state.to_game().to_text() == rules.to_text()
        check_record(record_of(state, players, dice))
        if game.num_players() > 1:
            _check_returns(state, rules)


def _check_returns(state: Any, rules: Game) -> None:
    assert rules.outcome is not None
    assert sum(state.returns()) == pytest.approx(0)
    best = max(state.returns())
    if len(rules.outcome.winners) == 1:
        winners = [seat for seat, won in enumerate(state.returns()) if won == best]
        assert tuple(winners) == rules.outcome.winners


def test_a_game_on_other_dice_has_no_record() -> None:
    """Games on other dice have no record, as the rolls could not be recomputed."""
    state, _, _ = play(pyspiel.load_game(NAME), "these dice")
    others = FairDice.repeatable("other dice", 2)
    with pytest.raises(ValueError, match="not played on these dice"):
        record_of(state, [PlayerInfo("a"), PlayerInfo("b")], others)


def positions(name: str, seed: str) -> list[Any]:
    """Return the positions of phase 3 in which a seat chooses and another is still to choose."""
    game = pyspiel.load_game(name)
    chance = Random(seed)
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
            continue
        rules = state.to_game()
        waiting = [p for p in rules.players if p.action is None]
        if rules.stage is Stage.ACT and len(waiting) > 1:
            found.append(state.clone())
        mask = np.zeros(game.num_distinct_actions(), np.int8)
        mask[state.legal_actions()] = 1
        state.apply_action(good_action(rules, state.current_player(), mask, chance))
    return found


@pytest.mark.parametrize("name", [NAME, f"{NAME}(players=4)"])
def test_hidden_choices_stay_hidden(name: str) -> None:
    """Two choices of a seat are the same to the others until all have chosen, and not to itself."""
    chance = Random(name)
    compared = 0
    for state in positions(name, name):
        seat = state.current_player()
        finals = [action for action in state.legal_actions() if action >= 16]
        one, other = (state.child(action) for action in chance.sample(finals, 2))
        assert one.information_state_string(seat) != other.information_state_string(seat)
        assert one.information_state_tensor(seat) != other.information_state_tensor(seat)
        for player in range(state.num_players()):
            if player != seat:
                assert _all_seen(one, player) == _all_seen(other, player)
                compared += 1
    assert compared > 5


def _all_seen(state: Any, player: int) -> tuple[Any, ...]:
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
    )


def test_a_propellers_roll_is_known_to_its_owner_alone() -> None:
    """It is rolled in phase 2: the others see it at the end of the round."""
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    # Start player 0, dice 1, 1, 1; both take one, both activate the propeller; then again.
    for action in (0, 0, 0, 0, 0, 1, 20, 20, 0, 0, 0, 0, 1, 15):
        state.apply_action(action)
    assert state.is_chance_node()
    one, other = state.child(2), state.child(5)
    assert _all_seen(one, 0) == _all_seen(other, 0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(1) != other.observation_tensor(1)


def test_public_and_private_observations() -> None:
    """Observers for the public part alone hide one's own choice too."""
    game = pyspiel.load_game(NAME)
    kinds = {
        recall: make_observation(
            game,
            pyspiel.IIGObservationType(
                public_info=True,
                perfect_recall=recall,
                private_info=pyspiel.PrivateInfoType.NONE,
            ),
        )
        for recall in (False, True)
    }
    for state in positions(NAME, "public")[:5]:
        finals = [action for action in state.legal_actions() if action >= 16]
        one, other = state.child(finals[0]), state.child(finals[-1])
        for observer in kinds.values():
            assert observer.string_from(one, 0) == observer.string_from(other, 0)
            observer.set_from(one, 0)
            seen = observer.tensor.copy()
            observer.set_from(other, 0)
            np.testing.assert_array_equal(seen, observer.tensor)
    with pytest.raises(ValueError, match="observations have no settings"):
        game.make_py_observer(None, {"size": 3})


def test_perfect_recall_tells_all_histories_apart() -> None:
    """Different own histories are different information states."""
    game = pyspiel.load_game(NAME)
    seen: dict[str, list[int]] = {}
    for number in range(4):
        chance = Random(number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                own = [s.action for s in state.full_history() if s.player == state.current_player()]
                text = state.information_state_string()
                assert seen.setdefault(text, own) == own
            state.apply_action(chance.choice(state.legal_actions()))


def test_an_illegal_action_is_refused() -> None:
    """With the action and the position."""
    state = pyspiel.load_game(NAME).new_initial_state()
    with pytest.raises(ValueError, match="7 is not legal for player -1"):
        state._apply_action(7)
    for action in (0, 0, 0, 0):
        state.apply_action(action)
    with pytest.raises(ValueError, match="21 is not legal for player 0"):
        state._apply_action(21)
    assert state.legal_actions() == [0, 1, 2]


def test_settings() -> None:
    """Any sheet by name or file; inconsistent settings are reported."""
    assert pyspiel.load_game(f"{NAME}(mode=solo)").num_players() == 1
    game = pyspiel.load_game(NAME, {"mode": "mission", "sheet": "mission", "players": 3})
    assert game.num_players() == 3
    assert game.get_parameters()["sheet"] == "mission"
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        pyspiel.load_game(f"{NAME}(players=5)")
    with pytest.raises(ValueError, match="it’s for Training only"):
        pyspiel.load_game(NAME, {"sheet": "training"})


def test_a_state_comes_back_from_its_text() -> None:
    """A deserialised game continues as before."""
    game = pyspiel.load_game(NAME)
    for state in positions(NAME, "texts")[:3]:
        back = game.deserialize_state(state.serialize())
        assert str(back) == str(state)
        assert back.legal_actions() == state.legal_actions()
        assert back.history() == state.history()
        action = state.legal_actions()[-1]
        assert str(back.child(action)) == str(state.child(action))


def test_the_search_of_open_spiel_plays_it() -> None:
    """The C++ search finds a legal action, with random rollouts in our compiled rules."""
    game = pyspiel.load_game(NAME)
    state = positions(NAME, "search")[0]
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 50, 100, True, 1, False)  # noqa: FBT003
    assert bot.mcts_search(state).best_child().action in state.legal_actions()
