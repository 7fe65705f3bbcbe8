"""The common base of captain and admiral: a value network with a search on top."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from threading import Timer
from typing import Any

import numpy as np

from torpedo_dice.bots.brain.ahead import NO_DIE, Rolls, outlook_after, rate
from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.bots.opinion import Opinion, telling_shots
from torpedo_dice.fast.codes import (
    BITS_A_DIE,
    FACES,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MOVE_MODIFY,
)
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.tables import FastSheet, fast_sheet
from torpedo_dice.rules import Activate, Game, Mode, Move, Seat, Stage, Take

# Worths that differ by less are considered equal: the network is no more precise than that.
_EQUAL = 1e-6
_SAY_AFTER = 1.0
_COMPILING = "Preparing the computer captains for this machine, once: a few seconds …"


class Thinker:
    """A bot that rates its options by the position after this round, or after the next."""

    # Shots considered per formation, when acting and when taking a die. With a DRAFT_WIDTH of 0,
    # dice are rated by quick plan.
    WIDTH: int
    DRAFT_WIDTH: int
    # How many of the best candidates are re-evaluated over the next round, and over how many rolls.
    FORESEEN: int
    DRAFT_FORESEEN: int
    ROLLS: int

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._random = Random(seed)

    def network(self, mode: Mode) -> Network:
        """Return the network used to evaluate positions of a mode."""
        return load_network(mode)

    def next_rolls(self, view: Game) -> Rolls:
        """Return sample rolls of the next dice, with every face equally frequent on each die.

        They stay the same for the whole round, regardless of how often they are requested.
        """
        random = Random(f"{self._seed} next dice {view.round}")
        rolls = np.zeros(self.ROLLS, np.int64)
        for index in range(view.dice_count):
            faces = [number % FACES + 1 for number in range(self.ROLLS)]
            random.shuffle(faces)
            rolls |= np.array(faces, np.int64) << (BITS_A_DIE * index)
        return rolls

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return the move that leads to the best position; ties are broken at random."""
        with _told_if_slow():
            thought = _Thought(self, view, seat)
            rated = thought.dice() if view.stage is Stage.TAKE else thought.choices()
        best = max(worth for worth, _ in rated)
        return self._random.choice([move for worth, move in rated if worth >= best - _EQUAL])

    def opinions(self, view: Game, seat: Seat) -> Sequence[Opinion]:
        """Return the win chances after each of the seat's options."""
        if seat not in view.seats_to_move():
            return []
        with _told_if_slow():
            return list(_Thought(self, view, seat).opinions())


@contextmanager
def _told_if_slow() -> Iterator[None]:
    """Report on standard error that code is being compiled, if it takes noticeably long."""
    timer = Timer(_SAY_AFTER, _say_once)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def _say_once() -> None:
    print(_COMPILING, file=sys.stderr)


class _Thought:
    """A single decision, computed on the compiled engine."""

    def __init__(self, thinker: Thinker, view: Game, seat: Seat) -> None:
        self.thinker = thinker
        self.view = view
        self.seat = seat
        network = thinker.network(view.mode)
        self.desk = new_desk(network)
        self.ahead = new_desk(network)
        self.rolls = thinker.next_rolls(view)
        self.sheet: FastSheet = fast_sheet(view.sheet)
        self.row: Any = from_game(view)

    def dice(self) -> list[tuple[float, Move]]:
        """Rate the dice that can be taken."""
        return [(self._rate_die(pick), Take(self.seat, pick)) for pick in self._picks()]

    def choices(self) -> list[tuple[float, Move]]:
        """Rate the options of phases 2 and 3; a modification is rated by its best shot."""
        count = self._rate_choices(self.row)
        return [(float(self.desk["worth"][n]), self._move(n)) for n in range(count)]

    def _picks(self) -> Sequence[int]:
        return self.view.options(self.seat).picks

    def _rate_die(self, pick: int) -> float:
        thinker = self.thinker
        return self._rate(self.row, pick, thinker.DRAFT_WIDTH, thinker.DRAFT_FORESEEN)[1]

    def _rate_choices(self, row: Any) -> int:
        return self._rate(row, NO_DIE, self.thinker.WIDTH, self.thinker.FORESEEN)[0]

    def _rate(self, row: Any, pick: int, width: int, foreseen: int) -> tuple[int, float]:
        tables = self.sheet.tables
        desks = self.desk, self.ahead
        return rate(tables, row, self.seat, *desks, self.rolls, pick, width, foreseen)

    def _move(self, number: int) -> Move:
        modify = int(self.desk["modify"][number])
        if modify != MODIFY_NONE:
            return to_move(self.view.sheet, self.seat, MOVE_MODIFY, modify)
        kind, argument = self.desk["kind"][number], self.desk["argument"][number]
        return to_move(self.view.sheet, self.seat, int(kind), int(argument))

    # ------------------------------------------------------------------ opinions

    def opinions(self) -> Iterator[Opinion]:
        if self.view.stage is Stage.TAKE:
            for pick in self._picks():
                self._rate_die(pick)
                yield Opinion(Take(self.seat, pick), self._chances())
            return
        yield from self._opinions_on_modifications()
        for _, fire in telling_shots(self.view, self.seat):
            yield Opinion(fire, self._chances_after(fire))
        for system in self.view.options(self.seat).activations:
            move = Activate(self.seat, system)
            yield Opinion(move, self._chances_after(move))

    def _opinions_on_modifications(self) -> Iterator[Opinion]:
        for modify in self.view.options(self.seat).modifications:
            _, number = from_move(self.view, modify)
            after = self.row.copy()
            after["modify"][self.seat] = number
            if number != MODIFY_PROPELLER:
                yield Opinion(modify, self._chances_of_best(after))
                continue
            faces = []
            for face in range(1, FACES + 1):
                after["rolled"][self.seat] = face
                faces.append(self._chances_of_best(after))
            yield Opinion(modify, tuple(sum(parts) / FACES for parts in zip(*faces, strict=True)))

    def _chances_of_best(self, row: Any) -> tuple[float, ...]:
        self._rate_choices(row)
        return self._chances()

    def _chances_after(self, move: Move) -> tuple[float, ...]:
        tables = self.sheet.tables
        desks = self.desk, self.ahead
        kind, argument = from_move(self.view, move)
        outlook_after(tables, self.row, self.seat, *desks, self.rolls, kind, argument)
        return self._chances()

    def _chances(self) -> tuple[float, ...]:
        chances = [float(chance) for chance in self.desk["chances"][: len(self.view.players)]]
        # A mean of 32-bit floats can slightly exceed 1.
        total = max(1.0, sum(chances))
        return tuple(chance / total for chance in chances)
