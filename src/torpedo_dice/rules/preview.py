"""Preview the effect of a choice by playing it out on a copy of the game."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.rules.automaton import automaton_fires
from torpedo_dice.rules.events import AutomatonFired, Destroyed, Fired
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.game import Game
from torpedo_dice.rules.moves import Activate, Fire, Modify
from torpedo_dice.rules.player import Covered
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a seat's choice, excluding anything that depends on the others."""

    face: Face
    # None if the choice activates a system.
    fired: Fired | None
    # The enemy's systems that it destroys.
    destroyed: tuple[System, ...]
    sinks: bool
    reserve: int
    automaton: AutomatonFired | None


def preview(game: Game, choice: Fire | Activate, modify: Modify | None = None) -> Preview:
    """Preview a choice, optionally after a pending modification; raise MoveError if illegal.

    `game` may be a view: the others' choices make no difference.
    """
    after = _alone(game, choice.seat)
    if modify is not None:
        after.apply(modify)
    error = after.why_not(choice)
    if error is not None:
        raise error
    face = after.face_of(choice.seat)
    for other in after.seats:
        if other != choice.seat:
            after.apply(Fire(other, after.shots(other)[0]))
    events = after.apply(choice)
    return Preview(
        face=face,
        fired=next((e for e in events if isinstance(e, Fired) and e.seat == choice.seat), None),
        destroyed=tuple(
            event.system
            for event in events
            if isinstance(event, Destroyed) and event.by == choice.seat
        ),
        sinks=after.enemy_destroyed(choice.seat) == after.sheet.all_systems,
        reserve=after.players[choice.seat].reserve,
        automaton=next((e for e in events if isinstance(e, AutomatonFired)), None),
    )


def _alone(game: Game, seat: int) -> Game:
    """Return a copy without the others' hidden choices, so that the round can be ended."""
    copy = game.view(seat)
    for player in copy.players:
        if isinstance(player.action, Covered):
            player.action = None
    return copy


@dataclass(frozen=True, slots=True)
class Threat:
    """What the automaton would do if this die were left."""

    # The index of the die in the round's dice.
    pick: int
    shot: AutomatonFired
    # The same, if an explosion box is marked in this round.
    after_explosion: AutomatonFired


def threats(game: Game) -> tuple[Threat, ...]:
    """Return the automaton's shot for each die; empty except in phase 1 of a solo game."""
    if not game.is_solo or game.stage is not Stage.TAKE:
        return ()
    return tuple(
        Threat(
            pick,
            shot=_automaton_shot(game, die, exploded=False),
            after_explosion=_automaton_shot(game, die, exploded=True),
        )
        for pick, die in enumerate(game.dice)
    )


def _automaton_shot(game: Game, die: Face, *, exploded: bool) -> AutomatonFired:
    panel = game.sheet.solo
    if panel is None:
        raise ValueError(f"sheet {game.sheet.name!r} has no solo panel")
    return automaton_fires(game.sheet, panel, game.players[0].copy(), die, exploded=exploded)
