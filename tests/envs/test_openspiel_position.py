"""OpenSpiel games that begin with a given position, and the example that solves an endgame."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import exploitability

from examples import exploitability as exploitability_module
from examples.exploitability import BotPolicy, endgame, histories, load, measured
from tests.envs.test_openspiel import play
from torpedo_dice.envs.openspiel import NAME
from torpedo_dice.rules import Game, PositionError, Stage, Take


def positions(name: str, seed: int) -> list[Game]:
    """Return one position of each stage, from the second round of a random game."""
    state, chance = pyspiel.load_game(name).new_initial_state(), Random(seed)
    found: dict[Stage, Game] = {}
    while not state.is_terminal():
        game = state.to_game()
        if game.round and not state.rolling and not any(p.modify or p.action for p in game.players):
            found.setdefault(game.stage, game)
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
        else:
            # Activations rather than shots, so that the game goes on.
            state.apply_action(
                min(state.legal_actions(), key=lambda action: action in range(5, 16))
            )
    return list(found.values())


def begun(position: Game, /, **settings: object) -> Any:
    """Return OpenSpiel's game that begins with a position."""
    own = {"mode": str(position.mode), "players": len(position.players)}
    return pyspiel.load_game(NAME, {**own, "position": position.to_text(), **settings})


@pytest.mark.parametrize("name", [NAME, f"{NAME}(players=3)", f"{NAME}(mode=solo)"])
def test_a_game_begins_with_a_position(name: str) -> None:
    """In every stage; it passes OpenSpiel's simulation, which also saves and loads the game."""
    found = positions(name, seed=3)
    assert {game.stage for game in found} == {Stage.ROLL, Stage.TAKE, Stage.ACT}
    for position in found:
        game = begun(position)
        assert game.new_initial_state().to_game() == position
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        assert str(pyspiel.load_game(str(game))) == str(game)
        if position.stage is Stage.ROLL:
            play(game, "from a position")


def test_hidden_choices_stay_hidden() -> None:
    """Two choices of the first player are the same to the second, and different to the first."""
    (position,) = [game for game in positions(NAME, seed=3) if game.stage is Stage.ACT]
    state = begun(position).new_initial_state()
    first = state.current_player()
    one, other = (state.child(action) for action in state.legal_actions()[-2:])
    second = one.current_player()
    assert second == 1 - first
    assert one.information_state_string(second) == other.information_state_string(second)
    assert one.information_state_string(first) != other.information_state_string(first)
    drawn = one.resample_from_infostate(second, Random(1).random)
    assert drawn.information_state_string(second) == one.information_state_string(second)
    dice = " ".join(map(str, position.dice))
    assert one.information_state_string(second).split(": ")[1].startswith(dice)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 3}, "one of training with 2 players"),
        ({"mode": "mission"}, "sheet"),
        ({"position": "nonsense"}, "not the beginning of a game's text form"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(settings: dict[str, Any], message: str) -> None:
    """One sentence says what is wrong."""
    game = Game.new(endgame((1, 2, 3)).sheet, "training", players=2)
    own = {"sheet": "examples/tiny.toml", **settings}
    with pytest.raises((PositionError, ValueError), match=message):
        begun(game, **own)


def test_a_position_with_a_choice_is_refused() -> None:
    """It would be common knowledge, although it must be hidden."""
    game = endgame((1, 2, 3))
    game.apply(Take(1, 0))
    game.apply(Take(0, 1))
    game.apply(game.options(1).modifications[0])
    with pytest.raises(PositionError, match="already chosen"):
        load(game)


# ---------------------------------------------------------------------- the example


def test_the_endgame_lasts_one_round() -> None:
    """Whatever happens in it; so its tree is small enough for OpenSpiel's algorithms."""
    found = 0

    def check(state: Any) -> None:
        nonlocal found
        found += 1
        assert state.is_terminal() or not state.is_chance_node()
        for action in () if state.is_terminal() else state.legal_actions():
            check(state.child(action))

    root = load(endgame((4, 4, 6))).new_initial_state()
    check(root)
    assert found == histories(root) == 3224


def test_the_example_finds_an_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random play can be exploited, CFR+ less and less; our bots play well in some endgames."""
    monkeypatch.setattr(exploitability_module, "BOTS", ["lieutenant"])
    found = dict(measured(load(endgame((1, 1, 2))), iterations=4))
    assert list(found) == ["random", "lieutenant", "CFR+, 1", "CFR+, 2", "CFR+, 4"]
    assert found["random"] > 0.5
    assert found["lieutenant"] == pytest.approx(0)
    assert 0 < found["CFR+, 4"] < 0.1 < found["CFR+, 2"] < found["CFR+, 1"] <= 1
    other = load(endgame((4, 4, 6)))
    assert exploitability(other, BotPolicy(other, "admiral")) == pytest.approx(1 / 2)


def test_denying_the_six_is_the_solution() -> None:
    """Seat 0 sinks with a periscope and a 6; seat 1 can only prevent this by taking the 6."""
    game = load(endgame((4, 4, 6)))
    state = game.new_initial_state()
    assert state.current_player() == 1
    values = [best_reply(state.child(die)) for die in state.legal_actions()]
    assert values == [1, 1, 0]


def best_reply(state: Any) -> float:
    """Return what seat 0 achieves if both choose the best, knowing what was chosen before."""
    if state.is_terminal():
        return float(state.returns()[0])
    best = max if state.current_player() == 0 else min
    return best(best_reply(state.child(action)) for action in state.legal_actions())
