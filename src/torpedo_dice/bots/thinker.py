"""What captain and admiral share: a network that judges positions, and a search in front of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from threading import Timer
from typing import Any

from torpedo_dice.bots.brain.evaluate import Desk, new_desk
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.search import DRAFT, NO_DIE, assume_others, rate, worth_after
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.bots.opinion import Opinion, telling_shots
from torpedo_dice.fast.codes import FACES, MODIFY_NONE, MODIFY_PROPELLER, MOVE_MODIFY
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.tables import FastSheet, fast_sheet
from torpedo_dice.rules import Activate, Game, Mode, Move, Seat, Stage, Take

# Worths that differ by less are equal: the network knows no better.
_EQUAL = 1e-6
_SAY_AFTER = 1.0
_COMPILING = "Preparing the computer captains for this machine, once: about ten seconds …"


class Thinker:
    """A bot that judges what it can do by the position after the round."""

    # How many shots of each formation it looks at, when it acts and when it takes a die; with 0
    # for the die it trusts a quick plan.
    WIDTH: int
    DRAFT_WIDTH: int

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def network(self, mode: Mode) -> Network:
        """Return the network that it judges positions of a mode with."""
        return load_network(mode)

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return the move after which the position is worth most; equal ones by its own whim."""
        with _told_if_slow():
            thought = _Thought(self, view, seat)
            rated = thought.dice() if view.stage is Stage.TAKE else thought.choices()
        best = max(worth for worth, _ in rated)
        return self._random.choice([move for worth, move in rated if worth >= best - _EQUAL])

    def opinions(self, view: Game, seat: Seat) -> Sequence[Opinion]:
        """Return the win chances that follow from each of the seat's options."""
        if seat not in view.seats_to_move():
            return []
        with _told_if_slow():
            return list(_Thought(self, view, seat).opinions())


@contextmanager
def _told_if_slow() -> Iterator[None]:
    """Say on standard error that something is compiled, if it takes long enough to wonder."""
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
    """One decision, on rows of numbers."""

    def __init__(self, thinker: Thinker, view: Game, seat: Seat) -> None:
        self.thinker = thinker
        self.view = view
        self.seat = seat
        self.network = thinker.network(view.mode)
        self.desk: Desk = new_desk(len(self.network.hidden_bias))
        self.sheet: FastSheet = fast_sheet(view.sheet)
        self.row: Any = from_game(view)

    def dice(self) -> list[tuple[float, Move]]:
        """Rate the dice that can be taken."""
        picks = self.view.options(self.seat).picks
        return [(self._worth_of_pick(pick), Take(self.seat, pick)) for pick in picks]

    def _worth_of_pick(self, pick: int) -> float:
        return self._rate(self.row, pick, self.thinker.DRAFT_WIDTH)[2]

    def choices(self) -> list[tuple[float, Move]]:
        """Rate what can be done in phases 2 and 3; a modification stands for its best shot."""
        count, _ = self._think(self.row)
        return [(float(self.desk.worth[n]), self._move(n)) for n in range(count)]

    def _think(self, row: Any) -> tuple[int, int]:
        count, best, _ = self._rate(row, NO_DIE, self.thinker.WIDTH)
        return count, best

    def _rate(self, row: Any, pick: int, width: int) -> tuple[int, int, float]:
        return rate(self.sheet.tables, self.network, row, self.seat, self.desk, pick, width)

    def _move(self, number: int) -> Move:
        modify = int(self.desk.modify[number])
        argument = int(self.desk.argument[number])
        if modify != MODIFY_NONE:
            return to_move(self.view.sheet, self.seat, MOVE_MODIFY, modify)
        return to_move(self.view.sheet, self.seat, int(self.desk.kind[number]), argument)

    # ------------------------------------------------------------------ opinions

    def opinions(self) -> Iterator[Opinion]:
        if self.view.stage is Stage.TAKE:
            for pick in self.view.options(self.seat).picks:
                self._worth_of_pick(pick)
                yield Opinion(Take(self.seat, pick), self._chances_of_best(self.desk.rows[DRAFT]))
            return
        yield from self._opinions_on_modifications()
        assume_others(self.sheet.tables, self.row, self.seat, self.desk)
        for _, fire in telling_shots(self.view, self.seat):
            yield Opinion(fire, self._chances_after(MODIFY_NONE, *from_move(self.view, fire)))
        for system in self.view.options(self.seat).activations:
            move = Activate(self.seat, system)
            yield Opinion(move, self._chances_after(MODIFY_NONE, *from_move(self.view, move)))

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
        _, best = self._think(row)
        desk = self.desk
        return self._chances_after(
            int(desk.modify[best]), int(desk.kind[best]), int(desk.argument[best])
        )

    def _chances_after(self, modify: int, kind: int, argument: int) -> tuple[float, ...]:
        worth_after(self.sheet.tables, self.network, self.seat, self.desk, modify, kind, argument)
        players = len(self.view.players)
        return tuple(float(chance) for chance in self.desk.chances[:players])
