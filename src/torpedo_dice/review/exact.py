"""The exact judge: solo ends, solved completely. It measures how good the other judges are.

It values any solo position with few free targets left, provided that the positions which may follow
fit into its table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.review.draft import Draft, round_start, solve_draft
from torpedo_dice.review.exact_table import (
    MOST_BOXES,
    MOST_FREE,
    POSITION,
    SOLVED,
    WORK_ROWS,
    fill_acts,
    new_end,
    new_table,
    solve,
)
from torpedo_dice.review.judge import (
    CannotJudgeError,
    Option,
    Outlook,
    Outlooks,
    as_outlook,
    mean_after_rolls,
    result_outlook,
    worth,
)
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Modify,
    Move,
    Reroll,
    Seat,
    Sentence,
    Stage,
    System,
    Take,
)
from torpedo_dice.rules.formations import FACES

# The size of the table, a power of two, and how much of it may be used.
TABLE_SIZE = 1 << 21
_STACK_SIZE = 1 << 20


class ExactJudge:
    """Solves the end of one solo game, from a given position on. Not safe for several threads."""

    name = "exact"

    def __init__(self, game: Game, *, size: int = TABLE_SIZE, budget: int | None = None) -> None:
        """Prepare to solve a position and all that may follow it.

        `budget` limits how many positions are solved for a single question.
        """
        self._free = game.free_targets(0)
        self._game = game
        _check(game)
        self._tables = fast_sheet(game.sheet).tables
        self._end = new_end(self._tables, self._free)
        self._table = new_table(size)
        self._most = size // 4 * 3
        self._budget = budget
        self._stack = np.zeros(_STACK_SIZE, np.int64)
        self._work = np.zeros(WORK_ROWS, ROW)
        self._drafts: dict[bytes, Draft] = {}

    def covers(self, game: Game) -> bool:
        """Whether a position belongs to the same end, so that what is solved applies to it."""
        mine = self._game
        is_same = game.sheet == mine.sheet and game.solo_end is mine.solo_end
        return is_same and game.free_targets(0) & ~self._free == 0

    @property
    def positions(self) -> int:
        """How many positions have been solved."""
        return int(self._table.entries[0])

    def value(self, game: Game) -> Outlook:
        """Return the exact win chance and expected score of a position between two rounds."""
        if game.outcome is not None:
            return result_outlook(game.outcome)
        return mean_after_rolls(self.after_rolls(game), game.dice_count)

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""
        return self._draft(game).levels[0]

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of the propeller."""
        return np.array([self._best_after(view, Reroll(seat, face)) for face in FACES])

    def options(self, view: Game, seat: Seat, taken: Move | None = None) -> Sequence[Option]:  # noqa: ARG002
        """Return all of the seat's distinct options."""
        if view.stage is Stage.TAKE:
            return list(self._dice(view, seat))
        moves = distinct_moves(view, seat)
        return [Option(move, self._after(view, move)) for move in moves]

    def _draft(self, game: Game) -> Draft:
        start = round_start(game)
        row = from_game(start)
        key = row.tobytes()
        if key not in self._drafts:
            if start.free_targets(0) & ~self._free:
                raise CannotJudgeError(Sentence("this end has other free targets"))
            self._work[POSITION] = row
            parts = (self._tables, self._work, self._end, self._table, self._stack)
            most = self._most
            if self._budget is not None:
                most = min(most, self.positions + self._budget)
            if solve(*parts, most) != SOLVED:
                raise _too_many()
            acts: NDArray[np.float64] = np.zeros((len(FACES), len(FACES), 2))
            fill_acts(*parts, acts)
            self._drafts[key] = solve_draft(acts, [0], is_solo=True)
        return self._drafts[key]

    def _dice(self, view: Game, seat: Seat) -> Iterator[Option]:
        draft = self._draft(view)
        for pick in {face: pick for pick, face in enumerate(view.dice)}.values():
            outlook = draft.at([view.dice[pick]], [view.dice[1 - pick]])
            yield Option(Take(seat, pick), as_outlook(outlook))

    def _after(self, view: Game, move: Move) -> Outlook:
        """Return the value after a move of phases 2 and 3."""
        if not isinstance(move, Modify):
            after = view.copy()
            after.apply(move)
            return self.value(after)
        if move.system is not System.PROPELLER:
            return self._best_after(view, move)
        rolling = view.copy()
        rolling.apply(move)
        return as_outlook(np.mean(self.after_faces(rolling, move.seat), axis=0))

    def _best_after(self, view: Game, move: Modify | Reroll) -> Outlook:
        after = view.copy()
        after.apply(move)
        moves = distinct_moves(after, move.seat)
        if isinstance(move, Modify):
            moves = (each for each in moves if isinstance(each, Fire))
        outlooks = (self._after(after, each) for each in moves)
        return max(outlooks, key=lambda outlook: worth(outlook, move.seat, is_solo=True))


def distinct_moves(view: Game, seat: Seat) -> Iterator[Fire | Activate | Modify]:
    """Yield a seat's moves in phases 2 and 3, one of each effect."""
    options = view.options(seat)
    if options.shots is not None:
        free = view.free_targets(seat)
        by_hits = {mask & free: fields for mask, fields in options.shots.distinct.items()}
        yield from (Fire(seat, fields) for fields in by_hits.values())
    yield from (Activate(seat, system) for system in options.activations)
    yield from options.modifications


def _check(game: Game) -> None:
    if not game.is_solo or game.sheet.solo is None:
        raise CannotJudgeError(Sentence("only solo games can be solved exactly"))
    if game.sheet.limits:
        raise CannotJudgeError(
            Sentence("a solo game with systems of limited use can’t be solved exactly")
        )
    if game.free_targets(0).bit_count() > MOST_FREE or game.sheet.solo.boxes > MOST_BOXES:
        raise _too_many()


def _too_many() -> CannotJudgeError:
    return CannotJudgeError(Sentence("the position is too far from the end to be solved exactly"))
