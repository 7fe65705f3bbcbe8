"""Torpedo Dice for OpenSpiel: importing this module registers the game `torpedo_dice`.

Turns are sequential. In phases 2 and 3 the seats choose one after another, the start player first,
and no information state reveals the others' choices of the round before all are made. This is
equivalent to choosing simultaneously, and any algorithm for sequential games can play it. See
`docs/openspiel.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from torpedo_dice.envs.actions import action_count, action_words, listed_actions
from torpedo_dice.envs.missing import needed
from torpedo_dice.envs.rewards import reward_of
from torpedo_dice.envs.spiel_observer import MOST_ROUNDS, Observer
from torpedo_dice.envs.spiel_resample import resampled
from torpedo_dice.envs.spiel_state import (
    CHANCE,
    ILLEGAL,
    TERMINAL,
    Position,
    Setup,
    advance,
    setup_for,
)
from torpedo_dice.fast.codes import FACES, STAGE_ROLL
from torpedo_dice.fast.convert import to_game
from torpedo_dice.rules import Game, Mode, Seat, SoloEnd, Stage
from torpedo_dice.rules.setup import MAX_PLAYERS

with needed("OpenSpiel"):
    import pyspiel

NAME = "torpedo_dice"
# Take a die, use a system, fire or activate.
_DECISIONS = 3

_PARAMETERS = {
    "mode": str(Mode.MISSION),
    "players": 2,
    # A sheet's name or file; empty for the mode's default.
    "sheet": "",
    "solo_end": str(SoloEnd.END_OF_ROUND),
    # The text form of a game to begin with; empty for a new game.
    "position": "",
}


def _game_type(*, is_solo: bool) -> Any:
    kinds = pyspiel.GameType
    information = kinds.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Torpedo Dice",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if is_solo else information.IMPERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM if is_solo else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class TorpedoDiceGame(pyspiel.Game):
    """The game with its settings: mode, players, sheet, and the position that it begins with."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settings: dict[str, Any] = _PARAMETERS | dict(params or {})
        is_solo = settings["mode"] == Mode.SOLO
        # Solo always has one player.
        players = 1 if is_solo else int(settings["players"])
        # OpenSpiel separates parameters by commas, so a text with commas couldn't be read back.
        settings["position"] = settings["position"].replace(",", ";")
        self.setup = setup_for(
            settings["mode"],
            players,
            settings["sheet"],
            settings["solo_end"],
            settings["position"].replace(";", ","),
        )
        # Raises an error if the parameters are inconsistent.
        self.setup.beginning  # noqa: B018
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.setup.sheet),
            max_chance_outcomes=FACES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if is_solo else 0.0,
            max_game_length=_DECISIONS * players * MOST_ROUNDS,
        )
        super().__init__(_game_type(is_solo=is_solo), info, settings)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum of rolls in a game: each die, each propeller, the start player."""
        return 1 + MOST_ROUNDS * (2 * self.setup.players + 1)

    def new_initial_state(self) -> TorpedoDiceState:
        """Return a new game."""
        return TorpedoDiceState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Return an observer of states; it has no settings of its own."""
        if params:
            raise ValueError(f"observations have no settings: {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(
            self.setup,
            has_public=kind.public_info,
            has_private=kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
            has_recall=kind.perfect_recall,
        )


# One list for each set of legal actions seen so far.
_listed = lru_cache(maxsize=1 << 14)(listed_actions)


@cache
def _even_outcomes(count: int) -> list[tuple[int, float]]:
    return [(outcome, 1.0 / count) for outcome in range(count)]


# Callers that want the words for one action usually want them for all.
@lru_cache(maxsize=16)
def _game_at(setup: Setup, data: bytes) -> Game:
    row = Position(data).rows[0]
    if row["stage"] == STAGE_ROLL:
        row["dice"] = 0
    return to_game(row, setup.sheet)


class TorpedoDiceState(pyspiel.State):
    """A position: the row of numbers, who is to move, and what is legal."""

    def __init__(self, game: TorpedoDiceGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        data, self.player, self.legal = game.setup.beginning
        self.position = Position(data)

    def current_player(self) -> int:
        """Return the seat to move, chance, or that the game is over."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player == TERMINAL

    def _legal_actions(self, player: Seat) -> list[int]:
        return _listed(self.legal) if player == self.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces of a die, or the seats that can start, all equally likely."""
        return _even_outcomes(self.legal)

    def _apply_action(self, action: int) -> None:
        player, legal = advance(*self.setup.arrays, self.position.rows, self.player, action)
        if player == ILLEGAL:
            raise ValueError(f"{action} is not legal for player {self.player}: {self}")
        self.player, self.legal = player, legal

    def _action_to_string(self, player: int, action: int) -> str:
        game = _game_at(self.setup, self.position.rows.tobytes())
        if player != CHANCE:
            return action_words(game, player, action)
        return f"start {action}" if game.stage is Stage.START else f"die {action + 1}"

    def returns(self) -> list[float]:
        """Return the rewards of all players."""
        row = self.position.rows[0]
        return [float(reward_of(row, seat)) for seat in range(self.setup.players)]

    def resample_from_infostate(
        self, player: Seat, sampler: Callable[[], float]
    ) -> TorpedoDiceState:
        """Return a state that a player cannot tell from this one; `spiel_resample.py` draws it."""
        drawn: TorpedoDiceState = resampled(self, player, sampler)
        return drawn

    @property
    def rolling(self) -> list[int]:
        """The dice rolled so far in a round whose roll is not complete."""
        row = self.position.rows[0]
        return [int(die) for die in row["dice"] if die] if row["stage"] == STAGE_ROLL else []

    def to_game(self) -> Game:
        """Return the position as a game of the rules, without an incomplete roll."""
        return _game_at(self.setup, self.position.rows.tobytes()).copy()

    def __str__(self) -> str:
        return f"{self.to_game().to_text()} {self.rolling}"


pyspiel.register_game(_game_type(is_solo=False), TorpedoDiceGame)
