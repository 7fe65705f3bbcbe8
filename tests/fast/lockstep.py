"""Both engines in lockstep: the rules play, `fast` repeats every step, and everything is compared.

After every step: the whole row, every seat's legal moves (each listed by its number), and who may
move. The shots of a formation are compared once per sheet, as sets of targets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tests.fast.driver import (
    ACTIVATION_SHIFT,
    FORMATION_SHIFT,
    MODIFICATION_SHIFT,
    ROLLING_SHIFT,
    Log,
    moves_of,
    play,
)
from tests.fast.random_sheets import random_sheet
from torpedo_dice.fast.codes import (
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_TAKE,
    SEATS,
    SHAPINGS,
)
from torpedo_dice.fast.compiled import compiled, kernel
from torpedo_dice.fast.legal import is_legal, legal_count, legal_move
from torpedo_dice.fast.moves import apply_fire, apply_move
from torpedo_dice.fast.state import ROW, Row, Rows
from torpedo_dice.fast.tables import SheetTables, fast_sheet, formation_number
from torpedo_dice.fast.turns import seats_rolling, seats_to_move
from torpedo_dice.rules import FACES, Game, Sheet, SoloEnd
from torpedo_dice.sheets import load_sheet

# Stands for a list of legal moves that is inconsistent in itself.
_INCONSISTENT = -1
# How often each of our own sheets is played; the larger reserve of the first ones lasts longer.
_OURS = {"mission": 0.1, "mission@1": 0.15, "training": 0.07, "training@1": 0.08}


@dataclass
class Result:
    """The result of comparing some games."""

    games: int = 0
    steps: int = 0
    differences: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: Result) -> Self:
        self.games += other.games
        self.steps += other.steps
        self.differences += other.differences
        self.seen += other.seen
        return self


def run(seed: int, games: int) -> Result:
    """Play games on one sheet, ours or a random one, in all modes that it supports."""
    chance = Random(seed)  # noqa: S311
    sheet = _sheet(chance)
    log = _play(Random(seed), sheet, games)  # noqa: S311
    differences = _shot_differences(sheet) + log.lost
    rows, legal = _repeat(sheet, log)
    for step in _different_steps(log, rows, legal)[:3]:
        differences.append(_describe(seed, sheet, games, step, rows, legal))
    return Result(games, len(log.moves), differences, log.seen)


def _sheet(chance: Random) -> Sheet:
    kind = chance.random()
    for name, share in _OURS.items():
        kind -= share
        if kind < 0:
            return load_sheet(name)
    return random_sheet(chance)


def _play(chance: Random, sheet: Sheet, games: int, *, keep_texts: bool = False) -> Log:
    log = Log(keep_texts=keep_texts)
    for _ in range(games):
        play(log, _new_game(chance, sheet), chance)
    return log


def _new_game(chance: Random, sheet: Sheet) -> Game:
    solo_end = chance.choice(list(SoloEnd))
    if sheet.solo is not None and chance.random() < 0.35:
        return Game.new(sheet, "solo", 1, solo_end=solo_end)
    mode = "mission" if sheet.is_mission else "training"
    return Game.new(sheet, mode, chance.choice([2, 2, 2, 3, 4]), solo_end=solo_end)


def _shot_differences(sheet: Sheet) -> list[str]:
    """Compare each formation's shots: all placements' targets, the best, and the torpedoes."""
    fast = fast_sheet(sheet)
    info, shots = fast.tables
    differences = []
    for system in SHAPINGS:
        for face in FACES:
            number = formation_number(face, system)
            first, end = int(info["first_shot"][number]), int(info["first_shot"][number + 1])
            masks = [int(mask) for mask in shots[first:end]]
            placements = sheet.placements(face, system)
            laid = [fast.fields_of(shot) for shot in range(first, end)]
            best = masks[: int(info["best_shots"][number])]
            same = (
                sorted(masks) == sorted(set(placements.masks))
                and best == [mask for mask, _ in placements.best]
                and [sheet.mask_of(fields) for fields in laid] == masks
                and all(fields in placements for fields in laid)
                and info["torpedoes"][number] == placements.formation.count
            )
            if not same:
                differences.append(f"the shots of a {face} with {system} on {sheet.to_data()}")
    return differences


def _repeat(sheet: Sheet, log: Log) -> tuple[Rows, NDArray[np.int64]]:
    rows = np.zeros(len(log.moves), ROW)
    legal = np.zeros((len(log.moves), SEATS + 1), np.int64)
    starts = np.frombuffer(bytearray().join(log.starts), ROW)
    _repeat_all(fast_sheet(sheet).tables, starts, moves_of(log), rows, legal)
    return rows, legal


@compiled
def _repeat_all(tables: SheetTables, games: Rows, moves: Any, rows: Rows, legal: Any) -> None:
    """Make the same moves in `fast`, and record row and legal moves after each."""
    for step in range(len(moves)):
        number, kind, seat, argument, targets = moves[step]
        row = games[np.int64(number)]
        _make(tables, row, np.int64(kind), np.int64(seat), np.int64(argument), targets)
        rows[step] = row
        for each in range(row.players):
            legal[step, each] = _listed(tables, row, each)
        legal[step, SEATS] = seats_to_move(row) | seats_rolling(row) << ROLLING_SHIFT


@compiled
def _make(tables: SheetTables, row: Row, kind: int, seat: int, argument: int, targets: int) -> None:
    if kind == MOVE_FIRE:
        apply_fire(tables, row, seat, targets, argument)
    else:
        apply_move(tables, row, seat, kind, argument)


@compiled
def _listed(tables: SheetTables, row: Row, seat: int) -> int:
    """List a seat's legal moves one by one and pack them as the driver does."""
    packed = 0
    last = -1
    for number in range(legal_count(tables, row, seat)):
        kind, argument = legal_move(tables, row, seat, number)
        if not is_legal(tables, row, seat, kind, argument):
            return _INCONSISTENT
        if kind == MOVE_FIRE:
            if last >= 0 and argument != last + 1:
                return _INCONSISTENT
            if last < 0:
                packed |= _formation_at(tables, argument) << FORMATION_SHIFT
            last = argument
        else:
            bit = _bit(kind, argument)
            if packed & bit:
                return _INCONSISTENT
            packed |= bit
    return packed if _is_whole(tables, packed >> FORMATION_SHIFT, last) else _INCONSISTENT


@kernel
def _bit(kind: int, argument: int) -> int:
    if kind == MOVE_TAKE:
        return 1 << argument
    if kind == MOVE_MODIFY:
        return 1 << argument << MODIFICATION_SHIFT
    return 1 << argument << ACTIVATION_SHIFT if kind == MOVE_ACTIVATE else 0


@kernel
def _formation_at(tables: SheetTables, shot: int) -> int:
    """Return the formation that begins with a shot, from 1; 0 if none does."""
    for formation in range(len(tables.info.first_shot) - 1):
        if tables.info.first_shot[formation] == shot:
            return formation + 1
    return 0


@kernel
def _is_whole(tables: SheetTables, formation: int, last: int) -> bool:
    """Whether the shots listed end where the formation's shots end."""
    return (formation == 0 and last < 0) or tables.info.first_shot[formation] == last + 1


def _different_steps(log: Log, rows: Rows, legal: NDArray[np.int64]) -> list[int]:
    expected = np.frombuffer(b"".join(log.rows), np.uint8).reshape(len(rows), ROW.itemsize)
    found = rows.view(np.uint8).reshape(len(rows), ROW.itemsize)
    differ = (expected != found).any(axis=1)
    differ |= (np.array(log.legal, np.int64) != legal).any(axis=1)
    return [int(step) for step in np.flatnonzero(differ)]


def _describe(
    seed: int, sheet: Sheet, games: int, step: int, rows: Rows, legal: NDArray[np.int64]
) -> str:
    """Play again, with texts, and describe the expected result of a step."""
    log = _play(Random(seed), sheet, games, keep_texts=True)  # noqa: S311
    expected = np.frombuffer(log.rows[step], ROW)[0]
    fields = [
        f"{name} is {rows[step][name].tolist()}, not {expected[name].tolist()}"
        for name in ROW.names or ()
        if rows[step][name].tolist() != expected[name].tolist()
    ]
    if tuple(legal[step]) != log.legal[step]:
        fields.append(f"legal moves are {legal[step].tolist()}, not {list(log.legal[step])}")
    return f"seed {seed}, {sheet.to_data()}, step {step}: {log.texts[step]}: {'; '.join(fields)}"
