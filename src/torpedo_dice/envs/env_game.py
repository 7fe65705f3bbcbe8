"""A game as an environment sees it: actions in, observations, masks and rewards out.

The game is played by `rules` on dice that are derived from a name, so every game has a record.
`batch.py` does the same for many games at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_count, action_to_move, write_mask
from torpedo_dice.envs.observation import observation_size, write_observation
from torpedo_dice.envs.rewards import reward_of, score_per_target
from torpedo_dice.envs.turns import seat_to_decide
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.record import FairDice, PlayerInfo, RecordData, RecordedGame
from torpedo_dice.rules import Game, Mode, Move, Seat, Sheet, SoloEnd
from torpedo_dice.rules.setup import GameSetupError, check_setup
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet


class IllegalActionError(ValueError):
    """An illegal action, with the reason."""


def sheet_for(mode: Mode | str, sheet: Sheet | str | None) -> Sheet:
    """Return a sheet given as a value, a name or a file; by default that of the mode."""
    if isinstance(sheet, Sheet):
        return sheet
    if mode not in list(Mode):
        raise GameSetupError(f"unknown mode {mode!r}: use {', '.join(Mode)}", where="mode")
    return find_sheet(sheet or DEFAULT_SHEETS[Mode(mode)])


class EnvGame:
    """One game after another, with the same settings."""

    def __init__(
        self,
        mode: Mode | str,
        players: Sequence[PlayerInfo],
        *,
        sheet: Sheet | str | None = None,
        solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
        shaping: float = 0.0,
    ) -> None:
        self.sheet = sheet_for(mode, sheet)
        self.mode, self.solo_end = check_setup(self.sheet, mode, len(players), solo_end)
        self.players = tuple(players)
        self.shaping = shaping
        self.observation_size = observation_size(self.sheet, len(players))
        self.action_count = action_count(self.sheet)
        self._tables = fast_sheet(self.sheet).tables
        self._recorded: RecordedGame | None = None

    def begin(self, name: str) -> None:
        """Begin a game with dice derived from a name."""
        dice = FairDice.repeatable(name, len(self.players))
        self._recorded = RecordedGame(
            self.sheet, self.mode, self.players, dice, solo_end=self.solo_end
        )
        self._recorded.begin()

    @property
    def game(self) -> Game:
        """The current game."""
        return self._played.game

    @property
    def _played(self) -> RecordedGame:
        if self._recorded is None:
            raise RuntimeError("there is no game yet: call reset() first")
        return self._recorded

    @property
    def seat(self) -> Seat | None:
        """The seat to decide; None when the game is over."""
        return seat_to_decide(self.game)

    def record(self) -> RecordData:
        """Return the record of the game so far."""
        return self._played.record()

    def observe(self, seat: Seat) -> NDArray[np.int8]:
        """Return what a seat sees."""
        seen = np.zeros((1, self.observation_size), np.int8)
        targets = len(self.sheet.targets)
        write_observation(self._tables, self._row(seat), seat, targets, seen, 0)
        return seen[0]

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """Return 1 for each action that a seat may take now; in phases 2 and 3 all seats may."""
        mask = np.zeros((1, self.action_count), np.int8)
        write_mask(self._tables, self._row(seat), seat, mask, 0)
        return mask[0]

    def _row(self, seat: Seat) -> Any:
        return from_game(self.game.view(seat))

    def move_of(self, seat: Seat, action: int) -> Move:
        """Return the legal move that an action stands for; IllegalActionError if there is none."""
        try:
            move = action_to_move(self.game, seat, action)
        except ValueError as error:
            raise IllegalActionError(str(error)) from None
        refused = self.game.why_not(move)
        if refused is not None:
            raise IllegalActionError(f'action {action}, "{move}": {refused.why}')
        return move

    def apply(self, move: Move) -> list[float]:
        """Make a legal move; return the rewards of all seats."""
        before = self._scores()
        self._played.apply(move)
        row = from_game(self.game)
        return [
            float(reward_of(row, seat)) + self.shaping * (score - before[seat])
            for seat, score in enumerate(self._scores())
        ]

    def _scores(self) -> list[float]:
        row, targets = from_game(self.game), len(self.sheet.targets)
        return [float(score_per_target(row, seat, targets)) for seat in self.game.seats]
