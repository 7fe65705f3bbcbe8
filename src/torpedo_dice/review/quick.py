"""The quick judge: one round of search, then the bots' evaluation of the position after it.

Every seat makes the choice that the bots' search rates best against quick plans of the others. From
the outlooks of these choices for all faces that the seats can hold follow those of the draft and
the roll, so that within a round a judgement changes only by what players do. Solo ends are solved
exactly where that is quick. Only this file and `quick_round.py` know about the bots' search.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import COLUMNS, new_desk
from torpedo_dice.bots.brain.evaluate import SCORE as FAST_SCORE
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import MODIFY_NONE, MODIFY_PROPELLER, SEATS
from torpedo_dice.fast.convert import from_game, pack_game
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.review.draft import Draft, round_start, solve_draft
from torpedo_dice.review.ends import SoloEnds
from torpedo_dice.review.judge import (
    SCORE,
    SCORE_POINTS,
    Option,
    Outlooks,
    as_outlook,
    option_key,
    worths,
)
from torpedo_dice.review.quick_round import (
    ARGUMENT,
    CHOICE_PARTS,
    FACE,
    KIND,
    MODIFY,
    NO_CHOICE,
    PUBLIC,
    WORK_ROWS,
    fill_acts,
    rate_choices,
)
from torpedo_dice.rules import Activate, Fire, Game, Modify, Move, Seat, Sheet, Stage, System, Take
from torpedo_dice.rules.formations import FACES

RoundKey: TypeAlias = tuple[Sheet, bytes]

# Shots considered per formation: for all faces at once, and in an actual decision.
WIDTH = 2
_WIDTH_OF_DECISION = 24
# The most choices that are rated at once: those of the search, again for each face of a propeller.
_MOST = 4096
# How many rounds of one game are remembered; a start draw needs one per seat.
_REMEMBERED = 8
# For how many sheets a workspace is kept.
_SHEETS = 8
# Solo ends with so few free targets are solved exactly if no more positions than this can follow:
# less than a second.
SOLVED_FREE = 4
SOLVED_POSITIONS = 1 << 14


class QuickJudge:
    """Judges by the evaluation after the round. Not safe for use by several threads at once."""

    name = "quick"

    def __init__(self) -> None:
        self._drafts: OrderedDict[RoundKey, Draft] = OrderedDict()
        self._work = np.zeros(WORK_ROWS, ROW)
        self._plans = np.zeros((SEATS, len(FACES), CHOICE_PARTS), np.int64)
        self._faces = np.zeros(SEATS, np.int64)
        self._found = np.zeros((_MOST, CHOICE_PARTS), np.int64)
        self._values = np.zeros((_MOST, COLUMNS))
        # The choices found last: their outlooks, and the standard errors of their distances from
        # the best one.
        self._outlooks: Outlooks = np.zeros((0, 0))
        self._errors: NDArray[np.float64] = np.zeros(0)
        self._desks: dict[tuple[str, Sheet], Desk] = {}
        self._ends = SoloEnds(SOLVED_FREE, SOLVED_POSITIONS)

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""
        end = self._ends.judge_of(game)
        if end is not None:
            return end.after_rolls(game)
        return self._draft(game).levels[0][..., : width_of(game)]

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of the propeller."""
        end = self._ends.judge_of(view)
        if end is not None:
            return end.after_faces(view, seat)
        count = self._rate(view, seat, MODIFY_PROPELLER, 0, None)
        best = [self._best_with_face(view, seat, count, face) for face in FACES]
        return self._outlooks[best]

    def options(self, view: Game, seat: Seat, taken: Move | None = None) -> Sequence[Option]:
        """Return the seat's distinct options, with the one taken among them."""
        end = self._ends.judge_of(view)
        if end is not None:
            return end.options(view, seat, taken)
        if view.stage is Stage.TAKE:
            return list(self._dice(view, seat))
        own = view.players[seat]
        modify = MODIFY_NONE if own.modify is None else from_move(view, own.modify)[1]
        count = self._rate(view, seat, modify, own.rolled or 0, taken)
        return list(self._choices(view, seat, count, modify))

    # ------------------------------------------------------------------ taking dice

    def _draft(self, game: Game) -> Draft:
        """Return the draft of a game's current round, or of the one about to begin."""
        start = round_start(game)
        key = round_key(start)
        if key in self._drafts:
            self._drafts.move_to_end(key)
            return self._drafts[key]
        axes = len(game.players) + game.is_solo
        acts = self._acts(start, len(FACES) ** axes).reshape((len(FACES),) * axes + (-1,))
        draft = solve_draft(acts, start.draft_order, is_solo=game.is_solo)
        self._drafts[key] = draft
        if len(self._drafts) > _REMEMBERED:
            self._drafts.popitem(last=False)
        return draft

    def _acts(self, start: Game, count: int) -> Outlooks:
        """Return the outlook for each combination of faces that the seats can hold."""
        acts = np.zeros((count, COLUMNS))
        rows = np.array([from_game(start)])
        fill_acts(
            *(fast_sheet(start.sheet).tables, rows, self._desk(start), WIDTH),
            *(self._work, self._plans, acts),
        )
        return columns_of(start, acts)

    def _dice(self, view: Game, seat: Seat) -> Iterator[Option]:
        """Yield the dice that a seat may take, one of each face."""
        for move, row in self._after_dice(view, seat):
            yield Option(move, as_outlook(row))

    def _after_dice(self, view: Game, seat: Seat) -> Iterator[tuple[Take, NDArray[np.float64]]]:
        """Yield the dice with the rows of the draft after them."""
        draft = self._draft(view)
        picks = [view.players[other].pick for other in view.draft_order]
        taken = [view.dice[pick] for pick in picks if pick is not None]
        left = [face for pick, face in enumerate(view.dice) if pick not in picks]
        seen = set()
        for pick in view.options(seat).picks:
            face = view.dice[pick]
            if face not in seen:
                seen.add(face)
                rest = left.copy()
                rest.remove(face)
                yield Take(seat, pick), draft.at([*taken, face], rest)

    # ------------------------------------------------------------------ phases 2 and 3

    def _rate(self, view: Game, seat: Seat, modify: int, face: int, taken: Move | None) -> int:
        """Rate a seat's choices; return their number. The one taken comes first."""
        first = (NO_CHOICE, 0)
        if isinstance(taken, Fire | Activate):
            first = from_move(view, taken)
        self._work[PUBLIC] = from_game(view)
        self._found[0] = (modify, face, *first)
        count: int = rate_choices(
            *(fast_sheet(view.sheet).tables, self._work, seat, self._desk(view), WIDTH),
            *(_WIDTH_OF_DECISION, self._plans, self._faces, self._found, self._values),
        )
        self._outlooks = columns_of(view, self._values[:count])
        self._errors = np.zeros(count)
        return count

    def _choices(self, view: Game, seat: Seat, count: int, modify: int) -> Iterator[Option]:
        """Yield the options found: shots and activations as they are, systems by their best."""
        found = self._found[:count]
        seen = set()
        for number in np.flatnonzero(found[:, MODIFY] == modify):
            kind, argument = int(found[number, KIND]), int(found[number, ARGUMENT])
            move = to_move(view.sheet, seat, kind, argument)
            key = option_key(view, move)
            if key not in seen:
                seen.add(key)
                yield self._option(move, [int(number)])
        if modify == MODIFY_NONE:
            for use in view.options(seat).modifications:
                yield self._option(use, self._best_with(view, seat, count, use))

    def _option(self, move: Move, numbers: list[int]) -> Option:
        """Return an option that leads to one of some choices, all equally likely."""
        error = float(np.sqrt(np.sum(self._errors[numbers] ** 2))) / len(numbers)
        return Option(move, as_outlook(self._outlooks[numbers].mean(axis=0)), error)

    def _best_with(self, view: Game, seat: Seat, count: int, use: Modify) -> list[int]:
        """Return the best choice with a system; for the propeller, that of each face."""
        if use.system is System.PROPELLER:
            return [self._best_with_face(view, seat, count, face) for face in FACES]
        shots = np.flatnonzero(self._found[:count, MODIFY] == from_move(view, use)[1])
        return [self._best(view, seat, shots)]

    def _best_with_face(self, view: Game, seat: Seat, count: int, face: int) -> int:
        """Return the best choice after the propeller rolled a face."""
        found = self._found[:count]
        is_rolled = (found[:, MODIFY] == MODIFY_PROPELLER) & (found[:, FACE] == face)
        return self._best(view, seat, np.flatnonzero(is_rolled))

    def _best(self, view: Game, seat: Seat, numbers: NDArray[np.intp]) -> int:
        best = np.argmax(worths(self._outlooks[numbers], seat, is_solo=view.is_solo))
        return int(numbers[best])

    def _desk(self, game: Game) -> Desk:
        # A desk remembers what it computed about its sheet.
        key = game.mode, game.sheet
        if key not in self._desks:
            if len(self._desks) == _SHEETS:
                self._desks.clear()
            self._desks[key] = new_desk(load_network(game.mode))
        return self._desks[key]


def round_key(start: Game) -> RoundKey:
    """Return what tells rounds apart, from the position at the start of one."""
    return start.sheet, pack_game(start)


def width_of(game: Game) -> int:
    """Return the number of columns of an outlook."""
    return 2 if game.is_solo else len(game.players)


def columns_of(game: Game, values: NDArray[np.float64]) -> Outlooks:
    """Return the columns of the compiled code as outlooks."""
    if not game.is_solo:
        return values[..., : len(game.players)]
    outlooks = values[..., [0, FAST_SCORE]]
    outlooks[..., SCORE] *= SCORE_POINTS
    return outlooks
