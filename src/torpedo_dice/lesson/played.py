"""Positions reached by playing: the dice and shots of earlier rounds are chosen accordingly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from torpedo_dice.rules import (
    FACES,
    Activate,
    Face,
    Field,
    Fire,
    Game,
    Mode,
    Roll,
    Seat,
    Sheet,
    Start,
    System,
    Take,
    TargetMask,
    field_name,
)
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

Shots: TypeAlias = tuple[tuple[Field, ...], ...]
# A die whose face makes no difference: left over, or taken to switch a system on.
_ANY_DIE: Face = 1


@dataclass(frozen=True, slots=True)
class Marks:
    """A player's marks from the earlier rounds: the fields hit, by name, the reserve, switches."""

    hits: str = ""
    # None: no torpedo has missed.
    reserve: int | None = None
    switched: tuple[System, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A position on one of our own sheets, with the dice of the current round on the table."""

    mode: Mode
    round: int
    dice: tuple[Face, ...]
    players: tuple[Marks, ...] = (Marks(), Marks())
    # The dice taken so far, beginning with the start player; before that, seat 0 is to begin.
    taken: tuple[Take, ...] = ()
    # In a solo game, the system that the automaton hit in each earlier round.
    automaton: tuple[System, ...] = ()

    def game(self) -> Game:
        """Return a game played to this position; raise ValueError if that isn't possible."""
        return _play(self).copy()


@cache
def _play(position: Position) -> Game:
    sheet, rounds = load_sheet(DEFAULT_SHEETS[position.mode]), position.round - 1
    game = Game.new(sheet, position.mode, len(position.players))
    plans = [_plan(sheet, seat, marks, rounds) for seat, marks in enumerate(position.players)]
    if not game.is_solo:
        start = position.taken[0].seat if position.taken else 0
        game.apply(Start((start - rounds) % len(game.players)))
    left = [int(system) for system in position.automaton] if game.is_solo else [_ANY_DIE] * rounds
    for actions, die in zip(zip(*plans, strict=True), left, strict=True):
        _play_round(game, actions, die)
    game.apply(Roll(position.dice))
    for take in position.taken:
        game.apply(take)
    return game


def _play_round(game: Game, actions: tuple[Fire | Activate, ...], left: Face) -> None:
    """Roll the dice that the players' actions need and the one to be left, and play the round."""
    dice = (len(each.fields) if isinstance(each, Fire) else _ANY_DIE for each in actions)
    game.apply(Roll((*dice, left)))
    for seat in game.draft_order:
        game.apply(Take(seat, pick=seat))
    for action in actions:
        game.apply(action)


def _plan(sheet: Sheet, seat: Seat, marks: Marks, rounds: int) -> list[Fire | Activate]:
    """Return a player's action in each round that leads to the marks."""
    bits = {field_name(spot): bit for spot, bit in sheet.target_bits.items()}
    wanted = sum(bits[name] for name in marks.hits.split())
    misses = 0 if marks.reserve is None else sheet.reserve - marks.reserve
    shots = _find_shots(sheet, wanted, misses, rounds - len(marks.switched))
    if shots is None:
        raise ValueError(f"{marks} can't be reached in {rounds} rounds")
    switches = (Activate(seat, system) for system in marks.switched)
    return [*switches, *(Fire(seat, shot) for shot in shots)]


def _find_shots(sheet: Sheet, wanted: TargetMask, misses: int, rounds: int) -> Shots | None:
    """Find unmodified shots, one per round, that hit each of these targets and miss this often."""
    # Within the grid; the most economical first; only one of those with the same hits and misses.
    choices = sorted(
        {
            (face - mask.bit_count(), -face, mask): shot
            for face in FACES
            for shot in sheet.placements(face)
            if all(map(sheet.is_on_grid, shot)) and not (mask := sheet.mask_of(shot)) & ~wanted
        }.items()
    )

    @cache
    def search(free: TargetMask, misses: int, rounds: int) -> Shots | None:
        if not rounds:
            return None if free or misses else ()
        if not rounds <= free.bit_count() + misses <= rounds * max(FACES):
            return None
        # The order of the shots makes no difference, so the next one hits the first free target.
        first = free & -free
        for (missed, _, mask), shot in choices:
            if mask & first == first and not mask & ~free and missed <= misses:
                others = search(free & ~mask, misses - missed, rounds - 1)
                if others is not None:
                    return (shot, *others)
        return None

    return search(wanted, misses, rounds)
