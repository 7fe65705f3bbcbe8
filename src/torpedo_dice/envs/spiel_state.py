"""A game for OpenSpiel as numbers: one decision or one roll at a time, compiled.

OpenSpiel's searches call these for every node of every rollout, so one call returns everything
that a node needs: who is to move, and which actions are legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_argument, action_kind, legal_actions
from torpedo_dice.envs.env_game import sheet_for
from torpedo_dice.envs.turns import deciding_seat
from torpedo_dice.fast.codes import (
    BITS_A_DIE,
    FACES,
    STAGE_OVER,
    STAGE_ROLL,
    STAGE_START,
)
from torpedo_dice.fast.compiled import borrowing, kernel
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.dice import dice_count
from torpedo_dice.fast.legal import is_legal
from torpedo_dice.fast.moves import apply_move, apply_reroll, apply_roll, apply_start
from torpedo_dice.fast.state import ROW, Row, Rows, new_games
from torpedo_dice.fast.tables import SHEET, SheetTables, fast_sheet
from torpedo_dice.fast.turns import awaits_roll
from torpedo_dice.rules import Game, PositionError, Sheet

# OpenSpiel's codes for chance and the end of the game, and ours for an illegal action.
CHANCE = -1
TERMINAL = -4
ILLEGAL = -9


@dataclass(frozen=True)
class Setup:
    """The settings of a game and derived values, shared by all of its states."""

    mode: str
    players: int
    # A sheet's name or file; empty for the mode's default.
    sheet_name: str
    solo_end: str
    # The text form of the first position; empty for a new game.
    position: str = ""

    @cached_property
    def sheet(self) -> Sheet:
        """The submarine."""
        return sheet_for(self.mode, self.sheet_name or None)

    @cached_property
    def tables(self) -> SheetTables:
        """The submarine as tables."""
        return fast_sheet(self.sheet).tables

    @cached_property
    def arrays(self) -> tuple[NDArray[np.void], NDArray[np.uint64]]:
        """The tables as two arrays, which are much faster to pass to compiled code."""
        return np.array([self.tables.info], SHEET), self.tables.shots

    @cached_property
    def beginning(self) -> tuple[bytes, int, int]:
        """The row of the first position, who is to move in it, and the legal actions."""
        rows = new_games(1, self.sheet, self.mode, self.players, solo_end=self.solo_end)
        if self.position:
            rows[0] = from_game(self._parsed_position())
        return rows.tobytes(), *whose_move(*self.arrays, rows)

    def _parsed_position(self) -> Game:
        game = Game.from_text(self.position, self.sheet)
        settings = (self.mode, self.players, self.solo_end)
        if (str(game.mode), len(game.players), str(game.solo_end)) != settings:
            raise PositionError(
                f"the position is one of {game.mode} with {len(game.players)} players and "
                f"{game.solo_end}: mode, players and solo_end must be the same"
            )
        if game.is_over:
            raise PositionError("the position is the end of a game")
        if any(player.modify or player.action for player in game.players):
            raise PositionError("a player has already chosen, which must be hidden from the others")
        return game

    def __deepcopy__(self, memo: dict[int, Any]) -> Setup:
        """Return itself, as it is immutable."""
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Unpickle as the existing instance."""
        return setup_for, (
            self.mode,
            self.players,
            self.sheet_name,
            self.solo_end,
            self.position,
        )


@cache
def setup_for(mode: str, players: int, sheet_name: str, solo_end: str, position: str = "") -> Setup:
    """Return the shared setup with these settings."""
    return Setup(mode, players, sheet_name, solo_end, position)


class Position:
    """A row that is fast to copy, as OpenSpiel does before every rollout."""

    __slots__ = ("rows",)

    def __init__(self, data: bytes) -> None:
        self.rows: Rows = np.frombuffer(bytearray(data), ROW)

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.rows.tobytes())

    def __reduce__(self) -> tuple[type[Position], tuple[bytes]]:
        return Position, (self.rows.tobytes(),)


@borrowing
def advance(
    info: NDArray[np.void], shots: NDArray[np.uint64], rows: Rows, player: int, action: int
) -> tuple[int, int]:
    """Apply an action of a player or of chance; return who is next and the legal actions.

    For chance the legal "actions" are the number of outcomes. An illegal action changes nothing.
    """
    tables = SheetTables(info[0], shots)
    row = rows[0]
    if player == CHANCE:
        if not 0 <= action < _outcomes(row):
            return ILLEGAL, 0
        _roll(row, action)
    else:
        argument = action_argument(tables, row, player, action) if action >= 0 else -1
        if not is_legal(tables, row, player, action_kind(action), argument):
            return ILLEGAL, 0
        apply_move(tables, row, player, action_kind(action), argument)
    return _next(tables, row)


@borrowing
def whose_move(info: NDArray[np.void], shots: NDArray[np.uint64], rows: Rows) -> tuple[int, int]:
    """Return who is to move in a position, and the legal actions, as `advance` does."""
    return _next(SheetTables(info[0], shots), rows[0])


@kernel
def _next(tables: SheetTables, row: Row) -> tuple[int, int]:
    if row.stage == STAGE_OVER:
        return TERMINAL, 0
    seat = deciding_seat(row)
    if seat < 0:
        return CHANCE, _outcomes(row)
    return seat, legal_actions(tables, row, seat)


@kernel
def _outcomes(row: Row) -> int:
    return row.players if row.stage == STAGE_START else FACES


@kernel
def _roll(row: Row, outcome: int) -> None:
    """Draw the start player, or roll one die: the next of the round, or a propeller's."""
    if row.stage == STAGE_START:
        apply_start(row, outcome)
        return
    if row.stage == STAGE_ROLL:
        _roll_next_die(row, outcome + 1)
        return
    for seat in range(row.players):
        if awaits_roll(row, seat):
            apply_reroll(row, seat, outcome + 1)
            return


@kernel
def _roll_next_die(row: Row, face: int) -> None:
    """Roll one die of the round; the last one completes the roll."""
    packed = 0
    rolled = 0
    while row.dice[rolled]:
        packed |= row.dice[rolled] << (BITS_A_DIE * rolled)
        rolled += 1
    row.dice[rolled] = face
    packed |= face << (BITS_A_DIE * rolled)
    if rolled + 1 == dice_count(row):
        apply_roll(row, packed)
